// Measures the page in Chromium and judges nothing: `node web/measure.mjs [FOLDER OF PICTURES [PART OF A NAME]]`, after
// web/build. For each setup: when the first frame, the first picture and the exact answer came, how soon steps of γ's slider
// showed in the panel of kernel PCA, the frames of a drag of γ, and the tasks that held the page's thread for longest, as
// wall time and as processor time, which counts on a machine that others use too.

import { readFileSync } from 'node:fs';
import { browser, open, picture, server } from './chromium.mjs';
import { drag, moons, pause, pictures, says } from './driver.mjs';

/** A table of NumPy: ten normal clouds. */
function clouds(rows, columns) {
  let state = 1;
  const uniform = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 + 2 ** -33;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const centres = Array.from({ length: 10 * columns }, normal);
  const entries = Float64Array.from({ length: rows * columns },
    (_, i) => centres[Math.floor(i / columns) % 10 * columns + i % columns] + normal());
  const head = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`.padEnd(117) + '\n';
  return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00\x76\x00', 'latin1'), Buffer.from(head), Buffer.from(entries.buffer)]);
}

function tabular(rows, columns) {
  const name = `clouds-${rows}x${columns}.npy`;
  const address = `?theme=light&data=${name}#version=1,kernel.gamma=${(1 / (18 * columns)).toPrecision(3)}`;
  return { address, prepare() { server.tables.set(name, clouds(rows, columns)); } };
}

const SETUPS = {
  'moons 500': { address: '?theme=light#' + moons(500), exact: /moons/i },
  'moons 2,000': { address: '?theme=light#' + moons(2000), exact: /moons/i },
  'digits': { address: "?theme=light#version=1,source.builtin='digits',kernel.gamma=0.001", exact: /digits/i },
  // Exact answers of these take minutes.
  '20,000 × 6': tabular(20_000, 6),
  '50,000 × 10': tabular(50_000, 10),
  '5,000 × 784': tabular(5000, 784),
};

/** In the page: watches what is drawn. `drawn.first` is when the first frame was, `drawn.picture` when the panel of kernel
    PCA first had something in it, `drawn.mark` a sum over places of what it has now, and `drawn.at` when that last changed.
    Each move of the pointer and the picture that follows it are marked in a trace. */
function watch() {
  const drawn = globalThis.drawn = { first: 0, picture: 0, mark: 0, at: 0, moved: false };
  const inside = (x, y) => x > 0.8 * innerWidth && x < 0.97 * innerWidth && y > 0.13 * innerHeight && y < 0.5 * innerHeight;
  const get = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (...all) {
    const gl = get.apply(this, all);
    if (!gl || gl.watched || all[0] !== 'webgl2') return gl;
    gl.watched = true;
    let sum = 0;
    const { bufferData, drawElements } = gl;
    gl.bufferData = function (target, data, ...rest) {
      if (target === gl.ARRAY_BUFFER && data?.byteLength > 4000) {
        const places = new Float32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
        // A vertex is 20 bytes; one of seven is looked at.
        for (let i = 0; i < places.length; i += 35) {
          const [x, y] = [places[i] / devicePixelRatio, places[i + 1] / devicePixelRatio];
          if (inside(x, y)) sum += x * 1.618 + y * y;
        }
      }
      return bufferData.call(this, target, data, ...rest);
    };
    let isDrawing = false;
    gl.drawElements = function (...rest) {
      drawn.first ||= performance.now();
      if (!isDrawing) queueMicrotask(ended);
      isDrawing = true;
      return drawElements.apply(this, rest);
    };
    // Once the frame has been handed over: the next one may be long in coming where a processor draws it.
    const ended = () => {
      if (sum && Math.abs(sum - drawn.mark) > 1e-9 * Math.abs(sum)) {
        drawn.mark = sum;
        drawn.at = performance.now();
        drawn.picture ||= drawn.at;
        if (drawn.moved) performance.mark('pictured');
        drawn.moved = false;
      }
      sum = 0;
      isDrawing = false;
    };
    return gl;
  };
  addEventListener('pointermove', () => {
    drawn.moved = true;
    performance.mark('moved');
  }, true);
}

