// The door Pins: up to five places in order, the drives between them, and fences around them.
import { ask, call } from '../core/api.js';
import { announce, h, icon, section, show, soft } from '../core/dom.js';
import { daysHoursMinutes, distance, exactDuration, parsePoint, point } from '../core/format.js';
import { contains, decode, lineFeature, position } from '../core/geometry.js';
import { note } from '../core/navigation.js';
import { freshID, user } from '../core/session.js';
import { failure, loading, nothing, staleLine } from '../core/state-lines.js';
import { sayRefused } from '../commute/trip-ends.js';
import { PlaceField } from '../commute/place-field.js';
import { handover } from '../commute/handover.js';
import { stepList } from '../commute/way.js';
import { Fencing } from './fencing.js';
import { track } from './track.js';
import { plural, rich, t } from '../core/words.js';

const maximumPins = 5;

const goals = { right: t('Your destination is on the right'),
  left: t('Your destination is on the left'), straight: t('Your destination is straight ahead') };

/** A step of a drive, of which each ends at a destination. */
export const arriving = (step) => (step.maneuver.kind === 'arrive' ? { ...step,
  instruction: goals[step.maneuver.direction] ?? t('You have reached your destination') } : step);

const pinWords = ({ label, place }) => t('Pin {label}: {place}', { label, place: place.label });

class PinBoard {
  #view;
  #board;
  #hasFitted = false;

  constructor(view) {
    this.#view = view;
    this.field = new PlaceField(view, {
      name: 'pin', label: t('Add a pin'), placeholder: t('latitude, longitude or address'),
      canPick: false,
      onChange: () => this.#addFromField(),
    });
    this.state = h('div', {}, loading(t('Opening your pins…')));
    this.content = h('div', {});
    this.fences = new Fencing(view, { changeWatch: (on) => this.#change('planner.pin-watch',
      { on }) });
    this.page = h('div', {}, h('h2', { tabindex: '-1' }, t('Pins')),
      h('form', { class: 'where', onsubmit: () => this.#addFromField() }, this.field.element,
        h('button', { type: 'submit', class: 'go' }, icon('plus'), t('Add'))),
      soft(t('Or click on the map. Up to five, A to E.')),
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
      show(this.state, staleLine({ isStale, asOf }));
      const own = value.pins.map(({ place }) => point(place.coordinate)).join(';');
      if (wanted.length === 0 || own === wanted.map(point).join(';')) return;
      if (own === '') return void await this.#set(wanted);
      this.state.replaceChildren(h('div', { class: 'card hint', role: 'status' },
        h('p', {}, plural(wanted.length, 'This link has {n} pin; you see your own.',
          'This link has {n} pins; you see your own.')),
        h('button', { onclick: () => this.#set(wanted) }, t('Show them instead'))));
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
      return this.#refuse({ message: t('There are five pins already. Remove one, or reset.') });
    }
    return this.#change('planner.pin-add', { place }).then((isDone) => {
      if (!isDone) return;
      this.field.set('');
      const { pins } = this.#board;
      announce(pinWords(pins.at(-1)));
      if (!contains(this.#view.map.box, pins.at(-1).place.coordinate)) this.#fit();
    });
  }

  #refuse(problem) {
    if (this.field.text && problem.code) sayRefused(this.field, problem);
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
    announce(plural(this.#board.pins.length, '{n} pin set', '{n} pins set'));
    this.#fit();
  }

  #fill(board) {
    this.#board = board;
    note('pins', { pins: board.pins.map(({ place }) => point(place.coordinate)).join(';') });
    show(this.content, this.#list(board), this.#totals(board), this.#better(board),
      this.#directions(board));
    this.fences.showWatch(board);
    this.#draw(board);
  }

  #list({ pins, legs }) {
    if (pins.length === 0) return nothing(t('No pins yet.'));
    return h('ol', { class: 'cards', 'aria-label': t('Pins') }, pins.map(({ label, place }) => {
      const leg = legs.find((each) => each.to === label);
      return h('li', { class: 'card pin-row' },
        h('span', { class: 'letter', 'aria-hidden': 'true' }, label),
        h('span', { class: 'title' },
          h('span', { class: 'visually-hidden' }, t('Pin {label}', { label })),
          ' ', place.label,
          leg && h('small', {}, t('{time}, {distance} from {pin}', {
            time: exactDuration(leg.drive.durationSeconds),
            distance: distance(leg.drive.distanceMeters), pin: leg.from }))),
        h('button', { class: 'tool', 'aria-label': t('Remove pin {label}', { label }),
          onclick: () => this.#change('planner.pin-remove', { label }) }, icon('trash')));
    }));
  }

  #totals({ pins, durationSeconds, distanceMeters }) {
    if (pins.length === 0) return undefined;
    return h('div', { class: 'totals' }, h('p', {}, pins.length > 1
      ? rich('{time} in all, {distance}', { time: h('b', {}, exactDuration(durationSeconds)),
        distance: distance(distanceMeters) }) : t('Add another pin for the way there.')),
    h('button', { class: 'quiet', onclick: async () => {
      if (await this.#change('planner.pin-reset', {})) this.#view.map.home();
    } }, t('Reset')));
  }

  #better({ betterOrders }) {
    const best = betterOrders?.[0];
    if (!best) return undefined;
    return h('div', { class: 'card hint' },
      h('p', {}, t('{order} saves {time}.', { order: best.order.join(' → '),
        time: exactDuration(best.savedSeconds) })),
      h('button', { onclick: () => this.#set(best.order.map((label) =>
        this.#board.pins.find((pin) => pin.label === label).place.coordinate)) },
      t('Use this order')));
  }

  #directions({ pins, legs }) {
    if (legs.length === 0) return undefined;
    const parts = legs.map(({ from, to, drive }) => h('div', {},
      h('h4', {}, drive.name ? t('{from} to {to}, via {road}', { from, to, road: drive.name })
        : t('{from} to {to}', { from, to })),
      h('p', {}, t('Estimated time: {time}, {distance}', {
        time: daysHoursMinutes(drive.durationSeconds), distance: distance(drive.distanceMeters) })),
      stepList([{ steps: drive.steps?.map(arriving) }], t('Steps'))));
    return [h('div', { class: 'directions' }, section(t('Directions'), parts)),
      handover({
        title: t('Pins {labels}', { labels: pins.map(({ label }) => label).join(', ') }),
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
      label: pinWords({ label, place }),
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
