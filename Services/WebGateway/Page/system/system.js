// The door System: what runs, how it does, the last plan's timeline, live traffic.
import { h } from '../core/dom.js';
import { readiness } from '../core/health.js';
import { failure, loading } from '../core/state-lines.js';
import { gateway, metrics, rates } from './metrics.js';
import { timeline } from './timeline.js';
import { traffic } from './traffic.js';

const everyMilliseconds = 3000;

const dash = (value, unit = '') => (value === undefined || Number.isNaN(value) ? '–'
  : `${value}${unit}`);

function row({ service, state, ready, instances, reason }, measured) {
  const kind = state === 'ready' ? 'good' : 'bad';
  return h('tr', {}, h('th', { scope: 'row' }, service, reason && h('small', {}, reason)),
    h('td', { class: kind }, state), h('td', {}, `${ready} of ${instances}`),
    h('td', {}, dash(measured?.rate?.toFixed(1), '/s')),
    h('td', {}, dash(measured?.latency?.toFixed(1), ' ms')),
    h('td', {}, dash(measured?.queue)));
}

function table(rows) {
  const region = { class: 'scroll', tabindex: '0', role: 'region',
    'aria-label': 'Table of services' };
  return h('div', region, h('table', { class: 'services' },
    h('thead', {}, h('tr', {}, ['Service', 'State', 'Up', 'Rate', 'Latency', 'Queue'].map((text) =>
      h('th', { scope: 'col' }, text)))),
    h('tbody', {}, rows)));
}

export async function open(view) {
  const services = h('div', {}, loading('Asking every service…'));
  const why = h('p', { class: 'soft' });
  let [before, timer] = [undefined, undefined];
  async function refresh() {
    clearTimeout(timer);
    why.textContent = view.map.reason;
    try {
      const [ready, measured] = await Promise.all([readiness(), metrics(view.signal)]);
      const now = rates(before, measured);
      before = measured;
      const all = [...ready.services, { service: gateway, state: 'ready', ready: 1, instances: 1 }];
      services.replaceChildren(table(all.map((each) => row(each, now.get(each.service)))));
    } catch {
      if (view.signal.aborted) return;
      services.replaceChildren(failure({ message: 'QuickBrew cannot be reached.' },
        { retry: refresh }));
    }
    if (!view.signal.aborted) timer = setTimeout(() => !document.hidden && refresh(),
      everyMilliseconds);
  }
  document.addEventListener('visibilitychange', () => !document.hidden && refresh(),
    { signal: view.signal });
  view.signal.addEventListener('abort', () => clearTimeout(timer));
  view.panel.replaceChildren(h('div', {}, h('h2', { tabindex: '-1' }, 'System'),
    h('section', { 'aria-label': 'Services' }, h('h3', {}, 'Services'), services),
    timeline(), traffic(view),
    h('p', {}, h('a', { href: '/api' }, 'QuickBrew for programs')),
    why));
  await refresh();
}
