// Opening hours in words: the state now, and the week.
import { h } from '../core/dom.js';
import { clock, dayOf, dayWord, shopClock, weekday } from '../core/format.js';
import { locale, t } from '../core/words.js';

const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
/** The name of a day, 0 for Monday. */
const nameOf = (index, form = 'long') => weekday(`2026-06-0${1 + index}`, form);

/** `{ text, kind }`: "Open until 18:00", "Closed, opens tomorrow 08:00"; from a reply's `hours`. */
export function statusOf(hours, today) {
  if (!hours) return undefined;
  if (hours.state === 'unknown') return { text: t('Hours unknown'), kind: 'soft' };
  const isOpen = hours.state === 'open';
  const kind = isOpen ? 'good' : 'bad';
  if (!hours.until) return { text: isOpen ? t('Open') : t('Closed'), kind };
  const day = dayWord(dayOf(hours.until), today);
  const time = dayOf(hours.until) === today ? clock(hours.until)
    : t('{day} {clock}', { day, clock: clock(hours.until) });
  if (isOpen) return { text: t('Open until {time}', { time }), kind };
  return { kind, text: hours.next === 'open' ? t('Closed, opens {time}', { time })
    : t('Closed until {time}', { time }) };
}

/** The indices of days of a selector such as `Mo-Fr,Su`; `undefined` if it is anything else. */
function daysOf(selector) {
  const found = [];
  for (const part of selector.split(',')) {
    const match = /^([A-Z][a-z])(?:-([A-Z][a-z]))?$/.exec(part.trim());
    const first = days.indexOf(match?.[1]);
    const last = days.indexOf(match?.[2] ?? match?.[1]);
    if (first < 0 || last < 0) return undefined;
    for (let day = first; ; day = (day + 1) % 7) {
      found.push(day);
      if (day === last) break;
    }
  }
  return found;
}

const times = /^\d{1,2}:\d\d-\d{1,2}:\d\d\+?(?:\s*,\s*\d{1,2}:\d\d-\d{1,2}:\d\d\+?)*$/;

/**
 * The hours of each day, Monday first, of the simple values that most venues have; `undefined` for
 * others, which are shown as they are. Rules of `OpeningHours` decide whether a venue is open.
 */
export function weekOf(value) {
  if (value.trim() === '24/7') return days.map(() => t('all day'));
  const week = days.map(() => '');
  for (const rule of value.split(';').map((each) => each.trim()).filter(Boolean)) {
    if (/^(PH|SH)\b/.test(rule)) continue;
    const match = /^([A-Z][a-z](?:[-,\sA-Za-z]*[a-z])?)?\s*(\d.*|off|closed)$/.exec(rule);
    const selected = match?.[1] ? daysOf(match[1].replaceAll(' ', '')) : match
      && days.map((_, index) => index);
    if (!selected) return undefined;
    const isOff = /^(off|closed)$/.test(match[2]);
    if (!isOff && !times.test(match[2])) return undefined;
    for (const day of selected) {
      week[day] = isOff ? t('closed') : match[2].replaceAll(/\s*,\s*/g, ', ')
        .replaceAll('-', '–').replaceAll(/\d{1,2}:\d\d/g, shopClock);
    }
  }
  return week.map((each) => each || t('closed'));
}

/** "Mon–Fri 08:00–18:00, Sat 09:00–12:00", of a value that is simple; another as it is written. */
export function weekWords(value) {
  /** @type {{ hours: string, first: number, last: number }[]} */
  const runs = [];
  for (const [index, hours] of (weekOf(value) ?? []).entries()) {
    if (runs.at(-1)?.hours === hours) runs.at(-1).last = index;
    else runs.push({ hours, first: index, last: index });
  }
  return runs.filter(({ hours }) => hours !== t('closed')).map(({ hours, first, last }) => [
    [...new Set([first, last])].map((index) => nameOf(index, 'short')).join('–'), hours].join(' '))
    .join(', ') || value;
}

/** The day that a week begins with where the language is from; 0 is Monday. */
export function firstDay(tag = locale) {
  /** @type {any} */
  const place = new Intl.Locale(tag);
  return ((place.getWeekInfo?.() ?? place.weekInfo)?.firstDay ?? 1) - 1;
}

/**
 * The hours of the week as a table, today's row marked; as they are written where they are not
 * simple.
 */
export function weekTable(value, today) {
  const week = weekOf(value);
  if (!week) return h('p', { class: 'raw' }, value);
  const current = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
  const order = days.map((_, index) => (index + firstDay()) % 7);
  return h('table', { class: 'week' }, h('tbody', {}, order.map((index) =>
    h('tr', index === current ? { class: 'today', 'aria-current': 'date' } : {},
      h('th', { scope: 'row' }, nameOf(index)),
      h('td', {}, week[index])))));
}
