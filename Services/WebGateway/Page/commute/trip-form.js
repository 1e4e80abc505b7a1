// The form of a trip: from, to, when, for what.
import { h } from '../core/dom.js';
import { parsePoint, point } from '../core/format.js';
import { icon } from '../core/icons.js';
import { categorySelect } from '../venues/filters.js';
import { PlaceField } from './place-field.js';
import { TripChoices } from './trip-choices.js';
import { WhenField } from './when-field.js';

const defaults = { dwell: 10, category: 'coffee', profile: 'car', ahead: 45 };
const maximumDwell = 240;
/** How many places that are not listed a plan explains. */
const explained = 20;

export class TripForm {
  constructor(view, { parameters, onSubmit }) {
    const { timeZone } = view.info;
    this.from = new PlaceField(view, { name: 'from', label: 'From', placeholder: 'address or place' });
    this.to = new PlaceField(view, { name: 'to', label: 'To', placeholder: 'address or place' });
    this.depart = new WhenField({ name: 'depart', label: 'Leave', timeZone, none: 'Empty means now.' });
    this.arrive = new WhenField({ name: 'arrive', label: 'Be there by', timeZone });
    const category = parameters.category ?? defaults.category;
    this.category = categorySelect({ id: 'category', label: 'Stop for', value: category }).select;
    this.dwell = h('input', {
      id: 'dwell', type: 'number', min: 0, max: maximumDwell, required: true, inputmode: 'numeric',
      value: parameters.dwell ?? defaults.dwell,
    });
    this.profile = h('select', { id: 'profile' }, [['car', 'by car'], ['bicycle', 'by bicycle'], ['foot', 'on foot']]
      .map(([value, text]) => h('option', { value }, text)));
    this.choices = new TripChoices(this.profile);
    this.button = h('button', { type: 'submit', class: 'go wide' }, 'Is there time?');
    this.element = h('form', { class: 'trip', novalidate: true, onsubmit: (event) => {
      event.preventDefault();
      if (this.#check()) onSubmit();
    } }, this.#rows(timeZone));
    this.fill(parameters);
  }

  #rows(timeZone) {
    const choice = (label, field, unit) => h('div', { class: 'choice' }, h('label', { for: field.id }, label),
      h('div', { class: 'field' }, field, unit && h('span', { class: 'unit' }, unit)));
    return [
      h('div', { class: 'ends' }, this.from.element, this.to.element,
        h('button', {
          type: 'button', class: 'tool swap', 'aria-label': 'Swap from and to', title: 'Swap', onclick: () => this.#swap(),
        }, icon('swap'))),
      h('div', { class: 'row' }, this.depart.element, this.arrive.element),
      h('div', { class: 'row three' }, choice('Stop for', this.category),
        choice('Stay', this.dwell, 'min'), choice('Travel', this.profile)),
      this.choices.element, this.button, h('p', { class: 'soft small' }, `Times are those of ${timeZone.replaceAll('_', ' ')}.`),
    ];
  }

  /** Fills the fields from the parameters of a deep link. */
  fill(parameters) {
    for (const [name, field] of [['from', this.from], ['to', this.to]]) {
      if (parameters[name]) field.set(parameters[name], parsePoint(parameters[`${name}At`]));
    }
    this.depart.value = parameters.depart;
    if (parameters.arrive) this.arrive.value = parameters.arrive;
    else if (!this.arrive.value) this.arrive.setAhead(defaults.ahead);
    if (parameters.dwell) this.dwell.value = parameters.dwell;
    this.profile.value = parameters.profile ?? defaults.profile;
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

  /** Whether a plan can be asked for without more input. */
  get isReady() { return Boolean(this.from.text && this.to.text && this.arrive.value); }

  #check() {
    for (const [field, what] of [[this.from, 'Where do you start?'], [this.to, 'Where do you go?']]) {
      if (!field.text) {
        field.say(what, 'bad');
        field.input.focus();
        return false;
      }
    }
    if (!this.arrive.value) this.arrive.setAhead(defaults.ahead);
    return this.element.checkValidity() || !this.element.reportValidity();
  }

  #swap() {
    const [from, to] = [[this.from.text, this.from.reference.coordinate], [this.to.text, this.to.reference.coordinate]];
    this.from.set(...to);
    this.to.set(...from);
  }

  /** The request of a plan with this identifier. */
  request(id) {
    return {
      id, origin: this.from.reference, destination: this.to.reference, departure: this.depart.value || 'now',
      deadline: this.arrive.value, dwellSeconds: Math.round(Number(this.dwell.value) * 60),
      category: this.category.value, profile: this.profile.value, steps: true, ...this.choices.request,
      details: { ledger: true, whyNot: { limit: explained }, departures: true },
    };
  }

  /** The parameters of a deep link to this trip. */
  get parameters() {
    const at = (field) => (field.coordinate && !parsePoint(field.text) ? point(field.coordinate) : '');
    return {
      from: this.from.text, fromAt: at(this.from), to: this.to.text, toAt: at(this.to), depart: this.depart.value,
      arrive: this.arrive.value, category: this.category.value, dwell: this.dwell.value,
      profile: this.profile.value === defaults.profile ? '' : this.profile.value, ...this.choices.parameters,
    };
  }

  /** One line for the folded form. */
  get summary() {
    const short = (field) => field.text.split(', ')[0];
    return `${short(this.from)} → ${short(this.to)}`;
  }

  /** Shows what a place was taken for, or what is wrong with it. */
  fieldOf(message) {
    return /\borigin\b/.test(message) ? this.from : /\bdestination\b/.test(message) ? this.to : undefined;
  }
}
