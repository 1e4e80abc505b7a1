// What narrows a list of venues.
import { options } from '../core/controls.js';
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
 * A choice of the categories that the map has, widest first, which come when they are known. `also`
 * are choices that are not categories: `[value, text]`.
 */
export function categorySelect({ id, value, onChange = undefined, also = [] }) {
  const select = h('select', { id, name: id, onchange: () => onChange?.(select.value) },
    options([[value, categoryWord(value)], ...also]));
  async function fill() {
    const tree = (await categories()).filter(({ total, category }) => total > 0
      || category === select.value);
    if (tree.length === 0) return;
    const chosen = select.value;
    const pairs = [...tree.map(({ category, total }) =>
      [category, `${categoryWord(category)} (${total})`]), ...also];
    const isListed = pairs.some(([each]) => each === chosen);
    select.replaceChildren(...options(isListed ? pairs : [[chosen, categoryWord(chosen)],
      ...pairs]));
    select.value = chosen;
  }
  fill();
  return select;
}
