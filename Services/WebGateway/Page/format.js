// Numbers and times as a person reads them.

/** `2026-11-21T08:15:00-08:00` is "08:15": the clock of the map's zone. */
export const clock = (time) => time.slice(11, 16);

/** Whole minutes, or seconds below one minute. */
export function duration(seconds) {
  const size = Math.abs(seconds);
  if (size < 60) return `${size} s`;
  const minutes = Math.round(size / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A duration with its sign. */
export const signed = (seconds) =>
  seconds === 0 ? '0 s' : `${seconds < 0 ? '−' : '+'}${duration(seconds)}`;

export const distance = (meters) =>
  meters < 1000 ? `${Math.round(meters)} m` : `${(meters / 1000).toFixed(1)} km`;

/** "lat,lon" with the precision that a map click deserves. */
export const point = ({ latitude, longitude }) => `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
