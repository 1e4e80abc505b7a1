// The time ledger of a trip: every row with its duration, to the second, and the clock after it.
import { h } from '../core/dom.js';
import { dayOf, distance, exactClock, exactDuration, fullDay, instant, joined,
  localTime } from '../core/format.js';
import { locale, t } from '../core/words.js';
import { weekWords } from '../venues/hours.js';

/** What one does on a leg, by its profile. */
const travelWords = { car: (to) => t('Drive to {to}', { to }),
  bicycle: (to) => t('Ride to {to}', { to }), foot: (to) => t('Walk to {to}', { to }) };
const words = { walk: t('Walk'), park: t('Park'), wait: t('Wait'), dwell: t('Stay') };
const sources = { traffic: t('live traffic'), hours: t('opening hours'), assumption: t('assumed') };
/** What the planner says of a source, its number as a hole of the sentence. */
function sourceText(kind, detail) {
  if (kind === 'hours') return weekWords(detail);
  const [n] = /\d+(\.\d+)?/.exec(detail) ?? [];
  return n ? t(detail.replace(n, '{n}'), { n: Number(n).toLocaleString(locale) }) : t(detail);
}
const assumed = ({ sources: all }) => all.filter(({ kind }) => kind === 'assumption')
  .map(({ detail }) => sourceText('assumption', detail));

/**
 * Where the number of a row comes from. The request, a sum and the map need no word; nor what is
 * assumed in other rows too, which `basis` says once.
 */
const sourceWords = (row, isCommon) => joined(row.sources
  .filter(({ kind, detail }) => sources[kind] && !(kind === 'assumption'
    && isCommon(sourceText(kind, detail))))
  .map(({ kind, detail }) => (detail && kind !== 'traffic' ? t('{source}: {detail}',
    { source: sources[kind], detail: sourceText(kind, detail) }) : sources[kind])));

/** What the rows rest on together: the day of the map, and what is assumed in more than one. */
function basis(rows, common) {
  const date = rows.flatMap((row) => row.sources)
    .find((each) => each.kind === 'map' && each.date)?.date;
  const who = (detail) => {
    const kinds = new Set(rows.filter((row) => assumed(row).includes(detail))
      .map(({ kind }) => kind));
    return kinds.size === 1 && words[[...kinds][0]] ? words[[...kinds][0]] : undefined;
  };
  const parts = [date && t('The map is of {day}.', { day: fullDay(dayOf(date)) }),
    common.length > 0 && t('Assumed: {what}.',
      { what: common.map((detail) => (who(detail) ? t('{source}: {detail}',
        { source: who(detail), detail }) : detail)).join('; ') }),
  ].filter(Boolean);
  return parts.length > 0 && h('p', { class: 'soft small' }, parts.join(' '));
}

/** "Drive to Blue Bottle", with the streets beneath. */
function describe(kind, drives, { legs, names, profile }) {
  if (kind !== 'drive') return [words[kind] ?? kind];
  const leg = legs[drives];
  return [travelWords[profile](names[drives + 1]),
    joined([leg.name, distance(leg.distanceMeters)])];
}

const line = (text, note, duration, when) => h('tr', {},
  h('th', { scope: 'row' }, text, note && h('small', {}, note)), h('td', {}, duration),
    h('td', {}, when));

const after = (time, seconds) => localTime(instant(time) + seconds * 1000, time);
const secondsBetween = (from, to) => (instant(to) - instant(from)) / 1000;

/**
 * The rows `{ kind, seconds, until, sources }` of a way, by the instants of its schedule and the
 * reply's walks.
 */
function rowsOf({ schedule: { leave, stops, arrive }, walks, sourceRows = [] }) {
  const walked = (index) => walks.at(index)?.seconds ?? 0;
  const parts = [['walk', after(leave, walked(0))],
    ...stops.flatMap(({ parks, reaches, from, until, drivesOn }, index) => [
      ['drive', parks], ['park', after(reaches, -walked(2 * index + 1))], ['walk', reaches],
      ['wait', from], ['dwell', until],
      ['walk', drivesOn]]),
    ['drive', after(arrive, -walked(-1))], ['walk', arrive]];
  const sourced = [...sourceRows];
  return parts.map(([kind, until], index) => ({ kind, until,
    seconds: secondsBetween(index > 0 ? parts[index - 1][1] : leave, until) }))
    .filter(({ kind, seconds }) => seconds > 0 || kind === 'drive')
    .map((row) => {
      const at = sourced.findIndex(({ kind }) => kind === row.kind);
      return { ...row, sources: at < 0 ? [] : sourced.splice(at, 1)[0].sources };
    });
}

/** The ledger of a way, and beneath it what it rests on. */
export function ledger(way) {
  const { schedule: { leave, arrive }, deadline } = way;
  let drives = 0;
  const given = rowsOf(way);
  const all = given.flatMap(assumed);
  const common = [...new Set(all)].filter((detail) =>
    all.indexOf(detail) !== all.lastIndexOf(detail));
  const rows = given.map((row) => {
    const [text, streets] = describe(row.kind, drives, way);
    drives += row.kind === 'drive' ? 1 : 0;
    const note = joined([streets, sourceWords(row, (detail) => common.includes(detail))], ' · ');
    return line(text, note, exactDuration(row.seconds), exactClock(row.until));
  });
  const slack = secondsBetween(arrive, deadline);
  return [h('table', { class: 'ledger' },
    h('caption', { class: 'visually-hidden' }, t('Where the time goes')),
    h('thead', { class: 'visually-hidden' }, h('tr', {},
      [t('What'), t('How long'), t('Until')].map((text) => h('th', { scope: 'col' }, text)))),
    h('tbody', {}, line(t('Leave'), '', '', exactClock(leave)), rows,
      h('tr', { class: slack < 0 ? 'bad' : 'good' },
        h('th', { scope: 'row' }, slack < 0 ? t('Late') : t('To spare')),
        h('td', {}, exactDuration(Math.abs(slack))), h('td', {}, exactClock(deadline))))),
  basis(given, common)];
}
