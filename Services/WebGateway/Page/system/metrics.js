// What the gateway measures, from its metrics for Prometheus; nothing where it has none.

/** Lines of the text format as `{ name, labels, value }`. Source: Prometheus, "Text-based format". */
export function parse(text) {
  return text.split('\n').map((line) => /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line)).filter(Boolean)
    .map(([, name, labels, value]) => ({
      name, value: Number(value),
      labels: Object.fromEntries([...(labels ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, each]) => [key, each])),
    }));
}

/** The samples now; `undefined` where the gateway has no metrics. */
export async function metrics(signal) {
  try {
    const reply = await fetch('/metrics', { signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]) });
    if (!reply.ok) return undefined;
    return { at: Date.now(), samples: parse(await reply.text()) };
  } catch {
    return undefined;
  }
}

function sums({ samples }) {
  const found = new Map();
  for (const { name, labels, value } of samples) {
    const service = labels.service ?? labels.operation?.split('.')[0];
    if (!service) continue;
    const each = found.get(service) ?? { requests: 0, seconds: 0, queue: undefined };
    if (/requests?_total$|duration_seconds_count$/.test(name)) each[name.endsWith('_count') ? 'count' : 'requests'] = (each[name.endsWith('_count') ? 'count' : 'requests'] ?? 0) + value;
    else if (/seconds_sum$/.test(name)) each.seconds += value;
    else if (/queue/.test(name)) each.queue = (each.queue ?? 0) + value;
    found.set(service, each);
  }
  return found;
}

/** By service: requests a second and the mean latency in milliseconds between two readings, the queue. */
export function rates(before, now) {
  if (!now) return undefined;
  const [old, current] = [before ? sums(before) : new Map(), sums(now)];
  const seconds = before ? (now.at - before.at) / 1000 : 0;
  return new Map([...current].map(([service, each]) => {
    const was = old.get(service) ?? { requests: 0, count: 0, seconds: 0 };
    const number = (each.count ?? each.requests) - ((was.count ?? was.requests) || 0);
    return [service, {
      queue: each.queue,
      rate: seconds > 0 ? number / seconds : undefined,
      latency: number > 0 ? ((each.seconds - was.seconds) / number) * 1000 : undefined,
    }];
  }));
}
