// A user's favourites: kept on this device, merged with the store's whenever that answers.
//
// A mark is the last change of one venue, with a stamp of a hybrid logical clock; of two marks the
// later wins, so any order and any repetition give the same: see FavouriteMerge.swift.
import { call } from '../core/api.js';
import { freshID, user } from '../core/session.js';
import { store } from '../core/store.js';

const table = store('favourites');
const maximumMarks = 500;

/** Changed by each change, for the other tabs of this browser: they read the favourites again. */
const changeKey = 'quickbrew.favourites';

let owner;
let state;
let opening;
let merging;

const blank = () => ({ device: freshID('web'), cursor: 0, marks: {}, pending: [], venues: {} });

/** The state of the user's favourites; one reading for all who ask meanwhile. */
function load() {
  if (owner !== user()) {
    const name = owner = user();
    state = undefined;
    opening = table.get(name).then((kept = blank()) => {
      if (owner === name) state = kept;
      return kept;
    });
  }
  return opening;
}

const save = () => table.put(owner, state).then(() => localStorage.setItem(changeKey, freshID()));
const tell = () => window.dispatchEvent(new Event('favouriteschange'));

/** Whether stamp `a` is later than `b`. */
function isLater(a, b) {
  if (a.milliseconds !== b.milliseconds) return a.milliseconds > b.milliseconds;
  if (a.counter !== b.counter) return a.counter > b.counter;
  return a.device > b.device;
}

function stampAfter(seen, device, now = Date.now()) {
  return seen && seen.milliseconds >= now
    ? { milliseconds: seen.milliseconds, counter: seen.counter + 1, device }
    : { milliseconds: now, counter: 0, device };
}

export const isFavourite = (id) => Boolean(state?.marks[id]?.addedAt);

/** The favourites' identifiers, as far as they are read. */
export const favouriteIDs = () => Object.keys(state?.marks ?? {}).filter(isFavourite);

/** The favourites, the newest first, as their venues were last seen. */
export async function favourites() {
  const { marks, venues } = await load();
  return Object.values(marks).filter((mark) => mark.addedAt && venues[mark.venueID])
    .toSorted((a, b) => (a.addedAt < b.addedAt ? 1 : -1)).map((mark) => venues[mark.venueID]);
}

/** How many changes the store does not have yet. */
export async function pendingCount() { return (await load()).pending.length; }

/** Adds or removes a favourite: at once here, in the store as soon as it answers. */
export async function toggle(venue) {
  const mine = await load();
  const stamp = stampAfter(mine.marks[venue.id]?.stamp, mine.device);
  const mark = { venueID: venue.id, stamp };
  if (!isFavourite(venue.id)) mark.addedAt = new Date().toISOString();
  mine.marks[venue.id] = mark;
  mine.venues[venue.id] = venue;
  if (!mine.pending.includes(venue.id)) mine.pending.push(venue.id);
  await save();
  tell();
  merge();
  return Boolean(mark.addedAt);
}

function take(mine, { mark, venue }) {
  const known = mine.marks[mark.venueID];
  if (!known || isLater(mark.stamp, known.stamp) || !mine.pending.includes(mark.venueID)) {
    mine.marks[mark.venueID] = mark;
  }
  if (venue) mine.venues[venue.id] = venue;
}

function refuse(mine, { venueID, reason }) {
  if (reason === 'clockAhead') {
    // Not `stampAfter`: the clock of this device is wrong, so the store's time counts.
    mine.marks[venueID].stamp = { ...mine.marks[venueID].stamp, milliseconds: mine.storeTime };
    return true;
  }
  delete mine.marks[venueID];
  return false;
}

async function round(mine) {
  const sent = mine.pending.slice(0, maximumMarks).filter((id) => mine.marks[id]);
  const marks = sent.map((id) => mine.marks[id]);
  const reply = await call('venue-store.favourite-merge', {
    user: owner, marks, cursor: mine.cursor,
  }, { limit: 8000 });
  mine.storeTime = Date.parse(reply.time);
  const unchanged = (id, index) => mine.marks[id]?.stamp === marks[index].stamp;
  const done = new Set(sent.filter(unchanged));
  if (reply.restart) {
    // Drop what the store has forgotten, or send everything to a store that never had it.
    for (const id of Object.keys(mine.marks)) {
      if (reply.restart === 'cursorTooOld' && !mine.pending.includes(id)) delete mine.marks[id];
      else if (reply.restart === 'unknownCursor' && !done.has(id) && !mine.pending.includes(id))
        mine.pending.push(id);
    }
  }
  for (const refused of reply.refused ?? []) if (refuse(mine, refused))
    done.delete(refused.venueID);
  mine.pending = mine.pending.filter((id) => !done.has(id) && mine.marks[id]);
  for (const merged of reply.marks) take(mine, merged);
  mine.cursor = reply.cursor;
  return reply.hasMore || (mine.pending.length > 0 && done.size > 0);
}

/** Sends what changed here and takes what changed elsewhere; later, if nobody answers. */
export function merge() {
  merging ??= (async () => {
    const mine = await load();
    try {
      while (await round(mine));
    } catch {
      // Kept, and sent when the page is told that the gateway answers again.
    }
    await save();
    tell();
  })().finally(() => { merging = undefined; });
  return merging;
}

/** Loads the favourites, and keeps merging when the stack comes back. */
export async function startFavourites() {
  await load();
  tell();
  window.addEventListener('storage', async ({ key }) => {
    if (key !== changeKey) return;
    owner = undefined;
    await load();
    tell();
  });
  for (const name of ['restored', 'online', 'userchange'])
    window.addEventListener(name, () => merge());
  return merge();
}
