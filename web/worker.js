// Keeps the page for use without a connection. The cache is named by the version, so that no visit mixes two.

const CACHE = 'kpca-explorer @VERSION@';
const FILES = ['./', 'page.js?@VERSION@', 'kpca-explorer.js?@VERSION@', 'kpca-explorer.wasm?@VERSION@',
  'matrices.js?@VERSION@', 'manifest.webmanifest', 'icon.svg', 'icon-192.png', 'icon-512.png'];

addEventListener('install', event => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES)));
});

addEventListener('activate', event => {
  const others = names => names.filter(name => name.startsWith('kpca-explorer ') && name !== CACHE);
  event.waitUntil(caches.keys()
    .then(names => Promise.all(others(names).map(name => caches.delete(name))))
    .then(() => clients.claim()));
});

addEventListener('fetch', event => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    // The newest page where there is a connection; it names the files of its own version.
    event.respondWith(fetch(request).catch(() => caches.match('./', { ignoreSearch: true })));
    return;
  }
  event.respondWith(caches.match(request).then(known => known ?? fetch(request)));
});
