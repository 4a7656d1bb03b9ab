// The page around the program: downloads it and shows how far that is, gives it files, an address, a place for its
// settings, and turns to compute in.

// Filled in by web/build.
const VERSION = '@VERSION@';
const SIZE = Number('@SIZE@');

const words = document.getElementById('words');
const sentence = document.getElementById('sentence');
const bar = document.getElementById('bar');
const parameters = new URLSearchParams(location.search);
const embedded = parameters.has('embed');
let program = null;
let failed = false;

/** Says in place of the picture why there is none, with a way back. */
function fail(reason, details = '') {
  if (failed) return;
  failed = true;
  sentence.textContent = reason;
  const small = document.getElementById('reason');
  if (details) {
    small.innerHTML = '<summary>What the program said</summary>';
    small.append(details);
  }
  // The same address again; and one without a setup, in case that is to blame.
  document.getElementById('again').onclick = event => { event.preventDefault(); location.reload(); };
  document.getElementById('anew').onclick = event => {
    event.preventDefault();
    try { localStorage.clear(); } catch { /* nothing was kept */ }
    location.href = location.pathname;
  };
  words.classList.add('failed');
  words.hidden = false;
}

// Turns. A task runs until it rests; its stack is suspended then, and the innermost of those goes on in a later turn,
// unless a more urgent task is to begin. One that waits for another instance goes on when that has answered, and looks
// now and then whether it was given up.

const LOOK_EVERY = 16;
const resting = [];
let scheduled = false;
let run = null;
const turns = new MessageChannel();
const suspends = 'Suspending' in WebAssembly && 'promising' in WebAssembly;

turns.port1.onmessage = () => {
  scheduled = false;
  if (failed || !program) return;
  if (program.ready()) run().then(again, stopped);
  else if (resting.at(-1)?.due()) resting.pop().goOn();
};

function schedule() {
  if (scheduled) return;
  scheduled = true;
  turns.port2.postMessage(0);
}

function again() {
  if (resting.length || program.ready()) schedule();
}

function stopped(error) {
  fail('The computation stopped unexpectedly, and the page with it.', String(error));
}

/** Suspends a task until its next turn, or until a computation elsewhere has ended where `number` names one. */
function rest(number) {
  return new Promise(goOn => {
    const until = performance.now() + LOOK_EVERY;
    const due = () => !isPending(number) || performance.now() >= until;
    resting.push({ goOn, due });
    if (due()) schedule();
    else setTimeout(schedule, LOOK_EVERY + 1);
  });
}

/** Puts a function that can suspend in the place of the one that asks for rest. */
function suspending(imports) {
  if (!suspends) return imports;
  for (const module of Object.values(imports)) {
    for (const name of Object.keys(module)) {
      if (name.startsWith('__wbg_rest_')) module[name] = new WebAssembly.Suspending(rest);
    }
  }
  return imports;
}

// Computations elsewhere: each in a worker of its own, which is kept for the next one unless it was given up.

/** Numbers of a matrix above which a worker is not kept: it never gives memory back. */
const MOST_KEPT_NUMBERS = 1 << 20;
const pending = new Map();
const idle = [];
let compiled = null;
let numbered = 0;

const isPending = number => pending.get(number)?.answer === undefined && pending.has(number);

function startWorker() {
  const worker = new Worker(`matrices.js?${VERSION}`, { type: 'module' });
  worker.postMessage(compiled);
  return worker;
}

function begin(kind, rows, columns, entries) {
  const number = ++numbered;
  const worker = idle.pop() ?? startWorker();
  const computation = { worker, answer: undefined, kept: entries.length <= MOST_KEPT_NUMBERS };
  pending.set(number, computation);
  const end = answer => {
    computation.answer ??= answer;
    schedule();
  };
  worker.onmessage = ({ data }) => end(data);
  worker.onerror = event => end(event.message || 'no reason given');
  const copy = entries.slice();
  worker.postMessage({ kind, rows, columns, entries: copy }, [copy.buffer]);
  return number;
}

/** Answer of a computation, which is over with that; none where it was given up, or its worker died. */
function take(number) {
  const { worker, answer, kept } = pending.get(number);
  pending.delete(number);
  const numbers = answer instanceof Float64Array ? answer : undefined;
  if (numbers && kept && !idle.length) idle.push(worker);
  else worker.terminate();
  if (!numbers && answer !== undefined) {
    remark(`A part of the computation stopped unexpectedly (${answer}) and was started anew`);
  }
  return numbers;
}

// Files. The bytes of those that were opened stay in the browser, so that a page opened again shows the same picture.

const MOST_KEPT = 8;
const MOST_BYTES = 64 << 20;

function database() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('kpca-explorer', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('files', { keyPath: 'name' });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function keepFile(name, bytes) {
  if (embedded || bytes.length > MOST_BYTES) return;
  const files = (await database()).transaction('files', 'readwrite').objectStore('files');
  files.put({ name, bytes, since: Date.now() });
  const all = await done(files.getAll());
  all.sort((a, b) => b.since - a.since);
  for (const old of all.slice(MOST_KEPT)) files.delete(old.name);
}

async function keptFiles() {
  if (embedded) return [];
  const files = (await database()).transaction('files').objectStore('files');
  return done(files.getAll());
}

async function bring(kind, file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Browsers that keep nothing, as in a private window, still show what is opened.
  await keepFile(file.name, bytes).catch(() => {});
  program.arrive(kind, file.name, bytes);
}

function remark(text) {
  program.arrive('remark', text, new Uint8Array());
}

/** Reads a table named by `?data=`, from where the page is. */
async function fetchData(address) {
  const url = new URL(address, location.href);
  const name = decodeURIComponent(url.pathname.split('/').pop()) || 'data.csv';
  if (url.origin !== location.origin) {
    remark(`${name} is on another host, ${url.host}; only data beside this page are read`);
    return;
  }
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) {
    remark(`${name} could not be read: ${answer ? `the server says ${answer.status}` : 'no connection'}`);
    return;
  }
  await bring('opened', new File([await answer.arrayBuffer()], name));
}

