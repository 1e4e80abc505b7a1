// Why a place is not among the options: the first reason that holds, with its number.
import { h } from '../core/dom.js';
import { arrivalClock, clock, count, dayOf, distance, exactDuration, instant,
  localTime } from '../core/format.js';

/** The day of a shop that a time belongs to: it ends at four in the night. */
const shopDay = (time) => dayOf(localTime(instant(time) - 4 * 3_600_000, time));

/** A closing time of another day explains nothing. */
function closed({ arrival, opens, closes }) {
  const today = closes && (!arrival || shopDay(closes) === shopDay(arrival));
  const isOpen = today && arrival && instant(closes) > instant(arrival);
  return [
    isOpen ? `closes ${clock(closes)}` : today ? `closed since ${clock(closes)}` : 'closed',
    opens && `opens ${clock(opens)}`,
    arrival && `you would be there at ${arrivalClock(arrival)}`,
  ].filter(Boolean).join(', ');
}

const sentences = {
  full: ({ rank }) => `in time, but only number ${rank}`,
  brand: () => 'in time, but others of its brand are listed',
  favourite: () => 'none of your favourites',
  detour: ({ seconds, limit }) =>
    `detour ${exactDuration(seconds)}, more than ${exactDuration(limit)}`,
  walk: ({ meters, limit }) => `${distance(meters)} from the road, more than ${distance(limit)}`,
  late: ({ seconds }) => `late by ${exactDuration(seconds)}`,
  closed,
  hoursUnknown: () => 'its hours are unknown',
  unreachable: () => 'no road leads there and on',
  outranked: ({ seconds }) => `detour ${exactDuration(seconds)} at least`,
  tooFar: ({ seconds }) => `too far: ${exactDuration(seconds)} at least`,
  category: () => 'of another kind',
  filter: () => 'does not match',
  unknownVenue: () => 'there is no such place now',
};

/** What is said of several places with the same reason. */
const counted = {
  full: 'in time, but not among the best', brand: 'in time, of a brand that is listed',
  favourite: 'none of your favourites',
  detour: 'too long a detour', walk: 'too far from the road', late: 'late', closed: 'closed then',
  hoursUnknown: 'hours unknown',
  unreachable: 'out of reach', outranked: 'a longer detour', tooFar: 'too far away',
  category: 'of another kind',
  filter: 'no match', unknownVenue: 'not there any more',
};

/** The section of a plan's `whyNot`; nothing for a planner that gives no reasons. */
export function whyNot(plan) {
  const { venues = [], counts = [] } = plan.whyNot ?? {};
  if (venues.length === 0) return undefined;
  const say = (each) => sentences[each.reason]?.(each) ?? each.reason;
  const others = counts.reduce((sum, each) => sum + each.count, 0);
  const total = (each) => `${each.count} ${counted[each.reason] ?? each.reason}`;
  return h('details', { class: 'why-not' }, h('summary', {}, `Why not the other ${others}?`),
    h('ul', {}, venues.map((each) => h('li', {}, h('b', {}, each.name ?? each.id),
      `: ${say(each)}`))),
    counts.length > 0 && h('p', { class: 'soft' },
      `${count(others, 'place')}: ${counts.map(total).join('; ')}.`));
}
