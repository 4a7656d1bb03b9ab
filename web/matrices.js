// Second instance of the program, for computations on one matrix that cannot be interrupted: the page goes on drawing
// meanwhile, and gives one up by ending this worker.

import init, { compute } from './kpca-explorer.js?@VERSION@';

let ready = null;

onmessage = async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    ready = init({ module_or_path: data });
    return;
  }
  try {
    await ready;
    const numbers = compute(data.kind, data.rows, data.columns, data.entries);
    postMessage(numbers, [numbers.buffer]);
  } catch (error) {
    postMessage(String(error));
  }
};
