// Drives the page in a real browser as people use it: `node web/drive.mjs [FOLDER OF PICTURES [PART OF A TEST'S
// NAME]]`, after web/build and `web/build parity`.
//
// The canvas is opaque to the driver; the page's live region says what is shown, and the address what the setup is.
// MINUTES says for how long γ is dragged while memory is watched: one, unless it says more.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { MOONS, begun, browser, changes, choose, command, done, fingers, open, picture, rested, save, server, shown }
  from './chromium.mjs';
import { CSV, GAMMA, SIZE, drag, hash, moons, moved, pictures, says, summary, tell, test, told, wasm } from './driver.mjs';
import { embedded } from './embedded.mjs';
import { everyone } from './everyone.mjs';
import { robust } from './robust.mjs';

const { base } = server;

const looks = {
  async 'sizes over the wire'() {
    const bytes = wasm();
    const millions = count => `${(count / 1e6).toFixed(2)} MB`;
    const gzip = gzipSync(bytes, { level: 9 }).length;
    tell(`wasm ${millions(bytes.length)}, gzip -9 ${millions(gzip)}`);
    // Of the page that is published; it takes half a minute.
    if (process.env.WEB_PROFILE) return;
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
    tell(`brotli -q11 ${millions(brotli)}`);
    assert.ok(brotli < 4.4e6 && gzip < 6.4e6);
  },

  async 'the first picture'() {
    const page = await shown('#' + MOONS, /moons/i);
    tell(`first exact picture said after ${(await page.evaluate(() => performance.now()) / 1000).toFixed(2)} s`);
    await rested(page);
    assert.ok((await picture(page, 'first')).length > 40_000);
    await done(page);
  },

  async 'dark'() {
    const page = await shown('?theme=dark#' + MOONS, /moons/i);
    await rested(page);
    await picture(page, 'dark');
    await done(page);
  },

  async 'a lesson, a presentation, an embedded picture'() {
    for (const [address, name] of [['?lesson=kernel-trick', 'lesson'], ['?present#' + MOONS, 'present'],
      ['?embed#' + MOONS, 'embed']]) {
      const page = await shown(address, /./);
      await rested(page);
      await picture(page, name);
      await done(page);
    }
  },

  async 'a step of a lesson by its key'() {
    const page = await shown('?lesson=kernel-trick', /./);
    await rested(page);
    assert.ok(await changes(page, 'lesson-next', () => page.keyboard.press('PageDown')));
    await done(page);
  },
};

