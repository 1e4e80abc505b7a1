// Meet on the way: where two people with ways and their own deadlines can meet.
import { choice } from '../core/controls.js';
import { h } from '../core/dom.js';
import { arrivalClock, clock, count, exactDuration,
  shortName } from '../core/format.js';
import { carPark, nameOf, spareWords } from './option-cards.js';
import { Trip } from './trip.js';
import { TripEnds } from './trip-ends.js';
import { TripForm, Visit } from './trip-form.js';
import { endMarks, linesOf, stopMarks } from './trip-map.js';
import { doubt, headline, omitted, wayOutOf } from './verdict.js';
import { details } from './way.js';

class MeetForm extends TripForm {
  constructor(view) {
    const others = new TripEnds(view, { prefix: 'other',
      follows: 'Empty: the same as yours.' });
    super(view, [new TripEnds(view), others]);
    this.others = others;
    this.visit = new Visit({ category: 'coffee', dwell: 30 });
    const traveller = (name, { elements }, index) => h('fieldset', { class: 'traveller' },
      h('legend', {}, name),
      elements, this.travel(index));
    this.layOut('Where can we meet?', traveller('You', this.ends, 0),
      traveller('The other', others, 1),
      h('div', { class: 'row' }, choice('Meet for', this.visit.category),
        choice('Together for', this.visit.dwell, 'min')));
  }

  async fill(parameters) {
    await super.fill(parameters);
    await this.visit.fill(parameters);
  }

  get request() {
    const { parking, parkSeconds, roads, openOnly } = this.choices.conditions;
    const own = this.ends.request();
    const traveller = (ends, { value: profile }) =>
      ({ ...ends, profile, roads, ...(profile === 'car' ? { parking, parkSeconds } : {}) });
    const [mine, theirs] = this.profiles;
    return {
      first: traveller(own, mine), second: traveller(this.others.request(own), theirs),
      dwellSeconds: this.visit.seconds, categories: [this.visit.parameters.category], openOnly,
    };
  }

  get parameters() { return { ...super.parameters, ...this.visit.parameters }; }
}

/** "there by 09:40, 5 min to spare". */
const times = ({ schedule, slackSeconds }, { openEnd }) => [
  `there by ${arrivalClock(schedule.arrive)}`, !openEnd && spareWords(slackSeconds)].filter(Boolean)
    .join(', ');

function card(option, index, plan, form) {
  const { venue, begins, dwellSeconds, first, second } = option;
  const name = nameOf(venue);
  const way = (trip, { origin, destination, deadline }, profile, heading, whose) => ({
    heading, whose, profile,
    title: `${form.visit.what} at ${name} on the way to ${shortName(destination)}`,
    schedule: trip.schedule, leaveBy: trip.leaveBy, deadline,
    legs: [trip.toStop, trip.toDestination],
    walks: [trip.originWalk, trip.toDoor, trip.fromDoor, trip.destinationWalk],
    places: [origin, { label: name, coordinate: venue.coordinate }, destination],
  });
  const [mine, theirs] = [
    way(first, plan.first, form.profiles[0].value, 'Your time', 'yours'),
    way(second, plan.second, form.profiles[1].value, 'The other’s time', 'the other’s')];
  return {
    key: venue.id, title: name, venue, isGood: option.onTime,
    figures: [[arrivalClock(begins), 'meet at', 'main'], [clock(first.leaveBy), 'you leave by'],
      [clock(second.leaveBy), 'other leaves by']],
    notes: [`you: ${times(first, plan.first)}`, `the other: ${times(second, plan.second)}`,
      `together ${exactDuration(dwellSeconds)}`,
      !option.isCertain && 'hours unknown', carPark(first) ?? carPark(second),
      venue.address].filter(Boolean).join(' · '),
    details: () => [...details(mine), ...details(theirs)],
    picture: (choose) => ({
      lines: [...linesOf(mine, 'first'), ...linesOf(theirs, 'second')],
      marks: [...bothEnds(plan), ...stopMarks(plan.options.map((each) => each.venue), index,
        choose)],
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
    verdict: headline(verdict,
      best && `meet at ${arrivalClock(best.begins)}, ${nameOf(best.venue)}`, form.visit.what),
    wayOut: wayOutOf(verdict, plan.first.deadline, form),
    lines: [doubt(verdict, plan.options.map(({ venue }) => nameOf(venue)), plan.first.openEnd),
      best && `${count(plan.onTime, 'place')} in time for both, ${plan.open} known to be open.`],
    taken: form.taken(plan.first, plan.second),
    cards: plan.options.map((option, index) => card(option, index, plan, form)),
    picture: { lines: [], marks: bothEnds(plan) },
    closing: [`${count(plan.considered, 'place')} in range of both${omitted(plan.omitted)}.`],
  };
}

export function meeting(view) {
  const form = new MeetForm(view);
  return new Trip(view, {
    kind: 'meet', title: 'Where can two of you meet on the way?', operation: 'planner.meet', form,
    answer: (plan) => answer(plan, form),
  });
}
