// How many stops are in time by when one leaves.
import { h, svg } from '../core/dom.js';
import { clock, count, floorMinute, localTime, minutes } from '../core/format.js';

const height = 30;

/** The section of a plan's `departures`; nothing for a planner that does not count them. */
export function departureChart(plan) {
  const { stepSeconds, counts = [], open = counts, last: latest, lastOpen: last = latest } =
    plan.departures ?? {};
  if (counts.length < 2) return undefined;
  const at = (index) => clock(localTime(floorMinute(plan.departure) + index * stepSeconds * 1000,
    plan.departure));
  const most = Math.max(1, ...counts);
  const width = 100 / counts.length;
  const name = last && plan.options.find(({ venue }) => venue.id === last.venue)?.venue.name;
  return h('section', { class: 'departures', 'aria-label': 'If you leave later' },
    h('h3', {}, 'If you leave later'),
    svg('svg', {
      viewBox: `0 0 100 ${height}`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': counts.map((each, index) => `${at(index)}: ${each}`).join(', '),
    }, [[counts, 'perhaps'], [open, '']].map(([bars, kind]) =>
      bars.map((each, index) => svg('rect', {
      class: kind, x: (index + 0.1) * width, width: 0.8 * width, y: (1 - each / most) * height,
      height: (each / most) * height,
    })))),
    h('p', { class: 'axis' }, h('span', {}, at(0)), h('span', {}, at(counts.length - 1))),
    h('p', { class: 'soft' }, `${count(counts[0], 'stop')} in time if you leave at ${at(0)}`,
      open[0] < counts[0] && `, ${open[0]} known to be open`,
      `; each bar is ${minutes(stepSeconds / 60)} later.`,
      last && ` The last: ${name ?? 'one'}, if you leave by ${clock(last.leaveBy)}.`));
}
