// Drives a notebook in JupyterLab as people use it: `node web/notebook.mjs ADDRESS [FOLDER OF PICTURES]`, where ADDRESS is
// that of python/notebooks/explore.py as a notebook, and the server was started with --expose-app-in-browser.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [address, pictures = 'target/web-pictures'] = process.argv.slice(2);
mkdirSync(pictures, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const page = await (await browser.newContext({ viewport: { width: 1200, height: 1100 }, colorScheme: 'light' })).newPage();
const complaints = [];
const loaded = [];
page.on('console', message => { if (message.type() === 'error') complaints.push(message.text()); });
page.on('pageerror', error => complaints.push(String(error)));
page.on('request', request => loaded.push(request.url()));
await page.addInitScript(() => {
  const { compileStreaming } = WebAssembly;
  globalThis.compiled = 0;
  WebAssembly.compileStreaming = (...given) => {
    globalThis.compiled += 1;
    return compileStreaming(...given);
  };
});

const picture = name => page.screenshot({ path: join(pictures, `${name}.png`) });

/** Runs code in the notebook's kernel and returns what it prints. */
const printed = code => page.evaluate(async code => {
  const { kernel } = globalThis.jupyterapp.shell.currentWidget.sessionContext.session;
  const asked = kernel.requestExecute({ code });
  let text = '';
  asked.onIOPub = ({ content }) => { text += content.text ?? content.evalue ?? ''; };
  await asked.done;
  return text.trim();
}, code);

/** Waits until the kernel prints something that matches, and returns it. */
async function prints(code, pattern, timeout = 30_000) {
  const end = Date.now() + timeout;
  for (;;) {
    const text = await printed(code);
    if (pattern.test(text)) return text;
    if (Date.now() > end) {
      await picture('notebook-failed');
      throw new Error(`${code} printed "${text}" and not ${pattern}; ${complaints.join(' | ')}`);
    }
    await page.waitForTimeout(200);
  }
}

/** Frame of the cell with this index, once it says something that matches. */
async function cell(index, pattern) {
  const element = await page.waitForSelector(`iframe[title="Kernel PCA Explorer"] >> nth=${index}`);
  const frame = await element.contentFrame();
  const end = Date.now() + 30_000;
  let said;
  do {
    said = await frame.evaluate(() => document.querySelector('#shown')?.textContent ?? '').catch(String);
    if (pattern.test(said)) return { element, frame };
    await page.waitForTimeout(100);
  } while (Date.now() < end);
  await picture('notebook-failed');
  throw new Error(`the cell says "${said}" and not ${pattern}; ${complaints.join(' | ')}`);
}

try {
  await page.goto(`${address}?reset`);
  await page.waitForFunction(() => globalThis.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel, null, { timeout: 60_000 });
  await page.evaluate(() => globalThis.jupyterapp.commands.execute('notebook:run-all-cells'));

  // Both cells, the second with the program of the first; a setup that Python assigned is shown.
  const first = await cell(0, /X\.csv.*RBF, γ = 2\b.*exact/);
  assert.equal(await prints('print(w.estimator.gamma)', /^2/), '2.0');
  await picture('notebook');
  await (await page.$('iframe >> nth=1')).scrollIntoViewIfNeeded();
  await cell(1, /X\.csv.*(Polynomial|poly).*exact/i);
  await prints('print(other.estimator)', /Pipeline[^]*StandardScaler[^]*KernelPCA/);
  await picture('notebook-second');
  assert.equal(await page.evaluate(() => globalThis.compiled), 1);

  // γ is dragged.
  await first.element.scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  const box = await first.element.boundingBox();
  const y = box.y + box.height - 42;
  await page.mouse.move(box.x + box.width * 0.5, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, y, { steps: 8 });
  await page.mouse.up();
  await prints("print(w.estimator.gamma != 2 and f'kernel.gamma={w.estimator.gamma},' in w.setup)", /^True$/);
  // Scores are the estimator's, but for signs.
  await prints('print(np.abs(np.abs(w.estimator.transform(X)) - np.abs(w.scores)).max() < 1e-6)', /^True$/);

  // Rows are selected by a rectangle over the left panel.
  await page.keyboard.down('Shift');
  await page.mouse.move(box.x + box.width * 0.12, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.6, { steps: 8 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const count = Number(await prints('print(len(w.selection))', /^[1-9]/));
  assert.ok(count < 150);
  await prints("print(X['sepal length (cm)'].iloc[w.selection].max() < X['sepal length (cm)'].max())", /^True$/);
  await picture('notebook-selected');

  // A frame that the notebook takes out and puts back shows what it showed.
  const [gamma] = /γ = [\d.]+/.exec(await first.frame.evaluate(() => document.querySelector('#shown').textContent));
  await first.element.evaluate(element => element.parentNode.append(element));
  await cell(0, new RegExp(`${gamma} .*exact`));
  assert.equal(await prints('print(len(w.selection))', /^[1-9]/), String(count));

  // The line that came out shows the same again.
  await prints("print(f'kernel.gamma={w.estimator.gamma},' in kpca.explore(X, y, setup=w.setup).setup)", /^True$/);

  // What went wrong is said.
  await printed("w.setup = 'kernel.gamma=-1.0'");
  await prints('print(w.problem)', /γ|gamma/i);
  await printed("w.setup = ''");
  await prints('print(w.problem, w.estimator.gamma)', /^ ?0\.\d/);

  assert.deepEqual(complaints, []);
  assert.deepEqual(loaded.filter(url => /kpca|wasm|icon\.svg|manifest\.webmanifest/.test(url) && !/^(blob|data):/.test(url)), []);
  console.log('ok: the explorer in two cells of a notebook');
} finally {
  await browser.close();
}
