// A simulated device: runs, rides or drives along real roads, and reports where it is as this user.
import { call } from '../core/api.js';
import { chip, h, icon, notice } from '../core/dom.js';
import { minutes } from '../core/format.js';
import { centerOf, decode, lineFeature, metersBetween } from '../core/geometry.js';
import { report } from '../core/position.js';
import { anyOf } from '../core/signals.js';
import { t } from '../core/words.js';

const stepMilliseconds = 1000;
/** How much faster than in life. */
const haste = 10;
const maximumAttempts = 5;
const kinds = [['run', 'foot', t('Run')], ['ride', 'bicycle', t('Ride')],
  ['drive', 'car', t('Drive')]];

const coordinate = ([longitude, latitude]) => ({ latitude, longitude });

/** The position at a distance along a line, in metres; `undefined` beyond its end. */
export function along(line, meters) {
  let rest = meters;
  for (let index = 1; index < line.length; index++) {
    const [a, b] = [line[index - 1], line[index]];
    const length = metersBetween(coordinate(a), coordinate(b));
    if (rest <= length) {
      const share = length > 0 ? rest / length : 0;
      return coordinate([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]);
    }
    rest -= length;
  }
  return undefined;
}

/**
 * A way around the middle of the visible part of the map, by chance; nearer to it at each attempt.
 */
async function findWay(view, profile, attempt = 1) {
  const { box } = view.map;
  const middle = centerOf(box);
  const reach = () => (Math.random() - 0.5) * (0.7 / attempt);
  const somewhere = () => ({
    latitude: middle.latitude + (box.north - box.south) * reach(),
    longitude: middle.longitude + (box.east - box.west) * reach(),
  });
  const waypoints = [middle, somewhere(), somewhere(), middle];
  try {
    return await call('router.route', { waypoints, profile, geometry: true },
      { signal: view.signal });
  } catch (problem) {
    // Water, or an island of roads: look nearer.
    if (!['noRoute', 'outsideMap'].includes(problem.code) || attempt === maximumAttempts)
      throw problem;
    return findWay(view, profile, attempt + 1);
  }
}

/** The buttons, and what is under way. */
export function simulation(view) {
  const state = notice();
  let running;
  async function run(profile, { isOn, turn }) {
    running?.abort();
    if (!isOn()) return;
    running = new AbortController();
    const signal = anyOf(running.signal, view.signal);
    state.textContent = t('Choosing a way…');
    try {
      const way = await findWay(view, profile);
      await move(decode(way.geometry), way, signal);
      state.textContent = signal.aborted ? t('Stopped.') : t('Arrived.');
    } catch (problem) {
      state.textContent = problem.message;
    }
    turn(false);
    view.map.draw('way', []);
  }
  async function move(line, { durationSeconds, distanceMeters }, signal) {
    view.map.draw('way', [lineFeature(line, { role: 'track' })]);
    const speed = distanceMeters / durationSeconds;
    const length = minutes(Math.ceil(durationSeconds / 60));
    state.textContent = t('A way of {time}, {haste} times as fast.', { time: length, haste });
    for (let seconds = 0; !signal.aborted; seconds += haste) {
      const at = along(line, seconds * speed);
      if (!at) return;
      await report({ ...at, accuracyMeters: 5 });
      await new Promise((resolve) => { setTimeout(resolve, stepMilliseconds); });
    }
  }
  return h('div', { class: 'simulation' }, h('p', {}, t('Or try it with a simulated device:')),
    h('div', { class: 'chip-row' }, kinds.map(([name, profile, text]) => {
      const button = chip([icon(name), text], () => run(profile, button));
      return button.element;
    })), state);
}
