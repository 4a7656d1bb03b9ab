// The page around the program: what it is told of the browser, and the start.

import { asked, copyPacked, embedded, line, link, packedTable, showAddress } from './address.js?@VERSION@';
import { isHeard, tellProblem, tellReady, tellResult, tellSelected, tellSetup } from './around.js?@VERSION@';
import { bring, choose, download, fetchData, keptFiles } from './files.js?@VERSION@';
import { begin, isPending, take } from './helpers.js?@VERSION@';
import './input.js?@VERSION@';
import { show as showMirror } from './mirror.js?@VERSION@';
import { arrive, tellTo } from './news.js?@VERSION@';
import { load } from './program.js?@VERSION@';
import { canRest, schedule, take as takeTurns } from './turns.js?@VERSION@';

const { fail } = globalThis;
const words = document.getElementById('words');
const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
const fingers = matchMedia('(pointer: coarse)');
let held = false;
/** Table that came with the address. */
let table;

addEventListener('beforeunload', event => {
  if (held) event.preventDefault();
});

// What the program calls.
globalThis.page = {
  schedule,
  rest() {},
  canRest,
  begin,
  isPending,
  take,
  fail: reason => fail('The program stopped unexpectedly.', reason),
  started() { words.hidden = true; },
  download,
  choose,
  keep(name, text) {
    try { localStorage.setItem(name, text); } catch { /* the browser keeps nothing */ }
  },
  kept(name) {
    try { return localStorage.getItem(name) ?? undefined; } catch { return undefined; }
  },
  fullScreen(full) {
    const change = full ? document.documentElement.requestFullscreen?.() : document.exitFullscreen?.();
    change?.catch(() => {});
  },
  showAddress(line, file) {
    showAddress(line, file);
    tellSetup(line);
  },
  link,
  copyPacked,
  asked: name => (name === 'line' ? line() : name === 'data' ? table?.name : asked(name)),
  holdClosing(hold) { held = hold; },
  isHeard,
  tellResult,
  tellSelected,
  tellProblem,
  mirror: showMirror,
  isStill: () => lessMotion.matches,
  isTouched: () => fingers.matches,
  tell(text) { document.getElementById('shown').textContent = text; },
};

/** Whether the browser has the wide instructions of WebAssembly: a module with one of them. */
function hasWideInstructions() {
  return WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10,
    1, 8, 0, 65, 0, 253, 15, 253, 98, 11]));
}

/** Keeps the page for use without a connection. */
async function keepPage() {
  if (embedded || !location.protocol.startsWith('http')) return;
  try {
    await navigator.serviceWorker?.register('worker.js', { updateViaCache: 'none' });
  } catch { /* a private window or a frame has none */ }
}

async function start() {
  words.classList.add('begun');
  if (typeof WebAssembly !== 'object' || !hasWideInstructions()) {
    fail('This browser lacks the wide instructions of WebAssembly; a current Chrome, Edge, Firefox or Safari has them.');
    return;
  }
  // The program asks for this context too and is given the same. It smooths edges itself, and nothing shines through:
  // where no graphics card draws, that is half of a frame.
  const options = { alpha: false, antialias: false, depth: false };
  if (!document.getElementById('picture').getContext('webgl2', options)) {
    fail('This browser gives the page no WebGL 2, with which the picture is drawn; it may be switched off in its settings.');
    return;
  }
  const data = asked('data');
  const [program, kept, fetched] = await Promise.all([
    load(), keptFiles(), data === undefined ? packedTable() : fetchData(data),
  ]);
  table = fetched;
  // Files come before the first picture asks for them: the program begins with the next frame.
  const { exports, glue } = await program.start();
  tellTo(glue);
  takeTurns(glue, exports);
  for (const { name, bytes } of kept) arrive('kept', name, bytes);
  // A line says what the table's picture is; without one the program chooses.
  if (table) await bring(line() ? 'kept' : 'opened', table.name, table.bytes);
  tellReady();
  await program.kept;
  await keepPage();
}

start().catch(error => fail('The program could not be loaded.', String(error)));
