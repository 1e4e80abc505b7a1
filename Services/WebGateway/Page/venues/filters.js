// What narrows a list of venues: chips of kinds and of what they must have, and their order.
import { chip, choice, h, options, select } from '../core/dom.js';
import { categoryTitle, categoryWord } from '../core/format.js';
import { favourites } from './favourites.js';
import { below, categories } from './find.js';
import { t } from '../core/words.js';

const shownKinds = 7;
const orders = [['distance', t('the nearest first')], ['rating', t('the best rated first')],
  ['name', t('by name')]];
/** What a chip asks for, as a part of the search's filter. */
const criteria = [[t('Open now'), { hours: {} }], [t('Seats outside'), { outdoorSeating: true }],
  [t('Takeaway'), { takeaway: true }], [t('Wheelchair access'), { wheelchair: 'yes' }],
  [t('Wi-Fi'), { wifi: 'yes' }]];

/** "Coffee (161)", with how many the map has. */
const counted = ({ category, total }) => [category, `${categoryTitle(category)} (${total})`];

/**
 * The kinds that have a chip, those with the most places first: of the narrowest in the tree to eat
 * and drink, then one of each other wider kind; and the chosen one.
 */
export function leading(tree, chosen, most = shownKinds) {
  const wide = new Set(tree.map(({ parent }) => parent));
  const food = below(tree, 'food-and-drink');
  const all = tree.filter(({ category, total }) => total > 0 && !wide.has(category))
    .toSorted((a, b) => b.total - a.total);
  const isFirst = (each) => each === all.find(({ parent }) => parent === each.parent);
  const kinds = [...all.filter(({ category }) => food.has(category)).slice(0, most - 3),
    ...all.filter((each) => !food.has(each.category) && isFirst(each))].slice(0, most)
    .map(({ category }) => category);
  return chosen && !kinds.includes(chosen) ? [chosen, ...kinds] : kinds;
}

/** The feed that an identifier begins with; that of the map's own venues is `osm`. */
const feedOf = ({ id }) => id.split('/')[0];

/**
 * A choice of the categories that the map has, widest first, which come when they are known.
 * `before` and `after` are choices that are not categories: `[value, text]`.
 */
export function categorySelect({ id, value, onChange, before = [], after = [] }) {
  const own = (chosen) => (chosen ? [[chosen, categoryTitle(chosen)]] : []);
  const element = select(id, [...before, ...own(value), ...after],
    { name: id, onchange: () => onChange() });
  categories().then((tree) => {
    if (tree.length === 0) return;
    const chosen = element.value;
    const pairs = [...before, ...tree.filter(({ total }) => total > 0).map(counted), ...after];
    const isListed = pairs.some(([each]) => each === chosen);
    element.replaceChildren(...options(isListed ? pairs : [...own(chosen), ...pairs]));
    element.value = chosen;
  });
  return element;
}

export class Filters {
  #onChange;
  #tree = [];
  #venues = [];
  /** The chosen kind; '' for all. */
  category = '';

  constructor(onChange) {
    this.#onChange = onChange;
    this.hearts = chip(t('Hearts'), onChange);
    this.toggles = criteria.map(([text, criterion]) =>
      ({ criterion, ...chip(text, onChange) }));
    this.order = select('order', orders, { onchange: onChange });
    this.feed = select('feed', [], { onchange: onChange });
    this.feedChoice = h('div', { hidden: true }, choice(t('From'), this.feed));
    this.kind = categorySelect({ id: 'kind', value: '', before: [['', t('all kinds')]],
      onChange: () => this.#choose(this.kind.value) });
    this.kinds = h('div', { class: 'chip-row kinds-row', role: 'group', 'aria-label': t('Kinds') });
    const [open, ...others] = this.toggles.map(({ element }) => element);
    this.chips = [this.hearts.element, open];
    this.more = [h('div', { class: 'row' }, choice(t('Order'), this.order),
      choice(t('All kinds'), this.kind), this.feedChoice), h('div', { class: 'chip-row' }, others)];
    categories().then((tree) => {
      this.#tree = tree;
      this.show(this.category);
    });
  }

  /** Shows a kind as chosen; '' for all. */
  show(category) {
    this.category = category;
    // One that the map has none of is no choice there.
    this.kind.value = category;
    this.kinds.replaceChildren(...leading(this.#tree, category).map((each) => h('button', {
      class: 'chip', 'data-kind': each, 'aria-pressed': String(each === category),
      onclick: () => {
        this.#choose(each === category ? '' : each);
        this.kinds.querySelector(`[data-kind="${CSS.escape(each)}"]`)?.focus();
      },
    }, categoryTitle(each))));
  }

  #choose(category) {
    this.show(category);
    this.#onChange();
  }

  /** Offers the feeds that venues come from; nothing where all are of the map. */
  offerFeeds(venues) {
    this.#venues = venues;
    const feeds = [...new Set(venues.map(feedOf))].filter((feed) => feed !== 'osm').toSorted();
    this.feedChoice.hidden = feeds.length === 0;
    const { value } = this.feed;
    this.feed.replaceChildren(...options([['', t('all sources')], ...feeds.map((feed) =>
      [feed, feed])]));
    this.feed.value = feeds.includes(value) ? value : '';
  }

  /** The search's filter. */
  async filter() {
    const feed = this.feed.value;
    const among = this.hearts.isOn() ? await favourites()
      : feed && this.#venues.filter((venue) => feedOf(venue) === feed);
    return Object.assign(this.category ? { category: this.category } : {},
      among ? { among: among.map(({ id }) => id) } : {},
      ...this.toggles.filter(({ isOn }) => isOn()).map(({ criterion }) => criterion));
  }

  /** What to say where nothing is found, near this user or on the visible part of the map. */
  nothing(isNear) {
    const { category } = this;
    const what = category ? categoryWord(category) : t('place');
    const isMissing = category && this.#tree.length > 0
      && !this.#tree.some((each) => each.category === category && each.total > 0);
    if (isMissing) return t('This map has no {what}.', { what });
    if (this.hearts.isOn()) return isNear ? t('No favourite near you; a heart makes one.')
      : t('No favourite on this part of the map; a heart makes one.');
    const isNarrow = this.toggles.some(({ isOn }) => isOn());
    if (isNear) return isNarrow ? t('No {what} near you is known to be as you want it.', { what })
      : t('No {what} near you.', { what });
    return [isNarrow
      ? t('No {what} on this part of the map is known to be as you want it.', { what })
      : t('No {what} on this part of the map.', { what }),
    t('Move the map, or zoom out.')].join(' ');
  }
}
