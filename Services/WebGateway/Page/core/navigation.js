// Deep links: each door has a path, what is open there is in the query.

export const doors = ['commute', 'explore', 'pins', 'system'];

/** What doors of earlier releases were of Explore. */
const moved = new Map([['breweries', { category: 'brewery' }], ['cafes', { category: 'coffee' }],
  ['campus', {}]]);

/**
 * What another application has shared with this one, as the manifest has it: the place `at` the
 * first coordinate in it, or else `near` its words.
 */
export function placeShared(...texts) {
  const given = texts.filter(Boolean);
  const at = /(-?\d{1,2}\.\d{3,}),\s*(-?\d{1,3}\.\d{3,})/
    .exec(given.join(' ').replaceAll(/%2c/gi, ','));
  const [near] = given.map((text) => text.replace(/\b[a-z]+:\S+/gi, '').trim()).filter(Boolean);
  return at ? { near, at: `${at[1]},${at[2]}` } : { ...near && { near } };
}

/**
 * The door and the parameters of an address; `/` is Commute, also with a plan in its query, and
 * what is not an address of the page is the door `nowhere`.
 */
export function parse(url) {
  const [, name] = url.pathname.split('/');
  /** @type {any} */
  const { sharedTitle, sharedText, sharedLink, ...given } = Object.fromEntries(url.searchParams);
  const parameters = { ...moved.get(name), ...given,
    ...placeShared(sharedTitle, sharedText, sharedLink) };
  if (moved.has(name)) return { door: 'explore', parameters };
  return { door: doors.includes(name) ? name : name ? 'nowhere' : 'commute', parameters };
}

/** The address of a door with these parameters; empty ones are left out. */
export function address(door, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value || value === 0);
  const query = new URLSearchParams(given).toString();
  return `/${door}${query ? `?${query}` : ''}`;
}

/** @type {(place: { door: string, parameters: any }) => void} */
let show = () => {};

/** Goes to a door. */
export function go(door, parameters = {}) {
  note(door, parameters, { replace: false });
  show(parse(new URL(location.href)));
}

/**
 * Changes the address to what is shown already, without showing it again; `replace` keeps the way
 * back as it is.
 */
export function note(door, parameters, { replace = true } = {}) {
  const next = address(door, parameters);
  if (next === location.pathname + location.search) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', next);
}

/** A link within the page: a plain anchor, followed without a new load. */
function follow(event) {
  const anchor = event.target.closest?.('a[href^="/"]');
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    && !event.altKey;
  if (!anchor || !isPlain || anchor.target || anchor.hasAttribute('download')) return;
  const url = new URL(anchor.href);
  if (!doors.includes(url.pathname.split('/')[1])) return;
  event.preventDefault();
  history.pushState(null, '', url.pathname + url.search);
  show(parse(url));
}

/** Calls `body` with each place that is gone to, beginning with the current one. */
export function start(body) {
  show = body;
  document.addEventListener('click', follow);
  window.addEventListener('popstate', () => show(parse(new URL(location.href))));
  show(parse(new URL(location.href)));
}
