// Numbers and times as people read them.
import * as format from '../../Services/WebGateway/Page/core/format.js';
import { choose } from '../../Services/WebGateway/Page/core/store.js';
import { same, test } from './checks.js';

const time = '2026-11-21T08:15:30-08:00';

test('a departure is cut to its minute, an arrival rounded up, in the offset of the map', () => {
  same(format.clock(time), '08:15');
  same(format.arrivalClock(time), '08:16');
  same(format.arrivalClock('2026-11-21T08:15:00-08:00'), '08:15');
  same(format.exactClock(time), '08:15:30');
  same(format.localTime(Date.parse(time), '2026-01-01T00:00:00+02:00'),
    '2026-11-21T18:15:30+02:00');
});

test('a duration between two clocks is the difference of what is shown', () => {
  const [from, to] = [format.floorMinute(time), format.ceilMinute('2026-11-21T09:00:01-08:00')];
  same(format.minutesBetween(from, to), 46);
});

test('durations have no parts of zero, and no line ends inside', () => {
  same(format.minutes(41), '41\u00A0min');
  same(format.minutes(125), '2\u00A0h\u00A05\u00A0min');
  same(format.minutes(-120), '2\u00A0h');
  same(format.exactDuration(310), '5\u00A0min\u00A010\u00A0s');
  same(format.exactDuration(3600), '1\u00A0h');
  same(format.exactDuration(0), '0\u00A0s');
  same(format.exactDuration(-40), '−40\u00A0s');
});

test('a day is named as people do, within a week', () => {
  const words = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-12-07']
    .map((day) => format.dayWord(day, '2026-11-21'));
  same(words, ['yesterday', 'today', 'tomorrow', 'Monday', 'Mon 7 Dec']);
  same(format.clockAndDay(time, '2026-11-21'), '08:15');
  same(format.clockAndDay(time, '2026-11-20'), '08:15 tomorrow');
  same(format.clockAndDay(time, '2026-11-18'), '08:15 on Saturday');
});

test('the age of something stored has one unit from three hours on', () => {
  const minute = 60_000;
  const ages = [0.5, 3, 125, 200, 24 * 60].map((each) => format.age(Date.UTC(2026, 10, 21),
    Date.UTC(2026, 10, 21) + each * minute));
  same(ages, ['just now', '3\u00A0min ago', '2\u00A0h\u00A05\u00A0min ago', '3\u00A0h ago',
    'on 21 Nov']);
});

test('distances and sizes are as exact as their length deserves', () => {
  choose({ units: 'metric' });
  same([8.4, 94, 996, 1234, 99_600].map(format.distance),
    ['8\u00A0m', '94\u00A0m', '1.0\u00A0km', '1.2\u00A0km', '100\u00A0km']);
  same([10, 950_000, 1_250_000].map(format.size), ['1\u00A0kB', '950\u00A0kB', '1.3\u00A0MB']);
});

test('a position is read with a comma, a semicolon or a space, and nothing else is one', () => {
  for (const text of ['37.8,-122.4', ' 37.8; -122.4 ', '37.8 -122.4']) {
    same(format.parsePoint(text), { latitude: 37.8, longitude: -122.4 });
  }
  for (const text of ['91,0', '0,181', '1', '1,2,3', 'Market Street', '', undefined]) {
    same(format.parsePoint(text), undefined);
  }
  same(format.point({ latitude: 37.8, longitude: -122.4 }), '37.800000,-122.400000');
});

test('a place is known by the first part of its label, a coordinate as it is', () => {
  same(format.shortName({ label: 'Kamppi, Helsinki' }), 'Kamppi');
  same(format.shortName({ label: '37.8, -122.4' }), '37.8, -122.4');
});

test('how sure the geocoder is has three words', () => {
  same([1, 0.9, 0.7, 0.69].map(format.sureness), ['sure', 'sure', 'likely', 'a guess']);
});

test('lengths are in metres or in miles, rounded as people say them', () => {
  const both = (meters) => ['metric', 'imperial'].map((units) => {
    choose({ units });
    return format.distance(meters);
  });
  same(both(7), ['7\u00A0m', '23\u00A0ft']);
  same(both(340), ['340\u00A0m', '0.2\u00A0mi']);
  same(both(2400), ['2.4\u00A0km', '1.5\u00A0mi']);
  same(both(250_000), ['250\u00A0km', '155\u00A0mi']);
  choose({ units: '' });
});

test('a drive between pins has days, hours and minutes, rounded up', () => {
  same(format.daysHoursMinutes(300), '0d\u00A00h\u00A05m');
  same(format.daysHoursMinutes(301), '0d\u00A00h\u00A06m');
  same(format.daysHoursMinutes(90_061), '1d\u00A01h\u00A02m');
});
