// The options as cards: leave-by first, what it costs, how much time is left.
import { h } from '../core/dom.js';
import { arrivalClock, clock, dayOf, distance, exactDuration, minutes, shortDay } from '../core/format.js';
import { icon } from '../core/icons.js';
import { heartButton } from '../venues/heart.js';
import { rating } from '../venues/rating.js';
import { directNumbers, shownNumbers } from './numbers.js';

/** "opens 08:00, wait 6 min", "closes 16:00", "hours unknown"; empty for a place that stays open. */
export function visitHours({ hours: visit, waitSeconds }) {
  if (!visit) return '';
  const parts = [visit.state === 'unknown' && 'hours unknown',
    visit.opens && `opens ${clock(visit.opens)}, wait ${minutes(Math.ceil(waitSeconds / 60))}`,
    visit.closes && `closes ${clock(visit.closes)}`].filter(Boolean).join(', ');
  return visit.comment ? `${parts} (${visit.comment})`.trim() : parts;
}

const figure = (value, name, kind = '') => h('div', { class: `figure ${kind}` },
  h('span', { class: 'value' }, value), h('span', { class: 'name' }, name));

/** The latest departure; with its day, if that is another than the one that was asked for. */
function leaveFigure({ leaveBy }, { departure }) {
  const day = dayOf(leaveBy);
  return figure(clock(leaveBy), day === dayOf(departure) ? 'leave by' : `leave by, ${shortDay(day)}`, 'main');
}

/** What is left until the deadline, or how late it is. */
const spareFigure = (spare) => figure(minutes(spare), spare < 0 ? 'late' : 'to spare', spare < 0 ? 'bad' : 'good');

function longestStay(option) {
  const seconds = option.longestStaySeconds;
  return seconds > option.dwellSeconds ? `stay up to ${minutes(Math.floor(seconds / 60))}` : '';
}

export const carPark = ({ carPark: lot }) => lot && `car in ${lot.name ?? 'the car park'}, ${distance(lot.meters)} from the door`;

function walk(option) {
  const seconds = (option.ledger ?? []).filter(({ kind }) => kind === 'walk').reduce((sum, row) => sum + row.seconds, 0);
  return seconds ? `${exactDuration(seconds)} on foot` : '';
}

/** What follows from the departure that was asked for: `leave by` is the latest. */
export const leaving = ({ departure }, arrival) =>
  `leaving at ${clock(departure)} you are there by ${arrivalClock(arrival)}`;

/** The card of an option; `choose` is called when it is clicked. */
export function optionCard(option, index, plan, choose) {
  const { spare, detour } = plan.direct ? shownNumbers(option, plan) : { spare: 0, detour: 0 };
  const notes = [leaving(plan, option.arrival), visitHours(option), carPark(option), walk(option), longestStay(option), option.venue.address]
    .filter(Boolean).join(' · ');
  return h('li', { class: 'card option', 'data-index': index },
    h('button', { type: 'button', class: 'choose', 'aria-expanded': 'false', onclick: choose },
      h('span', { class: 'number', 'aria-hidden': 'true' }, index + 1),
      h('span', { class: 'title' }, option.venue.name, rating(option.venue)),
      h('span', { class: 'figures' },
        leaveFigure(option, plan),
        figure(detour > 0 ? `+${minutes(detour)}` : minutes(0), 'detour'),
        spareFigure(spare)),
      notes && h('span', { class: 'notes' }, notes)),
    heartButton(option.venue),
    h('div', { class: 'more', hidden: true }));
}

/** A card of several stops or of a meeting: a title, three figures `[value, name, kind]`, notes. */
export function choiceCard(index, { title, figures, notes }, choose) {
  return h('li', { class: 'card option', 'data-index': index },
    h('button', { type: 'button', class: 'choose', 'aria-expanded': 'false', onclick: choose },
      h('span', { class: 'number', 'aria-hidden': 'true' }, index + 1),
      h('span', { class: 'title' }, title),
      h('span', { class: 'figures' }, figures.map((each) => figure(...each))),
      notes && h('span', { class: 'notes' }, notes)),
    h('div', { class: 'more', hidden: true }));
}

/** Moves from card to card by the arrow keys. */
export function arrowKeys(event, list) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const buttons = [...list.querySelectorAll('.choose')];
  const next = buttons[buttons.indexOf(event.target) + step];
  if (!step || !next) return;
  event.preventDefault();
  next.focus();
  next.click();
}

/** The card of the drive without a stop. */
export function directCard(plan, choose) {
  const { duration, spare } = directNumbers(plan);
  return h('li', { class: 'card option direct', 'data-index': 'direct' },
    h('button', { type: 'button', class: 'choose', 'aria-expanded': 'false', onclick: choose },
      h('span', { class: 'number', 'aria-hidden': 'true' }, icon('route')),
      h('span', { class: 'title' }, 'No stop, straight there'),
      h('span', { class: 'figures' },
        leaveFigure(plan.direct, plan),
        figure(minutes(duration), 'on the way'),
        spareFigure(spare)),
      h('span', { class: 'notes' }, leaving(plan, plan.direct.arrival))),
    h('div', { class: 'more', hidden: true }));
}

