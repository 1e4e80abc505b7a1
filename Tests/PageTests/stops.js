// A stop in the form of a trip.
import { WhenField } from '../../Services/WebGateway/Page/commute/fields.js';
import { Stop } from '../../Services/WebGateway/Page/commute/stop.js';
import { same, test } from './checks.js';

test('a kind that is chosen brings its usual stay, one without keeps what is there', async () => {
  const { fetch } = window;
  const tree = [['coffee', 600], ['pharmacy', 300], ['charging', undefined]];
  window.fetch = () => Promise.resolve(Response.json({
    categories: tree.map(([category, usualStaySeconds]) =>
      ({ category, usualStaySeconds, parent: 'places', own: 1, total: 1 })),
  }));
  try {
    const stop = new Stop(undefined, { names: ['category', 'dwell'],
      labels: ['Stop for', 'Stay'], usual: ['coffee', 10] });
    const settled = () => new Promise((done) => { setTimeout(done); });
    const choose = async (kind) => {
      stop.what.value = kind;
      stop.what.dispatchEvent(new Event('change'));
      await settled();
      return stop.stay.value;
    };
    for (let turn = 0; turn < 50 && stop.what.options.length < 3; turn += 1) await settled();
    same(stop.stay.value, '10');
    same(await choose('pharmacy'), '5');
    same(await choose('charging'), '5');
    same(await choose('coffee'), '10');
    // A link that leaves the stay out means the usual one, as a request does.
    await stop.fill({ category: 'pharmacy' });
    same(stop.stay.value, '5');
    await stop.fill({ category: 'pharmacy', dwell: '7' });
    same(stop.stay.value, '7');
  } finally {
    window.fetch = fetch;
  }
});

test('a time of a link is read whole, and only on a day of the calendar', () => {
  const when = new WhenField({ name: 'depart', label: 'Leave', timeZone: 'Europe/Malta',
    none: 'any' });
  const read = (text) => {
    when.set(text);
    return when.element.querySelector('.flaw') ? 'flaw' : when.value;
  };
  same(['2028-02-29T08:15', '2027-03-01T08:15:30+01:00', ''].map(read),
    ['2028-02-29T08:15', '2027-03-01T08:15', '']);
  same(['2027-02-29T08:15', '2027-13-01T08:15', '08:15x', '08:150', '24:00'].map(read),
    Array(5).fill('flaw'));
});
