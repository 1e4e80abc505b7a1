// The answer in words: what the reply says, a way out of a no, and why a place is not among the
// options: the first reason that holds, with its number.
import { h, soft } from '../core/dom.js';
import { arrivalClock, clock, clockAndDay, dayOf, distance, exactDuration, instant, isAlike, joined,
  leastSure, localTime, nameOf, shortDay, sureness } from '../core/format.js';
import { plural, rich, t } from '../core/words.js';

/**
 * What places given as text were taken for where that is not sure, of pairs of a field and a place.
 */
export function takenList(pairs) {
  const line = ([field, place]) => place?.confidence !== undefined
    && place.confidence < leastSure && !isAlike(field.text, place.label)
    && h('li', {}, rich('“{text}” taken for {place} ({sureness})', { text: field.text,
      place: h('b', {}, place.label), sureness: sureness(place.confidence) }));
  const lines = pairs.map(line).filter(Boolean);
  return lines.length > 0 && h('ul', { class: 'taken' }, lines);
}

/** Why it is a no; `what` is the kind of place, `number` how many of them the reason holds of. */
const reasons = {
  direct: () => t('No: even without a stop it is too late'),
  nothing: (holes) => t('No: there is no {what} in reach', holes),
  unreachable: (holes) => t('No: no road leads to a {what} stop in time', holes),
  closed: ({ what, number, opens }) => joined([plural(number,
    'No: the only {what} stop is closed then', 'No: all {n} {what} stops are closed then',
    { what }), opens && t('the first opens {time}', { time: clock(opens) })], '; '),
  hoursUnknown: (holes) => t('No: no {what} stop is known to be open then', holes),
  late: (holes) => t('No: you get there in time, but not with a {what} stop', holes),
  unwanted: (holes) => t('No: no {what} stop is as you want it', holes),
};

/**
 * The verdict as a headline, `{ kind, text }`; `yes` says where and when, `what` is the kind of
 * place.
 */
export function headline({ answer, reason, count: number, wayOut }, yes, what) {
  if (answer === 'yes') return { kind: 'good', text: t('Yes: {facts}', { facts: yes }) };
  if (answer === 'maybe') return { kind: 'maybe', text: t('Maybe: {facts}', { facts: yes }) };
  const why = reasons[reason] ?? reasons.late;
  return { kind: 'bad', text: why({ what, number, opens: wayOut?.opens }) };
}

/**
 * What makes a yes a maybe, or which of the listed `names` may be sooner than the yes; with an open
 * departure, which can perhaps be left later.
 */
export function doubt({ answer, reason, soonerPerhaps }, names, openEnd) {
  if (answer === 'maybe') return reason === 'bounds'
    ? t('A part of QuickBrew is away, so this is not certain.')
    : t('Its opening hours are unknown.');
  const name = names[soonerPerhaps];
  return name && (openEnd === 'departure'
    ? t('Perhaps later at {name}, whose hours are unknown.', { name })
    : t('Perhaps sooner at {name}, whose hours are unknown.', { name }));
}

/**
 * "leave between 08:15 and 08:44", or "leave by 08:44", with the day unless it is `today`, a day as
 * of `dayOf`.
 */
export function leaveWords({ leaveBetween }, leaveBy, today) {
  if (!leaveBetween?.latest) return t('leave by {time}', { time: clockAndDay(leaveBy, today) });
  const { earliest, latest } = leaveBetween;
  const from = dayOf(earliest) === dayOf(latest) ? clock(earliest) : clockAndDay(earliest, today);
  return t('leave between {from} and {to}', { from, to: clockAndDay(latest, today) });
}

/**
 * The button of a way out: its words, and what fills its times into the form; `deadline` is the one
 * asked for.
 */
export function wayOutOf({ wayOut }, deadline, form) {
  if (!wayOut) return undefined;
  const at = (time, spell) => (dayOf(time) === dayOf(deadline) ? spell(time)
    : t('{clock} on {day}', { clock: spell(time), day: shortDay(dayOf(time)) }));
  const leave = at(wayOut.departure, clock);
  return { text: instant(wayOut.deadline) === instant(deadline) ? t('Leave at {leave}?', { leave })
    : t('Leave at {leave}, be there by {arrive}?',
      { leave, arrive: at(wayOut.deadline, arrivalClock) }),
    setTimes: () => form.setTimes(wayOut) };
}

const outcomes = {
  open: t('in time'), perhaps: t('perhaps in time (hours unknown)'), late: t('late'),
  closed: t('closed then'), hoursUnknown: t('hours unknown'), unwanted: t('not as you want it'),
  unreachable: t('out of reach'), bounded: t('farther off'),
};

/** "58 places compared: 12 in time, 46 late." What is counted adds up. */
export function counted({ considered, outcomes: counts }) {
  const parts = Object.entries(outcomes).filter(([name]) => counts[name] > 0)
    .map(([name, words]) => t('{number} {outcome}', { number: counts[name], outcome: words }));
  const compared = plural(considered, '{n} place compared', '{n} places compared');
  return parts.length === 0 ? `${compared}.`
    : t('{compared}: {outcomes}.', { compared, outcomes: joined(parts) });
}

/** A sentence, and after it "3 left out."; nothing more for none. */
export const omitted = (number, sentence) => joined([sentence,
  number > 0 && plural(number, '{n} left out.', '{n} left out.')], ' ');

/** The day of a shop that a time belongs to: it ends at four in the night. */
const shopDay = (time) => dayOf(localTime(instant(time) - 4 * 3_600_000, time));

/** A closing time of another day explains nothing. */
function closed({ arrival, opens, closes }) {
  const today = closes && (!arrival || shopDay(closes) === shopDay(arrival));
  const isOpen = today && arrival && instant(closes) > instant(arrival);
  return joined([
    isOpen ? t('closes {time}', { time: clock(closes) })
      : today ? t('closed since {time}', { time: clock(closes) }) : t('closed'),
    opens && t('opens {time}', { time: clock(opens) }),
    arrival && t('you would be there at {time}', { time: arrivalClock(arrival) }),
  ]);
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
const groups = {
  ...outcomes, full: t('in time, but not among the best'),
  brand: t('in time, of a brand that is listed'), favourite: t('none of your favourites'),
  detour: t('too long a detour'), walk: t('too far from the road'),
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
    { number: each.count, outcome: groups[each.reason] ?? each.reason });
  return h('details', { class: 'why-not' }, h('summary', {},
    plural(others, 'Why not the other {n}?', 'Why not the other {n}?')),
    h('ul', {}, venues.map((each) => h('li', {}, h('b', {}, each.name ? nameOf(each) : each.id),
      `: ${say(each)}`))),
    counts.length > 0 && soft(plural(others, '{n} place: {reasons}.', '{n} places: {reasons}.',
        { reasons: counts.map(total).join('; ') })));
}
