// Whether everything answers: a banner in words for guests, from `/readyz`.
import { fetchJSON } from './api.js';
import { h } from './dom.js';

const everyMilliseconds = 20_000;
const limit = 5000;

/** What a guest misses while a service is down. */
const lost = {
  geocoder: 'Addresses cannot be looked up',
  router: 'Routes cannot be worked out',
  'venue-store': 'Reviews, notes and deals cannot be opened; hearts are kept on this device',
  'shop-search': 'Lists of places may be out of date',
  'geofence-monitor': 'Positions and fences are not followed',
  planner: 'Trips cannot be planned',
  'map-tiles': 'The map may have blank parts',
};

let timer;
let state = { isUp: true, words: '' };
let asking;

/** The names of services that are not ready, of a reply of `/readyz`. */
export function missing(reply) {
  const services = reply.services ?? {};
  const entries = Array.isArray(services)
    ? services.map((each) => [each.service ?? each.name, each]) : Object.entries(services);
  return entries.filter(([, each]) => {
    const word = typeof each === 'string' ? each : each.state ?? each.status;
    const ready = typeof each === 'boolean' ? each : each.isReady ?? each.ready;
    return ready === false || (word && !['ready', 'ok', 'up', 'running'].includes(word));
  }).map(([name]) => name);
}

/** One sentence for what does not work; empty if all does. */
export function words(names) {
  const known = names.map((name) => lost[name]).filter(Boolean);
  if (known.length === 0) return names.length ? 'Some parts do not work at the moment.' : '';
  if (known.length > 2) return 'Most of QuickBrew does not work at the moment; you see what was stored.';
  return `${known.join('. ')}. We keep trying.`;
}

async function look() {
  try {
    // Not ready is an answer, too: status 503 with the same body.
    const reply = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(limit) });
    const body = await reply.json();
    return { isUp: true, words: words(missing(body)) };
  } catch {
    return {
      isUp: false,
      words: navigator.onLine
        ? 'QuickBrew cannot be reached. You see what this device has stored; we keep trying.'
        : 'You are offline. You see what this device has stored.',
    };
  }
}

function show(banner, next) {
  const wasUp = state.isUp;
  const changed = next.words !== state.words;
  state = next;
  if (changed) {
    banner.hidden = next.words === '';
    banner.replaceChildren(h('span', {}, next.words),
      h('button', { type: 'button', class: 'quiet', onclick: () => check(banner) }, 'Try now'));
  }
  if (next.isUp && !wasUp) window.dispatchEvent(new Event('restored'));
}

/** Looks now, and again after a while as long as the page is seen. */
async function check(banner) {
  clearTimeout(timer);
  asking ??= look().finally(() => { asking = undefined; });
  show(banner, await asking);
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(() => check(banner), everyMilliseconds);
}

/** Whether the gateway answered the last time. */
export const isUp = () => state.isUp;

/** Keeps `banner` right. */
export function watchHealth(banner) {
  for (const name of ['online', 'offline', 'outage']) {
    window.addEventListener(name, () => check(banner));
  }
  document.addEventListener('visibilitychange', () => check(banner));
  return check(banner);
}

/** The state of every service as the gateway answers; throws `Problem`. */
export const readiness = () => fetchJSON('/readyz', {}, { limit });
