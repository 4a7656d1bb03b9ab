// Tests of a page in trouble: scripts, storage, workers, caches and connections that fail, and addresses that make no
// sense.

import assert from 'node:assert/strict';
import { MOONS, browser, done, open, server, shown } from './chromium.mjs';
import { CSV, broken, hash, moons, says, serve } from './driver.mjs';

const { base } = server;

/** Loads an address into a frame with this `sandbox`; gives back the frame. */
async function framed(address, sandbox) {
  const page = await browser.newPage();
  await page.setContent(`<iframe sandbox="${sandbox}" src="${address}" width="900" height="600"></iframe>`);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await frame.waitForSelector('#shown', { state: 'attached' });
  return Object.assign(frame, { screenshot: options => page.screenshot(options), complaints: [], end: () => page.close() });
}

/** Drops a file on the picture. */
export const drop = (page, name, text) => page.evaluate(([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
  document.getElementById('picture').dispatchEvent(event);
}, [name, text]);

export const robust = {
  async 'a page that cannot load its scripts says why'() {
    const page = await browser.newPage();
    await page.goto(new URL('../target/web/index.html', import.meta.url).href);
    await says(page, /needs a web server/, 20_000, '#sentence');
    await page.close();
    const frame = await framed(base, 'allow-scripts');
    await says(frame, /frame around this page/, 20_000, '#sentence');
    await frame.end();
    // Twice: it is tried once more.
    server.rules.set('turns.js', answer => answer.writeHead(503).end());
    const again = await shown('#' + MOONS, /moons/i);
    await again.context().close();
  },

  async 'a frame without workers and storage computes in place'() {
    const open = serve();
    open.headers = { 'Access-Control-Allow-Origin': '*' };
    const frame = await framed(`${open.base}#${moons(400)},solver='dense'`, 'allow-scripts');
    await says(frame, /starts no helper/);
    await says(frame, /n 400.*exact/);
    await frame.end();
    open.close();
  },

  async 'a connection that breaks is tried once more'() {
    server.rules.set('kpca-explorer.wasm', broken);
    const page = await shown('#' + MOONS, /moons/i);
    await page.context().close();
  },

  async 'a first visit downloads the program once, and the next none'() {
    const before = server.asked.get('kpca-explorer.wasm') ?? 0;
    const page = await shown('#' + MOONS, /moons/i);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await says(page, /moons/i);
    assert.equal(server.asked.get('kpca-explorer.wasm') - before, 1);
    await done(page);
  },

  async 'an update under max-age works without a connection'() {
    const host = serve();
    host.headers = { 'Cache-Control': 'max-age=3600' };
    const context = await browser.newContext();
    const page = await context.newPage();
    // The browser knows the older page from a visit.
    host.rules.set('lecture.html', answer => answer.writeHead(200, { 'Content-Type': 'text/html' }).end());
    await page.goto(`${host.base}lecture.html`);
    const older = await page.evaluate(async () => (await fetch('./')).text());
    const [version] = older.match(/(?<=page\.js\?)\w+/);
    host.alter = (bytes, name) => (/\.(html|js)$/.test(name)
      ? Buffer.from(bytes.toString().replaceAll(version, 'abcdefabcdef')) : bytes);
    await page.goto(`${host.base}?theme=light`);
    await says(page, /./);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.goto(host.base);
    await says(page, /./);
    assert.match(await page.content(), /page\.js\?abcdefabcdef/);
    await context.close();
    host.close();
  },

  async 'a browser that keeps nothing shows everything'() {
    for (const before of [
      () => {
        const refuse = () => { throw new DOMException('refused', 'SecurityError'); };
        for (const name of ['localStorage', 'caches', 'indexedDB']) Object.defineProperty(globalThis, name, { get: refuse });
        Object.defineProperty(navigator, 'serviceWorker', { get: refuse });
      },
      () => {
        IDBFactory.prototype.open = () => ({});
        CacheStorage.prototype.open = () => new Promise(() => {});
        Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
      },
    ]) {
      const page = await shown('#' + MOONS, /moons/i, { before });
      await drop(page, 'dropped.csv', CSV);
      await says(page, /dropped\.csv is gone once this page is closed/);
      await says(page, /^dropped\.csv ·/);
      await done(page);
    }
  },

  async 'a helper that does not load is done without'() {
    const page = await shown('#' + moons(300), /exact/, { before: () => {
      const { Worker } = globalThis;
      globalThis.Worker = function (_, options) { return new Worker('missing.js', options); };
    } });
    await page.evaluate(line => { location.hash = line; }, moons(400) + ",solver='dense'");
    await says(page, /starts no helper/);
    await says(page, /n 400.*exact/);
    await page.context().close();
  },

  async 'starting anew forgets what this program keeps, and nothing else'() {
    const page = await shown('#' + MOONS, /moons/i);
    await drop(page, 'dropped.csv', CSV);
    await says(page, /dropped/);
    await page.evaluate(() => {
      localStorage.setItem('notes', 'mine');
      localStorage.setItem('/kpca-explorer/settings.toml', 'zoom = 2.0');
      return new Promise(end => { indexedDB.open('others', 1).onsuccess = end; });
    });
    await page.evaluate(() => globalThis.fail('A test ends the page.'));
    // Not any navigation: the address that follows the setup is one.
    await Promise.all([page.waitForEvent('load'), page.click('#anew')]);
    await says(page, /./);
    const kept = await page.evaluate(async () => ({
      notes: localStorage.getItem('notes'),
      zoom: localStorage.getItem('/kpca-explorer/settings.toml')?.includes('zoom = 2') ?? false,
      others: (await indexedDB.databases()).some(it => it.name === 'others'),
    }));
    assert.deepEqual(kept, { notes: 'mine', zoom: false, others: true });
    await page.context().close();
  },

  async 'an address that makes no sense is a remark beside the picture'() {
    for (const [address, pattern] of [
      ['?data=http://[', /names no file/],
      ['?data=%25E0%25A4%25A', /could not be read: the server says 404/],
      ['?lesson=nope', /no lesson “nope”; there are .*kernel-trick/],
      ['?panels=kpca,nope', /no panel “nope”/],
      ['#version=1&table=x:!', /cut or damaged/],
    ]) {
      const page = await shown(address, pattern);
      await says(page, /moons/i);
      await page.context().close();
    }
    // Off is off: the address follows the picture.
    const page = await open('?embed=0&present=false');
    await says(page, /moons/i);
    await page.waitForFunction(() => location.hash !== '');
    assert.match(await hash(page), /^version=1/);
    await done(page);
  },
};
