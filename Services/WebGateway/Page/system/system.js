// The door System: what runs, and live traffic. How fast each service is, the client's `status` and
// `/metrics` tell.
import { call } from '../core/api.js';
import { announce, h, notice, section, show, soft, table } from '../core/dom.js';
import { lost, readiness } from '../core/health.js';
import { pickButton } from '../core/pick-button.js';
import { freshID, isAdmin } from '../core/session.js';
import { details, failure, loading } from '../core/state-lines.js';
import { t } from '../core/words.js';

const everyMilliseconds = 3000;

/** The service that answers the page, so it runs. */
const gateway = { service: 'web-gateway', state: 'ready', ready: 1, instances: 1 };

const states = { ready: t('ready'), degraded: t('degraded'), silent: t('silent'),
  missing: t('missing') };

const serviceRow = ({ service, state, ready, instances, reason }) => h('tr', {},
  h('th', { scope: 'row' }, service),
  h('td', { class: state === 'ready' ? 'good' : 'bad' }, states[state] ?? state,
    ['silent', 'missing'].includes(state) && h('small', {}, lost[service]), details(reason)),
  h('td', {}, t('{ready} of {instances}', { ready, instances })));

const nameOf = ({ name, road }) => name ?? (road.way ? t('way {way}', { way: road.way })
  : t('a road without a name'));

/** Live traffic: the roads that are closed or slow, and closing one by a click. */
function traffic(view) {
  if (!isAdmin()) {
    return section(t('Traffic'), soft(
      t('Closing a road needs a key of scope admin: enter its token beside your name.')));
  }
  const body = h('div', {}, loading(t('Asking for the traffic…')));
  const state = notice();
  const button = pickButton(view, {
    class: 'chip', words: t('Choose the road on the map.'),
    onPick: (coordinate) => change({ set: [{ road: { coordinate }, state: { closed: true } }] },
      t('The road is closed')),
  }, t('Close a road by a click'));

  function fill({ roads }) {
    view.map.mark('closed', roads.filter(({ road }) => road.coordinate).map((each) => ({
      coordinate: each.road.coordinate, text: '×', kind: 'venue', label: nameOf(each) })));
    const roadRow = (each) => h('li', { class: 'card pin-row' },
      h('span', { class: 'title' }, nameOf(each),
        h('small', {}, each.state.closed ? t('closed') : `${each.state.kilometersPerHour} km/h`)),
      h('button', { onclick: () => change({ clear: [each.road] },
        t('{road} is open again', { road: nameOf(each) })) }, t('Open again')));
    show(body, roads.length === 0 ? soft(t('No road is closed or slow.'))
      : h('ul', { class: 'cards', 'aria-label': t('Roads') }, roads.map(roadRow)));
  }

  async function change(message, said) {
    try {
      fill(await call('router.traffic', message, { key: freshID(), signal: view.signal }));
      if (said) announce(said);
      state.textContent = said ?? '';
    } catch (problem) {
      if (view.signal.aborted) return;
      if (said) state.textContent = problem.message;
      else body.replaceChildren(failure(problem, { retry: () => change({}) }));
    }
  }

  change({});
  return section(t('Traffic'), h('div', { class: 'chip-row' }, button), state, body);
}

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
        [...known, gateway].map(serviceRow)));
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
    section(t('Services'), services),
    traffic(view), h('p', {}, h('a', { href: '/api' }, t('QuickBrew for programs'))),
    why));
  await refresh();
}
