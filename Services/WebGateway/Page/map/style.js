// The style of the base map and its tiles, from the gateway.
import { timeout } from '../core/signals.js';
import { t } from '../core/words.js';

const limit = 10_000;
const absolute = (address) => (address?.startsWith('/') ? location.origin + address : address);

/** The style of a theme, its paths made addresses: workers have no page to resolve them against. */
export async function loadStyle(theme) {
  const reply = await fetch(`/map/style.json?theme=${theme}`, { signal: timeout(limit) });
  if (!reply.ok) throw new Error(t('The map’s tiles are not available at the moment.'));
  const style = await reply.json();
  style.glyphs = absolute(style.glyphs);
  style.sprite = absolute(style.sprite);
  for (const source of Object.values(style.sources)) {
    source.url = absolute(source.url);
    source.tiles = source.tiles?.map(absolute);
    for (const key of ['url', 'tiles']) if (!source[key]) delete source[key];
  }
  for (const key of ['glyphs', 'sprite']) if (!style[key]) delete style[key];
  return style;
}
