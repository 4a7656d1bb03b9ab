// What tests in Chromium share: pages with their console watched, and what people do on them. The browser is Debian's
// chromium (or what CHROMIUM names), the driver playwright-core from npm.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { SIZE, moons, pictures, says, serve } from './driver.mjs';

export const MOONS = moons(500);
export const server = serve();
const { base } = server;
export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});

/** Opens an address, in a context of its own unless one is given, with its console watched. */
export async function open(address, { context = null, before = null, ...options } = {}) {
  const own = context ?? await browser.newContext({ viewport: SIZE, colorScheme: 'light', acceptDownloads: true, ...options });
  const page = await own.newPage();
  page.complaints = [];
  page.on('console', message => {
    if (message.type() === 'error') page.complaints.push(message.text());
  });
  page.on('pageerror', error => page.complaints.push(String(error)));
  // Dialogs are the driver's from the start: without a screen the browser would cancel one that comes before.
  page.on('filechooser', () => {});
  if (before) await page.addInitScript(before);
  await page.goto(base + address);
  return page;
}

/** Opens an address and waits until its picture is exact. */
export async function shown(address, pattern, options) {
  const page = await open(address, options);
  await says(page, pattern);
  return page;
}

/** Closes a page whose console must be without errors. */
export async function done(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

export const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });

/** Whether something changes the picture within a while. */
export async function changes(page, name, act) {
  const before = await page.screenshot();
  await act();
  for (let i = 0; i < 20; i++) {
    await page.waitForTimeout(150);
    const after = await picture(page, name);
    if (!after.equals(before)) return true;
  }
  return false;
}

/** Returns the picture once it stands still: two in a row are the same. */
export async function rested(page) {
  let last = await page.screenshot();
  for (let i = 0; i < 60; i++) {
    await page.waitForTimeout(250);
    const now = await page.screenshot();
    if (now.equals(last)) return now;
    last = now;
  }
  throw new Error('the picture does not come to rest');
}

/** Types into a field once it is there, in place of what it holds, and waits until it holds that. */
async function fill(page, field, text) {
  const place = `#mirror input[aria-label="${field}"]`;
  await page.waitForSelector(place, { state: 'attached' });
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text, { delay: 20 });
  await page.waitForFunction(([place, text]) => document.querySelector(place)?.value === text, [place, text]);
}

/** Chooses a command of the palette by its words. */
export async function command(page, words) {
  await page.keyboard.press('Control+k');
  await fill(page, 'Command', words);
  await page.keyboard.press('Enter');
}

/** Opens a table by Ctrl O. */
export async function choose(page, name, text) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Control+o')]);
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

/** Waits until a worker of the page computes. */
export async function begun(page) {
  for (let i = 0; i < 600 && !page.workers().length; i++) await page.waitForTimeout(50);
  await page.waitForTimeout(500);
}

/** Saves the figure by Ctrl S under a name that is typed into the dialog. */
export async function save(page, name) {
  const [file] = await Promise.all([page.waitForEvent('download'), (async () => {
    await page.keyboard.press('Control+s');
    await page.waitForTimeout(2500);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(name, { delay: 60 });
    await page.waitForTimeout(1500);
    await page.keyboard.press('Enter');
  })()]);
  await page.waitForTimeout(500);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** Fingers on a page: `touchStart`, `touchMove` and `touchEnd` with their places. */
export async function fingers(page) {
  const session = await page.context().newCDPSession(page);
  return (type, ...places) => session.send('Input.dispatchTouchEvent', {
    type, touchPoints: places.map(([x, y], id) => ({ x, y, id })),
  });
}
