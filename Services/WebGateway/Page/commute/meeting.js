// Meet on the way: where two people with ways and deadlines of their own can meet.
import { h } from '../core/dom.js';
import { arrivalClock, categoryWord, clock, count, exactDuration, shortName } from '../core/format.js';
import { categorySelect } from '../venues/filters.js';
import { choice, dwellInput, profileSelect, take, takeCategory, zoneLine } from './fields.js';
import { carPark, nameOf, spareWords } from './option-cards.js';
import { Trip } from './trip.js';
import { TripChoices } from './trip-choices.js';
import { TripEnds, fieldOf } from './trip-ends.js';
import { endMarks, linesOf, stopMarks } from './trip-map.js';
import { doubt, headline, wayOutOf } from './verdict.js';
import { details } from './way.js';

const usual = { category: 'coffee', dwell: 30, profile: 'car' };

class MeetForm {
  constructor(view) {
    this.ends = new TripEnds(view);
    this.others = new TripEnds(view, { prefix: 'other', follows: 'Empty means as you do.' });
    this.profile = profileSelect('profile');
    this.otherProfile = profileSelect('otherProfile');
    this.category = categorySelect({ id: 'category', label: 'Meet for', value: usual.category }).select;
    this.dwell = dwellInput('dwell', usual.dwell);
    this.choices = new TripChoices([this.profile, this.otherProfile], { hasOrder: false });
    this.button = h('button', { type: 'submit', class: 'go wide' }, 'Where can we meet?');
    const traveller = (name, ends, profile) => h('fieldset', { class: 'traveller' }, h('legend', {}, name),
      ends.elements, choice('Travel', profile));
    this.element = h('form', { class: 'trip', novalidate: true },
      traveller('You', this.ends, this.profile), traveller('The other', this.others, this.otherProfile),
      h('div', { class: 'row' }, choice('Meet for', this.category), choice('Together for', this.dwell, 'min')),
      this.choices.element, this.button, zoneLine(view.info));
  }

  /** The fields with what the planner took them for. */
  taken({ first, second }) {
    return [[this.ends, first], [this.others, second]].flatMap(([{ from, to }, { origin, destination }]) =>
      [[from, origin], [to, destination]]);
  }

  get fields() { return [this.ends, this.others].flatMap(({ from, to }) => [from, to]); }

  async fill(parameters) {
    this.ends.fill(parameters);
    this.others.fill(parameters);
    take(this.profile, parameters.profile, usual.profile);
    take(this.otherProfile, parameters.otherProfile, usual.profile);
    take(this.dwell, parameters.dwell, usual.dwell);
    this.choices.fill(parameters);
    await takeCategory(this.category, parameters.category ?? usual.category);
  }

  /** Whether a deep link has all that a meeting needs. */
  isComplete({ from, to, arrive, otherFrom, otherTo }) {
    return Boolean(from && to && arrive && otherFrom && otherTo);
  }

  check() { return this.ends.check() && this.others.check(); }

  get request() {
    const { parking, parkSeconds, roads, openOnly } = this.choices.conditions;
    const own = this.ends.request();
    const parked = (profile) => (profile === 'car' ? { parking, parkSeconds } : {});
    const traveller = (ends, profile) => ({ ...ends, profile, ...parked(profile), roads });
    return {
      first: traveller(own, this.profile.value), second: traveller(this.others.request(own), this.otherProfile.value),
      dwellSeconds: Math.round(Number(this.dwell.value) * 60), categories: [this.category.value], openOnly,
    };
  }

  get parameters() {
    const unusual = (value) => (value === usual.profile ? '' : value);
    return {
      ...this.ends.parameters, ...this.others.parameters, category: this.category.value, dwell: this.dwell.value,
      profile: unusual(this.profile.value), otherProfile: unusual(this.otherProfile.value), ...this.choices.parameters,
    };
  }

  get summary() { return `${this.ends.summary} and ${this.others.summary}`; }

  fieldOf(message) { return fieldOf(message, [this.ends, this.others]); }
}

/** "there by 09:40, 5 min to spare". */
const times = ({ schedule, slackSeconds }, { openEnd }) => [
  `there by ${arrivalClock(schedule.arrive)}`, !openEnd && spareWords(slackSeconds)].filter(Boolean).join(', ');

function card(option, index, plan, form) {
  const { venue, begins, dwellSeconds, first, second } = option;
  const name = nameOf(venue);
  const way = (trip, { origin, destination, deadline }, profile, heading, whose) => ({
    heading, whose, profile, title: `${categoryWord(form.category.value)} at ${name} on the way to ${shortName(destination)}`,
    schedule: trip.schedule, leaveBy: trip.leaveBy, deadline, legs: [trip.toStop, trip.toDestination],
    walks: [trip.originWalk, trip.toDoor, trip.fromDoor, trip.destinationWalk],
    places: [origin, { label: name, coordinate: venue.coordinate }, destination],
  });
  const [mine, theirs] = [
    way(first, plan.first, form.profile.value, 'Your time', 'yours'),
    way(second, plan.second, form.otherProfile.value, 'The other’s time', 'the other’s')];
  return {
    key: venue.id, title: name, venue, isGood: option.onTime,
    figures: [[arrivalClock(begins), 'meet at', 'main'], [clock(first.leaveBy), 'you leave by'], [clock(second.leaveBy), 'other leaves by']],
    notes: [`you: ${times(first, plan.first)}`, `the other: ${times(second, plan.second)}`, `together ${exactDuration(dwellSeconds)}`,
      !option.isCertain && 'hours unknown', carPark(first) ?? carPark(second), venue.address].filter(Boolean).join(' · '),
    details: () => [...details(mine), ...details(theirs)],
    picture: (choose) => ({
      lines: [...linesOf(mine, 'first'), ...linesOf(theirs, 'second')],
      marks: [...bothEnds(plan), ...stopMarks(plan.options.map((each) => each.venue), index, choose)],
    }),
  };
}

const bothEnds = ({ first, second }) => [
  ...endMarks(first, 'AB', ['Your start', 'Your destination']),
  ...endMarks(second, 'CD', ['The other’s start', 'The other’s destination'])];

/** What to show of a reply. */
function answer(plan, form) {
  const { verdict, options: [best] } = plan;
  return {
    verdict: headline(verdict, best && `meet at ${arrivalClock(best.begins)}, ${nameOf(best.venue)}`, categoryWord(form.category.value)),
    wayOut: wayOutOf(verdict, plan.first.deadline, ({ departure, deadline, otherDeparture, otherDeadline }) => {
      form.ends.setTimes(departure, deadline);
      form.others.setTimes(otherDeparture, otherDeadline);
    }),
    lines: [doubt(verdict, plan.options.map(({ venue }) => nameOf(venue)), plan.first.openEnd), best && `${count(plan.onTime, 'place')} in time for both of you, ${plan.open} known to be open.`],
    taken: form.taken(plan), cards: plan.options.map((option, index) => card(option, index, plan, form)),
    picture: { lines: [], marks: bothEnds(plan) },
    closing: [`${count(plan.considered, 'place')} in range of both${plan.omitted > 0 ? `; ${plan.omitted} left out` : ''}.`],
  };
}

export function meeting(view) {
  const form = new MeetForm(view);
  return new Trip(view, {
    kind: 'meet', title: 'Where can two of you meet on the way?', operation: 'planner.meet', form,
    answer: (plan) => answer(plan, form),
  });
}
