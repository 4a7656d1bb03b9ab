//! Writes the licences of all crates that are compiled into the program, each text once, with those that it covers:
//! `cargo run --example licences [FILE]` (`target/manual/DEPENDENCIES.txt` unless one is named).

use std::{
    collections::BTreeMap,
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

/// Beginnings of the names under which crates keep their licences.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args_os().nth(1);
    let file = file.map_or("target/manual/DEPENDENCIES.txt".into(), PathBuf::from);
    let metadata = cargo(&["metadata", "--format-version", "1"])?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().ok_or("no packages")?;
    let tree = [
        "tree",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--no-dedupe",
        "--format",
        "{p}",
    ];
    let compiled: Vec<String> = cargo(&tree)?.lines().map(name_and_version).collect();

    let mut crates = BTreeMap::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        let [name, version, licence, manifest] = ["name", "version", "license", "manifest_path"]
            .map(|it| package[it].as_str().unwrap_or(""));
        let is_ours = package["source"].is_null();
        let crate_name = format!("{name} {version}");
        if is_ours || !compiled.contains(&crate_name) {
            continue;
        }
        let folder = Path::new(manifest)
            .parent()
            .ok_or("a manifest without a folder")?;
        for text in licences(folder)? {
            texts.entry(text).or_default().push(crate_name.clone());
        }
        crates.insert(crate_name, licence.to_owned());
    }

    let mut page = "Kernel PCA Explorer holds code of these crates:\n\n".to_owned();
    for (name, licence) in &crates {
        writeln!(page, "{name}: {licence}")?;
    }
    for (text, names) in &texts {
        let line = "=".repeat(72);
        writeln!(
            page,
            "\n{line}\n{}\n\n{}",
            names.join(", "),
            text.trim_end()
        )?;
    }
    fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))?;
    fs::write(&file, page)?;
    println!(
        "{}: {} crates, {} texts",
        file.display(),
        crates.len(),
        texts.len()
    );
    Ok(())
}

/// Runs cargo on the program's lock file and returns its output.
fn cargo(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .arg("--locked")
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Turns `serde v1.0.228 (proc-macro)` into `serde 1.0.228`.
fn name_and_version(line: &str) -> String {
    let mut words = line.split(' ');
    let [name, version] = [(); 2].map(|()| words.next().unwrap_or(""));
    format!("{name} {}", version.trim_start_matches('v'))
}

/// Texts of the licences in a crate's folder.
fn licences(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().to_uppercase());
        if path.is_file() && name.is_some_and(|name| NAMES.iter().any(|it| name.starts_with(it))) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths
        .into_iter()
        .map(fs::read_to_string)
        .collect::<Result<_, _>>()?)
}
