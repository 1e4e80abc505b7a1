// How much each service does and how fast, from the gateway's metrics for Prometheus.
import { authorisation } from '../core/api.js';
import { anyOf, timeout } from '../core/signals.js';

const limit = 5000;

/** The service whose own metrics name none: the one that answers the page. */
export const gateway = 'web-gateway';

/**
 * Lines of the text format as `{ name, labels, value }`. Source: Prometheus, "Exposition formats".
 */
export function parse(text) {
  const samples = text.split('\n').map((line) =>
    /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line));
  return samples.filter(Boolean).map(([, name, labels = '', value]) => ({
    name,
    value: Number(value),
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
      .map(([, key, each]) => [key, each])),
  }));
}

/** The sums over the instances of each service: `{ requests, seconds, answered, queue }`. */
function sums(samples) {
  const fields = {
    quickbrew_requests_total: 'requests', quickbrew_request_duration_seconds_sum: 'seconds',
    quickbrew_request_duration_seconds_count: 'answered', quickbrew_queue_length: 'queue',
    quickbrew_http_requests_total: 'requests',
    quickbrew_http_request_duration_seconds_sum: 'seconds',
    quickbrew_http_request_duration_seconds_count: 'answered',
  };
  const found = new Map();
  for (const { name, labels, value } of samples) {
    const service = labels.service ?? (name.startsWith('quickbrew_http_') ? gateway : undefined);
    if (!fields[name] || !service) continue;
    const each = found.get(service) ?? { requests: 0, seconds: 0, answered: 0,
      queue: service === gateway ? undefined : 0 };
    each[fields[name]] += value;
    found.set(service, each);
  }
  return found;
}

/** The sums now, by service; `undefined` if the gateway does not tell. */
export async function metrics(signal) {
  try {
    const reply = await fetch('/metrics', {
      headers: authorisation(), signal: anyOf(signal, timeout(limit)),
    });
    return reply.ok ? { at: Date.now(), services: sums(parse(await reply.text())) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * By service, between two readings: `rate` in requests a second and the mean `latency` in
 * milliseconds, of all since the start if there were none in between; and the `queue` now.
 */
export function rates(before, now) {
  if (!now) return new Map();
  const seconds = before ? (now.at - before.at) / 1000 : 0;
  return new Map([...now.services].map(([service, each]) => {
    const was = before?.services.get(service) ?? { requests: 0, seconds: 0, answered: 0 };
    const answered = each.answered - was.answered;
    const mean = answered > 0 ? (each.seconds - was.seconds) / answered
      : each.seconds / each.answered;
    return [service, {
      queue: each.queue,
      rate: seconds > 0 ? (each.requests - was.requests) / seconds : undefined,
      latency: each.answered > 0 ? mean * 1000 : undefined,
    }];
  }));
}
