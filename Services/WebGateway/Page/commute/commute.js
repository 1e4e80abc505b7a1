// One stop on the way: is there time to stop on the way, and where?
import { call, freshID } from '../core/api.js';
import { announce, h } from '../core/dom.js';
import { listen } from '../core/events.js';
import { shortName } from '../core/format.js';
import { decode } from '../core/geometry.js';
import { icon } from '../core/icons.js';
import { address, note } from '../core/navigation.js';
import { ask } from '../core/remember.js';
import { failure } from '../core/state-lines.js';
import { noteTimings } from '../system/timeline.js';
import { departureChart } from './departure-chart.js';
import { handover } from './handover.js';
import { ledger } from './ledger.js';
import { arrowKeys, directCard, optionCard } from './option-cards.js';
import { stepList } from './steps.js';
import { nameEnds, sayRefused } from './trip-ends.js';
import { TripForm } from './trip-form.js';
import { kindBar } from './trip-kinds.js';
import { TripMap } from './trip-map.js';
import { takenList, verdictCard } from './verdict.js';
import { whyNot } from './why-not.js';

const limit = 35_000;

/** A link to the plan as it is, to be shared: by the device's own dialog, or copied. */
function planLink({ id }) {
  const href = address('commute', { plan: id });
  const share = async (event) => {
    const url = location.origin + href;
    if (!navigator.share && !navigator.clipboard) return;
    event.preventDefault();
    event.stopPropagation();
    try {
      if (navigator.share) await navigator.share({ title: 'QuickBrew', url });
      else {
        await navigator.clipboard.writeText(url);
        event.target.textContent = 'Link copied';
        announce('Link copied');
      }
    } catch {
      // The dialog was closed, or copying is not allowed; the link can still be copied by hand.
    }
  };
  return h('p', {}, h('a', { class: 'button', href, onclick: share }, 'Share this plan'));
}

export class Commute {
  #view;
  #plan;
  #running;
  #early = [];

