// The venues on the part of the map that is seen.
import { ask } from './api.js';
import { clock, distance } from './format.js';

const limit = 10;
const dayMilliseconds = 86_400_000;

/** "open until 18:00", "closed, opens 08:00"; with the date where that is more than a day ahead. */
function hours(told) {
  if (!told) return '';
  if (told.state === 'unknown') return 'hours unknown';
  if (!told.until) return told.state;
  const isFar = Date.parse(told.until) - Date.now() > dayMilliseconds;
  const then = told.state === 'closed' && told.next === 'open' ? ', opens' : ' until';
  return `${told.state}${then} ${isFar ? `${told.until.slice(0, 10)} ` : ''}${clock(told.until)}`;
}

/** A venue's name, as a button where there is something to do on a click. */
function title(venue, choose) {
  if (!choose) return Object.assign(document.createElement('strong'), { textContent: venue.name });
  const button = Object.assign(document.createElement('button'), {
    type: 'button', textContent: venue.name, title: 'Show on the map',
  });
  button.addEventListener('click', () => choose(venue));
  return button;
}

function row({ venue, distanceMeters, hours: told }, choose) {
  const rating = venue.rating ? `★ ${venue.rating.mean.toFixed(1)} (${venue.rating.count})` : '';
  const facts = [distance(distanceMeters), rating, hours(told), venue.address].filter(Boolean).join(', ');
  const item = document.createElement('li');
  item.append(title(venue, choose), Object.assign(document.createElement('small'), { textContent: facts }));
  return item;
}

function section(heading, venues, choose) {
  if (venues.length === 0) return [];
  const list = document.createElement('ol');
  list.append(...venues.map((venue) => row(venue, choose)));
  return [...(heading ? [Object.assign(document.createElement('p'), { textContent: heading })] : []), list];
}

/** The venues in a box nearest to its middle; with `openOnly` those known to be open, and apart the unknown. */
async function find(box, category, openOnly) {
  const { south, west, north, east } = box;
  const coordinate = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const search = async (opening) => {
    const filter = { category, hours: opening };
    return (await ask('shop-search.nearby/2', { coordinate, box, filter, limit })).venues;
  };
  if (!openOnly) return { known: await search(), unknown: [] };
  const [known, unknown] = await Promise.all([search({}), search({ admits: 'unknown' })]);
  return { known, unknown };
}

/**
 * Keeps up the list in `part`, of the kind that `category` names; calls `choose` with a venue that is
 * clicked. Answers what to call with the box that is seen, whenever that is another.
 */
export function nearbyList(part, category, choose) {
  const openOnly = part.querySelector('input');
  const lists = part.querySelector('div');
  let seen;
  let turn = 0;
  async function show(box) {
    seen = box;
    const mine = ++turn;
    const { known, unknown } = await find(box, category.value, openOnly.checked)
      .catch(() => ({ known: [], unknown: [] }));
    // Another question was asked meanwhile.
    if (mine !== turn) return;
    const none = openOnly.checked ? 'None here is known to be open.' : 'None here.';
    lists.replaceChildren(...(known.length ? section('', known, choose) : [none]),
      ...section('Nobody knows whether these are open', unknown, choose));
    part.hidden = false;
  }
  for (const input of [openOnly, category]) {
    input.addEventListener('change', () => seen && show(seen));
  }
  return show;
}
