// A field for a place: type-ahead, "my location", or a click on the map.
import { ask } from '../core/remember.js';
import { debounce, h } from '../core/dom.js';
import { parsePoint, point } from '../core/format.js';
import { centerOf } from '../core/geometry.js';
import { icon } from '../core/icons.js';
import { usual, usualName } from '../core/usual.js';
import { sayFlaw } from './fields.js';

const pauseMilliseconds = 120;
const maximumSuggestions = 6;
/** The longest name that a place is sent with; at most 200 bytes. */
const maximumLabel = 66;

/** The device's location; throws an error in words. */
export function currentLocation() {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) return void reject(new Error('This browser does not know where it is.'));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({
        latitude: coords.latitude, longitude: coords.longitude, accuracyMeters: coords.accuracy,
      }),
      ({ code }) => reject(new Error(code === 1
        ? 'You have not allowed this page to know your location.'
        : 'Your location cannot be found at the moment.')),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 });
  });
}

export class PlaceField {
  #view;
  #label;
  #chosen;
  #options = [];
  #active = -1;
  #onChange;
  #request = 0;

  constructor(view, { name, label, placeholder, onChange = () => {}, tools = ['locate', 'pick'] }) {
    [this.#view, this.#label, this.#onChange] = [view, label, onChange];
    this.input = h('input', {
      id: name, name, type: 'text', placeholder, autocomplete: 'off', maxlength: 1000, spellcheck: 'false',
      role: 'combobox', 'aria-expanded': 'false', 'aria-autocomplete': 'list', enterkeyhint: 'next',
      'aria-controls': `${name}-list`, oninput: () => this.#typed(), onkeydown: (event) => this.#key(event),
      onfocus: () => this.text || this.#suggest(),
      onblur: () => setTimeout(() => this.#close(), 150),
    });
    this.list = h('ul', { id: `${name}-list`, role: 'listbox', 'aria-label': `${label}: suggestions`, hidden: true });
    this.note = h('p', { class: 'field-note', role: 'status' });
    const tool = (key, text, action) => tools.includes(key) && h('button', {
      type: 'button', class: 'tool', title: text, 'aria-label': `${label}: ${text}`, onclick: action,
    }, icon(key));
    this.element = h('div', { class: 'place' },
      h('label', { for: name }, label),
      h('div', { class: 'field' }, this.input,
        tool('locate', 'my location', () => this.#locate()),
        tool('pick', 'pick on the map', (event) => this.#pick(event.currentTarget)), this.list),
      this.note);
    this.#search = debounce(pauseMilliseconds, () => this.#suggest());
  }

  #search;

  /** What a plan asks for: text, a coordinate with its name, or a device given as “@phone”. */
  get reference() {
    const { text } = this;
    if (text.startsWith('@')) return { device: text.slice(1) };
    if (this.#chosen && !parsePoint(text)) return { coordinate: this.#chosen, label: text.slice(0, maximumLabel) };
    const coordinate = this.#chosen ?? parsePoint(text);
    return coordinate ? { coordinate } : { text: usual()[usualName(text)] || text };
  }

  /** The coordinate, where one is known without asking. */
  get coordinate() { return this.reference.coordinate; }

  get text() { return this.input.value.trim(); }

  set(text, coordinate) {
    this.input.value = text ?? '';
    this.#chosen = coordinate;
    this.note.textContent = '';
    sayFlaw(this.input, '');
  }

  /** Sets it to what a deep link says: a text, and where it is, as `lat,lon`, if that is known. */
  take(text, at) {
    const coordinate = parsePoint(at);
    this.set(text, coordinate);
    if (at && !coordinate) sayFlaw(this.input, `“${at}” is no position such as 37.8,-122.4.`);
  }

  /** The parameters of a deep link, by its name. */
  get parameters() {
    const { name } = this.input;
    const isNamed = this.coordinate && !parsePoint(this.text);
    return { [name]: this.text, [`${name}At`]: isNamed ? point(this.coordinate) : '' };
  }

  /** Whether there is a place; says what is missing, `what` where nothing is, and goes there. */
  check(what) {
    const name = usualName(this.text);
    const isUnset = name && !this.coordinate && !usual()[name];
    if (this.text && !isUnset) return true;
    this.say(isUnset ? `“${this.text}” is not set: write its address beneath your name, in the corner at the top.` : what, 'bad');
    this.input.focus();
    return false;
  }

  /** Says how the text was taken, or what is wrong with it. */
  say(text, kind = '') {
    this.note.textContent = text;
    this.note.dataset.kind = kind;
  }

  #typed() {
    this.#chosen = undefined;
    this.say('');
    this.#search();
  }

  async #suggest() {
    const text = this.text;
    const request = ++this.#request;
    if (parsePoint(text) || text.startsWith('@') || usualName(text)) return this.#close();
    if (!text) return this.#show(Object.entries(usual()).filter(([name, value]) => usualName(name) && value).map(([label]) => ({ label })));
    const near = centerOf(this.#view.map.box);
    try {
      const { value } = await ask('geocoder.suggest', { text, near, limit: maximumSuggestions }, { limit: 5000 });
      if (request === this.#request && document.activeElement === this.input) this.#show(value.completions);
    } catch (problem) {
      if (request === this.#request) this.say(problem.isOutage ? 'No suggestions at the moment.' : problem.message, 'soft');
    }
  }

  #show(completions) {
    this.#options = completions;
    this.#active = -1;
    this.list.replaceChildren(...completions.map((each, index) => {
      const [first, ...rest] = each.label.split(', ');
      return h('li', {
        role: 'option', id: `${this.input.id}-${index}`, 'aria-selected': 'false',
        onmousedown: (event) => {
          event.preventDefault();
          this.#choose(index);
        },
      }, h('strong', {}, first), rest.length > 0 && h('small', {}, rest.join(', ')));
    }));
    this.list.hidden = completions.length === 0;
    this.input.setAttribute('aria-expanded', String(!this.list.hidden));
  }

  #close() {
    this.list.hidden = true;
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
  }

  #choose(index) {
    const { label, coordinate } = this.#options[index];
    this.set(label, coordinate);
    this.#close();
    this.#onChange();
  }

  #key(event) {
    if (event.key === 'Escape') return this.#close();
    if (event.key === 'Enter' && this.#active >= 0 && !this.list.hidden) {
      event.preventDefault();
      return this.#choose(this.#active);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || this.list.hidden) return undefined;
    event.preventDefault();
    const size = this.#options.length;
    this.#active = (this.#active + step + size + (this.#active < 0 && step < 0 ? 1 : 0)) % size;
    [...this.list.children].forEach((item, index) =>
      item.setAttribute('aria-selected', String(index === this.#active)));
    this.input.setAttribute('aria-activedescendant', `${this.input.id}-${this.#active}`);
    return undefined;
  }

  async #locate() {
    this.say('Finding where you are…');
    try {
      const { latitude, longitude } = await currentLocation();
      await this.#take({ latitude, longitude }, 'My location');
    } catch (error) {
      this.say(error.message, 'bad');
    }
  }

  async #pick(button) {
    if (this.picking) return this.picking.abort();
    this.picking = new AbortController();
    button.setAttribute('aria-pressed', 'true');
    this.#view.lowerSheet();
    const coordinate = await this.#view.map.pick(
      `${this.#label}: choose a place on the map.`, AbortSignal.any([this.picking.signal, this.#view.signal]));
    button.setAttribute('aria-pressed', 'false');
    this.picking = undefined;
    this.#view.raiseSheet();
    if (coordinate) await this.#take(coordinate, point(coordinate));
    return undefined;
  }

  /** Takes a coordinate, and names it by what is there. */
  async #take(coordinate, name) {
    this.set(name, coordinate);
    this.#onChange();
    const { value } = await ask('geocoder.reverse', { coordinate, radiusMeters: 100 }, { limit: 4000 })
      .catch(() => ({ value: { hits: [] } }));
    if (value.hits[0] && this.input.value === name) this.say(`Near ${value.hits[0].label}`);
  }
}
