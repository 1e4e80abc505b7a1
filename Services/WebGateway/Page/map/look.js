// How lines, areas and venues look on the map, in both themes.
import { setting } from '../core/settings.js';

const colours = {
  light: {
    direct: '#5b6470', first: '#b4530a', second: '#1d5fb0', walk: '#b4530a', pin: '#7a3fa0',
    fence: '#1b7a3f', closed: '#b3261e', reach: '#1d5fb0', track: '#1d5fb0',
    casing: '#ffffff', cluster: '#8a4b16', count: '#ffffff', disc: '#f6e3cd', text: '#4a2c10',
    open: '#17693a', unknown: '#8a4b16', heart: '#d3263f',
  },
  dark: {
    direct: '#a9b2be', first: '#ffa552', second: '#7db6ff', walk: '#ffa552', pin: '#cfa0f5',
    fence: '#6fd694', closed: '#ff8f84', reach: '#7db6ff', track: '#7db6ff',
    casing: '#14171a', cluster: '#e3a367', count: '#1b1611', disc: '#2b2723', text: '#f0d9bf',
    open: '#7dd89c', unknown: '#e3a367', heart: '#e8455d',
  },
};

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

/** The look of a role in a theme: `{ colour, casing, width, opacity, dash, fill }`. */
export const look = (role, theme) => ({
  ...(strokes[role] ?? strokes.direct),
  colour: colours[theme][role] ?? colours[theme].direct,
  casing: colours[theme].casing,
  fill: fills[role] ?? 0,
});

/** The colours of venues and clusters, by what has them. */
export const venueLook = (theme) => colours[theme];

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
