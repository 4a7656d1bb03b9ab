//! One room knows which system the program is on; what the rest asks of a system is greppable.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Words by which a source talks to a system itself.
const WORDS: &[&str] = &[
    "std::fs",
    "fs::",
    "File::open",
    "std::thread",
    "thread::",
    "std::time::Instant",
    "time::Instant",
    "SystemTime::now",
    "cfg(target_",
    "cfg!(target_",
    "cfg(not(target_",
    "cfg(unix)",
    "cfg!(unix)",
    "web_sys",
    "directories::",
    "sysinfo::",
    "tempfile::",
    "rfd::",
    "Par::rayon",
];

/// Sources that may: the crate itself, the window, the command line's own files, the list of rooms, and the engine's one leaf.
const MAY: &[&str] = &[
    "crates/system/",
    "src/platform/",
    "src/cli/",
    "src/lib.rs",
    "src/main.rs",
    "crates/kernel-pca/src/cores.rs",
];

pub(super) fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
}

/// Sources of the program and its crates: the path from the root, with `/`, and the text of each.
fn program() -> impl Iterator<Item = (String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for folder in ["src", "crates"] {
        sources(&root.join(folder), &mut all);
    }
    all.into_iter().map(move |path| {
        let name = path.strip_prefix(root).unwrap().to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        (name.replace('\\', "/"), text)
    })
}

#[test]
fn only_the_crate_for_it_knows_the_system() {
    let mut found = Vec::new();
    for (name, text) in program() {
        let is_test =
            name.contains("/tests/") || name.ends_with("tests.rs") || name.ends_with("testing.rs");
        if is_test || MAY.iter().any(|may| name.starts_with(may)) {
            continue;
        }
        // Tests stand last in a file, and run on a desktop.
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        for (number, line) in code.lines().enumerate() {
            let code = line.split("//").next().unwrap();
            if let Some(word) = WORDS.iter().find(|word| code.contains(**word)) {
                found.push(format!("{name}:{}: {word}", number + 1));
            }
        }
    }
    assert!(
        found.is_empty(),
        "ask `system` instead:\n{}",
        found.join("\n")
    );
}

/// Sources that multiply and add with one rounding: exact error terms, and a choice by the target.
const FUSE: &[&str] = &[
    "crates/kernel-pca/src/compensated.rs",
    "crates/kernel-pca/src/eigen/fourier/density.rs",
    "crates/kernel-pca/src/eigen/fourier/nufft.rs",
    "crates/kernel-pca/src/eigen/fourier/stencils.rs",
    "crates/kernel-pca/src/kernel/real.rs",
];

#[test]
fn products_are_fused_for_exact_errors_alone() {
    let mut found = Vec::new();
    for (name, text) in program() {
        let fuses = [".mul_add(", "mul_add_f32s", "mul_add_f64s"].map(|word| text.contains(word));
        if fuses.contains(&true) && !FUSE.contains(&name.as_str()) {
            found.push(name);
        }
    }
    // WebAssembly has no such instruction: there it is a function that took most of the time.
    assert!(found.is_empty(), "multiply and add apart: {found:?}");
}

/// Version of wasm-bindgen that a lock file names.
fn bindgen(lock: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(lock);
    let lock: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let packages = lock["package"].as_array().unwrap();
    let named = packages
        .iter()
        .find(|it| it["name"].as_str() == Some("wasm-bindgen-shared"));
    named.unwrap()["version"].as_str().unwrap().to_owned()
}

#[test]
fn the_page_is_bound_by_the_version_that_the_program_is_compiled_with() {
    assert_eq!(bindgen("Cargo.lock"), bindgen("web/bind/Cargo.lock"));
}

#[test]
fn a_crate_includes_nothing_from_outside_its_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for (name, text) in program() {
        // Tests are not packed to be compiled elsewhere.
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let manifest = root.join(&name);
        let home = manifest
            .ancestors()
            .find(|it| it.join("Cargo.toml").is_file());
        for part in code.split("include_").skip(1) {
            let included = part.split('"').nth(1).unwrap_or_default();
            let path = manifest.parent().unwrap().join(included);
            let path = path.canonicalize().unwrap_or(path);
            if !included.is_empty() && !path.starts_with(home.unwrap()) {
                found.push(format!("{name}: {included}"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
