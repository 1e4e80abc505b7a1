// Fences around the pins and this user's position: the ground of the page is green inside any fence
// and white outside; events are listed, and kept over a reload.
import { call } from '../core/api.js';
import { announce, h, notice, section } from '../core/dom.js';
import { listen } from '../core/events.js';
import { clock, dayWord, distance, localNow } from '../core/format.js';
import { circle, decode, feature, lineFeature } from '../core/geometry.js';
import { device, followSwitch, report } from '../core/position.js';
import { user } from '../core/session.js';
import { failure } from '../core/state-lines.js';
import { store } from '../core/store.js';
import { simulation } from './simulation.js';
import { t } from '../core/words.js';

const kept = store('events');
const maximumEvents = 100;
const verbs = { enter: (fence) => t('Entered {fence}', { fence }),
  exit: (fence) => t('Left {fence}', { fence }), cross: (fence) => t('Crossed {fence}', { fence }),
  dwell: (fence) => t('Stayed in {fence}', { fence }) };

function shape(area) {
  if (area.kind === 'circle') return feature('Polygon', [circle(area.center, area.radiusMeters)],
    { role: 'fence' });
  if (area.kind === 'polygon') return feature('Polygon', area.rings.map(decode), { role: 'fence' });
  return lineFeature(decode(area.line), { role: 'fence' });
}

/** Whether an event is of one of the user's own fences: their device may be in those of others. */
const isMine = ({ fence }) => fence?.board === user();

const nameOf = (fence) => fence.label
  ?? (fence.pin ? t('pin {pin}', { pin: fence.pin }) : fence.id);
const verbOf = (event) => verbs[event.becomes ?? event.kind];
const said = (event) => verbOf(event)(nameOf(event.fence));

/** The section; `changeWatch(on)` turns the fences of the board on or off. */
export class Fencing {
  #view;
  #list = [];
  /** The identifiers of the board's fences. */
  #own = new Set();
  #position;
  #watched;

  constructor(view, { changeWatch }) {
    this.#view = view;
    this.events = h('ol', { class: 'events', 'aria-label': t('Events') });
    this.state = notice();
    this.inside = h('p', { class: 'inside' });
    this.toggle = h('input', {
      type: 'checkbox', id: 'fences', role: 'switch', onchange: () =>
        changeWatch(this.toggle.checked),
    });
    const follow = followSwitch(view, {
      say: (words) => this.#say(words),
      onPosition: (position) => this.#report(position),
      onStop: () => {
        this.#say('');
        view.map.follow(undefined);
      },
    });
    this.element = section(t('Fences'),
      h('p', { class: 'switch' }, this.toggle, h('label', { for: 'fences' },
          t('A fence of {distance} around each pin', { distance: distance(1000) }))),
      h('div', { class: 'chip-row' }, follow.element), simulation(view), this.inside, this.state,
      h('h4', {}, t('Events')), this.events,
      h('button', { class: 'quiet', onclick: () => this.#keep([]) }, t('Clear events')));
    kept.get(user()).then((stored) => this.#showEvents(stored ?? []));
    this.#listen();
    view.signal.addEventListener('abort', () => document.body.classList.remove('inside-fence'));
  }

  /** Nobody else's fences and devices: the gateway sends none of them. */
  #listen() {
    const { signal } = this.#view;
    const own = { device: device() };
    listen('geofence.event', { filter: { ...own, board: user() }, signal, matches: isMine },
      (event) => this.#add(event));
    listen('position.changed', { filter: own, signal, matches: (position) =>
      position.device === device() },
      (position) => this.#showPosition(position));
  }

  #say(text) { this.state.textContent = text; }

  #showEvents(list) {
    this.#list = list;
    const { timeZone } = this.#view.info;
    const today = localNow(timeZone).day;
    this.events.replaceChildren(...list.map((event) => {
      // A monitor writes the offset in which a position was reported, which need not be the map's.
      const at = localNow(timeZone, Date.parse(event.time));
      const time = clock(`${at.day}T${at.time}:00Z`);
      const words = at.day === today ? time
        : t('{day} {clock}', { day: dayWord(at.day, today), clock: time });
      return h('li', {}, h('time', { datetime: event.time }, words), ' ', said(event));
    }));
  }

  #keep(list) {
    kept.put(user(), list);
    this.#showEvents(list);
  }

  #add(event) {
    if (!verbOf(event) || this.#list.some(({ number }) => number === event.number)) return;
    this.#keep([event, ...this.#list].slice(0, maximumEvents));
    announce(said(event));
  }

  #showGround() {
    if (!this.#position) return;
    // The stack's colour counts everybody's fences.
    const isInside = (this.#position.inside ?? []).some((id) => this.#own.has(id));
    document.body.classList.toggle('inside-fence', isInside);
    this.inside.textContent = isInside ? t('You are inside a fence.')
      : t('You are outside all fences.');
  }

  #showPosition(position) {
    const { map } = this.#view;
    this.#position = position;
    this.#showGround();
    map.mark('device', [{ coordinate: position.coordinate, kind: 'dot me', label: t('You') }]);
    // The stack says what to show: 3 km by 3 km around the device.
    map.follow(position.coordinate, position.view);
  }

  async #report(position) {
    try {
      const { events } = await report(position);
      this.#say('');
      // The stream may not have been open yet, and positions have no log.
      for (const event of events.filter(isMine)) this.#add(event);
      this.#showPosition(
        await call('geofence-monitor.position', { device: device() },
          { signal: this.#view.signal }));
    } catch (problem) {
      this.#say(problem.message);
    }
  }

  async #showFences() {
    const { map, signal } = this.#view;
    try {
      const { fences } = await call('geofence-monitor.fence-list', { board: user() }, { signal });
      this.#own = new Set(fences.map(({ id }) => id));
      this.#showGround();
      map.draw('fences', fences.map((fence) => shape(fence.area)));
      this.#say('');
    } catch (problem) {
      if (!signal.aborted) this.state.replaceChildren(failure(problem,
        { retry: () => this.#showFences() }));
    }
  }

  /** Shows whether the fences of a board are on, and draws them where they have changed. */
  showWatch({ watch, pins }) {
    this.toggle.checked = watch !== 'off';
    this.toggle.disabled = pins.length === 0;
    const now = `${watch} ${pins.map(({ place }) => place.label).join()}`;
    if (now === this.#watched) return;
    this.#watched = now;
    if (watch === 'pending') this.#say(t('The fences follow as soon as the monitor answers.'));
    this.#showFences();
  }
}
