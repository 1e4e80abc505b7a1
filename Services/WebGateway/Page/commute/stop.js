// A stop in the form of a trip: a kind of shop, or a certain place; and for how long.
import { choice, h, icon } from '../core/dom.js';
import { categoryWord } from '../core/format.js';
import { categorySelect } from '../venues/filters.js';
import { categories } from '../venues/find.js';
import { minutesInput, take, takeCategory } from './fields.js';
import { PlaceField } from './place-field.js';
import { t } from '../core/words.js';

/** The choice that is no category. */
const placeChoice = 'place';
/** In minutes. */
const maximumStay = 240;

export class Stop {
  #spec;

  /**
   * `names` are those of its kind, its stay and, where it may be a certain place, of that in a deep
   * link; `usual` has a kind and minutes for what the link does not say. One of several has a
   * `number`, and a button that removes it; a single one has `beside` in its row.
   */
  constructor(view, spec, { beside = [], onRemove = undefined } = {}) {
    this.#spec = spec;
    const { names: [what, stay, via], labels, usual, number } = spec;
    this.what = categorySelect({
      id: what, value: usual[0], onChange: () => this.#chosen(),
      after: via ? [[placeChoice, t('a certain place …')]] : [],
    });
    this.stay = minutesInput(stay, maximumStay, usual[1]);
    this.place = via && new PlaceField(view, { name: via, label: t('Where'),
      placeholder: t('address or place') });
    this.remove = onRemove && h('button', {
      class: 'tool', title: t('Remove'),
      'aria-label': t('Remove errand {number}', { number }), onclick: onRemove,
    }, icon('close'));
    const row = { class: `row ${number ? 'errand-row' : beside.length > 0 ? 'three' : ''}` };
    this.element = h('fieldset', { class: 'errand' },
      h('legend', {}, number ? t('Errand {number}', { number }) : t('Stop')),
      h('div', row, choice(labels[0], this.what), choice(labels[1], this.stay, t('min')), beside,
        this.remove),
      this.place?.element);
    this.#follow();
  }

  get isPlace() { return this.what.value === placeChoice; }

  #follow() { if (this.place) this.place.element.hidden = !this.isPlace; }

  /** A kind that is chosen brings its usual stay. */
  async #chosen() {
    this.#follow();
    const kind = (await categories()).find(({ category }) => category === this.what.value);
    if (kind?.usualStaySeconds) this.stay.value = Math.round(kind.usualStaySeconds / 60);
  }

  /** Whether a deep link says what it is. */
  isGiven(parameters) {
    const { names: [what, , via] } = this.#spec;
    return Boolean(parameters[what] || parameters[via]);
  }

  async fill(parameters) {
    const { names: [what, stay, via], usual } = this.#spec;
    const place = parameters[via];
    if (place) this.place.take(place, parameters[`${via}At`]);
    take(this.stay, parameters[stay], usual[1]);
    await takeCategory(this.what, place ? placeChoice : parameters[what] || usual[0]);
    if (parameters[what] && !parameters[stay]) await this.#chosen();
    else this.#follow();
  }

  get parameters() {
    const { names: [what, stay] } = this.#spec;
    return { ...this.isPlace ? this.place.parameters : { [what]: this.what.value },
      [stay]: this.stay.value };
  }

  /** "ice cream": what it is for, as people write it. */
  get word() { return categoryWord(this.what.value); }

  get seconds() { return Math.round(Number(this.stay.value) * 60); }

  get request() {
    return { dwellSeconds: this.seconds, ...this.isPlace ? { place: this.place.reference }
      : { categories: [this.what.value] } };
  }

  check() { return !this.isPlace || this.place.check(t('Which place?')); }
}
