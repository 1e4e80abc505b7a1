// The heart of a venue: whether it is a favourite.
import { announce, h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { isFavourite, toggle } from './favourites.js';
import { t } from '../core/words.js';

const show = (button) => { button.ariaPressed = String(isFavourite(button.dataset.venue)); };

window.addEventListener('favouriteschange', () =>
  document.querySelectorAll('.heart').forEach(show));

/** A button that adds and removes a favourite. */
export function heartButton(venue) {
  const button = h('button', {
    type: 'button', class: 'heart', 'data-venue': venue.id, title: t('Favourite'),
    'aria-label': t('Favourite: {place}', { place: venue.name }),
    onclick: async (event) => {
      event.stopPropagation();
      const isOn = await toggle(venue);
      announce(isOn ? t('{place} is now a favourite', { place: venue.name })
        : t('{place} is no longer a favourite', { place: venue.name }));
    },
  }, icon('heart'));
  show(button);
  return button;
}
