// The service worker: keeps the page and the visited map for when the stack does not answer.
//
// The page's files come from the network, and from the cache when that fails or is slow, so that a
// new release is seen at the next load. Tiles never change under their address (it has the map's
// fingerprint), so they come from the cache first. Answers of operations are kept by the page.

const pageCache = 'quickbrew-page';
const mapCache = 'quickbrew-map';
const patienceMilliseconds = 3000;
const maximumMapFiles = 6000;
const trimEvery = 200;

let stored = 0;

/** Every file that the page names: its index lists all modules and styles. */
async function precache() {
  const cache = await caches.open(pageCache);
  const index = await fetch('/', { cache: 'no-cache' });
  const text = await index.clone().text();
  await cache.put('/', index);
  const addresses = [...text.matchAll(/(?:href|src)="(\/(?:page|vendor|manifest)[^"]*)"/g)].map(([, address]) => address);
  const also = ['/vendor/maplibre-gl.js', '/vendor/maplibre-gl-csp-worker.js', '/vendor/leaflet.js'];
  await Promise.all([...new Set([...addresses, ...also])].map(async (address) => {
    // What is not installed is not kept; nothing else depends on it.
    const reply = await fetch(address, { cache: 'no-cache' }).catch(() => undefined);
    if (reply?.ok) await cache.put(address, reply);
  }));
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
  const cache = await caches.open(name);
  await cache.put(request, reply);
  stored += 1;
  if (name === mapCache && stored % trimEvery === 0) await trim(cache);
}

/** From the network; from the cache if that fails or takes long. */
async function networkFirst(event, name, key) {
  const network = fetch(event.request).then((reply) => {
    event.waitUntil(keep(name, key, reply.clone()));
    return reply;
  });
  const slow = new Promise((resolve) => { setTimeout(resolve, patienceMilliseconds); });
  const quick = await Promise.race([network.catch(() => undefined), slow]);
  if (quick) return quick;
  return await caches.match(key, { ignoreVary: true }) ?? network;
}

async function cacheFirst(event) {
  // A browser that cannot open its storage still has the network.
  const known = await caches.match(event.request, { ignoreVary: true }).catch(() => undefined);
  if (known) return known;
  const reply = await fetch(event.request);
  event.waitUntil(keep(mapCache, event.request, reply.clone()));
  return reply;
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(precache());
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(networkFirst(event, pageCache, '/'));
  else if (url.pathname === '/map/style.json') event.respondWith(networkFirst(event, mapCache, request));
  else if (url.pathname.startsWith('/map/')) event.respondWith(cacheFirst(event));
  else if (/^\/(page|vendor)\/|^\/manifest/.test(url.pathname)) event.respondWith(networkFirst(event, pageCache, request));
});
