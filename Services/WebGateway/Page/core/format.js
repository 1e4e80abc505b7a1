// Formats numbers and times, so that what is shown adds up.
//
// The rule: clocks are whole minutes; a time by which one must leave is cut, a time at which one
// arrives is rounded up, so that nobody is promised a minute they do not have. A duration between
// two shown clocks is the difference of what is shown. Where seconds are shown, all are. A number
// and its unit are never parted by the end of a line.
import { hasMiles, setting } from './store.js';
import { language, locale, reads, t } from './words.js';

const minute = 60_000;

/** Milliseconds since 1970 of a time of a message. */
export const instant = (time) => Date.parse(time);

/** The clock and day that people at the map have now: `{ day: "2026-11-21", time: "08:15" }`. */
export function localNow(timeZone, now = Date.now()) {
  // Swedish writes both as ISO 8601 does.
  const [day, time] = new Date(now).toLocaleString('sv-SE', { timeZone }).split(' ');
  return { day, time: time.slice(0, 5) };
}

/** The UTC offset of a time of a message, in milliseconds. */
const offset = (time) => Date.parse(time.replace(/[+-]\d\d:\d\d$/, 'Z')) - Date.parse(time);

function local(time, rounded) {
  return new Date(rounded + offset(time)).toISOString();
}

/** An instant as messages write times, in the UTC offset of another. */
export function localTime(milliseconds, like) {
  const zone = /([+-]\d\d:\d\d)$/.exec(like)?.[1] ?? '+00:00';
  return local(like, milliseconds).slice(0, 19) + zone;
}

/** The whole minute at or before a time, in milliseconds since 1970: for departures. */
export const floorMinute = (time) => Math.floor(instant(time) / minute) * minute;

/** The whole minute at or after a time: for arrivals. */
export const ceilMinute = (time) => Math.ceil(instant(time) / minute) * minute;

/** An instant of UTC as a clock of the chosen kind, else as the language has it. */
const spell = (milliseconds, second = undefined) => new Intl.DateTimeFormat(locale, {
  ...setting('clock') === '12' ? { hour: 'numeric', minute: '2-digit', second, hour12: true }
    : { timeStyle: second ? 'medium' : 'short', ...setting('clock') && { hourCycle: 'h23' } },
  timeZone: 'UTC' }).format(milliseconds);
const shifted = (time, rounded) => rounded + offset(time);

/** "08:15": when to leave, or what a shop's sign says; local time of the map. */
export const clock = (time) => spell(shifted(time, floorMinute(time)));

/** "08:15": when one is there at the latest. */
export const arrivalClock = (time) => spell(shifted(time, ceilMinute(time)));

/** "08:15:07". */
export const exactClock = (time) => spell(shifted(time, instant(time)), '2-digit');

/** A clock time of opening hours, "08:15" or "26:00". */
export const shopClock = (text) => spell(Date.UTC(2026, 0, 1, ...text.split(':').map(Number)));

/** The calendar day of a time: "2026-11-21". */
export const dayOf = (time) => local(time, instant(time)).slice(0, 10);

const dayForm = (day, form) => new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' })
  .format(Date.parse(day));

/** "Monday", of a day as of `dayOf`. */
export const weekday = (day, form = 'long') => dayForm(day, { weekday: form });

/** "Mon 7 Dec", of a day as of `dayOf`. */
export const shortDay = (day) => dayForm(day, { weekday: 'short', day: 'numeric', month: 'short' });

/** "7 Dec 2026". */
export const fullDay = (day) => dayForm(day, { dateStyle: 'medium' });

const daysFrom = (today, day) => Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);

/** "today", "tomorrow", "Monday", or "Mon 7 Dec" beyond a week; `today` is a day as of `dayOf`. */
export function dayWord(day, today) {
  const days = daysFrom(today, day);
  if (Math.abs(days) <= 1)
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  return days > 1 && days < 7 ? weekday(day) : shortDay(day);
}

/** "08:15", "08:15 tomorrow", "08:15 on Monday"; `today` is a day as of `dayOf`. */
export function clockAndDay(time, today) {
  const days = daysFrom(today, dayOf(time));
  if (days === 0) return clock(time);
  const holes = { clock: clock(time), day: dayWord(dayOf(time), today) };
  return Math.abs(days) === 1 ? t('{clock} {day}', holes) : t('{clock} on {day}', holes);
}

const units = { h: (n) => t('{n} h', { n }), min: (n) => t('{n} min', { n }),
  s: (n) => t('{n} s', { n }) };
/** No line ends within. */
const whole = (text) => text.replaceAll(' ', '\u00A0');
/** Pairs of a unit and its number, without those of zero unless it is the last alone. */
function parts(pairs) {
  const some = pairs.filter(([, n]) => n > 0);
  return whole((some.length > 0 ? some : pairs.slice(-1)).map(([unit, n]) => units[unit](n))
    .reduce((long, short) => t('{long} {short}', { long, short })));
}

