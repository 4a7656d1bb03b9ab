// Keeps the page for use without a connection. A cache is named by the place of the page, which may stand twice on a
// host, and by the version, so that no visit mixes two.

const PLACE = new URL('./', location.href).href;
const CACHE = `kpca-explorer ${PLACE} @VERSION@`;
const PAGES = ['./', 'lecture.html'];
const FILES = ['page', 'address', 'around', 'files', 'given', 'helpers', 'input', 'mirror', 'news', 'program', 'turns', 'kpca-explorer', 'matrices']
  .map(name => `${name}.js?@VERSION@`).concat('kpca-explorer.wasm?@VERSION@');
const PICTURES = ['manifest.webmanifest', 'icon.svg', 'icon-192.png', 'icon-512.png'];

async function fill() {
  const cache = await caches.open(CACHE);
  // Names without a version may be known from an older page.
  const newest = [...PAGES, ...PICTURES].map(name => new Request(name, { cache: 'reload' }));
  const has = await Promise.all(FILES.map(name => cache.match(name)));
  await cache.addAll([...newest, ...FILES.filter((_, i) => !has[i])]);
}

addEventListener('install', event => {
  skipWaiting();
  event.waitUntil(fill());
});

addEventListener('activate', event => {
  const others = names => names.filter(name => name.startsWith(`kpca-explorer ${PLACE} `) && name !== CACHE);
  event.waitUntil(caches.keys()
    .then(names => Promise.all(others(names).map(name => caches.delete(name))))
    .then(() => clients.claim()));
});

/** The newest page where there is a connection, which names the files of its own version; else that of the cache. */
async function page(request) {
  try {
    return await fetch(request.url, { cache: 'no-cache', redirect: 'manual' });
  } catch {
    const { pathname } = new URL(request.url);
    const name = pathname.endsWith('/index.html') ? './' : request.url;
    const known = await (await caches.open(CACHE)).match(name, { ignoreSearch: true });
    return known ?? Response.error();
  }
}

addEventListener('fetch', event => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    event.respondWith(page(request));
    return;
  }
  event.respondWith(caches.open(CACHE).then(cache => cache.match(request)).then(known => known ?? fetch(request)));
});