  constructor(view) {
    this.#view = view;
    this.map = new TripMap(view.map);
    this.form = new TripForm(view, { parameters: view.parameters, onSubmit: () => this.#submit() });
    this.summary = h('button', { type: 'button', class: 'summary', hidden: true, onclick: () => this.#unfold() });
    this.result = h('div', { class: 'result', 'aria-live': 'off' });
    this.page = h('div', {}, kindBar('', () => this.form.ends.parameters), h('h2', { class: 'ask', tabindex: '-1' }, 'Is there time to stop on the way?'),
      this.summary, this.form.element, this.result);
    view.panel.replaceChildren(this.page);
  }

  /** Plans at once if the deep link has all that is needed; or shows the plan that it names. */
  async show(parameters) {
    this.result.replaceChildren();
    this.map.clear();
    this.#unfold();
    if (parameters.plan) return this.#reopen(parameters.plan);
    this.form.fill(parameters);
    if (parameters.from && parameters.to && parameters.arrive) await this.plan();
  }

  /** Shows a plan that the planner has kept: as it was made, for whoever has its link. */
  async #reopen(id) {
    this.result.replaceChildren(h('p', { class: 'state loading', role: 'status' }, 'Opening the plan…'));
    try {
      const { value } = await ask('planner.plan-show', { id }, { signal: this.#view.signal, limit: 8000 });
      this.form.fillFrom(value);
      this.#show(value.plan);
    } catch (problem) {
      if (this.#view.signal.aborted) return;
      this.#refuse(problem.code === 'notFound'
        ? { ...problem, message: 'This plan is not kept any more. Plans are kept for a week.' } : problem);
    }
  }

  #submit() {
    note('commute', this.form.parameters, { replace: false });
    this.plan();
  }

  #unfold() {
    this.summary.hidden = true;
    this.form.element.hidden = false;
    this.page.classList.remove('has-answer');
  }

  #fold() {
    this.summary.replaceChildren(icon('commute'), h('span', {}, this.form.summary), h('small', {}, 'change'));
    this.summary.hidden = false;
    this.form.element.hidden = true;
    this.page.classList.add('has-answer');
  }

  async plan() {
    this.#running?.abort();
    const running = this.#running = new AbortController();
    const signal = AbortSignal.any([running.signal, this.#view.signal]);
    const request = this.form.request(freshID());
    this.form.button.disabled = true;
    this.form.from.say('');
    this.form.to.say('');
    this.map.clear();
    this.#early = [];
    const progress = h('p', { class: 'state loading', role: 'status' }, 'Looking for both places…');
    const cards = h('ol', { class: 'cards', 'aria-label': 'Options' });
    this.result.replaceChildren(progress, cards);
    const heard = new AbortController();
    try {
      await listen('plan.progress', {
        filter: { plan: request.id }, matches: ({ planID }) => planID === request.id,
        signal: AbortSignal.any([signal, heard.signal]),
      }, (event) => !signal.aborted && this.#progress(event, progress, cards));
      const plan = await call('planner.plan', request, { signal, limit });
      heard.abort();
      this.#show(plan);
    } catch (problem) {
      if (!signal.aborted) this.#refuse(problem);
    } finally {
      heard.abort();
      if (this.#running === running) this.form.button.disabled = false;
    }
  }

  /** Shows what is known already while the plan is computed. */
  #progress(event, line, cards) {
    if (event.direct) this.map.showDirect(event.direct);
    const words = {
      located: 'Found both places…', direct: 'Found the direct way…',
      candidates: `Comparing ${event.considered} places…`, detours: `Know the detour of ${event.considered} places…`,
    }[event.stage];
    if (words) line.textContent = words;
    if (!event.option) return;
    this.#early.push(event.option);
    cards.append(h('li', { class: 'card early' }, h('span', { class: 'title' }, event.option.venue.name)));
  }

  #refuse(problem) {
    this.#unfold();
    const field = this.form.fieldOf(problem.message);
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

  #show(plan) {
    this.#plan = plan;
    const ends = [[this.form.from, plan.origin], [this.form.to, plan.destination]];
    nameEnds(ends);
    noteTimings(plan.timings);
    this.#fold();
    const choose = (index) => this.#choose(index);
    const cards = plan.options.map((option, index) => optionCard(option, index, plan, () => choose(index)));
    const direct = directCard(plan, () => choose('direct'));
    const list = h('ol', { class: 'cards', 'aria-label': 'Options' }, cards, direct);
    list.addEventListener('keydown', (event) => arrowKeys(event, list));
    this.result.replaceChildren(...[verdictCard(plan, this.#view.info), takenList(ends), list,
      departureChart(plan), whyNot(plan), planLink(plan)].filter(Boolean));
    this.map.showPlan(plan, choose);
    this.#view.raiseSheet();
    announce(this.result.querySelector('#verdict').textContent);
    const first = plan.options.findIndex((option) => option.onTime);
    this.#choose(first >= 0 ? first : 'direct', { isFirst: true });
    this.#view.panel.scrollTop = 0;
  }

  /** Chooses an option by its index, or `direct`; a second click on it folds it away. */
  #choose(index, { isFirst = false } = {}) {
    const plan = this.#plan;
    const option = plan.options[index];
    for (const card of this.result.querySelectorAll('.option')) {
      const isChosen = card.dataset.index === String(index);
      const more = card.querySelector('.more');
      const isOpen = isChosen && !isFirst && (more.hidden || !card.classList.contains('chosen'));
      card.classList.toggle('chosen', isChosen);
      card.querySelector('.choose').setAttribute('aria-expanded', String(isOpen));
      more.hidden = !isOpen;
      if (isOpen && !more.hasChildNodes()) more.append(...(option ? this.#details(option) : this.#directDetails()));
    }
    this.map.showOptions(plan.options, (each) => this.#pickOnMap(each), index);
    this.map.showChoice(option, plan);
    if (option && !isFirst) this.map.reveal(option);
  }

  #pickOnMap(index) {
    this.#choose(index);
    this.result.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  #details(option) {
    const plan = this.#plan;
    return [
      h('h3', {}, icon('clock'), 'Where the time goes'), ...ledger(option, plan, this.form.profile.value),
      stepList([option.toStop, option.toDestination]),
      h('p', {}, h('a', { href: address('campus', { venue: option.venue.id }) }, `More about ${option.venue.name}`)),
      handover({
        title: `${option.venue.name} on the way to ${shortName(plan.destination)}`,
        profile: this.form.profile.value,
        points: [plan.origin.coordinate, option.venue.coordinate, plan.destination.coordinate],
        names: [plan.origin.label, option.venue.name, plan.destination.label],
        lines: [option.toStop, option.toDestination].map(({ geometry }) => decode(geometry)),
        leaveBy: option.leaveBy, arrival: option.arrival,
      })].filter(Boolean);
  }

  #directDetails() {
    const { origin, destination, direct } = this.#plan;
    return [stepList([direct]), handover({
      title: `To ${shortName(destination)}`, points: [origin.coordinate, destination.coordinate],
      names: [origin.label, destination.label], lines: [decode(direct.geometry)], leaveBy: direct.leaveBy,
      arrival: this.#plan.deadline, profile: this.form.profile.value,
    })].filter(Boolean);
  }
}
