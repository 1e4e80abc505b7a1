// The timeline of the last plan: how long each stage took.
import { h, svg } from '../core/dom.js';

const key = 'quickbrew.timings';
const stages = [
  ['geocodeMilliseconds', 'find both places'], ['directMilliseconds', 'direct way'],
  ['candidatesMilliseconds', 'places on the way'], ['tablesMilliseconds', 'every detour'],
  ['legsMilliseconds', 'the best in full'],
];

/** Keeps the timings of a plan for this page. */
export const noteTimings = (timings) => timings && sessionStorage.setItem(key,
  JSON.stringify(timings));

/** The section. */
export function timeline() {
  const timings = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  const heading = h('h3', {}, 'The last plan');
  const part = (...children) => h('section', { 'aria-label': 'The last plan' }, heading, children);
  if (!timings) return part(h('p', { class: 'soft' },
    'Plan a trip to see how long each step took.'));
  const total = Math.max(timings.totalMilliseconds, 0.001);
  let at = 0;
  const rows = stages.filter(([name]) => timings[name] !== undefined).map(([name, text]) => {
    const share = timings[name] / total;
    const bar = svg('svg', {
      class: 'bar-line', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true',
    },
      svg('rect', { x: Math.min(99, at * 100), y: 0,
        width: Math.max(0.6, Math.min(100, share * 100)), height: 8, rx: 1 }));
    at += share;
    return h('tr', {}, h('th', { scope: 'row' }, text), h('td', { class: 'wide' }, bar),
      h('td', {}, `${timings[name].toFixed(1)} ms`));
  });
  return part(h('table', { class: 'timeline' }, h('tbody', {}, rows,
    h('tr', {}, h('th', { scope: 'row' }, 'in all'), h('td', {}),
      h('td', {}, h('b', {}, `${total.toFixed(1)} ms`))))));
}
