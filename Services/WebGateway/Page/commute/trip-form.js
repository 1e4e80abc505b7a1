// The form of a trip of any kind: who travels and when, the stops, choices, and the deep link of it
// all.
import { h, icon } from '../core/dom.js';
import { point } from '../core/format.js';
import { Stop } from './stop.js';
import { TripChoices } from './trip-choices.js';
import { TripEnds } from './trip-ends.js';
import { locale, plural, t } from '../core/words.js';

const firstShown = 2;

export class TripForm {
  #shown = 0;

  /**
   * `kind` has the `question` of the button, `travellers` as for `TripEnds`, each with a `legend`
   * where there are two, `stops` as for `Stop`, and `hasOrder` as for `TripChoices`.
   */
  constructor(view, { question, travellers, stops, hasOrder }) {
    this.travellers = travellers.map((each) => new TripEnds(view, each));
    this.ends = this.travellers[0];
    this.others = this.travellers[1];
    this.choices = new TripChoices(this.travellers.map(({ profile }) => profile), { hasOrder });
    const [areSeveral, areTwo] = [stops.length > 1, travellers.length > 1];
    this.stops = stops.map((spec, index) => new Stop(view, spec, areSeveral
      ? { onRemove: () => this.#remove(index) } : { beside: areTwo ? [] : [this.ends.travel] }));
    this.add = h('button', { class: 'quiet',
      onclick: () => this.#showStops(this.#shown + 1, { isNew: true }) },
      icon('plus'), t('Add an errand'));
    this.button = h('button', { type: 'submit', class: 'go wide' }, question);
    this.element = h('form', { class: 'trip', novalidate: true },
      this.travellers.map(({ elements, travel }, index) => (areTwo
        ? h('fieldset', { class: 'traveller' }, h('legend', {}, travellers[index].legend),
          elements, travel) : elements)),
      this.stops.map(({ element }) => element), this.add, areSeveral && this.ends.travel,
      this.choices.element, this.button, h('p', { class: 'soft small' },
        t('Times are those of {zone}.', { zone: view.info.timeZone.replaceAll('_', ' ') })));
    this.#showStops(firstShown);
  }

  get #used() { return this.stops.slice(0, this.#shown); }

  #showStops(number, { isNew = false } = {}) {
    const all = this.stops.length;
    this.#shown = Math.max(1, Math.min(all, number));
    this.stops.forEach((stop, index) => {
      // What is not there is not checked either.
      stop.element.hidden = stop.element.disabled = index >= this.#shown;
      if (stop.remove) stop.remove.hidden = this.#shown === 1;
    });
    this.add.hidden = this.#shown === all;
    if (isNew) this.stops[this.#shown - 1].what.focus();
  }

  /** The stops after it move up. */
  #remove(index) {
    const rest = this.#used.filter((_, each) => each !== index).map(({ parameters }) => parameters);
    rest.forEach((each, at) => this.stops[at].fill(Object.fromEntries(Object.entries(each)
      .map(([name, value]) => [name.replace(/\d/, at + 1), value]))));
    this.#showStops(this.#shown - 1);
    this.stops[Math.min(index, this.#shown - 1)].what.focus();
  }

  get fields() {
    return [...this.travellers.flatMap(({ from, to }) => [from, to]),
      ...this.stops.map(({ place }) => place).filter(Boolean)];
  }

  /** Fills the fields from the parameters of a deep link. */
  async fill(parameters) {
    for (const ends of this.travellers) ends.fill(parameters);
    this.choices.fill(parameters);
    this.#showStops(this.stops.filter((stop) => stop.isGiven(parameters)).length || this.#shown);
    await Promise.all(this.stops.map((stop) => stop.fill(parameters)));
  }

  /** Fills the fields from a plan that was kept: `{ request, plan }`. */
  fillFrom({ request, plan: { origin, destination, departure, deadline, openEnd, category } }) {
    return this.fill({
      from: origin.label, fromAt: point(origin.coordinate), to: destination.label,
      toAt: point(destination.coordinate),
      depart: openEnd === 'departure' ? '' : departure, arrive: deadline, category,
      dwell: Math.round((request.dwellSeconds ?? 600) / 60), profile: request.profile,
      ...this.choices.parametersOf(request),
    });
  }

  /** Whether a deep link has all that a plan needs; a single stop is as usual without. */
  isComplete(parameters) {
    return this.travellers.every((ends) => ends.isGiven(parameters))
      && (this.stops.length === 1 || this.stops[0].isGiven(parameters));
  }

  check() { return [...this.travellers, ...this.#used].every((each) => each.check()); }

  /** Sets the times of a way out. */
  setTimes({ departure, deadline, otherDeparture, otherDeadline }) {
    this.ends.setTimes(departure, deadline);
    this.others?.setTimes(otherDeparture, otherDeadline);
  }

  /** The stops of a request. */
  get errands() { return this.#used.map(({ request }) => request); }

  /** The parameters of a deep link; empty ones are left out. */
  get parameters() {
    return Object.assign({}, ...[...this.travellers, this.choices, ...this.#used]
      .map(({ parameters }) => parameters));
  }

  /** "Ferry Building → Coit Tower", for a folded form. */
  get summary() {
    const ways = new Intl.ListFormat(locale).format(this.travellers.map(({ summary }) => summary));
    return this.stops.length === 1 ? ways
      : plural(this.#shown, '{ways}, {n} errand', '{ways}, {n} errands', { ways });
  }

  /**
   * Pairs of a field and the place that a reply took it for, `{ origin, destination }` of each
   * traveller.
   */
  taken(...ways) {
    return this.travellers.flatMap(({ from, to }, index) =>
      [[from, ways[index].origin], [to, ways[index].destination]]);
  }

  /** The field that a refusal is about: the one whose text it quotes, or the end that it names. */
  fieldOf(message) {
    const isQuoted = ({ text, coordinate }) => (text && message.includes(text))
      || (coordinate && message.includes(`${coordinate.latitude}, ${coordinate.longitude}`));
    const end = ['origin', 'destination'].findIndex((name) => new RegExp(`\\b${name}\\b`)
      .test(message));
    return this.fields.find(isQuoted) ?? [this.ends.from, this.ends.to][end];
  }
}
