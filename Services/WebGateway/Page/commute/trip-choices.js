// What a trip may and may not: where the car is left, which roads are avoided, which stops are
// wanted.
import { choice, h, select } from '../core/dom.js';
import { minutesInput, sayFlaw, take } from './fields.js';
import { t } from '../core/words.js';

const avoidable = [['tolls', t('tolls')], ['ferries', t('ferries')], ['motorways', t('motorways')],
  ['unpaved', t('unpaved roads')], ['tunnels', t('tunnels')]];
const orders = [['', t('soonest there')], ['detour', t('shortest detour')],
  ['leave-by', t('latest to leave')], ['rating', t('best rated')]];
const detours = [['', t('any')], ...['2', '5', '10', '20'].map((n) =>
  [n, t('up to {n} min', { n })])];

/**
 * The fields: `name` in a deep link, `wish` in a request, there in seconds where `unit` counts
 * them; `of` says who has it: a `car`, or a plan with an `order` of its stops.
 */
const rows = [
  { name: 'sort', wish: 'order', of: 'order', label: t('Best first'), make: () => select('order',
    orders) },
  { name: 'maxDetour', wish: 'maximumDetourSeconds', of: 'order', label: t('Detour'), seconds: 60,
    make: () => select('detour', detours) },
  { name: 'park', wish: 'parking', of: 'car', label: t('Leave the car'),
    make: () => select('park', [['', t('street')], ['lot', t('car park')]]) },
  { name: 'parkTime', wish: 'parkSeconds', of: 'car', label: t('Time to park'), seconds: 60,
    unit: t('min'), make: () => minutesInput('parkTime', 60, '') },
];

const tick = (name, text) => {
  const box = h('input', { type: 'checkbox', name });
  return { name, box, element: h('label', { class: 'tick' }, box, text) };
};

/** The folded part of the form of a trip; `profiles` are how those travel who do. */
export class TripChoices {
  #profiles;

  constructor(profiles, { hasOrder = false } = {}) {
    this.#profiles = profiles;
    this.rows = rows.filter(({ of }) => hasOrder || of !== 'order').map((row) => {
      const field = row.make();
      return { ...row, field, element: choice(row.label, field, row.unit) };
    });
    this.avoid = avoidable.map(([name, text]) => tick(name, text));
    this.certain = tick('certain', t('only with known opening hours'));
    this.element = h('details', { class: 'choices' }, h('summary', {}, t('More choices')),
      h('div', { class: 'row three' }, this.rows.map(({ element }) => element)),
      h('fieldset', { class: 'ticks' }, h('legend', {}, t('Avoid')),
        this.avoid.map(({ element }) => element)),
      h('div', { class: 'ticks' }, this.certain.element));
    for (const profile of profiles) profile.addEventListener('change', () => this.#follow());
  }

  /** Only a car is parked. */
  get #used() {
    const hasCar = this.#profiles.some(({ value }) => value === 'car');
    return this.rows.filter(({ of }) => hasCar || of !== 'car');
  }

  #follow() { for (const row of this.rows) row.element.hidden = !this.#used.includes(row); }

  get #avoided() { return this.avoid.filter(({ box }) => box.checked).map(({ name }) => name); }

  /** Sets what a deep link says; the rest is as usual. */
  fill({ avoid = '', certain = '', ...parameters }) {
    for (const { name, field } of this.rows) take(field, parameters[name], '');
    const kinds = avoid.split(',').filter(Boolean);
    for (const { name, box } of this.avoid) box.checked = kinds.includes(name);
    const known = avoidable.map(([kind]) => kind);
    const strange = kinds.find((kind) => !known.includes(kind));
    sayFlaw(this.avoid[0].box, strange
      ? t('“{strange}” cannot be avoided: only {known}.', { strange, known: known.join(', ') })
      : '');
    this.certain.box.checked = certain === 'yes';
    sayFlaw(this.certain.box, ['', 'yes'].includes(certain) ? ''
      : t('“{certain}” is not yes.', { certain }));
    this.#follow();
    this.element.open ||= Object.values(this.parameters).some(Boolean)
      || Boolean(this.element.querySelector('.flaw'));
  }

  /** For a deep link; empty for what is as usual. */
  get parameters() {
    return {
      ...Object.fromEntries(this.#used.map(({ name, field }) => [name, field.value])),
      avoid: this.#avoided.join(','), certain: this.certain.box.checked ? 'yes' : '',
    };
  }

  /** The parameters that mean what the request of a kept plan has. */
  parametersOf({ choice: wishes = /** @type {any} */ ({}), roads, openOnly }) {
    const given = rows.filter(({ wish }) => wishes[wish] !== undefined);
    return {
      ...Object.fromEntries(given.map(({ name, wish, seconds }) =>
        [name, String(seconds ? wishes[wish] / seconds : wishes[wish])])),
      avoid: roads?.avoid?.join(','), certain: openOnly ? 'yes' : '',
    };
  }

  /** What is wished for stops and the car, as a request has it; what is as usual is not there. */
  get wishes() {
    return Object.fromEntries(this.#used.filter(({ field }) => field.value)
      .map(({ wish, field, seconds }) =>
        [wish, seconds ? Number(field.value) * seconds : field.value]));
  }

  get roads() { return this.#avoided.length > 0 ? { avoid: this.#avoided } : undefined; }

  get openOnly() { return this.certain.box.checked || undefined; }
}
