// How many stops are possible by when one leaves.
import { h, svg } from '../core/dom.js';
import { clock, count } from '../core/format.js';

/**
 * A plan's departure chart: entries of a departure and the number of options in time. Nothing for a
 * planner that does not make one.
 */
export function departureChart(plan) {
  const chart = plan.departures ?? plan.departureChart;
  const entries = (Array.isArray(chart) ? chart : chart?.entries ?? chart?.departures ?? [])
    .map((each) => ({ departure: each.departure ?? each.time, options: each.options ?? each.onTime ?? each.count }))
    .filter((each) => each.departure && typeof each.options === 'number');
  if (entries.length < 2) return undefined;
  const most = Math.max(1, ...entries.map(({ options }) => options));
  const width = 100 / entries.length;
  const last = entries.findLast(({ options }) => options > 0);
  return h('section', { class: 'departures', 'aria-label': 'If you leave later' },
    h('h3', {}, 'If you leave later'),
    svg('svg', { viewBox: '0 0 100 30', preserveAspectRatio: 'none', role: 'img', 'aria-label': entries.map((each) =>
      `${clock(each.departure)}: ${each.options}`).join(', ') },
    entries.map(({ options }, index) => svg('rect', {
      x: index * width + width * 0.1, width: width * 0.8, y: 30 - (options / most) * 30, height: (options / most) * 30, rx: 0.6,
    }))),
    h('p', { class: 'axis' }, h('span', {}, clock(entries[0].departure)), h('span', {}, clock(entries.at(-1).departure))),
    h('p', { class: 'soft' }, last
      ? `${count(entries[0].options, 'stop')} at ${clock(entries[0].departure)}; the last goes at ${clock(last.departure)}.` : 'No stop is possible.'));
}
