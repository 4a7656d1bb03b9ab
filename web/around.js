// Words with the page around this one, where it is embedded; web/README.md describes them.

import { asked, embedded } from './address.js?@VERSION@';
import { arrive } from './news.js?@VERSION@';

const VERSION = 1;
/** Origins that the host allows, by the page's own head; `*` is any. */
const allowed = (document.querySelector('meta[name=kpca-talks-with]')?.content ?? '*').split(/\s+/);
/** Origin that the address says is around: this page's own unless `?talk=` names another. */
const around = asked('talk') ?? location.origin;
const isAllowed = allowed.includes('*') || allowed.includes(around);

/** Whether a page around is told of results. Only an embedded page, which keeps nothing, speaks of them. */
export const isHeard = () => embedded && parent !== globalThis && isAllowed;

function say(type, what = {}, moved = []) {
  if (isHeard()) parent.postMessage({ kpca: VERSION, type, ...what }, around, moved);
}

const asBytes = bytes => (typeof bytes === 'string' ? new TextEncoder().encode(bytes) : new Uint8Array(bytes));
const isBytes = bytes => typeof bytes === 'string' || bytes instanceof ArrayBuffer || ArrayBuffer.isView(bytes);

/** What each wish needs, and what it does. */
const wishes = {
  open: {
    needs: ({ name, bytes }) => typeof name === 'string' && name && isBytes(bytes),
    words: 'a name and bytes, or text',
    act({ name, bytes, line }) {
      if (typeof line !== 'string') return arrive('opened', name, asBytes(bytes));
      arrive('kept', name, asBytes(bytes));
      return arrive('line', line);
    },
  },
  setup: { needs: ({ line }) => typeof line === 'string', words: 'a line', act: ({ line }) => arrive('line', line) },
  theme: {
    needs: ({ theme }) => ['light', 'dark'].includes(theme), words: 'a theme, light or dark',
    act: ({ theme }) => arrive('theme', theme),
  },
  present: {
    needs: ({ on }) => typeof on === 'boolean', words: 'on, true or false',
    act: ({ on }) => arrive('present', on ? 'on' : 'off'),
  },
};

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || !isHeard() || (around !== '*' && origin !== around) || data?.kpca === undefined) return;
  const wish = Object.hasOwn(wishes, data.type) ? wishes[data.type] : undefined;
  if (data.kpca !== VERSION) say('problem', { text: `This page speaks version ${VERSION}, and was asked in ${data.kpca}` });
  else if (!wish) say('problem', { text: `There is no wish “${data.type}”; there are ${Object.keys(wishes).join(', ')}` });
  else if (!wish.needs(data)) say('problem', { text: `“${data.type}” needs ${wish.words}` });
  else wish.act(data);
});

export const tellReady = () => say('ready');
export const tellSetup = line => say('setup', { line });
export const tellSelected = rows => say('selected', { rows: Array.from(rows) });
export const tellProblem = text => say('problem', { text });

export function tellResult(description, scores, eigenvalues, ratios, labels) {
  const { rows, ...what } = JSON.parse(description);
  // Copies: what comes is a part of the program's memory.
  const arrays = { scores, eigenvalues, ratios, labels };
  for (const name of Object.keys(arrays)) arrays[name] = arrays[name].slice();
  const moved = Object.values(arrays).map(array => array.buffer);
  say('result', { ...what, rows: Uint32Array.from(rows), ...arrays }, moved);
}

