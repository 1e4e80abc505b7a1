// The door Cafés: the nearest around this user, kept right as they move. The stack watches the
// device's reported positions and says within which radius the list stays the same; the page asks
// again at the latest every ten seconds.
import { call } from '../core/api.js';
import { announce, h } from '../core/dom.js';
import { listen } from '../core/events.js';
import { distance, parsePoint, point } from '../core/format.js';
import { centerOf, circle, feature, metersBetween } from '../core/geometry.js';
import { note } from '../core/navigation.js';
import { device, followSwitch, report } from '../core/position.js';
import { clockLine, failure, loading, nothing, staleLine } from '../core/state-lines.js';
import { localNow } from '../commute/when-field.js';
import { find } from './find.js';
import { venueCard, venueFeature } from './venue-card.js';
import { showVenue } from './venue-detail.js';
import { openOnly } from './filters.js';

const shownCafes = 10;
const everyMilliseconds = 10_000;
const category = 'coffee';
const areaDegrees = 0.006;
const jumpMeters = 200;
const leastMoveMeters = 5;

class NearestCafes {
  #view;
  #center;
  #list;
  #watch;
  #timer;
  #opened = false;
  #here;
  #hasFitted = false;

  constructor(view) {
    this.#view = view;
    this.hours = openOnly(() => this.refresh());
    this.follow = this.#followSwitch();
    this.cards = h('ol', { class: 'cards', 'aria-label': 'The nearest cafés' });
    this.state = h('div', { class: 'list-state' }, loading('Looking around…'));
    this.where = h('p', { class: 'soft', role: 'status' });
    this.page = h('div', {}, h('h2', { tabindex: '-1' }, 'The nearest cafés'),
      h('div', { class: 'chip-row' },
        this.follow.element,
        this.hours.chip),
      this.where, this.state, this.cards);
    view.map.on('venue', (id) => this.open({ id }), view.signal);
    view.map.on('click', (at) => this.#lookFrom(at), view.signal);
    listen('nearby.changed', {
      filter: { device: device() }, signal: view.signal,
      matches: (event) => event.watch === this.#watch?.watch,
      onState: () => this.#isFollowing && this.refresh(),
    }, (event) => this.#take(event.list));
    view.signal.addEventListener('abort', () => clearTimeout(this.#timer));
    document.addEventListener('visibilitychange',
      () => !document.hidden && this.page.isConnected && this.refresh(), { signal: view.signal });
  }

  #isFollowing = false;
  /** Following, and the device has not said where it is. */
  #isFinding = false;

  async show(parameters) {
    if (parameters.venue) {
      const known = this.#list?.find(({ venue }) => venue.id === parameters.venue);
      await showVenue(this.#view, parameters.venue,
        { back: () => this.#back(), distanceMeters: known?.distanceMeters });
      return;
    }
    this.#view.map.mark('venue', []);
    this.#view.panel.replaceChildren(this.page);
    const at = parsePoint(parameters.at);
    if (at) this.#center = at;
    await this.refresh();
  }

  open({ id }) {
    note('cafes', { ...this.#parameters(), venue: id }, { replace: false });
    this.#opened = true;
    this.show({ venue: id });
  }

  #back() {
    if (this.#opened) return history.back();
    note('cafes', this.#parameters());
    return this.show({});
  }

  #parameters() { return this.#center ? { at: point(this.#center) } : {}; }

  #lookFrom(at) {
    if (!this.page.isConnected) return;
    this.#isFollowing = false;
    this.#center = at;
    this.follow.stop();
    note('cafes', this.#parameters());
    this.refresh();
  }

  /** Around the point in use: chosen, reported, or the middle of the map. */
  async #coordinate() {
    if (this.#center) return this.#center;
    await this.#renew();
    this.#isFollowing = Boolean(this.#center);
    this.#center ??= centerOf(this.#view.map.box);
    return this.#center;
  }

  async refresh() {
    clearTimeout(this.#timer);
    try {
      const coordinate = await this.#coordinate();
      // The list of a followed device says how far it may move; any other is asked for.
      const isWatched = this.#isFollowing && await this.#renew();
      const found = !isWatched && await find({ coordinate,
        filter: { category, ...this.hours.filter() }, limit: shownCafes },
        { signal: this.#view.signal, limit: 8000 });
      if (found && coordinate === this.#center) this.#fill(found, coordinate);
    } catch (problem) {
      if (this.#view.signal.aborted) return;
      this.state.replaceChildren(failure(problem, { retry: () => this.refresh() }));
    }
    if (!this.#view.signal.aborted) this.#timer = setTimeout(() => !document.hidden
      && this.refresh(), everyMilliseconds);
  }

  /** Takes a list as the stack publishes it; whether it is of where the device is. */
  #take(list) {
    // The monitor ignores a jump that nobody can make; what this device says of itself counts.
    if (!list || (this.#here && metersBetween(list.coordinate, this.#here) > jumpMeters))
      return false;
    this.#center = list.coordinate;
    this.#fill({ venues: list.venues ?? [] }, list.coordinate, list.safe);
    return true;
  }

  #fill(found, coordinate, safe) {
    const before = this.#list?.map(({ venue }) => venue.id).join();
    this.#list = found.venues;
    const today = localNow(this.#view.info.timeZone).day;
    const where = this.#isFollowing ? 'Around you.'
      : 'Around the point on the map; click to move it.';
    const rest = safe && Math.max(0, safe.radiusMeters - metersBetween(safe.center, coordinate));
    if (!this.#isFinding) this.where.textContent = rest > 0
      ? `${where} This list is right for the next ${distance(rest)}.` : where;
    const none = this.hours.filter().hours ? 'No café near here is known to be open.'
      : 'No café near here.';
    this.state.replaceChildren(...[staleLine(found), clockLine(this.#view.info),
      found.venues.length === 0 && nothing(none)].filter(Boolean));
    const hadFocus = this.cards.contains(document.activeElement)
      && document.activeElement.closest('li')?.dataset.id;
    this.cards.replaceChildren(...found.venues.map((each, index) =>
      venueCard(each, { today, number: index + 1, open: (venue) => this.open(venue) })));
    if (hadFocus) this.cards.querySelector(`[data-id="${CSS.escape(hadFocus)}"] button`)?.focus();
    if (before !== undefined && before !== this.#list.map(({ venue }) => venue.id).join())
      announce('The list has changed');
    this.#draw(coordinate, safe);
  }

  #draw(coordinate, safe) {
    const { map } = this.#view;
    if (!this.page.isConnected) return;
    map.draw('safe', safe?.radiusMeters > 0 && safe.radiusMeters < 20_000
      ? [feature('Polygon', [circle(safe.center, safe.radiusMeters)], { role: 'reach' })] : []);
    map.showVenues([]);
    map.mark('cafes', [
      ...this.#list.map(({ venue }, index) => ({
        coordinate: venue.coordinate, text: index + 1, kind: 'venue', label: venue.name,
        onClick: () => this.open(venue),
      })),
      { coordinate, kind: 'dot me', label: 'Here' }]);
    if (this.#hasFitted) return;
    this.#hasFitted = true;
    const { latitude, longitude } = coordinate;
    const far = this.#list.map(({ venue }) => venue).map(venueFeature)
      .map((each) => each.geometry.coordinates);
    map.fit([...far, [longitude - areaDegrees / 4, latitude],
      [longitude + areaDegrees / 4, latitude]]);
  }

  #followSwitch() {
    return followSwitch(this.#view.signal, {
      onStart: () => {
        [this.#isFollowing, this.#isFinding, this.#hasFitted, this.#here] =
          [true, true, false, undefined];
        this.where.textContent = 'Finding where you are…';
      },
      onPosition: async (position) => {
        // A phone at rest reports the same place again and again.
        if (this.#here && metersBetween(this.#here, position) < leastMoveMeters) return;
        [this.#here, this.#center, this.#isFinding] = [position, position, false];
        await report(position).catch(() => {});
        if (this.#isFollowing) this.refresh();
      },
      onFail: (words) => {
        this.#isFinding = false;
        this.where.textContent = words;
      },
      onStop: () => {
        [this.#isFollowing, this.#isFinding, this.#here] = [false, false, undefined];
        this.refresh();
      },
    });
  }

  /**
   * Asks the stack to watch this device, for as long as the page shows it; whether that gave the
   * list.
   */
  async #renew() {
    try {
      this.#watch = await call('shop-search.nearby-watch', {
        device: device(), filter: { category, ...this.hours.filter() }, limit: shownCafes,
      }, { signal: this.#view.signal, limit: 8000 });
      return this.#take(this.#watch.list);
    } catch {
      // The list is asked for by its place instead.
      return false;
    }
  }
}

export async function open(view) {
  const cafes = new NearestCafes(view);
  await cafes.show(view.parameters);
  return { update: (parameters) => cafes.show(parameters) };
}
