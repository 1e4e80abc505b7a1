// Why a place is not among the options, where the planner says so.
import { h } from '../core/dom.js';
import { clock, minutes } from '../core/format.js';

const reasons = {
  closed: 'closed then', closesTooEarly: 'closes too early', late: 'too late', unreachable: 'no road leads there',
  unknownHours: 'its hours are unknown', detour: 'too far off the way', limit: 'others are better', brand: 'enough of this brand',
};

function sentence(each) {
  if (each.text) return each.text;
  const reason = reasons[each.reason] ?? each.reason ?? '';
  const late = each.lateSeconds ? ` by ${minutes(Math.ceil(each.lateSeconds / 60))}` : '';
  return `${reason}${late}${each.closes ? ` (${clock(each.closes)})` : ''}`;
}

/** The section; nothing for a planner that gives no reasons. */
export function whyNot(plan) {
  const dropped = plan.whyNot ?? plan.dropped;
  const entries = Array.isArray(dropped) ? dropped : dropped?.venues ?? [];
  if (entries.length === 0) return undefined;
  return h('details', { class: 'why-not' }, h('summary', {}, 'Why not the others?'),
    h('ul', {}, entries.slice(0, 50).map((each) => h('li', {},
      h('b', {}, each.venue?.name ?? each.name ?? each.venueID ?? each.id), ': ', sentence(each)))));
}
