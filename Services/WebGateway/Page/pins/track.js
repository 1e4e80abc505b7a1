// A recorded track: a GPX file, chosen or dropped, and the roads that it was travelled on.
import { call } from '../core/api.js';
import { announce, choice, h, section } from '../core/dom.js';
import { distance, exactDuration } from '../core/format.js';
import { decode, lineFeature, position } from '../core/geometry.js';
import { load } from '../core/state-lines.js';
import { profileSelect } from '../commute/fields.js';
import { plural, t } from '../core/words.js';

/** What one request takes; of a longer track every second, third, … point is used. */
const maximumPoints = 5000;
const maximumBytes = 32 * 1024 * 1024;
const limit = 30_000;

/**
 * The points of a GPX file in its order: of its tracks, else of its routes. Source: GPX 1.1.
 *
 * Read by patterns, as the browser's own reader puts a styled page in place of a file that is not
 * well-formed, which the page's policy forbids.
 */
export function pointsOf(text) {
  const bare = text.replace(/<!--[\s\S]*?-->/g, '');
  if (!/<(\w+:)?gpx[\s>/]/.test(bare)) throw new Error(t('This is not a GPX file.'));
  if (!/<\/(\w+:)?gpx\s*>\s*$|<gpx[^>]*\/>\s*$/.test(bare))
    throw new Error(t('This GPX file is incomplete: its end is missing.'));
  const named = (name) => [...bare.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s([^>]*)>`,
    'g'))].map(([, rest]) => rest);
  const number = (rest, name) => Number(new RegExp(`\\b${name}\\s*=\\s*["']\\s*([-+.\\d]+)`)
    .exec(rest)?.[1] ?? NaN);
  const tracked = named('trkpt');
  const points = (tracked.length > 0 ? tracked : named('rtept'))
    .map((rest) => ({ latitude: number(rest, 'lat'), longitude: number(rest, 'lon') }))
    .filter(({ latitude, longitude }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180);
  if (points.length < 2)
    throw new Error(t('This file has no track: it needs at least two points.'));
  return points;
}

function thinned(points) {
  const step = Math.ceil(points.length / maximumPoints);
  return points.filter((_, index) => index % step === 0);
}

/** "Main Street, Mill Lane": the streets of a part, each once where it follows itself. */
function streets(points, number) {
  const names = points.filter((each) => each?.match === number && each.name)
    .map(({ name }) => name);
  return names.filter((name, index) => name !== names[index - 1]).join(', ');
}

function result({ matches, points }) {
  const fitting = points.filter(Boolean).length;
  return [
    h('p', { class: matches.length > 0 ? 'good' : 'bad', id: 'matched' },
      plural(points.length, '{fitting} of {n} point fits a road.',
        '{fitting} of {n} points fit a road.', { fitting })),
    h('ul', { class: 'cards', 'aria-label': t('Parts of the track') },
      matches.map((match, number) =>
      h('li', { class: 'card pin-row' },
        h('span', { class: 'title' }, streets(points, number) || t('Roads without a name'),
        h('small', {}, t('{distance}, {time} on empty roads', {
          distance: distance(match.distanceMeters),
          time: exactDuration(match.durationSeconds) }))))))];
}

/** The section. */
export function track(view) {
  const state = h('div', { role: 'status' });
  const profile = profileSelect('track-profile');
  const input = h('input', { id: 'track', type: 'file', accept: '.gpx,application/gpx+xml',
    onchange: () => input.files[0] && find(() => read(input.files[0])) });
  const { signal } = view;
  let points;

  async function match() {
    const used = thinned(points);
    const reply = await call('router.match',
      { points: used, profile: profile.value, geometry: true }, { signal, limit });
    const recorded = used.map(position);
    view.map.draw('track', [lineFeature(recorded, { role: 'track' }),
      ...reply.matches.map(({ geometry }) => lineFeature(decode(geometry), { role: 'first' }))]);
    view.map.fit(recorded);
    const [said, ...parts] = result(reply);
    announce(said.textContent);
    return [said, parts];
  }

  async function read(file) {
    points = undefined;
    if (file.size > maximumBytes) throw new Error(t('This file is too large: the limit is 32 MB.'));
    points = pointsOf(await file.text());
    return match();
  }

  const find = (body) => load(state, body, { words: t('Looking for its roads…'), signal });

  profile.addEventListener('change', () => points && find(match));
  const drop = (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (event.type === 'drop' && file) find(() => read(file));
  };
  return h('div', { class: 'track', ondrop: drop, ondragover: drop },
    section(t('A recorded track'), h('div', { class: 'row' },
      choice(t('GPX file, or drop it here'), input), choice(t('Travelled'), profile)), state));
}
