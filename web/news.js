// News for the program: files, lines and sentences. What comes before it runs waits.

let program = null;
const waiting = [];
const nothing = new Uint8Array();

/** Tells the program: a kind of news, a name or text, and bytes. */
export function arrive(kind, name, bytes = nothing) {
  if (program) program.arrive(kind, name, bytes);
  else waiting.push([kind, name, bytes]);
}

/** Tells the program a wish of a reader of the mirror: what to do, with which part, and a value. */
export const wish = (what, part, value = '') => program?.wish(what, part, String(value));

export const remark = text => arrive('remark', text);

/** Whether the program hears. */
export const isHeard = () => program !== null;

/** Tells the program from now on. */
export function tellTo(exports) {
  program = exports;
  for (const news of waiting.splice(0)) arrive(...news);
}
