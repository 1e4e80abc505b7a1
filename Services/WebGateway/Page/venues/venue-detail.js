// Everything about one venue.
import { ask } from '../core/api.js';
import { h, icon, soft, table, webAddress } from '../core/dom.js';
import { categoryTitle, dayOf, distance, fullDay, joined, localNow, nameOf, point,
  shortDay } from '../core/format.js';
import { address } from '../core/navigation.js';
import { clockLine, failure, load, loading, nothing, staleLine } from '../core/state-lines.js';
import { directions } from './directions.js';
import { venueOf } from './find.js';
import { statusOf, weekTable } from './hours.js';
import { remarks } from './remarks.js';
import cuisines from './cuisines.json';
import { heartButton, rating } from './venue-card.js';
import { t } from '../core/words.js';

const action = (href, name, text, more = {}) =>
  h('a', { class: 'button', href, ...more }, icon(name), text);

const dialled = ({ phone }) => `tel:${phone.replace(/[^+\d]/g, '')}`;

function actions(venue) {
  const site = venue.website && webAddress(venue.website);
  const outside = { target: '_blank', rel: 'noopener noreferrer' };
  return h('div', { class: 'buttons' },
    action(address('commute', { to: nameOf(venue), toAt: point(venue.coordinate) }), 'commute',
      t('Plan a trip'), { class: 'button go' }),
    venue.phone && action(dialled(venue), 'phone', t('Call')),
    site && action(site, 'web', t('Website'), outside));
}

const worded = new Map(cuisines.map((word) => [word.toLowerCase().replaceAll(' ', '_'), word]));

/** The value of the tag `cuisine` in words, without those that have none. */
export const cuisineWords = (value) => joined(value.split(';').map((each) =>
  worded.has(each.trim()) && t(worded.get(each.trim()))));

/** @type {[string, (value: any) => string][]} */
const properties = [
  ['cuisine', cuisineWords],
  ['brand', (value) => value],
  ['outdoorSeating', (value) => (value ? t('seats outside') : t('no seats outside'))],
  ['takeaway', (value) => (value ? t('takeaway') : t('no takeaway'))],
  ['wheelchair', (value) => ({ yes: t('wheelchair access'), limited: t('partly wheelchair access'),
    no: t('no wheelchair access') })[value]],
  ['wifi', (value) => ({ yes: t('Wi-Fi'), free: t('free Wi-Fi'), paid: t('paid Wi-Fi'),
    no: t('no Wi-Fi') })[value]],
];

function chips(venue) {
  const words = properties.map(([key, say]) => venue[key] !== undefined && say(venue[key]))
    .filter(Boolean);
  return words.length > 0 && h('ul', { class: 'chips' }, words.map((word) => h('li', {}, word)));
}

function facts(venue) {
  const row = (name, value) => value && h('div', {}, h('dt', {}, name), h('dd', {}, value));
  return h('dl', { class: 'facts' }, row(t('Address'), venue.address ?? t('not known')),
    row(t('Phone'), venue.phone && h('a', { href: dialled(venue) }, venue.phone)),
    row(t('Position'), point(venue.coordinate)));
}

const standings = { planning: t('Not open yet: it is being planned.'),
  closed: t('Closed for good.'),
  vanished: t('No source lists it any more.') };

async function deals(venue, part) {
  const { value } = await ask('venue-store.deal-list', { venueID: venue.id, limit: 20 },
    { limit: 8000 })
    .catch(() => ({ value: { deals: [] } }));
  part.replaceChildren(...value.deals.map((deal) => h('p', { class: 'deal' },
    t('{deal} ({from} to {to})', { deal: deal.text, from: shortDay(dayOf(deal.starts)),
      to: shortDay(dayOf(deal.ends)) }))));
}

/** The state of its hours now, as the search knows it. */
async function status(venue, today, part) {
  const { value } = await ask('shop-search.nearby/2', {
    coordinate: venue.coordinate, filter: { among: [venue.id] }, radiusMeters: 100, limit: 1,
  }, { limit: 5000 }).catch(() => ({ value: { venues: [] } }));
  const known = statusOf(value.venues[0]?.hours, today);
  if (known) part.replaceChildren(h('span', { class: known.kind }, known.text));
}

/** "openingHours" becomes "opening hours". */
const fieldWords = (field) => t(field.replace(/([A-Z])/g, (sign) => ` ${sign.toLowerCase()}`));

/** Where each field comes from, and as of when: folded away, and asked for when it is opened. */
function sources(venue) {
  const body = h('div', {});
  const fill = () => load(body, async () => {
    const { value } = await ask('venue-store.sources', { id: venue.id }, { limit: 8000 });
    return table('sources', [t('Field'), t('Source'), t('As of')], value.fields.map((each) =>
      h('tr', {}, h('th', { scope: 'row' }, fieldWords(each.field)),
        h('td', {}, each.source === 'map' ? t('the map') : each.source),
        h('td', {}, each.asOf ? fullDay(dayOf(each.asOf)) : '–'))));
  }, { words: t('Looking up the sources…'), retry: fill });
  return h('details', { ontoggle: ({ target }) => target.open && !body.hasChildNodes() && fill() },
    h('summary', {}, t('Where this comes from')), body);
}

/** Shows a venue in `panel`; `back` leads to the list. */
export async function showVenue(view, id, { back, distanceMeters = undefined }) {
  const today = localNow(view.info.timeZone).day;
  const bar = h('div', { class: 'bar' },
    h('button', { class: 'quiet', onclick: back }, icon('back'), t('Back')));
  view.panel.replaceChildren(bar, loading(t('Opening…')));
  let found;
  try {
    found = await venueOf(id, { signal: view.signal });
  } catch (problem) {
    if (view.signal.aborted) return;
    view.panel.replaceChildren(bar, problem.code === 'notFound'
      ? nothing(t('This place is not known any more.'))
      : failure(problem, { retry: () => showVenue(view, id, { back }) }));
    return;
  }
  if (view.signal.aborted) return;
  const { venue, isStale } = found;
  const [now, offers] = [h('span', {}), h('div', {})];
  view.panel.replaceChildren(bar, h('article', { class: 'detail' },
    staleLine({ isStale }), clockLine(view.info),
    h('header', {}, h('h2', { tabindex: '-1' }, nameOf(venue)), heartButton(venue)),
    h('p', { class: 'line' }, h('span', { class: 'soft' }, categoryTitle(venue.category)),
      rating(venue),
      distanceMeters !== undefined && h('b', {}, distance(distanceMeters)), now),
    venue.standing && h('p', { class: 'stale' }, standings[venue.standing] ?? t('Not available.')),
    actions(venue), directions(view, venue), offers, chips(venue), facts(venue),
    h('h3', {}, t('Hours')),
    venue.openingHours ? weekTable(venue.openingHours, today)
      : soft(t('Not known.')),
    remarks(view, venue), sources(venue)));
  view.panel.querySelector('h2').focus({ preventScroll: true });
  deals(venue, offers);
  status(venue, today, now);
  view.map.mark('venue', [{ coordinate: venue.coordinate, label: nameOf(venue), kind: 'stop',
    text: '●' }]);
  view.map.reveal(venue.coordinate);
}
