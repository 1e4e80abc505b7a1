// Hours, ratings, categories, tracks and metrics, as the page reads them.
import { webAddress } from '../../Services/WebGateway/Page/core/dom.js';
import { categoryTitle, nameOf } from '../../Services/WebGateway/Page/core/format.js';
import { isAway, missing, words } from '../../Services/WebGateway/Page/core/health.js';
import { pointsOf } from '../../Services/WebGateway/Page/pins/track.js';
import { leading } from '../../Services/WebGateway/Page/venues/filters.js';
import { below } from '../../Services/WebGateway/Page/venues/find.js';
import { statusOf, weekOf } from '../../Services/WebGateway/Page/venues/hours.js';
import { plainMean, venueCard } from '../../Services/WebGateway/Page/venues/venue-card.js';
import { same, test } from './checks.js';

test('simple opening hours are a week; what is not simple is shown as it is', () => {
  same(weekOf('Mo-Fr 08:00-16:00; Sa 09:00-12:00,13:00-17:00; PH off'), [
    ...Array.from({ length: 5 }, () => '08:00–16:00'), '09:00–12:00, 13:00–17:00', 'closed']);
  same(weekOf('24/7'), Array.from({ length: 7 }, () => 'all day'));
  same(weekOf('Sa-Mo 10:00-18:00')[0], '10:00–18:00');
  for (const value of ['sunrise-sunset', 'Mo[1] 10:00-12:00', 'Jan Mo 10:00-12:00']) {
    same(weekOf(value), undefined);
  }
});

test('the state now has its next change, with its day if that is another', () => {
  const state = (hours) => statusOf(hours, '2026-11-21').text;
  same(state({ state: 'open', until: '2026-11-21T18:00:00-08:00' }), 'Open until 18:00');
  same(state({ state: 'closed', next: 'open', until: '2026-11-22T08:00:00-08:00' }),
    'Closed, opens tomorrow 08:00');
  same(state({ state: 'unknown' }), 'Hours unknown');
});

test('a rating is the mean of the reviews alone', () => {
  // One review of four stars, in the store's mean with five more of 3.5.
  same(plainMean({ mean: 3.58, count: 1 }), 4);
  same(plainMean({ mean: 3.88, count: 4 }), 4.25);
});

test('a venue has its name in the reader’s language, and the local one beside it', () => {
  const names = { en: 'Cathedral', de: 'Kathedrale' };
  same(nameOf({ name: 'Храм', names }), 'Cathedral · Храм');
  same([nameOf({ name: 'Храм' }), nameOf({ name: 'Храм', names: { de: 'Kathedrale' } }),
    nameOf({ name: 'Cathedral', names })], ['Храм', 'Храм', 'Cathedral']);
  const readers = ['de', 'fr', 'ru', 'ja'];
  same(readers.map((each) => nameOf({ name: 'Храм', names }, each)),
    ['Kathedrale · Храм', 'Cathedral · Храм', 'Храм', 'Cathedral · Храм']);
  same(nameOf({ name: 'Dom', names }, 'fr'), 'Dom');
  same(['カフェ', '寺', '24/7'].map((name) => nameOf({ name, names }, 'ja')), ['カフェ', '寺', '24/7']);
  same(nameOf({ name: 'Храм', names: { und: 'Khram' } }, 'fr'), 'Khram · Храм');
  same([nameOf({ name: '', address: '1 Lane, Town', category: 'tea' }),
    nameOf({ name: '', category: 'ice-cream' })], ['1 Lane', 'ice cream']);
  same(categoryTitle('ice-cream'), 'Ice cream');
  same(venueCard({ venue: { id: 'a', name: 'Храм', names, category: 'tea' } }, { today: '' })
    .querySelector('.title').textContent, 'Cathedral · Храм');
});

test('the categories below one are found in any order of depth', () => {
  const tree = [{ category: 'food' }, { category: 'cafe', parent: 'food' },
    { category: 'roastery', parent: 'cafe' }, { category: 'fuel' }];
  same([...below(tree, 'food')], ['food', 'cafe', 'roastery']);
});

test('the kinds with the most places have a chip, and the chosen one', () => {
  const of = (category, parent, total) => ({ category, parent, total });
  const food = 'food-and-drink';
  const tree = [of(food, 'places', 9), of('cafe', food, 3), of('pub', food, 6), of('bar', food, 0),
    of('driving', 'places', 90), of('parking', 'driving', 80), of('fuel', 'driving', 10),
    of('sights', 'places', 5), of('zoo', 'sights', 5)];
  same(leading(tree, ''), ['pub', 'cafe', 'parking', 'zoo']);
  same(leading(tree, '', 4), ['pub', 'parking', 'zoo']);
  same(leading(tree, 'fuel', 4), ['fuel', 'pub', 'parking', 'zoo']);
  same(leading([], 'tea'), ['tea']);
});

test('one miss is no outage, nor are two while other calls succeed', () => {
  same([isAway(1, false), isAway(2, true), isAway(2, false)], [false, false, true]);
});

test('a GPX file has its track’s points, else its route’s; others are refused in words', () => {
  const gpx = (body) => `<gpx>${body}</gpx>`;
  const track = '<trkpt lat="1" lon="2"/><trkpt lon="4" lat="3"/>';
  same(pointsOf(gpx(`<!-- <trkpt lat="9" lon="9"/> -->${track}<rtept lat="5" lon="6"/>`)),
    [{ latitude: 1, longitude: 2 }, { latitude: 3, longitude: 4 }]);
  same(pointsOf(gpx('<rtept lat="5" lon="6"/><rtept lat="5" lon="7"/>')).length, 2);
  for (const [text, said] of [['no markup', 'not a GPX'], ['<gpx/>', 'no track'],
    ['<gpx><trk>', 'incomplete'], [gpx('<trkpt lat="91" lon="0"/>'), 'no track']]) {
    let reason = '';
    try {
      pointsOf(text);
    } catch (error) {
      reason = error.message;
    }
    same(reason.includes(said), true);
  }
});

test('links lead to web pages only', () => {
  same(webAddress('example.org/a'), 'https://example.org/a');
  same(webAddress('javascript:alert(1)'), undefined);
});

test('what is missing is one sentence in a guest’s words', () => {
  const services = [{ service: 'planner', state: 'silent' }, { service: 'router', state: 'ready' }];
  same(missing({ services }), ['planner']);
  same(words(['planner']), 'Trips cannot be planned. We keep trying.');
  same(words([]), '');
  same(words(['other']), 'Some parts do not work at the moment.');
  same(words(['planner', 'router', 'geocoder']).startsWith('Most of QuickBrew'), true);
});
