// Turns. A task runs until it rests; its stack is suspended then, and the innermost of those goes on in a later turn,
// unless a more urgent task is to begin. One that waits for another instance goes on when that has answered, and looks
// now and then whether it was given up.

import { isPending } from './helpers.js?@VERSION@';

const LOOK_EVERY = 16;
const resting = [];
const turns = new MessageChannel();
const suspends = 'Suspending' in WebAssembly && 'promising' in WebAssembly;
let program = null;
let run = null;
let scheduled = false;

turns.port1.onmessage = () => {
  scheduled = false;
  if (globalThis.failed || !program) return;
  if (program.ready()) run().then(again, stopped);
  else if (resting.at(-1)?.due()) resting.pop().goOn();
};

export function schedule() {
  if (scheduled) return;
  scheduled = true;
  turns.port2.postMessage(0);
}

function again() {
  if (resting.length || program.ready()) schedule();
}

function stopped(error) {
  globalThis.fail('The computation stopped unexpectedly, and the page with it.', String(error));
}

export const canRest = () => suspends;

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
export function suspending(imports) {
  if (!suspends) return imports;
  for (const module of Object.values(imports)) {
    for (const name of Object.keys(module)) {
      if (name.startsWith('__wbg_rest_')) module[name] = new WebAssembly.Suspending(rest);
    }
  }
  return imports;
}

/** Gives turns to the tasks of a program from now on: its exported functions, and those of its module. */
export function take(exports, module) {
  run = suspends ? WebAssembly.promising(module.work) : async () => exports.work();
  program = exports;
  schedule();
}
