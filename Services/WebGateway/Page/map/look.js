// How lines, areas and venues look on the map, in both themes.

const colours = {
  light: {
    direct: '#5b6470', first: '#b4530a', second: '#1d5fb0', walk: '#b4530a', pin: '#7a3fa0',
    fence: '#1b7a3f', closed: '#b3261e', reach: '#1d5fb0', area: '#6b6259', track: '#1d5fb0',
    casing: '#ffffff', venue: '#8a4b16', cluster: '#8a4b16', count: '#ffffff',
  },
  dark: {
    direct: '#a9b2be', first: '#ffa552', second: '#7db6ff', walk: '#ffa552', pin: '#cfa0f5',
    fence: '#6fd694', closed: '#ff8f84', reach: '#7db6ff', area: '#a89f94', track: '#7db6ff',
    casing: '#14171a', venue: '#e3a367', cluster: '#e3a367', count: '#1b1611',
  },
};

/** Width in pixels, opacity, dashes in units of the width; drawn in this order. */
const strokes = {
  area: { width: 1.5, opacity: 0.8, dash: [3, 3] },
  reach: { width: 1.5, opacity: 0.8 },
  fence: { width: 2, opacity: 0.9 },
  direct: { width: 6, opacity: 0.55 },
  first: { width: 6, opacity: 1 },
  second: { width: 6, opacity: 1 },
  walk: { width: 4, opacity: 1, dash: [0.1, 1.8] },
  pin: { width: 5, opacity: 0.95 },
  closed: { width: 6, opacity: 0.9, dash: [1.2, 1] },
  track: { width: 4, opacity: 0.8, dash: [1.5, 1.5] },
};

const fills = { fence: 0.14, reach: 0.1, area: 0.04 };

export const roles = Object.keys(strokes);

/** The look of a role in a theme: `{ colour, casing, width, opacity, dash, fill }`. */
export const look = (role, theme) => ({
  ...(strokes[role] ?? strokes.direct),
  colour: colours[theme][role] ?? colours[theme].direct,
  casing: colours[theme].casing,
  fill: fills[role] ?? 0,
});

/** The colours of venues: `{ venue, cluster, count, casing }`. */
export const venueLook = (theme) => colours[theme];

const dark = window.matchMedia('(prefers-color-scheme: dark)');

export const theme = () => (dark.matches ? 'dark' : 'light');

/** Calls `body` with the theme whenever it changes. */
export const onTheme = (body) => dark.addEventListener('change', () => body(theme()));
