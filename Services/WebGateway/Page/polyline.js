// Decodes an encoded polyline of precision 6 into [latitude, longitude] pairs.
// Source: Google's "Encoded Polyline Algorithm Format".
export function decode(text) {
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
    line.push([latitude / 1e6, longitude / 1e6]);
  }
  return line;
}
