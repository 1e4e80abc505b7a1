// Draws the map with MapLibre GL: vector tiles, styled by the gateway's style.
import { insets } from './insets.js';
import { look, onTheme, roles, theme, venueLook } from './look.js';
import { loadSheet, loadStyle } from './style.js';

const empty = { type: 'FeatureCollection', features: [] };
const collection = (features) => ({ type: 'FeatureCollection', features });

function loadScript(address) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: address });
    script.addEventListener('load', resolve);
    script.addEventListener('error', () =>
      reject(new Error('MapLibre is not installed beside the gateway.')));
    document.head.append(script);
  });
}

/** The font of the style's labels, for ours. */
const fontOf = (style) =>
  style.layers.find((layer) => layer.layout?.['text-font'])?.layout['text-font'];

export class MapLibreCanvas {
  #map;
  #element;
  #font;
  #data = { shapes: empty, venues: empty };
  #markers = [];

  static async make(element, box) {
    const [style] = await Promise.all([
      loadStyle(theme()),
      window.maplibregl ?? loadScript('/vendor/maplibre-gl.js'),
      loadSheet('/vendor/maplibre-gl.css'),
    ]);
    const canvas = new MapLibreCanvas();
    await canvas.#open(element, box, style);
    return canvas;
  }

  async #open(element, { south, west, north, east }, style) {
    this.#element = element;
    this.#font = fontOf(style);
    this.#map = new maplibregl.Map({
      container: element, style, bounds: [[west, south], [east, north]],
      fitBoundsOptions: { padding: insets(element, 10) }, attributionControl: false,
      dragRotate: false, pitchWithRotate: false, maxZoom: 20, fadeDuration: 100,
    });
    this.#map.touchZoomRotate.disableRotation();
    this.#map.addControl(new maplibregl.AttributionControl({ compact: true }), 'bottom-right');
    this.#map.addControl(new maplibregl.NavigationControl({ showCompass: false }), 'bottom-right');
    this.#map.addControl(new maplibregl.ScaleControl({}), 'bottom-left');
    this.#map.on('style.load', () => this.#addLayers());
    this.#tellBusy();
    onTheme(async (name) => {
      element.ariaBusy = 'true';
      // Without the other style the map stays as it is.
      const other = await loadStyle(name).catch(() => undefined);
      if (other) this.#map.setStyle(other, { diff: false });
      else element.ariaBusy = 'false';
    });
    await new Promise((resolve) => { this.#map.once('style.load', resolve); });
  }

  /** Marks the map as busy until all of it is drawn. */
  #tellBusy() {
    this.#element.ariaBusy = 'true';
    for (const event of ['dataloading', 'movestart']) {
      this.#map.on(event, () => { this.#element.ariaBusy = 'true'; });
    }
    this.#map.on('idle', () => { this.#element.ariaBusy = 'false'; });
    // By itself the library writes an object without its words.
    this.#map.on('error', ({ error }) => console.error(error.message));
  }

  #addLayers() {
    this.#map.addSource('shapes', { type: 'geojson', data: this.#data.shapes });
    this.#map.addSource('venues', {
      type: 'geojson', data: this.#data.venues, cluster: true, clusterMaxZoom: 14, clusterRadius: 44,
    });
    for (const role of roles) this.#addRole(role, look(role, theme()));
    this.#addVenues(venueLook(theme()));
  }

  #addRole(role, { colour, casing, width, opacity, dash, fill }) {
    const layer = (id, type, paint, layout = {}) => this.#map.addLayer({
      id: `${role}-${id}`, type, source: 'shapes', filter: ['==', ['get', 'role'], role], paint, layout,
    });
    if (fill) layer('fill', 'fill', { 'fill-color': colour, 'fill-opacity': fill });
    const round = { 'line-cap': 'round', 'line-join': 'round' };
    if (!dash && !fill) layer('casing', 'line', { 'line-color': casing, 'line-width': width + 4 }, round);
    layer('line', 'line', {
      'line-color': colour, 'line-width': width, 'line-opacity': opacity,
      ...(dash ? { 'line-dasharray': dash } : {}),
    }, round);
  }

  #addVenues({ venue, cluster, count, casing }) {
    this.#map.addLayer({
      id: 'venue-clusters', type: 'circle', source: 'venues', filter: ['has', 'point_count'],
      paint: {
        'circle-color': cluster, 'circle-stroke-color': casing, 'circle-stroke-width': 2,
        'circle-opacity': 0.92, 'circle-radius': ['step', ['get', 'point_count'], 13, 20, 16, 100, 21],
      },
    });
    if (this.#font) {
      this.#map.addLayer({
        id: 'venue-counts', type: 'symbol', source: 'venues', filter: ['has', 'point_count'],
        layout: {
          'text-field': ['get', 'point_count_abbreviated'], 'text-size': 12, 'text-font': this.#font,
          'text-allow-overlap': true,
        },
        paint: { 'text-color': count },
      });
    }
    this.#map.addLayer({
      id: 'venue-dots', type: 'circle', source: 'venues', filter: ['!', ['has', 'point_count']],
      paint: {
        'circle-color': venue, 'circle-stroke-color': casing, 'circle-stroke-width': 1.5,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 11, 4, 16, 7],
      },
    });
  }

  #setData(name, features) {
    this.#data[name] = collection(features);
    this.#map.getSource(name)?.setData(this.#data[name]);
  }

  setShapes(features) { this.#setData('shapes', features); }

  setVenues(features) { this.#setData('venues', features); }

  setMarkers(markers) {
    for (const marker of this.#markers) marker.remove();
    this.#markers = markers.map(({ position, element, kind }) => {
      const marker = new maplibregl.Marker({ element, anchor: /dot|venue/.test(kind) ? 'center' : 'bottom' })
        .setLngLat(position).addTo(this.#map);
      // By itself the library calls each of them “Map marker”.
      element.ariaLabel = element.title;
      return marker;
    });
  }

  box() {
    const { clientWidth: width, clientHeight: height } = this.#element;
    const room = insets(this.#element, 0);
    const corner = (x, y) => this.#map.unproject([x, y]);
    const [a, b] = [corner(room.left, height - room.bottom), corner(width - room.right, room.top)];
    return {
      south: Math.max(-90, a.lat), west: Math.max(-180, a.lng),
      north: Math.min(90, b.lat), east: Math.min(180, b.lng),
    };
  }

  fit({ south, west, north, east }, { zoom = 16, margin = 40, animate = true } = {}) {
    const isStill = !animate || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#map.fitBounds([[west, south], [east, north]], {
      padding: insets(this.#element, margin), maxZoom: zoom, duration: isStill ? 0 : 400, linear: true,
    });
  }

  on(event, body) {
    const handler = { click: this.#onClick, venue: this.#onVenue, move: this.#onMove }[event];
    return handler.call(this, body);
  }

  #features(point, layers) {
    const present = layers.filter((id) => this.#map.getLayer(id));
    return this.#map.queryRenderedFeatures(
      [[point.x - 6, point.y - 6], [point.x + 6, point.y + 6]], { layers: present });
  }

  #onClick(body) {
    const heard = ({ lngLat }) => {
      const { lat, lng } = lngLat.wrap();
      body({ latitude: lat, longitude: lng });
    };
    this.#map.on('click', heard);
    return () => this.#map.off('click', heard);
  }

  #onVenue(body) {
    const heard = async ({ point }) => {
      const [cluster] = this.#features(point, ['venue-clusters']);
      if (cluster) {
        const zoom = await this.#map.getSource('venues')
          .getClusterExpansionZoom(cluster.properties.cluster_id);
        this.#map.easeTo({ center: cluster.geometry.coordinates, zoom });
        return;
      }
      const [venue] = this.#features(point, ['venue-dots']);
      if (venue) body(venue.properties.id);
    };
    this.#map.on('click', heard);
    return () => this.#map.off('click', heard);
  }

  #onMove(body) {
    this.#map.on('moveend', body);
    return () => this.#map.off('moveend', body);
  }
}
