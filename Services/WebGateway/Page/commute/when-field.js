// A time with its day, in the map's time zone.
import { h } from '../core/dom.js';
import { dayWord } from '../core/format.js';

const daysAhead = 7;

/** The clock and day that people at the map have now: `{ day: "2026-11-21", time: "08:15" }`. */
export function localNow(timeZone, now = Date.now()) {
  const parts = Object.fromEntries(new Intl.DateTimeFormat('en-CA', {
    timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(now).map(({ type, value }) => [type, value]));
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

const later = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

export class WhenField {
  #zone;

  /** `none` is what no time means, such as “now”; without it a time is required. */
  constructor({ name, label, timeZone, none }) {
    this.#zone = timeZone;
    const { day } = localNow(timeZone);
    this.time = h('input', { id: name, name, type: 'time', required: !none, 'aria-describedby': none && `${name}-none` });
    this.day = h('select', { 'aria-label': `${label}: day` },
      Array.from({ length: daysAhead }, (_, index) => later(day, index)).map((each) =>
        h('option', { value: each }, dayWord(each, day))));
    this.element = h('div', { class: 'when' }, h('label', { for: name }, label),
      h('div', { class: 'field' }, this.time, this.day),
      none && h('p', { class: 'field-note', id: `${name}-none` }, none));
  }

  /** `2026-11-21T08:15`, or "" for no time. */
  get value() { return this.time.value ? `${this.day.value}T${this.time.value}` : ''; }

  /** Takes `08:15`, which is today or, if that has passed, tomorrow; or `2026-11-21T08:15`. */
  set value(text) { this.setFrom('', text); }

  /** The same, of the day and clock of a departure, `2026-11-21T08:00`; of now, if that is "". */
  setFrom(departure, text) {
    const match = /^(?:(\d{4}-\d\d-\d\d)T)?(\d\d:\d\d)/.exec(text ?? '');
    if (!match) return;
    const now = localNow(this.#zone);
    const [first, time] = departure ? departure.split('T') : [now.day, now.time];
    const day = match[1] ?? (match[2] >= time ? first : later(first, 1));
    if (![...this.day.options].some((option) => option.value === day)) {
      this.day.append(h('option', { value: day }, dayWord(day, now.day)));
    }
    this.day.value = day;
    this.time.value = match[2];
  }

  /** Sets the time to so many minutes from now, on the next five minutes. */
  setAhead(minutes) {
    const at = Math.ceil((Date.now() + minutes * 60_000) / 300_000) * 300_000;
    const { day, time } = localNow(this.#zone, at);
    this.value = `${day}T${time}`;
  }
}
