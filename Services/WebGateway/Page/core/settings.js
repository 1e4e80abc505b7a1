// What somebody has chosen for this browser: language, clock, units of length, theme. A choice that
// is empty is the usual one.
import { keep, kept } from './store.js';

const key = 'quickbrew.settings';

/**
 * The choice of a `theme` ("light", "dark"), of `units` ("metric", "imperial"), of a `clock` ("12",
 * "24"), or of a `language`; else ''.
 */
export const setting = (name) => kept(key)?.[name] ?? '';

/** Keeps choices, and fires such as `themechange` for those that are others than before. */
export function choose(choices) {
  const changed = Object.keys(choices).filter((name) => setting(name) !== choices[name]);
  keep(key, { ...kept(key), ...choices });
  for (const name of changed) window.dispatchEvent(new Event(`${name}change`));
}

/**
 * Whether lengths are in miles and feet: as chosen, else as where the browser's language is.
 * Source: Unicode CLDR, `unitPreferenceData`, usage "road".
 */
export const hasMiles = () => (setting('units') ? setting('units') === 'imperial'
  : ['US', 'GB', 'LR', 'MM'].includes(navigator.language.split('-')[1]));
