// Drives the page in a real browser as people use it: `node web/drive.mjs [FOLDER OF PICTURES [PART OF
// A TEST'S NAME]]`, after web/build.
//
// The browser is Debian's chromium (or what CHROMIUM names), the driver playwright-core from npm. The canvas is opaque
// to it; the page's live region says what is shown, and the address what the setup is.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const ROOT = new URL('../target/web/', import.meta.url).pathname;
const pictures = process.argv[2] ?? 'target/web-pictures';
mkdirSync(pictures, { recursive: true });

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.webmanifest': 'application/manifest+json', '.csv': 'text/csv' };
const CSV = 'a,b,c\n' + Array.from({ length: 60 }, (_, i) => `${Math.sin(i)},${Math.cos(2 * i)},${i % 7}`).join('\n');
const server = createServer((request, answer) => {
  const name = decodeURIComponent(new URL(request.url, 'http://x').pathname).slice(1) || 'index.html';
  try {
    const bytes = name === 'table.csv' ? CSV : readFileSync(join(ROOT, name));
    answer.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(bytes);
  } catch {
    answer.writeHead(404).end();
  }
}).listen(0);
const base = `http://localhost:${server.address().port}/`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const MOONS = 'version=1,kernel.gamma=15.0,source.generated.n_samples=500,source.generated.noise=0.05';
const SIZE = { width: 1440, height: 900 };

/** Opens an address in a context of its own, with its console watched. */
async function open(address, { viewport = SIZE, colorScheme = 'light', context = null, hasTouch = false } = {}) {
  const own = context ?? await browser.newContext({ viewport, colorScheme, hasTouch, acceptDownloads: true });
  const page = await own.newPage();
  page.complaints = [];
  page.on('console', message => {
    if (message.type() === 'error') page.complaints.push(message.text());
  });
  page.on('pageerror', error => page.complaints.push(String(error)));
  await page.goto(base + address);
  return page;
}

/** Waits until the page says a sentence that matches, and returns it. */
async function says(page, pattern, timeout = 60_000) {
  const shown = page.locator('#shown');
  const end = Date.now() + timeout;
  for (;;) {
    const text = await shown.textContent();
    if (pattern.test(text)) return text;
    if (Date.now() > end) {
      await page.screenshot({ path: join(pictures, 'failed.png') });
      throw new Error(`said "${text}" and not ${pattern}; ${page.complaints.join(' | ')}`);
    }
    await page.waitForTimeout(50);
  }
}

const hash = page => page.evaluate(() => decodeURIComponent(location.hash.slice(1)));
const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });
const colours = async (page, name) => {
  const bytes = await picture(page, name);
  return bytes.length;
};

