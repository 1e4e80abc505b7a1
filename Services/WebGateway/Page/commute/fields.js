// The fields of a trip's form, and what is wrong with what a deep link says for them.
import { options, select } from '../core/controls.js';
import { h } from '../core/dom.js';
import { categoryWord } from '../core/format.js';
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
  return undefined;
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
    element.append(...options([[value, categoryWord(value)]]));
    element.value = value;
    const tree = await categories();
    if (tree.length > 0 && !tree.some(({ category }) => category === value))
      sayFlaw(element, t('“{value}” is not a kind of place.', { value }));
  }
  element.value = value;
}
