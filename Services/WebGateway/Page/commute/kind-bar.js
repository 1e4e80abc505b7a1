// What Commute is asked for: one stop, several errands, or a meeting; each has its own deep link.
import { h } from '../core/dom.js';
import { address } from '../core/navigation.js';
import { t } from '../core/words.js';

const kinds = [['', t('One stop')], ['errands', t('Errands')], ['meet', t('Meet on the way')]];

/** The kind that the parameters of a deep link name; '' for one stop. */
export const kindOf = ({ trip }) => (kinds.some(([kind]) => kind === trip) ? trip : '');

/** Links to the three; `ends` gives what is filled in already, so that it is not typed again. */
export function kindBar(current, ends) {
  const link = ([kind, text]) => {
    const fill = ({ currentTarget }) => currentTarget.setAttribute('href',
      address('commute', { ...ends(), trip: kind }));
    return h('a', { href: address('commute', { trip: kind }), onclick: fill,
      'aria-current': kind === current ? 'page' : undefined }, text);
  };
  return h('nav', { class: 'kinds', 'aria-label': t('What to plan') }, kinds.map(link));
}
