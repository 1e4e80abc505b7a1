// Live traffic: the roads that are closed or slow, and closing one by a click.
import { call, freshID } from '../core/api.js';
import { announce, h } from '../core/dom.js';
import { pickButton } from '../core/pick-button.js';
import { isAdmin } from '../core/session.js';
import { failure, loading } from '../core/state-lines.js';
import { t } from '../core/words.js';

const nameOf = ({ name, road }) => name ?? (road.way ? t('way {way}', { way: road.way })
  : t('a road without a name'));

/** The section. */
export function traffic(view) {
  if (!isAdmin()) {
    return h('section', { 'aria-label': t('Traffic') }, h('h3', {}, t('Traffic')), h('p',
      { class: 'soft' },
      t('Closing a road needs a key of scope admin: enter its token beside your name.')));
  }
  const body = h('div', {}, loading(t('Asking for the traffic…')));
  const state = h('p', { class: 'field-note', role: 'status' });
  const button = pickButton(view, {
    class: 'chip', words: t('Choose the road on the map.'),
    onPick: (coordinate) => change({ set: [{ road: { coordinate }, state: { closed: true } }] },
      t('The road is closed')),
  }, t('Close a road by a click'));

  function fill({ roads }) {
    view.map.mark('closed', roads.filter(({ road }) => road.coordinate).map((each) => ({
      coordinate: each.road.coordinate, text: '×', kind: 'venue', label: nameOf(each) })));
    body.replaceChildren(roads.length === 0 ? h('p', { class: 'soft' },
      t('No road is closed or slow.')) : h('ul', { class: 'cards', 'aria-label': t('Roads') },
        roads.map((each) => h('li', { class: 'card pin-row' },
        h('span', { class: 'title' }, nameOf(each),
          h('small', {}, each.state.closed ? t('closed') : `${each.state.kilometersPerHour} km/h`)),
        h('button', {
          type: 'button', onclick: () => change({ clear: [each.road] },
            t('{road} is open again', { road: nameOf(each) })),
        }, t('Open again'))))));
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
  return h('section', { 'aria-label': t('Traffic') }, h('h3', {}, t('Traffic')),
    h('div', { class: 'chip-row' }, button), state, body);
}
