// What the forms of all trips have: ends, means of travel, choices, and the deep link of it all.
import { choice } from '../core/controls.js';
import { h } from '../core/dom.js';
import { categoryWord } from '../core/format.js';
import { categorySelect } from '../venues/filters.js';
import { dwellInput, profileSelect, take, takeCategory, zoneLine } from './fields.js';
import { TripChoices } from './trip-choices.js';

const usualProfile = 'car';

/** What a stop is for, and how long one stays; `usual` has both where a deep link does not. */
export class Visit {
  #usual;

  constructor(usual) {
    this.#usual = usual;
    this.category = categorySelect({ id: 'category', value: usual.category });
    this.dwell = dwellInput('dwell', usual.dwell);
  }

  async fill({ category, dwell }) {
    take(this.dwell, dwell, this.#usual.dwell);
    await takeCategory(this.category, category ?? this.#usual.category);
  }

  get parameters() { return { category: this.category.value, dwell: this.dwell.value }; }

  /** "ice cream": what it is for, as people write it. */
  get what() { return categoryWord(this.category.value); }

  get seconds() { return Math.round(Number(this.dwell.value) * 60); }
}

export class TripForm {
  #info;
  #travellers;

  /** `travellers` are the ends of each who travels; `hasOrder` is as for `TripChoices`. */
  constructor({ info }, travellers, { hasOrder = false } = {}) {
    this.#info = info;
    this.#travellers = travellers;
    this.ends = travellers[0];
    this.profiles = travellers.map(({ prefix }) =>
      profileSelect(prefix ? `${prefix}Profile` : 'profile'));
    this.choices = new TripChoices(this.profiles, { hasOrder });
    /** Places beside the ends. */
    this.places = [];
  }

  /**
   * Lays out the parts of a kind of trip, and what all have beneath; `question` is the button's.
   */
  layOut(question, ...parts) {
    this.button = h('button', { type: 'submit', class: 'go wide' }, question);
    this.element = h('form', { class: 'trip', novalidate: true }, parts, this.choices.element,
      this.button, zoneLine(this.#info));
  }

  /** The choice of the means of travel of one traveller. */
  travel(index = 0) { return choice('Travel', this.profiles[index]); }

  get fields() { return [...this.#travellers.flatMap(({ from, to }) => [from, to]),
    ...this.places]; }

  /** Fills the fields from the parameters of a deep link. */
  async fill(parameters) {
    for (const ends of this.#travellers) ends.fill(parameters);
    for (const profile of this.profiles) take(profile, parameters[profile.id], usualProfile);
    this.choices.fill(parameters);
  }

  /** Whether a deep link has all that a plan needs. */
  isComplete(parameters) { return this.#travellers.every((ends) => ends.isGiven(parameters)); }

  check() { return this.#travellers.every((ends) => ends.check()); }

  /** Sets the times of a way out. */
  setTimes({ departure, deadline, otherDeparture, otherDeadline }) {
    this.ends.setTimes(departure, deadline);
    this.#travellers[1]?.setTimes(otherDeparture, otherDeadline);
  }

  /**
   * The fields of the ends with what a reply took them for, `{ origin, destination }` of each
   * traveller.
   */
  taken(...ways) {
    return this.#travellers.flatMap(({ from, to }, index) =>
      [[from, ways[index].origin], [to, ways[index].destination]]);
  }

  /** The parameters of a deep link; empty ones are left out. */
  get parameters() {
    const profiles = this.profiles.map(({ id, value }) => [id,
      value === usualProfile ? '' : value]);
    return {
      ...Object.assign({}, ...this.#travellers.map(({ parameters }) => parameters)),
      ...Object.fromEntries(profiles), ...this.choices.parameters,
    };
  }

  /** "Ferry Building → Coit Tower", for a folded form. */
  get summary() { return this.#travellers.map(({ summary }) => summary).join(' and '); }

  /** The field that a refusal is about: the one whose text it quotes, or the end that it names. */
  fieldOf(message) {
    const isQuoted = ({ text, coordinate }) => (text && message.includes(text))
      || (coordinate && message.includes(`${coordinate.latitude}, ${coordinate.longitude}`));
    const end = ['origin', 'destination'].findIndex((name) => new RegExp(`\\b${name}\\b`)
      .test(message));
    return this.fields.find(isQuoted) ?? [this.ends.from, this.ends.to][end];
  }
}
