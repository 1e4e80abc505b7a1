// All tests of the page's modules, for esbuild.
import './events.js';
import './format.js';
import './geometry.js';
import './ledger.js';
import './map.js';
import './places.js';
import './session.js';
import './stops.js';
import './trips.js';
import './words.js';
import './worker.js';
import { run } from './checks.js';

window.pageTests = run;
