// The door Commute: one stop on the way, a few errands, or where two people meet. What a trip of
// every kind does: a form that folds away, an answer in words, choices as cards and on the map.
import { ask, call } from '../core/api.js';
import { announce, h, icon, notice, show, soft } from '../core/dom.js';
import { listen } from '../core/events.js';
import { clock, exactDuration, joined, nameOf } from '../core/format.js';
import { address, note, parse } from '../core/navigation.js';
import { anyOf } from '../core/signals.js';
import { clockLine, failure, loading } from '../core/state-lines.js';
import { keepUsual, usual } from '../core/usual.js';
import { errands } from './errands.js';
import { meeting } from './meeting.js';
import { oneStop } from './one-stop.js';
import { arrowKeys, choiceCard, twinsRow } from './option-cards.js';
import { shareButton } from './handover.js';
import { sayRefused } from './trip-ends.js';
import { TripForm } from './trip-form.js';
import { linesOf, showTrip } from './trip-map.js';
import { takenList } from './verdict.js';
import { plural, t } from '../core/words.js';

const limit = 35_000;
/** How long an answer takes that needs no word. */
const patienceMilliseconds = 1000;

/** What Commute is asked for, each by its own deep link. */
const kinds = [['', t('One stop')], ['errands', t('Errands')], ['meet', t('Meet on the way')]];

/** The kind that the parameters of a deep link name; '' for one stop. */
export const kindOf = ({ trip }) => (kinds.some(([kind]) => kind === trip) ? trip : '');

/** Links to the three; `ends` gives what is filled in already, so that it is not typed again. */
function kindBar(current, ends) {
  const link = ([kind, text]) => {
    const fill = ({ currentTarget }) => currentTarget.setAttribute('href',
      address('commute', { ...ends(), trip: kind }));
    return h('a', { href: address('commute', { trip: kind }), onclick: fill,
      'aria-current': kind === current ? 'page' : undefined }, text);
  };
  return h('nav', { class: 'kinds', 'aria-label': t('What to plan') }, kinds.map(link));
}

const stages = {
  located: () => t('Found both places…'), direct: () => t('Found the direct way…'),
  candidates: ({ considered: n }) => plural(n, 'Comparing {n} place…', 'Comparing {n} places…'),
  detours: ({ considered: n }) => plural(n, 'Know the detour of {n} place…',
    'Know the detours of {n} places…'),
};

/**
 * A kind of trip has the `kind` of its deep link, the `title`, and what `TripForm` needs;
 * `operation` is asked with `request(form)`; `answer(reply, form, info)` is what to show:
 * `{ verdict, lines, wayOut, taken, cards, closing, picture }`, each card with what `choiceCard`
 * needs, its `key` in the address, `isGood`, `details()` and `picture(choose)` for `showTrip`.
 */
export class Trip {
  #view;
  #kind;
  #running;
  #answer;
  /** The parameters of the address, without the option. */
  #trip;
  /** The index of the shown card, and of the one that is shown first. */
  #chosen = 0;
  #first = 0;