// What the program calls.

globalThis.page = {
  schedule,
  rest() {},
  canRest: () => suspends,
  begin,
  isPending,
  take,
  fail: reason => fail('The program stopped unexpectedly.', reason),
  started() { words.hidden = true; },
  download(name, bytes) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  },
  choose(extensions) {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = extensions;
    input.onchange = () => bring('picked', input.files[0]);
    input.oncancel = () => program.arrive('cancelled', '', new Uint8Array());
    input.click();
  },
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
  showAddress,
  link: line => location.origin + location.pathname + hashOf(line),
  asked: name => (name === 'line' ? lineOf(location.hash) : parameters.get(name) ?? undefined),
  holdClosing(hold) { held = hold; },
  tell(text) { document.getElementById('shown').textContent = text; },
};

// The address: the line of the setup stands behind #.

let changedAt = -Infinity;
let held = false;

function lineOf(hash) {
  if (hash.length < 2) return undefined;
  try { return decodeURIComponent(hash.slice(1)); } catch { return hash.slice(1); }
}

/** The line as it stands in an address: short, and in one piece where it is pasted into a message. */
function hashOf(line) {
  // Single quotes, which TOML has too, stay one letter where double quotes become three.
  const quoted = line.replace(/"([^"'\\]*)"/g, "'$1'").replaceAll(', ', ',').replaceAll(' = ', '=');
  return '#' + encodeURI(quoted).replaceAll('#', '%23').replaceAll('%5B', '[').replaceAll('%5D', ']');
}

function showAddress(line) {
  if (embedded) return;
  const hash = hashOf(line);
  if (lineOf(hash) === lineOf(hashOf(lineOf(location.hash) ?? ''))) return;
  // Back goes from rest to rest, and not through every place of a slider.
  const rested = performance.now() - changedAt > 1500 && location.hash.length > 1;
  changedAt = performance.now();
  history[rested ? 'pushState' : 'replaceState'](null, '', hash);
}

addEventListener('popstate', () => {
  const line = lineOf(location.hash);
  if (line) program?.arrive('line', line, new Uint8Array());
});

addEventListener('beforeunload', event => {
  if (held) event.preventDefault();
});

// Keys that the program uses and a browser would take. It keeps those of its tabs, its address, a reload and its tools.
const OURS = [...'begikops=+-012345'];

addEventListener('keydown', event => {
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const ours = command ? OURS.includes(key) && !(key === 'i' && event.shiftKey) : key === 'f5' || key === 'f1';
  if (program && ours) event.preventDefault();
}, true);

// Files that are dropped, before the canvas hears of them.
addEventListener('drop', event => {
  event.preventDefault();
  event.stopPropagation();
  document.getElementById('picture').dispatchEvent(new DragEvent('dragleave'));
  const [file] = event.dataTransfer.files;
  if (file && program) bring('opened', file);
}, true);

// A table that is pasted, as from a spreadsheet: rows of equally many cells.
addEventListener('paste', event => {
  const [file] = event.clipboardData?.files ?? [];
  const text = event.clipboardData?.getData('text') ?? '';
  const rows = text.trim().split('\n');
  const widths = new Set(rows.map(row => row.split(/[\t,;]/).length));
  const isTable = rows.length > 2 && widths.size === 1 && !widths.has(1);
  if (!program || !(file || isTable)) return;
  event.preventDefault();
  event.stopPropagation();
  bring('opened', file ?? new File([text], 'pasted.csv'));
}, true);

// The start.

/** Whether the browser has the wide instructions of WebAssembly: a module with one of them. */
function hasWideInstructions() {
  return WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10,
    1, 8, 0, 65, 0, 253, 15, 253, 98, 11]));
}

/** Passes a response on and shows how much of it has come. */
function watched(response) {
  // Not the length that the response tells: of a compressed one that is another.
  const all = SIZE;
  let come = 0;
  const counted = new TransformStream({
    transform(chunk, out) {
      come += chunk.length;
      bar.value = Math.min(come / all, 1);
      const millions = bytes => (bytes / 1e6).toFixed(1);
      sentence.textContent = `Loading Kernel PCA Explorer: ${millions(come)} of ${millions(all)} MB`;
      out.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), { headers: { 'Content-Type': 'application/wasm' } });
}

async function start() {
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
  const files = keptFiles().catch(() => []);
  const { default: init, ...exports } = await import(`./kpca-explorer.js?${VERSION}`);
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const made = await instantiate(source, suspending(imports));
    compiled = made.module;
    return made;
  };
  const wasm = fetch(`kpca-explorer.wasm?${VERSION}`).then(answer => {
    if (!answer.ok) throw new Error(`the server says ${answer.status}`);
    return watched(answer);
  });
  // Files come before the first picture asks for them: the program begins with the next frame.
  const all = await files;
  const module = await init({ module_or_path: wasm });
  run = suspends ? WebAssembly.promising(module.work) : async () => exports.work();
  program = exports;
  for (const { name, bytes } of all) program.arrive('kept', name, bytes);
  scheduled = false;
  schedule();
  if (parameters.has('data')) await fetchData(parameters.get('data'));
}

start().catch(error => fail('The program could not be loaded.', String(error)));

if ('serviceWorker' in navigator && location.protocol.startsWith('http') && !embedded) {
  navigator.serviceWorker.register('worker.js').catch(() => {});
}
