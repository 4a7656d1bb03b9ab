// Keys, files and wheels that the page takes before the canvas hears of them.

import { embedded } from './address.js?@VERSION@';
import { bring, bringFile } from './files.js?@VERSION@';
import { isHeard } from './news.js?@VERSION@';

/** Keys with Ctrl that the program uses and a browser would take. It keeps those of its tabs, its address, a reload
    and its tools. */
const OURS = [...'begikops=+-012345'];
const canvas = document.getElementById('picture');

function take(event) {
  event.preventDefault();
  event.stopPropagation();
}

addEventListener('keydown', event => {
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const ours = command ? OURS.includes(key) && !(key === 'i' && event.shiftKey) : key === 'f5' || key === 'f1';
  if (isHeard() && ours) event.preventDefault();
}, true);

// Tab stays in the picture; after Escape it goes on to what stands behind.
let leaves = false;
addEventListener('keydown', event => {
  if (event.key === 'Tab' && leaves) event.stopImmediatePropagation();
  else if (event.key !== 'Shift') leaves = event.key === 'Escape';
}, true);
addEventListener('blur', () => { leaves = false; });

addEventListener('drop', event => {
  take(event);
  canvas.dispatchEvent(new DragEvent('dragleave'));
  const [file] = event.dataTransfer.files;
  if (file && isHeard()) bringFile('opened', file);
}, true);

const CELLS = /[\t,;]/;
const isNumber = cell => /\d/.test(cell) && !Number.isNaN(Number(cell));

// A table that is pasted, as from a spreadsheet: rows of equally many cells, some of them numbers; sentences are none.
addEventListener('paste', event => {
  const [file] = event.clipboardData?.files ?? [];
  const text = event.clipboardData?.getData('text') ?? '';
  const rows = text.trim().split('\n');
  const widths = new Set(rows.map(row => row.split(CELLS).length));
  const isTable = rows.length > 2 && widths.size === 1 && !widths.has(1)
    && (text.includes('\t') || rows.slice(1).some(row => row.split(CELLS).some(isNumber)));
  if (!isHeard() || !(file || isTable)) return;
  take(event);
  if (file) bringFile('opened', file);
  else bring('opened', 'pasted.csv', new TextEncoder().encode(text));
}, true);

// In a page of notes the wheel and a finger that moves up or down scroll the notes, until the picture was clicked: from
// then on the wheel is the picture's, until the pointer has left it.
if (embedded) {
  let engaged = false;
  addEventListener('pointerdown', () => { engaged = true; }, true);
  canvas.addEventListener('pointerleave', () => { engaged = false; });
  addEventListener('wheel', event => {
    if (!engaged && !event.ctrlKey) event.stopImmediatePropagation();
  }, { capture: true, passive: true });
  canvas.style.touchAction = 'pan-y';
  for (const kind of ['touchstart', 'touchmove']) {
    // The canvas prevents what a browser does with a finger.
    addEventListener(kind, event => { event.preventDefault = () => {}; }, true);
  }
}
