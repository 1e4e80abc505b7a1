// Hands a trip over to what drives it: links to maps applications, files, a code to scan.
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { nothing } from '../core/state-lines.js';
import { calendarFile, trackFile } from './files.js';

const spell = ({ latitude, longitude }) => `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
const modes = { car: ['driving', 'driving'], bicycle: ['cycling', 'bicycling'],
  foot: ['walking', 'walking'] };

/** Source: Apple, "Adopting unified Maps URLs": source, waypoints in order, destination. */
export function appleLink(points, profile = 'car') {
  const [source, destination] = [spell(points[0]), spell(points.at(-1))];
  const between = points.slice(1, -1).map((each) => `&waypoint=${spell(each)}`).join('');
  return `https://maps.apple.com/directions?source=${source}${between}&destination=${destination}`
    + `&mode=${modes[profile][0]}`;
}

/** Source: Google, "Maps URLs": origin, waypoints in order, destination. */
export function googleLink(points, profile = 'car') {
  const between = points.slice(1, -1).map(spell).join('%7C');
  const ends = `origin=${spell(points[0])}&destination=${spell(points.at(-1))}`;
  return `https://www.google.com/maps/dir/?api=1&${ends}`
    + `${between ? `&waypoints=${between}` : ''}&travelmode=${modes[profile][1]}`;
}

const outside = (href, text) => h('a', { class: 'button', href, target: '_blank',
  rel: 'noopener noreferrer' }, text);

/** A file made here, offered for download. */
function fileLink({ name, type, text }, label) {
  const href = `data:${type};charset=utf-8,${encodeURIComponent(text)}`;
  return h('a', { class: 'button', download: name, href }, label);
}

/**
 * The ways to start navigation. A trip has `points` (origin, stops, destination), `names` of them,
 * `lines` (GeoJSON positions of each leg), `profile` and `title`; `schedule` and `leaveBy` where
 * its times are known; `whose` says whose it is where there are two.
 */
export function handover(trip) {
  const google = googleLink(trip.points, trip.profile);
  const code = h('div', { class: 'code', hidden: true });
  const stop = trip.points[1];
  const showCode = (event) => {
    code.hidden = !code.hidden;
    event.currentTarget.setAttribute('aria-expanded', String(!code.hidden));
    if (code.hasChildNodes()) return;
    code.append(h('img', {
      class: 'qr', src: `/qr.svg?text=${encodeURIComponent(google)}`, alt: `QR code of ${google}`,
      onerror: () => code.replaceChildren(nothing('There is no code while QuickBrew is away.')),
    }), h('p', { class: 'soft' }, 'Scan it to go on with your phone.'));
  };
  return h('section', { class: 'handover',
    'aria-label': ['Start navigation', trip.whose].filter(Boolean).join(': ') },
    h('h3', {}, icon('route'), 'Start navigation'),
    h('div', { class: 'buttons' },
      outside(appleLink(trip.points, trip.profile), 'Apple Maps'), outside(google, 'Google Maps'),
      h('a', { class: 'button', href: `geo:${spell(stop)}?q=${spell(stop)}` }, 'Other app'),
      fileLink(trackFile(trip), 'GPX'),
      trip.schedule && fileLink(calendarFile(trip), 'Calendar'),
      h('button', { type: 'button', 'aria-expanded': 'false', onclick: showCode }, 'QR code')),
    code);
}
