// Meet on the way: where two people with ways and their own deadlines can meet.
import { h } from '../core/dom.js';
import { arrivalClock, clock, exactDuration, joined, nameOf, shortName } from '../core/format.js';
import { carPark, spareWords } from './option-cards.js';
import { endMarks, linesOf, stopMarks } from './trip-map.js';
import { doubt, headline, omitted, wayOutOf } from './verdict.js';
import { details, wayOver } from './way.js';
import { plural, t } from '../core/words.js';

function request({ ends, others, stops: [stop], choices }) {
  const own = ends.request();
  const traveller = (way, { value: profile }) => ({ ...way, profile, roads: choices.roads,
    ...(profile === 'car' ? choices.wishes : {}) });
  return {
    first: traveller(own, ends.profile), second: traveller(others.request(own), others.profile),
    ...stop.request, openOnly: choices.openOnly,
  };
}

/** What is said of one of the two, beside the colour that their way has on the map. */
const person = (index, text) => h('span', { class: `who ${['mine', 'theirs'][index]}` },
  index === 0 ? t('You: {text}', { text }) : t('The other: {text}', { text }));

/** "there by 09:40, 5 min to spare". */
const times = ({ schedule, slackSeconds }, { openEnd }) => joined([
  t('there by {time}', { time: arrivalClock(schedule.arrive) }),
  !openEnd && spareWords(slackSeconds)]);

function card(option, index, plan, form) {
  const { venue, begins, dwellSeconds, first, second } = option;
  const name = nameOf(venue);
  const way = (trip, whole, { profile }, heading, whose) => wayOver(whole, trip,
    [{ ...trip, label: name, coordinate: venue.coordinate, leg: trip.toStop }],
    { heading, whose, profile: profile.value,
      title: t('{what} at {place}', { what: form.stops[0].word, place: name }) });
  const mine = way(first, plan.first, form.ends, t('Your time'), t('yours'));
  const theirs = way(second, plan.second, form.others, t('The other’s time'), t('the other’s'));
  return {
    key: venue.id, title: name, venue, isGood: option.onTime,
    figures: [[arrivalClock(begins), t('meet at'), 'main'],
      [clock(first.leaveBy), t('you leave by')],
      [clock(second.leaveBy), t('other leaves by')]],
    notes: [person(0, times(first, plan.first)), person(1, times(second, plan.second)),
      joined([t('together {time}', { time: exactDuration(dwellSeconds) }),
        !option.isCertain && t('hours unknown'), carPark(first) ?? carPark(second),
        venue.address], ' · ')],
    details: () => [...details(mine), ...details(theirs)],
    picture: (choose) => ({
      lines: [...linesOf(mine, 'first'), ...linesOf(theirs, 'second')],
      marks: [...bothEnds(plan), ...stopMarks(plan.options.map((each) => each.venue), index,
        choose)],
    }),
  };
}

const bothEnds = ({ first, second }) => [
  ...endMarks(first, 'AB', [t('Your start'), t('Your destination')], 'end mine'),
  ...endMarks(second, 'CD', [t('The other’s start'), t('The other’s destination')], 'end theirs')];

/** What to show of a reply. */
function answer(plan, form) {
  const { verdict, options: [best] } = plan;
  return {
    verdict: headline(verdict, best && t('meet at {time}, {place}',
        { time: arrivalClock(best.begins), place: nameOf(best.venue) }), form.stops[0].word),
    wayOut: wayOutOf(verdict, plan.first.deadline, form),
    lines: [doubt(verdict, plan.options.map(({ venue }) => nameOf(venue)), plan.first.openEnd),
      best && plural(plan.onTime, '{n} place in time for both, {open} known to be open.',
        '{n} places in time for both, {open} known to be open.', { open: plan.open }),
      [plan.first, plan.second].map(({ origin, destination }, index) => person(index,
        t('{from} to {to}', { from: `${'AC'[index]} ${shortName(origin)}`,
          to: `${'BD'[index]} ${shortName(destination)}` })))],
    taken: form.taken(plan.first, plan.second),
    cards: plan.options.map((option, index) => card(option, index, plan, form)),
    picture: { lines: [], marks: bothEnds(plan) },
    closing: [omitted(plan.omitted, plural(plan.considered, '{n} place in range of both.',
      '{n} places in range of both.'))],
  };
}

export const meeting = {
  kind: 'meet', title: t('Where can two of you meet on the way?'),
  question: t('Where can we meet?'),
  operation: 'planner.meet', request, answer,
  travellers: [{ legend: t('You') },
    { legend: t('The other'), prefix: 'other', follows: t('Empty: the same as yours.') }],
  stops: [{ names: ['category', 'dwell'], labels: [t('Meet for'), t('Together for')],
    usual: ['coffee', 30] }],
};
