// Calls the gateway: requests as JSON, each with a time limit, each failure with its reason.
import { heard, lost } from './health.js';
import { authorisation } from './session.js';
import { anyOf, timeout } from './signals.js';
import { store } from './store.js';
import { language, locale, t } from './words.js';

/** The longest wait for a reply, in milliseconds; a plan on a large map may need most of it. */
const timeLimit = 20_000;

/** What each code of the error table says to a guest; a code without words is a fault. */
const refusals = {
  invalidRequest: t('QuickBrew cannot answer this as it is asked.'),
  outsideMap: t('Outside the map.'), notFound: t('Not found.'),
  noRoute: t('No road leads from one place to the other.'),
  ambiguous: t('Several places may be meant.'),
  conflict: t('This was changed elsewhere at the same time. Try again.'),
  tooManyPins: t('There are five pins already. Remove one, or reset.'),
  unauthorised: t('You may not do this.'),
  overloaded: t('QuickBrew is busy. Try again in a moment.'),
  unavailable: t('QuickBrew cannot be reached.'), shuttingDown: t('QuickBrew cannot be reached.'),
  deadlineExceeded: t('The answer takes too long. Try again.'),
};

/**
 * A failed request, of the fields of an application/problem+json body: `message` has its code in
 * the reader's words, `detail` the service's own, which are English.
 */
export class Problem extends Error {
  /**
   * @param {{ code?: string, detail?: string, suggestions?: string[], message?: string }} [body]
   */
  constructor(body = {}) {
    const { code = 'internal', detail = '', suggestions = [], message = refusals[code] } = body;
    super(message ?? t('Something went wrong.'));
    this.code = code;
    this.detail = detail;
    this.suggestions = suggestions;
  }

  /** Whether the request did not reach what could answer it, so that what is stored may serve. */
  get isOutage() {
    return ['unavailable', 'overloaded', 'shuttingDown', 'deadlineExceeded'].includes(this.code);
  }
}

function explain(error, limit, signal) {
  if (error instanceof Problem || signal?.aborted) return error;
  if (error.name === 'TimeoutError') {
    return new Problem({
      code: 'deadlineExceeded',
      message: t('No answer within {n} seconds.', { n: Math.round(limit / 1000) }),
    });
  }
  return new Problem({
    code: 'unavailable',
    message: navigator.onLine ? t('QuickBrew cannot be reached.') : t('This device is offline.'),
  });
}

async function read(reply) {
  const text = await reply.text();
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy answers with its own page.
    throw new Problem({
      code: reply.status >= 500 ? 'unavailable' : 'internal',
      message: t('QuickBrew cannot be reached (status {status}).', { status: reply.status }),
    });
  }
  if (reply.status === 401) window.dispatchEvent(new Event('unauthorised'));
  if (!reply.ok) throw new Problem(body);
  return body;
}

/** A missing service in a guest's words: the bus has those of whoever runs the stack. */
function inWords(problem) {
  const [, service] = /^No instance of ([\w-]+) is running/.exec(problem.detail) ?? [];
  if (lost[service]) problem.message = t('{lost} at the moment.', { lost: lost[service] });
  return problem;
}

/**
 * Calls an operation such as `planner.plan`. Throws `Problem`, or the reason of `signal` if that
 * aborts.
 * @param {{ key?: string, limit?: number, signal?: AbortSignal }} [options] `key` makes a change
 * happen once.
 */
export async function call(operation, message = {}, options = {}) {
  const { key, limit = timeLimit, signal } = options;
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': locale,
    ...authorisation(), ...key && { 'Idempotency-Key': key } };
  try {
    const reply = await read(await fetch(`/v1/${operation}`, { method: 'POST', headers,
      // Names as the reader knows them, where the map has those.
      body: JSON.stringify(operation.startsWith('geocoder.') ? { language, ...message } : message),
      signal: anyOf(timeout(limit), signal) }));
    heard();
    return reply;
  } catch (error) {
    const problem = explain(error, limit, signal);
    if (problem.isOutage) window.dispatchEvent(new Event('outage'));
    throw inWords(problem);
  }
}

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
