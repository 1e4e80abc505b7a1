// Live traffic: the roads that are closed or slow, and closing one by a click.
import { call, freshID } from '../core/api.js';
import { announce, h } from '../core/dom.js';
import { lineFeature, position } from '../core/geometry.js';
import { failure, loading } from '../core/state-lines.js';

const cross = 0.00018;

/** A mark on the map at a closed road: two short strokes. */
function strokes(coordinate) {
  const [x, y] = position(coordinate);
  return [[[x - cross, y - cross], [x + cross, y + cross]], [[x - cross, y + cross], [x + cross, y - cross]]]
    .map((line) => lineFeature(line, { role: 'closed' }));
}

const nameOf = ({ name, road }) => name ?? (road.way ? `way ${road.way}` : 'a road without a name');

/** The section. */
export function traffic(view) {
  const body = h('div', {}, loading('Asking for the traffic…'));
  const state = h('p', { class: 'field-note', role: 'status' });
  let picking;
  const button = h('button', {
    type: 'button', class: 'chip', 'aria-pressed': 'false', onclick: () => close(),
  }, 'Close a road by a click');

  function fill({ roads }) {
    view.map.draw('closed', roads.flatMap(({ road }) => (road.coordinate ? strokes(road.coordinate) : [])));
    body.replaceChildren(roads.length === 0 ? h('p', { class: 'soft' }, 'No road is closed or slow.')
      : h('ul', { class: 'cards', 'aria-label': 'Roads' }, roads.map((each) => h('li', { class: 'card pin-row' },
        h('span', { class: 'title' }, nameOf(each),
          h('small', {}, each.state.closed ? 'closed' : `${each.state.kilometersPerHour} km/h`)),
        h('button', {
          type: 'button', onclick: () => change({ clear: [each.road] }, `${nameOf(each)} is open again`),
        }, 'Open')))));
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

  async function close() {
    if (picking) return void picking.abort();
    picking = new AbortController();
    button.setAttribute('aria-pressed', 'true');
    view.lowerSheet();
    const coordinate = await view.map.pick('Choose the road on the map.', AbortSignal.any([picking.signal, view.signal]));
    picking = undefined;
    button.setAttribute('aria-pressed', 'false');
    view.raiseSheet();
    state.textContent = '';
    if (coordinate) await change({ set: [{ road: { coordinate }, state: { closed: true } }] }, 'The road is closed');
    return undefined;
  }

  change({});
  return h('section', { 'aria-label': 'Traffic' }, h('h3', {}, 'Traffic'), h('div', { class: 'chip-row' }, button), state, body);
}
