// Lists the venues on the visible part of the map.
import { call } from './api.js';
import { clock, distance } from './format.js';

const limit = 10;
const dayMilliseconds = 86_400_000;

/** "open until 18:00", "closed, opens 08:00"; with the date if that is more than a day ahead. */
function hours(status) {
  if (!status) return '';
  if (status.state === 'unknown') return 'hours unknown';
  if (!status.until) return status.state;
  const isFar = Date.parse(status.until) - Date.now() > dayMilliseconds;
  const then = status.state === 'closed' && status.next === 'open' ? ', opens' : ' until';
  return `${status.state}${then} ${isFar ? `${status.until.slice(0, 10)} ` : ''}${clock(status.until)}`;
}

/** A venue's name; a button if `choose` is given. */
function title(venue, choose) {
  if (!choose) return Object.assign(document.createElement('strong'), { textContent: venue.name });
  const button = Object.assign(document.createElement('button'), {
    type: 'button', textContent: venue.name, title: 'Show on the map',
  });
  button.addEventListener('click', () => choose(venue));
  return button;
}

function row({ venue, distanceMeters, hours: status }, choose) {
  const rating = venue.rating ? `★ ${venue.rating.mean.toFixed(1)} (${venue.rating.count})` : '';
  const details = [distance(distanceMeters), rating, hours(status), venue.address].filter(Boolean).join(', ');
  const item = document.createElement('li');
  item.append(title(venue, choose), Object.assign(document.createElement('small'), { textContent: details }));
  return item;
}

function section(heading, venues, choose) {
  if (venues.length === 0) return [];
  const list = document.createElement('ol');
  list.append(...venues.map((venue) => row(venue, choose)));
  return [...(heading ? [Object.assign(document.createElement('p'), { textContent: heading })] : []), list];
}

/** The venues in a box nearest to its center; with `openOnly` the open ones, and apart those with unknown hours. */
async function find(box, category, openOnly) {
  const { south, west, north, east } = box;
  const coordinate = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const search = async (opening) => {
    const filter = { category, hours: opening };
    return (await call('shop-search.nearby/2', { coordinate, box, filter, limit })).venues;
  };
  if (!openOnly) return { known: await search(), unknown: [] };
  const [known, unknown] = await Promise.all([search({}), search({ admits: 'unknown' })]);
  return { known, unknown };
}

/**
 * Keeps the list in `part` up to date, for the kind selected in `category`; calls `choose` with a
 * clicked venue. Returns a function to be called with each new visible box.
 */
export function nearbyList(part, category, choose) {
  const openOnly = part.querySelector('input');
  const lists = part.querySelector('div');
  let visible;
  let lastRequest = 0;
  async function show(box) {
    visible = box;
    const request = ++lastRequest;
    const { known, unknown } = await find(box, category.value, openOnly.checked)
      .catch(() => ({ known: [], unknown: [] }));
    // A newer request is under way.
    if (request !== lastRequest) return;
    const none = openOnly.checked ? 'None here is known to be open.' : 'None here.';
    lists.replaceChildren(...(known.length ? section('', known, choose) : [none]),
      ...section('Nobody knows whether these are open', unknown, choose));
    part.hidden = false;
  }
  for (const input of [openOnly, category]) {
    input.addEventListener('change', () => visible && show(visible));
  }
  return show;
}
