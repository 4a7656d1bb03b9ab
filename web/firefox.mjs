// Drives the page in Firefox: `xvfb-run node web/firefox.mjs [FOLDER OF PICTURES [PART OF A TEST'S NAME]]`, after
// web/build and `web/build parity`. The browser is Debian's firefox-esr (or what FIREFOX names), the driver
// puppeteer-core from npm. Without a window Firefox has no WebGL where there is no graphics card.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { GAMMA, SIZE, drag, hash, moons, moved, pause, pictures, says, serve, summary, tell, test } from './driver.mjs';

const { base, close } = serve();
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
  headless: false,
  defaultViewport: SIZE,
  // A page from disk may load nothing more, as everywhere but in a browser that is driven.
  extraPrefsFirefox: { 'webgl.force-enabled': true, 'security.fileuri.strict_origin_policy': true },
});

/** Opens an address with its console watched. */
async function open(address) {
  const page = await browser.newPage();
  page.complaints = [];
  page.on('console', message => {
    if (message.type() === 'error') page.complaints.push(message.text());
  });
  page.on('pageerror', error => page.complaints.push(String(error)));
  await page.goto(new URL(address, base).href);
  return page;
}

const picture = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });

try {
  await test('Firefox: the first picture, a drag of γ, a reload', async () => {
    const page = await open('#' + moons(500));
    await says(page, /moons/i);
    tell(`${await browser.version()}: suspends ${await page.evaluate(() => 'Suspending' in WebAssembly)}`);
    await pause(3000);
    await picture(page, 'firefox');
    const before = await hash(page);
    tell(`Firefox, drag at n = 500: ${JSON.stringify(await drag(page, GAMMA))}`);
    const after = await moved(page, before);
    assert.match(after, /kernel\.gamma=/);
    await page.reload();
    await says(page, /moons/i);
    assert.deepEqual(page.complaints, []);
    await page.close();
  });

  await test('Firefox: a sentence where the page is opened from disk', async () => {
    const page = await open(new URL('../target/web/index.html', import.meta.url).href);
    await says(page, /needs a web server/, 20_000, '#sentence');
    await picture(page, 'firefox-from-disk');
    await page.close();
  });

  await test('Firefox: numbers are those of scikit-learn', async () => {
    const page = await open('parity/');
    const said = await says(page, /passed|failed/, 300_000, '#said');
    tell(said.trim());
    assert.match(said, /passed/);
    await page.close();
  });
} finally {
  await browser.close();
  close();
}
console.log(summary());