/** "41 min", "2 h 5 min", from a whole number of minutes. */
export function minutes(count) {
  const all = Math.abs(count);
  return parts([['h', Math.floor(all / 60)], ['min', all % 60]]);
}

/** "0d 2h 45m", rounded up: the time of a drive between pins. */
export function daysHoursMinutes(seconds) {
  const all = Math.ceil(seconds / 60);
  return whole(t('{d}d {h}h {m}m',
    { d: Math.floor(all / 1440), h: Math.floor(all / 60) % 24, m: all % 60 }));
}

/** The minutes between two shown clocks, in milliseconds since 1970. */
export const minutesBetween = (from, to) => Math.round((to - from) / minute);

/** "5 min 10 s", "40 s": exact. */
export function exactDuration(seconds) {
  const all = Math.abs(Math.round(seconds));
  const text = parts([['h', Math.floor(all / 3600)], ['min', Math.floor(all / 60) % 60],
    ['s', all % 60]]);
  return seconds < 0 ? `−${text}` : text;
}

/** "now", "3 min ago", "2 h ago", "on 21 Nov": how old something stored is. */
export function age(milliseconds, now = Date.now()) {
  const past = Math.max(0, now - milliseconds);
  if (past < minute) return t('just now');
  const step = past < 180 * minute ? 1 : 60;
  if (past < 24 * 60 * minute)
    return t('{time} ago', { time: minutes(Math.floor(past / (step * minute)) * step) });
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  return t('on {day}', { day: date.format(milliseconds) });
}

/** A number with its unit, as `Intl` names it. */
const measure = (number, unit, digits = 0) => whole(new Intl.NumberFormat(locale, { style: 'unit',
  unit, maximumFractionDigits: digits, minimumFractionDigits: digits }).format(number));

/** "km", of `kilometer`. */
export const unitWord = (unit) => new Intl.NumberFormat(locale, { style: 'unit', unit })
  .formatToParts(1).find(({ type }) => type === 'unit').value;

/** "350 m", "2.4 km"; "350 ft", "1.5 mi" where lengths are in miles. */
export function distance(meters) {
  const [near, unit, far, large] = hasMiles()
    ? [meters / 0.3048, 'foot', meters / 1609.344, 'mile'] : [meters, 'meter', meters / 1000,
      'kilometer'];
  const step = near < 100 ? 1 : 10;
  return near < 995 ? measure(Math.round(near / step) * step, unit)
    : measure(far, large, far < 99.5 ? 1 : 0);
}

/** "1.2 MB". */
export function size(bytes) {
  return bytes < 1e6 ? measure(Math.max(1, Math.round(bytes / 1000)), 'kilobyte')
    : measure(bytes / 1e6, 'megabyte', 1);
}

/** "lat,lon" with six decimals: 0.1 m. */
export const point = ({ latitude, longitude }) => `${latitude.toFixed(6)},${longitude.toFixed(6)}`;

/** Parses "lat,lon"; `undefined` for anything else. */
export function parsePoint(text) {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text ?? '');
  if (!match) return undefined;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitude, longitude };
}

/** What there is of some texts, one after the other. */
export const joined = (texts, between = t(', ')) => texts.filter(Boolean).join(between);

/** The name of a place without its address: "Kamppi"; a coordinate as it is. */
export const shortName = ({ label }) => (parsePoint(label) ? label : label.split(', ')[0]);

/** Whether a place has the name that was typed for it. */
export const isAlike = (a, b) => a.toLowerCase() === b.toLowerCase();

/** The confidence from which on a place is surely meant. */
export const leastSure = 0.9;

/** "sure", "likely", "a guess": how sure the geocoder is of a place given as text. */
export function sureness(confidence) {
  if (confidence >= leastSure) return t('sure');
  return confidence >= 0.7 ? t('likely') : t('a guess');
}

/** A category as people write it: "ice-cream" becomes "ice cream". */
export const categoryWord = (category) => t(category.replaceAll('-', ' '));

/** The same where it begins a line or a button: "Ice cream". */
export const categoryTitle = (category) =>
  categoryWord(category).replace(/^./u, (first) => first.toLocaleUpperCase(locale));

/**
 * The name of a venue in the reader's language, or in English where its letters are not theirs, and
 * the local one beside it; of one without a name its street.
 */
export function nameOf({ name, names, address, category }, reader = language) {
  const international = reads(reader, name) ? undefined : names?.en ?? names?.und;
  const theirs = names?.[reader] ?? international ?? name;
  if (name) return theirs === name ? name : `${theirs} · ${name}`;
  return address?.split(', ')[0] || categoryWord(category);
}
