// What a trip may and may not: where the car is left, which roads are avoided, which stops are
// wanted.
import { choice, options } from '../core/controls.js';
import { h } from '../core/dom.js';
import { parkInput, sayFlaw, take } from './fields.js';

const avoidable = [['tolls', 'tolls'], ['ferries', 'ferries'], ['motorways', 'motorways'],
  ['unpaved', 'unpaved roads'],
  ['tunnels', 'tunnels']];
const orders = [['', 'soonest there'], ['detour', 'shortest detour'],
  ['leave-by', 'latest to leave'], ['rating', 'best rated']];
const detours = [['', 'any'], ['2', 'up to 2 min'], ['5', 'up to 5 min'], ['10', 'up to 10 min'],
  ['20', 'up to 20 min']];

const select = (id, pairs) => h('select', { id }, options(pairs));
const tick = (name, text) => {
  const box = h('input', { type: 'checkbox', name });
  return { box, element: h('label', { class: 'tick' }, box, text) };
};

/**
 * The folded part of the form of a trip. `profiles` are the fields for the means of travel of those
 * who travel; `hasOrder` says whether there is a choice of the order and the detour of stops.
 */
export class TripChoices {
  constructor(profiles, { hasOrder = true } = {}) {
    this.profiles = profiles;
    this.order = select('order', orders);
    this.detour = select('detour', detours);
    this.parking = select('park', [['', 'street'], ['lot', 'car park']]);
    this.certain = tick('certain', 'only with known opening hours');
    this.avoid = avoidable.map(([kind, text]) => ({ kind, ...tick(kind, text) }));
    this.parkTime = parkInput('parkTime');
    this.parkingRows = [choice('Leave the car', this.parking),
      choice('Time to park', this.parkTime, 'min')];
    this.element = h('details', { class: 'choices' }, h('summary', {}, 'More choices'),
      h('div', { class: 'row three' }, hasOrder && [choice('Best first', this.order),
        choice('Detour', this.detour)],
        this.parkingRows),
      h('fieldset', { class: 'ticks' }, h('legend', {}, 'Avoid'),
        this.avoid.map(({ element }) => element)),
      h('div', { class: 'ticks' }, this.certain.element));
    for (const profile of profiles) profile.addEventListener('change', () => this.#follow());
  }

  get #hasCar() { return this.profiles.some(({ value }) => value === 'car'); }

  /** Only a car is parked. */
  #follow() { for (const row of this.parkingRows) row.hidden = !this.#hasCar; }

  get #avoided() { return this.avoid.filter(({ box }) => box.checked).map(({ kind }) => kind); }

  /** Sets what a deep link says; the rest is as usual. */
  fill({ sort = '', maxDetour = '', park = '', parkTime = '', avoid = '', certain = '' }) {
    for (const [field, value] of [
      [this.order, sort], [this.detour, maxDetour], [this.parking, park],
        [this.parkTime, parkTime]]) take(field, value, '');
    const kinds = avoid.split(',').filter(Boolean);
    for (const { kind, box } of this.avoid) box.checked = kinds.includes(kind);
    const strange = kinds.find((kind) => !avoidable.some(([each]) => each === kind));
    const known = avoidable.map(([kind]) => kind).join(', ');
    sayFlaw(this.avoid[0].box, strange ? `“${strange}” cannot be avoided: only ${known}.` : '');
    this.certain.box.checked = certain === 'yes';
    sayFlaw(this.certain.box, ['', 'yes'].includes(certain) ? '' : `“${certain}” is not yes.`);
    this.#follow();
    this.element.open ||= Object.values(this.parameters).some(Boolean)
      || Boolean(this.element.querySelector('.flaw'));
  }

  /** For a deep link; empty for what is as usual. */
  get parameters() {
    return {
      sort: this.order.value, maxDetour: this.detour.value,
      park: this.#hasCar ? this.parking.value : '', parkTime: this.#hasCar ? this.parkTime.value
        : '', avoid: this.#avoided.join(','),
      certain: this.certain.box.checked ? 'yes' : '',
    };
  }

  /** What holds for trips of every kind: `{ parking, parkSeconds, roads, openOnly }`. */
  get conditions() {
    const { park, parkTime, certain } = this.parameters;
    const avoid = this.#avoided;
    return {
      parking: park || undefined, parkSeconds: parkTime ? Number(parkTime) * 60 : undefined,
      roads: avoid.length > 0 ? { avoid } : undefined, openOnly: certain ? true : undefined,
    };
  }

  /** The parts of a plan request. */
  get request() {
    const { sort, maxDetour } = this.parameters;
    const { parking, parkSeconds, roads, openOnly } = this.conditions;
    return {
      choice: {
        order: sort || undefined, parking, parkSeconds, maximumDetourSeconds: maxDetour
          ? Number(maxDetour) * 60 : undefined,
      },
      roads, openOnly,
    };
  }

  /** From the request of a plan that was kept. */
  fillFrom({ choice: chosen, roads, openOnly }) {
    const { order, maximumDetourSeconds: detour, parking, parkSeconds } = chosen
      ?? /** @type {any} */ ({});
    this.fill({
      sort: order, maxDetour: detour ? String(detour / 60) : '',
      park: parking, parkTime: parkSeconds ? String(parkSeconds / 60) : '',
      avoid: roads?.avoid?.join(','), certain: openOnly ? 'yes' : '',
    });
  }
}
