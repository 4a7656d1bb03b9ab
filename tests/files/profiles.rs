//! Crates with inner loops of their own are optimised in every profile: one that is forgotten is slow, and nothing else
//! says so.

use std::{collections::BTreeSet, fs, path::Path};

use toml::{Table, Value};

/// Dependencies whose own code is no inner loop: what they compute is generic and compiled with this crate, or they
/// are asked so seldom that nobody waits for them.
const NO_INNER_LOOPS: &[&str] = &[
    "anyhow",
    "argmin",
    "argmin-math",
    "base64",
    "clap",
    "colorous",
    "directories",
    "eframe",
    "egui_commonmark",
    "egui_tiles",
    "faer",
    "gemm",
    "getrandom",
    "kdtree",
    "krilla-svg",
    "log",
    "mimalloc",
    "nalgebra",
    "numpy",
    "pathdiff",
    "pulldown-cmark",
    "pulp",
    "pyo3",
    "rand",
    "rand_distr",
    "rayon",
    "rfd",
    "rustix",
    "serde",
    "serde_ignored",
    "serde_json",
    "signal-hook",
    "sysinfo",
    "tempfile",
    "thiserror",
    "toml",
    "wasm-bindgen",
    "wasm-bindgen-futures",
    "web-sys",
    "web-time",
];

/// Parts of the names of crates that compress, transform, draw or multiply, wherever in the tree they stand.
const WORDS_OF_INNER_LOOPS: &[&str] = &[
    "adler",
    "blas",
    "brotli",
    "chacha",
    "crc32",
    "deflate",
    "encoding_rs",
    "fft",
    "flate",
    "gemm",
    "gif",
    "jpeg",
    "libm",
    "lz4",
    "matrixmultiply",
    "memchr",
    "miniz",
    "nalgebra",
    "png",
    "quant",
    "skia",
    "transpose",
    "weezl",
    "zip",
    "zlib",
    "zstd",
];

/// Crates with such a name that need no speed.
const EXCEPTIONS: &[&str] = &[
    // Macros, which run while this crate is compiled.
    "nalgebra-macros",
    // Complex numbers, which nothing multiplies.
    "gemm-c32",
    "gemm-c64",
    "nano-gemm-c32",
    "nano-gemm-c64",
    // Half precision, likewise.
    "gemm-f16",
    // Generic, and so compiled with the crate that uses them.
    "gemm-common",
    "nalgebra",
    // They choose among the crates that multiply.
    "gemm",
    "nano-gemm-codegen",
    "nano-gemm-core",
    // Pictures of a kind that nothing writes.
    "zune-jpeg",
    // Of tests alone.
    "chacha20",
];

fn read(name: &str) -> Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).unwrap().parse().unwrap()
}

/// Crates that a profile optimises fully.
fn optimized(manifest: &Table, profile: &str) -> BTreeSet<String> {
    let packages = manifest["profile"][profile]["package"].as_table().unwrap();
    let level = |settings: &Value| settings.get("opt-level").and_then(Value::as_integer);
    let fully = |settings: &Value| level(settings) == Some(3);
    let packages = packages.iter().filter(|(_, settings)| fully(settings));
    packages.map(|(name, _)| name.clone()).collect()
}

/// Names in the tables of dependencies, those of single systems among them, without crates of this workspace.
fn dependencies(manifest: &Table) -> BTreeSet<String> {
    let mut tables = vec![&manifest["dependencies"]];
    let systems = manifest.get("target").and_then(Value::as_table);
    let systems = systems.into_iter().flat_map(Table::values);
    tables.extend(systems.map(|of_system| &of_system["dependencies"]));
    let tables = tables.into_iter().filter_map(Value::as_table);
    let others = tables
        .flatten()
        .filter(|(_, asked)| asked.get("path").is_none());
    others.map(|(name, _)| name.clone()).collect()
}

#[test]
fn every_dependency_is_optimised_or_said_to_need_no_speed() {
    let manifest = read("Cargo.toml");
    let fully = optimized(&manifest, "release");
    assert_eq!(
        fully,
        optimized(&manifest, "dev"),
        "both profiles optimise the same"
    );
    let mut asked = dependencies(&manifest);
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    for folder in fs::read_dir(crates).unwrap() {
        let name = folder.unwrap().file_name().into_string().unwrap();
        let manifest = read(&format!("crates/{name}/Cargo.toml"));
        if manifest.contains_key("dependencies") {
            asked.extend(dependencies(&manifest));
        }
    }
    for name in asked {
        let needs_none = NO_INNER_LOOPS.contains(&name.as_str());
        assert!(
            fully.contains(&name) != needs_none,
            "{name}: either optimise it in both profiles of Cargo.toml, or list it as without inner loops"
        );
    }
}

#[test]
fn crates_that_compress_transform_or_multiply_are_optimised_wherever_they_stand() {
    let (manifest, lock) = (read("Cargo.toml"), read("Cargo.lock"));
    let fully = optimized(&manifest, "release");
    let packages = lock["package"].as_array().unwrap();
    let names: BTreeSet<&str> = packages
        .iter()
        .filter_map(|package| package["name"].as_str())
        .collect();
    let slow = names.iter().filter(|name| {
        let has_loops = WORDS_OF_INNER_LOOPS.iter().any(|word| name.contains(word));
        has_loops && !fully.contains(**name) && !EXCEPTIONS.contains(name)
    });
    let slow: Vec<_> = slow.collect();
    assert!(
        slow.is_empty(),
        "optimise in both profiles, or except: {slow:?}"
    );
    let gone = fully.iter().filter(|name| !names.contains(name.as_str()));
    let gone: Vec<_> = gone.collect();
    assert!(gone.is_empty(), "no longer in the tree: {gone:?}");
}
