// The form of a trip: from, to, when, for what.
import { h } from '../core/dom.js';
import { point } from '../core/format.js';
import { categorySelect } from '../venues/filters.js';
import { TripChoices } from './trip-choices.js';
import { TripEnds, fieldOf } from './trip-ends.js';

const defaults = { dwell: 10, category: 'coffee', profile: 'car' };
const maximumDwell = 240;
/** How many places that are not listed a plan explains. */
const explained = 20;

/** A field with its label, and what it counts. */
export const choice = (label, field, unit) => h('div', { class: 'choice' }, h('label', { for: field.id }, label),
  h('div', { class: 'field' }, field, unit && h('span', { class: 'unit' }, unit)));

/** Takes a value of a deep link; the usual one where the choice does not have it. */
export function take(select, value, usual) {
  select.value = [...select.options].some((option) => option.value === value) ? value : usual;
}

/** How long one stays, in minutes. */
export const dwellInput = (id, value) => h('input', {
  id, type: 'number', min: 0, max: maximumDwell, required: true, inputmode: 'numeric', value,
});

export const profileSelect = (id) => h('select', { id },
  [['car', 'by car'], ['bicycle', 'by bicycle'], ['foot', 'on foot']].map(([value, text]) => h('option', { value }, text)));

/** Whose clock the times are. */
export const zoneLine = ({ timeZone }) =>
  h('p', { class: 'soft small' }, `Times are those of ${timeZone.replaceAll('_', ' ')}.`);

export class TripForm {
  constructor(view, { parameters, onSubmit }) {
    this.ends = new TripEnds(view);
    const category = parameters.category ?? defaults.category;
    this.category = categorySelect({ id: 'category', label: 'Stop for', value: category }).select;
    this.dwell = dwellInput('dwell', parameters.dwell ?? defaults.dwell);
    this.profile = profileSelect('profile');
    this.choices = new TripChoices([this.profile]);
    this.button = h('button', { type: 'submit', class: 'go wide' }, 'Is there time?');
    this.element = h('form', { class: 'trip', novalidate: true, onsubmit: (event) => {
      event.preventDefault();
      if (this.#check()) onSubmit();
    } }, this.ends.elements, h('div', { class: 'row three' }, choice('Stop for', this.category),
      choice('Stay', this.dwell, 'min'), choice('Travel', this.profile)),
    this.choices.element, this.button, zoneLine(view.info));
    this.fill(parameters);
  }

  get from() { return this.ends.from; }

  get to() { return this.ends.to; }

  /** Fills the fields from the parameters of a deep link. */
  fill(parameters) {
    this.ends.fill(parameters);
    if (parameters.dwell) this.dwell.value = parameters.dwell;
    if (!this.dwell.validity.valid) this.dwell.value = defaults.dwell;
    take(this.profile, parameters.profile, defaults.profile);
    this.choices.fill(parameters);
  }

  /** Fills the fields from a plan that was kept: `{ request, plan }`. */
  fillFrom({ request, plan: { origin, destination, departure, deadline } }) {
    this.fill({
      from: origin.label, fromAt: point(origin.coordinate), to: destination.label, toAt: point(destination.coordinate),
      depart: departure, arrive: deadline, dwell: Math.round((request.dwellSeconds ?? 600) / 60), profile: request.profile,
    });
    if (typeof request.category === 'string') this.category.value = request.category;
    this.choices.fillFrom(request);
  }

  #check() { return this.ends.check() && this.element.reportValidity(); }

  /** The request of a plan with this identifier. */
  request(id) {
    return {
      id, ...this.ends.request(), dwellSeconds: Math.round(Number(this.dwell.value) * 60),
      category: this.category.value, profile: this.profile.value, steps: true, ...this.choices.request,
      details: { ledger: true, whyNot: { limit: explained }, departures: true },
    };
  }

  /** The parameters of a deep link to this trip. */
  get parameters() {
    return {
      ...this.ends.parameters, category: this.category.value, dwell: this.dwell.value,
      profile: this.profile.value === defaults.profile ? '' : this.profile.value, ...this.choices.parameters,
    };
  }

  /** One line for the folded form. */
  get summary() { return this.ends.summary; }

  /** The field that a refusal is about. */
  fieldOf(message) { return fieldOf(message, [this.ends]); }
}
