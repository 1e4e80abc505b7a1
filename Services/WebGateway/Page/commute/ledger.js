// The time ledger of a trip: every row with its duration, to the second, and the clock after it.
import { h } from '../core/dom.js';
import { distance, exactClock, exactDuration, instant, localTime } from '../core/format.js';

/** What one does on a leg, by its profile. */
export const travelWords = { car: 'Drive', bicycle: 'Ride', foot: 'Walk' };
const words = { walk: 'Walk', wait: 'Wait until it opens', dwell: 'Stay' };
const sources = {
  map: 'map', traffic: 'live traffic', hours: 'opening hours', assumption: 'assumed',
};

/** Where a number comes from; what the request says and what is a sum needs no word. */
const sourceWords = (row) => (row.sources ?? []).filter(({ kind }) => sources[kind]).map(({ kind, detail }) =>
  // The detail of a map is a number that says nothing to a guest.
  (detail && (kind === 'hours' || kind === 'assumption') ? `${sources[kind]}: ${detail}` : sources[kind])).join(', ');

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
    ? [option.toStop, option.venue.name] : [option.toDestination, plan.destination.label.split(', ')[0]];
  return [`${travelWords[profile]} to ${to}`, [leg.name, distance(leg.distanceMeters)].filter(Boolean).join(', ')];
}

const line = (text, note, duration, when) => h('tr', {},
  h('th', { scope: 'row' }, text, note && h('small', {}, note)), h('td', {}, duration), h('td', {}, when));

/** The ledger of an option. */
export function ledger(option, plan, profile) {
  let drives = 0;
  const rows = (option.ledger ?? rowsOfLegs(option)).filter(({ kind }) => !['departure', 'arrival', 'slack'].includes(kind))
    .map((row) => {
      const [text, streets] = describe(row.kind, drives, option, plan, profile);
      drives += row.kind === 'drive' ? 1 : 0;
      return { text, note: [streets, sourceWords(row)].filter(Boolean).join(' · '), seconds: row.seconds };
    });
  return ledgerTable({ departure: plan.departure, deadline: plan.deadline, rows });
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
