// The choices as cards: leave-by first, what it costs, how much time is left.
import { h, icon } from '../core/dom.js';
import { arrivalClock, clock, dayOf, distance, exactDuration, minutes,
  shortDay } from '../core/format.js';
import { heartButton, rating } from '../venues/venue-card.js';
import { plural, t } from '../core/words.js';

export const carPark = ({ carPark: lot }) => lot && (lot.name
  ? t('car in {name}, {distance} from the door', { name: lot.name, distance: distance(lot.meters) })
  : t('car in the car park, {distance} from the door', { distance: distance(lot.meters) }));

/** The latest departure; with its day, if that is another than the deadline's. */
export function leaveFigure(leaveBy, deadline) {
  const day = dayOf(leaveBy);
  return [clock(leaveBy), day === dayOf(deadline) ? t('leave by')
    : t('leave by, {day}', { day: shortDay(day) }),
    'main'];
}

/** What a stop costs: "+1 min 20 s", as exact as the client says it. */
export const detourFigure = (seconds) => [(seconds > 0 ? '+' : '') + exactDuration(seconds),
  t('detour')];

/** Whole minutes that are left; nobody is promised one that they do not have. */
const wholeMinutes = (slackSeconds) => Math.floor(slackSeconds / 60);

/**
 * What is left until the deadline, or how late it is; of a trip that leaves as late as possible its
 * arrival.
 */
export function endFigure({ openEnd }, { onTime, slackSeconds, schedule }) {
  if (openEnd === 'departure' && onTime) return [arrivalClock(schedule.arrive), t('there'), 'good'];
  return [minutes(wholeMinutes(slackSeconds)), onTime ? t('to spare') : t('late'),
    onTime ? 'good' : 'bad'];
}

/** "23 min to spare", "just in time", "4 min late". */
export function spareWords(slackSeconds) {
  const spare = wholeMinutes(slackSeconds);
  if (spare === 0) return t('just in time');
  return spare > 0 ? t('{time} to spare', { time: minutes(spare) })
    : t('{time} late', { time: minutes(spare) });
}

/** What follows from the departure: `leave by` is the latest. */
export const leaving = ({ leave, arrive }) =>
  t('leaving at {leave} you are there by {arrive}',
  { leave: clock(leave), arrive: arrivalClock(arrive) });

/**
 * A card: its `number`, a title, three figures `[value, name, kind]`, notes; `why` says how it
 * differs, `venue` has a heart, and a twin of the card before is folded away. `choose` is called
 * when it is clicked.
 */
export function choiceCard(index, card, choose) {
  const { number = index + 1, title, why, venue, figures, notes, isDirect, isTwin } = card;
  return h('li', { class: `card option ${isDirect ? 'direct' : ''}`, 'data-index': index,
    hidden: isTwin },
    h('button', { class: 'choose', 'aria-expanded': 'false', onclick: choose },
      h('span', { class: 'number', 'aria-hidden': 'true' }, isDirect ? icon('route') : number),
      h('span', { class: 'title' }, title, why && h('span', { class: 'why' }, why),
        venue && rating(venue)),
      h('span', { class: 'figures' }, figures.map(([value, name, kind = '']) =>
        h('span', { class: `figure ${kind}` },
        h('span', { class: 'value' }, value), h('span', { class: 'name' }, name)))),
      notes && h('span', { class: 'notes' }, notes)),
    venue && heartButton(venue),
    h('div', { class: 'more', hidden: true }));
}

/** What opens the twins of a card: the next cards of the list. */
export function twinsRow({ twins, by }) {
  if (!twins) return undefined;
  const open = (event) => {
    const row = event.currentTarget.closest('li');
    for (let each = row, left = twins; left > 0; left--) {
      each = each.nextElementSibling;
      each.hidden = false;
    }
    row.nextElementSibling.querySelector('.choose').focus();
    row.remove();
  };
  return h('li', {}, h('button', { class: 'quiet', onclick: open },
    icon('plus'), by === 'chain' ? plural(twins, '{n} more of this chain', '{n} more of this chain')
    : plural(twins, '{n} more of this block', '{n} more of this block')));
}

/** Moves from card to card by the arrow keys. */
export function arrowKeys(event, list) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const buttons = [...list.querySelectorAll('.option:not([hidden]) .choose')];
  const at = buttons.indexOf(event.target);
  const next = buttons[at + step];
  if (!step || at < 0 || !next) return;
  event.preventDefault();
  next.focus();
  next.click();
}
