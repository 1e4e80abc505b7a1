// Calls the gateway: requests as JSON, each with a time limit, each failure with its reason.
import { heard, lost } from './health.js';
import { token } from './session.js';
import { anyOf, timeout } from './signals.js';
import { locale, t } from './words.js';

/** The longest wait for a reply, in milliseconds; a plan on a large map may need most of it. */
const timeLimit = 20_000;

/** A failed request: the fields of an application/problem+json body. */
export class Problem extends Error {
  /** @param {{ detail?: string, code?: string, suggestions?: string[] }} [body] */
  constructor(body = {}, status = 0) {
    super(body.detail ?? t('The gateway answered {status}.', { status }));
    this.code = body.code ?? (status === 401 ? 'unauthorised' : 'internal');
    this.suggestions = body.suggestions ?? [];
  }

  /** Whether the request did not reach what could answer it, so that what is stored may serve. */
  get isOutage() {
    return ['unavailable', 'overloaded', 'shuttingDown', 'deadlineExceeded'].includes(this.code);
  }
}

/** The headers of every request: who calls, where the gateway asks for it. */
export const authorisation = () => (token() ? { Authorization: `Bearer ${token()}` } : {});

function explain(error, limit, signal) {
  if (error instanceof Problem || signal?.aborted) return error;
  if (error.name === 'TimeoutError') {
    return new Problem({
      code: 'deadlineExceeded',
      detail: t('No answer within {n} seconds.', { n: Math.round(limit / 1000) }),
    });
  }
  return new Problem({
    code: 'unavailable',
    detail: navigator.onLine ? t('QuickBrew cannot be reached.') : t('This device is offline.'),
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
      detail: t('QuickBrew cannot be reached (status {status}).', { status: reply.status }),
    });
  }
  if (!reply.ok) {
    const problem = new Problem(body, reply.status);
    if (reply.status === 401) window.dispatchEvent(new Event('unauthorised'));
    throw problem;
  }
  return body;
}

/** A missing service in a guest's words: the bus has those of whoever runs the stack. */
function inWords(problem) {
  const [, service] = /^No instance of ([\w-]+) is running/.exec(problem.message) ?? [];
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
      body: JSON.stringify(message), signal: anyOf(timeout(limit), signal) }));
    heard();
    return reply;
  } catch (error) {
    const problem = explain(error, limit, signal);
    if (problem.isOutage) window.dispatchEvent(new Event('outage'));
    throw inWords(problem);
  }
}

/** A unique identifier; works on plain HTTP, too, where `crypto.randomUUID` is missing. */
export function freshID(prefix = 'page') {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `${prefix}-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
