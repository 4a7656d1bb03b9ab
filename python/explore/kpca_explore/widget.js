// The page in a cell. Its files come from the kernel, once for each window, and become addresses of blobs; the program
// is compiled once and given to the frame of every cell. The page's own frame.js fills that and speaks with it.

/** Time for which the cell must rest before the kernel is told, in milliseconds: the page tells its line after 400. */
const REST = 500;
/** Time after which a kernel that was asked for the page is thought gone, in milliseconds. */
const PATIENCE = 10_000;

/** The page of this window: when it was asked for, and a promise of it. */
const shared = globalThis.kpcaExplore ??= { asked: -Infinity, page: undefined, has: false };

/** Asks the kernel for the table, and the page where the window lacks it; gives back what came, by name. */
function ask(model, lacksPage) {
  return new Promise(resolve => {
    const hear = (content, buffers) => {
      if (content.type !== 'opened') return;
      model.off('msg:custom', hear);
      const [table, ...files] = buffers;
      resolve({ table: { name: content.name, bytes: bytesOf(table) }, files: new Map(content.files.map((name, i) => [name, files[i]])) });
    };
    model.on('msg:custom', hear);
    model.send({ type: 'open', lacks_page: lacksPage });
  });
}

const bytesOf = buffer => new Uint8Array(buffer.buffer ?? buffer, buffer.byteOffset ?? 0, buffer.byteLength);

/** Makes the page of its files, and `show`, which shows it in a cell: text, compiled program, and addresses of scripts. */
async function made(files) {
  const small = new Blob([files.get('kpca-explorer.wasm.gz')]).stream().pipeThrough(new DecompressionStream('gzip'));
  const module = await WebAssembly.compileStreaming(new Response(small, { headers: { 'Content-Type': 'application/wasm' } }));
  const addresses = {};
  const addressOf = name => {
    if (!addresses[name]) {
      const text = new TextDecoder().decode(files.get(name));
      // A script that came as a blob finds none beside itself.
      const placed = text.replace(/^(import |.* from )'\.\/([\w-]+\.js)\?\w*'/gm, (_, words, other) => `${words}'${addressOf(other)}'`);
      addresses[name] = URL.createObjectURL(new Blob([placed], { type: 'text/javascript' }));
    }
    return addresses[name];
  };
  for (const name of files.keys()) if (name.endsWith('.js')) addressOf(name);
  const { pageWith, show } = await import(addresses['frame.js']);
  const text = pageWith(new TextDecoder().decode(files.get('index.html')), addresses['page.js']);
  return { show, page: { text, module, files: addresses } };
}

/** Brings the table of a cell, and the page of its window. */
async function opened(model) {
  if (!shared.has && performance.now() - shared.asked > PATIENCE) {
    shared.asked = performance.now();
    const came = ask(model, true);
    const page = came.then(({ files }) => made(files)).then(page => { shared.has = true; return page; });
    shared.page = page;
    page.catch(() => { if (shared.page === page) shared.asked = -Infinity; });
    return [(await came).table, await page];
  }
  const { table } = await ask(model, false);
  return [table, await shared.page];
}

/** Theme of the notebook, where it tells one. */
function theme() {
  const { classList, dataset } = document.body;
  if (dataset.jpThemeLight === 'false' || classList.contains('vscode-dark')) return '&theme=dark';
  return dataset.jpThemeLight === 'true' || classList.contains('vscode-light') ? '&theme=light' : '';
}

export default {
  async render({ model, el }) {
    const words = document.createElement('p');
    words.textContent = 'Waiting for the kernel';
    el.append(words);

    let picture;
    let over = false;
    let timer;
    let result;
    let selected = [];
    let problem = '';
    /** The line that the page said last. */
    let line = model.get('setup');
    const tell = () => {
      const { rows, scores, eigenvalues, kernel } = result ?? {};
      const arrays = result ? [Int32Array.from(rows), Int32Array.from(selected), scores, eigenvalues] : [];
      if (model.get('setup') !== line) {
        model.set('setup', line);
        model.save_changes();
      }
      model.send({ type: 'told', line, problem, kernel }, undefined, arrays.map(array => array.buffer));
    };
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(tell, REST);
    };
    const hears = {
      result(said) { result = said; rest(); },
      setup(said) { ({ line } = said); rest(); },
      selected({ rows }) { selected = rows; rest(); },
      problem({ text }) { problem = text; rest(); },
    };
    const ask = () => {
      const wanted = model.get('setup');
      if (wanted === line) return;
      line = wanted;
      picture?.ask({ type: 'setup', line });
    };
    model.on('change:setup', ask);

    opened(model).then(([table, { show, page }]) => {
      if (over) return;
      line = model.get('setup');
      words.remove();
      picture = show({ container: el, page, search: `?embed${theme()}`, line, table, hears, origin: '*' });
      picture.frame.style.height = `${model.get('height')}px`;
    }).catch(error => { words.textContent = `The page could not be loaded: ${error.message}`; });

    return () => {
      over = true;
      picture?.stop();
      model.off('change:setup', ask);
      clearTimeout(timer);
    };
  },
};
