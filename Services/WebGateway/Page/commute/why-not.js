// Why a place is not among the options: the first reason that holds, with its number.
import { h } from '../core/dom.js';
import { arrivalClock, clock, dayOf, distance, exactDuration, instant,
  localTime } from '../core/format.js';
import { plural, t } from '../core/words.js';

/** The day of a shop that a time belongs to: it ends at four in the night. */
const shopDay = (time) => dayOf(localTime(instant(time) - 4 * 3_600_000, time));

/** A closing time of another day explains nothing. */
function closed({ arrival, opens, closes }) {
  const today = closes && (!arrival || shopDay(closes) === shopDay(arrival));
  const isOpen = today && arrival && instant(closes) > instant(arrival);
  return [
    isOpen ? t('closes {time}', { time: clock(closes) })
      : today ? t('closed since {time}', { time: clock(closes) }) : t('closed'),
    opens && t('opens {time}', { time: clock(opens) }),
    arrival && t('you would be there at {time}', { time: arrivalClock(arrival) }),
  ].filter(Boolean).join(', ');
}

const sentences = {
  full: ({ rank }) => t('in time, but only number {rank}', { rank }),
  brand: () => t('in time, but others of its brand are listed'),
  favourite: () => t('none of your favourites'),
  detour: ({ seconds, limit }) =>
    t('detour {time}, more than {limit}', { time: exactDuration(seconds),
      limit: exactDuration(limit) }),
  walk: ({ meters, limit }) => t('{distance} from the road, more than {limit}',
    { distance: distance(meters), limit: distance(limit) }),
  late: ({ seconds }) => t('late by {time}', { time: exactDuration(seconds) }),
  closed,
  hoursUnknown: () => t('its hours are unknown'),
  unreachable: () => t('no road leads there and on'),
  outranked: ({ seconds }) => t('detour {time} at least', { time: exactDuration(seconds) }),
  tooFar: ({ seconds }) => t('too far: {time} at least', { time: exactDuration(seconds) }),
  category: () => t('of another kind'),
  filter: () => t('does not match'),
  unknownVenue: () => t('there is no such place now'),
};

/** What is said of several places with the same reason. */
const counted = {
  full: t('in time, but not among the best'), brand: t('in time, of a brand that is listed'),
  favourite: t('none of your favourites'), detour: t('too long a detour'),
  walk: t('too far from the road'), late: t('late'), closed: t('closed then'),
  hoursUnknown: t('hours unknown'), unreachable: t('out of reach'),
  outranked: t('a longer detour'), tooFar: t('too far away'), category: t('of another kind'),
  filter: t('no match'), unknownVenue: t('not there any more'),
};

/** The section of a plan's `whyNot`; nothing for a planner that gives no reasons. */
export function whyNot(plan) {
  const { venues = [], counts = [] } = plan.whyNot ?? {};
  if (venues.length === 0) return undefined;
  const say = (each) => sentences[each.reason]?.(each) ?? each.reason;
  const others = counts.reduce((sum, each) => sum + each.count, 0);
  const total = (each) => t('{number} {outcome}',
    { number: each.count, outcome: counted[each.reason] ?? each.reason });
  return h('details', { class: 'why-not' }, h('summary', {},
    plural(others, 'Why not the other {n}?', 'Why not the other {n}?')),
    h('ul', {}, venues.map((each) => h('li', {}, h('b', {}, each.name ?? each.id),
      `: ${say(each)}`))),
    counts.length > 0 && h('p', { class: 'soft' },
      plural(others, '{n} place: {reasons}.', '{n} places: {reasons}.',
        { reasons: counts.map(total).join('; ') })));
}
