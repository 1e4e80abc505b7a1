// How many stops are in time by when one leaves.
import { h, svg } from '../core/dom.js';
import { clock, floorMinute, localTime, minutes } from '../core/format.js';
import { plural, t } from '../core/words.js';

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
  return h('section', { class: 'departures', 'aria-label': t('If you leave later') },
    h('h3', {}, t('If you leave later')),
    svg('svg', {
      viewBox: `0 0 100 ${height}`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': counts.map((each, index) => `${at(index)}: ${each}`).join(', '),
    }, [[counts, 'perhaps'], [open, '']].map(([bars, kind]) =>
      bars.map((each, index) => svg('rect', {
      class: kind, x: (index + 0.1) * width, width: 0.8 * width, y: (1 - each / most) * height,
      height: (each / most) * height,
    })))),
    h('p', { class: 'axis' }, h('span', {}, at(0)), h('span', {}, at(counts.length - 1))),
    h('p', { class: 'soft' }, [
      plural(counts[0], '{n} stop in time if you leave at {time}.',
        '{n} stops in time if you leave at {time}.', { time: at(0) }),
      open[0] < counts[0] && plural(open[0], '{n} is known to be open.',
        '{n} are known to be open.'),
      t('Each bar is {time} later.', { time: minutes(stepSeconds / 60) }),
      last && (name ? t('The last one: {name}, if you leave by {time}.',
        { name, time: clock(last.leaveBy) })
        : t('For the last one leave by {time}.', { time: clock(last.leaveBy) })),
    ].filter(Boolean).join(' ')));
}
