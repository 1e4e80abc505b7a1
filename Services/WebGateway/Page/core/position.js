// Where this user's device is: followed in the browser, and reported to the stack as theirs.
import { call, freshID } from './api.js';
import { user } from './session.js';

/** The device of this user's positions. */
export const device = () => user().replaceAll(' ', '-');

/** Reports a position of this user; the events that it causes. */
export function report({ latitude, longitude, accuracyMeters }) {
  const accuracy = accuracyMeters > 0 ? { accuracyMeters: Math.round(accuracyMeters) } : {};
  return call('geofence-monitor.position-report',
    { device: device(), coordinate: { latitude, longitude }, ...accuracy }, { key: freshID(), limit: 8000 });
}

/** Calls `body` with each position of the browser until `signal` aborts; `fail` with words. */
export function follow(signal, body, fail) {
  if (!navigator.geolocation) return void fail('This browser does not know where it is.');
  const id = navigator.geolocation.watchPosition(
    ({ coords }) => body({
      latitude: coords.latitude, longitude: coords.longitude, accuracyMeters: coords.accuracy,
    }),
    ({ code }) => fail(code === 1
      ? 'You have not allowed this page to know your location.' : 'Your location cannot be found at the moment.'),
    { enableHighAccuracy: true, maximumAge: 5000, timeout: 20_000 });
  signal.addEventListener('abort', () => navigator.geolocation.clearWatch(id));
  return undefined;
}
