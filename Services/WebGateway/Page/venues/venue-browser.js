// A list of venues beside the map, linked both ways: the list has what is on the visible part of
// the map; a card opens its venue, and so does a dot.
import { announce, debounce, h } from '../core/dom.js';
import { count, isAlike, parsePoint, point, sureness } from '../core/format.js';
import { centerOf, position } from '../core/geometry.js';
import { note } from '../core/navigation.js';
import { clockLine, failure, loading, nothing, staleLine } from '../core/state-lines.js';
import { PlaceField } from '../commute/place-field.js';
import { localNow } from '../commute/when-field.js';
import { all, find } from './find.js';
import { venueCard, venueFeature } from './venue-card.js';
import { showVenue } from './venue-detail.js';

const pageSize = 30;
const areaDegrees = 0.012;

export class VenueBrowser {
  #view;
  #options;
  #origin;
  #request = 0;
  #found = { venues: [] };
  #scroll = 0;

  /**
   * `options`: `door`, `title`, `category()`, `filter()` with more criteria (may be a promise),
   * `controls` (an element above the list), `empty()` (what to say where nothing is found).
   */
  constructor(view, options) {
    this.#view = view;
    this.#options = options;
    this.where = new PlaceField(view, {
      name: `${options.door}-where`, label: 'Near', placeholder: 'city, address or place',
      canPick: false, onChange: () => this.#goThere(),
    });
    this.list = h('ol', { class: 'cards', 'aria-label': options.title });
    this.state = h('div', { class: 'list-state' });
    this.more = h('button', { type: 'button', class: 'more-button', hidden: true,
      onclick: () => this.#showMore() }, 'Show more');
    this.page = h('div', {}, h('h2', { tabindex: '-1' }, options.title),
      h('form', { class: 'where', onsubmit: (event) => this.#submit(event) }, this.where.element,
        options.controls),
      this.state, this.list, this.more);
    view.map.on('move', debounce(250, () => this.#isListed && this.refresh()), view.signal);
    view.map.on('venue', (id) => this.open({ id }), view.signal);
  }

  get #isListed() { return this.page.isConnected && !this.#view.signal.aborted; }

  /** Shows the list, or the venue that the parameters name. */
  async show(parameters) {
    const at = parsePoint(parameters.at);
    if (at && point(at) !== (this.#origin && point(this.#origin))) {
      this.where.set(parameters.near ?? parameters.at, at);
      this.#fitAround(at);
    }
    if (parameters.venue) {
      this.#scroll = this.#view.panel.scrollTop;
      const known = this.#found.venues.find(({ venue }) => venue.id === parameters.venue);
      await showVenue(this.#view, parameters.venue, {
        back: () => this.#back(), distanceMeters: known?.distanceMeters,
      });
      return;
    }
    this.#view.map.mark('venue', []);
    this.#view.panel.replaceChildren(this.page);
    this.#view.panel.scrollTop = this.#scroll;
    if (parameters.near && !at && parameters.near !== this.where.text) {
      this.where.set(parameters.near);
      await this.#goThere({ replace: true });
    }
    await this.refresh();
  }

  open({ id }) {
    const parameters = { ...this.#parameters(), venue: id };
    note(this.#options.door, parameters, { replace: false });
    this.#opened = true;
    this.show(parameters);
  }

  #opened = false;

  /** Back to the list: the way that led here, or the list itself for a deep link. */
  #back() {
    if (this.#opened) return history.back();
    note(this.#options.door, this.#parameters());
    return this.show({});
  }

  #parameters() {
    return this.#origin ? { near: this.where.text, at: point(this.#origin) } : {};
  }

  #submit(event) {
    event.preventDefault();
    this.#goThere();
  }

  /** Moves to the place in the field: chosen, or the best that the geocoder finds for the text. */
  async #goThere(how = { replace: false }) {
    try {
      const known = this.where.coordinate;
      const place = known ? { coordinate: known } : await this.#view.locate(this.where.text);
      const { coordinate, label, confidence } = /** @type {any} */ (place);
      this.#fitAround(coordinate);
      if (label && !isAlike(label, this.where.text))
        this.where.say(`Taken for ${label} (${sureness(confidence)})`);
      note(this.#options.door, this.#parameters(), how);
    } catch (problem) {
      this.where.say(problem.message, 'bad');
    }
  }

  #fitAround(coordinate) {
    this.#origin = coordinate;
    const [x, y] = position(coordinate);
    this.#view.map.mark('origin', [{ coordinate, kind: 'dot me',
      label: this.where.text || 'Here' }]);
    this.#view.map.fit([[x - areaDegrees, y - areaDegrees], [x + areaDegrees, y + areaDegrees]]);
  }

  /** Puts the dots of the category on the map. */
  async showDots() {
    try {
      const venues = await all(this.#options.category(), this.#view.signal);
      if (!this.#view.signal.aborted) this.#view.map.showVenues(venues.map(venueFeature));
    } catch {
      // The list says what is wrong.
    }
  }

  async #ask(after) {
    const { box } = this.#view.map;
    const filter = { category: this.#options.category(), ...await this.#options.filter?.() };
    return find({
      coordinate: this.#origin ?? centerOf(box), box, filter, limit: pageSize,
      ...(after ? { after } : {}),
    }, { signal: this.#view.signal, limit: 10_000 });
  }

  /** Asks again for what is on the visible part of the map. */
  async refresh() {
    const request = ++this.#request;
    if (!this.list.hasChildNodes()) this.state.replaceChildren(loading('Looking around…'));
    try {
      const found = await this.#ask();
      if (request !== this.#request) return;
      this.#found = found;
      this.#fill(found.venues, []);
    } catch (problem) {
      if (request !== this.#request || this.#view.signal.aborted) return;
      // An old list is better than none; an error is never an empty list.
      this.state.replaceChildren(failure(problem, { retry: () => this.refresh() }));
    }
  }

  #fill(venues, before) {
    const { isStale, asOf, next } = this.#found;
    const today = localNow(this.#view.info.timeZone).day;
    const line = venues.length + before.length > 0
      ? h('p', { class: 'soft' }, count(venues.length + before.length, 'place'),
        next && ' and more',
        ' on this part of the map, ', this.#origin ? 'the nearest first'
          : 'the nearest to its middle first')
      : nothing(this.#options.empty(), ' Move the map, or zoom out.');
    this.state.replaceChildren(...[staleLine({ isStale, asOf }), clockLine(this.#view.info),
      line].filter(Boolean));
    const cards = venues.map((each) => {
      const card = venueCard(each, { today, open: (venue) => this.open(venue) });
      const { coordinate, name } = each.venue;
      const show = () => this.#view.map.mark('hover',
        [{ coordinate, kind: 'stop', label: name, text: '●' }]);
      card.addEventListener('pointerenter', show);
      card.addEventListener('focusin', show);
      card.addEventListener('pointerleave', () => this.#view.map.mark('hover', []));
      return card;
    });
    if (before.length === 0) this.list.replaceChildren(...cards);
    else this.list.append(...cards);
    this.more.hidden = !next;
    if (before.length === 0) announce(line.textContent);
  }

  async #showMore() {
    const before = this.#found.venues;
    try {
      const found = await this.#ask(this.#found.next);
      this.#found = { ...found, venues: [...before, ...found.venues] };
      this.#fill(found.venues, before);
    } catch (problem) {
      this.state.replaceChildren(failure(problem));
    }
  }
}
