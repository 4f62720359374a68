// SPDX-License-Identifier: MIT
// The service worker: the page's own files from the server when it is there, else as they were last
// seen, so that the app opens and says that the server is away. The page tells, once it stands, what it
// was loaded from: a first visit comes by before there is a worker to see it.

const KEPT = 'tengen-files';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => event.waitUntil(keep(event.data.keep || [])));
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  event.respondWith(answer(event.request));
});

async function keep(addresses) {
  const kept = await caches.open(KEPT);
  await Promise.all(addresses.map(async (address) => {
    try {
      const fresh = await fetch(address);
      if (fresh.ok) await kept.put(new URL(address, self.location).href, fresh);
    } catch {
      // the next visit brings it
    }
  }));
}

async function answer(request) {
  const kept = await caches.open(KEPT);
  let fresh, lost;
  try {
    fresh = await fetch(request);
    if (fresh.ok) await kept.put(request, fresh.clone());
  } catch (why) {
    lost = why;
  }
  if (fresh && fresh.status < 500) return fresh;
  const old = await kept.match(request, { ignoreSearch: true });
  if (old) return old;
  if (lost) throw lost;
  return fresh;
}
