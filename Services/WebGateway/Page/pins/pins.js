// The door Pins: up to five places in order, the drives between them, and fences around them.
import { call, freshID } from '../core/api.js';
import { announce, h } from '../core/dom.js';
import { count, daysHoursMinutes, distance, exactDuration, parsePoint,
  point } from '../core/format.js';
import { contains, decode, lineFeature, position } from '../core/geometry.js';
import { icon } from '../core/icons.js';
import { note } from '../core/navigation.js';
import { ask } from '../core/remember.js';
import { user } from '../core/session.js';
import { failure, loading, staleLine } from '../core/state-lines.js';
import { PlaceField } from '../commute/place-field.js';
import { handover } from '../commute/handover.js';
import { stepList } from '../commute/steps.js';
import { Fencing } from './fencing.js';
import { track } from './track.js';

const maximumPins = 5;

const goals = { right: 'Your destination is on the right', left: 'Your destination is on the left',
  straight: 'Your destination is straight ahead' };

/** A step of a drive, of which each ends at a destination. */
export const arriving = (step) => (step.maneuver.kind === 'arrive' ? { ...step,
  instruction: goals[step.maneuver.direction] ?? 'You have reached your destination' } : step);

class PinBoard {
  #view;
  #board;
  #hasFitted = false;

  constructor(view) {
    this.#view = view;
    this.field = new PlaceField(view, {
      name: 'pin', label: 'Add a pin', placeholder: 'latitude, longitude or address',
      canPick: false,
      onChange: () => this.#addFromField(),
    });
    this.state = h('div', { class: 'list-state' }, loading('Opening your pins…'));
    this.content = h('div', {});
    this.fences = new Fencing(view, { changeWatch: (on) => this.#change('planner.pin-watch',
      { on }) });
    this.page = h('div', {}, h('h2', { tabindex: '-1' }, 'Pins'),
      h('form', { class: 'where', onsubmit: (event) => {
        event.preventDefault();
        this.#addFromField();
      } }, this.field.element, h('button', { type: 'submit', class: 'go' }, icon('plus'), 'Add')),
      h('p', { class: 'soft' }, 'Or click on the map. Up to five, A to E.'),
      this.state, this.content, this.fences.element, track(view));
    view.map.on('click', (at) => this.#add({ coordinate: at }), view.signal);
  }

