// MapLibre GL: loads the library and the gateway's style, and adds the layers of the page to it.
import { unitWord } from '../core/format.js';
import { hasMiles } from '../core/store.js';
import { timeout } from '../core/signals.js';
import { look, onTheme, roles, theme, venueLook } from './look.js';
import { drawVenues, venueLayers } from './venue-layers.js';
import { language, scriptOf, t } from '../core/words.js';

const libraryMissing = t('MapLibre is missing on the server; “deploy/stack up” says why.');

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
  throw new Error(t('This browser has no WebGL.'));
}

const limit = 10_000;

/** The expressions of the style for the name of a thing. */
const nameText = JSON.stringify(['coalesce', ['get', 'name'], ['get', 'name:latin']]);
/** The name in the reader's language, or in letters that they read, and the local one beside it. */
const theirs = ['coalesce', ['get', `name:${language}`],
  ...scriptOf(language) === 'Latn' ? [['get', 'name:latin']] : [], ['get', 'name']];
const both = ['case', ['any', ['!', ['has', 'name']], ['==', theirs, ['get', 'name']]], theirs,
  ['concat', theirs, ' (', ['get', 'name'], ')']];

/** The style of a theme, its paths made addresses: workers have no page to resolve them against. */
async function loadStyle(name) {
  const reply = await fetch(`/map/style.json?theme=${name}`, { signal: timeout(limit) });
  if (!reply.ok) throw new Error(t('The map’s tiles are not available at the moment.'));
  return JSON.parse(await reply.text(), (_, value) => {
    if (typeof value === 'string' && value.startsWith('/')) return location.origin + value;
    return JSON.stringify(value) === nameText ? both : value;
  });
}

let parts;

/** Begins to load the library and the style of the base map. Throws an error in words. */
export async function preload() {
  requireWebGL();
  parts ??= Promise.all([
    loadStyle(theme()),
    window.maplibregl ?? load('script', { src: '/vendor/maplibre-gl.js' }),
    load('link', { rel: 'stylesheet', href: '/vendor/maplibre-gl.css' }),
  ]);
  return parts;
}

/**
 * The map of the library, showing a box; resolves when its style is there. `onStyle` is called then
 * and after each change of the theme: the layers of the page are new. Throws an error in words.
 */
export async function makeMap(element, { south, west, north, east }, onStyle) {
  const [style] = await preload();
  const map = new maplibregl.Map({
    container: element, style, bounds: [[west, south], [east, north]],
    attributionControl: false, dragRotate: false, pitchWithRotate: false, maxZoom: 20,
    minZoom: style.sources.map.minzoom,
    fadeDuration: 100, locale: {
      'AttributionControl.ToggleAttribution': t('Map data'), 'Map.Title': t('Map'),
      'NavigationControl.ZoomIn': t('Zoom in'), 'NavigationControl.ZoomOut': t('Zoom out'),
      'ScaleControl.Meters': unitWord('meter'), 'ScaleControl.Kilometers': unitWord('kilometer'),
      'ScaleControl.Feet': unitWord('foot'), 'ScaleControl.Miles': unitWord('mile'),
    },
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new maplibregl.AttributionControl({ compact: true }), 'bottom-right');
  map.addControl(new maplibregl.NavigationControl({ showCompass: false }), 'bottom-right');
  const unit = hasMiles() ? 'imperial' : 'metric';
  map.addControl(new maplibregl.ScaleControl({ unit }), 'bottom-left');
  map.on('style.load', () => {
    addLayers(map);
    onStyle(map);
  });
  drawVenues(map);
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
    type: 'geojson', data: collection([]), cluster: true, clusterMaxZoom: 12, clusterRadius: 44,
  });
  for (const role of roles) addRole(map, role, look(role));
  // The names have the font of the style's own labels.
  const font = map.getStyle().layers.find(({ layout }) =>
    layout?.['text-font'])?.layout['text-font'] ?? ['Noto Sans Regular'];
  for (const layer of venueLayers(font, venueLook())) map.addLayer(layer);
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
