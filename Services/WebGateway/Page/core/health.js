// Whether everything answers: a banner in words for guests, from `/statusz`.
import { h } from './dom.js';
import { timeout } from './signals.js';
import { t } from './words.js';

const everyMilliseconds = 20_000;
const limit = 5000;
/** One slow answer is no outage: so many in a row are, the next asked for after a short while. */
const leastMisses = 2;
const againMilliseconds = 2000;

/** What a guest misses while a service is down. */
export const lost = {
  geocoder: t('Addresses cannot be looked up'),
  router: t('Routes cannot be worked out'),
  'venue-store': t('Hearts are kept on this device; reviews, notes and deals cannot be opened'),
  'shop-search': t('Lists of places may be out of date'),
  'geofence-monitor': t('Positions and fences are not followed'),
  planner: t('Trips cannot be planned'),
  'map-tiles': t('The map may have blank parts'),
};

let timer;
let state = { isUp: true, words: '' };
let asking;
let misses = 0;
let heardAt = 0;

/** Notes that a call has succeeded: then QuickBrew can be reached. */
export const heard = () => { heardAt = Date.now(); };

/** Whether nobody answers: after some misses, unless a call has succeeded since the question. */
export const isAway = (missed, hasHeard) => missed >= leastMisses && !hasHeard;

/** The names of services of which no instance answers, of a reply of `/statusz`. */
export const missing = ({ services = [] }) =>
  services.filter(({ state: each }) => each === 'silent' || each === 'missing')
    .map(({ service }) => service);

/** One sentence for what does not work; empty if all does. */
export function words(names) {
  const known = names.map((name) => lost[name]).filter(Boolean);
  if (known.length === 0) return names.length ? t('Some parts do not work at the moment.') : '';
  if (known.length > 2) return t('Most of QuickBrew is not working; you see what was stored.');
  return t('{lost}. We keep trying.', { lost: known.join('. ') });
}

async function look() {
  const asked = Date.now();
  try {
    const answer = { isUp: true, words: words(missing(await readiness())) };
    misses = 0;
    return answer;
  } catch {
    if (!navigator.onLine)
      return { isUp: false, words: t('You are offline. You see what this device has stored.') };
    misses += 1;
    return !isAway(misses, heardAt >= asked) ? state : { isUp: false,
      words: t('QuickBrew cannot be reached. You see what is stored; we keep trying.') };
  }
}

function show(banner, next) {
  const wasUp = state.isUp;
  const changed = next.words !== state.words;
  state = next;
  if (changed) {
    banner.hidden = next.words === '';
    banner.replaceChildren(h('span', {}, next.words),
      h('button', { class: 'quiet', onclick: () => check(banner) }, t('Try now')));
  }
  if (next.isUp && !wasUp) window.dispatchEvent(new Event('restored'));
}

/** Looks now, and again after a while as long as the page is seen. */
async function check(banner) {
  clearTimeout(timer);
  asking ??= look().finally(() => { asking = undefined; });
  show(banner, await asking);
  clearTimeout(timer);
  const wait = state.isUp && misses > 0 ? againMilliseconds : everyMilliseconds;
  if (!document.hidden) timer = setTimeout(() => check(banner), wait);
}

/** Keeps `banner` right. */
export function watchHealth(banner) {
  for (const name of ['online', 'offline', 'outage']) {
    window.addEventListener(name, () => check(banner));
  }
  document.addEventListener('visibilitychange', () => check(banner));
  return check(banner);
}

/**
 * The state of every service: `{ status, services: [{ service, state, ready, instances, reason }]
 * }`.
 */
export async function readiness() {
  const reply = await fetch('/statusz', { cache: 'no-store', signal: timeout(limit) });
  return reply.json();
}
