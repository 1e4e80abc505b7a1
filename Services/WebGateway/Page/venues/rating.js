// Ratings: the mean of the reviews and their number.
import { h } from '../core/dom.js';
import { locale, plural } from '../core/words.js';

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
