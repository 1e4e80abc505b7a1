// The map: routes, shops and fences on a plain background. No tiles, so it works offline.
import { decode } from './polyline.js';
import { clock, duration } from './format.js';

const latLng = ({ latitude, longitude }) => [latitude, longitude];

/** Text as a node: names come from map data and must never be parsed as markup. */
function textNode(text) {
  const node = document.createElement('span');
  node.textContent = text;
  return node;
}

export class TripMap {
  #leaflet;
  #map;
  #trip;
  #choice;
  #shops;
  #fences;
  #highlighted;
  #devices = new Map();

  constructor(leaflet, element) {
    this.#leaflet = leaflet;
    this.#map = leaflet.map(element, { zoomSnap: 0.25, attributionControl: false });
    leaflet.control.attribution({ prefix: 'Leaflet' })
      .addAttribution('Roads and places © OpenStreetMap contributors').addTo(this.#map);
    leaflet.control.scale().addTo(this.#map);
    this.#map.setView([0, 0], 2);
    const group = () => leaflet.layerGroup().addTo(this.#map);
    [this.#fences, this.#shops, this.#trip, this.#choice, this.#highlighted] = Array.from({ length: 5 }, group);
  }

  /** Shows the bounding box of the map's data. */
  showExtent({ south, west, north, east }) {
    const box = [[south, west], [north, east]];
    this.#leaflet.rectangle(box, { className: 'extent', weight: 2, dashArray: '6 6', interactive: false })
      .addTo(this.#map);
    this.#map.fitBounds(box, { padding: [20, 20] });
  }

  /** Calls `body` with the visible box whenever it changes. */
  onMove(body) {
    this.#map.on('moveend', () => {
      const visible = this.#map.getBounds();
      body({
        south: Math.max(-90, visible.getSouth()), west: Math.max(-180, visible.getWest()),
        north: Math.min(90, visible.getNorth()), east: Math.min(180, visible.getEast()),
      });
    });
  }

  /** Shows venues as faint dots. */
  showShops(venues) {
    this.#shops.clearLayers();
    this.#highlighted.clearLayers();
    for (const { venue } of venues) {
      this.#leaflet.circleMarker(latLng(venue.coordinate), { className: 'dot', radius: 2.5, fillOpacity: 0.55 })
        .bindTooltip(textNode(venue.name)).addTo(this.#shops);
    }
  }

  /** Marks a venue with its name, instead of the previous one. */
  highlight({ name, coordinate }) {
    this.#highlighted.clearLayers();
    this.#leaflet.circleMarker(latLng(coordinate), { className: 'shop', radius: 8, weight: 3, fillOpacity: 0.9 })
      .bindTooltip(textNode(name), { permanent: true, direction: 'top', offset: [0, -8] })
      .addTo(this.#highlighted);
  }

  showFences(fences) {
    this.#fences.clearLayers();
    for (const fence of fences) {
      this.#shape(fence.area).bindTooltip(textNode(fence.label ?? fence.id)).addTo(this.#fences);
    }
  }

  #shape(area) {
    const look = { className: 'fence', weight: 1.5, fillOpacity: 0.07 };
    if (area.kind === 'circle') {
      return this.#leaflet.circle(latLng(area.center), { ...look, radius: area.radiusMeters });
    }
    if (area.kind === 'polygon') return this.#leaflet.polygon(area.rings.map(decode), look);
    return this.#leaflet.polyline(decode(area.line), look);
  }

  showDevice({ device, coordinate }) {
    const known = this.#devices.get(device);
    if (known) return void known.setLatLng(latLng(coordinate));
    this.#devices.set(device, this.#leaflet.circleMarker(latLng(coordinate), {
      className: 'device', radius: 7, fillOpacity: 1, weight: 2,
    }).bindTooltip(textNode(device)).addTo(this.#map));
  }

  clearTrip() {
    this.#trip.clearLayers();
    this.#choice.clearLayers();
  }

  showDirect(direct) {
    this.#trip.clearLayers();
    // Wide and faint: an option's legs mostly overlap it, and it must stay visible beside them.
    const line = this.#line(direct.geometry, 'direct', 14, { opacity: 0.35 }).addTo(this.#trip);
    line.bindTooltip(textNode(`Direct: ${duration(direct.durationSeconds)}, there ${clock(direct.arrival)}`));
    this.#fit();
  }

  /** Shows a plan without the chosen option. Calls `choose` with the index of a clicked shop. */
  showPlan(plan, choose) {
    this.showDirect(plan.direct);
    this.#pin('A', plan.origin, '').addTo(this.#trip);
    this.#pin('B', plan.destination, '').addTo(this.#trip);
    plan.options.forEach((option, index) => {
      this.#leaflet.circleMarker(latLng(option.venue.coordinate), {
        className: 'shop', radius: 6, weight: 2, fillOpacity: 0.9,
      }).bindTooltip(textNode(option.venue.name)).on('click', () => choose(index)).addTo(this.#trip);
    });
    this.#fit();
  }

  /** Shows the two legs of an option, and its stop. */
  showChoice(option) {
    this.#choice.clearLayers();
    this.#line(option.toStop.geometry, 'first', 5).addTo(this.#choice);
    this.#line(option.toDestination.geometry, 'second', 5).addTo(this.#choice);
    this.#pin('☕', { label: option.venue.name, coordinate: option.venue.coordinate }, 'stop')
      .addTo(this.#choice);
    this.#fit();
  }

  /** Resolves to the coordinate of the next click; rejects with the reason of `signal` if that aborts. */
  pick(signal) {
    return new Promise((resolve, reject) => {
      const onClick = ({ latlng }) => resolve({ latitude: latlng.lat, longitude: latlng.wrap().lng });
      this.#map.once('click', onClick);
      signal.addEventListener('abort', () => {
        this.#map.off('click', onClick);
        reject(signal.reason);
      });
    });
  }

  #line(geometry, className, weight, more = {}) {
    return this.#leaflet.polyline(decode(geometry), { className, weight, opacity: 0.9, ...more });
  }

  #pin(letter, { label, coordinate }, kind) {
    const html = document.createElement('div');
    html.className = `pin ${kind}`;
    html.append(textNode(letter));
    const icon = this.#leaflet.divIcon({ html, className: '', iconSize: [26, 26], iconAnchor: [13, 31] });
    return this.#leaflet.marker(latLng(coordinate), { icon, title: label, alt: label, keyboard: false });
  }

  #fit() {
    const box = this.#leaflet.latLngBounds([]);
    for (const group of [this.#trip, this.#choice]) {
      group.eachLayer((layer) => box.extend(layer.getBounds ? layer.getBounds() : layer.getLatLng()));
    }
    if (box.isValid()) this.#map.fitBounds(box, { padding: [50, 50], animate: false });
  }
}
