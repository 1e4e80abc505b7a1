// Why a place is not among the options: the first reason that holds, with its number.
import { h } from '../core/dom.js';
import { arrivalClock, clock, count, exactDuration } from '../core/format.js';

const closed = ({ arrival, opens, closes }) => [
  'closed', closes && `since ${clock(closes)}`, opens && `opens ${clock(opens)}`,
  arrival && `you would be there at ${arrivalClock(arrival)}`,
].filter(Boolean).join(', ');

const sentences = {
  full: ({ rank }) => `in time, but number ${rank}`,
  brand: () => 'in time, but others of its brand are listed',
  favourite: () => 'none of your favourites',
  detour: ({ seconds, limit }) => `detour ${exactDuration(seconds)}, more than ${exactDuration(limit)}`,
  late: ({ seconds }) => `late by ${exactDuration(seconds)}`,
  closed,
  hoursUnknown: () => 'its hours are unknown',
  unreachable: () => 'no road leads there and on',
  tooFar: ({ seconds }) => `too far: ${exactDuration(seconds)} at least`,
  category: () => 'of another kind',
  filter: () => 'does not match',
  unknownVenue: () => 'there is no such place now',
};

/** The section of a plan's `whyNot`; nothing for a planner that gives no reasons. */
export function whyNot(plan) {
  const { venues = [], counts = [] } = plan.whyNot ?? {};
  if (venues.length === 0) return undefined;
  const say = (each) => sentences[each.reason]?.(each) ?? each.reason;
  const others = counts.reduce((sum, each) => sum + each.count, 0);
  const total = (each) => `${count(each.count, 'place')} ${each.reason.replace(/([A-Z])/g, ' $1').toLowerCase()}`;
  return h('details', { class: 'why-not' }, h('summary', {}, `Why not the other ${others}?`),
    h('ul', {}, venues.map((each) => h('li', {}, h('b', {}, each.name ?? each.id), `: ${say(each)}`))),
    counts.length > 0 && h('p', { class: 'soft' }, counts.map(total).join(', ')));
}
