// What errands and meetings share: a form that folds away, an answer in words, trips as cards.
import { call } from '../core/api.js';
import { announce, h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { note } from '../core/navigation.js';
import { clockLine, failure } from '../core/state-lines.js';
import { arrowKeys, choiceCard } from './option-cards.js';
import { kindBar } from './trip-kinds.js';
import { nameEnds, sayRefused } from './trip-ends.js';
import { TripMap } from './trip-map.js';
import { takenList } from './verdict.js';

const limit = 35_000;

/**
 * `kind` is the deep link's; `operation` is asked with `form.request`; `answer(reply)` is what to
 * show: `{ kind, headline, lines, taken, cards, closing }`, each card with what `choiceCard` needs,
 * `isGood`, `details()` and `parts()` for `TripMap.showParts`.
 */
export class SeveralTrips {
  #view;
  #options;
  #running;
  #cards = [];

  constructor(view, options) {
    this.#view = view;
    this.#options = options;
    this.map = new TripMap(view.map);
    const { form } = options;
    form.element.addEventListener('submit', (event) => {
      event.preventDefault();
      if (form.check()) this.#submit();
    });
    this.summary = h('button', { type: 'button', class: 'summary', hidden: true, onclick: () => this.#unfold() });
    this.result = h('div', { class: 'result', 'aria-live': 'off' });
    this.page = h('div', {}, kindBar(options.kind, () => form.ends.parameters),
      h('h2', { class: 'ask', tabindex: '-1' }, options.title), this.summary, form.element, this.result);
    view.panel.replaceChildren(this.page);
  }

  /** Plans at once if the deep link has all that is needed. */
  async show(parameters) {
    this.result.replaceChildren();
    this.map.clear();
    this.#unfold();
    this.#options.form.fill(parameters);
    if (this.#options.form.isComplete(parameters)) await this.plan();
  }

  #submit() {
    note('commute', { ...this.#options.form.parameters, trip: this.#options.kind }, { replace: false });
    this.plan();
  }

  #unfold() {
    this.summary.hidden = true;
    this.#options.form.element.hidden = false;
    this.page.classList.remove('has-answer');
  }

  #fold() {
    const { form, kind } = this.#options;
    this.summary.replaceChildren(icon('commute'), h('span', {}, form.summary), h('small', {}, 'change'));
    this.summary.hidden = false;
    form.element.hidden = true;
    this.page.classList.add('has-answer');
    this.page.dataset.kind = kind;
  }

  async plan() {
    const { form, operation } = this.#options;
    this.#running?.abort();
    const running = this.#running = new AbortController();
    const signal = AbortSignal.any([running.signal, this.#view.signal]);
    for (const field of form.fields) field.say('');
    form.button.disabled = true;
    this.map.clear();
    this.result.replaceChildren(h('p', { class: 'state loading', role: 'status' }, 'Comparing places…'));
    try {
      this.#show(await call(operation, form.request, { signal, limit }));
    } catch (problem) {
      if (!signal.aborted) this.#refuse(problem);
    } finally {
      if (this.#running === running) form.button.disabled = false;
    }
  }

  #refuse(problem) {
    this.#unfold();
    const field = this.#options.form.fieldOf(problem.message);
    if (field) sayRefused(field, problem);
    this.result.replaceChildren(failure(problem, {
      retry: problem.isOutage ? () => this.plan() : undefined,
      suggest: field && ((text) => {
        field.set(text);
        this.#submit();
      }),
    }));
    // What may be meant instead stands below the form, on a phone out of sight.
    this.result.scrollIntoView({ block: 'nearest' });
  }

  #show(reply) {
    nameEnds(this.#options.form.taken(reply));
    const { kind, headline, lines, taken, cards, closing } = this.#options.answer(reply);
    this.#cards = cards;
    this.#fold();
    const list = h('ol', { class: 'cards', 'aria-label': 'Trips' },
      cards.map((card, index) => choiceCard(index, card, () => this.#choose(index))));
    list.addEventListener('keydown', (event) => arrowKeys(event, list));
    this.result.replaceChildren(...[h('section', { class: `verdict ${kind}`, 'aria-label': 'Answer' },
      h('h2', { tabindex: '-1', id: 'verdict' }, headline), lines.filter(Boolean).map((text) => h('p', {}, text)),
      clockLine(this.#view.info)), takenList(taken), list, h('p', { class: 'soft' }, closing)].filter(Boolean));
    this.#view.raiseSheet();
    announce(headline);
    if (cards.length > 0) this.#choose(Math.max(0, cards.findIndex(({ isGood }) => isGood)), { isFirst: true });
    this.#view.panel.scrollTop = 0;
  }

  /** Shows a trip on the map, and its details beneath its card; a second click folds them away. */
  #choose(index, { isFirst = false } = {}) {
    for (const element of this.result.querySelectorAll('.option')) {
      const isChosen = element.dataset.index === String(index);
      const more = element.querySelector('.more');
      const isOpen = isChosen && !isFirst && (more.hidden || !element.classList.contains('chosen'));
      element.classList.toggle('chosen', isChosen);
      element.querySelector('.choose').setAttribute('aria-expanded', String(isOpen));
      more.hidden = !isOpen;
      if (isOpen && !more.hasChildNodes()) more.append(...this.#cards[index].details().filter(Boolean));
    }
    this.map.showParts(this.#cards[index].parts((other) => {
      this.#choose(other);
      this.result.querySelector(`[data-index="${other}"]`)?.scrollIntoView({ block: 'nearest' });
    }), { isFirst });
  }
}
