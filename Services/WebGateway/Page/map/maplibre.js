// MapLibre GL: loads the library and the gateway's style, and adds the layers of the page to it.
import { insets } from './insets.js';
import { look, onTheme, roles, theme, venueLook } from './look.js';
import { loadStyle } from './style.js';

const libraryMissing = 'MapLibre is missing on the server; “deploy/stack up” says why.';

/**
 * Loads a script or a style sheet of the library; sheets go before the page's, which override them.
 */
function load(name, attributes) {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(name), attributes);
    element.addEventListener('load', resolve);
    element.addEventListener('error', () => reject(new Error(libraryMissing)));
    document.head.prepend(element);
  });
}

/** As the page was opened; its doors change the address. */
const isWanted = new URLSearchParams(location.search).get('map') !== 'none';

function requireWebGL() {
  const canvas = document.createElement('canvas');
  if (isWanted && (canvas.getContext('webgl2') ?? canvas.getContext('webgl'))) return;
  throw new Error('This browser has no WebGL.');
}

/**
 * The map of the library, showing a box; resolves when its style is there. `onStyle` is called then
 * and after each change of the theme: the layers of the page are new. Throws an error in words.
 */
export async function makeMap(element, { south, west, north, east }, onStyle) {
  requireWebGL();
  const [style] = await Promise.all([
    loadStyle(theme()),
    window.maplibregl ?? load('script', { src: '/vendor/maplibre-gl.js' }),
    load('link', { rel: 'stylesheet', href: '/vendor/maplibre-gl.css' }),
  ]);
  const map = new maplibregl.Map({
    container: element, style, bounds: [[west, south], [east, north]],
    fitBoundsOptions: { padding: insets(element, 10) }, attributionControl: false,
    dragRotate: false, pitchWithRotate: false, maxZoom: 20, fadeDuration: 100,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new maplibregl.AttributionControl({ compact: true }), 'bottom-right');
  map.addControl(new maplibregl.NavigationControl({ showCompass: false }), 'bottom-right');
  map.addControl(new maplibregl.ScaleControl({}), 'bottom-left');
  map.on('style.load', () => {
    addLayers(map);
    onStyle(map);
  });
  showBusy(map, element);
  followTheme(map, element);
  await new Promise((resolve) => { map.once('style.load', resolve); });
  return map;
}

/** Marks the map as busy until all of it is drawn. */
function showBusy(map, element) {
  element.ariaBusy = 'true';
  for (const event of ['dataloading', 'movestart'])
    map.on(event, () => { element.ariaBusy = 'true'; });
  map.on('idle', () => { element.ariaBusy = 'false'; });
  // By itself the library logs an object without its message.
  map.on('error', ({ error }) => console.error(error.message));
}

function followTheme(map, element) {
  onTheme(async (name) => {
    element.ariaBusy = 'true';
    // Without the other style the map stays as it is.
    const other = await loadStyle(name).catch(() => undefined);
    if (other) map.setStyle(other, { diff: false });
    else element.ariaBusy = 'false';
  });
}

export const collection = (features) => ({ type: 'FeatureCollection', features });

function addLayers(map) {
  map.addSource('shapes', { type: 'geojson', data: collection([]) });
  map.addSource('venues', {
    type: 'geojson', data: collection([]), cluster: true, clusterMaxZoom: 14, clusterRadius: 44,
  });
  for (const role of roles) addRole(map, role, look(role, theme()));
  addVenues(map, venueLook(theme()));
}

function addRole(map, role, { colour, casing, width, opacity, dash, fill }) {
  const layer = (id, type, paint, layout = {}) => map.addLayer({
    id: `${role}-${id}`, type, source: 'shapes', filter: ['==', ['get', 'role'], role], paint,
    layout,
  });
  if (fill) layer('fill', 'fill', { 'fill-color': colour, 'fill-opacity': fill });
  const round = { 'line-cap': 'round', 'line-join': 'round' };
  if (!dash && !fill) layer('casing', 'line', { 'line-color': casing, 'line-width': width + 4 },
    round);
  layer('line', 'line', {
    'line-color': colour, 'line-width': width, 'line-opacity': opacity,
    ...(dash ? { 'line-dasharray': dash } : {}),
  }, round);
}

function addVenues(map, { venue, cluster, count, casing }) {
  map.addLayer({
    id: 'venue-clusters', type: 'circle', source: 'venues', filter: ['has', 'point_count'],
    paint: {
      'circle-color': cluster, 'circle-stroke-color': casing, 'circle-stroke-width': 2,
      'circle-opacity': 0.92, 'circle-radius': ['step', ['get', 'point_count'], 13, 20, 16, 100,
        21],
    },
  });
  // The counts have the font of the style's own labels.
  const font = map.getStyle().layers.find(({ layout }) =>
    layout?.['text-font'])?.layout['text-font'];
  if (font) {
    map.addLayer({
      id: 'venue-counts', type: 'symbol', source: 'venues', filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'], 'text-size': 12, 'text-font': font,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': count },
    });
  }
  map.addLayer({
    id: 'venue-dots', type: 'circle', source: 'venues', filter: ['!', ['has', 'point_count']],
    paint: {
      'circle-color': venue, 'circle-stroke-color': casing, 'circle-stroke-width': 1.5,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 11, 4, 16, 7],
    },
  });
}

/** The first feature of the layers near a point of the screen. */
function featureNear(map, { x, y }, layer) {
  return map.getLayer(layer)
    && map.queryRenderedFeatures([[x - 6, y - 6], [x + 6, y + 6]], { layers: [layer] })[0];
}

/**
 * The identifier of the venue at a point of the screen; `undefined` where none is. A cluster there
 * is opened: `null`.
 */
export async function venueAt(map, point) {
  const cluster = featureNear(map, point, 'venue-clusters');
  if (!cluster) return featureNear(map, point, 'venue-dots')?.properties.id;
  const zoom = await map.getSource('venues').getClusterExpansionZoom(cluster.properties.cluster_id);
  map.easeTo({ center: cluster.geometry.coordinates, zoom });
  return null;
}
