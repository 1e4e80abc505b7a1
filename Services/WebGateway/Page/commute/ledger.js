// The time ledger of a trip: every row with its duration, to the second, and the clock after it.
import { h } from '../core/dom.js';
import { dayOf, distance, exactClock, exactDuration, instant, localTime, shortName } from '../core/format.js';

/** What one does on a leg, by its profile. */
export const travelWords = { car: 'Drive', bicycle: 'Ride', foot: 'Walk' };
const words = { walk: 'Walk', wait: 'Wait until it opens', dwell: 'Stay' };
const sources = { traffic: 'live traffic', hours: 'opening hours', assumption: 'assumed' };

const assumed = ({ sources: all = [] }) => all.filter(({ kind }) => kind === 'assumption').map(({ detail }) => detail);

/**
 * Where the number of a row comes from. The request, a sum and the map need no word; nor what is assumed in
 * other rows too, which `basis` says once.
 */
const sourceWords = (row, isCommon) => (row.sources ?? [])
  .filter(({ kind, detail }) => sources[kind] && !(kind === 'assumption' && isCommon(detail)))
  .map(({ kind, detail }) => (detail && kind !== 'traffic' ? `${sources[kind]}: ${detail}` : sources[kind])).join(', ');

/** What the rows rest on together: the day of the map, and what is assumed in more than one. */
function basis(rows, common) {
  const date = rows.flatMap((row) => row.sources ?? []).find((each) => each.kind === 'map' && each.date)?.date;
  const who = (detail) => {
    const kinds = new Set(rows.filter((row) => assumed(row).includes(detail)).map(({ kind }) => kind));
    return kinds.size === 1 && words[[...kinds][0]] ? `${words[[...kinds][0]].toLowerCase()}: ` : '';
  };
  const parts = [date && `The map is of ${dayOf(date)}.`,
    common.length > 0 && `Assumed: ${common.map((detail) => who(detail) + detail).join('; ')}.`].filter(Boolean);
  return parts.length > 0 && h('p', { class: 'soft small' }, parts.join(' '));
}

/** The rows that follow from the legs, for a planner that makes no ledger. */
function rowsOfLegs({ toStop, toDestination, waitSeconds, dwellSeconds }) {
  return [
    { kind: 'drive', seconds: toStop.durationSeconds }, { kind: 'wait', seconds: waitSeconds },
    { kind: 'dwell', seconds: dwellSeconds }, { kind: 'drive', seconds: toDestination.durationSeconds },
  ];
}

/** "Drive to Blue Bottle", with the streets beneath. */
function describe(kind, drives, option, plan, profile) {
  if (kind !== 'drive') return [words[kind] ?? kind];
  const [leg, to] = drives === 0
    ? [option.toStop, option.venue.name] : [option.toDestination, shortName(plan.destination)];
  return [`${travelWords[profile]} to ${to}`, [leg.name, distance(leg.distanceMeters)].filter(Boolean).join(', ')];
}

const line = (text, note, duration, when) => h('tr', {},
  h('th', { scope: 'row' }, text, note && h('small', {}, note)), h('td', {}, duration), h('td', {}, when));

/** The ledger of an option, and beneath it what it rests on. */
export function ledger(option, plan, profile) {
  let drives = 0;
  const given = (option.ledger ?? rowsOfLegs(option)).filter(({ kind }) => !['departure', 'arrival', 'slack'].includes(kind));
  const all = given.flatMap(assumed);
  const common = [...new Set(all)].filter((detail) => all.indexOf(detail) !== all.lastIndexOf(detail));
  const rows = given.map((row) => {
    const [text, streets] = describe(row.kind, drives, option, plan, profile);
    drives += row.kind === 'drive' ? 1 : 0;
    const note = [streets, sourceWords(row, (detail) => common.includes(detail))].filter(Boolean).join(' · ');
    return { text, note, seconds: row.seconds };
  });
  return [ledgerTable({ departure: plan.departure, deadline: plan.deadline, rows }), basis(given, common)];
}

/** A ledger as a table: rows `{ text, note, seconds }`, which with the slack sum to the time there is. */
export function ledgerTable({ departure, deadline, rows: given, slackSeconds }) {
  let at = instant(departure);
  const rows = given.filter(({ seconds }) => seconds > 0).map(({ text, note, seconds }) => {
    at += seconds * 1000;
    return line(text, note, exactDuration(seconds), exactClock(localTime(at, departure)));
  });
  const slack = slackSeconds ?? Math.round((instant(deadline) - at) / 1000);
  return h('table', { class: 'ledger' },
    h('caption', { class: 'visually-hidden' }, 'Where the time goes'),
    h('thead', { class: 'visually-hidden' }, h('tr', {}, ['What', 'How long', 'Until'].map((text) =>
      h('th', { scope: 'col' }, text)))),
    h('tbody', {}, line('Leave', '', '', exactClock(departure)), rows,
      h('tr', { class: slack < 0 ? 'bad' : 'good' },
        h('th', { scope: 'row' }, slack < 0 ? 'Late' : 'To spare'), h('td', {}, exactDuration(Math.abs(slack))),
        h('td', {}, exactClock(deadline)))));
}
