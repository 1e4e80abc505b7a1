// Who uses the page: a name kept in this browser, and a token where the gateway asks for one.
//
// The name is the user of favourites, reviews and notes, the board of pins and the device of
// positions, so that a visitor sees their own and nobody else's.

import { timeout } from './signals.js';
import { t } from './words.js';

const nameKey = 'quickbrew.user';
const tokenKey = 'quickbrew.token';

// A link may bring a token, in the part of the address that no server sees; it is kept here only.
const brought = location.hash.match(/^#token=([\w.~-]+)$/);
if (brought) {
  localStorage.setItem(tokenKey, brought[1]);
  history.replaceState(null, '', location.pathname + location.search);
}

/**
 * An identifier of so many random bytes; works on plain HTTP, too, where `crypto.randomUUID` is
 * missing.
 */
export function freshID(prefix = 'page', length = 12) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return `${prefix}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The user's name; a generated one until they choose. */
export function user() {
  const stored = localStorage.getItem(nameKey);
  if (stored) return stored;
  const name = freshID('guest', 3);
  localStorage.setItem(nameKey, name);
  return name;
}

/** @type {{ user?: string, scope?: string, isGuest?: boolean }} */
let caller = {};

/**
 * Asks whom the gateway takes this browser for: a token or a guest's cookie says the user. Never
 * throws: without an answer in time, be it cut after its head, the page begins as it is.
 */
export async function learnCaller() {
  try {
    const reply = await fetch('/v1/caller', { headers: authorisation(), signal: timeout(2000) });
    if (reply.ok) caller = await reply.json();
  } catch { /* Each answer that needs a user says so. */ }
  if (caller.user) localStorage.setItem(nameKey, caller.user);
}

const isGuest = () => caller.isGuest ?? false;
/** Whether nobody has chosen the name: it is generated, here or by the gateway. */
export const isAnonymous = () => isGuest() || /^guest-[\da-f]{6}$/.test(user());
/** The name as people read it. */
export const displayName = () => (isAnonymous() ? t('Guest') : user());
/** Whether the name is for others to give. */
export const isNamed = () => Boolean(caller.user);
/** Whether this browser may change what is everybody's. */
export const isAdmin = () => (caller.scope ?? 'admin') === 'admin';

/** Why a name cannot be used; `undefined` if it can. */
export function flawOf(name) {
  if (!name) return t('Enter a name.');
  if (name.length > 40) return t('A name has at most 40 characters.');
  return /^[\p{L}\p{N}_-][\p{L}\p{N}_. -]*$/u.test(name)
    ? undefined : t('A name has letters, digits, spaces, dots and dashes.');
}

/** Changes the user; whatever shows one user's things must be opened again. */
export function setUser(name) {
  localStorage.setItem(nameKey, name);
  window.dispatchEvent(new Event('userchange'));
}

export const token = () => localStorage.getItem(tokenKey) ?? '';

/** The headers of every request: who calls, where the gateway asks for it. */
export const authorisation = () => (token() ? { Authorization: `Bearer ${token()}` } : {});

export function setToken(text) {
  if (text) localStorage.setItem(tokenKey, text);
  else localStorage.removeItem(tokenKey);
}
