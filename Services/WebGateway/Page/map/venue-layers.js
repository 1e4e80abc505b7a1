// Venues on the map: the icon of their kind and their name. Where there is no room for all, those
// of a lower `rank` come first, also before the names of the base map, and the others are dots;
// many near each other are a cluster.
import { venueLook } from './look.js';

const side = 28;
/** Pixels of a picture for each of the map's. */
const ratio = 2;
const fonts = '"Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", sans-serif';
const prefix = 'venue|';

/** The name of the picture of a venue: its kind's icon, "open", "closed" or "unknown", a heart. */
export const pictureName = (icon, state, hasHeart) =>
  `${prefix}${icon}|${state}|${hasHeart ? 'heart' : ''}`;

/** Draws a picture by its name: an icon on a disc, whose ring says whether the venue is open. */
function draw(name) {
  const [, icon, state, heart] = name.split('|');
  const colours = venueLook();
  const canvas = Object.assign(document.createElement('canvas'),
    { width: side * ratio, height: side * ratio });
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  const disc = (x, y, radius, colour) => {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
  };
  const write = (text, x, y, size) => {
    context.font = `${size}px ${fonts}`;
    context.fillText(text, x, y);
  };
  Object.assign(context, { textAlign: 'center', textBaseline: 'middle', lineWidth: 2,
    strokeStyle: colours[state] ?? colours.unknown });
  disc(side / 2, side / 2, side / 2 - 2, colours.disc);
  // Not by colour alone.
  if (state === 'closed') context.setLineDash([2.5, 2.5]);
  context.stroke();
  context.globalAlpha = state === 'closed' ? 0.5 : 1;
  context.fillStyle = colours.text;
  write(icon, side / 2, side / 2 + 1, 16);
  context.globalAlpha = 1;
  if (heart) {
    disc(side - 6, 6, 6, colours.heart);
    context.fillStyle = colours.disc;
    write('♥', side - 6, 6.5, 9);
  }
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Makes the pictures of venues for a map when it first needs them. */
export const drawVenues = (map) => map.on('styleimagemissing', ({ id }) => {
  if (id.startsWith(prefix)) map.addImage(id, draw(id), { pixelRatio: ratio });
});

/** The layers, in this order, for a style whose labels have this `font`. */
export function venueLayers(font, { cluster, count, casing, text, unknown }) {
  const isOne = ['!', ['has', 'point_count']];
  return [{
    id: 'venue-dots', type: 'circle', filter: isOne,
    paint: { 'circle-color': unknown, 'circle-stroke-color': casing, 'circle-stroke-width': 1,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 11, 2, 16, 4] },
  }, {
    id: 'venue-icons', type: 'symbol', filter: isOne,
    layout: {
      'icon-image': ['get', 'image'], 'symbol-sort-key': ['get', 'rank'], 'icon-padding': 1,
      'icon-size': ['interpolate', ['linear'], ['zoom'], 11, 0.8, 16, 1.1], 'text-optional': true,
      'text-field': ['get', 'name'], 'text-font': font, 'text-size': 12, 'text-max-width': 8,
      'text-variable-anchor': ['top', 'bottom', 'left', 'right'], 'text-radial-offset': 1.25,
      'text-justify': 'auto',
    },
    paint: { 'text-color': text, 'text-halo-color': casing, 'text-halo-width': 1.5 },
  }, {
    id: 'venue-clusters', type: 'circle', filter: ['has', 'point_count'],
    paint: {
      'circle-color': cluster, 'circle-stroke-color': casing, 'circle-stroke-width': 2,
      'circle-opacity': 0.92, 'circle-radius': ['step', ['get', 'point_count'], 13, 20, 16, 100,
        21],
    },
  }, {
    id: 'venue-counts', type: 'symbol', filter: ['has', 'point_count'],
    layout: {
      'text-field': ['get', 'point_count_abbreviated'], 'text-size': 12, 'text-font': font,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': count },
  }].map((layer) => ({ source: 'venues', ...layer }));
}

/** The first feature of a layer near a point of the screen. */
const featureNear = (map, { x, y }, layer) =>
  map.queryRenderedFeatures([[x - 6, y - 6], [x + 6, y + 6]], { layers: [layer] })[0];

/**
 * The identifier of the venue at a point of the screen; `undefined` where none is. A cluster there
 * is opened: `null`.
 */
export async function venueAt(map, point) {
  const cluster = featureNear(map, point, 'venue-clusters');
  if (!cluster) return (featureNear(map, point, 'venue-icons')
    ?? featureNear(map, point, 'venue-dots'))?.properties.id;
  const zoom = await map.getSource('venues').getClusterExpansionZoom(cluster.properties.cluster_id);
  map.easeTo({ center: cluster.geometry.coordinates, zoom });
  return null;
}
