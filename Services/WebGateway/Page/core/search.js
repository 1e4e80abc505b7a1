// One field over everything: addresses, places by name, kinds and chains of places near something.
// The geocoder reads what is typed, the same as for every other client.
import { ask, call } from './api.js';
import { Combobox, placeRow } from './combobox.js';
import { debounce } from './dom.js';
import { categoryTitle, categoryWord, distance, joined, localNow, nameOf, parsePoint,
  point } from './format.js';
import { centerOf } from './geometry.js';
import { go, parse } from './navigation.js';
import { find } from '../venues/find.js';
import { statusOf } from '../venues/hours.js';
import { t } from './words.js';

const pauseMilliseconds = 150;
const limit = 5;
const quick = { limit: 5000 };
/**
 * The confidence of a place that is gone to unasked, as in a plan; and of one that is offered at
 * all.
 */
const leastSure = 0.5;
const isSimilar = ({ confidence }) => confidence >= 0.1;

/** Rows without the places that another row stands for: a venue and its completion are one. */
function unlike(rows) {
  const known = new Set();
  return rows.filter(({ venue, coordinate }) => {
    const isKnown = coordinate && known.has(point(coordinate));
    if (coordinate) known.add(point(coordinate));
    return venue || !isKnown;
  }).slice(0, 2 * limit);
}

/**
 * Where a text is, `{ coordinate, label, confidence }`: the geocoder's best hit. Throws an error in
 * words.
 */
export async function locate(text, near) {
  const typed = parsePoint(text);
  if (typed) return { coordinate: typed };
  const { hits, suggestions } = await call('geocoder.search', { text, limit: 1, near },
    { limit: 8000 });
  if (hits[0]?.confidence >= leastSure) return hits[0];
  const similar = [...hits, ...suggestions].find(isSimilar);
  throw new Error([t('“{text}” was not found on the map.', { text }),
    similar && t('Did you mean {place}?', { place: similar.label })].filter(Boolean).join(' '));
}

class Search {
  #view;
  #request = 0;
  #results;

  constructor(view, form) {
    this.#view = view;
    this.input = form.querySelector('input');
    this.#results = new Combobox(this.input, form.querySelector('ul'), (row) => this.#choose(row));
    this.input.addEventListener('input', debounce(pauseMilliseconds, () => this.#look()));
    this.input.addEventListener('focus', () => this.#results.first && this.#results.open());
    form.addEventListener('submit', () => {
      if (this.#results.first) this.#results.choose(this.#results.first);
      else this.#look();
    });
  }

  async #look() {
    const text = this.input.value.trim();
    const request = ++this.#request;
    const rows = text ? await this.#find(text) : [];
    if (request !== this.#request) return;
    this.#results.show(rows.length > 0 || !text ? rows
      : [{ kind: 'note', title: t('Nothing found for “{text}”.', { text }) }]);
  }

  async #find(text) {
    const near = centerOf(this.#view.map.box);
    const typed = parsePoint(text);
    if (typed) return [{ kind: 'place', title: point(typed), detail: t('this position'),
      coordinate: typed }];
    /** @type {any[]} */
    const [meant, places, venues] = await Promise.allSettled([
      ask('geocoder.find', { text, near, limit }, quick),
      ask('geocoder.suggest', { text, near, limit }, quick),
      find({ coordinate: near, filter: { name: text }, limit }, quick),
    ]);
    if (places.status === 'rejected' && venues.status === 'rejected') {
      return [{ kind: 'note', title: places.reason.message }];
    }
    const { search, hits = [], suggestions = [] } = meant.value?.value ?? {};
    const named = (venues.value?.venues ?? []).map((each) => this.#venue(each));
    const completions = places.value?.value.completions ?? [];
    if (search) return unlike([...await this.#searched(search, near),
      ...search.place ? [] : named]);
    // What is only similar helps where nothing begins like the text.
    return unlike([...named, ...(completions.length > 0 ? completions
      : [...hits, ...suggestions].filter(isSimilar)).map(placeRow)]);
  }

  #venue({ venue, distanceMeters, hours }, from) {
    const status = statusOf(hours, localNow(this.#view.info.timeZone).day);
    const away = distance(distanceMeters);
    return {
      kind: 'venue', title: nameOf(venue), venue, coordinate: venue.coordinate,
      detail: joined([categoryTitle(venue.category),
        from ? t('{distance} from {place}', { distance: away, place: from }) : away,
        status?.text, venue.address], ' · '),
    };
  }

  /**
   * Venues of a kind or chain, around a place or the middle of the map; those surely open first.
   */
  async #searched({ filter, place, radiusMeters }, around) {
    const from = place?.label.split(', ')[0];
    try {
      // Places of unknown hours may be open: they say so.
      const hours = filter.hours && { hours: { ...filter.hours, admits: 'either' } };
      const { venues } = await find({
        coordinate: place?.coordinate ?? around, radiusMeters, filter: { ...filter, ...hours },
        limit: 2 * limit,
      }, quick);
      const isUnsure = (each) => Boolean(hours) && each.hours?.state !== 'open';
      const rows = [false, true].flatMap((unsure) =>
        venues.filter((each) => isUnsure(each) === unsure));
      if (rows.length > 0) return rows.map((each) => this.#venue(each, from));
      const what = filter.name ?? (filter.category ? categoryWord(filter.category) : t('place'));
      return [{ kind: 'note', title: from
        ? (hours ? t('No {what} is open near {place}.', { what, place: from })
          : t('No {what} near {place}.', { what, place: from }))
        : (hours ? t('No {what} is open here.', { what }) : t('No {what} here.', { what })) }];
    } catch (problem) {
      return [{ kind: 'note', title: problem.message }];
    }
  }

  #choose(result) {
    this.input.blur();
    if (result.venue) return go('explore', { venue: result.venue.id });
    const { door, parameters } = parse(new URL(location.href));
    return go('explore', { category: door === 'explore' && parameters.category,
      near: result.label ?? result.title, at: point(result.coordinate) });
  }
}

export const startSearch = (view, form) => new Search(view, form);
