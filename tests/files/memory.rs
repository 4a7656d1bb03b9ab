//! `--memory` bounds what the program takes, on every path that takes much: measured in a process of its own.

#![cfg(target_os = "linux")]

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

/// Mebibytes over the limit that the program itself may take, beside a fifth of the limit. Pages of its executable, which
/// an unoptimised build has many of, are not counted.
const PROGRAM: f64 = 60.0;

/// Runs the program in `folder`; returns whether it succeeded, what it said, and the most memory that it held, in MiB.
fn run(folder: &Path, arguments: &str) -> (bool, String, f64) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kpca-explorer"))
        .current_dir(folder)
        .args(arguments.split_whitespace())
        // So that the peak does not depend on how many threads the machine has.
        .env("RAYON_NUM_THREADS", "2")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0.0_f64;
    while child.try_wait().unwrap().is_none() {
        let now = fs::read_to_string(&status).unwrap_or_default();
        let line = now.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        peak = peak.max(kibibytes.unwrap_or(0.0) / 1024.0);
        thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.success(), said, peak)
}

/// Asserts that a call of `arguments` holds no more than `--memory limit`; returns false where it is refused, in one line that
/// names the memory needed.
fn stays_within(arguments: &str, limit: u32) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let (succeeded, said, peak) = run(folder.path(), &format!("{arguments} --memory {limit}"));
    let most = 1.2 * f64::from(limit) + PROGRAM;
    assert!(peak > 1.0, "{arguments}: no peak was measured");
    assert!(
        peak <= most,
        "{arguments} took {peak:.0} MiB of {limit} allowed"
    );
    if !succeeded {
        assert_eq!(said.lines().count(), 1, "{arguments}: {said}");
        assert!(said.contains(" MiB of memory, and "), "{arguments}: {said}");
        let left = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 0, "{arguments}: something was written");
    }
    succeeded
}

const MOONS: &str = "fit moons --noise 0.1 --gamma 5 --n-samples";

#[test]
fn tables_stay_within_the_memory_allowed() {
    // 3,000² numbers are 69 MiB, and no table of them is held as a whole.
    for file in ["k.csv", "k.npy"] {
        assert!(stays_within(
            &format!("{MOONS} 3000 --kernel-matrix {file}"),
            40
        ));
    }
    // Ridge regression needs them all.
    let ridge = format!("{MOONS} 3000 --denoise d.csv");
    assert!(!stays_within(&ridge, 60));
    assert!(stays_within(&ridge, 120));
}

#[test]
fn iterations_stay_within_the_memory_allowed() {
    for limit in [40, 80] {
        stays_within(
            &format!("{MOONS} 4000 --kernel laplacian --solver krylov"),
            limit,
        );
        stays_within(
            &format!("{MOONS} 4000 --kernel sigmoid --scores s.csv"),
            limit,
        );
    }
}

#[test]
fn methods_that_unroll_stay_within_the_memory_allowed() {
    for method in ["isomap", "lle", "laplacian-eigenmaps", "diffusion-map"] {
        let rows = "fit moons --noise 0.1 --n-samples 3000";
        for limit in [60, 120] {
            let fit = format!("{rows} --method {method} --scores s.csv");
            let succeeded = stays_within(&fit, limit);
            assert!(succeeded || limit < 120, "{method} is refused {limit} MiB");
        }
    }
}
