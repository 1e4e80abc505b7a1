// A field for a place: type-ahead, "my location", or a click on the map.
import { ask } from '../core/api.js';
import { Combobox, placeRow } from '../core/combobox.js';
import { debounce, h, icon, notice } from '../core/dom.js';
import { parsePoint, point } from '../core/format.js';
import { centerOf } from '../core/geometry.js';
import { pickButton } from '../core/pick-button.js';
import { currentLocation } from '../core/position.js';
import { usual, usualName, usualWords } from '../core/usual.js';
import { sayFlaw } from './fields.js';
import { t } from '../core/words.js';

const pauseMilliseconds = 120;
const maximumSuggestions = 6;
/** The longest name that a place is sent with; at most 200 bytes. */
const maximumLabel = 66;

export class PlaceField {
  #view;
  #chosen;
  #offers;
  #onChange;
  #request = 0;

  constructor(view, { name, label, placeholder, onChange = () => {}, canPick = true }) {
    [this.#view, this.#onChange] = [view, onChange];
    this.input = h('input', {
      id: name, name, type: 'text', placeholder, autocomplete: 'off', maxlength: 1000,
      spellcheck: 'false',
      role: 'combobox', 'aria-expanded': 'false', 'aria-autocomplete': 'list', enterkeyhint: 'next',
      'aria-controls': `${name}-list`, oninput: () => this.#typed(),
      onfocus: () => this.text || this.#suggest(),
    });
    const list = h('ul', { id: `${name}-list`, role: 'listbox',
      'aria-label': t('{label}: suggestions', { label }), hidden: true });
    this.#offers = new Combobox(this.input, list, ({ label: text, coordinate }) =>
      this.#choose(text, coordinate));
    this.note = notice();
    const named = (text) => ({ class: 'tool', title: text, 'aria-label': `${label}: ${text}` });
    this.element = h('div', { class: 'place' },
      h('label', { for: name }, label),
      h('div', { class: 'field' }, this.input,
        h('button', { ...named(t('my location')), onclick: () => this.locate() },
          icon('locate')),
        canPick && pickButton(view, { ...named(t('pick on the map')),
          words: t('{label}: choose a place on the map.', { label }),
          onPick: (coordinate) => this.#take(coordinate, point(coordinate)),
        }, icon('pick')), list),
      this.note);
  }

  #search = debounce(pauseMilliseconds, () => this.#suggest());

  /** What a plan asks for: text, a coordinate with its name, or a device given as “@phone”. */
  get reference() {
    const { text } = this;
    if (text.startsWith('@')) return { device: text.slice(1) };
    if (this.#chosen && !parsePoint(text))
      return { coordinate: this.#chosen, label: text.slice(0, maximumLabel) };
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
    if (at && !coordinate) sayFlaw(this.input,
      t('“{at}” is not a position such as 37.8,-122.4.', { at }));
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
    this.say(isUnset ? t('“{name}” is not set: enter its address under your name, at the top.',
      { name: this.text }) : what, 'bad');
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
    if (parsePoint(text) || text.startsWith('@') || usualName(text)) return this.#offers.close();
    if (!text) return this.#offers.show(['home', 'work'].filter((name) => usual()[name])
      .map((name) => placeRow({ label: usualWords[name] })));
    const near = centerOf(this.#view.map.box);
    try {
      const { value } = await ask('geocoder.suggest', { text, near, limit: maximumSuggestions },
        { limit: 5000 });
      if (request === this.#request && document.activeElement === this.input)
        this.#offers.show(value.completions.map(placeRow));
    } catch (problem) {
      if (request === this.#request) this.say(problem.isOutage ? t('No suggestions at the moment.')
        : problem.message, 'soft');
    }
  }

  #choose(text, coordinate) {
    this.set(text, coordinate);
    this.#onChange();
  }

  /** Sets it to where this device is, or says why that is not known. */
  async locate() {
    this.say(t('Finding where you are…'));
    try {
      const { latitude, longitude } = await currentLocation(this.#view.info.box);
      await this.#take({ latitude, longitude }, t('My location'));
    } catch (error) {
      this.say(error.message, 'bad');
    }
  }

  /** Takes a coordinate, and names it by what is there. */
  async #take(coordinate, name) {
    this.#choose(name, coordinate);
    const { value } = await ask('geocoder.reverse', { coordinate, radiusMeters: 100 },
      { limit: 4000 })
      .catch(() => ({ value: { hits: [] } }));
    if (value.hits[0] && this.input.value === name)
      this.say(t('Near {place}', { place: value.hits[0].label }));
  }
}
