// The door Breweries: those near me or in a city, in a list beside the map.
import { VenueBrowser } from './venue-browser.js';
import { openOnly } from './filters.js';

export async function open(view) {
  const hours = openOnly(() => browser.refresh());
  const browser = new VenueBrowser(view, {
    door: 'breweries', title: 'Breweries', category: () => 'brewery', controls: hours.element,
    filter: () => hours.filter(), empty: () => 'No brewery on this part of the map.',
  });
  browser.showDots();
  await browser.show(view.parameters);
  return { update: (parameters) => browser.show(parameters) };
}
