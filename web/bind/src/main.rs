//! Writes the JavaScript beside the page's WebAssembly: `kpca-bind IN.wasm FOLDER`.

use std::{env, fs, path::Path};

use anyhow::{Context as _, bail};
use wasm_bindgen_cli_support::Bindgen;

const NAME: &str = "kpca-explorer";

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [wasm, folder] = arguments.as_slice() else {
        bail!("usage: kpca-bind IN.wasm FOLDER");
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(NAME).typescript(false);
    bindgen
        .web(true)?
        .remove_name_section(true)
        .generate(folder)?;
    let folder = Path::new(folder);
    let from = folder.join(format!("{NAME}_bg.wasm"));
    let to = folder.join(format!("{NAME}.wasm"));
    fs::rename(&from, to).with_context(|| from.display().to_string())
}
