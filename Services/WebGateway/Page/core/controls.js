// Controls that forms of several doors have.
import { h } from './dom.js';

/** The options of a select element, of pairs of a value and its words. */
export const options = (pairs) => pairs.map(([value, words]) => h('option', { value }, words));

/** A select element of such pairs. */
export const select = (id, pairs, attributes = {}) =>
  h('select', { id, ...attributes }, options(pairs));

/** A table with a head of these words. */
export const table = (name, heads, rows) => h('table', { class: name },
  h('thead', {}, h('tr', {}, heads.map((text) => h('th', { scope: 'col' }, text)))),
  h('tbody', {}, rows));

/** A field with its label, and what it counts. */
export const choice = (label, field, unit) => h('div', { class: 'choice' },
  h('label', { for: field.id }, label),
  h('div', { class: 'field' }, field, unit && h('span', { class: 'unit' }, unit)));
