// Signals that abort requests and listeners.

/** @type {any} The types of TypeScript 4.8 lack both. */
const signals = AbortSignal;

/** Aborts when any of these does. */
export const anyOf = (...all) => signals.any(all.filter(Boolean));

/** Aborts after a while. */
export const timeout = (milliseconds) => signals.timeout(milliseconds);
