//! `lesson` and `--setup` on the command line.

use std::process::Output;

use assert_cmd::Command;

fn run(arguments: &[&str]) -> Output {
    Command::cargo_bin("kpca-explorer")
        .unwrap()
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .args(arguments)
        .output()
        .unwrap()
}

/// Exit status, standard output and standard error.
fn told(arguments: &[&str]) -> (i32, String, String) {
    let output = run(arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code().unwrap(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn a_lesson_is_checked_and_what_does_not_hold_has_its_line() {
    let (status, out, err) = told(&["lesson", "check", "kernel-trick"]);
    assert_eq!((status, &*err), (0, ""), "{out}");
    assert!(out.contains("all of which hold"), "{out}");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let file = path.to_str().unwrap();
    let text = "version = 1\ntitle = \"T\"\nsummary = \"S\"\nminutes = 1\n[[step]]\n\
                heading = \"H\"\ntext = \"T\"\nexample = \"iris-three\"\n\
                claims = [\"pca.eigenvalue(1) = 3.66\", \"n = 151\"]\n";
    std::fs::write(&path, text).unwrap();
    let (status, out, err) = told(&["lesson", "check", file]);
    assert_eq!(status, 1);
    let said = "line 9: `n = 151` does not hold: n is 150";
    assert!(out.contains(said), "{out}");
    assert!(err.contains("1 of 2 rules"), "{err}");

    std::fs::write(&path, text.replace("n = 151", "m = 151")).unwrap();
    let (status, _, err) = told(&["lesson", "check", file]);
    assert_eq!((status, err.lines().count()), (1, 1));
    assert!(err.contains("line 9"), "{err}");
    let (status, _, err) = told(&["lesson", "check", "no-such-lesson"]);
    assert_eq!(status, 1);
    assert!(err.contains("there is no such file"), "{err}");
    assert_eq!(told(&["lesson", "check"]).0, 2);
}

#[test]
fn a_line_is_a_setup() {
    let line = "version=1, source.builtin=\"five-irises\", kernel.kind=\"linear\", components=2";
    let (status, out, err) = told(&["fit", "--setup", line, "--json", "-"]);
    assert_eq!(status, 0, "{err}");
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let first = report["eigenvalues"][0].as_f64().unwrap();
    assert!((first - 3.1646).abs() < 1e-4, "{first}");
    // Other flags change it.
    let (_, out, _) = told(&["fit", "--setup", line, "--components", "1", "--json", "-"]);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["eigenvalues"].as_array().unwrap().len(), 1);
    let (status, _, err) = told(&["fit", "--setup", "kernel.gamma=2"]);
    assert_eq!(status, 1);
    assert!(err.contains("version") && err.lines().count() == 1, "{err}");
}
