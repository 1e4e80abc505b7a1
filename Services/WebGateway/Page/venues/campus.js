// The door Campus: every venue by distance, hearts, notes, reviews and deals; works with the stack
// down, from what this device has stored.
import { choice, options } from '../core/controls.js';
import { h } from '../core/dom.js';
import { downloadArea } from '../core/download-area.js';
import { favourites, pendingCount } from './favourites.js';
import { categorySelect, openOnly, toggleChip } from './filters.js';
import { all } from './find.js';
import { VenueBrowser } from './venue-browser.js';

const everything = 'food-and-drink';

/** The feed that an identifier begins with; `undefined` for venues of the map. */
const feedOf = ({ id }) => {
  const [feed] = id.split('/');
  return feed === 'osm' ? undefined : feed;
};

/** A choice among the feeds that venues come from; nothing where all are of the map. */
async function feedSelect(part, venues, onChange) {
  const feeds = [...new Set(venues.map(feedOf).filter(Boolean))].toSorted();
  if (feeds.length === 0) return;
  part.append(choice('From', h('select',
    { id: 'feed', onchange: (event) => onChange(event.target.value) },
    options([['', 'all sources'], ...feeds.map((feed) => [feed, feed])]))));
}

export async function open(view) {
  let feed = '';
  const again = () => browser.refresh();
  const everyVenue = all(everything, view.signal).catch(() => []);
  const hearts = toggleChip('Favourites', again);
  const hours = openOnly(again);
  const kind = categorySelect({
    id: 'campus-category', value: view.parameters.category ?? everything, onChange: () => {
      browser.showDots();
      again();
    },
  });
  const feeds = h('div', {});
  const pending = h('p', { class: 'stale', hidden: true });
  const controls = h('div', {}, choice('Kind', kind), feeds,
    h('div', { class: 'chip-row' }, hearts.element, hours.chip), pending, downloadArea(view));
  const browser = new VenueBrowser(view, {
    door: 'campus', title: 'Campus', category: () => kind.value, controls,
    filter: async () => {
      const among = hearts.isOn() ? (await favourites()).map(({ id }) => id)
        : feed && (await everyVenue).filter((venue) => feedOf(venue) === feed).map(({ id }) => id);
      return { ...hours.filter(), ...(among ? { among } : {}) };
    },
    empty: () => (hearts.isOn() ? 'No favourite on this part of the map; a heart makes one.'
      : 'Nothing here.'),
  });
  const showPending = async () => {
    const number = await pendingCount();
    pending.hidden = number === 0;
    pending.textContent = `${number} ${number === 1 ? 'heart waits' : 'hearts wait'} to be sent.`;
    if (hearts.isOn()) again();
  };
  window.addEventListener('favouriteschange', showPending, { signal: view.signal });
  showPending();
  everyVenue.then((venues) => feedSelect(feeds, venues, (name) => {
    feed = name;
    again();
  }));
  browser.showDots();
  await browser.show(view.parameters);
  return { update: (parameters) => browser.show(parameters) };
}
