// A venue in a list and on the map, its heart, and its rating.
import { announce, h, icon } from '../core/dom.js';
import { categoryTitle, distance, joined, nameOf } from '../core/format.js';
import { feature, position } from '../core/geometry.js';
import { locale, plural, t } from '../core/words.js';
import { pictureName } from '../map/venue-layers.js';
import { isFavourite, toggle } from './favourites.js';
import { iconOf } from './find.js';
import { statusOf } from './hours.js';

// The store sends the mean with five more reviews of 3.5 stars, which is for sorting: see
// `VenueRating` in Shared/Messages.
const priorReviews = 5;
const priorStars = 3.5;

/** The mean of the reviews alone. Their stars are whole, so their sum is. */
export function plainMean({ mean, count }) {
  const sum = Math.round(mean * (count + priorReviews) - priorReviews * priorStars);
  return Math.min(5, Math.max(1, sum / count));
}

/** "★ 4.5 (12)"; nothing without reviews. */
export function rating(venue) {
  if (!venue.rating) return undefined;
  const { count } = venue.rating;
  const mean = plainMean(venue.rating).toLocaleString(locale,
    { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return h('span', { class: 'rating' },
    h('span', { 'aria-hidden': 'true' }, `★ ${mean} (${count})`),
    h('span', { class: 'visually-hidden' }, plural(count,
      '{mean} of 5 stars, {n} review', '{mean} of 5 stars, {n} reviews', { mean })));
}

const showHeart = (button) => { button.ariaPressed = String(isFavourite(button.dataset.venue)); };

window.addEventListener('favouriteschange', () =>
  document.querySelectorAll('.heart').forEach(showHeart));

/** A button that adds and removes a favourite. */
export function heartButton(venue) {
  const button = h('button', {
    class: 'heart', 'data-venue': venue.id, title: t('Favourite'),
    'aria-label': t('Favourite: {place}', { place: nameOf(venue) }),
    onclick: async (event) => {
      event.stopPropagation();
      const isOn = await toggle(venue);
      announce(isOn ? t('{place} is now a favourite', { place: nameOf(venue) })
        : t('{place} is no longer a favourite', { place: nameOf(venue) }));
    },
  }, icon('heart'));
  showHeart(button);
  return button;
}

/**
 * The card of a found venue: `{ venue, distanceMeters, hours }`; `open` is called with the venue.
 */
export function venueCard({ venue, distanceMeters, hours }, { today, open, number = undefined }) {
  const status = statusOf(hours, today);
  return h('li', { class: 'card venue', 'data-id': venue.id },
    h('button', { class: 'choose', onclick: () => open(venue) },
      number && h('span', { class: 'number', 'aria-hidden': 'true' }, number),
      h('span', { class: 'title' }, nameOf(venue), rating(venue)),
      h('span', { class: 'line' },
        distanceMeters !== undefined && h('b', {}, distance(distanceMeters)),
        status && status.kind !== 'soft' && h('span', { class: status.kind }, status.text)),
      h('span', { class: 'notes' },
        joined([categoryTitle(venue.category), venue.address], ' · '))),
    heartButton(venue));
}

/** How soon a venue has its icon and name on the map where there is no room for all. */
const ranks = { open: 0, unknown: 1, closed: 2 };

/** A found venue as a point of the map, with its kind's icon by the tree of categories. */
export function venueFeature({ venue, hours }, tree) {
  const { id, category, coordinate, rating: mean } = venue;
  const [state, hasHeart] = [hours?.state ?? 'unknown', isFavourite(id)];
  const rank = (hasHeart ? -10 : ranks[state] ?? 1) - (mean ? plainMean(mean) / 5 : 0);
  return feature('Point', position(coordinate),
    { id, name: nameOf(venue), rank, image: pictureName(iconOf(tree, category), state, hasHeart) });
}
