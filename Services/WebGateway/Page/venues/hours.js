// Opening hours in words: the state now, and the week.
import { clock, dayOf, dayWord } from '../core/format.js';
import { h } from '../core/dom.js';

const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** `{ text, kind }`: "Open until 18:00", "Closed, opens tomorrow 08:00"; from a reply's `hours`. */
export function statusOf(hours, today) {
  if (!hours) return undefined;
  if (hours.state === 'unknown') return { text: 'Hours unknown', kind: 'soft' };
  const isOpen = hours.state === 'open';
  const word = isOpen ? 'Open' : 'Closed';
  const kind = isOpen ? 'good' : 'bad';
  if (!hours.until) return { text: word, kind };
  const day = dayWord(dayOf(hours.until), today);
  const when = `${day === 'today' ? '' : `${day} `}${clock(hours.until)}`;
  const then = !isOpen && hours.next === 'open' ? `, opens ${when}` : ` until ${when}`;
  return { text: word + then, kind };
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
  if (value.trim() === '24/7') return days.map(() => 'all day');
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
      week[day] = isOff ? 'closed' : match[2].replaceAll(/\s*,\s*/g, ', ').replaceAll('-', '–');
    }
  }
  return week.map((each) => each || 'closed');
}

/**
 * The hours of the week as a table, today's row marked; as they are written where they are not
 * simple.
 */
export function weekTable(value, today) {
  const week = weekOf(value);
  if (!week) return h('p', { class: 'raw' }, value);
  const current = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
  return h('table', { class: 'week' }, h('tbody', {}, week.map((each, index) =>
    h('tr', index === current ? { class: 'today', 'aria-current': 'date' } : {},
      h('th', { scope: 'row' }, names[index]), h('td', {}, each)))));
}
