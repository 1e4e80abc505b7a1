// A time with its day, in the map's time zone.
import { options } from '../core/controls.js';
import { h } from '../core/dom.js';
import { dayWord } from '../core/format.js';
import { sayFlaw } from './fields.js';
import { t } from '../core/words.js';

const daysAhead = 7;

/** The clock and day that people at the map have now: `{ day: "2026-11-21", time: "08:15" }`. */
export function localNow(timeZone, now = Date.now()) {
  const parts = Object.fromEntries(new Intl.DateTimeFormat('en-CA', {
    timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(now).map(({ type, value }) => [type, value]));
  return { day: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}` };
}

const later = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString()
  .slice(0, 10);

export class WhenField {
  #zone;

  /** `none` is what no time means, such as “as you do”; without it a time is required. */
  constructor({ name, label, timeZone, none }) {
    this.#zone = timeZone;
    const { day } = localNow(timeZone);
    this.time = h('input', { id: name, name, type: 'time', required: !none,
      'aria-describedby': none && `${name}-none` });
    const days = Array.from({ length: daysAhead }, (_, index) => later(day, index));
    this.day = h('select', { 'aria-label': t('{label}: day', { label }) },
      options(days.map((each) => [each, dayWord(each, day)])));
    this.element = h('div', { class: 'when' }, h('label', { for: name }, label),
      h('div', { class: 'field' }, this.time, this.day),
      none && h('p', { class: 'field-note', id: `${name}-none` }, none));
  }

  /** `2026-11-21T08:15`, or "" for no time. */
  get value() { return this.time.value ? `${this.day.value}T${this.time.value}` : ''; }

  /**
   * Sets it to `08:15`, which is on the day of a departure `2026-11-21T08:00`, or of now if that is
   * "", or on the next; to `2026-11-21T08:15`; to no time if that is "".
   */
  set(text = '', departure = '') {
    const [, date, clock = ''] = /^(?:(\d{4}-\d\d-\d\d)T)?(\d\d:\d\d)/.exec(text) ?? [];
    this.time.value = clock;
    const isRead = (this.time.value && !(Number.isNaN(Date.parse(date ?? '2026-01-01')))) || !text;
    sayFlaw(this.time, isRead ? '' : t('“{text}” is not a time such as 08:15 or 2026-11-21T08:15.',
      { text }));
    if (!isRead || !text) return;
    const now = localNow(this.#zone);
    const [first, time] = departure ? departure.split('T') : [now.day, now.time];
    const day = date ?? (clock >= time ? first : later(first, 1));
    if (![...this.day.options].some((option) => option.value === day)) {
      this.day.append(...options([[day, dayWord(day, now.day)]]));
    }
    this.day.value = day;
  }

  /** Sets the time to this many minutes from now, on the next five minutes. */
  setAhead(minutes) {
    const at = Math.ceil((Date.now() + minutes * 60_000) / 300_000) * 300_000;
    const { day, time } = localNow(this.#zone, at);
    this.set(`${day}T${time}`);
  }
}
