// The service worker: keeps the page and the visited map for when the stack does not answer.
//
// The page comes from the network, and from the cache when that fails or is slow, so that a new
// release is seen at the next load. Its script and style never change under their address, nor do
// tiles, so they come from the cache first. Answers of operations are kept by the page.

/** @type {any} The types of the worker's own are not in the library for pages. */
const worker = self;

const pageCache = 'quickbrew-page';
const mapCache = 'quickbrew-map';
const patienceMilliseconds = 3000;
const maximumMapFiles = 6000;
const trimEvery = 200;

/** The paths of the page. What else a person visits, such as an operation, is not the page. */
const pages = ['/', '/commute', '/explore', '/pins', '/system', '/breweries', '/campus', '/cafes'];

let stored = 0;

/** Whether a path has the fingerprint of what it leads to. */
const isFixed = (path) => /^\/page\/[0-9a-f]{16}\//.test(path);

/** Removes the files of other releases: those whose path `isOld`. */
async function drop(cache, isOld) {
  const old = (await cache.keys()).filter(({ url }) => isOld(new URL(url).pathname));
  await Promise.all(old.map((each) => cache.delete(each)));
}

/** Every file that the page names, and none of an older release. */
async function precache() {
  const cache = await caches.open(pageCache);
  const index = await fetch('/', { cache: 'no-cache' });
  const text = await index.clone().text();
  await cache.put('/', index);
  const addresses = [...text.matchAll(/(?:href|src)="(\/(?:page|vendor|manifest)[^"]*)"/g)].map(([,
    address]) => address);
  const also = ['maplibre-gl.js', 'maplibre-gl.css', 'maplibre-gl-csp-worker.js'].map((name) =>
    `/vendor/${name}`);
  await Promise.all([...new Set([...addresses, ...also])].map(async (address) => {
    // What is not installed is not kept; nothing else depends on it. What the browser has just
    // loaded is not loaded again.
    const reply = await fetch(address, { cache: isFixed(address) ? 'default' : 'no-cache' })
      .catch(() => undefined);
    if (reply?.ok) await cache.put(address, reply);
  }));
  await drop(cache, (path) => path.startsWith('/page/') && !addresses.includes(path));
  const styles = ['light', 'dark'].map((theme) => `/map/style.json?theme=${theme}`);
  const map = await caches.open(mapCache);
  await Promise.all(styles.map((style) => map.add(style).catch(() => {})));
}

async function trim(cache) {
  const keys = await cache.keys();
  const excess = keys.length - maximumMapFiles;
  await Promise.all(keys.slice(0, Math.max(0, excess)).map((key) => cache.delete(key)));
}

async function keep(name, request, reply) {
  if (!reply.ok && reply.status !== 204) return;
  if (request === '/' && !reply.headers.get('Content-Type')?.startsWith('text/html')) return;
  const cache = await caches.open(name);
  await cache.put(request, reply);
  stored += 1;
  if (name === mapCache && stored % trimEvery === 0) await trim(cache);
  const { pathname } = new URL(request.url ?? request, location.origin);
  const folder = isFixed(pathname) && pathname.slice(0, pathname.lastIndexOf('/') + 1);
  if (name === pageCache && folder) await drop(cache, (path) => isFixed(path)
    && !path.startsWith(folder));
}

/** What the browser has asked for while it started this worker; else from the network. */
async function fetched(event) {
  return await event.preloadResponse ?? fetch(event.request);
}

/** From the network; from the cache if that fails or takes long. */
async function networkFirst(event, name, key) {
  const network = fetched(event).then((reply) => {
    event.waitUntil(keep(name, key, reply.clone()));
    return reply;
  });
  const slow = new Promise((resolve) => { setTimeout(resolve, patienceMilliseconds); });
  const quick = await Promise.race([network.catch(() => undefined), slow]);
  if (quick) return quick;
  return await caches.match(key, { ignoreVary: true }) ?? network;
}

async function cacheFirst(event, name) {
  // A browser that cannot open its storage still has the network.
  const known = await caches.match(event.request, { ignoreVary: true }).catch(() => undefined);
  if (known) return known;
  const reply = await fetch(event.request);
  event.waitUntil(keep(name, event.request, reply.clone()));
  return reply;
}

worker.addEventListener('install', (event) => {
  worker.skipWaiting();
  event.waitUntil(precache());
});

worker.addEventListener('activate', (event) => event.waitUntil(Promise.all([
  worker.clients.claim(), worker.registration.navigationPreload?.enable(),
])));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    event.respondWith(pages.includes(url.pathname) ? networkFirst(event, pageCache, '/')
      : fetched(event));
  } else if (url.pathname === '/map/style.json') event.respondWith(networkFirst(event, mapCache,
    request));
  else if (url.pathname.startsWith('/map/')) event.respondWith(cacheFirst(event, mapCache));
  else if (isFixed(url.pathname)) event.respondWith(cacheFirst(event, pageCache));
  else if (/^\/(page|vendor)\/|^\/manifest/.test(url.pathname))
    event.respondWith(networkFirst(event, pageCache, request));
});
