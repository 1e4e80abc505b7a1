// The answer in words: what the reply says, and a way out of a no.
import { h } from '../core/dom.js';
import { arrivalClock, clock, clockAndDay, dayOf, instant, isAlike, leastSure,
  shortDay, sureness } from '../core/format.js';
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
  closed: ({ what, number, opens }) => [plural(number, 'No: the only {what} stop is closed then',
    'No: all {n} {what} stops are closed then', { what }),
  opens && t('the first opens {time}', { time: clock(opens) })].filter(Boolean).join('; '),
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
    : t('{compared}: {outcomes}.', { compared, outcomes: parts.join(', ') });
}

/** A sentence, and after it "3 left out."; nothing more for none. */
export const omitted = (number, sentence) => [sentence, number > 0
  && plural(number, '{n} left out.', '{n} left out.')].filter(Boolean).join(' ');
