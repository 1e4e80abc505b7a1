// The service worker, asked as a browser asks it.
import '../../Services/WebGateway/Page/offline/sw.js';
import { same, test } from './checks.js';

/** The text that the worker answers with; `undefined` where it leaves a request to the browser. */
async function answered(path, request = { method: 'GET', mode: 'navigate' }) {
  const kept = [];
  let reply;
  window.dispatchEvent(Object.assign(new Event('fetch'), {
    request: { url: new URL(path, location.origin).href, ...request },
    respondWith: (promise) => { reply = promise; },
    waitUntil: (promise) => kept.push(promise),
  }));
  const text = await (await reply)?.text();
  await Promise.all(kept);
  return text;
}

test('without a network the page is what came as HTML under its own paths', async () => {
  const { fetch } = window;
  const cache = await caches.open('quickbrew-page');
  const old = await cache.match('/');
  const replies = (text, type, status = 200) => {
    window.fetch = () => Promise.resolve(new Response(text,
      { status, headers: { 'Content-Type': type } }));
  };
  try {
    replies('the page', 'text/html; charset=utf-8');
    same(await answered('/commute?to=x'), 'the page');
    // What a person visits besides, and what a proxy answers in the page's place.
    replies('another document', 'text/html');
    same(await answered('/api'), 'another document');
    replies('[]', 'application/json');
    for (const path of ['/v1/venue-store/categories', '/']) same(await answered(path), '[]');
    replies('an error', 'text/html', 502);
    same(await answered('/'), 'an error');
    window.fetch = () => Promise.reject(new TypeError('no network'));
    for (const path of ['/', '/commute', '/pins?board=x']) same(await answered(path), 'the page');
    for (const path of ['/api', '/v1/venue-store/categories']) {
      same(await answered(path).catch(() => 'nothing'), 'nothing');
    }
    same(await answered('/', { method: 'POST', mode: 'navigate' }), undefined);
    same(await answered('https://elsewhere.example/'), undefined);
  } finally {
    window.fetch = fetch;
    await (old ? cache.put('/', old) : cache.delete('/'));
  }
});
