// The way to a venue: the one of this map first, then applications that lead there.
import { call } from '../core/api.js';
import { announce, choice, h } from '../core/dom.js';
import { distance, joined, minutes, nameOf } from '../core/format.js';
import { decode, lineFeature } from '../core/geometry.js';
import { load } from '../core/state-lines.js';
import { profileSelect } from '../commute/fields.js';
import { appButtons } from '../commute/handover.js';
import { PlaceField } from '../commute/place-field.js';
import { stepList } from '../commute/way.js';
import { t } from '../core/words.js';

const limit = 10_000;

/** The section: when it is opened, it looks for where this device is. */
export function directions(view, venue) {
  const { signal } = view;
  const goal = { coordinate: venue.coordinate, label: nameOf(venue) };
  const profile = profileSelect('way-profile');
  const from = new PlaceField(view, { name: 'way-from', label: t('From'),
    placeholder: t('address or place'), onChange: () => find() });
  const [state, links] = [h('div', {}), h('div', { class: 'buttons' })];

  const offer = (...start) => links.replaceChildren(...appButtons({ profile: profile.value,
    points: [...start, goal].map(({ coordinate }) => coordinate),
    names: [...start, goal].map(({ label }) => label) }));

  const find = () => from.text && load(state, async () => {
    const coordinate = from.coordinate ?? (await view.locate(from.reference.text)).coordinate;
    offer({ coordinate, label: from.text });
    const way = await call('router.route', { waypoints: [coordinate, venue.coordinate],
      profile: profile.value, geometry: true, steps: true }, { signal, limit });
    const line = decode(way.geometry);
    view.map.draw('way', [lineFeature(line, { role: 'first' })]);
    view.map.fit(line, { margin: 52 });
    const sum = joined([minutes(Math.ceil(way.durationSeconds / 60)),
      distance(way.distanceMeters), way.name && t('via {road}', { road: way.name })]);
    announce(sum);
    return [h('p', { class: 'sum' }, h('b', {}, sum)), stepList(way.legs)];
  }, { words: t('Looking for the way…'), signal });

  profile.addEventListener('change', () => {
    offer();
    find();
  });
  offer();
  const open = ({ currentTarget }) => currentTarget.open && !from.text && from.locate();
  return h('details', { class: 'ways', ontoggle: open }, h('summary', {}, t('Directions')),
    h('form', { class: 'where', onsubmit: find }, from.element,
      h('div', { class: 'row' }, choice(t('Travel'), profile),
        h('button', { type: 'submit' }, t('Show the way')))),
    state, links);
}
