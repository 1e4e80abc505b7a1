// What the browser keeps for itself: small things in `localStorage`, and IndexedDB as a few tables
// of keys and values.

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

const name = 'quickbrew';
const version = 1;
/** `answers`: the last reply to each question; the others by what they hold. */
const tables = ['answers', 'venues', 'favourites', 'areas', 'events'];

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
  remove: (key) => run(table, 'readwrite', (rows) => rows.delete(key)).catch(() => {}),
  clear: () => run(table, 'readwrite', (rows) => rows.clear()).catch(() => {}),
  putAll: (pairs) => run(table, 'readwrite', (rows) => {
    for (const [key, value] of pairs) rows.put(value, key);
  }).catch(() => {}),
});
