//! Writes the JavaScript beside the page's WebAssembly: `kpca-bind IN.wasm FOLDER`.

use std::{env, fs, path::Path};

use anyhow::{Context as _, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [wasm, folder] = arguments.as_slice() else {
        bail!("usage: kpca-bind IN.wasm FOLDER");
    };
    let name = Path::new(wasm).file_stem().and_then(|name| name.to_str());
    let name = name.context("the program has no name")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(name).typescript(false);
    bindgen
        .web(true)?
        .remove_name_section(true)
        .generate(folder)?;
    let folder = Path::new(folder);
    let from = folder.join(format!("{name}_bg.wasm"));
    let to = folder.join(format!("{name}.wasm"));
    fs::rename(&from, to).with_context(|| from.display().to_string())
}
