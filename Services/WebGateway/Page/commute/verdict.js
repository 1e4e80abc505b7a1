// The answer in words.
import { h } from '../core/dom.js';
import { clockLine } from '../core/state-lines.js';
import { arrivalClock, clock, clockAndDay, count, distance, isAlike, minutes, sureness } from '../core/format.js';
import { localNow } from './when-field.js';
import { detourWords, directNumbers, shownNumbers, spareWords } from './numbers.js';

/** What places given as text were taken for, and how sure that is, of pairs of a field and a place. */
export function takenList(pairs) {
  const line = ([field, place]) => place?.confidence !== undefined && !isAlike(field.text, place.label)
    && h('li', {}, `“${field.text}” taken for `, h('b', {}, place.label), ` (${sureness(place.confidence)})`);
  const lines = pairs.map(line).filter(Boolean);
  return lines.length > 0 && h('ul', { class: 'taken' }, lines);
}

function best(plan) { return plan.options.find((option) => option.onTime); }

/** The verdict of a plan: whether, when, where. */
export function headline(plan, info) {
  const option = best(plan);
  if (option) {
    const { detour } = shownNumbers(option, plan);
    return {
      kind: 'good',
      text: `Yes: leave by ${clockAndDay(option.leaveBy, localNow(info.timeZone).day)}, ${option.venue.name}, ${detourWords(detour)}`,
    };
  }
  if (!plan.direct.onTime) return { kind: 'bad', text: 'No: even the direct way is late' };
  const { closed, unknown } = plan.candidates;
  return {
    kind: 'bad',
    text: plan.options.length === 0 && (closed || unknown)
      ? 'No: no place on the way is known to be open then' : 'No: you get there in time, but not with a stop',
  };
}

function directSentence(plan) {
  const { duration, spare } = directNumbers(plan);
  return `Without a stop: ${minutes(duration)}, ${distance(plan.direct.distanceMeters)}, there by `
    + `${arrivalClock(plan.direct.arrival)}, ${spareWords(spare)}.`;
}

function counted({ considered, onTime, closed, unreachable }) {
  const rest = [closed && `${closed} closed then`, unreachable && `${unreachable} out of reach`]
    .filter(Boolean).join(', ');
  return `${count(considered, 'place')} compared, ${onTime} in time${rest ? `; ${rest}` : ''}.`;
}

/** Where nobody knows whether the best place is open: that, and the best that is known to be. */
function unsure(plan) {
  const isKnown = ({ hours }) => hours?.state !== 'unknown';
  const option = best(plan);
  if (!option || isKnown(option)) return undefined;
  const index = plan.options.findIndex((each) => each.onTime && isKnown(each));
  const other = plan.options[index];
  return h('p', {}, `Nobody knows the hours of ${option.venue.name}. `, other
    ? `Known to be open: ${index + 1}, ${other.venue.name}; leave by ${clock(other.leaveBy)}.`
    : 'None of these is known to be open then.');
}

/** The card with the verdict. */
export function verdictCard(plan, info) {
  const { kind, text } = headline(plan, info);
  return h('section', { class: `verdict ${kind}`, 'aria-label': 'Answer' },
    h('h2', { tabindex: '-1', id: 'verdict' }, text),
    unsure(plan),
    h('p', {}, directSentence(plan)),
    h('p', { class: 'soft' }, counted(plan.candidates)),
    clockLine(info));
}
