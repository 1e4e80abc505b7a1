// Where the time of a trip goes: the ledger, and the files with the same times.
import { calendarFile, trackFile } from '../../Services/WebGateway/Page/commute/files.js';
import { appLinks } from '../../Services/WebGateway/Page/commute/handover.js';
import { ledger } from '../../Services/WebGateway/Page/commute/ledger.js';
import { same, test } from './checks.js';

const at = (clock) => `2026-11-21T${clock}-08:00`;
const way = {
  profile: 'car', names: ['Home', 'Café; “A,B”', 'Work'],
  legs: [{ name: 'Main Street', distanceMeters: 1200 }, { name: '', distanceMeters: 800 }],
  walks: [undefined, { seconds: 30 }, { seconds: 30 }, undefined],
  schedule: {
    leave: at('08:00:00'), arrive: at('08:30:00'),
    stops: [{
      parks: at('08:05:00'), reaches: at('08:08:30'), from: at('08:10:00'), until: at('08:20:00'),
      drivesOn: at('08:20:30'),
    }],
  },
  deadline: at('08:45:00'), leaveBy: at('08:15:00'), title: 'coffee',
};

const cells = (row) => [...row.children].map((cell) => cell.firstChild?.textContent ?? '');

test('a ledger has a row for each part that takes time, and its clock; they add up', () => {
  const [table] = ledger(way);
  const rows = [...table.querySelectorAll('tbody tr')].map(cells);
  same(rows, [
    ['Leave', '', '08:00:00'], ['Drive to Café; “A,B”', '5\u00A0min', '08:05:00'],
    ['Park', '3\u00A0min', '08:08:00'], ['Walk', '30\u00A0s', '08:08:30'],
    ['Wait', '1\u00A0min\u00A030\u00A0s', '08:10:00'], ['Stay', '10\u00A0min', '08:20:00'],
    ['Walk', '30\u00A0s', '08:20:30'], ['Drive to Work', '9\u00A0min\u00A030\u00A0s', '08:30:00'],
    ['To spare', '15\u00A0min', '08:45:00']]);
});

test('what is assumed in several rows is said once, beneath; elsewhere at its row', () => {
  const assumption = (detail) => ({ kind: 'assumption', detail });
  const [table, basis] = ledger({ ...way, sourceRows: [
    { kind: 'drive', sources: [{ kind: 'map', date: at('00:00:00') }, assumption('dry roads')] },
    { kind: 'drive', sources: [assumption('dry roads')] },
    { kind: 'park', sources: [assumption('a minute')] }] });
  same(basis.textContent, 'The map is of 21 Nov 2026. Assumed: dry roads.');
  same(table.textContent.includes('assumed: a minute'), true);
  same(table.textContent.includes('assumed: dry roads'), false);
});

test('a late arrival is late by what the ledger says', () => {
  const [table] = ledger({ ...way, deadline: at('08:29:00') });
  same(cells(table.querySelector('tbody tr.bad')), ['Late', '1\u00A0min', '08:29:00']);
});

test('the calendar’s lines have at most 75 bytes, its signs are escaped', () => {
  const long = { ...way, names: ['é'.repeat(60), 'A, B; C', 'Work'], now: Date.UTC(2026, 10, 20) };
  const { text } = calendarFile(long);
  const bytes = (line) => new TextEncoder().encode(line).length;
  same(text.split('\r\n').every((line) => bytes(line) <= 75), true);
  const whole = text.replaceAll('\r\n ', '');
  same(whole.includes('A\\, B\\; C'), true);
  same(whole.includes('DTSTART:20261121T160000Z') && whole.includes('DTEND:20261121T163000Z'),
    true);
  same(whole.includes('TRIGGER;VALUE=DATE-TIME:20261121T161500Z'), true);
});

test('a track is well-formed whatever its names are; the stop has its time', () => {
  const points = [[37.7, -122.4], [37.75, -122.41], [37.8, -122.42]]
    .map(([latitude, longitude]) => ({ latitude, longitude }));
  const lines = [[[-122.4, 37.7], [-122.41, 37.75]], [[-122.41, 37.75], [-122.42, 37.8]]];
  const { text } = trackFile({ ...way, points, lines, title: '<b> & "c"' });
  const parsed = new DOMParser().parseFromString(text, 'application/xml');
  same(parsed.querySelector('parsererror'), null);
  same(parsed.querySelector('metadata > name').textContent, '<b> & "c"');
  same([...parsed.querySelectorAll('wpt > time')].map((each) => each.textContent),
    ['2026-11-21T16:00:00Z', '2026-11-21T16:08:30Z', '2026-11-21T16:30:00Z']);
  same(parsed.querySelectorAll('trkpt').length, 4);
});

test('links of maps applications have the stops in their order', () => {
  const points = [{ latitude: 1, longitude: 2 }, { latitude: 3, longitude: 4 },
    { latitude: 5, longitude: 6 }];
  const links = appLinks({ points, names: ['A', 'B', 'C'], profile: 'foot' });
  same(links[1][0], 'https://www.google.com/maps/dir/?api=1'
    + '&origin=1.000000,2.000000&destination=5.000000,6.000000&waypoints=3.000000,4.000000'
    + '&travelmode=walking');
  same(links[0][0], 'https://maps.apple.com/directions?source=1.000000,2.000000'
    + '&waypoint=3.000000,4.000000&destination=5.000000,6.000000&mode=walking');
  same(links.length, 3);
});
