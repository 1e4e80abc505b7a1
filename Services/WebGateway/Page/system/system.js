// The door System: what runs, and live traffic. How fast each service is, the client's `status` and
// `/metrics` tell.
import { table } from '../core/controls.js';
import { h } from '../core/dom.js';
import { readiness } from '../core/health.js';
import { failure, loading } from '../core/state-lines.js';
import { traffic } from './traffic.js';
import { t } from '../core/words.js';

const everyMilliseconds = 3000;

/** The service that answers the page, so it runs. */
const gateway = { service: 'web-gateway', state: 'ready', ready: 1, instances: 1 };

const states = { ready: t('ready'), degraded: t('degraded'), silent: t('silent'),
  missing: t('missing') };

const row = ({ service, state, ready, instances, reason }) => h('tr', {},
  h('th', { scope: 'row' }, service, reason && h('small', {}, reason)),
  h('td', { class: state === 'ready' ? 'good' : 'bad' }, states[state] ?? state),
  h('td', {}, t('{ready} of {instances}', { ready, instances })));

export async function open(view) {
  const services = h('div', {}, loading(t('Asking every service…')));
  const why = h('p', { class: 'soft' });
  let timer;
  async function refresh() {
    clearTimeout(timer);
    why.textContent = view.map.reason;
    try {
      const { services: known } = await readiness();
      services.replaceChildren(table('services', [t('Service'), t('State'), t('Up')],
        [...known, gateway].map(row)));
    } catch {
      if (view.signal.aborted) return;
      services.replaceChildren(failure({ message: t('QuickBrew cannot be reached.') },
        { retry: refresh }));
    }
    if (!view.signal.aborted) timer = setTimeout(() => !document.hidden && refresh(),
      everyMilliseconds);
  }
  document.addEventListener('visibilitychange', () => !document.hidden && refresh(),
    { signal: view.signal });
  view.signal.addEventListener('abort', () => clearTimeout(timer));
  view.panel.replaceChildren(h('div', {}, h('h2', { tabindex: '-1' }, t('System')),
    h('section', { 'aria-label': t('Services') }, h('h3', {}, t('Services')), services),
    traffic(view), h('p', {}, h('a', { href: '/api' }, t('QuickBrew for programs'))),
    why));
  await refresh();
}
