// Finds venues: asks the search, and while nobody answers looks at those stored here.
import { call } from '../core/api.js';
import { contains, metersBetween } from '../core/geometry.js';
import { ask } from '../core/remember.js';
import { store } from '../core/store.js';

const table = store('venues');
const pageSize = 500;

const fold = (text) => (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Keeps venues for when nobody answers. */
export const keep = (venues) => table.putAll(venues.map((venue) => [venue.id, venue]));

/** The tree of categories: `{ category, parent, own, total }`; an empty list if it is not known. */
export async function categories() {
  try {
    return (await ask('venue-store.categories', {}, { limit: 5000 })).value.categories;
  } catch {
    return [];
  }
}

/** The categories at and below one, by the tree. */
export function below(tree, category) {
  const found = new Set([category]);
  for (const each of tree) if (found.has(each.parent)) found.add(each.category);
  return found;
}

async function findStored({ coordinate, box, filter, limit = 20, radiusMeters }) {
  const tree = await categories();
  const wanted = filter.category && below(tree, filter.category);
  const words = fold(filter.name).split(/\s+/).filter(Boolean);
  const among = filter.among && new Set(filter.among);
  return (await table.all()).filter((venue) =>
    (!wanted || wanted.has(venue.category)) && (!box || contains(box, venue.coordinate))
    && (!among || among.has(venue.id)) && words.every((word) => fold(venue.name).includes(word)))
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

/** Every page of the store's list: of exactly this category, or of all. */
async function pages(category, signal) {
  const found = [];
  for (let after; ;) {
    const page = await call('venue-store.list', { category, limit: pageSize, after },
      { signal, limit: 15_000 });
    found.push(...page.venues);
    if (!page.next) return found;
    after = page.next;
  }
}

/**
 * All venues of a category and those below it, for the dots on the map: those stored here if nobody
 * answers. The list knows exact categories only, so each is asked for.
 */
export async function all(category, signal) {
  try {
    const tree = await categories();
    const isRoot = tree.some((each) => each.category === category && !each.parent);
    const exact = isRoot ? [undefined] : [...below(tree, category)].filter((name) =>
      tree.find((each) => each.category === name)?.own !== 0);
    const found = (await Promise.all(exact.map((name) => pages(name, signal)))).flat();
    keep(found);
    return found;
  } catch (problem) {
    if (signal?.aborted || !problem.isOutage) throw problem;
    const wanted = category && below(await categories(), category);
    return (await table.all()).filter((venue) => !wanted || wanted.has(venue.category));
  }
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
