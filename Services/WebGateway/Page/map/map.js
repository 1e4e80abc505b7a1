// The map: one face for both ways of drawing it, and what every door draws on it.
import { debounce, h } from '../core/dom.js';
import { boxAround, position } from '../core/geometry.js';

const maximumMarkers = 60;
/** A view of more degrees of latitude shows no streets. */
const farDegrees = 0.05;

function hasWebGL() {
  if (new URLSearchParams(location.search).get('map') === 'plain') return false;
  const canvas = document.createElement('canvas');
  return Boolean(canvas.getContext('webgl2') ?? canvas.getContext('webgl'));
}

/** MapLibre; without WebGL or its files Leaflet; or nothing, and `reasons` says what is missing. */
async function makeCanvas(element, box, reasons) {
  if (hasWebGL()) {
    try {
      const { MapLibreCanvas } = await import('./maplibre-canvas.js');
      return await MapLibreCanvas.make(element, box);
    } catch (error) {
      reasons.push(error.message);
    }
  } else {
    reasons.push('This browser has no WebGL, so the map is drawn plainly.');
  }
  try {
    const { LeafletCanvas } = await import('./leaflet-canvas.js');
    return await LeafletCanvas.make(element, box);
  } catch (error) {
    reasons.push(error.message);
    element.replaceChildren(h('p', { class: 'no-map' },
      'There is no map: ', reasons.join(' '), ' Everything else works.'));
    return undefined;
  }
}

/** Stands in until there is a map, and where none can be drawn. */
class NoCanvas {
  #box;

