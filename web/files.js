// Files. The bytes of those that were opened stay in the browser, so that a page opened again shows the same picture.

import { brought, decoded, embedded } from './address.js?@VERSION@';
import { arrive, remark } from './news.js?@VERSION@';

const MOST_KEPT = 8;
const MOST_BYTES = 64 << 20;
/** Time after which a database that does not answer is done without, in milliseconds. */
const PATIENCE = 2000;

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Does something with the files that are kept; fails where the browser keeps none, or does not answer. */
async function withFiles(mode, act) {
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE, new Error('no answer')));
  const opened = (async () => {
    const asked = indexedDB.open('kpca-explorer', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('files', { keyPath: 'name' });
    return done(asked);
  })();
  const database = await Promise.race([opened, late]);
  try {
    return await act(database.transaction('files', mode).objectStore('files'));
  } finally {
    database.close();
  }
}

async function keepFile(name, bytes) {
  if (bytes.length > MOST_BYTES) throw new Error('too large');
  await withFiles('readwrite', async files => {
    await done(files.put({ name, bytes, since: Date.now() }));
    const all = await done(files.getAll());
    all.sort((a, b) => b.since - a.since);
    for (const old of all.slice(MOST_KEPT)) files.delete(old.name);
  });
}

/** Files that were opened before; none where the browser keeps none. */
export async function keptFiles() {
  if (embedded) return [];
  return withFiles('readonly', files => done(files.getAll())).catch(() => []);
}

/** Hands a file to the program, and keeps it for the next visit. */
export async function bring(kind, name, bytes) {
  arrive(kind, name, bytes);
  if (embedded) return;
  await keepFile(name, bytes).catch(() => {
    remark(`${name} is gone once this page is closed: the browser keeps no file of this size, or none`);
  });
}

export const bringFile = async (kind, file) => bring(kind, file.name, new Uint8Array(await file.arrayBuffer()));

/** Reads a table named by `?data=`, from where the page is; nothing but a remark where there is none. */
export async function fetchData(address) {
  let url;
  try {
    url = new URL(address, location.href);
  } catch {
    remark(`?data= in the address names no file: ${address}`);
    return undefined;
  }
  const name = decoded(url.pathname.split('/').pop()) || 'data.csv';
  if (url.origin !== location.origin) {
    remark(`${name} is on another host, ${url.host}; only data beside this page are read`);
    return undefined;
  }
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`the server says ${answer.status}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    brought(name);
    return { name, bytes };
  } catch (error) {
    remark(`${name} could not be read: ${error instanceof TypeError ? 'no connection' : error.message}`);
    return undefined;
  }
}

export function download(name, bytes) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Opens the browser's dialog for files with these extensions. */
export function choose(extensions) {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = extensions;
  input.onchange = () => bringFile('picked', input.files[0]);
  input.oncancel = () => arrive('cancelled', '');
  input.click();
}
