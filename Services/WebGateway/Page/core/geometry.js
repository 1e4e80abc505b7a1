// Coordinates, lines and boxes.

const earthRadius = 6_371_008.8;
const radians = Math.PI / 180;

/** The great-circle distance in metres: the haversine formula on a sphere of the mean radius. */
export function metersBetween(a, b) {
  const x = Math.sin(((b.latitude - a.latitude) * radians) / 2) ** 2
    + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians)
    * Math.sin(((b.longitude - a.longitude) * radians) / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(x)));
}

/** [longitude, latitude], as GeoJSON writes it. */
export const position = ({ latitude, longitude }) => [longitude, latitude];

/**
 * Decodes an encoded polyline of precision 6 into GeoJSON positions.
 * Source: Google's "Encoded Polyline Algorithm Format".
 */
export function decode(text = '') {
  const line = [];
  let index = 0;
  let latitude = 0;
  let longitude = 0;
  // Shifts beyond 32 bits would wrap: 180 degrees are 1.8e8 units, doubled still below 2^29.
  const next = () => {
    let value = 0;
    let shift = 0;
    let byte;
    do {
      byte = text.charCodeAt(index++) - 63;
      value |= (byte & 0x1f) << shift;
      shift += 5;
    } while (byte >= 0x20 && index < text.length);
    return value & 1 ? ~(value >> 1) : value >> 1;
  };
  while (index < text.length) {
    latitude += next();
    longitude += next();
    line.push([longitude / 1e6, latitude / 1e6]);
  }
  return line;
}

/** The smallest box around positions; `undefined` without any. */
export function boxAround(positions) {
  if (positions.length === 0) return undefined;
  const box = { south: 90, west: 180, north: -90, east: -180 };
  for (const [longitude, latitude] of positions) {
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
  }
  return box;
}

/** The box of a walk around the middle of where these coordinates are densest. */
export function denseBox(coordinates, denseMeters = 900, walkMeters = 1200) {
  const near = (a) => coordinates.filter((b) => metersBetween(a, b) <= denseMeters);
  const most = coordinates.map(near)
    .reduce((best, each) => (each.length > best.length ? each : best), []);
  return boxAround(circle(centerOf(boxAround(most.map(position))), walkMeters));
}

/** The box of this many degrees of latitude and longitude around a coordinate. */
export const boxOf = ({ latitude, longitude }, height, width = height) => ({
  south: latitude - height / 2, north: latitude + height / 2,
  west: longitude - width / 2, east: longitude + width / 2,
});

export const centerOf = ({ south, west, north, east }) => (
  { latitude: (south + north) / 2, longitude: (west + east) / 2 });

export const contains = ({ south, west, north, east }, { latitude, longitude }) =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;

/** A circle as a ring of GeoJSON positions. */
export function circle({ latitude, longitude }, meters, corners = 64) {
  const height = meters / earthRadius / radians;
  const width = height / Math.cos(latitude * radians);
  return Array.from({ length: corners + 1 }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    return [longitude + width * Math.cos(angle), latitude + height * Math.sin(angle)];
  });
}

/** A GeoJSON feature. */
export const feature = (type, coordinates, properties = {}) => (
  { type: 'Feature', geometry: { type, coordinates }, properties });

export const lineFeature = (line, properties) => feature('LineString', line, properties);
