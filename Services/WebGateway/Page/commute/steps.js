// The steps of a drive, as a list.
import { h } from '../core/dom.js';
import { distance } from '../core/format.js';
import { plural, t } from '../core/words.js';

const arrows = {
  straight: '↑', slightRight: '↗', right: '→', sharpRight: '↘', uturn: '↩', sharpLeft: '↙',
  left: '←',
  slightLeft: '↖',
};

/** The steps of legs, folded away; nothing without steps. */
export function stepList(legs, title = t('Turn by turn')) {
  const steps = legs.flatMap((leg) => leg?.steps ?? []);
  if (steps.length === 0) return undefined;
  return h('details', { class: 'steps' }, h('summary', {}, plural(steps.length,
    '{title} ({n} step)', '{title} ({n} steps)', { title })),
    h('ol', {}, steps.map((step) => h('li', {},
      h('span', { class: 'arrow', 'aria-hidden': 'true' },
        step.maneuver.kind === 'arrive' ? '◉' : arrows[step.maneuver.direction] ?? '↑'),
      h('span', {}, step.instruction),
      step.distanceMeters > 0 && h('small', {}, distance(step.distanceMeters))))));
}
