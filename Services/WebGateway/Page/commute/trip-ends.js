// Where somebody goes and when: both ends with a button to swap them, departure and deadline.
import { h } from '../core/dom.js';
import { parsePoint, point } from '../core/format.js';
import { icon } from '../core/icons.js';
import { PlaceField } from './place-field.js';
import { WhenField } from './when-field.js';

/** How long from now a deadline is, unless one is chosen, in minutes. */
const ahead = 45;

/** The name of a field in a deep link: `from`, or `otherFrom`. */
const named = (prefix, name) => (prefix ? prefix + name[0].toUpperCase() + name.slice(1) : name);

export class TripEnds {
  #prefix;

  /** `prefix` begins the names of the fields; `follows` says whose times empty ones are. */
  constructor(view, { prefix = '', follows } = {}) {
    this.#prefix = prefix;
    const { timeZone } = view.info;
    const place = (name, label) => new PlaceField(view, {
      name: named(prefix, name), label, placeholder: 'address or place',
    });
    const when = (name, label, none) => new WhenField({ name: named(prefix, name), label, timeZone, none });
    this.from = place('from', 'From');
    this.to = place('to', 'To');
    this.depart = when('depart', 'Leave', follows ?? 'Empty means now.');
    this.arrive = when('arrive', 'Be there by', follows);
    this.isRequired = !follows;
    const swap = h('button', {
      type: 'button', class: 'tool swap', 'aria-label': 'Swap from and to', title: 'Swap', onclick: () => this.#swap(),
    }, icon('swap'));
    this.elements = [
      h('div', { class: 'ends' }, this.from.element, this.to.element, swap),
      h('div', { class: 'row' }, this.depart.element, this.arrive.element),
    ];
  }

  /** Fills the fields from the parameters of a deep link. */
  fill(parameters) {
    const given = (name) => parameters[named(this.#prefix, name)];
    for (const [name, field] of [['from', this.from], ['to', this.to]]) {
      if (given(name)) field.set(given(name), parsePoint(given(`${name}At`)));
    }
    this.depart.value = given('depart');
    if (given('arrive')) this.arrive.setFrom(this.depart.value, given('arrive'));
    else if (this.isRequired && !this.arrive.value) this.arrive.setAhead(ahead);
  }

  /** Whether all that is needed is there; says what is missing, and goes there. */
  check() {
    for (const [field, what] of [[this.from, 'Where does it start?'], [this.to, 'Where does it end?']]) {
      if (!field.text) {
        field.say(what, 'bad');
        field.input.focus();
        return false;
      }
    }
    if (this.isRequired && !this.arrive.value) this.arrive.setAhead(ahead);
    return true;
  }

  #swap() {
    const [from, to] = [[this.from.text, this.from.reference.coordinate], [this.to.text, this.to.reference.coordinate]];
    this.from.set(...to);
    this.to.set(...from);
  }

  /** The part of a request that says where and when; `other` has the times for empty fields. */
  request(other) {
    return {
      origin: this.from.reference, destination: this.to.reference,
      departure: this.depart.value || other?.departure || 'now', deadline: this.arrive.value || other?.deadline,
    };
  }

  /** The parameters of a deep link. */
  get parameters() {
    const at = (field) => (field.coordinate && !parsePoint(field.text) ? point(field.coordinate) : '');
    const all = {
      from: this.from.text, fromAt: at(this.from), to: this.to.text, toAt: at(this.to),
      depart: this.depart.value, arrive: this.arrive.value,
    };
    return Object.fromEntries(Object.entries(all).map(([name, value]) => [named(this.#prefix, name), value]));
  }

  /** "Ferry Building → Coit Tower", for a folded form. */
  get summary() {
    const short = (field) => field.text.split(', ')[0];
    return `${short(this.from)} → ${short(this.to)}`;
  }
}

/**
 * Names the places of a reply that were sent as coordinates as their fields do: "My location", or what was
 * chosen among the suggestions; of pairs of a field and a place.
 */
export function nameEnds(pairs) {
  for (const [field, place] of pairs) {
    if (place && field.coordinate && !parsePoint(field.text)) place.label = field.text;
  }
}

/** Says at a field why the planner refuses it; what may be meant has its shares of sureness there only. */
export function sayRefused(field, problem) {
  const { code, suggestions } = problem;
  if (code === 'ambiguous') problem.message = `“${field.text}” may be one of several places.`;
  const missing = suggestions.length > 0 ? 'Did you mean one of these?' : 'Not found.';
  field.say(code === 'outsideMap' ? 'Outside the map.' : missing, 'bad');
}

/** The field that a refusal is about: the one whose text it quotes, or the end that it names. */
export function fieldOf(message, ends, others = []) {
  const fields = [...ends.flatMap(({ from, to }) => [from, to]), ...others];
  const isQuoted = ({ text, coordinate }) => (text && message.includes(text))
    || (coordinate && message.includes(`${coordinate.latitude}, ${coordinate.longitude}`));
  return fields.find(isQuoted)
    ?? (/\borigin\b/.test(message) ? ends[0].from : /\bdestination\b/.test(message) ? ends[0].to : undefined);
}
