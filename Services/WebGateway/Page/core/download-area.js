// "Download this area": the map's tiles and the venues on the visible part, for when nobody
// answers.
import { h, icon } from './dom.js';
import { size } from './format.js';
import { find } from '../venues/find.js';
import { centerOf } from './geometry.js';
import { timeout } from './signals.js';
import { plural, t } from './words.js';

export const tileCache = 'quickbrew-map';
const deepestZoom = 14;
const maximumTiles = 3000;
const sampleCount = 8;
const atOnce = 6;

/**
 * The columns and rows of the tiles at a zoom that a box touches. Source: OSM wiki, "Slippy map".
 */
export function tilesOf(box, zoom) {
  const column = (longitude) => Math.floor(((longitude + 180) / 360) * 2 ** zoom);
  const row = (latitude) => {
    const angle = (Math.max(-85.0511, Math.min(85.0511, latitude)) * Math.PI) / 180;
    return Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** zoom);
  };
  const tiles = [];
  for (let x = column(box.west); x <= column(box.east); x++) {
    for (let y = row(box.north); y <= row(box.south); y++) tiles.push({ zoom, x, y });
  }
  return tiles;
}

/** The addresses of the tiles of a box, `{ template, deepest }` as `MapView.tiles` has them. */
function addressesOf(box, { template, deepest }) {
  const zooms = Array.from({ length: Math.min(deepestZoom, deepest) + 1 }, (_, zoom) => zoom);
  return zooms.flatMap((zoom) => tilesOf(box, zoom)).map(({ zoom, x, y }) =>
    template.replace('{z}', zoom).replace('{x}', x).replace('{y}', y));
}

/** Fetches into the cache; the bytes of one tile. */
async function store(cache, address) {
  const known = await cache.match(address);
  if (known) return (await known.clone().arrayBuffer()).byteLength;
  const reply = await fetch(address, { signal: timeout(15_000) });
  if (!reply.ok) return 0;
  await cache.put(address, reply.clone());
  return (await reply.arrayBuffer()).byteLength;
}

async function estimate(addresses) {
  const step = Math.max(1, Math.floor(addresses.length / sampleCount));
  const samples = addresses.filter((_, index) => index % step === 0);
  return (await download(samples, () => {}) / samples.length) * addresses.length;
}

async function download(addresses, progress) {
  const cache = await caches.open(tileCache);
  let [done, bytes, next] = [0, 0, 0];
  const work = async () => {
    while (next < addresses.length) {
      bytes += await store(cache, addresses[next++]);
      progress(++done / addresses.length, bytes);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return bytes;
}

/** The offer: first its size, then the download with its progress. */
export function downloadArea(view) {
  const state = h('span', { class: 'soft', role: 'status' });
  const button = h('button', { class: 'quiet', onclick: () => prepare() },
    icon('save'), t('Download this area'));
  async function prepare() {
    button.disabled = true;
    try {
      if (!('caches' in window)) throw new Error(t('This browser stores nothing on plain HTTP.'));
      const { box, tiles } = view.map;
      if (!tiles) throw new Error(view.map.reason || t('The map is not here yet.'));
      const addresses = addressesOf(box, tiles);
      if (addresses.length > maximumTiles) throw new Error(t('Too large: zoom in first.'));
      const bytes = await estimate(addresses);
      state.textContent = plural(addresses.length, 'About {size}, {n} tile.',
        'About {size}, {n} tiles.', { size: size(bytes) });
      const start = h('button', { class: 'quiet',
        onclick: () => run(box, addresses, start) }, t('Download'));
      state.append(' ', start);
    } catch (error) {
      state.textContent = error.message;
    }
    button.disabled = false;
  }
  async function run(box, addresses, start) {
    start.disabled = true;
    try {
      const bytes = await download(addresses,
        (share) => { state.textContent = `${Math.round(share * 100)} %`; });
      await find({ coordinate: centerOf(box), box, filter: {}, limit: 500 });
      state.textContent = t('Stored: {size}.', { size: size(bytes) });
    } catch (error) {
      state.textContent = t('Not complete: {why}', { why: error.message });
    }
  }
  return h('p', { class: 'download' }, button, ' ', state);
}