const addresses = {
  async 'a drag of γ is in the address, and back and forward step through it'() {
    const page = await shown('#' + MOONS, /moons/i);
    await rested(page);
    const before = await hash(page);
    tell(`drag at n = 500: ${JSON.stringify(await drag(page, GAMMA))}`);
    const after = await moved(page, before);
    assert.match(after, /kernel\.gamma=/);
    await page.goBack();
    await page.waitForTimeout(1000);
    assert.equal(await hash(page), before);
    await page.goForward();
    await page.waitForTimeout(1000);
    assert.equal(await hash(page), after);
    await page.reload();
    await says(page, /moons/i);
    assert.equal(await hash(page), after);
    await done(page);
    const large = await shown('#' + moons(2000), /2000/);
    await rested(large);
    tell(`drag at n = 2000: ${JSON.stringify(await drag(large, GAMMA))}`);
    await done(large);
  },

  async 'a link with single quotes, and its copy'() {
    const address = "#version=1,kernel.kind='poly',kernel.degree=2";
    const context = await browser.newContext({ viewport: SIZE, permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await shown(address, /poly/i, { context });
    await rested(page);
    await command(page, 'Copy link');
    await says(page, /Link copied/);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.startsWith(base + '#version=1,'), link);
    assert.match(link, /kernel\.kind='poly'/);
    assert.doesNotMatch(link, /%22|%20/);
    const other = await shown(link.slice(base.length), /poly/i);
    await done(other);
    await done(page);
  },

  async 'a line that makes no sense is said'() {
    await (await shown('#version=1,kernel.gamma=-1', /gamma must be a positive number/)).context().close();
  },
};

const files = {
  async 'a CSV by the dialog, after a reload, and by ?data='() {
    const page = await shown('', /./);
    await choose(page, 'own.csv', CSV);
    await says(page, /own/);
    await page.waitForTimeout(1500);
    await page.reload();
    await says(page, /own/);
    await done(page);
    await done(await shown('?data=table.csv', /table/));
  },

  async 'a CSV that is dropped'() {
    const page = await shown('', /./);
    await page.evaluate(text => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.csv'));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
        document.getElementById('picture').dispatchEvent(event);
      }
    }, CSV);
    await says(page, /dropped/);
    await done(page);
  },

  async 'a table that is pasted'() {
    const context = await browser.newContext({ viewport: SIZE, permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await shown('', /./, { context });
    await page.evaluate(text => navigator.clipboard.writeText(text), CSV.replaceAll(',', '\t'));
    await page.mouse.click(900, 300);
    await page.keyboard.press('Control+v');
    await says(page, /pasted/);
    await done(page);
  },

  async 'a bad file is one sentence, and nothing is lost'() {
    const page = await shown('', /./);
    // The address follows the picture after a while.
    await page.waitForFunction(() => location.hash !== '');
    const before = await hash(page);
    await choose(page, 'bad.csv', 'a,b\nx,y\nz,w\n');
    const said = await says(page, /bad\.csv/);
    tell(`a bad file: ${said}`);
    assert.ok(!said.includes('\n'));
    // Long enough for an address that would follow.
    await page.waitForTimeout(1500);
    assert.equal(await hash(page), before);
    await done(page);
  },

  async 'a picture in the clipboard'() {
    const context = await browser.newContext({ viewport: SIZE, permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await shown('#' + MOONS, /moons/i, { context });
    await rested(page);
    await page.keyboard.press('Control+Shift+C');
    await says(page, /copied/i);
    await page.waitForFunction(async () => {
      const items = await navigator.clipboard.read();
      return items.some(item => item.types.includes('image/png'));
    }, null, { timeout: 20_000, polling: 500 });
    await done(page);
  },

  async 'figures as PNG, SVG and PDF'() {
    const page = await shown('#' + MOONS, /moons/i);
    await rested(page);
    const all = {};
    for (const kind of ['png', 'svg', 'pdf']) {
      const { name, bytes } = await save(page, `figure.${kind}`);
      assert.equal(name, `figure.${kind}`);
      writeFileSync(join(pictures, name), bytes);
      all[kind] = bytes;
    }
    assert.equal(all.png.subarray(1, 4).toString(), 'PNG');
    assert.ok(all.png.readUInt32BE(16) > 1000, 'a figure is more than a thousand pixels wide');
    const texts = await page.evaluate(svg => {
      const figure = new DOMParser().parseFromString(svg, 'image/svg+xml');
      return figure.querySelector('parsererror') ? [] : [...figure.querySelectorAll('text')].map(it => it.textContent);
    }, all.svg.toString());
    assert.ok(texts.some(text => text.includes('Kernel PCA')), texts.join(' | '));
    assert.ok(all.pdf.subarray(0, 5).toString() === '%PDF-' && all.pdf.subarray(-8).includes('%%EOF'));
    await done(page);
  },
};

const hands = {
  async 'keys that a browser takes: F5 presents, Ctrl K, Ctrl E and Ctrl + are ours'() {
    const page = await shown('#' + MOONS, /moons/i);
    await rested(page);
    await page.evaluate(() => { globalThis.same = true; });
    const full = wanted => page.waitForFunction(wanted => Boolean(document.fullscreenElement) === wanted, wanted);
    await page.keyboard.press('F5');
    await full(true);
    await rested(page);
    await picture(page, 'full');
    await page.keyboard.press('Escape');
    await full(false);
    for (const key of ['Control+k', 'Escape', 'Control+e', 'Escape', 'Control++', 'Control+0']) {
      assert.ok(await changes(page, 'keys', () => page.keyboard.press(key)), key);
      await page.waitForTimeout(500);
    }
    assert.ok(await page.evaluate(() => globalThis.same && devicePixelRatio === 1), 'neither reloaded nor zoomed');
    await done(page);
  },

  async 'an unsaved lesson is asked about'() {
    const page = await shown('#' + MOONS, /moons/i);
    await rested(page);
    await command(page, 'New lesson');
    await rested(page);
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.accept();
    assert.deepEqual(page.complaints, []);
  },

  async 'fingers on a phone: one panel, γ below it, pinch and long press'() {
    const page = await shown('#' + MOONS, /moons/i, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await rested(page);
    await picture(page, 'phone');
    const touch = await fingers(page);
    const before = await hash(page);
    const y = await page.evaluate(() => {
      const slider = document.querySelector('#mirror [type=range][aria-label="γ"]').getBoundingClientRect();
      return slider.y + slider.height / 2;
    });
    await touch('touchStart', [120, y]);
    for (let x = 120; x <= 200; x += 8) {
      await touch('touchMove', [x, y]);
      await page.waitForTimeout(40);
    }
    await touch('touchEnd');
    assert.match(await moved(page, before), /kernel\.gamma=/);
    assert.ok(await changes(page, 'phone-pinched', async () => {
      await touch('touchStart', [180, 400], [220, 400]);
      for (let by = 0; by <= 80; by += 8) {
        await touch('touchMove', [180 - by, 400], [220 + by, 400]);
        await page.waitForTimeout(40);
      }
      await touch('touchEnd');
    }), 'pinch');
    await rested(page);
    assert.ok(await changes(page, 'phone-menu', async () => {
      await touch('touchStart', [200, 400]);
      await page.waitForTimeout(1200);
      await touch('touchEnd');
    }), 'long press');
    await done(page);
  },

  async 'a tablet and a phone, dark, with a lesson'() {
    for (const [name, address, viewport] of [['tablet', '#' + MOONS, { width: 820, height: 1180 }],
      ['phone-dark', '?theme=dark#' + MOONS, { width: 390, height: 844 }],
      ['phone-lesson', '?lesson=kernel-trick', { width: 390, height: 844 }]]) {
      const page = await shown(address, /./, { viewport, hasTouch: true, isMobile: true });
      await rested(page);
      await picture(page, name);
      await done(page);
    }
  },
};

const troubles = {
  async 'a computation that is killed is said, with a way back'() {
    const page = await shown('#' + MOONS, /moons/i, { before: () => {
      const Suspending = WebAssembly.Suspending;
      WebAssembly.Suspending = function (rest) {
        return new Suspending(it => (globalThis.kill ? Promise.reject(new Error('killed')) : rest(it)));
      };
    } });
    await page.evaluate(() => { globalThis.kill = true; });
    await drag(page, { ...GAMMA, milliseconds: 1500 });
    await says(page, /stopped unexpectedly/, 30_000, '#sentence');
    await picture(page, 'killed');
    await page.click('#again');
    await says(page, /moons/i);
    await page.context().close();
  },

  async 'a long decomposition leaves the window its frames, and is given up at once'() {
    const page = await shown('#' + moons(500), /exact/);
    await page.evaluate(line => { location.hash = line; }, moons(2600) + ",solver='dense'");
    await begun(page);
    const frames = await page.evaluate(() => new Promise(tell => {
      const times = [];
      const frame = now => (times.push(now), now - times[0] < 1500 ? requestAnimationFrame(frame) : tell(times));
      requestAnimationFrame(frame);
    }));
    const gaps = frames.slice(1).map((time, i) => time - frames[i]).sort((a, b) => a - b);
    tell(`frames beside a decomposition of 2,600 rows: ${gaps.length} in 1.5 s, the longest ${Math.round(gaps.at(-1))} ms`);
    assert.ok(gaps.length > 4 && page.workers().length === 1);
    const took = await page.evaluate(line => new Promise(tell => {
      const since = performance.now();
      const { terminate } = Worker.prototype;
      Worker.prototype.terminate = function () {
        tell(performance.now() - since);
        return terminate.call(this);
      };
      location.hash = line;
    }), moons(300));
    tell(`given up after ${Math.round(took)} ms`);
    assert.ok(took < 1000);
    await says(page, /n 300.*exact/);
    await done(page);
  },

  async 'a worker that is killed is replaced with a sentence'() {
    const page = await shown('#' + moons(500), /exact/, { before: () => {
      const { Worker } = globalThis;
      globalThis.Worker = function (...all) { return (globalThis.last = new Worker(...all)); };
    } });
    await page.evaluate(line => { location.hash = line; }, moons(1200) + ",solver='dense'");
    await begun(page);
    const [first] = page.workers();
    await page.evaluate(() => globalThis.last.dispatchEvent(new ErrorEvent('error', { message: 'killed' })));
    await says(page, /stopped unexpectedly \(killed\) and was started anew/);
    await says(page, /n 1200.*exact/);
    // The browser may run the dead one for seconds more.
    const replaced = () => page.workers().length < 2 && !page.workers().includes(first);
    for (let i = 0; i < 200 && !replaced(); i++) await page.waitForTimeout(50);
    assert.ok(replaced());
    await done(page);
  },

  async 'without a connection after the first visit'() {
    const page = await shown('', /./);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForTimeout(1500);
    await page.context().setOffline(true);
    await page.reload();
    await says(page, /./);
    await page.goto(base + 'lecture.html');
    assert.match(await page.title(), /pictures in a page of notes/);
    await page.context().close();
  },

  async 'memory is flat while γ is dragged'() {
    const minutes = Number(process.env.MINUTES ?? 1);
    const page = await shown('#' + MOONS, /moons/i, { before: () => {
      const { instantiate } = WebAssembly;
      WebAssembly.instantiate = async (...all) => {
        const made = await instantiate(...all);
        globalThis.linear = (made.instance ?? made).exports.memory;
        return made;
      };
    } });
    const session = await page.context().newCDPSession(page);
    const taken = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return { linear: await page.evaluate(() => globalThis.linear.buffer.byteLength), heap: usedSize };
    };
    await rested(page);
    // Caches fill.
    await drag(page, { ...GAMMA, milliseconds: 25_000 });
    const before = await taken();
    await drag(page, { ...GAMMA, milliseconds: 60_000 * minutes });
    const after = await taken();
    const millions = bytes => (bytes / 1e6).toFixed(1);
    tell(`memory over ${minutes} min of dragging: WebAssembly ${millions(before.linear)} to ${millions(after.linear)} MB, ` +
      `JavaScript ${millions(before.heap)} to ${millions(after.heap)} MB`);
    assert.ok(after.linear <= 1.1 * before.linear && after.heap <= before.heap + 4e6);
    await done(page);
  },

  async 'numbers are those of scikit-learn'() {
    const page = await open('parity/');
    const said = await says(page, /passed|failed/, 300_000, '#said');
    tell(said.trim());
    assert.match(said, /passed/);
    await done(page);
  },
};

try {
  for (const [name, run] of Object.entries({ ...looks, ...addresses, ...files, ...hands, ...everyone, ...embedded, ...robust, ...troubles })) {
    await test(name, run);
  }
} finally {
  await browser.close();
  server.close();
}
writeFileSync(join(pictures, 'report.txt'), told());
console.log(summary());
