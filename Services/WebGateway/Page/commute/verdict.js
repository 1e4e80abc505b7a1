// The answer in words: what the reply says, and a way out of a no.
import { h } from '../core/dom.js';
import { arrivalClock, clock, clockAndDay, count, dayOf, instant, isAlike, shortDay,
  sureness } from '../core/format.js';

/**
 * What places given as text were taken for where that is not sure, of pairs of a field and a place.
 */
export function takenList(pairs) {
  const line = ([field, place]) => place?.confidence !== undefined
    && sureness(place.confidence) !== 'sure' && !isAlike(field.text, place.label)
    && h('li', {}, `“${field.text}” taken for `, h('b', {}, place.label),
      ` (${sureness(place.confidence)})`);
  const lines = pairs.map(line).filter(Boolean);
  return lines.length > 0 && h('ul', { class: 'taken' }, lines);
}

/** Why it is a no; `what` is the kind of place, `number` how many of them the reason holds of. */
const reasons = {
  direct: () => 'even without a stop it is too late',
  nothing: ({ what }) => `there is no ${what} in reach`,
  unreachable: ({ what }) => `no road leads to a ${what} stop in time`,
  closed: ({ what, number, opens }) => [
    `${number === 1 ? `the only ${what} stop is` : `all ${number} ${what} stops are`} closed then`,
    opens && `the first opens ${clock(opens)}`].filter(Boolean).join('; '),
  hoursUnknown: ({ what }) => `no ${what} stop is known to be open then`,
  late: ({ what }) => `you get there in time, but not with a ${what} stop`,
  unwanted: ({ what }) => `no ${what} stop is as you want it`,
};

/**
 * The verdict as a headline, `{ kind, text }`; `yes` says where and when, `what` is the kind of
 * place.
 */
export function headline({ answer, reason, count: number, wayOut }, yes, what) {
  if (answer === 'yes') return { kind: 'good', text: `Yes: ${yes}` };
  if (answer === 'maybe') return { kind: 'maybe', text: `Maybe: ${yes}` };
  const why = reasons[reason] ?? reasons.late;
  return { kind: 'bad', text: `No: ${why({ what, number, opens: wayOut?.opens })}` };
}

/**
 * What makes a yes a maybe, or which of the listed `names` may be sooner than the yes; with an open
 * departure, which can perhaps be left later.
 */
export function doubt({ answer, reason, soonerPerhaps }, names, openEnd) {
  if (answer === 'maybe') return reason === 'bounds'
    ? 'A part of QuickBrew is away, so this is not certain.' : 'Its opening hours are unknown.';
  const when = openEnd === 'departure' ? 'later' : 'sooner';
  const name = names[soonerPerhaps];
  return name && `Perhaps ${when} at ${name}, whose hours are unknown.`;
}

/**
 * "leave between 08:15 and 08:44", or "leave by 08:44", with the day unless it is `today`, a day as
 * of `dayOf`.
 */
export function leaveWords({ leaveBetween }, leaveBy, today) {
  if (!leaveBetween?.latest) return `leave by ${clockAndDay(leaveBy, today)}`;
  const { earliest, latest } = leaveBetween;
  const from = dayOf(earliest) === dayOf(latest) ? clock(earliest) : clockAndDay(earliest, today);
  return `leave between ${from} and ${clockAndDay(latest, today)}`;
}

/**
 * The button of a way out: its words, and what fills its times into the form; `deadline` is the one
 * asked for.
 */
export function wayOutOf({ wayOut }, deadline, form) {
  if (!wayOut) return undefined;
  const at = (time, spell) => spell(time) + (dayOf(time) === dayOf(deadline) ? ''
    : ` on ${shortDay(dayOf(time))}`);
  const end = instant(wayOut.deadline) === instant(deadline) ? ''
    : `, be there by ${at(wayOut.deadline, arrivalClock)}`;
  return { text: `Leave at ${at(wayOut.departure, clock)}${end}?`,
    setTimes: () => form.setTimes(wayOut) };
}

const outcomes = {
  open: 'in time', perhaps: 'perhaps in time (hours unknown)', late: 'late', closed: 'closed then',
  hoursUnknown: 'of unknown hours', unwanted: 'not as you want it', unreachable: 'out of reach',
  bounded: 'farther off',
};

/** "58 places compared: 12 in time, 46 late." What is counted adds up. */
export function counted({ considered, outcomes: counts }) {
  const parts = Object.entries(outcomes).filter(([name]) => counts[name] > 0)
    .map(([name, words]) => `${counts[name]} ${words}`);
  const compared = `${count(considered, 'place')} compared`;
  return `${[compared, parts.join(', ')].filter(Boolean).join(': ')}.`;
}

/** "; 3 left out", to end a sentence; empty for none. */
export const omitted = (number) => (number > 0 ? `; ${number} left out` : '');
