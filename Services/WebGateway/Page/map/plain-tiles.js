// Draws vector tiles on a plain canvas, for Leaflet: ground, water, buildings, roads.
import { theme } from './look.js';
import { loadStyle, tileAddress, tilesOf } from './style.js';
import { readTile } from './vector-tile.js';

const grounds = {
  light: { water: '#c3d9e6', park: '#dfe9d3', building: '#e6e1d9', minor: '#ffffff', major: '#f7dfae', rail: '#c9c3ba' },
  dark: { water: '#16242e', park: '#1d2620', building: '#26292c', minor: '#3a3e42', major: '#5a5240', rail: '#3a3e42' },
};

const majorClasses = new Set(['motorway', 'trunk', 'primary', 'secondary']);

/** Layers of the OpenMapTiles schema, from the lowest to the highest. */
const layers = [
  { name: 'landcover', fill: () => 'park' },
  { name: 'landuse', fill: ({ class: kind }) => (kind === 'park' ? 'park' : undefined) },
  { name: 'park', fill: () => 'park' },
  { name: 'water', fill: () => 'water' },
  { name: 'waterway', stroke: () => ['water', 1.5] },
  { name: 'building', fill: () => 'building' },
  { name: 'transportation', stroke: ({ class: kind }) => {
    if (kind === 'rail' || kind === 'transit') return ['rail', 1];
    return majorClasses.has(kind) ? ['major', 2.6] : ['minor', kind === 'path' ? 0.6 : 1.6];
  } },
];

function trace(context, lines, toPixel) {
  context.beginPath();
  for (const line of lines) {
    line.forEach(([x, y], index) => context[index ? 'lineTo' : 'moveTo'](...toPixel(x, y)));
  }
}

/** Draws the part of a tile that a deeper zoom shows; `part` is `{ shift, x, y }`. */
function draw(canvas, tile, part, zoom) {
  const context = canvas.getContext('2d');
  const colours = grounds[theme()];
  const scale = 2 ** part.shift;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const { name, fill, stroke } of layers) {
    const layer = tile.get(name);
    if (!layer) continue;
    const unit = (canvas.width / layer.extent) * scale;
    const toPixel = (x, y) => [x * unit - part.x * canvas.width, y * unit - part.y * canvas.width];
    for (const { properties, lines } of layer.features) {
      const colour = fill?.(properties);
      const [line, width] = stroke?.(properties) ?? [];
      if (!colour && !line) continue;
      trace(context, lines, toPixel);
      if (colour) {
        context.fillStyle = colours[colour];
        context.fill('evenodd');
      } else {
        context.strokeStyle = colours[line];
        context.lineWidth = width * Math.max(0.6, 1.5 ** (zoom - 14)) * 2;
        context.stroke();
      }
    }
  }
}

/** A layer for Leaflet with the gateway's tiles; an empty one where there are none. */
export async function plainTiles(leaflet) {
  const tiles = await tilesOf(await loadStyle(theme()));
  if (!tiles) return undefined;
  const Layer = leaflet.GridLayer.extend({
    createTile({ x, y, z }, done) {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 512;
      const shift = Math.max(0, z - tiles.deepest);
      const [column, row] = [x >> shift, y >> shift];
      fetch(tileAddress(tiles, z - shift, column, row), { signal: AbortSignal.timeout(10_000) })
        .then((reply) => reply.arrayBuffer())
        .then((bytes) => {
          const part = { shift, x: x - (column << shift), y: y - (row << shift) };
          draw(canvas, readTile(new Uint8Array(bytes)), part, z);
          done(undefined, canvas);
        })
        .catch((error) => done(error, canvas));
      return canvas;
    },
  });
  return new Layer({ tileSize: 256, keepBuffer: 1, maxZoom: 19 });
}
