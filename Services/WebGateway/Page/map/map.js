// The map, and what every door draws on it.
import { debounce, h, icon } from '../core/dom.js';
import { boxAround, boxOf, contains, position } from '../core/geometry.js';
import { currentLocation } from '../core/position.js';
import { insets } from './insets.js';
import { collection, makeMap } from './maplibre.js';
import { venueAt } from './venue-layers.js';
import { t } from '../core/words.js';

const maximumMarkers = 60;
/** A view of more degrees of latitude shows no streets. */
const farDegrees = 0.05;
const nearDegrees = 0.0125;
const noticeMilliseconds = 5000;

function markerElement({ text, kind, label, onClick }) {
  return h(onClick ? 'button' : 'div', {
    class: `marker ${kind ?? ''}`, title: label, 'aria-label': label, onclick: onClick,
    role: onClick ? undefined : 'img',
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
  /** The box of the whole map. */
  extent;
  /** The part that is shown first. */
  #home;
  /** Shows somebody who moves. The map stays with them as long as nobody moves it otherwise. */
  #followed;
  /** The library's map, once it draws. */
  #map;
  #venues = [];
  #shapes = new Map();
  #markers = new Map();
  /** The library's markers that are shown. */
  #shown = [];
  #events = new EventTarget();
  #fitted;
  /** Hears the next click, while a place is picked. */
  #picking;
  /** Why there is no map; '' while there may be one. */
  reason = '';

  constructor(element, extent) {
    [this.#element, this.extent, this.#home] = [element, extent, extent];
    this.locator = h('button', { class: 'locator', onclick: () => this.#locate() });
    this.#keepFitted();
  }

  /** Loads the library; resolves when the map is there, or when the page says why it is missing. */
  async start() {
    try {
      // Where the door looks already, so that no tiles of elsewhere are loaded first.
      const box = this.#fitted?.box ?? this.#home;
      this.#map = await makeMap(this.#element, box, (map) => this.#showFeatures(map));
    } catch (error) {
      this.reason = t('There is no map: {why}', { why: error.message });
      this.#element.replaceChildren(h('p', { class: 'no-map' },
        t('{why} Everything else works.', { why: this.reason })));
      return this.#tell('move');
    }
    this.#element.append(this.locator);
    this.#showLocator();
    this.#map.on('click', (event) => this.#click(event));
    this.#map.on('moveend', () => this.#tell('move'));
    this.#showMarkers();
    this.#fitAgain();
    return this.#tell('move');
  }

  /** Shows a part first, unless a door has shown another, or somebody has moved the map. */
  open(box) {
    const isHome = this.#fitted?.box === this.#home;
    this.#home = box;
    if (isHome) this.home();
  }

  /** Back to what was shown first. */
  home() { this.fit(this.#home, { margin: 10 }); }

  /** The visible box; what a sheet covers is not visible. */
  get box() {
    if (!this.#map) return this.reason ? this.extent : this.#home;
    const { clientWidth: width, clientHeight: height } = this.#element;
    const room = insets(this.#element, 0);
    const a = this.#map.unproject([room.left, height - room.bottom]);
    const b = this.#map.unproject([width - room.right, room.top]);
    return {
      south: Math.max(-90, a.lat), west: Math.max(-180, a.lng),
      north: Math.min(90, b.lat), east: Math.min(180, b.lng),
    };
  }

  /** Where the tiles are, `{ template, deepest }`; `undefined` without a map. */
  get tiles() {
    const names = Object.keys(this.#map?.getStyle().sources ?? {});
    const source = names.map((name) => this.#map.getSource(name))
      .find(({ type }) => type === 'vector');
    return source?.tiles && { template: source.tiles[0], deepest: source.maxzoom };
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
    this.follow(undefined);
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
    this.#map?.setPadding(insets(this.#element, margin));
    this.#map?.fitBounds([[west, south], [east, north]],
      { maxZoom: zoom, duration: isStill ? 0 : 400, linear: true });
  }

  #fitAgain() {
    if (this.#fitted) this.fit(this.#fitted.box, { ...this.#fitted.options, animate: false });
  }

  /**
   * Fits again where the screen or the sheet has another size, unless the user has moved the map
   * since.
   */
  #keepFitted() {
    this.#fitted = { box: this.extent, options: { margin: 10 } };
    for (const name of ['pointerdown', 'wheel', 'keydown']) {
      this.#element.addEventListener(name, ({ target }) => {
        if (this.locator.contains(target)) return;
        this.#fitted = undefined;
        this.#showLocator();
      }, { passive: true });
    }
    // What is in the middle stays in the middle of what can be seen.
    const again = debounce(100, () => (this.#fitted ? this.#fitAgain()
      : this.#map?.setPadding(insets(this.#element, 0))));
    window.addEventListener('resize', again);
    new ResizeObserver(again).observe(document.getElementById('sheet'));
  }

  /** Moves only if the coordinate is not in view, or too far to see its streets. */
  reveal(coordinate) {
    const { box } = this;
    if (!contains(box, coordinate) || box.north - box.south > farDegrees) this.#center(coordinate);
  }

  /** No farther than where one sees its streets. */
  #center(coordinate, options = {}) {
    const { south, west, north, east } = this.box;
    const [height, width] = [north - south, east - west]
      .map((each) => Math.min(each, nearDegrees));
    this.fit(boxOf(coordinate, height, width), options);
  }

  /**
   * Stays with somebody who moves, with `box` in view, until the map is touched; then a button
   * leads back to them. Ends without a coordinate.
   */
  follow(coordinate, box = undefined) {
    const isNew = !this.#followed;
    // Without a margin, which would zoom out a little at each step.
    const still = { zoom: 20, margin: 0, animate: !box };
    this.#followed = coordinate && (() => (box ? this.fit(box, still)
      : this.#center(coordinate, still)));
    if (this.#followed && (isNew || this.#fitted)) this.#followed();
    this.#showLocator();
  }

  /** The button on the map: back to who is followed, or to where this device is. */
  #showLocator() {
    const isLoose = this.#followed && !this.#fitted;
    this.locator.hidden = Boolean(this.#followed && this.#fitted);
    this.locator.ariaLabel = this.locator.title = isLoose ? t('Back to me') : t('My position');
    this.locator.replaceChildren(icon('locate'), isLoose ? this.locator.title : '');
  }

  async #locate() {
    if (this.#followed) {
      this.#followed();
      return this.#showLocator();
    }
    try {
      const coordinate = await currentLocation(this.extent);
      this.mark('me', [{ coordinate, kind: 'dot me', label: t('You') }]);
      this.#center(coordinate);
    } catch (error) {
      setTimeout(this.#hint(error.message), noticeMilliseconds);
    }
  }

  /** Says something on the map; returns what removes it. */
  #hint(words, ...buttons) {
    const hint = h('div', { class: 'pick-hint', role: 'status' }, h('span', {}, words), buttons);
    document.body.append(hint);
    return () => hint.remove();
  }

  /**
   * Calls `body` at each `venue` that is clicked (its identifier), other `click` (its coordinate)
   * and `move`, until `signal` aborts. While a place is picked, nobody else hears of clicks.
   */
  on(event, body, signal) {
    this.#events.addEventListener(event, (/** @type {CustomEvent} */ { detail }) => body(detail),
      { signal });
  }

  #tell(event, value) {
    this.#events.dispatchEvent(new CustomEvent(event, { detail: value }));
  }

  async #click({ lngLat, point }) {
    const { lat: latitude, lng: longitude } = lngLat.wrap();
    if (this.#picking) return this.#picking({ latitude, longitude });
    const venue = await venueAt(this.#map, point);
    if (venue) return this.#tell('venue', venue);
    return venue === undefined && this.#tell('click', { latitude, longitude });
  }

  /**
   * The coordinate of the next click, which `words` ask for; `undefined` if `signal` aborts first,
   * or the user.
   */
  pick(words, signal) {
    return new Promise((resolve) => {
      const done = new AbortController();
      const cancel = h('button', { class: 'quiet', onclick: () => end(undefined) }, t('Cancel'));
      const end = (coordinate) => {
        this.#picking = undefined;
        document.body.classList.remove('picking');
        remove();
        done.abort();
        resolve(coordinate);
      };
      this.#picking?.();
      this.#picking = end;
      document.body.classList.add('picking');
      const remove = this.#hint(words, cancel);
      window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(undefined),
        { signal: done.signal });
      signal?.addEventListener('abort', () => end(undefined));
    });
  }
}
