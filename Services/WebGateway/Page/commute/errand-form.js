// The form of a trip over errands: both ends, up to three things to do, how to travel.
import { choice } from '../core/controls.js';
import { h } from '../core/dom.js';
import { count } from '../core/format.js';
import { icon } from '../core/icons.js';
import { categorySelect } from '../venues/filters.js';
import { dwellInput, take, takeCategory } from './fields.js';
import { PlaceField } from './place-field.js';
import { TripEnds } from './trip-ends.js';
import { TripForm } from './trip-form.js';

const maximumErrands = 3;
const usual = ['coffee', 'bakery', 'meals'];
const usualStay = 10;
/** The choice that is no category. */
const placeChoice = 'place';

/** One thing to do: a kind of shop, or a certain place; and for how long. */
class ErrandRow {
  constructor(view, number, { onRemove }) {
    this.number = number;
    this.what = categorySelect({
      id: `do${number}`, value: usual[number - 1], also: [[placeChoice, 'a certain place …']],
      onChange: () => this.#follow(),
    });
    this.stay = dwellInput(`stay${number}`, usualStay);
    this.place = new PlaceField(view, { name: `via${number}`, label: 'Where',
      placeholder: 'address or place' });
    this.remove = h('button', {
      type: 'button', class: 'tool', 'aria-label': `Remove errand ${number}`, title: 'Remove',
      onclick: onRemove,
    }, icon('close'));
    this.element = h('fieldset', { class: 'errand' }, h('legend', {}, `Errand ${number}`),
      h('div', { class: 'row errand-row' }, choice('What', this.what),
        choice('Stay', this.stay, 'min'), this.remove),
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
    return { ...this.isPlace ? this.place.parameters : { [`do${number}`]: this.what.value },
      [`stay${number}`]: this.stay.value };
  }

  get request() {
    const dwellSeconds = Math.round(Number(this.stay.value) * 60);
    return this.isPlace ? { place: this.place.reference, dwellSeconds }
      : { categories: [this.what.value], dwellSeconds };
  }

  check() { return !this.isPlace || this.place.check('Which place?'); }
}

export class ErrandForm extends TripForm {
  #shown = 2;

  constructor(view) {
    super(view, [new TripEnds(view)]);
    this.rows = Array.from({ length: maximumErrands }, (_, index) =>
      new ErrandRow(view, index + 1, { onRemove: () => this.#remove(index) }));
    this.places = this.rows.map(({ place }) => place);
    this.add = h('button', { type: 'button', class: 'quiet',
      onclick: () => this.#showRows(this.#shown + 1, { isNew: true }) },
      icon('plus'), 'Add an errand');
    this.layOut('Is there time?', this.ends.elements, this.rows.map(({ element }) => element),
      this.add,
      this.travel());
    this.#showRows(2);
  }

  get #used() { return this.rows.slice(0, this.#shown); }

  /** The stops of any trip of a plan say what their errands were taken for. */
  taken(plan) {
    const stops = (plan.trips[0]?.stops ?? [])
      .map(({ errand, place }) => [this.places[errand], place]);
    return [...super.taken(plan), ...stops];
  }

  #showRows(number, { isNew = false } = {}) {
    this.#shown = Math.max(1, Math.min(maximumErrands, number));
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
    await super.fill(parameters);
    const given = this.rows.filter(({ number }) => parameters[`do${number}`]
      || parameters[`via${number}`]).length;
    this.#showRows(given || this.#shown);
    await Promise.all(this.rows.map((row) => row.fill(parameters)));
  }

  isComplete(parameters) {
    return super.isComplete(parameters) && Boolean(parameters.do1 || parameters.via1);
  }

  check() { return super.check() && this.#used.every((row) => row.check()); }

  get request() {
    return {
      ...this.ends.request(), errands: this.#used.map(({ request }) => request),
      profile: this.profiles[0].value, ...this.choices.conditions,
    };
  }

  get parameters() {
    return { ...super.parameters, ...Object.assign({},
      ...this.#used.map(({ parameters }) => parameters)) };
  }

  get summary() { return `${super.summary}, ${count(this.#shown, 'errand')}`; }
}
