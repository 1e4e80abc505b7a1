// Deep links: each door has a path, what is open there is in the query.

export const doors = ['commute', 'breweries', 'campus', 'pins', 'cafes', 'system'];

/** The door and the parameters of an address; `/` is Commute, also with a plan in its query. */
export function parse(url) {
  const name = url.pathname.split('/')[1];
  return {
    door: doors.includes(name) ? name : 'commute',
    parameters: Object.fromEntries(url.searchParams),
  };
}

/** The address of a door with these parameters; empty ones are left out. */
export function address(door, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) =>
    value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given).toString();
  return `/${door}${query ? `?${query}` : ''}`;
}

/** @type {(place: { door: string, parameters: any }) => void} */
let show = () => {};

/** Goes to a door; `replace` keeps the way back as it is. */
export function go(door, parameters = {}, { replace = false } = {}) {
  const next = address(door, parameters);
  if (next !== location.pathname + location.search) {
    history[replace ? 'replaceState' : 'pushState'](null, '', next);
  }
  show(parse(new URL(location.href)));
}

/** Changes the address to what is shown already, without showing it again. */
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