/** Tasks of pages' main threads while something is done, longest first: wall and processor time, in milliseconds; and for
    each move of the pointer how long it was to the next picture, with the processor time of that. */
async function tasks(act) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const includedCategories = ['toplevel', 'blink.user_timing', '__metadata'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories } });
  const result = await act();
  const ended = new Promise(resolve => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  const place = it => `${it.pid}/${it.tid}`;
  const mains = new Set(events.filter(it => it.name === 'thread_name' && it.args.name === 'CrRendererMain').map(place));
  const own = events.filter(it => it.ph === 'X' && mains.has(place(it)) && /RunTask/.test(it.name));
  const longest = field => own.map(it => Math.round((it[field] ?? 0) / 1000)).sort((a, b) => b - a).slice(0, 5).join(' ');
  const marks = events.filter(it => it.name === 'moved' || it.name === 'pictured').sort((a, b) => a.ts - b.ts);
  const waits = marks.slice(1).flatMap(({ name, ts: end }, i) => {
    if (name !== 'pictured' || marks[i].name !== 'moved') return [];
    const since = marks[i].ts;
    const within = own.filter(it => it.ts + it.dur > since && it.ts < end);
    const taken = within.reduce((sum, it) => sum + (it.tdur ?? 0), 0);
    return [`${Math.round((end - since) / 1000)} (${Math.round(taken / 1000)})`];
  });
  return { result, wall: longest('dur'), processor: longest('tdur'), waits: waits.join(', ') };
}

/** γ's slider, of which a drag uses the middle. */
async function slider(page) {
  const [x, y, width] = await page.evaluate(() => {
    const { left, top, width, height } = document.querySelector('#mirror [type=range][aria-label="γ"]').getBoundingClientRect();
    return [left + width / 2, top + height / 2, width];
  });
  return { x, y, width };
}

/** Steps of γ's slider, which is held meanwhile. */
async function steps(page, count) {
  const { x, y } = await slider(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= count; i++) {
    // Until the picture has stood still for a while.
    await pause(300);
    await page.waitForFunction(() => performance.now() - drawn.at > 2500, null, { timeout: 30_000 }).catch(() => {});
    const before = await page.evaluate(() => drawn.mark);
    await page.mouse.move(x + 3 * i, y);
    await page.waitForFunction(before => drawn.mark !== before, before, { timeout: 20_000 }).catch(() => {});
  }
  await page.mouse.up();
}

for (const [name, setup] of Object.entries(SETUPS)) {
  if (!name.includes(process.argv[3] ?? '')) continue;
  setup.prepare?.();
  const page = await open(setup.address, { before: watch });
  const { result, ...start } = await tasks(async () => {
    await page.waitForFunction(() => drawn.picture, null, { timeout: 120_000 });
    if (setup.exact) await says(page, setup.exact);
    return page.evaluate(() => [drawn.first, drawn.picture, performance.now()].map(Math.round));
  });
  console.log(`${name}: first frame ${result[0]}, first picture ${result[1]}, ${setup.exact ? `exact ${result[2]} ms` : ''}; ` +
    `tasks ${start.wall}, by processor ${start.processor}`);
  await pause(Number(process.env.REST ?? 5000));
  const stepped = await tasks(() => steps(page, 8));
  console.log(`  steps of γ shown after ${stepped.waits} ms (processor); tasks ${stepped.wall}, by processor ${stepped.processor}`);
  const dragged = await tasks(async () => drag(page, { ...await slider(page), milliseconds: 6000 }));
  console.log(`  drag ${JSON.stringify(dragged.result)}; tasks ${dragged.wall}, by processor ${dragged.processor}; ` +
    `load ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`);
  await picture(page, `measured-${name.replaceAll(/[^0-9a-z]+/g, '-')}`);
  if (page.complaints.length) console.log(`  ${page.complaints.join(' | ')}`);
  await page.context().close();
}
console.log(`pictures in ${pictures}`);
await browser.close();
server.close();
