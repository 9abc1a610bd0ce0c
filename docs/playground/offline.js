// SPDX-License-Identifier: Apache-2.0
// The site's service worker, registered when a reader first opens an editor. It stores everything that was loaded, for use
// without a network. With a network, everything comes from the site, so a new version is seen at once.
const kStore = 'workbook-pages';

async function keep(request, response) {
  const store = await caches.open(kStore);
  await store.put(request, response).catch(() => {});  // the storage can be full
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const {request} = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  event.respondWith(fetch(request).then(
    (response) => {
      if (response.ok) event.waitUntil(keep(request, response.clone()));
      return response;
    },
    async () => (await caches.match(request, {cacheName: kStore, ignoreSearch: true})) ?? Response.error()));
});
// What a page had loaded before this worker was active: a list of addresses.
self.addEventListener('message', (event) => event.waitUntil(Promise.all(event.data.map(async (address) => {
  const response = await fetch(address).catch(() => null);
  if (response?.ok) await keep(address, response);
}))));
