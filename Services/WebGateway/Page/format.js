// Formats numbers and times for display.

/** `2026-11-21T08:15:00-08:00` becomes "08:15": local time in the map's zone. */
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

/** "lat,lon" with six decimals: 0.1 m. */
export const point = ({ latitude, longitude }) => `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
