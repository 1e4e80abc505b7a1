// The page's sentences in other languages.
import de from '../../Services/WebGateway/Page/words/de.json';
import es from '../../Services/WebGateway/Page/words/es.json';
import fi from '../../Services/WebGateway/Page/words/fi.json';
import fr from '../../Services/WebGateway/Page/words/fr.json';
import ja from '../../Services/WebGateway/Page/words/ja.json';
import pt from '../../Services/WebGateway/Page/words/pt.json';
import ru from '../../Services/WebGateway/Page/words/ru.json';
import { call, Problem } from '../../Services/WebGateway/Page/core/api.js';
import { clock, clockAndDay, exactClock, minutes,
  shopClock, unitWord } from '../../Services/WebGateway/Page/core/format.js';
import { ledger } from '../../Services/WebGateway/Page/commute/ledger.js';
import { choose } from '../../Services/WebGateway/Page/core/store.js';
import { languages, plural, rich, scriptOf, t,
  use } from '../../Services/WebGateway/Page/core/words.js';
import { firstDay, weekOf, weekWords } from '../../Services/WebGateway/Page/venues/hours.js';
import { cuisineWords } from '../../Services/WebGateway/Page/venues/venue-detail.js';
import { same, test } from './checks.js';

const catalogues = { de, es, fi, fr, ja, pt, ru };

/** Runs `body` with a catalogue. */
function within(words, body) {
  use(words);
  try {
    body();
  } finally {
    use({});
  }
}

test('a sentence without a translation is the English one, its holes filled', () => {
  same(t('Leave at {leave}?', { leave: '08:15' }), 'Leave at 08:15?');
  within({ 'Leave at {leave}?': '{leave}, ok?' }, () =>
    same(t('Leave at {leave}?', { leave: '08:15' }), '08:15, ok?'));
  // What is filled in is not searched for holes.
  same(t('“{text}” was not found on the map.', { text: '{text}' }),
    '“{text}” was not found on the map.');
});

test('the script of a language is the one that it is usually written in', () => {
  const tags = ['de', 'fi', 'ja', 'ru', 'uk', 'el', 'sr-Latn'];
  same(tags.map(scriptOf), ['Latn', 'Latn', 'Jpan', 'Cyrl', 'Cyrl', 'Grek', 'Latn']);
});

test('an element in a hole stays an element, wherever the translation has it', () => {
  const bold = document.createElement('b');
  within({ 'Your note: {text}': '{text} – yours' }, () =>
    same(rich('Your note: {text}', { text: bold }).indexOf(bold), 1));
});

test('a number chooses the form of its plural', () => {
  const say = (n) => plural(n, '{n} pin set', '{n} pins set');
  same([1, 2, 0].map(say), ['1 pin set', '2 pins set', '0 pins set']);
  within({ '{n} pins set': { one: 'un', other: '{n} pines' } }, () =>
    same([1, 2].map(say), ['un', '2 pines']));
});

test('each catalogue has the forms of plurals that CLDR has for its language', () => {
  same(Object.keys(catalogues).toSorted(), Object.keys(languages).filter((each) => each !== 'en')
    .toSorted());
  for (const [language, words] of Object.entries(catalogues)) {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const forms of Object.values(words).filter((each) => typeof each === 'object'))
      same(Object.keys(forms).toSorted(), pluralCategories.toSorted());
  }
});

test('a failure is worded by its code; what the service says of it is kept beside', () => {
  const said = new Problem({ code: 'noRoute', detail: 'No road for cars leads from A to B.' });
  same([said.message, said.detail], ['No road leads from one place to the other.',
    'No road for cars leads from A to B.']);
  same(new Problem({ code: 'newer', detail: 'Disk full.' }).message, 'Something went wrong.');
});

test('the geocoder is asked for names in the language of the page', async () => {
  const { fetch } = window;
  const bodies = [];
  window.fetch = async (_, { body }) => {
    bodies.push(body);
    return new Response('{}');
  };
  try {
    await call('geocoder.suggest', { text: 'a' });
    await call('planner.map');
  } finally {
    window.fetch = fetch;
  }
  same(bodies, ['{"language":"en","text":"a"}', '{}']);
});

test('a time of another day fits behind the words before it', () => {
  const time = '2026-11-21T08:15:00+02:00';
  const said = (catalogue) => {
    let text;
    within(catalogue, () => {
      text = t('leave by {time}', { time: clockAndDay(time, '2026-11-18') });
    });
    return text;
  };
  // Days are named in the language of the browser here: only their place is looked at.
  same([es, pt, ru, fi].map(said), ['salir antes de las 08:15 del Saturday',
    'sair até às 08:15 de Saturday', 'выезд до 08:15 (Saturday)',
    'lähde viimeistään Saturday klo 08:15']);
  same([unitWord('meter'), unitWord('mile')], ['m', 'mi']);
});

test('a cuisine has its words, and none that nobody can read', () => {
  same(cuisineWords('italian;steak_house'), 'Italian, steak house');
  same([cuisineWords('buschenschank;pizza'), cuisineWords('yum')], ['pizza', '']);
  within(ja, () => same(cuisineWords('chinese; tex-mex'), '中華料理、テクス・メクス'));
});

test('opening hours in words join the days that are alike, and leave out those without', () => {
  same(weekWords('Mo-Fr 08:00-18:00; Sa 09:00-12:00,13:00-17:00; PH off'),
    'Mon–Fri 08:00–18:00, Sat 09:00–12:00, 13:00–17:00');
  same(weekWords('24/7'), 'Mon–Sun all day');
  same(weekWords('Tu 10:00-12:00'), 'Tue 10:00–12:00');
  same(weekWords('sunrise-sunset'), 'sunrise-sunset');
});

test('a week begins on the day of its country', () => {
  same(['en-US', 'de-DE', 'ja-JP', 'fr-FR'].map((tag) => firstDay(tag)), [6, 0, 6, 0]);
});

test('what the planner assumes is worded with its number', () => {
  const words = { 'a straight line at {n} km/h': 'Luftlinie, {n} km/h' };
  within(words, () => {
    const assumption = { kind: 'assumption', detail: 'a straight line at 5.5 km/h' };
    const at = (time) => `2026-11-21T${time}-08:00`;
    const [table] = ledger({ profile: 'car', names: ['A', 'B'], walks: [], deadline: at('09:00:00'),
      legs: [{ name: '', distanceMeters: 100 }],
      schedule: { leave: at('08:00:00'), arrive: at('08:10:00'), stops: [] },
      sourceRows: [{ kind: 'drive', sources: [assumption] }] });
    same(table.textContent.includes('Luftlinie, 5.5 km/h'), true);
  });
});

test('durations are joined as the language does', () => {
  within(ja, () => same(minutes(125), '2時間5分'));
  within(ru, () => same(minutes(125), '2\u00A0ч\u00A05\u00A0мин'));
});

test('the clock has twelve or twenty-four hours, everywhere', () => {
  const time = '2026-11-21T20:55:07-08:00';
  const all = () => [clock(time), exactClock(time), shopClock('26:30'), weekOf('Mo 09:00-17:30')[0]]
    .map((text) => text.replaceAll(/\s/g, ' '));
  choose({ clock: '12' });
  same(all(), ['8:55 pm', '8:55:07 pm', '2:30 am', '9:00 am–5:30 pm']);
  choose({ clock: '24' });
  same(all(), ['20:55', '20:55:07', '02:30', '09:00–17:30']);
  choose({ clock: '' });
});
