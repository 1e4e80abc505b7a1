// The door Explore: places of every kind beside the map, linked with it both ways; those on its
// visible part, or the nearest around this user, kept right as they move. Works with the stack
// down, from what this device has stored.
import { call } from '../core/api.js';
import { announce, debounce, h, notice, show } from '../core/dom.js';
import { downloadArea } from '../core/download-area.js';
import { listen } from '../core/events.js';
import { distance, isAlike, localNow, nameOf, parsePoint, point,
  sureness } from '../core/format.js';
import { boxOf, centerOf, circle, contains, feature, metersBetween } from '../core/geometry.js';
import { note } from '../core/navigation.js';
import { device, followSwitch, outside, report } from '../core/position.js';
import { clockLine, failure, loading, nothing, staleLine } from '../core/state-lines.js';
import { pendingCount } from './favourites.js';
import { Filters } from './filters.js';
import { all, categories, find } from './find.js';
import { venueCard, venueFeature } from './venue-card.js';
import { showVenue } from './venue-detail.js';
import { plural, t } from '../core/words.js';

/** How many are listed; for others one moves the map, or zooms in. */
const listed = 50;
/** How many have their number on the map. */
const marked = 3;
const areaDegrees = 0.024;
/** How many of the nearest the stack watches for a followed device, and how often it is asked. */
const followedPlaces = 10;
const everyMilliseconds = 10_000;
/** The monitor ignores a jump that nobody can make; what this device says of itself counts. */
const jumpMeters = 200;
/** A phone at rest reports the same place again and again. */
const leastMoveMeters = 5;
/** A circle that is larger says nothing on a map. */
const largestCircle = 20_000;

class Explore {
  #view;
  /** What distances are measured from, `{ coordinate, label }`; else it is the map's middle. */
  #origin;
  #request = 0;
  /** What is listed: `{ venues, next, coordinate, safe, isStale, asOf }`. */
  #found = { venues: [] };
  #scroll = 0;
  /** Draws again what the filters let through, as other places have a heart. */
  #drawDots = () => {};
  #opened = false;
  /** Of the device that is followed: whether it is, where it is, and the stack's watch of it. */
  #isFollowing = false;
  #here;
  #watch;
  #timer;

