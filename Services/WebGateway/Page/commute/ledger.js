// The time ledger of a trip: every row with its duration, to the second, and the clock after it.
import { h } from '../core/dom.js';
import { distance, exactClock, exactDuration, instant } from '../core/format.js';

const kinds = {
  drive: 'Drive', walk: 'Walk', wait: 'Wait until it opens', dwell: 'Stay', stay: 'Stay', park: 'Park',
};

/** The rows of an option: those that the planner made, else those that follow from its legs. */
function rowsOf(option, plan) {
  if (option.ledger?.length) {
    return option.ledger.filter((row) => row.durationSeconds !== undefined)
      .map((row) => ({ seconds: row.durationSeconds, text: kinds[row.kind] ?? row.kind, source: row.source }));
  }
  const walk = (seconds, text) => ({ seconds: seconds ?? 0, text, isOptional: true });
  const drive = (leg, where) => ({
    seconds: leg.durationSeconds, text: where,
    note: [leg.name, distance(leg.distanceMeters)].filter(Boolean).join(', '),
  });
  return [
    drive(option.toStop, `Drive to ${option.venue.name}`),
    walk(option.toStop.walkSeconds, 'Walk to the door'),
    { seconds: option.waitSeconds, text: 'Wait until it opens', isOptional: true },
    { seconds: option.dwellSeconds, text: 'Stay' },
    walk(option.toDestination.walkSeconds, 'Walk back'),
    drive(option.toDestination, `Drive to ${plan.destination.label.split(', ')[0]}`),
  ].filter((row) => row.seconds || !row.isOptional);
}

/** A time as messages write it, in the UTC offset of another. */
function shifted(milliseconds, like) {
  const zone = /([+-])(\d\d):(\d\d)$/.exec(like)?.[0] ?? '+00:00';
  const sign = zone[0] === '-' ? -1 : 1;
  const shift = sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))) * 60_000;
  return new Date(milliseconds + shift).toISOString().slice(0, 19) + zone;
}

/** The ledger as a table; its rows sum to the slack. */
export function ledger(option, plan) {
  let at = instant(plan.departure);
  const line = (text, duration, when, note) => h('tr', {},
    h('th', { scope: 'row' }, text, note && h('small', {}, note)), h('td', {}, duration), h('td', {}, when));
  const rows = rowsOf(option, plan).map(({ seconds, text, note, source }) => {
    at += seconds * 1000;
    return line(text, exactDuration(seconds), exactClock(shifted(at, plan.departure)), note ?? source);
  });
  const slack = Math.round((instant(plan.deadline) - at) / 1000);
  return h('table', { class: 'ledger' },
    h('caption', { class: 'visually-hidden' }, 'Where the time goes'),
    h('thead', { class: 'visually-hidden' }, h('tr', {}, ['What', 'How long', 'Until'].map((text) =>
      h('th', { scope: 'col' }, text)))),
    h('tbody', {}, line('Leave', '', exactClock(plan.departure)), rows,
      h('tr', { class: slack < 0 ? 'bad' : 'good' },
        h('th', { scope: 'row' }, slack < 0 ? 'Late' : 'To spare'), h('td', {}, exactDuration(Math.abs(slack))),
        h('td', {}, exactClock(plan.deadline)))));
}
