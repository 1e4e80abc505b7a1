// Everything about one venue.
import { ask } from '../core/remember.js';
import { h, webAddress } from '../core/dom.js';
import { categoryWord, dayOf, distance, point, shortDay } from '../core/format.js';
import { icon } from '../core/icons.js';
import { address } from '../core/navigation.js';
import { clockLine, failure, loading, nothing, staleLine } from '../core/state-lines.js';
import { localNow } from '../commute/when-field.js';
import { directions } from './directions.js';
import { venueOf } from './find.js';
import { heartButton } from './heart.js';
import { statusOf, weekTable } from './hours.js';
import { rating } from './rating.js';
import { remarks } from './remarks.js';
import { sources } from './sources.js';

const action = (href, name, text, more = {}) =>
  h('a', { class: 'button', href, ...more }, icon(name), text);

function actions(venue) {
  const site = venue.website && webAddress(venue.website);
  const outside = { target: '_blank', rel: 'noopener noreferrer' };
  return h('div', { class: 'buttons' },
    action(address('commute', { to: venue.name, toAt: point(venue.coordinate) }), 'commute',
      'Plan a trip', { class: 'button go' }),
    venue.phone && action(`tel:${venue.phone.replace(/[^+\d]/g, '')}`, 'phone', 'Call'),
    site && action(site, 'web', 'Website', outside));
}

/** @type {[string, (value: any) => string][]} */
const properties = [
  ['cuisine', (value) => value.replaceAll(/[_;]/g, (sign) => (sign === ';' ? ', ' : ' '))],
  ['brand', (value) => value],
  ['outdoorSeating', (value) => (value ? 'seats outside' : 'no seats outside')],
  ['takeaway', (value) => (value ? 'takeaway' : 'no takeaway')],
  ['wheelchair', (value) => ({ yes: 'wheelchair access', limited: 'partly wheelchair access',
    no: 'no wheelchair access' })[value]],
  ['wifi', (value) => ({ yes: 'Wi-Fi', free: 'free Wi-Fi', paid: 'paid Wi-Fi',
    no: 'no Wi-Fi' })[value]],
];

function chips(venue) {
  const words = properties.map(([key, say]) => venue[key] !== undefined && say(venue[key]))
    .filter(Boolean);
  return words.length > 0 && h('ul', { class: 'chips' }, words.map((word) => h('li', {}, word)));
}

function facts(venue) {
  const row = (name, value) => value && h('div', {}, h('dt', {}, name), h('dd', {}, value));
  return h('dl', { class: 'facts' },
    row('Address', venue.address ?? 'not known'),
    row('Phone', venue.phone && h('a', { href: `tel:${venue.phone.replace(/[^+\d]/g, '')}` },
      venue.phone)),
    row('Position', point(venue.coordinate)));
}

const standings = { planning: 'Not open yet: it is being planned.', closed: 'Closed for good.',
  vanished: 'No source lists it any more.' };

async function deals(venue, part) {
  const { value } = await ask('venue-store.deal-list', { venueID: venue.id, limit: 20 },
    { limit: 8000 })
    .catch(() => ({ value: { deals: [] } }));
  part.replaceChildren(...value.deals.map((deal) => h('p', { class: 'deal' },
    `${deal.text} (${shortDay(dayOf(deal.starts))} to ${shortDay(dayOf(deal.ends))})`)));
}

/** The state of its hours now, as the search knows it. */
async function status(venue, today, part) {
  const { value } = await ask('shop-search.nearby/2', {
    coordinate: venue.coordinate, filter: { among: [venue.id] }, radiusMeters: 100, limit: 1,
  }, { limit: 5000 }).catch(() => ({ value: { venues: [] } }));
  const known = statusOf(value.venues[0]?.hours, today);
  if (known) part.replaceChildren(h('span', { class: known.kind }, known.text));
}

/** Shows a venue in `panel`; `back` leads to the list. */
export async function showVenue(view, id, { back, distanceMeters = undefined }) {
  const today = localNow(view.info.timeZone).day;
  const bar = h('div', { class: 'bar' },
    h('button', { type: 'button', class: 'quiet', onclick: back }, icon('back'), 'Back'));
  view.panel.replaceChildren(bar, loading('Opening…'));
  let found;
  try {
    found = await venueOf(id, { signal: view.signal });
  } catch (problem) {
    if (view.signal.aborted) return;
    view.panel.replaceChildren(bar, problem.code === 'notFound'
      ? nothing('This place is not known any more.')
      : failure(problem, { retry: () => showVenue(view, id, { back }) }));
    return;
  }
  if (view.signal.aborted) return;
  const { venue, isStale } = found;
  const [now, offers] = [h('span', {}), h('div', {})];
  view.panel.replaceChildren(bar, h('article', { class: 'detail' },
    staleLine({ isStale }), clockLine(view.info),
    h('header', {}, h('h2', { tabindex: '-1' }, venue.name), heartButton(venue)),
    h('p', { class: 'line' }, h('span', { class: 'soft' }, categoryWord(venue.category)),
      rating(venue),
      distanceMeters !== undefined && h('b', {}, distance(distanceMeters)), now),
    venue.standing && h('p', { class: 'stale' }, standings[venue.standing] ?? 'Not available.'),
    actions(venue), directions(view, venue), offers, chips(venue), facts(venue),
    h('h3', {}, 'Hours'),
    venue.openingHours ? weekTable(venue.openingHours, today)
      : h('p', { class: 'soft' }, 'Not known.'),
    remarks(view, venue), sources(venue)));
  view.panel.querySelector('h2').focus({ preventScroll: true });
  deals(venue, offers);
  status(venue, today, now);
  view.map.mark('venue', [{ coordinate: venue.coordinate, label: venue.name, kind: 'stop',
    text: '●' }]);
  view.map.reveal(venue.coordinate);
}
