// Calls the gateway: requests as JSON, events as a stream.

/** A failed request: the fields of an application/problem+json body. */
export class Problem extends Error {
  constructor(body, status) {
    super(body.detail ?? `The gateway answered ${status}.`);
    this.code = body.code ?? 'internal';
    this.suggestions = body.suggestions ?? [];
  }
}

async function answer(reply) {
  const body = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Problem(body, reply.status);
  return body;
}

/** Calls an operation such as `planner.plan`. */
export async function call(operation, message = {}) {
  try {
    return await answer(await fetch(`/v1/${operation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    }));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem({ code: 'unavailable', detail: 'The gateway does not answer. Is the stack up?' });
  }
}

/**
 * Listens to a topic until `close()` of the returned object. Its promise `opened` resolves when the
 * stream is live, or after half a second.
 */
export function listen(topic, parameters, onEvent) {
  const query = new URLSearchParams({ topic, ...parameters });
  const source = new EventSource(`/v1/events?${query}`);
  source.addEventListener(topic, (event) => onEvent(JSON.parse(event.data)));
  const opened = new Promise((resolve) => {
    source.addEventListener('live', resolve, { once: true });
    setTimeout(resolve, 500);
  });
  return { opened, close: () => source.close() };
}

/** A unique identifier; works on plain HTTP, too, where `crypto.randomUUID` is missing. */
export function freshID() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `page-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
