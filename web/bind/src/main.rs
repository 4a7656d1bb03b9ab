//! Writes the JavaScript beside the page's WebAssembly: `kpca-bind IN.wasm FOLDER`.

use std::{env, fs, path::Path};

use anyhow::{Context as _, bail};
use wasm_bindgen_cli_support::Bindgen;
use wasmparser::{Validator, WasmFeatures};

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
    loads_everywhere(&fs::read(&from)?)?;
    fs::rename(&from, to).with_context(|| from.display().to_string())
}

/// Refuses instructions of relaxed SIMD. A browser that lacks them does not load a module that holds one anywhere.
/// Where crates are joined, the compiler also uses them in functions that never asked for them, with other results.
fn loads_everywhere(wasm: &[u8]) -> anyhow::Result<()> {
    let features = WasmFeatures::default() - WasmFeatures::RELAXED_SIMD;
    Validator::new_with_features(features)
        .validate_all(wasm)
        .map(drop)
        .context("not every browser loads this program")
}
