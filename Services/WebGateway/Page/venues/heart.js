// The heart of a venue: whether it is a favourite.
import { announce, h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { isFavourite, toggle } from './favourites.js';

const shown = new Set();

function show({ button, venue }) {
  const isOn = isFavourite(venue.id);
  button.setAttribute('aria-pressed', String(isOn));
}

window.addEventListener('favouriteschange', () => {
  for (const each of shown) {
    if (each.button.isConnected) show(each);
    else if (each.wasShown) shown.delete(each);
    each.wasShown ||= each.button.isConnected;
  }
});

/** A button that adds and removes a favourite. */
export function heartButton(venue) {
  const button = h('button', {
    type: 'button', class: 'heart', 'aria-label': `Favourite: ${venue.name}`, title: 'Favourite',
    onclick: async (event) => {
      event.stopPropagation();
      const isOn = await toggle(venue);
      announce(`${venue.name} is ${isOn ? 'now' : 'no longer'} a favourite`);
    },
  }, icon('heart'));
  const entry = { button, venue };
  shown.add(entry);
  show(entry);
  return button;
}
