// Helpers: workers that compute on one matrix each, with an instance of the program of their own. One is kept for the
// next computation unless it was given up. Where the browser starts none, the program does without.

import { addressOf } from './given.js?@VERSION@';
import { remark } from './news.js?@VERSION@';

/** Numbers of a matrix above which a helper is not kept: it never gives memory back. */
const MOST_KEPT_NUMBERS = 1 << 20;
/** Helpers that may die before one has ever answered. */
const MOST_LOST = 2;
const pending = new Map();
const idle = [];
let compiled = null;
let numbered = 0;
let lost = 0;
let answered = false;
let schedule = () => {};

/** Lets helpers instantiate this module from now on, and has their answers heard by `wake`. */
export function helpWith(module, wake) {
  compiled = module;
  schedule = wake;
}

export const isPending = number => pending.get(number)?.answer === undefined && pending.has(number);

function startHelper() {
  const worker = new Worker(addressOf('matrices.js'), { type: 'module' });
  worker.postMessage(compiled);
  return worker;
}

function doWithout(reason) {
  if (lost <= MOST_LOST) {
    remark(`The browser starts no helper (${reason}): large matrices are computed in the page, which stands still meanwhile`);
  }
  lost = Infinity;
}

/** Begins a computation and returns its number; 0 where no helper can be had. */
export function begin(kind, rows, columns, entries) {
  if (lost >= MOST_LOST) return 0;
  let worker;
  try {
    worker = idle.pop() ?? startHelper();
  } catch (error) {
    doWithout(error.message);
    return 0;
  }
  const number = ++numbered;
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

/** Answer of a computation, which is over with that; none where it was given up, or its helper died. */
export function take(number) {
  const { worker, answer, kept } = pending.get(number);
  pending.delete(number);
  const numbers = answer instanceof Float64Array ? answer : undefined;
  answered ||= numbers !== undefined;
  if (numbers && kept && !idle.length) idle.push(worker);
  else worker.terminate();
  if (numbers || answer === undefined) return numbers;
  if (answered || ++lost < MOST_LOST) {
    remark(`A part of the computation stopped unexpectedly (${answer}) and was started anew`);
  } else {
    doWithout(answer);
  }
  return undefined;
}