async function download(page, act) {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Saves the figure by Ctrl S under a name that is typed into the dialog. */
async function save(page, name) {
  return download(page, async () => {
    await page.keyboard.press('Control+s');
    await page.waitForTimeout(2500);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(name, { delay: 60 });
    await page.waitForTimeout(1500);
    await page.keyboard.press('Enter');
  });
}

/** Times of frames while γ's slider is dragged, in milliseconds. */
async function drag(page, steps) {
  const { x, y, width } = await gammaSlider(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(() => {
    globalThis.frames = [];
    let last = performance.now();
    const frame = now => {
      globalThis.frames.push(now - last);
      last = now;
      globalThis.dragging && requestAnimationFrame(frame);
    };
    globalThis.dragging = true;
    requestAnimationFrame(frame);
  });
  for (let i = 1; i <= steps; i++) {
    await page.mouse.move(x + width * 0.35 * Math.sin(i / 9), y);
    await page.waitForTimeout(30);
  }
  await page.mouse.up();
  const times = await page.evaluate(() => { globalThis.dragging = false; return globalThis.frames.slice(2); });
  times.sort((a, b) => a - b);
  const at = share => Math.round(times[Math.floor(share * (times.length - 1))]);
  return { frames: times.length, median: at(0.5), p95: at(0.95), most: at(1) };
}

/** Where γ's slider stands: in the side panel, where dragging changes the address. */
async function gammaSlider() {
  return { x: Number(process.env.GAMMA_X ?? 140), y: Number(process.env.GAMMA_Y ?? 341), width: 200 };
}

const report = [];
const tell = text => { report.push(text); console.log(text); };
let passed = 0;
async function test(name, run) {
  if (!name.includes(process.argv[3] ?? '')) return;
  const since = Date.now();
  try {
    await run();
  } catch (error) {
    console.error(`FAILED ${name}`);
    throw error;
  }
  passed += 1;
  console.log(`ok ${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
}

try {
  const wasm = readFileSync(join(ROOT, 'kpca-explorer.wasm'));
  await test('sizes over the wire', () => {
    const brotli = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
    const gzip = gzipSync(wasm, { level: 9 }).length;
    const millions = bytes => (bytes / 1e6).toFixed(2);
    tell(`wasm ${millions(wasm.length)} MB, brotli -q9 ${millions(brotli)} MB, gzip -9 ${millions(gzip)} MB`);
    assert.ok(brotli < 9e6 && gzip < 11e6);
  });

  await test('the first picture', async () => {
    const page = await open('#' + MOONS);
    await says(page, /moons/i);
    const time = await page.evaluate(() => performance.now());
    tell(`first exact picture said after ${(time / 1000).toFixed(2)} s`);
    await page.waitForTimeout(4000);
    assert.ok(await colours(page, 'first') > 40_000);
    assert.deepEqual(page.complaints, []);
    await page.close();
  });

  await test('dark, and both kinds of small windows', async () => {
    for (const [name, viewport] of [['dark', SIZE], ['phone', { width: 390, height: 844 }], ['tablet', { width: 820, height: 1180 }]]) {
      const page = await open('?theme=dark#' + MOONS, { viewport });
      await says(page, /moons/i);
      await page.waitForTimeout(1500);
      await picture(page, name);
      assert.deepEqual(page.complaints, []);
      await page.close();
    }
  });

  await test('a drag of γ is in the address, and back undoes it', async () => {
    const page = await open('#' + MOONS);
    await says(page, /moons/i);
    await page.waitForTimeout(3000);
    const before = await hash(page);
    tell(`drag at n = 500: ${JSON.stringify(await drag(page, 100))}`);
    await page.waitForTimeout(2000);
    const after = await hash(page);
    assert.notEqual(after, before);
    assert.match(after, /kernel\.gamma=/);
    await page.goBack();
    await page.waitForTimeout(1500);
    assert.equal(await hash(page), before);
    await page.reload();
    await says(page, /moons/i);
    assert.deepEqual(page.complaints, []);
    await page.close();
    const large = await open('#' + MOONS.replace('500', '2000'));
    await says(large, /2000/);
    await large.waitForTimeout(5000);
    tell(`drag at n = 2000: ${JSON.stringify(await drag(large, 100))}`);
    assert.deepEqual(large.complaints, []);
    await large.close();
  });

  await test('a CSV by the dialog, after a reload, and by ?data=', async () => {
    const page = await open('');
    await says(page, /./);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Control+o')]);
    await chooser.setFiles({ name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
    await says(page, /own/);
    await page.waitForTimeout(1500);
    await page.reload();
    await says(page, /own/);
    assert.deepEqual(page.complaints, []);
    await page.close();
    const named = await open('?data=table.csv');
    await says(named, /table/);
    assert.deepEqual(named.complaints, []);
    await named.close();
  });

  await test('a bad file is one sentence, and nothing is lost', async () => {
    const page = await open('');
    await says(page, /./);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Control+o')]);
    await chooser.setFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\nx,y\nz,w\n') });
    const said = await says(page, /bad\.csv/);
    tell(`a bad file: ${said}`);
    assert.ok(!said.includes('\n'));
    assert.deepEqual(page.complaints, []);
    await page.close();
  });

  await test('figures as PNG, SVG and PDF', async () => {
    const page = await open('#' + MOONS);
    await says(page, /moons/i);
    await page.waitForTimeout(2000);
    const starts = { png: '\x89PNG', svg: '<svg', pdf: '%PDF' };
    for (const [kind, start] of Object.entries(starts)) {
      const { name, bytes } = await save(page, `figure.${kind}`);
      assert.equal(name, `figure.${kind}`);
      assert.ok(bytes.subarray(0, 200).toString('latin1').includes(start), kind);
      writeFileSync(join(pictures, name), bytes);
      await page.waitForTimeout(500);
    }
    assert.deepEqual(page.complaints, []);
    await page.close();
  });

  await test('a lesson, a presentation, an embedded picture', async () => {
    for (const [address, name] of [['?lesson=kernel-trick', 'lesson'], ['?present#' + MOONS, 'present'],
      ['?embed#' + MOONS, 'embed'], ['lecture.html', 'lecture']]) {
      const page = await open(address);
      await page.waitForTimeout(name === 'lecture' ? 12_000 : 6000);
      await picture(page, name);
      assert.deepEqual(page.complaints, [], name);
      await page.close();
    }
  });

  await test('without a connection after the first visit', async () => {
    const context = await browser.newContext({ viewport: SIZE });
    const page = await open('', { context });
    await says(page, /./);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForTimeout(1500);
    await context.setOffline(true);
    await page.reload();
    await says(page, /./);
    assert.deepEqual(page.complaints, []);
    await context.close();
  });

  await test('a line that makes no sense is said', async () => {
    const page = await open('#version=1,kernel.gamma=-1');
    await says(page, /gamma must be a positive number/);
    await page.close();
  });
} finally {
  await browser.close();
  server.close();
}
writeFileSync(join(pictures, 'report.txt'), report.join('\n') + '\n');
console.log(`${passed} passed, 0 failed`);
