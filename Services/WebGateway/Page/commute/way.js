// The details of one way: its ledger, its steps, and how to start navigation.
import { h, icon } from '../core/dom.js';
import { distance, shortName } from '../core/format.js';
import { decode } from '../core/geometry.js';
import { handover } from './handover.js';
import { ledger } from './ledger.js';
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

/**
 * A way of a `plan`, `{ origin, destination, deadline }`, as `details` has it: by `trip`,
 * `{ schedule, leaveBy, toDestination, originWalk, destinationWalk }`, over `stops`,
 * `{ label, coordinate, leg, toDoor, fromDoor }`; `rest` has `title`, `profile` and what else
 * `details` has.
 */
export const wayOver = ({ origin, destination, deadline }, trip, stops, rest) => ({
  ...rest, deadline, schedule: trip.schedule, leaveBy: trip.leaveBy,
  title: rest.title ? t('{title} on the way to {to}', { title: rest.title,
    to: shortName(destination) }) : t('to {to}', { to: shortName(destination) }),
  places: [origin, ...stops, destination],
  legs: [...stops.map(({ leg }) => leg), trip.toDestination],
  walks: [trip.originWalk, ...stops.flatMap(({ toDoor, fromDoor }) => [toDoor, fromDoor]),
    trip.destinationWalk],
});

/**
 * A way has its `places` `{ label, coordinate }` from origin to destination, the `legs` between
 * them, the `walks` of the reply from and to each door in turn, its `schedule`, `leaveBy`,
 * `deadline`, `profile` and `title`; `sourceRows` are the reply's ledger, `whose` says whose way it
 * is where there are two.
 */
export function details({ heading = t('Where the time goes'), ...way }) {
  const names = way.places.map(shortName);
  return [h('h3', {}, icon('clock'), heading), ...ledger({ ...way, names }), stepList(way.legs),
    handover({
    ...way, names, points: way.places.map(({ coordinate }) => coordinate),
    lines: way.legs.map(({ geometry }) => decode(geometry)),
  })];
}
