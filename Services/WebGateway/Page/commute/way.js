// The details of one way: its ledger, its steps, and how to start navigation.
import { h } from '../core/dom.js';
import { shortName } from '../core/format.js';
import { decode } from '../core/geometry.js';
import { icon } from '../core/icons.js';
import { handover } from './handover.js';
import { ledger } from './ledger.js';
import { stepList } from './steps.js';

/**
 * A way has its `places` `{ label, coordinate }` from origin to destination, the `legs` between
 * them, the `walks` of the reply from and to each door in turn, its `schedule`, `leaveBy`,
 * `deadline`, `profile` and `title`; `sourceRows` are the reply's ledger, `whose` says whose way it
 * is where there are two.
 */
export function details({ heading = 'Where the time goes', ...way }) {
  const names = way.places.map(shortName);
  return [h('h3', {}, icon('clock'), heading), ...ledger({ ...way, names }), stepList(way.legs),
    handover({
    ...way, names, points: way.places.map(({ coordinate }) => coordinate),
    lines: way.legs.map(({ geometry }) => decode(geometry)),
  })];
}
