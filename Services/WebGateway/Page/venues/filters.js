// What narrows a list of venues.
import { h } from '../core/dom.js';
import { categoryWord } from '../core/format.js';
import { categories } from './find.js';

/** A switch; `onChange` is called when it changes. */
export function toggleChip(text, onChange) {
  const button = h('button', {
    type: 'button', class: 'chip', 'aria-pressed': 'false', onclick: () => {
      const isOn = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(isOn));
      onChange(isOn);
    },
  }, text);
  return { element: button, isOn: () => button.getAttribute('aria-pressed') === 'true' };
}

/** "Open now": a criterion on the hours. */
export function openOnly(onChange) {
  const chip = toggleChip('Open now', onChange);
  return {
    element: h('div', { class: 'chip-row' }, chip.element), chip: chip.element,
    filter: () => (chip.isOn() ? { hours: {} } : {}),
  };
}

/**
 * A choice of categories that the map has, widest first; `fill` adds them when they are known. `also` are
 * choices that are no categories: `[value, text]`.
 */
export function categorySelect({ id, label, value, onChange, also = [] }) {
  const others = () => also.map(([each, text]) => h('option', { value: each }, text));
  const select = h('select', { id, name: id, onchange: () => onChange?.(select.value) },
    h('option', { value }, categoryWord(value)), others());
  async function fill() {
    const tree = (await categories()).filter((each) => each.total > 0 || each.category === select.value);
    if (tree.length === 0) return;
    const chosen = select.value;
    const depth = (each) => (each.parent ? 1 + depth(tree.find(({ category }) => category === each.parent) ?? {}) : 0);
    select.replaceChildren(...tree.map((each) => h('option', { value: each.category },
      `${' '.repeat(depth(each) * 2)}${categoryWord(each.category)} (${each.total})`)), ...others());
    if (![...select.options].some(({ value: each }) => each === chosen)) {
      select.prepend(h('option', { value: chosen }, categoryWord(chosen)));
    }
    select.value = chosen;
  }
  fill();
  return { select, element: h('div', { class: 'choice' }, h('label', { for: id }, label), select) };
}
