//! Files that others wrote, and names that are no text.

use std::{
    ffi::OsStr,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use assert_cmd::Command;

fn case(name: &str) -> PathBuf {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases/strangers");
    cases.join(name)
}

/// Exit status, standard output and standard error.
fn told<S: AsRef<OsStr>>(folder: &Path, arguments: &[S]) -> (i32, String, String) {
    let output = Command::cargo_bin("kpca-explorer")
        .unwrap()
        .env_remove("WAYLAND_DISPLAY")
        .env("DISPLAY", "nowhere:77")
        .env("XDG_DATA_HOME", folder)
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code().unwrap(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn a_lesson_runs_nothing_and_calls_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let lesson = case("js_lesson.toml");
    let lesson = lesson.to_str().unwrap();
    let (status, out, err) = told(folder.path(), &["lesson", "check", lesson]);
    assert_eq!(status, 1);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    for (line, address) in lines
        .iter()
        .zip(["javascript:alert(1)", "http://evil", "file:///etc"])
    {
        assert!(
            line.contains("js_lesson.toml, line 7: ") && line.contains(address),
            "{line}"
        );
    }
    assert!(err.ends_with(": 3 other faults\n"), "{err}");

    let handout = ["lesson", "handout", lesson, "--out", "h.html"];
    let (status, _, err) = told(folder.path(), &handout);
    assert_eq!((status, err.lines().count()), (0, 3), "{err}");
    let page = fs::read_to_string(folder.path().join("h.html")).unwrap();
    assert!(page.contains("<p>x p q</p>"));
    for bad in ["javascript", "evil", "passwd", "src=\"h", "src=\"f", "href"] {
        assert!(!page.contains(bad), "{bad}");
    }
}

#[test]
fn rules_that_cannot_be_checked_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let lesson = case("two_of_one.toml");
    let (status, out, err) = told(
        folder.path(),
        &[OsStr::new("lesson"), "check".as_ref(), lesson.as_ref()],
    );
    assert_eq!(
        (status, out.lines().count(), err.lines().count()),
        (1, 2, 1),
        "{out}{err}"
    );
    let counts = ": 1 of 2 rules does not hold, 1 of 2 rules is not checked, 1 other fault\n";
    assert!(err.ends_with(counts), "{err}");
}

#[test]
fn a_failure_is_one_line_of_bounded_length() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let session = case("two_lines.toml");
    let (status, out, err) = told(path, &["fit", "--session", session.to_str().unwrap()]);
    assert_eq!((status, &*out, err.lines().count()), (1, "", 1), "{err}");
    assert!(err.ends_with("gone.csv: there is no such file\n"), "{err}");

    // A remark is said where the work succeeds, and not before a failure.
    let setup = |data: &str| format!("version=1, colour=1, source={data}");
    let fit = |data: &str| told(path, &["fit", "--setup", &setup(data), "--json", "-"]);
    let (status, _, err) = fit("{builtin=\"five-irises\"}");
    assert_eq!(status, 0);
    assert_eq!(err, "kpca-explorer: unknown field setup.colour left out\n");
    let (status, _, err) = fit("{file={path=\"x.csv\"}}");
    assert_eq!((status, err.lines().count()), (1, 1), "{err}");
    assert!(err.contains("x.csv: there is no such file"), "{err}");

    let long = "a".repeat(100_000);
    fs::write(
        path.join("long.toml"),
        format!("version = 1\n[setup]\n\"{long}\" = 1\ncomponents = \"{long}\""),
    )
    .unwrap();
    for arguments in [
        vec!["fit", &long],
        vec!["fit", "--data", &long, "--gamma", "1"],
        vec!["fit", "--gamma", &long],
        vec!["fit", "--session", "long.toml"],
        vec!["fit", "--setup", &long],
        vec!["lesson", "check", &long],
        vec!["lesson", "check", "long.toml"],
    ] {
        let (status, _, err) = told(path, &arguments);
        assert!(status == 1 || status == 2);
        assert!(
            err.lines().count() == 1 && err.len() < 2000,
            "{}",
            err.len()
        );
    }
}

/// Sessions as nobody saves them: more panels than there are, and more fields than anybody reads of.
#[test]
fn a_session_of_any_size_is_judged_in_a_few_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let panels = "\"kpca\", ".repeat(5000);
    let mut fields = String::new();
    for i in 0..200_000 {
        writeln!(fields, "f{i} = 1").unwrap();
    }
    let setup = "version = 1\n[setup]\n";
    for (text, expected, words) in [
        (
            format!("{setup}view.panels = [{panels}]\n"),
            (1, 1),
            "panels, as many as there are",
        ),
        (
            format!("{setup}{fields}source.builtin = \"five-irises\"\n"),
            (0, 4),
            "199997 other unknown fields left out",
        ),
    ] {
        fs::write(path.join("s.toml"), text).unwrap();
        let arguments = [
            "render",
            "--session",
            "s.toml",
            "--panels",
            "kpca",
            "--force",
        ];
        let (code, _, err) = told(path, &[&arguments[..], &["--out", "s.svg"]].concat());
        assert_eq!((code, err.lines().count()), expected, "{err}");
        assert!(err.contains(words) && err.len() < 1100, "{err}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_failure_shows_where_the_program_was_built() {
    let folder = tempfile::tempdir().unwrap();
    let (status, _, err) = told::<&str>(folder.path(), &[]);
    assert_eq!((status, err.lines().count()), (1, 1), "{err}");
    assert!(!err.contains(".rs") && err.contains("render"), "{err}");
}

/// Linux allows any bytes.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_are_read_as_they_are_written() {
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let name = |text: &'static [u8]| OsStr::from_bytes(text);
    let (data, new, labels) = (name(b"a\xff.csv"), name(b"n\xff.csv"), name(b"l\xff.txt"));
    fs::copy(case("d.csv"), path.join(data)).unwrap();
    fs::copy(case("d.csv"), path.join(new)).unwrap();
    fs::write(path.join(labels), "x\ny\nx\n").unwrap();
    let text = OsStr::new;
    for arguments in [
        vec![text("fit"), data, text("--scores"), name(b"s\xff.csv")],
        vec![text("fit"), text("--data"), data, text("--labels"), labels],
        vec![
            text("fit"),
            data,
            text("--project"),
            new,
            text("--projected"),
            name(b"p\xff.csv"),
        ],
        vec![text("script"), text("python"), data],
    ] {
        let (status, _, err) = told(path, &arguments);
        assert_eq!(status, 0, "{err}");
    }
    assert!(path.join(name(b"s\xff.csv")).exists() && path.join(name(b"p\xff.csv")).exists());
    fs::copy(case("two_of_one.toml"), path.join(name(b"\xfe.toml"))).unwrap();
    let check = [text("lesson"), text("check"), name(b"\xfe.toml")];
    assert!(told(path, &check).1.contains("does not hold"));
}
