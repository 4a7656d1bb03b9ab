// Frames that the page around fills itself, and words with the pictures in them: where the page's files come from is no
// matter here. web/README.md says what each part is.

/** Text of the page for a frame that has no address, with its script at one. */
export const pageWith = (text, script) => text.replace(/<link [^>]*>/g, '').replace(/src="page\.js[^"]*"/, `src="${script}"`);

/** Origin that can be named; a page from a file or in a sandbox has none. */
const OWN = location.origin === 'null' ? '*' : location.origin;

/** Shows a picture in a container, of a page at hand: its `text`, the compiled program and addresses of its scripts.
 * Gives back its `frame`, `ask`, which sends a wish, and `stop`, which takes the picture away and its memory with it. */
export function show({ container, page: { text, module, files }, search, line, table, title = 'Kernel PCA Explorer', hears, origin = OWN }) {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.style.cssText = 'display: block; width: 100%; height: 100%; border: 0';
  frame.given = { search: `${search}&talk=${origin}`, line, table, module, files };
  frame.srcdoc = text;
  const hear = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.kpca !== 1) return;
    // The page around may take the frame out and put it back, which loads it anew.
    if (data.type === 'setup') frame.given.line = data.line;
    if (Object.hasOwn(hears, data.type)) hears[data.type](data);
  };
  addEventListener('message', hear);
  container.append(frame);
  return {
    frame,
    ask: wish => frame.contentWindow?.postMessage({ kpca: 1, ...wish }, origin),
    stop() {
      removeEventListener('message', hear);
      frame.remove();
    },
  };
}
