// Hands a trip over to what drives it: links to maps applications, files, a code to scan; or to
// somebody else.
import { announce, h, icon, soft } from '../core/dom.js';
import { joined, point } from '../core/format.js';
import { nothing } from '../core/state-lines.js';
import { calendarFile, trackFile } from './files.js';
import { t } from '../core/words.js';

/** What each profile is to Apple, Google, Organic Maps and OsmAnd. */
const modes = { car: ['driving', 'driving', 'vehicle', 'car'],
  bicycle: ['cycling', 'bicycling', 'bicycle', 'bicycle'],
  foot: ['walking', 'walking', 'pedestrian', 'pedestrian'] };

/** A query of what is there; a list is a key several times. */
const query = (fields) => Object.entries(fields).flatMap(([key, values]) => [values].flat()
  .filter(Boolean).map((value) => `${key}=${value}`)).join('&');

/**
 * Links `[address, name]` to applications that lead over `points` with these `names`; one point
 * alone is gone to from where the device is. Those that know no stops are there where there are
 * none; `geo:` leads to the first point after the start.
 *
 * Sources: Apple, "Adopting unified Maps URLs"; Google, "Maps URLs"; Organic Maps, "API"; OsmAnd,
 * "What Intents Does OsmAnd Listen to?"
 */
export function appLinks({ points, names, profile = 'car' }) {
  const [start, goal] = [points.length > 1 ? point(points[0]) : '', point(points.at(-1))];
  const stops = points.slice(1, -1).map(point);
  const next = point(points[1] ?? points[0]);
  const [from, to] = [names[0], names.at(-1)].map(encodeURIComponent);
  const [apple, google, organic, osmAnd] = modes[profile];
  return [
    [`https://maps.apple.com/directions?${query({ source: start, waypoint: stops,
      destination: goal, mode: apple })}`, 'Apple Maps'],
    [`https://www.google.com/maps/dir/?api=1&${query({ origin: start, destination: goal,
      waypoints: stops.join('%7C'), travelmode: google })}`, 'Google Maps'],
    ...stops.length > 0 ? [] : [
      [start ? `om://route?${query({ v: 1, sll: start, saddr: from, dll: goal, daddr: to,
        type: organic })}` : `om://map?${query({ v: 1, ll: goal, n: to })}`, 'Organic Maps'],
      [`https://osmand.net/map/?${query({ start, finish: goal, profile: osmAnd, pin: goal })}`,
        'OsmAnd']],
    [`geo:${next}?q=${next}`, t('Other app')]];
}

/** Buttons that lead there. */
export const appButtons = (way) => appLinks(way).map(([href, text]) => h('a', { class: 'button',
  href, ...href.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' } }, text));

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
  const [, [google]] = appLinks(trip);
  const withoutCode = ({ currentTarget }) => currentTarget.replaceWith(
    nothing(t('There is no code while QuickBrew is away.')));
  return h('section', { class: 'handover',
    'aria-label': joined([t('Start navigation'), trip.whose], ': ') },
    h('h3', {}, icon('route'), t('Start navigation')),
    h('div', { class: 'buttons' }, appButtons(trip), fileLink(trackFile(trip), 'GPX'),
      trip.schedule && fileLink(calendarFile(trip), t('Calendar'))),
    h('details', { class: 'code' }, h('summary', {}, t('QR code')),
      h('img', { class: 'qr', loading: 'lazy', alt: t('QR code of {link}', { link: google }),
        src: `/qr.svg?text=${encodeURIComponent(google)}`, onerror: withoutCode }),
      soft(t('Scan it to go on with your phone.'))));
}

/**
 * A link that shares what it leads to when it is followed. `secretOf()` is what lets somebody else
 * see it, and nothing else.
 */
export function shareButton(secretOf) {
  const share = async (event) => {
    if (!navigator.share && !navigator.clipboard) return;
    const link = event.currentTarget;
    event.preventDefault();
    event.stopPropagation();
    try {
      const url = new URL(link.href);
      const secret = await secretOf();
      if (secret) url.searchParams.set('secret', secret);
      if (navigator.share) await navigator.share({ title: 'QuickBrew', url: url.href });
      else {
        await navigator.clipboard.writeText(url.href);
        link.textContent = t('Link copied');
        announce(t('Link copied'));
      }
    } catch {
      // The dialog was closed, copying is not allowed, or the planner is away: nothing is shared.
    }
  };
  return h('a', { class: 'button', onclick: share }, t('Share this plan'));
}