  async show(parameters) {
    this.#view.panel.replaceChildren(this.page);
    const wanted = (parameters.pins ?? '').split(';').map(parsePoint).filter(Boolean);
    try {
      const { value, isStale, asOf } = await ask('planner.pin-board', { board: user() },
        { signal: this.#view.signal });
      this.#fill(value);
      this.state.replaceChildren(...[staleLine({ isStale, asOf })].filter(Boolean));
      const own = value.pins.map(({ place }) => point(place.coordinate)).join(';');
      if (wanted.length === 0 || own === wanted.map(point).join(';')) return;
      if (own === '') return void await this.#set(wanted);
      this.state.replaceChildren(h('div', { class: 'card hint', role: 'status' },
        h('p', {}, `This link has ${count(wanted.length, 'pin')}; you see your own.`),
        h('button', { type: 'button', onclick: () => this.#set(wanted) }, 'Show them instead')));
    } catch (problem) {
      if (!this.#view.signal.aborted) this.state.replaceChildren(failure(problem,
        { retry: () => this.show({}) }));
    }
  }

  #addFromField() {
    if (this.field.text) this.#add(this.field.reference);
  }

  #add(place) {
    if (this.#board?.pins.length >= maximumPins) {
      return this.#refuse({ message: 'There are five pins already. Remove one, or reset.' });
    }
    return this.#change('planner.pin-add', { place }).then((isDone) => {
      if (!isDone) return;
      this.field.set('');
      const { pins } = this.#board;
      announce(`Pin ${pins.at(-1).label}: ${pins.at(-1).place.label}`);
      if (!contains(this.#view.map.box, pins.at(-1).place.coordinate)) this.#fit();
    });
  }

  #refuse(problem) {
    this.state.replaceChildren(failure(problem, { suggest: (text) => {
      this.field.set(text);
      this.#addFromField();
    } }));
    return false;
  }

  /** Changes the board by an operation; whether it did. */
  async #change(operation, message) {
    try {
      this.#fill(await call(operation, { board: user(), ...message }, { key: freshID() }));
      this.state.replaceChildren();
      return true;
    } catch (problem) {
      return this.#refuse(problem);
    }
  }

  /** Sets the pins again, as there is no operation that replaces or orders them. */
  async #set(places) {
    if (!await this.#change('planner.pin-reset', {})) return;
    for (const coordinate of places.slice(0, maximumPins))
      if (!await this.#change('planner.pin-add', { place: { coordinate } })) return;
    announce(`${count(this.#board.pins.length, 'pin')} set`);
    this.#fit();
  }

  #fill(board) {
    this.#board = board;
    note('pins', { pins: board.pins.map(({ place }) => point(place.coordinate)).join(';') });
    const parts = [this.#list(board), this.#totals(board), this.#better(board)];
    this.content.replaceChildren(...[...parts, ...this.#directions(board)].filter(Boolean));
    this.fences.showWatch(board);
    this.#draw(board);
  }

  #list({ pins, legs }) {
    if (pins.length === 0) return h('p', { class: 'state nothing' }, 'No pins yet.');
    return h('ol', { class: 'cards', 'aria-label': 'Pins' }, pins.map(({ label, place }) => {
      const leg = legs.find((each) => each.to === label);
      return h('li', { class: 'card pin-row' },
        h('span', { class: 'letter', 'aria-hidden': 'true' }, label),
        h('span', { class: 'title' }, h('span', { class: 'visually-hidden' }, `Pin ${label}: `),
          place.label,
          leg && h('small', {}, [
            exactDuration(leg.drive.durationSeconds), ', ', distance(leg.drive.distanceMeters),
            ` from ${leg.from}`])),
        h('button', { type: 'button', class: 'tool', 'aria-label': `Remove pin ${label}`,
          onclick: () =>
          this.#change('planner.pin-remove', { label }) }, icon('trash')));
    }));
  }

  #totals({ pins, durationSeconds, distanceMeters }) {
    if (pins.length === 0) return undefined;
    return h('div', { class: 'totals' }, h('p', {}, pins.length > 1
      ? [h('b', {}, exactDuration(durationSeconds)), ` in all, ${distance(distanceMeters)}`]
      : 'Add another pin for the way there.'),
    h('button', { type: 'button', class: 'quiet', onclick: async () => {
      if (await this.#change('planner.pin-reset', {})) this.#view.map.home();
    } }, 'Reset'));
  }

  #better({ betterOrders }) {
    const best = betterOrders?.[0];
    if (!best) return undefined;
    return h('div', { class: 'card hint' },
      h('p', {}, `${best.order.join(' → ')} saves ${exactDuration(best.savedSeconds)}.`),
      h('button', { type: 'button', onclick: () => this.#set(best.order.map((label) =>
        this.#board.pins.find((pin) => pin.label === label).place.coordinate)) },
      'Use this order'));
  }

  #directions({ pins, legs }) {
    if (legs.length === 0) return [];
    const parts = legs.map(({ from, to, drive }) => h('div', {},
      h('h4', {}, `${from} to ${to}${drive.name ? `, via ${drive.name}` : ''}`),
      h('p', {}, `Estimated time: ${daysHoursMinutes(drive.durationSeconds)}, ${
        distance(drive.distanceMeters)}`),
      stepList([{ steps: drive.steps?.map(arriving) }], 'Steps')));
    return [h('section', { class: 'directions', 'aria-label': 'Directions' },
      h('h3', {}, 'Directions'), parts),
      handover({
        title: `Pins ${pins.map(({ label }) => label).join(', ')}`,
        points: pins.map(({ place }) => place.coordinate),
        names: pins.map(({ place }) => place.label),
        lines: legs.map(({ drive }) => decode(drive.geometry)),
      })];
  }

  #draw({ pins, legs }) {
    const { map } = this.#view;
    map.draw('pins', legs.map(({ drive }) => lineFeature(decode(drive.geometry), { role: 'pin' })));
    map.mark('pins', pins.map(({ label, place }) => ({
      coordinate: place.coordinate, text: label, kind: 'letter',
      label: `Pin ${label}: ${place.label}`,
    })));
    if (this.#hasFitted || pins.length === 0) return;
    this.#hasFitted = true;
    this.#fit();
  }

  #fit() {
    const { pins, legs } = this.#board;
    this.#view.map.fit([...pins.map(({ place }) => position(place.coordinate)),
      ...legs.flatMap(({ drive }) => decode(drive.geometry))], { margin: 52 });
  }
}

export async function open(view) {
  const board = new PinBoard(view);
  await board.show(view.parameters);
}
