// What Commute is asked for: one stop, several errands, or a meeting. Each has a deep link of its
// own.
import { h } from '../core/dom.js';
import { address } from '../core/navigation.js';

const kinds = [['', 'One stop'], ['errands', 'Errands'], ['meet', 'Meet on the way']];

/** The kind that the parameters of a deep link name; '' for one stop. */
export const kindOf = ({ trip }) => (kinds.some(([kind]) => kind === trip) ? trip : '');

/** Links to the three; `ends` gives what is filled in already, so that it is not typed again. */
export function kindBar(current, ends) {
  const link = ([kind, text]) => {
    const made = h('a', { href: address('commute', { trip: kind }),
      'aria-current': kind === current ? 'page' : undefined }, text);
    made.addEventListener('pointerdown',
      () => made.setAttribute('href', address('commute', { ...ends(), trip: kind })));
    made.addEventListener('focus', () => made.setAttribute('href',
      address('commute', { ...ends(), trip: kind })));
    return made;
  };
  return h('nav', { class: 'kinds', 'aria-label': 'What to plan' }, kinds.map(link));
}
