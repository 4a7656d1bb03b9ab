// Tests of addresses that hold data, and of embedded pictures and their words with the page around.

import assert from 'node:assert/strict';
import { browser, changes, choose, command, done, open, picture, rested, server, shown } from './chromium.mjs';
import { CSV, SIZE, hash, says, serve } from './driver.mjs';

const { base } = server;

/** Frame of a page, once it says something. */
async function frameOf(page, index = 0) {
  const frame = await (await page.waitForSelector(`iframe >> nth=${index}`)).contentFrame();
  await frame.waitForSelector('#shown', { state: 'attached' });
  frame.screenshot = options => page.screenshot(options);
  return frame;
}

export const embedded = {
  async 'a link holds both a table and parameters'() {
    const page = await shown("?data=table.csv#version=1,kernel.gamma=3.0", /table\.csv.*γ = 3/);
    await page.waitForFunction(() => location.hash.includes('data_crc32'));
    const line = await hash(page);
    assert.match(line, /kernel\.gamma=3\.0/);
    assert.match(line, /source\.file.*'table\.csv'/);
    assert.equal(await page.evaluate(() => location.search), '?data=table.csv');
    await page.reload();
    await says(page, /table\.csv.*γ = 3/);
    await done(page);
  },

  async 'a table that is brought for a link fills its setup, and another of its name is said'() {
    const line = "#version=1,data_crc32='00000000',kernel.gamma=3.0,source.file.path='own.csv'";
    const page = await shown(line, /own\.csv/);
    await choose(page, 'own.csv', CSV);
    await says(page, /own\.csv.*(another|changed)/);
    await says(page, /own\.csv.*γ = 3/);
    await done(page);
  },

  async 'a link with its table needs no host'() {
    const context = await browser.newContext({ viewport: SIZE, permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await shown("?data=table.csv#version=1,kernel.gamma=3.0", /table\.csv.*γ = 3/, { context });
    await rested(page);
    await command(page, 'Copy link with table');
    const said = await says(page, /Link copied, with table\.csv in it/);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(said.includes(link.length.toLocaleString('en')) && link.length < 4000, said);
    await done(page);
    const other = await shown(link.slice(base.length), /table\.csv.*γ = 3/);
    await other.waitForFunction(() => location.hash.includes('&table='));
    await other.reload();
    await says(other, /table\.csv.*γ = 3/);
    await done(other);
  },

  async 'the wheel scrolls the notes until a click'() {
    const page = await open('lecture.html');
    await says(await frameOf(page), /moons/i);
    await rested(page);
    await picture(page, 'lecture');
    const box = await (await page.$('iframe')).boundingBox();
    await page.mouse.move(box.x + box.width / 4, box.y + 150);
    const turned = async () => {
      const before = await page.evaluate(() => scrollY);
      await page.mouse.wheel(0, 60);
      await page.waitForTimeout(600);
      return await page.evaluate(() => scrollY) - before;
    };
    assert.ok(await turned() > 0, 'the notes scroll');
    await page.mouse.down();
    await page.mouse.up();
    assert.equal(await turned(), 0, 'the picture takes the wheel');
    await done(page);
  },

  async 'a page around drags, asks and is told'() {
    const page = await open('around.html');
    const frame = await frameOf(page);
    const first = () => page.evaluate(() => document.querySelector('#rows td:nth-child(2)')?.textContent);
    for (let i = 0; i < 400 && !await first(); i++) await page.waitForTimeout(50);
    await says(page, /^version=1/, 20_000, '#said');
    await rested(page);
    await picture(page, 'around');
    const before = await first();
    const box = await (await page.$('iframe')).boundingBox();
    const y = box.y + box.height - Number(process.env.EMBED_Y ?? 42);
    await page.mouse.move(box.x + box.width * 0.5, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, y, { steps: 8 });
    await page.mouse.up();
    for (let i = 0; i < 100 && await first() === before; i++) await page.waitForTimeout(50);
    assert.notEqual(await first(), before);
    await page.click('#spiral');
    await says(page, /spiral\.csv/, 20_000, '#said');
    await says(frame, /spiral\.csv/);
    await page.click('#back');
    await says(frame, /moons.*γ = 15/);
    assert.equal(await first(), before);
    await page.evaluate(() => document.getElementById('picture').contentWindow.postMessage({ kpca: 1, type: 'nope' }));
    await says(page, /no wish “nope”/, 20_000, '#problem');
    await done(page);
  },

  async 'two pictures in a page share one compiled program'() {
    const before = server.asked.get('kpca-explorer.wasm') ?? 0;
    const page = await open('pair.html', { before: () => {
      for (const name of ['compile', 'compileStreaming', 'instantiateStreaming']) {
        const own = WebAssembly[name];
        WebAssembly[name] = (...given) => {
          top.compiled = (top.compiled ?? 0) + 1;
          return own.apply(WebAssembly, given);
        };
      }
    } });
    const frame = async kind => {
      const own = await (await page.waitForSelector(`#${kind} iframe`)).contentFrame();
      await own.waitForSelector('#shown', { state: 'attached' });
      own.screenshot = options => page.screenshot(options);
      return own;
    };
    const [rbf, laplacian] = [await frame('rbf'), await frame('laplacian')];
    await says(rbf, /RBF, γ = 15/);
    await says(laplacian, /Laplac.*γ = 15/i);
    await rested(page);
    await picture(page, 'pair');
    assert.deepEqual([await page.evaluate(() => globalThis.compiled), server.asked.get('kpca-explorer.wasm') - before], [1, 1]);
    const slider = await (await page.$('#rbf')).boundingBox();
    const y = slider.y + slider.height - Number(process.env.EMBED_Y ?? 42);
    await page.mouse.move(slider.x + slider.width * 0.5, y);
    await page.mouse.down();
    await page.mouse.move(slider.x + slider.width * 0.6, y, { steps: 8 });
    await page.mouse.up();
    const said = await says(rbf, /RBF, γ = (?!15\b)/);
    const [gamma] = /γ = [^ ·]+/.exec(said);
    await says(laplacian, new RegExp(gamma.replace('.', '\\.')));
    await done(page);
  },

  async 'a page of another origin hears nothing unless it is named'() {
    const other = serve();
    const page = await browser.newPage();
    other.rules.set('index.html', answer => answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Notes</p>'));
    await page.goto(other.base);
    const heard = async address => {
      await page.evaluate(address => {
        globalThis.heard = [];
        onmessage = ({ data }) => globalThis.heard.push(data.type);
        document.body.innerHTML = `<iframe src="${address}"></iframe>`;
      }, address);
      await says(await frameOf(page), /moons/i);
      await page.waitForTimeout(700);
      return page.evaluate(() => globalThis.heard);
    };
    assert.deepEqual(await heard(`${base}?embed`), []);
    const told = await heard(`${base}?embed&talk=${new URL(other.base).origin}`);
    assert.ok(['ready', 'result', 'setup'].every(type => told.includes(type)), told.join());
    await page.close();
    other.close();
  },
};
