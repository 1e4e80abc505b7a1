// Where this user's device is: followed in the browser, and reported to the stack as theirs.
import { call } from './api.js';
import { chip } from './dom.js';
import { contains } from './geometry.js';
import { freshID, user } from './session.js';
import { anyOf } from './signals.js';
import { t } from './words.js';

/** The device of this user's positions. */
export const device = () => user().replaceAll(' ', '-');

/** Reports a position of this user; the events that it causes. */
export function report({ latitude, longitude, accuracyMeters }) {
  const accuracy = accuracyMeters > 0 ? { accuracyMeters: Math.round(accuracyMeters) } : {};
  return call('geofence-monitor.position-report',
    { device: device(), coordinate: { latitude, longitude }, ...accuracy },
      { key: freshID(), limit: 8000 });
}

/**
 * A switch that follows the device until it is switched off or the door is left: `onPosition` is
 * called with each position, `say` with how it goes. `{ element, stop }`.
 */
export function followSwitch({ signal }, { onStart = () => {}, onPosition, say, onStop }) {
  let following;
  const { element, turn } = chip(t('Follow me'), (isOn) => (isOn ? start() : stop()));
  function stop() {
    following?.abort();
    if (following) onStop();
    following = undefined;
    turn(false);
  }
  function start() {
    following = new AbortController();
    onStart();
    say(t('Finding where you are…'));
    follow(anyOf(following.signal, signal), onPosition, (text, isFinal) => {
      if (isFinal) stop();
      say(text);
    });
  }
  return { element, stop };
}

export const outside = t('You are outside this map.');
const words = ({ code }) => (code === 1 ? t('You have not allowed this page to know your location.')
    : t('Your location cannot be found at the moment.'));
const locatedKey = 'quickbrew.located';

function read({ coords: { latitude, longitude, accuracy } }) {
  localStorage.setItem(locatedKey, 'yes');
  return { latitude, longitude, accuracyMeters: accuracy };
}

/** Whether this browser has told the page a location before. */
export const hasLocated = () => localStorage.getItem(locatedKey) !== null;

/** The device's location, which must be in a box; throws an error in words. */
export function currentLocation(box) {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      (position) => (contains(box, read(position)) ? resolve(read(position))
        : reject(new Error(outside))), (error) => reject(new Error(words(error))),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 });
  });
}

/**
 * Calls `body` with each position of the browser until `signal` aborts; `fail` with words, and
 * whether it is over.
 */
function follow(signal, body, fail) {
  const id = navigator.geolocation.watchPosition(
    (position) => body(read(position)), (error) => fail(words(error), error.code === 1),
    { enableHighAccuracy: true, maximumAge: 5000, timeout: 20_000 });
  signal.addEventListener('abort', () => navigator.geolocation.clearWatch(id));
}
