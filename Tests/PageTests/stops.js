// A stop in the form of a trip.
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
  } finally {
    window.fetch = fetch;
  }
});
