// Makes elements. Text is always a text node: nothing that comes from data is parsed as markup.

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

/** An element: `h('button', { class: 'go', onclick: f, 'aria-label': 'Go' }, icon('go'), 'Go')`. */
export const h = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);

/** An SVG element. */
export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

/** The address of a link if it leads to a web page; `undefined` for `javascript:` and the like. */
export function webAddress(text) {
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
    return ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
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
