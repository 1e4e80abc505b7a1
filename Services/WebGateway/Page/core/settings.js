// What somebody has chosen for this browser: the theme, and the units of length. A choice that is
// empty is the usual one.
import { keep, kept } from './store.js';

const key = 'quickbrew.settings';
/** Where roads have miles. Source: Unicode CLDR, `unitPreferenceData`, usage "road". */
const milesRegions = ['US', 'GB', 'LR', 'MM'];

/** The choice of a `theme` ("light", "dark") or of `units` ("metric", "imperial"); else ''. */
export const setting = (name) => kept(key)?.[name] ?? '';

/** Keeps choices, and fires `themechange` and `unitschange` where they are others than before. */
export function choose(choices) {
  const changed = Object.keys(choices).filter((name) => setting(name) !== choices[name]);
  keep(key, { ...kept(key), ...choices });
  for (const name of changed) window.dispatchEvent(new Event(`${name}change`));
}

/** Whether lengths are in miles and feet: as chosen, else as where the browser's language is. */
export const hasMiles = () => (setting('units')
  ? setting('units') === 'imperial' : milesRegions.includes(navigator.language.split('-')[1]));
