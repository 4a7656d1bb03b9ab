// Pictures in containers of a page of notes, which share one compiled program: each is a frame that is filled from here,
// with a memory of its own. web/README.md says how they are started.

import { pageWith, show } from './frame.js?@VERSION@';

/** Folder of the page, where its parts have these names. */
const HERE = new URL('./', import.meta.url).href;
const loaded = new Map();

/** Loads something once for all pictures, and again where it failed. */
function once(address, load) {
  if (!loaded.has(address)) {
    const promise = load();
    promise.catch(() => loaded.delete(address));
    loaded.set(address, promise);
  }
  return loaded.get(address);
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: the server says ${answer.status}`);
  return answer;
}

/** Compiles the program at an address; whatever type a host gives it. */
async function compiled(address) {
  const { body } = await fetched(address);
  return WebAssembly.compileStreaming(new Response(body, { headers: { 'Content-Type': 'application/wasm' } }));
}

/** Text of the page of a folder. */
async function pageAt(folder) {
  const text = await (await fetched(`${folder}index.html`)).text();
  return pageWith(text, `${folder}page.js?@VERSION@`);
}

/** Shows a picture in a container: of a line, or of what the words behind `?` ask for.
 *
 * `wasm` is the compiled program or its address, `worker` the address of `matrices.js`, `folder` that of the page's other
 * files; a blob has one too. `hears` are functions by the types of the words that come from the picture. Gives back its
 * `frame`, `ask`, which sends a wish, and `stop`, which takes the picture away and its memory with it. */
export async function start({
  container, search = '?embed', line, table, title, hears = {},
  folder = HERE, wasm = `${folder}kpca-explorer.wasm?@VERSION@`, worker = `${folder}matrices.js?@VERSION@`,
}) {
  const [module, text] = await Promise.all([
    wasm instanceof WebAssembly.Module ? wasm : once(wasm, () => compiled(wasm)),
    once(folder, () => pageAt(folder)),
  ]);
  const files = { 'kpca-explorer.js': `${folder}kpca-explorer.js?@VERSION@`, 'matrices.js': worker };
  return show({ container, page: { text, module, files }, search, line, table, title, hears });
}