  constructor(view, kind) {
    [this.#view, this.#kind] = [view, kind];
    const form = this.form = new TripForm(view, kind);
    form.element.addEventListener('submit', () => {
      if (form.check() && form.element.reportValidity()) this.#submit();
    });
    this.summary = h('button', { class: 'summary', hidden: true, onclick: () => this.#unfold() });
    this.result = h('div', { class: 'result', 'aria-live': 'off' });
    this.usual = h('p', {});
    this.notice = notice();
    this.page = h('div', {}, kindBar(kind.kind, () => form.ends.parameters), this.notice,
      h('h2', { class: 'ask', tabindex: '-1' }, kind.title), this.summary, form.element,
        this.usual, this.result);
    window.addEventListener('usual', () => this.#offer(), { signal: view.signal });
    view.panel.replaceChildren(this.page);
  }

  /**
   * Plans at once if the deep link has all that is needed; or shows the plan, or the option, that
   * it names.
   */
  async show({ option, ...parameters }) {
    if (this.#answer && JSON.stringify(parameters) === JSON.stringify(this.#trip))
      return this.#open(option);
    this.#running?.abort();
    this.#answer = undefined;
    this.result.replaceChildren();
    this.#draw();
    const { trip } = parameters;
    this.notice.textContent = !trip || trip === this.#kind.kind ? ''
      : t('“{value}” is not possible: {possible}.',
        { value: trip, possible: kinds.map(([, text]) => text).join(', ') });
    const { form } = this;
    const isComplete = form.isComplete(parameters);
    // Folded from the start where an answer will come, so that nothing moves then.
    if (isComplete || parameters.plan) this.#fold();
    else this.#unfold();
    if (parameters.plan) return this.#reopen(parameters, option);
    const filled = form.fill(parameters);
    if (isComplete) this.#fold();
    await filled;
    if (isComplete && form.check() && form.element.checkValidity()) {
      this.#note({ replace: true, option });
      return this.plan(option);
    }
    this.#unfold();
    if (isComplete) form.check();
    if (form.element.querySelector('.flaw')) form.element.reportValidity();
  }

  /** Shows a plan that the planner has kept: as it was made, for whoever has its link. */
  async #reopen(parameters, option) {
    this.#trip = parameters;
    show(this.result, loading(t('Opening the plan…')));
    try {
      const { value } = await ask('planner.plan-show',
        { id: parameters.plan, secret: parameters.secret },
        { signal: this.#view.signal, limit: 8000 });
      await this.form.fillFrom(value);
      this.#show(value.plan, option);
    } catch (problem) {
      if (this.#view.signal.aborted) return;
      this.#refuse(problem.code === 'notFound'
        ? { ...problem, message: t('This plan is not kept any more. Plans are kept for a week.') }
          : problem);
    }
  }

  /** Writes the trip of the form into the address, and the option that is open. */
  #note({ replace, option = undefined }) {
    note('commute', { ...this.form.parameters, trip: this.#kind.kind, option },
      { replace });
    this.#trip = parse(new URL(location.href)).parameters;
    delete this.#trip.option;
  }

  #submit() {
    this.#note({ replace: false });
    this.plan();
  }

  #unfold() {
    this.summary.hidden = true;
    this.form.element.hidden = this.usual.hidden = false;
    this.#offer();
    this.page.classList.remove('has-answer');
  }

  #offer() {
    const { parameters, words } = usual().trip ?? {};
    show(this.usual, parameters && h('a', { href: address('commute', parameters) },
      t('Your usual trip: {trip}', { trip: words })));
  }

  #fold() {
    this.summary.replaceChildren(icon('commute'), h('span', {}, this.form.summary),
      h('small', {}, t('change')));
    this.summary.hidden = false;
    this.form.element.hidden = this.usual.hidden = true;
    this.page.classList.add('has-answer');
  }

  /** Asks, and shows what is known while the answer is computed; `option` is the one to open. */
  async plan(option) {
    const { form } = this;
    this.#running?.abort();
    const running = this.#running = new AbortController();
    const signal = anyOf(running.signal, this.#view.signal);
    for (const field of form.fields) field.say('');
    const hadFocus = form.element.contains(document.activeElement);
    this.#fold();
    this.#answer = undefined;
    this.#draw();
    const progress = h('p', { class: 'state loading', role: 'status', tabindex: '-1' },
      t('Comparing places…'));
    const cancel = h('button', { onclick: () => this.#cancel() }, t('Cancel'));
    const slow = h('p', { class: 'slow', hidden: true }, t('This takes longer than a second.'),
      cancel);
    const cards = h('ol', { class: 'cards', 'aria-label': t('Options so far') });
    this.result.replaceChildren(progress, slow, cards);
    this.#view.panel.scrollTop = 0;
    if (hadFocus) progress.focus();
    const timer = setTimeout(() => { slow.hidden = false; }, patienceMilliseconds);
    try {
      const request = this.#kind.request(form);
      if (request.id) await this.#follow(request.id, running,
        (event) => this.#progress(event, progress, cards));
      const reply = await call(this.#kind.operation, request, { signal, limit });
      if (!signal.aborted) this.#show(reply, option);
    } catch (problem) {
      if (!signal.aborted) this.#refuse(problem);
    } finally {
      clearTimeout(timer);
      running.abort();
    }
  }

  #cancel() {
    this.#running.abort();
    this.result.replaceChildren();
    this.#unfold();
    this.form.button.focus();
  }

  /** Listens to the progress of a plan until it is there, or nobody waits for it. */
  #follow(id, { signal }, body) {
    return listen('plan.progress', { filter: { plan: id }, matches: ({ planID }) => planID === id,
      signal: anyOf(signal, this.#view.signal) }, body);
  }

  #progress(event, line, cards) {
    const { stage, direct, option } = event;
    if (direct) this.#draw({ lines: linesOf({ legs: [direct] }, 'direct') });
    if (stages[stage]) line.textContent = stages[stage](event);
    if (option)
      cards.append(h('li', { class: 'card early' }, h('b', {}, nameOf(option.venue)),
        ' ', t('leave by {time}, detour {detour}', { time: clock(option.leaveBy),
          detour: exactDuration(option.detourSeconds) })));
  }

  #refuse(problem) {
    this.#unfold();
    const field = this.form.fieldOf(problem.detail ?? problem.message);
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

  #show(reply, option) {
    const { form } = this;
    const answer = this.#answer = this.#kind.answer(reply, form, this.#view.info);
    const { verdict, lines, wayOut, taken, cards, closing } = answer;
    this.#fold();
    const list = h('ol', { class: 'cards', 'aria-label': t('Options') },
      cards.map((card, index) => [choiceCard(index, card, () => this.#click(index)),
        twinsRow(card)]));
    list.addEventListener('keydown', (event) => arrowKeys(event, list));
    this.share = shareButton(() => this.#secret());
    show(this.result, h('section', { class: `verdict ${verdict.kind}`, 'aria-label': t('Answer') },
      h('h2', { tabindex: '-1', id: 'verdict' }, verdict.text), wayOut && this.#wayOut(wayOut),
      lines.filter(Boolean).map((text) => h('p', {}, text)), clockLine(this.#view.info)),
    takenList(taken), list,
    closing.map((each) => (each?.nodeType ? each : each && soft(each))), this.#foot());
    this.#view.sheet.raise();
    // The form that was used is folded away; who is elsewhere on the page is not called from there.
    if (form.element.contains(document.activeElement) || document.activeElement === document.body)
      this.result.querySelector('#verdict').focus({ preventScroll: true });
    else announce(verdict.text);
    this.#first = Math.max(0, cards.findIndex(({ isGood }) => isGood));
    this.#link();
    this.#view.panel.scrollTop = 0;
    if (cards.length === 0) return this.#draw(answer.picture);
    this.#choose(this.#first);
    return option && this.#open(option);
  }

  /**
   * What lets somebody else see the plan, if that is kept; nothing for a trip that its address
   * says.
   */
  async #secret() {
    const { plan } = this.#answer;
    return plan && (this.#trip.secret ?? (await call('planner.plan-show', { id: plan })).secret);
  }

  #wayOut({ text, setTimes }) {
    return h('p', {}, h('button', { class: 'go', onclick: () => {
      setTimes();
      this.#submit();
    } }, text));
  }

  /** To share the trip, or to keep it as the usual one: without its day. */
  #foot() {
    const { form } = this;
    const { kind } = this.#kind;
    const keep = (event) => {
      const parameters = Object.fromEntries(Object.entries({ ...form.parameters, trip: kind })
        .filter(([, value]) => value)
        .map(([name, value]) => [name,
          /(depart|arrive)$/i.test(name) ? value.slice(-5) : String(value)]));
      keepUsual({ trip: { parameters, words: joined([form.summary,
        parameters.arrive && t('by {time}', { time: parameters.arrive })], ' ') } });
      event.currentTarget.replaceWith(h('span', { role: 'status' },
        t('Saved: an empty form offers it.')));
    };
    return h('p', { class: 'buttons' }, this.share,
      h('button', { onclick: keep }, t('Keep as my usual trip')));
  }

  /** Has the link that is shared lead to the answer, with an option opened. */
  #link(option) {
    const { plan } = this.#answer;
    this.share.setAttribute('href', address('commute',
      { ...(plan ? { plan } : this.#trip), option }));
  }

  /** Opens the option of the address; without one shows the results as they were. */
  #open(key) {
    this.#fold();
    const index = this.#answer.cards.findIndex((card) => card.key === key);
    this.#choose(index >= 0 ? index : this.#first, { isOpen: index >= 0 });
    if (index >= 0) this.#reveal();
  }

  /** A second click on a card folds its details away. */
  #click(index, isOpen = this.#chosen !== index
    || this.result.querySelector('.chosen .more').hidden) {
    const had = parse(new URL(location.href)).parameters.option;
    const option = isOpen ? this.#answer.cards[index].key : undefined;
    note('commute', { ...this.#trip, option }, { replace: Boolean(had) });
    this.#choose(index, { isOpen });
  }

  #reveal() { this.result.querySelector('.chosen').scrollIntoView({ block: 'nearest' }); }

  /** Shows an option on the map, and its details beneath its card. */
  #choose(index, { isOpen = false } = {}) {
    const card = this.#answer.cards[index];
    this.#chosen = index;
    for (const element of this.result.querySelectorAll('.option')) {
      const isChosen = element.dataset.index === String(index);
      const more = element.querySelector('.more');
      element.classList.toggle('chosen', isChosen);
      element.querySelector('.choose').setAttribute('aria-expanded', String(isChosen && isOpen));
      more.hidden = !(isChosen && isOpen);
      if (isChosen) element.hidden = false;
      if (!more.hidden && !more.hasChildNodes()) show(more, card.details());
    }
    this.#link(isOpen ? card.key : undefined);
    const pick = (other) => {
      this.#click(other, true);
      this.#reveal();
    };
    this.#draw(card.picture(pick));
  }

  #draw(picture) { showTrip(this.#view.map, picture); }
}

const offered = { '': oneStop, errands, meet: meeting };

export async function open(view) {
  let shown;
  async function update(parameters) {
    const kind = kindOf(parameters);
    if (shown?.kind !== kind) {
      shown?.leaving.abort();
      const leaving = new AbortController();
      const signal = anyOf(leaving.signal, view.signal);
      view.map.clear();
      shown = { kind, leaving, trip: new Trip({ ...view, signal }, offered[kind]) };
    }
    await shown.trip.show(parameters);
  }
  await update(view.parameters);
  return { update };
}
