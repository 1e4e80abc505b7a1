// What the page knows of the map before it shows anything: its extent, and the clock people keep
// there.
import { ask } from './remember.js';

const key = 'quickbrew.map';
const limit = 8000;

/** Where nothing is known of the map: the whole world, by the clock of this device. */
const world = {
  box: { south: -60, west: -170, north: 75, east: 170 },
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, isUnknown: true,
};

function stored() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

async function asked() {
  const { value, isStale } = await ask('planner.map', {}, { limit });
  if (!isStale) localStorage.setItem(key, JSON.stringify(value));
  return value;
}

/**
 * The map as this device last knew it, at once; what the stack says where it is the first time, or
 * the world if that says nothing. Another map than the stored one loads the page again.
 */
export async function knownMap() {
  const before = stored();
  if (!before) return asked().catch(() => world);
  asked().then((now) => {
    if (JSON.stringify(now) !== JSON.stringify(before)) location.reload();
  }, () => {});
  return before;
}
