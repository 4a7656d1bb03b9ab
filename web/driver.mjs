// What the drivers of the page share: a server of static files, what the page says, drags, downloads.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

const ROOT = new URL('../target/web/', import.meta.url).pathname;
const PARITY = new URL('../target/web-parity/', import.meta.url).pathname;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.webmanifest': 'application/manifest+json', '.csv': 'text/csv' };

export const pictures = process.argv[2] ?? 'target/web-pictures';
mkdirSync(pictures, { recursive: true });

export const SIZE = { width: 1440, height: 900 };
export const CSV = 'a,b,c\n' + Array.from({ length: 60 }, (_, i) => `${Math.sin(i)},${Math.cos(2 * i)},${i % 7}`).join('\n');
export const moons = n => `version=1,kernel.gamma=15.0,source.generated.n_samples=${n},source.generated.noise=0.05`;

export const wasm = () => readFileSync(join(ROOT, 'kpca-explorer.wasm'));

/** Serves the page, the page of numbers below `parity/`, and `tables`: gives back the address, how often each file was
    asked for, and `rules`, which answer for a file once. Every file is sent with `headers` and changed by `alter`. */
export function serve() {
  const asked = new Map();
  const rules = new Map();
  const tables = new Map([['table.csv', CSV]]);
  const served = { asked, rules, tables, headers: {}, alter: bytes => bytes };
  const server = createServer((request, answer) => {
    const path = new URL(request.url, 'http://x').pathname.slice(1);
    const [folder, rest] = path.startsWith('parity/') ? [PARITY, path.slice(7)] : [ROOT, path];
    const name = rest || 'index.html';
    asked.set(name, (asked.get(name) ?? 0) + 1);
    const type = { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' };
    let bytes;
    try {
      bytes = tables.get(name) ?? served.alter(readFileSync(join(folder, name)), name);
    } catch {
      answer.writeHead(404).end();
      return;
    }
    const rule = rules.get(name);
    rules.delete(name);
    if (rule) rule(answer, bytes, type);
    else answer.writeHead(200, { ...type, ...served.headers }).end(bytes);
  }).listen(0);
  return Object.assign(served, {
    base: `http://localhost:${server.address().port}/`,
    close() { server.closeAllConnections(); server.close(); },
  });
}

/** A rule by which a connection breaks in the middle. */
export function broken(answer, bytes, type) {
  answer.writeHead(200, { ...type, 'Content-Length': bytes.length });
  answer.write(bytes.subarray(0, bytes.length / 2), () => setTimeout(() => answer.destroy(), 50));
}

export const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/** Waits until the page says a sentence that matches, and returns it. */
export async function says(page, pattern, timeout = 60_000, place = '#shown') {
  const end = Date.now() + timeout;
  for (;;) {
    const text = await page.evaluate(place => document.querySelector(place)?.textContent ?? '', place);
    if (pattern.test(text)) return text;
    if (Date.now() > end) {
      await page.screenshot({ path: join(pictures, 'failed.png') });
      throw new Error(`said "${text}" and not ${pattern}; ${(page.complaints ?? []).join(' | ')}`);
    }
    await pause(50);
  }
}

/** The setup that the address names. */
export const hash = page => page.evaluate(() => decodeURIComponent(location.hash.slice(1)));

/** Waits until the address is no longer `before`, and returns it. */
export async function moved(page, before, timeout = 15_000) {
  const end = Date.now() + timeout;
  while (Date.now() < end) {
    const now = await hash(page);
    if (now !== before) return now;
    await pause(50);
  }
  throw new Error(`the address is still ${before}`);
}

/** Times of frames while the pointer drags something to and fro, in milliseconds. */
export async function drag(page, { x, y, width, milliseconds = 4000 }) {
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
  const end = Date.now() + milliseconds;
  for (let i = 1; Date.now() < end; i++) {
    await page.mouse.move(x + width * 0.35 * Math.sin(i / 9), y);
    await pause(30);
  }
  await page.mouse.up();
  const times = await page.evaluate(() => { globalThis.dragging = false; return globalThis.frames.slice(2); });
  times.sort((a, b) => a - b);
  const at = share => Math.round(times[Math.floor(share * (times.length - 1))]);
  return { frames: times.length, median: at(0.5), p95: at(0.95), most: at(1) };
}

/** γ's slider in the side panel of a page of the usual size. */
export const GAMMA = { x: Number(process.env.GAMMA_X ?? 140), y: Number(process.env.GAMMA_Y ?? 341), width: 200 };

const report = [];
export const tell = text => { report.push(text); console.log(text); };
export const told = () => report.join('\n') + '\n';

let passed = 0;

/** Milliseconds after which a test counts as hung; the longest takes two minutes. */
const MOST = 240_000;

/** Runs a test whose name holds the last argument of the command; once more where the browser does not answer. */
export async function test(name, run) {
  if (!name.includes(process.argv[3] ?? '')) return;
  const since = Date.now();
  const hangs = Symbol('hangs');
  const attempt = async () => {
    let timer;
    const late = new Promise(end => { timer = setTimeout(() => end(hangs), MOST); });
    const ended = await Promise.race([run(), late]);
    clearTimeout(timer);
    return ended;
  };
  try {
    if (await attempt() === hangs) {
      console.log(`once more, as nothing came for ${MOST / 1000} s: ${name}`);
      assert.notEqual(await attempt(), hangs, 'it hangs');
    }
  } catch (error) {
    console.error(`FAILED ${name}`);
    throw error;
  }
  passed += 1;
  console.log(`ok ${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
}

export const summary = () => `${passed} passed, 0 failed`;
