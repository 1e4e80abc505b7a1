// Remembers the last answer to a question, for when nobody answers.
import { call } from './api.js';
import { store } from './store.js';

const answers = store('answers');

/**
 * Asks an operation, and keeps the answer. While nobody answers, the last answer to the same
 * question: `{ value, asOf, isStale, problem }`. Throws `Problem` without one, or if the
 * question itself is refused.
 */
export async function ask(operation, message = {}, options = {}) {
  const key = `${operation} ${JSON.stringify(message)}`;
  try {
    const value = await call(operation, message, options);
    const asOf = Date.now();
    answers.put(key, { value, asOf });
    return { value, asOf, isStale: false };
  } catch (problem) {
    if (!problem.isOutage) throw problem;
    const kept = await answers.get(key);
    if (!kept) throw problem;
    return { ...kept, isStale: true, problem };
  }
}
