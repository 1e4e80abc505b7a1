// The page: a form, a plan, a map, and the fences with their events.
import { call, freshID, listen } from './api.js';
import { clock, point } from './format.js';
import { TripMap } from './map.js';
import { nearbyList } from './nearby.js';
import { legend, optionTable, verdict } from './options.js';

const $ = (id) => document.getElementById(id);
const form = $('plan');
const maximumEvents = 50;
const verbs = { enter: 'entered', exit: 'left', cross: 'crossed', dwell: 'stayed in' };

/** The map, or `undefined` if Leaflet is not installed: the rest of the page works without it. */
async function makeMap() {
  try {
    return new TripMap(await import('/leaflet/leaflet.js'), $('map'));
  } catch {
    $('map').replaceChildren('The map needs the package libjs-leaflet beside the gateway.');
    $('map').classList.add('no-map');
    return undefined;
  }
}

/** Parses a place for a plan request: “@device”, “lat,lon” or text. */
function parsePlace(text) {
  const trimmed = text.trim();
  if (trimmed.startsWith('@')) return { device: trimmed.slice(1) };
  const match = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/.exec(trimmed);
  if (!match) return { text: trimmed };
  return { coordinate: { latitude: Number(match[1]), longitude: Number(match[2]) } };
}

function request() {
  return {
    id: freshID(),
    origin: parsePlace($('from').value),
    destination: parsePlace($('to').value),
    departure: $('depart').value || 'now',
    deadline: $('arrive').value,
    dwellSeconds: Math.round(Number($('dwell').value) * 60),
    category: $('category').value,
  };
}

function showProblem(problem) {
  // The message quotes the text that was not resolved.
  const field = problem.message.includes($('from').value) ? $('from') : $('to');
  const suggestions = problem.suggestions.map((text) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
    button.addEventListener('click', () => {
      field.value = text;
      form.requestSubmit();
    });
    return button;
  });
  const detail = document.createElement('div');
  detail.textContent = problem.message;
  $('message').replaceChildren(detail, ...suggestions);
}

function showPlan(plan, map) {
  $('verdict').replaceChildren(...verdict(plan));
  const choose = (index) => {
    mark(index);
    map?.showChoice(plan.options[index]);
  };
  const { table, mark } = optionTable(plan.options, choose);
  $('options').replaceChildren(...(plan.options.length > 0 ? [legend(), table] : []));
  map?.showPlan(plan, choose);
  if (plan.options.length > 0) choose(0);
}

function showProgress(progress, map) {
  if (progress.direct) map?.showDirect(progress.direct);
  const texts = {
    located: 'Found both places…',
    direct: 'Found the direct way…',
    candidates: `Looking at ${progress.considered} shops…`,
    detours: `Know the detour of ${progress.considered} shops…`,
    option: progress.option ? `Worked out ${progress.option.venue.name}…` : '',
  };
  $('verdict').textContent = texts[progress.stage] ?? '';
}

async function plan(map) {
  const message = request();
  const button = form.querySelector('.go');
  for (const part of ['message', 'verdict', 'options']) $(part).replaceChildren();
  map?.clearTrip();
  button.disabled = true;
  const progress = listen('plan.progress', { plan: message.id }, (event) => showProgress(event, map));
  try {
    await progress.opened;
    const made = await call('planner.plan', message);
    progress.close();
    showPlan(made, map);
  } catch (problem) {
    $('verdict').replaceChildren();
    showProblem(problem);
  } finally {
    progress.close();
    button.disabled = false;
  }
}

async function showMapData(map) {
  const info = await call('planner.map').catch(() => undefined);
  if (!info) return;
  $('zone').textContent = `No departure means now. Times are ${info.timeZone}.`;
  if (!map) showNearby(info.box);
  map?.showExtent(info.box);
  const { south, west, north, east } = info.box;
  const center = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const near = await call('shop-search.nearby/2', {
    coordinate: center, filter: { category: $('category').value }, limit: 500,
  }).catch(() => ({ venues: [] }));
  map?.showShops(near.venues);
}

async function showFences(map) {
  const { fences } = await call('geofence-monitor.fence-list').catch(() => ({ fences: [] }));
  map?.showFences(fences);
  $('watch').hidden = fences.length === 0;
}

function watchFences(map) {
  listen('geofence.event', {}, (event) => {
    const item = document.createElement('li');
    const kind = event.becomes ?? event.kind;
    if (!(kind in verbs)) return;
    const verb = verbs[kind];
    item.textContent = `${clock(event.time)} ${event.device} ${verb} ${event.fence.label ?? event.fence.id}`;
    $('events').prepend(item);
    while ($('events').children.length > maximumEvents) $('events').lastChild.remove();
    $('watch').hidden = false;
    showFences(map);
  });
  listen('position.changed', {}, (position) => map?.showDevice(position));
}

function offerPicking(map) {
  let running;
  for (const button of document.querySelectorAll('[data-pick]')) {
    button.hidden = !map;
    button.addEventListener('click', async () => {
      running?.abort();
      if (button.getAttribute('aria-pressed') === 'true') return;
      running = new AbortController();
      button.setAttribute('aria-pressed', 'true');
      const picked = await map.pick(running.signal).catch(() => undefined);
      button.setAttribute('aria-pressed', 'false');
      if (picked) $(button.dataset.pick).value = point(picked);
    });
  }
}

/** Fills the form from the URL, which can be shared: /?from=…&to=…&depart=…&arrive=… */
function fillFromURL() {
  const parameters = new URLSearchParams(location.search);
  for (const name of ['from', 'to', 'depart', 'arrive', 'category', 'dwell']) {
    if (parameters.has(name)) $(name).value = parameters.get(name);
  }
  return parameters.has('from') && parameters.has('to') && form.checkValidity();
}

function storeInURL() {
  const values = [...new FormData(form)].filter(([, value]) => value !== '');
  history.replaceState(null, '', `?${new URLSearchParams(values)}`);
}

const map = await makeMap();
const showNearby = nearbyList($('nearby'), $('category'), map && ((venue) => map.highlight(venue)));
map?.onMove(showNearby);
offerPicking(map);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  storeInURL();
  plan(map);
});
$('category').addEventListener('change', () => showMapData(map));
const isReady = fillFromURL();
await Promise.all([showMapData(map), showFences(map)]);
watchFences(map);
if (isReady) await plan(map);
