// Formats numbers and times, so that what is shown adds up.
//
// The rule: clocks are whole minutes; a time by which one must leave is cut, a time at which one
// arrives is rounded up, so that nobody is promised a minute they do not have. A duration between
// two shown clocks is the difference of what is shown. Where seconds are shown, all are. A number
// and its unit are never parted by the end of a line.
import { hasMiles } from './settings.js';

const minute = 60_000;

/** Milliseconds since 1970 of a time of a message. */
export const instant = (time) => Date.parse(time);

/** The UTC offset of a time of a message, in milliseconds. */
function offset(time) {
  const match = /([+-])(\d\d):(\d\d)$/.exec(time);
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * minute;
}

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

/** "08:15": when to leave, or what a shop's sign says; local time of the map. */
export const clock = (time) => local(time, floorMinute(time)).slice(11, 16);

/** "08:15": when one is there at the latest. */
export const arrivalClock = (time) => local(time, ceilMinute(time)).slice(11, 16);

/** "08:15:07". */
export const exactClock = (time) => local(time, instant(time)).slice(11, 19);

/** The calendar day of a time: "2026-11-21". */
export const dayOf = (time) => local(time, instant(time)).slice(0, 10);

const dayForm = (day, form) => new Intl.DateTimeFormat('en-GB', { ...form, timeZone: 'UTC' })
  .format(Date.parse(day));

/** "Mon 7 Dec", of a day as of `dayOf`. */
export const shortDay = (day) => dayForm(day, { weekday: 'short', day: 'numeric', month: 'short' });

/** "today", "tomorrow", "Monday", or "Mon 7 Dec" beyond a week; `today` is a day as of `dayOf`. */
export function dayWord(day, today) {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  return days > 1 && days < 7 ? dayForm(day, { weekday: 'long' }) : shortDay(day);
}

/** "08:15", "08:15 tomorrow", "08:15 on Monday"; `today` is a day as of `dayOf`. */
export function clockAndDay(time, today) {
  const word = dayWord(dayOf(time), today);
  if (word === 'today') return clock(time);
  return `${clock(time)} ${/^(tomorrow|yesterday)$/.test(word) ? '' : 'on '}${word}`;
}

/** "41 min", "2 h 5 min", from a whole number of minutes. */
export function minutes(count) {
  const whole = Math.abs(count);
  if (whole < 60) return `${whole}\u00A0min`;
  return whole % 60 ? `${Math.floor(whole / 60)}\u00A0h\u00A0${whole % 60}\u00A0min`
    : `${whole / 60}\u00A0h`;
}

/** "0d 2h 45m", rounded up: the time of a drive between pins. */
export function daysHoursMinutes(seconds) {
  const whole = Math.ceil(seconds / 60);
  return `${Math.floor(whole / 1440)}d\u00A0${Math.floor(whole / 60) % 24}h\u00A0${whole % 60}m`;
}

/** The minutes between two shown clocks, in milliseconds since 1970. */
export const minutesBetween = (from, to) => Math.round((to - from) / minute);

/** "5 min 10 s", "40 s": exact. */
export function exactDuration(seconds) {
  const whole = Math.abs(Math.round(seconds));
  const parts = [
    whole >= 3600 && `${Math.floor(whole / 3600)}\u00A0h`, whole % 3600 >= 60
      && `${Math.floor((whole % 3600) / 60)}\u00A0min`, (whole % 60 || whole === 0)
        && `${whole % 60}\u00A0s`,
  ].filter(Boolean).join('\u00A0');
  return seconds < 0 ? `−${parts}` : parts;
}

/** "now", "3 min ago", "2 h ago", "on 21 Nov": how old something stored is. */
export function age(milliseconds, now = Date.now()) {
  const past = Math.max(0, now - milliseconds);
  if (past < minute) return 'just now';
  if (past < 180 * minute) return `${minutes(Math.floor(past / minute))} ago`;
  if (past < 24 * 60 * minute) return `${Math.floor(past / (60 * minute))}\u00A0h ago`;
  const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
  return `on ${date.format(milliseconds)}`;
}

/** "350 m", "2.4 km"; "350 ft", "1.5 mi" where lengths are in miles. */
export function distance(meters) {
  const [near, unit, far, large] = hasMiles() ? [meters / 0.3048, 'ft', meters / 1609.344, 'mi']
    : [meters, 'm', meters / 1000, 'km'];
  const step = near < 100 ? 1 : 10;
  if (near < 995) return `${Math.round(near / step) * step}\u00A0${unit}`;
  return `${far < 99.5 ? far.toFixed(1) : Math.round(far)}\u00A0${large}`;
}

/** "1.2 MB". */
export function size(bytes) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1000))}\u00A0kB`;
  return `${(bytes / 1e6).toFixed(1)}\u00A0MB`;
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

/** The name of a place without its address: "Kamppi"; a coordinate as it is. */
export const shortName = ({ label }) => (parsePoint(label) ? label : label.split(', ')[0]);

/** Whether a place has the name that was typed for it. */
export const isAlike = (a, b) => a.toLowerCase() === b.toLowerCase();

/** "sure", "likely", "a guess": how sure the geocoder is of a place given as text. */
export function sureness(confidence) {
  if (confidence >= 0.9) return 'sure';
  return confidence >= 0.7 ? 'likely' : 'a guess';
}

/** "1 shop", "3 shops". */
export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** A category as people write it: "ice-cream" becomes "ice cream". */
export const categoryWord = (category) => category.replaceAll('-', ' ');
