// Makes elements, icons and the controls of forms. Text is always a text node: nothing that comes
// from data is parsed as markup.

const properties = new Set(['value', 'checked', 'disabled', 'hidden', 'textContent', 'tabIndex']);

function set(made, key, value) {
  if (value === undefined || value === null || value === false) return;
  if (typeof value === 'function') made.addEventListener(key.replace(/^on/, ''), value);
  else if (properties.has(key)) made[key] = value;
  else made.setAttribute(key, value === true ? '' : value);
}

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) set(made, key, value);
  made.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return made;
}

/**
 * An element: `h('button', { class: 'go', onclick: f, 'aria-label': 'Go' }, icon('go'), 'Go')`. A
 * button sends no form unless its type says so.
 */
export const h = (name, attributes = {}, ...children) => fill(document.createElement(name),
  name === 'button' ? { type: 'button', ...attributes } : attributes, children);

/** An SVG element. */
export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

/** Replaces what an element has in it; children may be lists, or nothing. */
export function show(element, ...children) {
  element.replaceChildren();
  return fill(element, {}, children);
}

/** A part of a door, by its heading. */
export const section = (title, ...children) =>
  h('section', { 'aria-label': title }, h('h3', {}, title), children);

/** A line that says how something goes. */
export const notice = (text = '') => h('p', { class: 'field-note', role: 'status' }, text);

/** Less than the rest. */
export const soft = (...text) => h('p', { class: 'soft' }, text);

/** The address of a link if it leads to a web page; `undefined` for `javascript:` and the like. */
export function webAddress(text) {
  const { protocol, href } = /** @type {HTMLAnchorElement} */ (
    h('a', { href: /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}` }));
  return ['http:', 'https:'].includes(protocol) ? href : undefined;
}

/** Says something to screen readers, without moving the focus. */
export function announce(text) {
  const region = document.getElementById('announcer');
  if (region) region.textContent = text;
}

/** Calls `body` at most once per pause of `milliseconds`. */
export function debounce(milliseconds, body) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => body(...values), milliseconds);
  };
}

/** A switch; `onChange` is called with whether it is on when that changes. */
export function chip(text, onChange) {
  const isOn = () => element.ariaPressed === 'true';
  const turn = (isPressed) => { element.ariaPressed = String(isPressed); };
  const element = h('button', { class: 'chip', 'aria-pressed': 'false', onclick: () => {
    turn(!isOn());
    onChange(isOn());
  } }, text);
  return { element, isOn, turn };
}

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

/** Drawn by strokes on a field of 24 by 24. */
const paths = {
  commute: 'M5 19V9a4 4 0 0 1 8 0v6a3 3 0 0 0 6 0V8M19 8l-3 3M19 8l3 3M5 19a1 1 0 1 0 0 .1',
  explore: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM15.500 8.500l-2 5-5 2 2-5z',
  pins: 'M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.500C5 14.8 12 21 12 21z'
    + 'M12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21',
  locate: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v4M12 18v4M2 12h4M18 12h4',
  pick: 'M12 21s6-5.5 6-10.500a6 6 0 0 0-12 0C6 15.5 12 21 12 21zM12 8v5M9.5 10.500h5',
  heart: 'M12 20S4 14.8 4 9.200A4.2 4.2 0 0 1 12 7a4.2 4.2 0 0 1 8 2.200C20 14.8 12 20 12 20z',
  phone: 'M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3'
    + 'a3 3 0 0 1-3 3C10 21 3 14 3 6a3 3 0 0 1 3-3z',
  web: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  route: 'M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4z'
    + 'M8 17h7a3 3 0 0 0 0-6H9a3 3 0 0 1 0-6h7',
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6 6 18',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2',
  save: 'M12 4v11M12 15l-4-4M12 15l4-4M5 20h14',
  run: 'M14 5a1.5 1.5 0 1 0 0-.1M12 21l1-5-3-3 2-5 3 3h3M9 9l3-1M10 13l-2 4-4 1',
  ride: 'M6 19a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM18 19a3 3 0 1 0 0-6 3 3 0 0 0 0 6z'
    + 'M6 16l4-7h5l3 7M9 6h3M12 16l3-7',
  drive: 'M4 16v-4l2-5h12l2 5v4zM4 12h16M7 19v-3M17 19v-3M7.5 14h.1M16.5 14h.1',
  stop: 'M7 7h10v10H7z',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  plus: 'M12 5v14M5 12h14',
};

/** An icon of this name, for the eye only: what it means stands beside it or in a label. */
export const icon = (name, className = '') => svg('svg', {
  class: `icon ${className}`, viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false',
}, svg('path', { d: paths[name] }));
