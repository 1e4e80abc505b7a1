// A venue in a list.
import { h } from '../core/dom.js';
import { categoryWord, distance } from '../core/format.js';
import { feature, position } from '../core/geometry.js';
import { heartButton } from './heart.js';
import { statusOf } from './hours.js';
import { rating } from './rating.js';

/**
 * The card of a found venue: `{ venue, distanceMeters, hours }`; `open` is called with the venue.
 */
export function venueCard({ venue, distanceMeters, hours }, { today, open, number = undefined }) {
  const status = statusOf(hours, today);
  return h('li', { class: 'card venue', 'data-id': venue.id },
    h('button', { type: 'button', class: 'choose', onclick: () => open(venue) },
      number && h('span', { class: 'number', 'aria-hidden': 'true' }, number),
      h('span', { class: 'title' }, venue.name, rating(venue)),
      h('span', { class: 'line' },
        distanceMeters !== undefined && h('b', {}, distance(distanceMeters)),
        status && status.kind !== 'soft' && h('span', { class: status.kind }, status.text)),
      h('span', { class: 'notes' }, [categoryWord(venue.category), venue.address].filter(Boolean)
        .join(' · '))),
    heartButton(venue));
}

/** A venue as a point of the map. */
export const venueFeature = ({ id, name, category, coordinate }) =>
  feature('Point', position(coordinate), { id, name, category });