  constructor(box) { this.#box = box; }

  box() { return this.#box; }

  setVenues() {}
  setShapes() {}
  setMarkers() {}
  fit() {}
  on() { return () => {}; }
}

/**
 * The map. Shapes are GeoJSON features whose `role` has a look in `look.js`; layers of shapes are
 * replaced as a whole, by name. A canvas has the same methods for what it draws.
 *
 * A door uses it before there is a canvas, which is made by `start`: what was drawn, fitted and
 * listened to until then holds for the canvas, too.
 */
export class MapView {
  #canvas;
  #root;
  #box;
  #venues = [];
  #shapes = new Map();
  #markers = new Map();
  #listeners = new Set();
  #fitted;
  /** Why the map is not drawn as well as it could be. */
  reasons = [];

  constructor(element, box) {
    [this.#root, this.#box, this.#canvas] = [element, box, new NoCanvas(box)];
    this.#keepFitted(element, box);
  }

  /** Makes the canvas; resolves when it draws. */
  async start() {
    // Where the door looks already, so that no tiles of elsewhere are loaded first.
    const canvas = await makeCanvas(this.#root, this.#fitted?.box ?? this.#box, this.reasons);
    if (!canvas) return;
    this.#canvas = canvas;
    this.#showShapes();
    this.#showMarkers();
    if (this.#venues.length > 0) canvas.setVenues(this.#venues);
    for (const listener of this.#listeners) listener.off = canvas.on(listener.event, listener.body);
    // The extent is what a canvas shows by itself; what a door fits has margins of its own.
    if (this.#fitted?.box !== this.#box) this.#fitAgain();
  }

  #fitAgain() {
    if (this.#fitted) this.#canvas.fit(this.#fitted.box, { ...this.#fitted.options, animate: false });
  }

  /** The visible box; what a sheet covers is not visible. */
  get box() { return this.#canvas.box(); }

  /** Replaces the lines and areas of a layer; the layers are drawn in the order of their names. */
  draw(layer, features = []) {
    this.#shapes.set(layer, features);
    this.#showShapes();
  }

  #showShapes() {
    this.#canvas.setShapes([...this.#shapes].sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, each]) => each));
  }

  /** Replaces the venues: features of points with `id`, `name`, `category`; clustered when far. */
  showVenues(features = []) {
    this.#venues = features;
    this.#canvas.setVenues(features);
  }

  /** Replaces the markers of a layer: `{ coordinate, text, kind, label, onClick }`. */
  mark(layer, markers = []) {
    this.#markers.set(layer, markers.slice(0, maximumMarkers));
    this.#showMarkers();
  }

  #showMarkers() {
    this.#canvas.setMarkers([...this.#markers.values()].flat().map((each) => (
      { position: position(each.coordinate), element: MapView.#element(each), kind: each.kind })));
  }

  static #element({ text, kind, label, onClick }) {
    const name = onClick ? 'button' : 'div';
    return h(name, {
      class: `marker ${kind ?? ''}`, title: label, 'aria-label': label, onclick: onClick,
      ...(onClick ? { type: 'button' } : { role: 'img' }),
    }, h('span', {}, text ?? ''));
  }

  /** Clears what a door has drawn. */
  clear() {
    this.#shapes.clear();
    this.#markers.clear();
    this.#showShapes();
    this.#showMarkers();
    this.showVenues();
  }

  /** Moves so that the box, or the positions, are in view. */
  fit(boxOrPositions, options = {}) {
    const box = Array.isArray(boxOrPositions) ? boxAround(boxOrPositions) : boxOrPositions;
    if (!box) return;
    this.#fitted = { box, options };
    this.#canvas.fit(box, options);
  }

  /** Fits again where the screen or the sheet has another size, unless the user has moved the map since. */
  #keepFitted(element, extent) {
    this.#fitted = { box: extent, options: { margin: 10 } };
    for (const name of ['pointerdown', 'wheel', 'keydown']) {
      element.addEventListener(name, () => { this.#fitted = undefined; }, { passive: true });
    }
    const again = debounce(100, () => this.#fitAgain());
    window.addEventListener('resize', again);
    const sheet = document.getElementById('sheet');
    if (sheet) new ResizeObserver(again).observe(sheet);
  }

  /** Moves only if the coordinate is not in view; `near` also if it is too far to see its streets. */
  reveal(coordinate, { near = false } = {}) {
    const { south, west, north, east } = this.box;
    const { latitude, longitude } = coordinate;
    const isFar = near && north - south > farDegrees;
    const isVisible = latitude > south && latitude < north && longitude > west && longitude < east;
    if (isVisible && !isFar) return;
    const height = Math.min(north - south, near ? farDegrees / 4 : Infinity) / 2;
    const width = Math.min(east - west, near ? farDegrees / 4 : Infinity) / 2;
    this.fit({
      south: latitude - height, north: latitude + height,
      west: longitude - width, east: longitude + width,
    });
  }

  /** Hears `click` (a coordinate), `venue` (an identifier) and `move` until `signal` aborts. */
  on(event, body, signal) {
    // While a place is picked, a click on a venue is a click on the map.
    const heard = event === 'venue'
      ? (id) => document.body.classList.contains('picking') || body(id) : body;
    const listener = { event, body: heard, off: this.#canvas.on(event, heard) };
    this.#listeners.add(listener);
    signal?.addEventListener('abort', () => {
      this.#listeners.delete(listener);
      listener.off();
    });
  }

  /** The coordinate of the next click, which `words` ask for; `undefined` if `signal` aborts first, or the user. */
  pick(words, signal) {
    return new Promise((resolve) => {
      const done = new AbortController();
      const cancel = h('button', { type: 'button', class: 'quiet', onclick: () => end(undefined) }, 'Cancel');
      const hint = h('div', { class: 'pick-hint', role: 'status' }, h('span', {}, words), cancel);
      const end = (coordinate) => {
        document.body.classList.remove('picking');
        hint.remove();
        done.abort();
        resolve(coordinate);
      };
      document.body.classList.add('picking');
      document.body.append(hint);
      this.on('click', end, done.signal);
      window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(undefined), { signal: done.signal });
      signal?.addEventListener('abort', () => end(undefined));
    });
  }
}
