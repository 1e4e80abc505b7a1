// The steps of a drive, as a list.
import { h } from '../core/dom.js';
import { distance } from '../core/format.js';

const arrows = {
  straight: '↑', slightRight: '↗', right: '→', sharpRight: '↘', uturn: '↩', sharpLeft: '↙',
  left: '←',
  slightLeft: '↖',
};

/** The steps of legs, folded away; nothing without steps. */
export function stepList(legs, title = 'Turn by turn') {
  const steps = legs.flatMap((leg) => leg?.steps ?? []);
  if (steps.length === 0) return undefined;
  return h('details', { class: 'steps' }, h('summary', {}, `${title} (${steps.length} steps)`),
    h('ol', {}, steps.map((step) => h('li', {},
      h('span', { class: 'arrow', 'aria-hidden': 'true' },
        step.maneuver.kind === 'arrive' ? '◉' : arrows[step.maneuver.direction] ?? '↑'),
      h('span', {}, step.instruction),
      step.distanceMeters > 0 && h('small', {}, distance(step.distanceMeters))))));
}
