// One field over everything: addresses, places by name, kinds of places near something.
import { call } from './api.js';
import { debounce, h } from './dom.js';
import { categoryWord, distance, parsePoint, point } from './format.js';
import { centerOf } from './geometry.js';
import { go } from './navigation.js';
import { ask } from './remember.js';
import { categories, find } from '../venues/find.js';
import { statusOf } from '../venues/hours.js';

const pauseMilliseconds = 150;
const limit = 5;

/** "bakeries", "bars", "cafes" → the category it names; coffee is what people call a café. */
function categoryNamed(word, tree) {
  const plain = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const forms = [plain, plain.replace(/ies$/, 'y'), plain.replace(/s$/, ''), plain.replace(/es$/, '')];
  const also = { cafe: 'coffee', 'coffee shop': 'coffee', ice: 'ice-cream', food: 'meals' };
  return tree.map(({ category }) => category).find((category) => forms.includes(categoryWord(category)))
    ?? forms.map((form) => also[form]).find(Boolean);
}

/** "open bakery near union square" → `{ category, isOpen, near }`; `undefined` for anything else. */
export function understand(text, tree) {
  const match = /^(open\s+)?(.+?)(?:\s+(?:near|at|in|around)\s+(.+))?$/i.exec(text.trim());
  const category = match && categoryNamed(match[2].replace(/\s+now$/i, ''), tree);
  return category && { category, isOpen: Boolean(match[1]) || /\snow$/i.test(match[2]), near: match[3] };
}

/** The coordinate of a text: the geocoder's best hit. Throws an error in words. */
export async function locate(text, near) {
  const typed = parsePoint(text);
  if (typed) return typed;
  const { hits, suggestions } = await call('geocoder.search', { text, limit: 1, near }, { limit: 8000 });
  const best = hits[0] ?? suggestions[0];
  if (!best) throw new Error(`“${text}” was not found on the map.`);
  return best.coordinate;
}

class Search {
  #view;
  #request = 0;
  #results = [];
  #active = -1;

  constructor(view, form) {
    this.#view = view;
    this.input = form.querySelector('input');
    this.list = form.querySelector('ul');
    this.input.addEventListener('input', debounce(pauseMilliseconds, () => this.#look()));
    this.input.addEventListener('focus', () => this.#results.length > 0 && this.#open(true));
    this.input.addEventListener('keydown', (event) => this.#key(event));
    this.input.addEventListener('blur', () => setTimeout(() => this.#open(false), 150));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#results.length > 0) this.#choose(this.#results[Math.max(0, this.#active)]);
      else this.#look();
    });
  }

  #open(isOpen) {
    this.list.hidden = !isOpen;
    this.input.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) this.input.removeAttribute('aria-activedescendant');
  }

  async #look() {
    const text = this.input.value.trim();
    const request = ++this.#request;
    if (!text) {
      this.#results = [];
      return this.#open(false);
    }
    const results = await this.#find(text);
    if (request === this.#request) this.#show(results, text);
    return undefined;
  }

  async #find(text) {
    const near = centerOf(this.#view.map.box);
    const typed = parsePoint(text);
    if (typed) return [{ kind: 'place', title: point(typed), detail: 'this position', coordinate: typed }];
    const meant = understand(text, await categories());
    if (meant) return this.#findKind(meant, near);
    const [places, venues] = await Promise.allSettled([
      ask('geocoder.suggest', { text, near, limit }, { limit: 5000 }),
      find({ coordinate: near, filter: { name: text }, limit }, { limit: 5000 }),
    ]);
    if (places.status === 'rejected' && venues.status === 'rejected') {
      return [{ kind: 'note', title: places.reason.message }];
    }
    return this.#merge(venues.value?.venues ?? [], places.value?.value.completions ?? []);
  }

  /** Venues first; a completion that is the same place is left out. */
  #merge(venues, completions) {
    const known = new Set(venues.map(({ venue }) => point(venue.coordinate)));
    return [
      ...venues.map((each) => this.#venue(each)),
      ...completions.filter(({ coordinate }) => !known.has(point(coordinate))).map(({ label, coordinate, accuracy }) => {
        const [title, ...rest] = label.split(', ');
        return { kind: 'place', title, detail: rest.join(', ') || accuracy, coordinate, label };
      })].slice(0, 2 * limit);
  }

  #venue({ venue, distanceMeters, hours }) {
    const status = statusOf(hours, new Date().toISOString().slice(0, 10));
    return {
      kind: 'venue', title: venue.name, venue,
      detail: [
        categoryWord(venue.category), distance(distanceMeters), status?.text, venue.address,
      ].filter(Boolean).join(' · '),
    };
  }

  async #findKind({ category, isOpen, near }, around) {
    try {
      const coordinate = near ? await locate(near, around) : around;
      // Places of unknown hours may be open: they say so.
      const filter = { category, ...(isOpen ? { hours: { admits: 'either' } } : {}) };
      const { venues } = await find({ coordinate, filter, limit: 2 * limit }, { limit: 5000 });
      if (venues.length > 0) return venues.map((each) => this.#venue(each));
      const where = near ? `near ${near}` : 'here';
      return [{ kind: 'note', title: `No ${categoryWord(category)} ${isOpen ? 'is open ' : ''}${where}.` }];
    } catch (problem) {
      return [{ kind: 'note', title: problem.message }];
    }
  }

  #show(results, text) {
    this.#results = results.filter(({ kind }) => kind !== 'note');
    this.#active = -1;
    const rows = results.length > 0 ? results : [{ kind: 'note', title: `Nothing found for “${text}”.` }];
    this.list.replaceChildren(...rows.map((each, index) => h('li', {
      role: 'option', id: `found-${index}`, 'aria-selected': 'false', class: each.kind,
      'aria-disabled': each.kind === 'note' && 'true',
      onmousedown: (event) => {
        event.preventDefault();
        if (each.kind !== 'note') this.#choose(each);
      },
    }, h('strong', {}, each.title), each.detail && h('small', {}, each.detail))));
    this.#open(true);
  }

  #key(event) {
    if (event.key === 'Escape') return this.#open(false);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || this.list.hidden || this.#results.length === 0) return undefined;
    event.preventDefault();
    this.#active = Math.max(0, Math.min(this.#results.length - 1, this.#active + step));
    [...this.list.children].forEach((item, index) => item.setAttribute('aria-selected', String(index === this.#active)));
    this.input.setAttribute('aria-activedescendant', `found-${this.#active}`);
    this.list.children[this.#active].scrollIntoView({ block: 'nearest' });
    return undefined;
  }

  #choose(result) {
    this.#open(false);
    this.input.blur();
    if (result.venue) return go(result.venue.category === 'brewery' ? 'breweries' : 'campus', { venue: result.venue.id });
    return go('campus', { near: result.label ?? result.title, at: point(result.coordinate) });
  }
}

export const startSearch = (view, form) => new Search(view, form);
