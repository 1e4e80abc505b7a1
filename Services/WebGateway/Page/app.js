// The page: a form, a plan, a map, and the fences as they are crossed.
import { ask, freshID, listen } from './api.js';
import { clock, point } from './format.js';
import { TripMap } from './map.js';
import { nearbyList } from './nearby.js';
import { legend, optionTable, verdict } from './options.js';

const $ = (id) => document.getElementById(id);
const form = $('plan');
const maximumEvents = 50;
const verbs = { enter: 'entered', exit: 'left', cross: 'crossed', dwell: 'stayed in' };

/** The map, or `undefined` where Leaflet is not installed: the rest of the page works without. */
async function makeMap() {
  try {
    return new TripMap(await import('/leaflet/leaflet.js'), $('map'));
  } catch {
    $('map').replaceChildren('The map needs the package libjs-leaflet beside the gateway.');
    $('map').classList.add('no-map');
    return undefined;
  }
}

/** A place as the planner takes it: “@device”, “lat,lon” or text. */
function reference(text) {
  const trimmed = text.trim();
  if (trimmed.startsWith('@')) return { device: trimmed.slice(1) };
  const match = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/.exec(trimmed);
  if (!match) return { text: trimmed };
  return { coordinate: { latitude: Number(match[1]), longitude: Number(match[2]) } };
}

function request() {
  return {
    id: freshID(),
    origin: reference($('from').value),
    destination: reference($('to').value),
    departure: $('depart').value || 'now',
    deadline: $('arrive').value,
    dwellSeconds: Math.round(Number($('dwell').value) * 60),
    category: $('category').value,
  };
}

function showProblem(problem) {
  // The message quotes the text at fault.
  const field = problem.message.includes($('from').value) ? $('from') : $('to');
  const offers = problem.suggestions.map((text) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
    button.addEventListener('click', () => {
      field.value = text;
      form.requestSubmit();
    });
    return button;
  });
  const words = document.createElement('div');
  words.textContent = problem.message;
  $('message').replaceChildren(words, ...offers);
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
  const words = {
    located: 'Found both places…',
    direct: 'Found the direct way…',
    candidates: `Looking at ${progress.considered} shops…`,
    detours: `Know the detour of ${progress.considered} shops…`,
    option: progress.option ? `Worked out ${progress.option.venue.name}…` : '',
  };
  $('verdict').textContent = words[progress.stage] ?? '';
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
    const made = await ask('planner.plan', message);
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

async function showGround(map) {
  const ground = await ask('planner.map').catch(() => undefined);
  if (!ground) return;
  $('zone').textContent = `No departure means now. Times are ${ground.timeZone}.`;
  if (!map) showNearby(ground.box);
  map?.showExtent(ground.box);
  const { south, west, north, east } = ground.box;
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const near = await ask('shop-search.nearby/2', {
    coordinate: middle, filter: { category: $('category').value }, limit: 500,
  }).catch(() => ({ venues: [] }));
  map?.showShops(near.venues);
}

async function showFences(map) {
  const { fences } = await ask('geofence-monitor.fence-list').catch(() => ({ fences: [] }));
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

/** The form can be filled from the address: /?from=…&to=…&depart=…&arrive=…, and shared that way. */
function fillFromAddress() {
  const parameters = new URLSearchParams(location.search);
  for (const name of ['from', 'to', 'depart', 'arrive', 'category', 'dwell']) {
    if (parameters.has(name)) $(name).value = parameters.get(name);
  }
  return parameters.has('from') && parameters.has('to') && form.checkValidity();
}

function rememberInAddress() {
  const values = [...new FormData(form)].filter(([, value]) => value !== '');
  history.replaceState(null, '', `?${new URLSearchParams(values)}`);
}

const map = await makeMap();
const showNearby = nearbyList($('nearby'), $('category'), map && ((venue) => map.pointOut(venue)));
map?.onMove(showNearby);
offerPicking(map);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  rememberInAddress();
  plan(map);
});
$('category').addEventListener('change', () => showGround(map));
const isReady = fillFromAddress();
await Promise.all([showGround(map), showFences(map)]);
watchFences(map);
if (isReady) await plan(map);
