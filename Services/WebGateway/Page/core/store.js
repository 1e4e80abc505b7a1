// What the browser keeps for itself: small things in `localStorage`, what somebody has chosen among
// them (language, clock, units of length, theme), and IndexedDB as a few tables of keys and values.

/** What is kept as JSON under a key of `localStorage`; `undefined` for nothing that can be read. */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value under a key of `localStorage`. */
export const keep = (key, value) => localStorage.setItem(key, JSON.stringify(value));

/** A choice that is empty is the usual one. */
const settingsKey = 'quickbrew.settings';

/**
 * The choice of a `theme` ("light", "dark"), of `units` ("metric", "imperial"), of a `clock` ("12",
 * "24"), or of a `language`; else ''.
 */
export const setting = (name) => kept(settingsKey)?.[name] ?? '';

/** Keeps choices, and fires such as `themechange` for those that are others than before. */
export function choose(choices) {
  const changed = Object.keys(choices).filter((name) => setting(name) !== choices[name]);
  keep(settingsKey, { ...kept(settingsKey), ...choices });
  for (const name of changed) window.dispatchEvent(new Event(`${name}change`));
}

/**
 * Whether lengths are in miles and feet: as chosen, else as where the browser's language is.
 * Source: Unicode CLDR, `unitPreferenceData`, usage "road".
 */
export const hasMiles = () => (setting('units') ? setting('units') === 'imperial'
  : ['US', 'GB', 'LR', 'MM'].includes(navigator.language.split('-')[1]));

const name = 'quickbrew';
const version = 1;
/** `answers`: the last reply to each question; the others by what they hold. */
const tables = ['answers', 'venues', 'favourites', 'events'];

let opening;

function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      for (const table of tables) request.result.createObjectStore(table);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

async function run(table, mode, body) {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(table, mode);
    const request = body(transaction.objectStore(table));
    transaction.oncomplete = () => resolve(request?.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

/**
 * A table. Private windows may refuse to keep anything: then reads find nothing, writes do nothing.
 */
export const store = (table) => ({
  get: (key) => run(table, 'readonly', (rows) => rows.get(key)).catch(() => undefined),
  all: () => run(table, 'readonly', (rows) => rows.getAll()).then((rows) => rows ?? [], () => []),
  put: (key, value) => run(table, 'readwrite', (rows) => rows.put(value, key)).catch(() => {}),
  putAll: (pairs) => run(table, 'readwrite', (rows) => {
    for (const [key, value] of pairs) rows.put(value, key);
  }).catch(() => {}),
});
