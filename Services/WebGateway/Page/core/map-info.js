// What the page knows of the map before it shows anything: its extent, the clock people keep there,
// and which part of it to show first.
import { call } from './api.js';
import { boxOf, denseBox } from './geometry.js';
import { currentLocation, hasLocated } from './position.js';
import { timeout } from './signals.js';
import { keep, kept } from './store.js';

const key = 'quickbrew.map';
const viewKey = 'quickbrew.view';
/** Venues that stand for all, in the order of their identifiers, which says nothing of places. */
const sampleSize = 200;
const fewVenues = 10;
/** Around a person. */
const nearDegrees = 0.025;
const limit = 8000;

/** Where nothing is known of the map: the whole world, by the clock of this device. */
const world = {
  box: { south: -60, west: -170, north: 75, east: 170 },
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, isUnknown: true,
};

async function asked() {
  // The document has asked for it already, without a token.
  const early = await fetch('/v1/map', { signal: timeout(limit) }).catch(() => undefined);
  const value = early?.ok ? await early.json() : await call('planner.map', {}, { limit });
  keep(key, value);
  return value;
}

/**
 * The map as this device last knew it, at once; what the stack says where it is the first time, or
 * the world if that says nothing. Another map than the stored one loads the page again.
 */
export async function knownMap() {
  const before = kept(key);
  if (!before) return asked().catch(() => world);
  asked().then((now) => {
    if (JSON.stringify(now) !== JSON.stringify(before)) location.reload();
  }, () => {});
  return before;
}

/** The part of the map where venues are dense; all of it, where there are few or nobody answers. */
export async function denseView({ version, box }) {
  const known = kept(viewKey);
  if (known && known.version === version) return known.box;
  try {
    const { venues } = await call('venue-store.list', { limit: sampleSize }, { limit });
    const dense = venues.length > fewVenues
      ? denseBox(venues.map(({ coordinate }) => coordinate)) : box;
    keep(viewKey, { version, box: dense });
    return dense;
  } catch {
    return box;
  }
}

/** The box around this person, if they have let the page know where they are before. */
export async function personalView({ box }) {
  const permission = await navigator.permissions?.query({ name: 'geolocation' });
  if (permission?.state !== 'granted' || !hasLocated()) return undefined;
  return currentLocation(box).then((at) => boxOf(at, nearDegrees), () => undefined);
}
