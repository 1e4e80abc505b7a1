// Home, work and the usual trip of a user: the planner keeps them for all their devices, and this
// browser a copy for when nobody answers, by the user's name.
import { call } from './api.js';
import { freshID, user } from './session.js';
import { keep, kept } from './store.js';
import { t } from './words.js';

const keyOf = () => `quickbrew.usual.${user()}`;
const read = (key) => kept(key) ?? {};

/** Two places as they were typed, and `{ words, parameters }` of a trip: those of a deep link. */
export const usual = () => read(keyOf());

/** Keeps changes here at once, and with the planner as soon as it answers. */
export function keepUsual(changes) {
  const { unsent, ...rest } = usual();
  keep(keyOf(), { ...rest, ...changes, unsent: { ...unsent, ...changes } });
  return syncUsual();
}

/** Sends what was changed here, gets what was changed elsewhere, and fires `usual`. */
export async function syncUsual() {
  const key = keyOf();
  const { unsent } = read(key);
  // What is changed meanwhile is sent by its own call.
  const settle = (value) => JSON.stringify(read(key).unsent) === JSON.stringify(unsent)
    && keep(key, value);
  try {
    settle(await (unsent
      ? call('planner.usual-put', { user: user(), ...unsent }, { key: freshID('usual') })
      : call('planner.usual', { user: user() })));
    window.dispatchEvent(new Event('usual'));
  } catch (problem) {
    // Refused for good, it stays in this browser only.
    if (unsent && !problem.isOutage) settle({ ...read(key), unsent: undefined });
  }
}

/** What the two are called in a field. */
export const usualWords = { home: t('home'), work: t('work') };

/** Which of the two a text names, "home" or "work"; `undefined` for another text. */
export const usualName = (text) => ['home', 'work'].find((name) =>
  [name, usualWords[name].toLowerCase()].includes(text.toLowerCase()));
