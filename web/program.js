// The program: downloaded once, kept for the next visit, and tried once more where the connection broke.

import { addressOf, given } from './given.js?@VERSION@';
import { helpWith } from './helpers.js?@VERSION@';
import { schedule, suspending } from './turns.js?@VERSION@';

// Filled in by web/build.
const VERSION = '@VERSION@';
const SIZE = Number('@SIZE@');
/** Pause before what failed is tried once more, in milliseconds. */
const PAUSE = 500;

const sentence = document.getElementById('sentence');
const bar = document.getElementById('bar');

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

/** Does something, and once more where it failed. */
async function twice(attempt) {
  try {
    return await attempt(false);
  } catch {
    await new Promise(end => setTimeout(end, PAUSE));
    return attempt(true);
  }
}

/** Cache of this version, which the service worker fills with the rest; none where the browser keeps nothing. */
async function openCache() {
  const late = new Promise(end => setTimeout(end, 1000));
  try {
    return await Promise.race([caches.open(`kpca-explorer ${new URL('./', location.href)} ${VERSION}`), late]);
  } catch {
    return undefined;
  }
}

/** Compiles the program from the cache, or as it comes over the wire and into the cache. */
async function compile(again) {
  const address = `kpca-explorer.wasm?${VERSION}`;
  const cache = await openCache();
  if (again) await cache?.delete(address).catch(() => {});
  const known = await cache?.match(address).catch(() => undefined);
  if (known) return { module: await WebAssembly.compileStreaming(watched(known)), kept: Promise.resolve() };
  const answer = await fetch(address, again ? { cache: 'reload' } : {});
  if (!answer.ok) throw new Error(`the server says ${answer.status}`);
  const kept = cache?.put(address, answer.clone()).catch(() => {});
  return { module: await WebAssembly.compileStreaming(watched(answer)), kept };
}

/** Loads the program without starting it; gives back how to start it, and when all of it is kept. */
export async function load() {
  const [{ module, kept }, glue] = await Promise.all([
    given.module ? { module: given.module } : twice(compile),
    twice(again => import(addressOf('kpca-explorer.js') + (again ? '&again' : ''))),
  ]);
  const start = async () => {
    const { instantiate } = WebAssembly;
    // The glue hands over its imports nowhere else.
    WebAssembly.instantiate = (source, imports) => instantiate(source, suspending(imports));
    try {
      const exports = await glue.default({ module_or_path: module });
      helpWith(module, schedule);
      return { exports, glue };
    } finally {
      WebAssembly.instantiate = instantiate;
    }
  };
  return { start, kept };
}