  constructor(view) {
    this.#view = view;
    this.filters = new Filters(() => this.#narrow());
    this.follow = this.#followSwitch();
    this.notice = notice();
    this.list = h('ol', { class: 'cards', 'aria-label': t('Places') });
    this.line = h('p', { class: 'soft', role: 'status' });
    this.state = h('div', {});
    this.pending = h('p', { class: 'stale', hidden: true });
    this.page = h('div', {}, h('h2', { tabindex: '-1', class: 'visually-hidden' }, t('Explore')),
      this.filters.kinds, h('div', { class: 'chip-row' }, this.follow.element, this.filters.chips),
      h('details', {}, h('summary', {}, t('More filters')), this.filters.more, downloadArea(view)),
      this.notice, this.pending, this.state, this.line, this.list);
    view.map.on('move', debounce(250, () => this.#isListed && !this.#isFollowing
      && this.refresh()), view.signal);
    view.map.on('venue', (id) => this.open({ id }), view.signal);
    view.map.on('click', (coordinate) => this.#isListed
      && this.#measureFrom({ coordinate, label: point(coordinate) }), view.signal);
    window.addEventListener('favouriteschange', () => this.#showHearts(), { signal: view.signal });
    view.signal.addEventListener('abort', () => this.follow.stop());
    document.addEventListener('visibilitychange', () => !document.hidden && this.#isFollowing
      && this.refresh(), { signal: view.signal });
    this.#showHearts();
  }

  get #isListed() { return this.page.isConnected && !this.#view.signal.aborted; }

  /** Shows the list, or the venue that the parameters name. */
  async show({ category = '', near = undefined, at = undefined, venue = undefined }) {
    const isOther = category !== this.filters.category || !this.list.hasChildNodes();
    this.filters.show(category);
    const coordinate = parsePoint(at);
    this.notice.textContent = !at || coordinate ? ''
      : t('“{at}” is not a position such as 37.8,-122.4.', { at });
    if (!near && !at && !venue) this.#origin = undefined;
    if (coordinate && at !== this.#parameters.at)
      this.#measureFrom({ coordinate, label: near ?? at }, { isFar: true });
    if (isOther) this.#showDots();
    if (venue) return this.#showVenue(venue);
    this.#view.map.mark('venue', []);
    this.#view.map.draw('way', []);
    this.#view.panel.replaceChildren(this.page);
    this.#view.panel.scrollTop = this.#scroll;
    if (near && !coordinate) await this.#locate(near);
    note('explore', this.#parameters);
    return this.refresh();
  }

  #showVenue(id) {
    this.#scroll = this.#view.panel.scrollTop;
    const known = this.#found.venues.find(({ venue }) => venue.id === id);
    return showVenue(this.#view, id,
      { back: () => this.#back(), distanceMeters: known?.distanceMeters });
  }

  open({ id }) {
    const parameters = { ...this.#parameters, venue: id };
    note('explore', parameters, { replace: false });
    this.#opened = true;
    this.show(parameters);
  }

  /** Back to the list: the way that led here, or the list itself for a deep link. */
  #back() {
    if (this.#opened) return history.back();
    note('explore', this.#parameters);
    return this.show(this.#parameters);
  }

  get #parameters() {
    const { coordinate = undefined, label = undefined } = this.#origin ?? {};
    return { category: this.filters.category, near: label, at: coordinate && point(coordinate) };
  }

  /** Another kind, or other criteria. */
  #narrow() {
    note('explore', this.#parameters);
    this.#showDots();
    this.refresh();
  }

  /** Measures from the best place that the geocoder finds for a text. */
  async #locate(text) {
    try {
      const { coordinate, label = text, confidence } = await this.#view.locate(text);
      this.#measureFrom({ coordinate, label: text }, { isFar: true });
      this.notice.textContent = isAlike(label, text) ? ''
        : t('Taken for {place} ({sureness})', { place: label, sureness: sureness(confidence) });
    } catch (problem) {
      this.notice.textContent = problem.message;
    }
  }

  /** Measures from a place; goes there if it may be far off. */
  #measureFrom(origin, { isFar = false } = {}) {
    this.follow.stop();
    this.#origin = origin;
    if (isFar) return this.#view.map.fit(boxOf(origin.coordinate, areaDegrees));
    note('explore', this.#parameters);
    return this.refresh();
  }

  /** Puts all that the filters let through on the map. */
  async #showDots() {
    const { map, signal } = this.#view;
    const { category } = this.filters;
    try {
      const [found, tree] = await Promise.all([
        all(await this.filters.filter(), map.extent, signal), categories()]);
      if (signal.aborted || category !== this.filters.category) return;
      this.#drawDots = () => map.showVenues(found.map((each) => venueFeature(each, tree)));
      this.#drawDots();
      this.filters.offerFeeds(found.map(({ venue }) => venue));
    } catch {
      // The list says what is wrong.
    }
  }

  async #showHearts() {
    this.#drawDots();
    const number = await pendingCount();
    this.pending.hidden = number === 0;
    this.pending.textContent = plural(number, '{n} heart waits to be sent.',
      '{n} hearts wait to be sent.');
    if (this.filters.hearts.isOn() && this.#isListed) this.refresh();
  }

  async #ask() {
    const { box } = this.#view.map;
    return find({
      coordinate: this.#origin?.coordinate ?? centerOf(box), box, limit: listed,
      filter: await this.filters.filter(), order: this.filters.order.value,
    }, { signal: this.#view.signal, limit: 10_000 });
  }

  /**
   * The nearest around the followed device, of the stack's watch of it; asked for by its place
   * where there is none. `undefined` before it is known where the device is.
   */
  async #watched() {
    const request = { filter: await this.filters.filter(), limit: followedPlaces };
    const options = { signal: this.#view.signal, limit: 8000 };
    try {
      this.#watch = await call('shop-search.nearby-watch', { device: device(), ...request },
        options);
      if (this.#isRight(this.#watch.list)) return this.#watch.list;
    } catch {
      // Asked for by its place instead.
    }
    const coordinate = this.#here;
    return coordinate && { coordinate, ...await find({ coordinate, ...request }, options) };
  }

  /** Whether a list of the stack is of where the device is. */
  #isRight(list) {
    return list && (!this.#here || metersBetween(list.coordinate, this.#here) <= jumpMeters);
  }

  /** Asks again: for what is on the visible part of the map, or around the followed device. */
  async refresh() {
    clearTimeout(this.#timer);
    const request = ++this.#request;
    if (!this.list.hasChildNodes()) this.state.replaceChildren(loading(t('Looking around…')));
    try {
      const found = await (this.#isFollowing ? this.#watched() : this.#ask());
      if (request !== this.#request) return;
      if (found) this.#fill(found);
    } catch (problem) {
      if (request !== this.#request || this.#view.signal.aborted) return;
      // An old list is better than none; an error is never an empty list.
      this.state.replaceChildren(failure(problem, { retry: () => this.refresh() }));
    }
    if (this.#isFollowing && !this.#view.signal.aborted)
      this.#timer = setTimeout(() => !document.hidden && this.refresh(), everyMilliseconds);
  }

  #fill(found) {
    const ids = ({ venues }) => venues.map(({ venue }) => venue.id).join();
    const { venues = [], isStale, asOf } = found;
    const hasChanged = ids({ venues }) !== ids(this.#found);
    this.#found = { ...found, venues };
    show(this.state, staleLine({ isStale, asOf }), clockLine(this.#view.info),
      venues.length === 0 && nothing(this.filters.nothing(this.#isFollowing)));
    this.line.textContent = venues.length > 0 ? this.#words(venues.length) : '';
    const focused = this.list.contains(document.activeElement)
      && document.activeElement.closest('li')?.dataset.id;
    this.list.replaceChildren(...venues.map((each, index) => venueCard(each, {
      today: localNow(this.#view.info.timeZone).day, open: (venue) => this.open(venue),
      number: index < marked && index + 1,
    })));
    if (focused) this.list.querySelector(`[data-id="${CSS.escape(focused)}"] button`)?.focus();
    if (hasChanged) announce(`${this.state.textContent} ${this.line.textContent}`);
    this.#draw();
  }

  #words(number) {
    const { coordinate, safe, next } = this.#found;
    if (this.#isFollowing) {
      const rest = safe && Math.max(0, safe.radiusMeters - metersBetween(safe.center, coordinate));
      return rest > 0 ? t('Around you. This list is right for the next {distance}.',
        { distance: distance(rest) }) : t('Around you.');
    }
    const places = next ? plural(number, 'The first place on this part of the map',
      'The first {n} places on this part of the map')
      : plural(number, '{n} place on this part of the map', '{n} places on this part of the map');
    const order = this.filters.order.selectedOptions[0].text;
    return this.#origin ? t('{places}, {order}, from {origin}.', { places, order,
      origin: this.#origin.label }) : t('{places}, {order}.', { places, order });
  }

  /** Marks what is listed by its numbers, and where one is. */
  #draw() {
    const { map } = this.#view;
    if (!this.#isListed) return;
    const { venues, safe, coordinate } = this.#found;
    map.draw('safe', safe?.radiusMeters > 0 && safe.radiusMeters < largestCircle
      ? [feature('Polygon', [circle(safe.center, safe.radiusMeters)], { role: 'reach' })] : []);
    const here = this.#isFollowing ? { coordinate, label: t('You') } : this.#origin;
    map.mark('listed', [...venues.slice(0, marked).map(({ venue }, index) => ({
      coordinate: venue.coordinate, text: index + 1, label: `${index + 1}. ${nameOf(venue)}`,
      kind: 'venue', onClick: () => this.open(venue),
    })), ...(here ? [{ ...here, kind: 'dot me' }] : [])]);
    if (this.#isFollowing) map.follow(coordinate);
  }

  /** The stack watches the device as long as it is followed, and says when the list has changed. */
  #followSwitch() {
    const say = (words) => { this.notice.textContent = words; };
    let listening;
    return followSwitch(this.#view, {
      say,
      onStart: () => {
        [this.#isFollowing, this.#here, this.#origin] = [true, undefined, undefined];
        // What was asked for the map before is not of where the device is.
        this.#request += 1;
        listening = new AbortController();
        listen('nearby.changed', {
          filter: { device: device() }, signal: listening.signal,
          matches: ({ watch }) => watch === this.#watch?.watch, onState: () => this.refresh(),
        }, ({ list }) => this.#isRight(list) && this.#fill(list));
      },
      onPosition: async (at) => {
        if (this.#here && metersBetween(this.#here, at) < leastMoveMeters) return undefined;
        if (!contains(this.#view.info.box, at)) return say(outside);
        this.#here = at;
        say('');
        await report(at).catch(() => {});
        return this.#isFollowing && this.refresh();
      },
      onStop: () => {
        listening.abort();
        clearTimeout(this.#timer);
        this.#isFollowing = false;
        this.#view.map.follow(undefined);
        if (this.#isListed) this.refresh();
      },
    });
  }
}

export async function open(view) {
  const explore = new Explore(view);
  await explore.show(view.parameters);
  return { update: (parameters) => explore.show(parameters) };
}
