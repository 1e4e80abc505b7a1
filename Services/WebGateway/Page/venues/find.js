// Finds venues: asks the search, and while nobody answers looks at those stored here.
import { ask, call } from '../core/api.js';
import { centerOf, contains, metersBetween } from '../core/geometry.js';
import { store } from '../core/store.js';

const table = store('venues');
const pageSize = 500;
/** More dots than these say nothing on a map. */
const maximumPages = 8;

const fold = (text) => (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Keeps venues for when nobody answers. */
export const keep = (venues) => table.putAll(venues.map((venue) => [venue.id, venue]));

let tree;

/**
 * The tree of categories: `{ category, parent, own, total }`; an empty list if it is not known.
 * Asked for once.
 */
export function categories() {
  tree ??= ask('venue-store.categories', {}, { limit: 5000 }).catch(() => { tree = undefined; });
  return tree.then((known) => known?.value.categories ?? []);
}

/** The categories at and below one, by the tree. */
export function below(known, category) {
  const found = new Set([category]);
  for (const each of known) if (found.has(each.parent)) found.add(each.category);
  return found;
}

/** The icon of a category by the tree: its own, or that of the next wider kind. */
export function iconOf(kinds, category) {
  const known = kinds.find((each) => each.category === category);
  return known?.icon ?? (known?.parent ? iconOf(kinds, known.parent) : '📍');
}

async function findStored({ coordinate, box, filter, limit = 20, radiusMeters }) {
  const wanted = filter.category && below(await categories(), filter.category);
  const words = fold(filter.name).split(/\s+/).filter(Boolean);
  const among = filter.among && new Set(filter.among);
  const called = ({ name, names }) => fold([name, ...Object.values(names ?? {})].join(' '));
  return (await table.all()).filter((venue) =>
    (!wanted || wanted.has(venue.category)) && (!box || contains(box, venue.coordinate))
    && (!among || among.has(venue.id)) && words.every((word) => called(venue).includes(word)))
    .map((venue) => ({ venue, distanceMeters: metersBetween(coordinate, venue.coordinate) }))
    .filter((each) => !radiusMeters || each.distanceMeters <= radiusMeters)
    .toSorted((a, b) => a.distanceMeters - b.distanceMeters).slice(0, limit);
}

/**
 * Venues as of `shop-search.nearby/2`: `{ venues, next, isStale, asOf }`. While nobody answers, the
 * last answer, or what is stored here; throws `Problem` only where the question is refused, or
 * nothing is stored.
 */
export async function find(request, options = {}) {
  try {
    const { value, asOf, isStale } = await ask('shop-search.nearby/2', request, options);
    if (!isStale) keep(value.venues.map(({ venue }) => venue));
    return { ...value, asOf, isStale };
  } catch (problem) {
    if (!problem.isOutage) throw problem;
    const venues = await findStored(request);
    if (venues.length === 0) throw problem;
    return { venues, isStale: true };
  }
}

/** All in a box that a filter lets through, for the map: the rows of `find`. */
export async function all(filter, box, signal) {
  const found = [];
  for (let [page, after] = [0, undefined]; page < maximumPages; page++) {
    const { venues, next } = await find(
      { coordinate: centerOf(box), box, filter, limit: pageSize, after }, { signal });
    found.push(...venues);
    if (!next) break;
    after = next;
  }
  return found;
}

/** One venue by its identifier; the stored one if nobody answers. */
export async function venueOf(id, options = {}) {
  try {
    const venue = await call('venue-store.venue', { id }, { limit: 8000, ...options });
    keep([venue]);
    return { venue, isStale: false };
  } catch (problem) {
    const kept = problem.isOutage ? await table.get(id) : undefined;
    if (!kept) throw problem;
    return { venue: kept, isStale: true };
  }
}
