// The address: `?` asks, and behind `#` stand the line of the setup and, where it was packed along, its table.

import { given } from './given.js?@VERSION@';
import { arrive, isHeard, remark } from './news.js?@VERSION@';

const parameters = new URLSearchParams(given.search ?? location.search);
const OFF = ['0', 'false', 'no', 'off'];
/** Characters that a packed link may have: Slack and Telegram carry 4,000 in a message, and others more. */
const LONGEST = 4000;
/** Time for which a setup must have rested to be a step that Back returns to, in milliseconds. */
const REST = 1500;

/** Value of a parameter; none where it is missing, or says that something is off. */
export function asked(name) {
  const value = parameters.get(name);
  return value === null || OFF.includes(value.toLowerCase()) ? undefined : value;
}

export const embedded = asked('embed') !== undefined;

/** Text without percent signs for what is no letter, as it stands where they make no sense. */
export function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

/** Line of the setup and packed table, as they stand in an address; none where it has none. */
function partsOf(hash) {
  const [line, table] = hash.slice(1).split('&table=');
  return { line: line ? decoded(line) : undefined, table };
}

export const line = () => given.line ?? partsOf(location.hash).line;

/** The line as it stands in an address: short, and in one piece where it is pasted into a message. */
function hashOf(line, table) {
  // Single quotes, which TOML has too, stay one letter where double quotes become three.
  const quoted = line.replace(/"([^"'\\]*)"/g, "'$1'").replaceAll(', ', ',').replaceAll(' = ', '=');
  const written = encodeURI(quoted).replaceAll('#', '%23').replaceAll('&', '%26');
  return '#' + written.replaceAll('%5B', '[').replaceAll('%5D', ']') + (table ? `&table=${table}` : '');
}

export const link = line => location.origin + location.pathname + hashOf(line);

// Tables in the address: compressed, in the letters of addresses, behind their name.

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

async function packed(name, bytes) {
  const small = await through(new CompressionStream('deflate-raw'), bytes);
  const letters = btoa(Array.from(small, byte => String.fromCharCode(byte)).join(''));
  return `${encodeURIComponent(name)}:${letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

const nameOf = table => table && decoded(table.split(':')[0]);

/** Table that is given, or packed in the address: its name and bytes; none where there is none, or it makes no sense. */
export async function packedTable() {
  if (given.table) return given.table;
  const { table } = partsOf(location.hash);
  if (!table) return undefined;
  try {
    const letters = table.split(':')[1].replaceAll('-', '+').replaceAll('_', '/');
    const small = Uint8Array.from(atob(letters), letter => letter.charCodeAt(0));
    return { name: nameOf(table), bytes: await through(new DecompressionStream('deflate-raw'), small) };
  } catch {
    remark('The table in the address is cut or damaged');
    return undefined;
  }
}

/** Copies a link that holds the table of its setup, or says how much too large that is. */
export async function copyPacked(line, name, bytes) {
  try {
    const whole = location.origin + location.pathname + hashOf(line, await packed(name, bytes));
    const length = whole.length.toLocaleString('en');
    if (whole.length > LONGEST) {
      remark(`A link with ${name} would have ${length} characters, and messengers carry ${LONGEST.toLocaleString('en')}: `
        + `put the table beside the page, and ?data=${name} before the #`);
      return;
    }
    await navigator.clipboard.writeText(whole);
    arrive('done', `Link copied, with ${name} in it: ${length} characters`);
  } catch {
    remark('The browser does not let the page copy');
  }
}

// As the setup moves.

let changedAt = -Infinity;
let known;

/** Puts the line of a setup, and the name of its file if it has one, into the address. */
export function showAddress(line, file) {
  if (embedded) return;
  const { line: before, table } = partsOf(location.hash);
  const hash = hashOf(line, nameOf(table) === file ? table : undefined);
  const search = new URLSearchParams(location.search);
  // The table that `?data=` names is another setup's.
  const left = known !== undefined && file !== known && search.has('data');
  if (left) search.delete('data');
  else if (before !== undefined && hashOf(before, table) === hash) return;
  const query = left ? (search.size ? `?${search}` : '') : location.search;
  // Back goes from rest to rest, and not through every place of a slider.
  const rested = performance.now() - changedAt > REST && location.hash.length > 1;
  changedAt = performance.now();
  // Some browsers allow so many changes a minute, and some frames none.
  try {
    history[rested ? 'pushState' : 'replaceState'](null, '', location.pathname + query + hash);
  } catch { /* the address stays behind */ }
}

addEventListener('popstate', () => {
  const now = line();
  if (now && isHeard()) arrive('line', now);
});

/** Notes the name of the table that `?data=` brought. */
export function brought(name) {
  known = name;
}
