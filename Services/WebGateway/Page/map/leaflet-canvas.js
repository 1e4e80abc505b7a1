// Draws the map with Leaflet where there is no WebGL: the same tiles, plainly.
import { insets } from './insets.js';
import { look, onTheme, theme, venueLook } from './look.js';
import { plainTiles } from './plain-tiles.js';
import { loadSheet } from './style.js';

const clusterPixels = 44;
const clusterUntilZoom = 15;
const reverse = ([longitude, latitude]) => [latitude, longitude];

async function load() {
  try {
    await loadSheet('/vendor/leaflet.css');
    return await import('/vendor/leaflet.js');
  } catch {
    throw new Error('Leaflet is not installed beside the gateway.');
  }
}

export class LeafletCanvas {
  #leaflet;
  #map;
  #element;
  #shapes;
  #venues;
  #markers;
  #features = { shapes: [], venues: [] };
  #venueHandlers = new Set();

  static async make(element, box) {
    const canvas = new LeafletCanvas();
    await canvas.#open(await load(), element, box);
    return canvas;
  }

  async #open(leaflet, element, { south, west, north, east }) {
    this.#leaflet = leaflet;
    this.#element = element;
    this.#map = leaflet.map(element, { zoomSnap: 0.5, zoomControl: false, attributionControl: false });
    this.#map.fitBounds([[south, west], [north, east]]);
    leaflet.control.attribution({ prefix: false, position: 'bottomright' })
      .addAttribution('© OpenStreetMap contributors').addTo(this.#map);
    leaflet.control.zoom({ position: 'bottomright' }).addTo(this.#map);
    leaflet.control.scale({ imperial: false }).addTo(this.#map);
    // Without tiles there are still lines and markers.
    const tiles = await plainTiles(leaflet).catch(() => undefined);
    tiles?.addTo(this.#map);
    [this.#shapes, this.#venues, this.#markers] =
      Array.from({ length: 3 }, () => leaflet.layerGroup().addTo(this.#map));
    this.#map.on('zoomend', () => this.setVenues(this.#features.venues));
    onTheme(() => {
      tiles?.redraw();
      this.setShapes(this.#features.shapes);
      this.setVenues(this.#features.venues);
    });
  }

  setShapes(features) {
    this.#features.shapes = features;
    this.#shapes.clearLayers();
    for (const { geometry, properties } of features) {
      const { colour, casing, width, opacity, dash, fill } = look(properties.role, theme());
      const stroke = (color, weight, more = {}) => ({
        color, weight, opacity, interactive: false, dashArray: dash?.map((part) => part * width), ...more,
      });
      if (geometry.type === 'Polygon') {
        this.#leaflet.polygon(geometry.coordinates.map((ring) => ring.map(reverse)),
          stroke(colour, width, { fillOpacity: fill })).addTo(this.#shapes);
        continue;
      }
      const line = geometry.coordinates.map(reverse);
      if (!dash) this.#leaflet.polyline(line, stroke(casing, width + 4)).addTo(this.#shapes);
      this.#leaflet.polyline(line, stroke(colour, width)).addTo(this.#shapes);
    }
  }

  setVenues(features) {
    this.#features.venues = features;
    this.#venues.clearLayers();
    const { venue, cluster, casing } = venueLook(theme());
    for (const group of this.#clusters(features)) {
      const isOne = group.length === 1;
      const [longitude, latitude] = group[0].geometry.coordinates;
      const circle = this.#leaflet.circleMarker([latitude, longitude], {
        radius: isOne ? 6 : Math.min(22, 10 + Math.log2(group.length) * 1.5), weight: 2, color: casing,
        fillColor: isOne ? venue : cluster, fillOpacity: 0.92, bubblingMouseEvents: false,
      });
      circle.on('click', () => (isOne ? this.#choose(group[0])
        : this.#map.flyTo([latitude, longitude], this.#map.getZoom() + 2)));
      circle.addTo(this.#venues);
    }
  }

  /** Venues that are near each other on the screen, by a grid of pixels. */
  #clusters(features) {
    if (this.#map.getZoom() > clusterUntilZoom) return features.map((each) => [each]);
    const cells = new Map();
    for (const each of features) {
      const { x, y } = this.#map.project(reverse(each.geometry.coordinates));
      const key = `${Math.floor(x / clusterPixels)} ${Math.floor(y / clusterPixels)}`;
      if (!cells.has(key)) cells.set(key, []);
      cells.get(key).push(each);
    }
    return [...cells.values()];
  }

  #choose({ properties }) {
    for (const body of this.#venueHandlers) body(properties.id);
  }

  setMarkers(markers) {
    this.#markers.clearLayers();
    for (const { position, element, kind } of markers) {
      const icon = this.#leaflet.divIcon({
        html: element, className: 'leaflet-pin', iconSize: [0, 0],
      });
      this.#leaflet.marker(reverse(position), { icon, keyboard: false, interactive: false })
        .addTo(this.#markers);
      element.parentElement?.classList.toggle('centered', /dot|venue/.test(kind));
    }
  }

  box() {
    const { x: width, y: height } = this.#map.getSize();
    const room = insets(this.#element, 0);
    const a = this.#map.containerPointToLatLng([room.left, height - room.bottom]);
    const b = this.#map.containerPointToLatLng([width - room.right, room.top]);
    return {
      south: Math.max(-90, a.lat), west: Math.max(-180, a.lng),
      north: Math.min(90, b.lat), east: Math.min(180, b.lng),
    };
  }

  fit({ south, west, north, east }, { zoom = 16, margin = 40 } = {}) {
    const room = insets(this.#element, margin);
    this.#map.fitBounds([[south, west], [north, east]], {
      paddingTopLeft: [room.left, room.top], paddingBottomRight: [room.right, room.bottom],
      maxZoom: zoom, animate: false,
    });
  }

  on(event, body) {
    if (event === 'venue') {
      this.#venueHandlers.add(body);
      return () => this.#venueHandlers.delete(body);
    }
    const heard = event === 'move' ? body : ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      body({ latitude: lat, longitude: lng });
    };
    const name = event === 'move' ? 'moveend' : 'click';
    this.#map.on(name, heard);
    return () => this.#map.off(name, heard);
  }
}
