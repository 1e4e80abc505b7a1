// The door Pins: up to five places in order, the drives between them, and fences around them.
import { call, freshID } from '../core/api.js';
import { announce, h } from '../core/dom.js';
import { distance, exactDuration, parsePoint, point } from '../core/format.js';
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
      if (value.pins.length > 0) return;
      for (const coordinate of wanted.slice(0, maximumPins)) {
        await this.#change('planner.pin-add', { place: { coordinate } });
      }
      if (wanted.length > 0) this.#fit();
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

  /** Puts the pins into another order: there is no operation for it, so they are set again. */
  async #reorder(order) {
    const places = order.map((label) =>
      this.#board.pins.find((pin) => pin.label === label).place.coordinate);
    if (!await this.#change('planner.pin-reset', {})) return;
    for (const coordinate of places) if (!await this.#change('planner.pin-add',
      { place: { coordinate } })) return;
    announce('The order has changed');
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
      h('button', { type: 'button', onclick: () => this.#reorder(best.order) }, 'Use this order'));
  }

  #directions({ pins, legs }) {
    if (legs.length === 0) return [];
    let [seconds, meters] = [0, 0];
    const parts = legs.map(({ from, to, drive }) => {
      seconds += drive.durationSeconds;
      meters += drive.distanceMeters;
      const sum = `${exactDuration(seconds)} and ${distance(meters)} from A`;
      return h('div', {}, h('h4', {}, `${from} to ${to}, ${sum}`),
        stepList([drive], 'Steps') ?? h('p', { class: 'soft' }, drive.name ?? ''));
    });
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
    this.#view.map.fit(this.#board.pins.map(({ place }) => position(place.coordinate)),
      { margin: 52 });
  }
}

export async function open(view) {
  const board = new PinBoard(view);
  await board.show(view.parameters);
}
