//! `lesson` and `--setup` on the command line.

use std::{fs, path::Path, process::Output};

use assert_cmd::Command;

use explorer::setup::Setup;
use lessons::Draft;
use tabular::Source;

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

/// A lesson on the table at `data`, as it is saved beside it.
fn lesson_on(data: &Path, claim: &str) -> String {
    let mut draft = Draft::from_view(Setup {
        source: Source::File(data.to_owned().into()),
        ..Setup::default()
    });
    draft.steps[0].claims = vec![claim.into()];
    draft
        .file_text(&data.with_file_name("lesson.toml"))
        .unwrap()
}

/// `lesson check` in a home of its own: status, and all that was said.
fn checked(lesson: &Path) -> (i32, String) {
    let home = lesson.parent().unwrap();
    let output = Command::cargo_bin("kpca-explorer")
        .unwrap()
        .env("HOME", home)
        .env("XDG_DATA_HOME", home.join("share"))
        .args(["lesson", "check", lesson.to_str().unwrap()])
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.code().unwrap(), said)
}

#[test]
fn a_lesson_takes_a_small_table_along() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("points.csv");
    let rows = |last: f64| {
        let row = |i: usize| format!("{},{}\n", i % 5, (i * i) % 7);
        format!("x,y\n{}{last},1\n", (0..19).map(row).collect::<String>())
    };
    fs::write(&data, rows(1.0)).unwrap();
    let text = lesson_on(&data, "n = 20");
    let lesson = folder.path().join("lesson.toml");
    fs::write(&lesson, &text).unwrap();
    fs::remove_file(&data).unwrap();
    let (status, said) = checked(&lesson);
    assert_eq!(status, 0, "{said}");
    // Changed by hand in the lesson.
    let changed = text.replace(&rows(1.0), &rows(2.0));
    assert_ne!(changed, text);
    fs::write(&lesson, &changed).unwrap();
    let (status, said) = checked(&lesson);
    let line = 1 + changed
        .lines()
        .position(|it| it == "name = \"points.csv\"")
        .unwrap();
    let expected = format!("line {line}: points.csv has changed since the lesson was saved");
    assert!(status == 1 && said.contains(&expected), "{said}");
    // A name that would lead out of its folder.
    fs::write(
        &lesson,
        text.replace("name = \"points.csv\"", "name = \"../points.csv\""),
    )
    .unwrap();
    let (status, said) = checked(&lesson);
    assert!(
        status == 1 && said.contains(&format!("line {line}")),
        "{said}"
    );
    assert!(said.contains("without folders"), "{said}");
}

#[test]
fn a_large_table_stays_beside_the_lesson_with_its_checksum() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("many.csv");
    let digits = "0123456789".repeat(50);
    let rows = |first: usize| {
        let row = |i: usize| format!("{},{},0.{digits}{i}\n", (i * first) % 17, (i * i) % 23);
        format!("x,y,z\n{}", (0..150).map(row).collect::<String>())
    };
    fs::write(&data, rows(3)).unwrap();
    let text = lesson_on(&data, "n = 150");
    assert!(text.len() < 2000 && text.contains("crc32"), "{text}");
    let lesson = folder.path().join("lesson.toml");
    fs::write(&lesson, &text).unwrap();
    let (status, said) = checked(&lesson);
    assert_eq!(status, 0, "{said}");
    fs::write(&data, rows(5)).unwrap();
    let (status, said) = checked(&lesson);
    let expected = "many.csv has changed since the lesson was saved";
    assert!(status == 1 && said.contains(expected), "{said}");
    fs::remove_file(&data).unwrap();
    let (status, said) = checked(&lesson);
    assert!(
        status == 1 && said.contains("many.csv: there is no such file"),
        "{said}"
    );
}
