// The form of a trip over errands: both ends, up to three things to do, how to travel.
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { categorySelect } from '../venues/filters.js';
import { choice, dwellInput, profileSelect, take, takeCategory, zoneLine } from './fields.js';
import { PlaceField } from './place-field.js';
import { TripChoices } from './trip-choices.js';
import { TripEnds, fieldOf } from './trip-ends.js';

const maximumErrands = 3;
const usual = ['coffee', 'bakery', 'meals'];
const usualStay = 10;
/** The choice that is no category. */
const placeChoice = 'place';

/** One thing to do: a kind of shop, or a certain place; and for how long. */
class ErrandRow {
  constructor(view, number, { onRemove }) {
    this.number = number;
    const { select } = categorySelect({
      id: `do${number}`, label: 'What', value: usual[number - 1], also: [[placeChoice, 'a certain place …']],
      onChange: () => this.#follow(),
    });
    this.what = select;
    this.stay = dwellInput(`stay${number}`, usualStay);
    this.place = new PlaceField(view, { name: `via${number}`, label: 'Where', placeholder: 'address or place' });
    this.remove = h('button', {
      type: 'button', class: 'tool', 'aria-label': `Remove errand ${number}`, title: 'Remove', onclick: onRemove,
    }, icon('close'));
    this.element = h('fieldset', { class: 'errand' }, h('legend', {}, `Errand ${number}`),
      h('div', { class: 'row errand-row' }, choice('What', this.what), choice('Stay', this.stay, 'min'), this.remove),
      this.place.element);
    this.#follow();
  }

  get isPlace() { return this.what.value === placeChoice; }

  #follow() { this.place.element.hidden = !this.isPlace; }

  async fill(parameters) {
    const { number } = this;
    const [kind, place] = [parameters[`do${number}`], parameters[`via${number}`]];
    if (place) this.place.take(place, parameters[`via${number}At`]);
    take(this.stay, parameters[`stay${number}`], usualStay);
    await takeCategory(this.what, place ? placeChoice : kind || usual[number - 1]);
    this.#follow();
  }

  get parameters() {
    const { number } = this;
    return { ...this.isPlace ? this.place.parameters : { [`do${number}`]: this.what.value }, [`stay${number}`]: this.stay.value };
  }

  get request() {
    const dwellSeconds = Math.round(Number(this.stay.value) * 60);
    return this.isPlace ? { place: this.place.reference, dwellSeconds } : { categories: [this.what.value], dwellSeconds };
  }

  check() { return !this.isPlace || this.place.check('Which place?'); }
}

export class ErrandForm {
  #shown = 2;

  constructor(view) {
    this.ends = new TripEnds(view);
    this.rows = Array.from({ length: maximumErrands }, (_, index) =>
      new ErrandRow(view, index + 1, { onRemove: () => this.#remove(index) }));
    this.profile = profileSelect('profile');
    this.choices = new TripChoices([this.profile], { hasOrder: false });
    this.add = h('button', { type: 'button', class: 'quiet', onclick: () => this.#showRows(this.#shown + 1, { isNew: true }) },
      icon('plus'), 'Add an errand');
    this.button = h('button', { type: 'submit', class: 'go wide' }, 'Is there time?');
    this.element = h('form', { class: 'trip', novalidate: true }, this.ends.elements,
      this.rows.map(({ element }) => element), this.add, choice('Travel', this.profile), this.choices.element,
      this.button, zoneLine(view.info));
    this.#showRows(2);
  }

  get #used() { return this.rows.slice(0, this.#shown); }

  /** The fields with what a plan took them for; the stops of any of its trips tell of the errands. */
  taken({ origin, destination, trips }) {
    const stops = (trips[0]?.stops ?? []).map(({ errand, place }) => [this.rows[errand].place, place]);
    return [[this.ends.from, origin], [this.ends.to, destination], ...stops];
  }

  get fields() { return [this.ends.from, this.ends.to, ...this.rows.map(({ place }) => place)]; }

  #showRows(count, { isNew = false } = {}) {
    this.#shown = Math.max(1, Math.min(maximumErrands, count));
    this.rows.forEach((row, index) => {
      // What is not there is not checked either.
      row.element.hidden = row.element.disabled = index >= this.#shown;
      row.remove.hidden = this.#shown === 1;
    });
    this.add.hidden = this.#shown === maximumErrands;
    if (isNew) this.rows[this.#shown - 1].what.focus();
  }

  /** The errands after it move up. */
  #remove(index) {
    const rest = this.#used.filter((_, each) => each !== index).map((row) => {
      const { what, stay, place } = row;
      return { what: what.value, stay: stay.value, text: place.text, at: place.coordinate };
    });
    rest.forEach(({ what, stay, text, at }, each) => {
      const row = this.rows[each];
      row.fill({ [`do${each + 1}`]: what, [`stay${each + 1}`]: stay });
      row.place.set(text, at);
    });
    this.#showRows(this.#shown - 1);
    this.rows[Math.min(index, this.#shown - 1)].what.focus();
  }

  async fill(parameters) {
    this.ends.fill(parameters);
    const given = this.rows.filter(({ number }) => parameters[`do${number}`] || parameters[`via${number}`]).length;
    this.#showRows(given || this.#shown);
    take(this.profile, parameters.profile, 'car');
    this.choices.fill(parameters);
    await Promise.all(this.rows.map((row) => row.fill(parameters)));
  }

  /** Whether a deep link has all that a plan needs. */
  isComplete({ from, to, arrive, ...rest }) {
    return Boolean(from && to && arrive && (rest.do1 || rest.via1));
  }

  check() { return this.ends.check() && this.#used.every((row) => row.check()); }

  get request() {
    return {
      ...this.ends.request(), errands: this.#used.map(({ request }) => request), profile: this.profile.value,
      ...this.choices.conditions,
    };
  }

  get parameters() {
    return {
      ...this.ends.parameters, ...Object.assign({}, ...this.#used.map(({ parameters }) => parameters)),
      profile: this.profile.value === 'car' ? '' : this.profile.value, ...this.choices.parameters,
    };
  }

  get summary() { return `${this.ends.summary}, ${this.#shown === 1 ? 'one errand' : `${this.#shown} errands`}`; }

  fieldOf(message) { return fieldOf(message, [this.ends], this.#used.map(({ place }) => place)); }
}
