// The door Campus: every venue by distance, hearts, notes, reviews and deals; works with the stack
// down, from what this device has stored.
import { h } from '../core/dom.js';
import { ask } from '../core/remember.js';
import { downloadArea } from '../core/download-area.js';
import { favourites, pendingCount } from './favourites.js';
import { categorySelect, openOnly, toggleChip } from './filters.js';
import { all } from './find.js';
import { VenueBrowser } from './venue-browser.js';

const everything = 'food-and-drink';

/** A choice among feeds; nothing where there are none, or the gateway does not list them. */
async function feedSelect(part, onChange) {
  const { value } = await ask('venue-store.feed-list', {}, { limit: 5000 }).catch(() => ({ value: { feeds: [] } }));
  if (value.feeds.length === 0) return;
  part.append(h('div', { class: 'choice' }, h('label', { for: 'feed' }, 'From'),
    h('select', { id: 'feed', onchange: (event) => onChange(event.target.value) },
      h('option', { value: '' }, 'all sources'),
      value.feeds.map(({ feed }) => h('option', { value: feed.name }, feed.name)))));
}

/** The identifiers of venues that a feed alone has: they begin with its name. */
async function idsOf(feed, signal) {
  return (await all(everything, signal)).filter(({ id }) => id.startsWith(`${feed}/`)).map(({ id }) => id);
}

export async function open(view) {
  let feed = '';
  const again = () => browser.refresh();
  const hearts = toggleChip('Favourites', again);
  const hours = openOnly(again);
  const kind = categorySelect({
    id: 'campus-category', label: 'Kind', value: view.parameters.category ?? everything, onChange: () => {
      browser.showDots();
      again();
    },
  });
  const feeds = h('div', {});
  const pending = h('p', { class: 'stale', hidden: true });
  const controls = h('div', {}, kind.element, feeds,
    h('div', { class: 'chip-row' }, hearts.element, hours.chip), pending, downloadArea(view));
  const browser = new VenueBrowser(view, {
    door: 'campus', title: 'Campus', category: () => kind.select.value, controls,
    filter: async () => {
      const among = hearts.isOn() ? (await favourites()).map(({ id }) => id)
        : feed && await idsOf(feed, view.signal);
      return { ...hours.filter(), ...(among ? { among } : {}) };
    },
    empty: 'Nothing here.',
  });
  const showPending = async () => {
    const number = await pendingCount();
    pending.hidden = number === 0;
    pending.textContent = `${number} ${number === 1 ? 'heart waits' : 'hearts wait'} to be sent.`;
    if (hearts.isOn()) again();
  };
  window.addEventListener('favouriteschange', showPending, { signal: view.signal });
  showPending();
  feedSelect(feeds, (name) => {
    feed = name;
    again();
  });
  browser.showDots();
  await browser.show(view.parameters);
  return { update: (parameters) => browser.show(parameters) };
}
