// The fields of a trip's form, and what is wrong with what a deep link says for them.
import { h, options, select } from '../core/dom.js';
import { categoryTitle, dayWord, localNow } from '../core/format.js';
import { categories } from '../venues/find.js';
import { t } from '../core/words.js';

/** Minutes, from 0 to `max`; empty for what nobody counts. */
export const minutesInput = (id, max, value) => h('input', {
  id, type: 'number', min: 0, max, required: value !== '', inputmode: 'numeric', value,
});

export const profileSelect = (id) =>
  select(id, [['car', t('by car')], ['bicycle', t('by bicycle')], ['foot', t('on foot')]]);

/** Says beneath a field why it cannot be used, until it is changed; '' for nothing. */
export function sayFlaw(field, text) {
  const around = field.closest('.choice, .when, .place, .ticks');
  field.setCustomValidity(text);
  around.querySelector('.flaw')?.remove();
  if (!text) return field.removeAttribute('aria-invalid');
  field.setAttribute('aria-invalid', 'true');
  around.append(h('p', { class: 'field-note flaw', 'data-kind': 'bad', role: 'alert' }, text));
  for (const event of ['input', 'change'])
    around.addEventListener(event, () => sayFlaw(field, ''), { once: true });
}

const possible = (field) => (field.type === 'number'
  ? t('{low} to {high}', { low: field.min, high: field.max })
  : [...field.options].map(({ text }) => text).join(', '));

/**
 * Sets a field to a value of a deep link, or to the usual one; says so where it cannot have that
 * value.
 */
export function take(field, value, usual) {
  const wanted = String(value || usual);
  field.value = wanted;
  field.setCustomValidity('');
  const isRead = field.value === wanted && field.validity.valid;
  sayFlaw(field, isRead ? '' : t('“{value}” is not possible: {possible}.',
    { value, possible: possible(field) }));
}

/**
 * The same with a kind of place: any that the tree of categories has, also where the map has none
 * of it.
 */
export async function takeCategory(element, value) {
  if (![...element.options].some((option) => option.value === value)) {
    element.append(...options([[value, categoryTitle(value)]]));
    element.value = value;
    const tree = await categories();
    if (tree.length > 0 && !tree.some(({ category }) => category === value))
      sayFlaw(element, t('“{value}” is not a kind of place.', { value }));
  }
  element.value = value;
}

const daysAhead = 7;

const later = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString()
  .slice(0, 10);

/** Whether it is a day of the calendar. */
const isDay = (date) => Boolean(new Date(date).toJSON()?.startsWith(date));

/** A time with its day, in the map's time zone. */
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
    const [, date, clock = ''] = /^(?:(\d{4}-\d\d-\d\d)T)?(\d\d:\d\d)(?![^:.Z+-])/.exec(text) ?? [];
    this.time.value = clock;
    const isRead = !text || (this.time.value && (!date || isDay(date)));
    sayFlaw(this.time, isRead ? '' : t('“{text}” is not a time such as 08:15 or 2026-11-21T08:15.',
      { text }));
    if (!isRead || !text) return;
    const now = localNow(this.#zone);
    const [first, time] = departure ? departure.split('T') : [now.day, now.time];
    const day = date ?? (clock >= time ? first : later(first, 1));
    if (![...this.day.options].some((option) => option.value === day))
      this.day.append(...options([[day, dayWord(day, now.day)]]));
    this.day.value = day;
  }

  /** Sets the time to this many minutes from now, on the next five minutes. */
  setAhead(minutes) {
    const at = Math.ceil((Date.now() + minutes * 60_000) / 300_000) * 300_000;
    const { day, time } = localNow(this.#zone, at);
    this.set(`${day}T${time}`);
  }
}
