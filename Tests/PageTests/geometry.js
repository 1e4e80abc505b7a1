// Lines, boxes and tiles.
import { tilesOf } from '../../Services/WebGateway/Page/core/download-area.js';
import * as geometry from '../../Services/WebGateway/Page/core/geometry.js';
import { along } from '../../Services/WebGateway/Page/pins/simulation.js';
import { same, test } from './checks.js';

const here = { latitude: 37.8, longitude: -122.4 };

test('the polyline of Google’s description is read in precision 6', () => {
  same(geometry.decode('_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI'),
    [[-120.2, 38.5], [-120.95, 40.7], [-126.453, 43.252]]);
  same(geometry.decode(''), []);
});

test('a box holds its positions, its edges included', () => {
  const box = geometry.boxAround([[-122.5, 37.7], [-122.3, 37.9]]);
  same(box, { south: 37.7, west: -122.5, north: 37.9, east: -122.3 });
  same(geometry.contains(box, here), true);
  same(geometry.contains(box, { latitude: 37.7, longitude: -122.3 }), true);
  same(geometry.contains(box, { latitude: 37.69, longitude: -122.4 }), false);
  same(geometry.boxAround([]), undefined);
});

test('a circle is closed, and every corner is as far from its centre', () => {
  const ring = geometry.circle(here, 1000);
  same(ring[0].map((each) => each.toFixed(9)), ring.at(-1).map((each) => each.toFixed(9)));
  for (const [longitude, latitude] of ring) {
    same(Math.round(geometry.metersBetween(here, { latitude, longitude }) / 10), 100);
  }
});

test('a position along a line is where its metres end; there is no position beyond its end', () => {
  const line = [[0, 0], [0, 1], [1, 1]];
  const degree = geometry.metersBetween({ latitude: 0, longitude: 0 },
    { latitude: 1, longitude: 0 });
  same(along(line, degree / 2).latitude.toFixed(6), '0.500000');
  same(along(line, degree * 1.5).latitude, 1);
  same(along(line, degree * 3), undefined);
});

test('the tiles of a box are all that it touches', () => {
  same(tilesOf({ south: -60, west: -170, north: 75, east: 170 }, 0), [{ zoom: 0, x: 0, y: 0 }]);
  same(tilesOf({ south: 37.79, west: -122.42, north: 37.80, east: -122.40 }, 14),
    [2620, 2621].map((x) => ({ zoom: 14, x, y: 6331 })));
});

test('the dense part is around where most of them are, whatever lies far off', () => {
  const at = (latitude, longitude) => ({ latitude, longitude });
  const town = [at(48.1, 11.5), at(48.105, 11.505), at(48.102, 11.51)];
  const box = geometry.denseBox([at(47, 11), ...town, at(47.001, 11), at(49, 12)]);
  const [south, north] = [box.south, box.north].map((each) => each.toFixed(4));
  // 1,200 m around the middle of the town, not of all.
  same([south, north], ['48.0917', '48.1133']);
  same((box.west + box.east).toFixed(3), '23.010');
});
