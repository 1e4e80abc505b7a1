// A venue in a list.
import { h } from '../core/dom.js';
import { categoryWord, distance } from '../core/format.js';
import { feature, position } from '../core/geometry.js';
import { pictureName } from '../map/venue-layers.js';
import { isFavourite } from './favourites.js';
import { iconOf } from './find.js';
import { heartButton } from './heart.js';
import { statusOf } from './hours.js';
import { plainMean, rating } from './rating.js';

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

/** How soon a venue has its icon and name on the map where there is no room for all. */
const ranks = { open: 0, unknown: 1, closed: 2 };

/** A found venue as a point of the map, with its kind's icon by the tree of categories. */
export function venueFeature({ venue: { id, name, category, coordinate, rating: mean }, hours },
  tree) {
  const [state, hasHeart] = [hours?.state ?? 'unknown', isFavourite(id)];
  const rank = (hasHeart ? -10 : ranks[state] ?? 1) - (mean ? plainMean(mean) / 5 : 0);
  return feature('Point', position(coordinate),
    { id, name, rank, image: pictureName(iconOf(tree, category), state, hasHeart) });
}
