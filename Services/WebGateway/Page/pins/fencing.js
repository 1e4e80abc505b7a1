// Fences around the pins and this user's position: the ground of the page is green inside any fence
// and white outside; events are listed, and kept over a reload.
import { call } from '../core/api.js';
import { announce, h } from '../core/dom.js';
import { listen } from '../core/events.js';
import { dayWord } from '../core/format.js';
import { circle, decode, feature, lineFeature } from '../core/geometry.js';
import { device, followSwitch, report } from '../core/position.js';
import { user } from '../core/session.js';
import { store } from '../core/store.js';
import { failure } from '../core/state-lines.js';
import { localNow } from '../commute/when-field.js';
import { simulation } from './simulation.js';

const kept = store('events');
const maximumEvents = 100;
const verbs = { enter: 'Entered', exit: 'Left', cross: 'Crossed', dwell: 'Stayed in' };

function shape(area) {
  if (area.kind === 'circle') return feature('Polygon', [circle(area.center, area.radiusMeters)], { role: 'fence' });
  if (area.kind === 'polygon') return feature('Polygon', area.rings.map(decode), { role: 'fence' });
  return lineFeature(decode(area.line), { role: 'fence' });
}

/** Whether an event is of one of the user's own fences: their device may be in those of others. */
const isMine = ({ fence }) => fence?.board === user();

const nameOf = (fence) => fence.label ?? (fence.pin ? `pin ${fence.pin}` : fence.id);

/** The section; `changeWatch(on)` turns the fences of the board on or off. */
export function fencing(view, { changeWatch }) {
  const events = h('ol', { class: 'events', 'aria-label': 'Events' });
  const state = h('p', { class: 'field-note', role: 'status' });
  const inside = h('p', { class: 'inside' });
  const toggle = h('input', {
    type: 'checkbox', id: 'fences', role: 'switch', onchange: () => changeWatch(toggle.checked),
  });
  let list = [];
  let own = new Set();
  let last;
  let watched;

  function showEvents() {
    const today = localNow(view.info.timeZone).day;
    events.replaceChildren(...list.map((event) => {
      // A monitor writes the offset in which a position was reported, which need not be the map's.
      const at = localNow(view.info.timeZone, Date.parse(event.time));
      const day = at.day === today ? '' : `${dayWord(at.day, today)} `;
      return h('li', {}, h('time', { datetime: event.time }, `${day}${at.time}`), ' ',
        `${verbs[event.becomes ?? event.kind]} ${nameOf(event.fence)}`);
    }));
  }

  function add(event) {
    if (!((event.becomes ?? event.kind) in verbs) || list.some(({ number }) => number === event.number)) return;
    list = [event, ...list].slice(0, maximumEvents);
    kept.put(user(), list);
    showEvents();
    announce(`${verbs[event.becomes ?? event.kind]} ${nameOf(event.fence)}`);
  }

  function showGround() {
    if (!last) return;
    // The stack's colour counts everybody's fences.
    const isInside = (last.inside ?? []).some((id) => own.has(id));
    document.body.classList.toggle('inside-fence', isInside);
    inside.textContent = isInside ? 'You are inside a fence.' : 'You are outside all fences.';
  }

  function showPosition(position) {
    last = position;
    showGround();
    view.map.mark('device', [{ coordinate: position.coordinate, kind: 'dot me', label: 'You' }]);
    // The stack says what to show: 3 km by 3 km around the device.
    if (position.view) view.map.fit(position.view, { margin: 0, animate: false });
    else view.map.reveal(position.coordinate);
  }

  async function showFences() {
    try {
      const { fences } = await call('geofence-monitor.fence-list', { board: user() }, { signal: view.signal });
      own = new Set(fences.map(({ id }) => id));
      showGround();
      view.map.draw('fences', fences.map((fence) => shape(fence.area)));
      state.textContent = '';
    } catch (problem) {
      if (!view.signal.aborted) state.replaceChildren(failure(problem, { retry: showFences }));
    }
  }

  const followMe = followSwitch(view.signal, {
    onStart: () => { state.textContent = 'Finding where you are…'; },
    onPosition: async (position) => {
      try {
        const { events: caused } = await report(position);
        state.textContent = '';
        // The stream may not have been open yet, and positions have no log.
        caused.filter(isMine).forEach(add);
        showPosition(await call('geofence-monitor.position', { device: device() }, { signal: view.signal }));
      } catch (problem) {
        state.textContent = problem.message;
      }
    },
    onFail: (words) => { state.textContent = words; },
    onStop: () => { state.textContent = ''; },
  });

  kept.get(user()).then((stored) => {
    list = stored ?? [];
    showEvents();
  });
  const mine = { filter: { device: device() }, signal: view.signal };
  // Nobody else's fences and devices: the gateway sends none of them.
  listen('geofence.event', { ...mine, filter: { device: device(), board: user() }, matches: isMine }, add);
  listen('position.changed', { ...mine, matches: (position) => position.device === device() }, showPosition);
  view.signal.addEventListener('abort', () => document.body.classList.remove('inside-fence'));

  const element = h('section', { class: 'fencing', 'aria-label': 'Fences' },
    h('h3', {}, 'Fences'),
    h('p', { class: 'switch' }, toggle, h('label', { for: 'fences' }, 'A fence of 1 km around each pin')),
    h('div', { class: 'chip-row' }, followMe.element), simulation(view), inside, state,
    h('h4', {}, 'Events'), events,
    h('button', { type: 'button', class: 'quiet', onclick: () => {
      list = [];
      kept.put(user(), list);
      showEvents();
    } }, 'Clear events'));
  return {
    element,
    showWatch({ watch, pins }) {
      toggle.checked = watch !== 'off';
      toggle.disabled = pins.length === 0;
      const now = `${watch} ${pins.map(({ place }) => place.label).join()}`;
      if (now === watched) return;
      watched = now;
      if (watch === 'pending') state.textContent = 'The fences follow as soon as the monitor answers.';
      showFences();
    },
  };
}
