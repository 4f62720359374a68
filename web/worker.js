// SPDX-License-Identifier: MIT
// The service worker: the page's own files from the server when it is there, else as they were last
// seen, so that the app opens and says that the server is away.

const KEPT = 'tengen-files';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  event.respondWith(answer(event.request));
});

async function answer(request) {
  const kept = await caches.open(KEPT);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await kept.put(request, fresh.clone());
    return fresh;
  } catch (lost) {
    const old = await kept.match(request, { ignoreSearch: true });
    if (old) return old;
    throw lost;
  }
}
