// The map, and what every door draws on it.
import { debounce, h } from '../core/dom.js';
import { boxAround, position } from '../core/geometry.js';
import { insets } from './insets.js';
import { collection, makeMap, venueAt } from './maplibre.js';

const maximumMarkers = 60;
/** A view of more degrees of latitude shows no streets. */
const farDegrees = 0.05;

function markerElement({ text, kind, label, onClick }) {
  return h(onClick ? 'button' : 'div', {
    class: `marker ${kind ?? ''}`, title: label, 'aria-label': label, onclick: onClick,
    ...(onClick ? { type: 'button' } : { role: 'img' }),
  }, h('span', {}, text ?? ''));
}

/**
 * The map. Shapes are GeoJSON features whose `role` has a look in `look.js`; layers of shapes and
 * of markers are replaced as a whole, by name.
 *
 * A door uses it before the library is loaded, which `start` does, and where it never is: what was
 * drawn and fitted until then is shown as soon as there is a map.
 */
export class MapView {
  #element;
  #extent;
  /** The library's map, once it draws. */
  #map;
  #venues = [];
  #shapes = new Map();
  #markers = new Map();
  /** The library's markers that are shown. */
  #shown = [];
  #listeners = { click: new Set(), venue: new Set(), move: new Set() };
  #fitted;
  /** Hears the next click, while a place is picked. */
  #picking;
  /** Why there is no map; '' while there may be one. */
  reason = '';

  constructor(element, extent) {
    [this.#element, this.#extent] = [element, extent];
    this.#keepFitted();
  }

  /** Loads the library; resolves when the map is there, or when the page says why it is missing. */
  async start() {
    try {
      // Where the door looks already, so that no tiles of elsewhere are loaded first.
      const box = this.#fitted?.box ?? this.#extent;
      this.#map = await makeMap(this.#element, box, (map) => this.#showFeatures(map));
    } catch (error) {
      this.reason = `There is no map: ${error.message}`;
      this.#element.replaceChildren(h('p', { class: 'no-map' },
        `${this.reason} Everything else works.`));
      return;
    }
    this.#map.on('click', (event) => this.#click(event));
    this.#map.on('moveend', () => this.#tell('move'));
    this.#showMarkers();
    // The library has fitted the extent; what a door fits has its own margins.
    if (this.#fitted?.box !== this.#extent) this.#fitAgain();
  }

  /** The visible box; what a sheet covers is not visible. */
  get box() {
    if (!this.#map) return this.#extent;
    const { clientWidth: width, clientHeight: height } = this.#element;
    const room = insets(this.#element, 0);
    const a = this.#map.unproject([room.left, height - room.bottom]);
    const b = this.#map.unproject([width - room.right, room.top]);
    return {
      south: Math.max(-90, a.lat), west: Math.max(-180, a.lng),
      north: Math.min(90, b.lat), east: Math.min(180, b.lng),
    };
  }

  #showFeatures(map = this.#map) {
    const shapes = [...this.#shapes].toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, each]) => each);
    map?.getSource('shapes')?.setData(collection(shapes));
    map?.getSource('venues')?.setData(collection(this.#venues));
  }

  /** Replaces the lines and areas of a layer; the layers are drawn in the order of their names. */
  draw(layer, features = []) {
    this.#shapes.set(layer, features);
    this.#showFeatures();
  }

  /** Replaces the venues: features of points with `id`, `name`, `category`; clustered when far. */
  showVenues(features = []) {
    this.#venues = features;
    this.#showFeatures();
  }

  /** Replaces the markers of a layer: `{ coordinate, text, kind, label, onClick }`. */
  mark(layer, markers = []) {
    this.#markers.set(layer, markers.slice(0, maximumMarkers));
    this.#showMarkers();
  }

  #showMarkers() {
    if (!this.#map) return;
    for (const marker of this.#shown) marker.remove();
    this.#shown = [...this.#markers.values()].flat().map((each) => {
      const element = markerElement(each);
      const anchor = /dot|venue/.test(each.kind) ? 'center' : 'bottom';
      const marker = new maplibregl.Marker({ element, anchor }).setLngLat(position(each.coordinate))
        .addTo(this.#map);
      // By itself the library calls each of them “Map marker”.
      element.ariaLabel = element.title;
      return marker;
    });
  }

  /** Clears what a door has drawn. */
  clear() {
    this.#shapes.clear();
    this.#markers.clear();
    this.#showMarkers();
    this.showVenues();
  }

  /**
   * Moves so that the box, or the positions, are in view; `zoom` is the deepest, `margin` in
   * pixels.
   */
  fit(boxOrPositions, options = {}) {
    const box = Array.isArray(boxOrPositions) ? boxAround(boxOrPositions) : boxOrPositions;
    if (!box) return;
    this.#fitted = { box, options };
    const { south, west, north, east } = box;
    const { zoom = 16, margin = 40, animate = true } = options;
    const isStill = !animate || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#map?.fitBounds([[west, south], [east, north]], {
      padding: insets(this.#element, margin), maxZoom: zoom, duration: isStill ? 0 : 400,
      linear: true,
    });
  }

  #fitAgain() {
    if (this.#fitted) this.fit(this.#fitted.box, { ...this.#fitted.options, animate: false });
  }

  /**
   * Fits again where the screen or the sheet has another size, unless the user has moved the map
   * since.
   */
  #keepFitted() {
    this.#fitted = { box: this.#extent, options: { margin: 10 } };
    for (const name of ['pointerdown', 'wheel', 'keydown']) {
      this.#element.addEventListener(name, () => { this.#fitted = undefined; }, { passive: true });
    }
    const again = debounce(100, () => this.#fitAgain());
    window.addEventListener('resize', again);
    new ResizeObserver(again).observe(document.getElementById('sheet'));
  }

  /**
   * Moves only if the coordinate is not in view; `near` also if it is too far to see its streets.
   */
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

  /**
   * Calls `body` at each `click` (with its coordinate), `venue` that is clicked (its identifier)
   * and `move`, until `signal` aborts. While a place is picked, nobody else hears of clicks.
   */
  on(event, body, signal) {
    this.#listeners[event].add(body);
    signal?.addEventListener('abort', () => this.#listeners[event].delete(body));
  }

  #tell(event, value) {
    for (const body of [...this.#listeners[event]]) body(value);
  }

  async #click({ lngLat, point }) {
    const { lat: latitude, lng: longitude } = lngLat.wrap();
    if (this.#picking) return this.#picking({ latitude, longitude });
    this.#tell('click', { latitude, longitude });
    if (this.#listeners.venue.size === 0) return undefined;
    const venue = await venueAt(this.#map, point);
    return venue && this.#tell('venue', venue);
  }

  /**
   * The coordinate of the next click, which `words` ask for; `undefined` if `signal` aborts first,
   * or the user.
   */
  pick(words, signal) {
    return new Promise((resolve) => {
      const done = new AbortController();
      const cancel = h('button', { type: 'button', class: 'quiet', onclick: () => end(undefined) },
        'Cancel');
      const hint = h('div', { class: 'pick-hint', role: 'status' }, h('span', {}, words), cancel);
      const end = (coordinate) => {
        this.#picking = undefined;
        document.body.classList.remove('picking');
        hint.remove();
        done.abort();
        resolve(coordinate);
      };
      this.#picking?.();
      this.#picking = end;
      document.body.classList.add('picking');
      document.body.append(hint);
      window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(undefined),
        { signal: done.signal });
      signal?.addEventListener('abort', () => end(undefined));
    });
  }
}
