// What the map shows of venues, where a fitted part of it goes, and what other applications share.
import { arriving } from '../../Services/WebGateway/Page/pins/pins.js';
import { appLinks } from '../../Services/WebGateway/Page/commute/handover.js';
import { takenList } from '../../Services/WebGateway/Page/commute/verdict.js';
import { parse } from '../../Services/WebGateway/Page/core/navigation.js';
import { choose, hasMiles } from '../../Services/WebGateway/Page/core/store.js';
import { insets } from '../../Services/WebGateway/Page/map/insets.js';
import { theme } from '../../Services/WebGateway/Page/map/look.js';
import { iconOf } from '../../Services/WebGateway/Page/venues/find.js';
import { venueFeature } from '../../Services/WebGateway/Page/venues/venue-card.js';
import { same, test } from './checks.js';

const tree = [{ category: 'food', icon: '🍽' }, { category: 'cafe', parent: 'food', icon: '☕' },
  { category: 'roastery', parent: 'cafe' }, { category: 'odd' }];

test('a kind without an icon has that of the next wider kind', () => {
  same(['cafe', 'roastery', 'odd', 'unheard'].map((each) => iconOf(tree, each)),
    ['☕', '☕', '📍', '📍']);
});

test('a venue on the map has its picture; open ones come first, then the better rated', () => {
  const of = (state, rating) => venueFeature({ venue: { id: 'osm/1', name: 'A', category: 'cafe',
    coordinate: { latitude: 1, longitude: 2 }, rating }, hours: state && { state } }, tree);
  same(of('closed').properties.image, 'venue|☕|closed|');
  same(of(undefined).properties.image, 'venue|☕|unknown|');
  same(of('open').geometry.coordinates, [2, 1]);
  const ranks = [of('open', { mean: 4.5, count: 30 }), of('open'), of(undefined), of('closed')]
    .map(({ properties }) => properties.rank);
  same(ranks, ranks.toSorted((a, b) => a - b));
  same(new Set(ranks).size, 4);
});

test('what covers the map is kept clear at the side where that costs least', () => {
  const box = (id, style) => {
    const element = document.createElement('div');
    element.id = id;
    element.style.cssText = `position: fixed; ${style}`;
    document.body.append(element);
    return element;
  };
  const map = box('map', 'left: 0; top: 0; width: 400px; height: 800px');
  const others = [box('search', 'left: 10px; top: 10px; width: 380px; height: 50px'),
    box('sheet', 'left: 0; top: 500px; width: 400px; height: 300px')];
  same(insets(map, 10), { top: 70, bottom: 310, left: 10, right: 10 });
  // A card at the side of a screen that lies.
  map.style.cssText += '; width: 800px; height: 400px';
  others[1].style.cssText = 'position: fixed; left: 0; top: 0; width: 300px; height: 400px';
  same(insets(map, 0).left, 300);
  // One over all of the map leaves no room.
  others[1].style.cssText = 'position: fixed; left: 0; top: 0; width: 800px; height: 390px';
  same(insets(map, 10), { top: 10, bottom: 10, left: 10, right: 10 });
  for (const each of [map, ...others]) each.remove();
});

test('a shared place is where its link says, else what it is called', () => {
  const shared = (query) => parse(new URL(`https://x/explore?${new URLSearchParams(query)}`))
    .parameters;
  same(shared({ sharedTitle: 'Coit Tower',
    sharedLink: 'https://www.google.com/maps/place/Coit/@37.8023,-122.4058,17z' }),
  { near: 'Coit Tower', at: '37.8023,-122.4058' });
  same(shared({ sharedText: 'geo:60.1699,24.9384?q=60.1699%2C24.9384' }),
    { at: '60.1699,24.9384' });
  same(shared({ sharedLink: 'https://maps.apple.com/?ll=60.1699%2C24.9384' }),
    { at: '60.1699,24.9384' });
  same(shared({ sharedText: 'Café 100% https://maps.app.goo.gl/abc' }), { near: 'Café 100%' });
  same(shared({ near: 'Here' }), { near: 'Here' });
});

test('applications that know no stops are offered where there are none', () => {
  const points = [{ latitude: 1, longitude: 2 }, { latitude: 3, longitude: 4 },
    { latitude: 5, longitude: 6 }];
  const names = ['A', 'B & C', 'D'];
  const offered = (of) => appLinks({ points: points.slice(...of), names: names.slice(...of),
    profile: 'bicycle' });
  same(offered([0]).map(([, name]) => name), ['Apple Maps', 'Google Maps', 'Other app']);
  same(offered([0, 2]).map(([href]) => href).slice(2), [
    'om://route?v=1&sll=1.000000,2.000000&saddr=A&dll=3.000000,4.000000&daddr=B%20%26%20C'
      + '&type=bicycle',
    'https://osmand.net/map/?start=1.000000,2.000000&finish=3.000000,4.000000&profile=bicycle'
      + '&pin=3.000000,4.000000',
    'geo:3.000000,4.000000?q=3.000000,4.000000']);
  // From where the device is.
  same(offered([0, 1]).slice(0, 2).map(([href]) => href.includes('origin')
    || href.includes('source')), [false, false]);
});

test('a drive between pins ends at its destination, on its side', () => {
  const at = (kind, direction) => arriving({ maneuver: { kind, direction }, instruction: 'Turn' })
    .instruction;
  same([at('arrive', 'right'), at('arrive'), at('turn', 'right')],
    ['Your destination is on the right', 'You have reached your destination', 'Turn']);
});

test('what a text was taken for is said where that is not sure', () => {
  const taken = (confidence) =>
    takenList([[{ text: 'coit' }, { label: 'Coit Tower', confidence }]]);
  same(taken(0.95), false);
  same(taken(0.75).textContent, '“coit” taken for Coit Tower (likely)');
});

test('the theme and the units are as chosen, else as usual', () => {
  const heard = [];
  const listen = (event) => heard.push(event.type);
  choose({ theme: 'dark', units: 'metric' });
  for (const name of ['themechange', 'unitschange']) window.addEventListener(name, listen);
  same([theme(), hasMiles()], ['dark', false]);
  choose({ theme: 'light' });
  choose({ units: 'imperial' });
  same([theme(), hasMiles()], ['light', true]);
  choose({ units: 'imperial' });
  same(heard, ['themechange', 'unitschange']);
  choose({ theme: '', units: '' });
  for (const name of heard) window.removeEventListener(name, listen);
});
