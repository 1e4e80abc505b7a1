// The words of an answer, and the addresses that lead to it.
import { kindOf } from '../../Services/WebGateway/Page/commute/trip.js';
import { listed } from '../../Services/WebGateway/Page/commute/one-stop.js';
import {
  counted, doubt, headline, leaveWords, omitted, wayOutOf, whyNot,
} from '../../Services/WebGateway/Page/commute/verdict.js';
import { localNow } from '../../Services/WebGateway/Page/core/format.js';
import { address, parse } from '../../Services/WebGateway/Page/core/navigation.js';
import { flawOf } from '../../Services/WebGateway/Page/core/session.js';
import { same, test } from './checks.js';

const at = (clock, day = '2026-11-21') => `${day}T${clock}:00-08:00`;

test('a verdict is a headline with its reason', () => {
  const no = (verdict) => headline({ answer: 'no', ...verdict }, '', 'coffee').text;
  same(headline({ answer: 'yes' }, 'leave by 08:15', 'coffee').text, 'Yes: leave by 08:15');
  same(headline({ answer: 'maybe' }, 'leave by 08:15', 'coffee').kind, 'maybe');
  same(no({ reason: 'nothing' }), 'No: there is no coffee in reach');
  same(no({ reason: 'closed', count: 1 }), 'No: the only coffee stop is closed then');
  same(no({ reason: 'closed', count: 3, wayOut: { opens: at('07:00') } }),
    'No: all 3 coffee stops are closed then; the first opens 07:00');
  same(no({ reason: 'of a later release' }),
    'No: you get there in time, but not with a coffee stop');
});

test('options keep the numbers by which the client opens them, wherever they are listed', () => {
  const options = ['a', 'b', 'c', 'd'];
  const rows = (plan) => listed({ options, ...plan }).map(({ option, number }) => [option, number]);
  same(rows({}), [['a', 1], ['b', 2], ['c', 3], ['d', 4]]);
  same(rows({ highlights: [{ option: 2, why: 'quickest' }],
    groups: [{ options: [0, 3], by: 'chain' }, { options: [1, 2], by: 'block' }] }),
  [['c', 3], ['a', 1], ['d', 4], ['b', 2]]);
});

test('a doubt names what may be better', () => {
  same(doubt({ answer: 'maybe', reason: 'bounds' }, []),
    'A part of QuickBrew is away, so this is not certain.');
  same(doubt({ answer: 'yes', soonerPerhaps: 1 }, ['A', 'B'], 'departure'),
    'Perhaps later at B, whose hours are unknown.');
  same(doubt({ answer: 'yes' }, ['A']), undefined);
});

test('a time to leave has its day unless that is today', () => {
  const between = { leaveBetween: { earliest: at('08:15'), latest: at('08:44') } };
  same(leaveWords({}, at('08:44'), '2026-11-21'), 'leave by 08:44');
  same(leaveWords(between, '', '2026-11-21'), 'leave between 08:15 and 08:44');
  same(leaveWords(between, '', '2026-11-20'), 'leave between 08:15 and 08:44 tomorrow');
});

test('a way out says the times that it sets', () => {
  const set = [];
  const wayOut = { departure: at('07:00'), deadline: at('08:00', '2026-11-22') };
  const { text, setTimes } = wayOutOf({ wayOut }, at('07:45'),
    { setTimes: (times) => set.push(times) });
  same(text, 'Leave at 07:00, be there by 08:00 on Sun 22 Nov?');
  setTimes();
  same(set, [wayOut]);
  same(wayOutOf({}, at('07:45'), {}), undefined);
});

test('what is counted adds up in one sentence', () => {
  same(counted({ considered: 3, outcomes: { open: 2, late: 1, closed: 0 } }),
    '3 places compared: 2 in time, 1 late.');
  same([omitted(0, 'All.'), omitted(2, 'Some.')], ['All.', 'Some. 2 left out.']);
});

test('a place that is not listed has its first reason, with its number', () => {
  const part = whyNot({ whyNot: {
    venues: [{ id: 'a', name: 'A', reason: 'late', seconds: 90 },
      { id: 'b', name: 'B', reason: 'closed', arrival: at('08:00'), opens: at('09:00') }],
    counts: [{ reason: 'late', count: 2 }, { reason: 'closed', count: 1 }],
  } });
  const lines = [...part.querySelectorAll('li')].map((each) => each.textContent);
  same(lines, ['A: late by 1\u00A0min\u00A030\u00A0s',
    'B: closed, opens 09:00, you would be there at 08:00']);
  same(part.textContent.includes('3 places: 2 late; 1 closed then.'), true);
  same(whyNot({}), undefined);
});

test('an address leads to its door with its parameters, and leaves out empty ones', () => {
  same(address('explore', { near: 'A & B', venue: '', at: undefined }), '/explore?near=A+%26+B');
  const place = (path) => parse(new URL(`http://a/${path}`));
  same(place('pins?pins=1,2'), { door: 'pins', parameters: { pins: '1,2' } });
  same(['?plan=x', '', 'xyz'].map((path) => place(path).door), ['commute', 'commute', 'nowhere']);
  // Doors of earlier releases, and what they were of Explore.
  same(place('breweries?venue=a'),
    { door: 'explore', parameters: { category: 'brewery', venue: 'a' } });
  same(place('cafes').parameters, { category: 'coffee' });
  same(place('campus?category=tea').parameters, { category: 'tea' });
  same([{ trip: 'meet' }, { trip: 'other' }, {}].map(kindOf), ['meet', '', '']);
});

test('a name of a user has letters, digits and a few signs', () => {
  same([flawOf('Zoë 2'), flawOf('a.b-c_d')], [undefined, undefined]);
  same(['', '<b>', ' a', 'a'.repeat(41)].every((name) => flawOf(name) !== undefined), true);
});

test('the clock of the map is that of its zone, whatever this device keeps', () => {
  same(localNow('Asia/Tokyo', Date.UTC(2026, 10, 21, 16, 5)), { day: '2026-11-22', time: '01:05' });
});
