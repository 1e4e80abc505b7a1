// Events of the stack: one stream a page, whatever listens. A browser allows six connections to a
// host over all its tabs, so the stream is closed while the page is hidden.
import { authorisation } from './session.js';
import { anyOf } from './signals.js';

const retryMilliseconds = 2000;
/** The gateway sends a heartbeat every 15 s; without any sign for this long the stream is dead. */
const silenceMilliseconds = 45_000;
/** What a stream says of a topic itself. */
const notices = ['live', 'gap', 'lost'];

const listeners = new Set();
let running;
let scheduled;
let lastID;

/** All topics, each with its own filters: `topic=position.changed&position.changed.device=ada`. */
function spell() {
  const query = new URLSearchParams([...new Set([...listeners].map(({ topic }) => topic))]
    .map((topic) => ['topic', topic]));
  for (const { topic, filter } of listeners) {
    for (const [key, value] of Object.entries(filter)) query.set(`${topic}.${key}`, value);
  }
  return query;
}

function deliver({ event, data, id }) {
  if (id && /^\d+$/.test(id)) lastID = id;
  const value = data ? JSON.parse(data) : {};
  for (const listener of [...listeners]) {
    if (listener.topic === event && listener.matches(value)) listener.onEvent(value);
    else if (notices.includes(event) && [undefined, listener.topic].includes(value.topic)) {
      listener.onState(event);
    }
  }
}

/** Parses the text of a stream as it comes. Source: the HTML Standard, "Server-sent events". */
export function parser(onEvent) {
  let rest = '';
  let message = {};
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop();
    for (const line of lines) {
      if (line === '') {
        if (message.event) onEvent(message);
        message = {};
      } else if (!line.startsWith(':')) {
        const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line);
        message[field] = field === 'data' && message.data ? `${message.data}\n${value}` : value;
      }
    }
  };
}

async function read(signal) {
  const headers = { ...authorisation(), ...(lastID ? { 'Last-Event-ID': lastID } : {}) };
  const silence = new AbortController();
  let timer;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMilliseconds);
  };
  heard();
  try {
    const reply = await fetch(`/v1/events?${spell()}`, {
      headers, cache: 'no-store', signal: anyOf(signal, silence.signal),
    });
    if (!reply.ok) return;
    const parse = parser(deliver);
    const texts = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await texts.read(); !part.done; part = await texts.read()) {
      heard();
      parse(part.value);
    }
  } catch {
    // Lost or closed: the loop decides whether to open it again.
  } finally {
    clearTimeout(timer);
  }
}

async function keepReading(controller) {
  while (!controller.signal.aborted) {
    await read(controller.signal);
    if (controller.signal.aborted) return;
    for (const listener of listeners) listener.onState('lost');
    await new Promise((resolve) => { setTimeout(resolve, retryMilliseconds); });
  }
}

/** Opens the stream again for what is listened to now; one opening for all changes of a moment. */
function refresh() {
  clearTimeout(scheduled);
  scheduled = setTimeout(() => {
    running?.abort();
    running = undefined;
    if (document.hidden || listeners.size === 0) return;
    running = new AbortController();
    keepReading(running);
  }, 10);
}

document.addEventListener('visibilitychange', refresh);
window.addEventListener('pagehide', () => running?.abort());
window.addEventListener('pageshow', (event) => event.persisted && refresh());

/**
 * Listens to a topic until `signal` aborts. `filter` has the gateway's filters (`plan`, `device`,
 * `watch`); `matches` filters here. `onState` hears `live`, `gap` and `lost`. Resolves when the
 * stream is live, or after half a second.
 * @param {{ filter?: object, matches?: (event: any) => boolean, onState?: (state: string) => void,
 * signal?: AbortSignal }} options
 */
export function listen(topic, options, onEvent) {
  const { filter = {}, matches = () => true, onState, signal } = options;
  return new Promise((resolve) => {
    const listener = {
      topic, filter, matches, onEvent,
      onState: (state) => {
        if (state === 'live') resolve();
        onState?.(state);
      },
    };
    listeners.add(listener);
    signal?.addEventListener('abort', () => {
      listeners.delete(listener);
      refresh();
    });
    refresh();
    setTimeout(resolve, 500);
  });
}
