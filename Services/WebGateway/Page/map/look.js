// How lines, areas and venues look on the map, in both themes.
import { h } from '../core/dom.js';
import { setting } from '../core/store.js';

const probe = document.body.appendChild(h('i', { hidden: true }));

/** A colour of the style sheet by its name, in the theme that the page has now. */
function colour(name) {
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}

/** Width in pixels, opacity, dashes in units of the width; drawn in this order. */
const strokes = {
  reach: { width: 1.5, opacity: 0.8 },
  fence: { width: 2, opacity: 0.9 },
  direct: { width: 6, opacity: 0.55 },
  first: { width: 6, opacity: 1 },
  second: { width: 6, opacity: 1 },
  walk: { width: 4, opacity: 1, dash: [0.1, 1.8] },
  pin: { width: 5, opacity: 0.95 },
  track: { width: 4, opacity: 0.8, dash: [1.5, 1.5] },
};

const fills = { fence: 0.14, reach: 0.1 };

export const roles = Object.keys(strokes);

/** The look of a role: `{ colour, casing, width, opacity, dash, fill }`. */
export const look = (role) => ({
  ...strokes[role], colour: colour(role), casing: colour('casing'), fill: fills[role] ?? 0,
});

/** @type {() => any} The colours of venues and clusters, by what has them. */
export const venueLook = () => Object.fromEntries(['casing', 'cluster', 'count', 'disc', 'text',
  'open', 'closed', 'unknown', 'heart'].map((name) => [name, colour(name)]));

const dark = window.matchMedia('(prefers-color-scheme: dark)');

/** "light" or "dark": as chosen, else as the device has it. */
export const theme = () => setting('theme') || (dark.matches ? 'dark' : 'light');

/** Calls `body` with the theme whenever it changes. */
export function onTheme(body) {
  dark.addEventListener('change', () => body(theme()));
  window.addEventListener('themechange', () => body(theme()));
}

/** Has the whole page the theme. */
export function showTheme() {
  const { dataset, style } = document.documentElement;
  dataset.theme = theme();
  style.colorScheme = setting('theme');
}
