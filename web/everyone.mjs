// Tests for those who do not see the canvas, who have the keyboard alone, who want less motion, and who use fingers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { MOONS, done, fingers, open, picture, shown } from './chromium.mjs';
import { hash, says } from './driver.mjs';

const AXE = readFileSync(new URL('./node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Least height of what a finger is to meet, in pixels, and how far around a control it does. */
const [FINGER, REACH] = [40, 13];

/** Roles, names and values of the browser's accessibility tree, in order. */
async function tree(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map(node => [node.nodeId, node]));
  const read = node => [
    ...(node.ignored ? [] : [{ role: node.role?.value, name: node.name?.value ?? '', value: node.value?.value }]),
    ...(node.childIds ?? []).flatMap(id => (byId.has(id) ? read(byId.get(id)) : [])),
  ];
  return read(nodes[0]);
}

/** Waits until something of the page is true, and returns it. */
async function until(look, what) {
  for (let i = 0; i < 200; i++) {
    const seen = await look();
    if (seen) return seen;
    await new Promise(end => setTimeout(end, 50));
  }
  throw new Error(`never: ${what}`);
}

/** Presses a button of the mirror as a screen reader does. */
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().dispatchEvent('click');
const has = (nodes, role, name) => nodes.some(node => node.role === role && (name instanceof RegExp ? name.test(node.name) : node.name === name));
/** Buttons of a lesson that are no answers. */
const BAR = /^(Back|Next|Next lesson|Done|Answer|Show me|Close.*|Step \d.*|.*again.*)$/i;

export const everyone = {
  async 'a screen reader does the first lesson'() {
    const page = await shown('?lesson=pca-by-hand', /./);
    const heading = async () => (await tree(page)).find(node => node.role === 'heading')?.name;
    let last;
    for (let step = 1; ; step++) {
      const now = await until(async () => { const name = await heading(); return name !== last && name; }, `step ${step}`);
      last = now;
      const nodes = await tree(page);
      const from = nodes.findIndex(node => node.role === 'heading');
      const words = nodes.slice(from + 1).filter(node => node.role === 'paragraph' || node.role === 'StaticText');
      assert.ok(words.map(node => node.name).join(' ').length > 40, `${now}: ${JSON.stringify(nodes)}`);
      assert.ok(has(nodes, 'button', new RegExp(`^Step ${step} of`)));
      if (has(nodes, 'button', 'Answer')) {
        const answers = await page.evaluate(source => {
          const bar = new RegExp(source, 'i');
          const box = document.querySelector('#mirror h2').getBoundingClientRect();
          const isAnswer = it => !it.disabled && !bar.test(it.textContent) && it.getBoundingClientRect().left < box.right
            && it.getBoundingClientRect().left >= box.left - 4 && it.getBoundingClientRect().top > box.bottom;
          return [...document.querySelectorAll('#mirror button:not([role])')].filter(isAnswer).map(it => it.textContent);
        }, BAR.source);
        if (has(nodes, 'button', 'Show me')) await press(page, 'Show me');
        for (const answer of answers) {
          await press(page, answer);
          const outcome = await until(async () => (await tree(page)).find(it => [`Wrong: ${answer}`, `Right: ${answer}`].includes(it.name)), answer);
          if (outcome.name.startsWith('Right')) {
            await says(page, /^Right/, 10_000, '#said');
            break;
          }
          await says(page, /^Not quite/, 10_000, '#said');
        }
        await until(async () => !has(await tree(page), 'button', 'Answer'), `an answer to ${now}`);
      }
      const over = await tree(page);
      if (['Next lesson', 'Done'].some(name => has(over, 'button', name))) {
        assert.ok(step > 3);
        break;
      }
      if (step > 20) throw new Error('it has no end');
      await press(page, 'Next');
    }
    await done(page);
  },

  async 'axe-core finds nothing serious, in the page, embedded, and in pages of notes'() {
    for (const address of ['#' + MOONS, '?theme=dark#' + MOONS, '?lesson=kernel-trick', '?embed#' + MOONS,
      '?embed=lesson&lesson=kernel-trick', 'lecture.html', 'pair.html', 'around.html']) {
      const page = await open(address);
      const notes = address.endsWith('.html');
      await says(notes ? await (await page.waitForSelector('iframe')).contentFrame() : page, /./);
      await page.waitForTimeout(500);
      for (const frame of page.frames()) {
        await frame.evaluate(AXE);
        const found = await frame.evaluate(async () => {
          const { violations } = await globalThis.axe.run(document, { iframes: false });
          return violations.map(({ id, impact, help, nodes }) => `${impact} ${id}: ${help}; ${nodes.length}, ${nodes[0].html.slice(0, 200)}`);
        });
        found.forEach(it => console.log(address, it));
        assert.deepEqual(found.filter(it => /^(serious|critical)/.test(it)), [], address);
      }
      await done(page);
    }
  },

  async 'γ and the result are read, and γ is set, without the canvas'() {
    const page = await shown('#' + MOONS, /moons.*γ = 15/i, { reducedMotion: 'reduce' });
    assert.ok(await page.evaluate(() => globalThis.page.isStill()), 'less motion is heard');
    const nodes = await until(async () => { const all = await tree(page); return has(all, 'slider', 'γ') && all; }, 'a slider');
    assert.ok(has(nodes, 'StaticText', /moons.*γ = 15/i) && has(nodes, 'button', 'File'));
    await page.evaluate(() => {
      const slider = document.querySelector('#mirror input[type=range][aria-label="γ"]');
      slider.value = 30;
      slider.dispatchEvent(new Event('input'));
    });
    await says(page, /γ = 30\b/);
    await picture(page, 'mirror');
    await done(page);
  },

  async 'the keyboard alone answers a question, and leaves an embedded picture'() {
    const page = await shown('?lesson=kernel-trick', /./);
    const focused = () => page.evaluate(() => {
      const id = document.getElementById('picture').getAttribute('aria-activedescendant');
      return (id && document.getElementById(id)?.textContent) ?? '';
    });
    for (let i = 0; i < 60 && await focused() !== 'Answer'; i++) {
      await page.keyboard.press('Tab');
      await page.waitForTimeout(350);
    }
    assert.equal(await focused(), 'Answer');
    await page.keyboard.press('Enter');
    await until(async () => has(await tree(page), 'button', 'Next'), 'Next');
    await done(page);

    const around = await open('around.html');
    const frame = await (await around.waitForSelector('iframe')).contentFrame();
    frame.screenshot = options => around.screenshot(options);
    await says(frame, /moons/i);
    await around.mouse.click(300, 350);
    const inside = () => around.evaluate(() => document.activeElement.tagName);
    for (let i = 0; i < 3; i++) await around.keyboard.press('Tab');
    assert.equal(await inside(), 'IFRAME');
    await around.keyboard.press('Escape');
    await around.keyboard.press('Tab');
    assert.equal(await inside(), 'BUTTON');
    await done(around);
  },

  async 'on a phone fingers meet everything, and γ is typed'() {
    for (const [address, name] of [['#' + MOONS, 'phone-sizes'], ['?lesson=kernel-trick', 'phone-lesson-sizes']]) {
      const page = await shown(address, /./, PHONE);
      await until(() => page.evaluate(() => document.querySelectorAll('#mirror button').length > 3), 'buttons');
      await page.waitForTimeout(700);
      await picture(page, name);
      const small = await page.evaluate(([least, reach]) => {
        const controls = [...document.querySelectorAll('#mirror :is(button, [role=spinbutton], [type=checkbox])')];
        const boxes = controls.map(it => ({ name: it.textContent || it.ariaLabel, ...it.getBoundingClientRect().toJSON() }));
        // The name of an axis stands alone in the plot.
        const needs = it => (/axis of/.test(it.name) ? least - 2 * reach : least);
        return boxes.filter(it => it.height < needs(it) && it.width > 0)
          .map(it => `${it.name}: ${it.width} × ${it.height} at ${it.x}, ${it.y}`);
      }, [FINGER, REACH]);
      assert.deepEqual(small, [], name);
      await done(page);
    }
    const page = await shown('#' + MOONS, /moons/i, PHONE);
    const field = await until(() => page.evaluate(() => {
      const box = document.querySelector('#mirror [role=spinbutton][aria-label="γ"]')?.getBoundingClientRect();
      return box && [box.x + box.width / 2, box.y + box.height / 2];
    }), 'a field of γ');
    const touch = await fingers(page);
    await touch('touchStart', field);
    await touch('touchEnd');
    await page.waitForTimeout(700);
    await page.keyboard.type('3', { delay: 60 });
    await page.keyboard.press('Enter');
    await says(page, /γ = 3\b/);
    await page.waitForFunction(() => location.hash.includes('kernel.gamma=3.0'));
    assert.match(await hash(page), /kernel\.gamma=3\.0/);
    await done(page);
  },
};
