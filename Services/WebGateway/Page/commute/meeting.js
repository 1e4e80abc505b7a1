// Meet on the way: where two people with ways and deadlines of their own can meet.
import { h } from '../core/dom.js';
import { arrivalClock, ceilMinute, clock, count, floorMinute, instant, localTime, minutes, minutesBetween, shortName } from '../core/format.js';
import { categorySelect } from '../venues/filters.js';
import { carPark } from './option-cards.js';
import { SeveralTrips } from './several-trips.js';
import { TripChoices } from './trip-choices.js';
import { TripEnds, fieldOf } from './trip-ends.js';
import { choice, dwellInput, profileSelect, take, zoneLine } from './trip-form.js';
import { openWords, partsDetails, partsLines, stay, travel } from './trip-parts.js';

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

  fill(parameters) {
    this.ends.fill(parameters);
    this.others.fill(parameters);
    take(this.profile, parameters.profile, usual.profile);
    take(this.otherProfile, parameters.otherProfile, usual.profile);
    const category = parameters.category ?? usual.category;
    if (![...this.category.options].some(({ value }) => value === category)) {
      this.category.append(h('option', { value: category }, category));
    }
    this.category.value = category;
    this.dwell.value = parameters.dwell ?? usual.dwell;
    this.choices.fill(parameters);
  }

  /** Whether a deep link has all that a meeting needs. */
  isComplete({ from, to, arrive, otherFrom, otherTo }) {
    return Boolean(from && to && arrive && otherFrom && otherTo);
  }

  check() { return this.ends.check() && this.others.check() && this.element.reportValidity(); }

  get request() {
    const { parking, roads, openOnly } = this.choices.conditions;
    const own = this.ends.request();
    const traveller = (ends, profile) => ({ ...ends, profile, parking: profile === 'car' ? parking : undefined, roads });
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

/** Everything that the trip of one of both consists of. */
const partsOf = (trip, { venue, dwellSeconds }, to, profile) => [
  ...travel(profile, trip.toStop, venue.name, trip.originWalk, trip.toDoor),
  ...stay(trip.waitSeconds, dwellSeconds, 'Wait'),
  ...travel(profile, trip.toDestination, to, trip.fromDoor, trip.destinationWalk),
];

/** What is left of the deadline after the shown arrival. */
function spare({ arrival, slackSeconds }) {
  const deadline = localTime(instant(arrival) + slackSeconds * 1000, arrival);
  return minutesBetween(ceilMinute(arrival), floorMinute(deadline));
}

const spareFigure = (trip, whose) => [
  minutes(spare(trip)), `${spare(trip) < 0 ? 'late' : 'to spare'}: ${whose}`, trip.slackSeconds < 0 ? 'bad' : 'good'];

function card(option, index, plan, form) {
  const { venue, begins, first, second } = option;
  const [mine, theirs] = [
    partsOf(first, option, shortName(plan.first.destination), form.profile.value),
    partsOf(second, option, shortName(plan.second.destination), form.otherProfile.value)];
  const details = (parts, trip, { origin, destination, departure }, profile, [title, whose]) =>
    partsDetails(parts, { ...trip, departure }, {
      title, whose, profile, names: [origin.label, venue.name, destination.label],
      places: [origin.coordinate, venue.coordinate, destination.coordinate],
    });
  const marks = ({ origin, destination }, letters, whose) => [
    { coordinate: origin.coordinate, text: letters[0], kind: 'end', label: `${whose} start: ${origin.label}` },
    { coordinate: destination.coordinate, text: letters[1], kind: 'end', label: `${whose} destination: ${destination.label}` },
  ];
  const times = (trip) => `leave by ${clock(trip.leaveBy)}, there by ${arrivalClock(trip.arrival)}`;
  return {
    title: venue.name, isGood: option.onTime,
    figures: [[arrivalClock(begins), 'meet at', 'main'], spareFigure(first, 'you'), spareFigure(second, 'other')],
    notes: [`you: ${times(first)}`, `the other: ${times(second)}`,
      openWords(option.isCertain), carPark(first) ?? carPark(second), venue.address].filter(Boolean).join(' · '),
    details: () => [
      ...details(mine, first, plan.first, form.profile.value, ['Your time', 'yours']),
      ...details(theirs, second, plan.second, form.otherProfile.value, ['The other’s time', 'the other’s'])],
    parts: (choose) => {
      const [own, other] = [partsLines(mine, ['first']), partsLines(theirs, ['second'])];
      return {
        lines: [...own.lines, ...other.lines], walks: [...own.walks, ...other.walks],
        marks: [...marks(plan.first, 'AB', 'Your'), ...marks(plan.second, 'CD', 'The other’s'), ...plan.options.map((each, number) => ({
          coordinate: each.venue.coordinate, text: number + 1, label: each.venue.name, onClick: () => choose(number),
          kind: number === index ? 'venue chosen' : number < 3 ? 'venue' : 'venue minor',
        }))],
      };
    },
  };
}

/** What to show of a reply. */
function meetAnswer(plan, form) {
  const [best] = plan.options;
  const headline = !best ? 'No: there is nowhere that both can reach'
    : best.onTime ? `Yes: meet at ${arrivalClock(best.begins)}, ${best.venue.name}` : 'No: somebody is late everywhere';
  return {
    kind: best?.onTime ? 'good' : 'bad', headline,
    lines: [best && `${count(plan.onTime, 'place')} in time for both of you.`],
    taken: form.taken(plan), cards: plan.options.map((option, index) => card(option, index, plan, form)),
    closing: `${count(plan.considered, 'place')} in range of both${plan.omitted > 0 ? `; ${plan.omitted} left out` : ''}.`,
  };
}

export function meeting(view) {
  const form = new MeetForm(view);
  return new SeveralTrips(view, {
    kind: 'meet', title: 'Where can two of you meet on the way?', operation: 'planner.meet', form,
    answer: (plan) => meetAnswer(plan, form),
  });
}
