// Home, work and the usual trip of a user: kept in this browser, by the user's name.
import { user } from './session.js';

const key = () => `quickbrew.usual.${user()}`;

/** `{ home, work, trip }`: two places as they were typed, and the parameters of a deep link. */
export function usual() {
  try {
    return JSON.parse(localStorage.getItem(key())) ?? {};
  } catch {
    return {};
  }
}

export const keepUsual = (changes) => localStorage.setItem(key(),
  JSON.stringify({ ...usual(), ...changes }));

/** Which of the two a text names, "home" or "work"; `undefined` for another text. */
export const usualName = (text) => ['home', 'work'].find((name) => name === text.toLowerCase());
