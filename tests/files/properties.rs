//! Properties of any file, session, settings and arguments, among them all that were once misread.

use std::{path::Path, process::Command};

use proptest::{prelude::*, sample::select, test_runner::RngSeed};

use explorer::setup::{Setup, parse_session};
use kernel_pca::objects::ObjectKind;
use kpca_explorer::app::Settings;
use tabular::{Columns, DataFile, Decimal, Delimiter, ReadAs, Source, parse_table};

/// Files that were misread or refused at some time.
const FILES: [&str; 18] = [
    "x\t1\n1,5",
    "x \"1,5\" x",
    "kind;v\ng;1,5\nh;2,5\n",
    "kind\tv\ng\t1,5\nh\t2,5\n",
    "kind v\ng 1,5\nh 2,5\n",
    "a;b\n1.234;2,5\n5.678;3,5\n",
    "a,b\n\"1,234.5\",1\n\"2,000\",2\n",
    "a,b\r1,2\r3,4\r",
    "1,5\n2,5\n3,75\n",
    ",v0\n0,1.5\n1,2.5\n",
    "a,b\n1,nan\ninf,-inf\n",
    "\u{feff}a;b\n1;2\n",
    "\"a\nb\",c\n1,2\n",
    "a\u{1b}[31m,\u{202e}b\n1,2\n",
    ",,,\n,,,\n",
    "\"\n\"\"\n",
    "1e308,-1e308\n1e-320,0\n",
    "#only a comment",
];

fn read_as() -> impl Strategy<Value = ReadAs> {
    let delimiters = vec![
        None,
        Some(Delimiter::COMMA),
        Some(Delimiter::SEMICOLON),
        Some(Delimiter::TAB),
        Some(Delimiter::Blank),
    ];
    let decimals = vec![None, Some(Decimal::Point), Some(Decimal::Comma)];
    (select(delimiters), select(decimals)).prop_map(|(delimiter, decimal)| ReadAs {
        delimiter,
        decimal,
        ..ReadAs::default()
    })
}

/// A file of cells that look like tables, or of anything, or one of those above with a bite out of it.
fn file() -> impl Strategy<Value = Vec<u8>> {
    let cells = select(vec![
        "1", "-2.5", "1,5", "1.234", "1,234.5", "x", "\"a b\"", "\"1,5\"", "", "NA", "1e999",
        "\u{9b}",
    ]);
    let separators = select(vec![",", ";", "\t", " "]);
    let ends = select(vec!["\n", "\r\n", "\r"]);
    let lines = prop::collection::vec(prop::collection::vec(cells, 1..5), 0..8);
    let table = (lines, separators, ends).prop_map(|(lines, separator, end)| {
        let lines: Vec<String> = lines.iter().map(|cells| cells.join(separator)).collect();
        lines.join(end).into_bytes()
    });
    let bitten = (select(FILES.to_vec()), 0_usize..40, any::<u8>()).prop_map(|(file, at, byte)| {
        let mut bytes = file.as_bytes().to_vec();
        let at = at % bytes.len();
        bytes[at] = byte;
        bytes
    });
    prop_oneof![table, bitten, prop::collection::vec(any::<u8>(), 0..200)]
}

fn is_plain(text: &str) -> bool {
    !text.chars().any(char::is_control)
}

/// Whatever the file, it is a table that says how it was read, or one plain line of what is wrong.
fn check_reading(bytes: &[u8], read_as: ReadAs) {
    let load = |read_as| parse_table("data.csv", bytes, read_as);
    let columns = Columns::default();
    let table = match load(read_as) {
        Ok(table) => table,
        Err(error) => return assert!(is_plain(&error.to_string()), "{error}"),
    };
    assert!(table.rows() > 0);
    let names: Vec<&String> = table.columns().iter().map(|column| &column.name).collect();
    assert!(names.iter().all(|name| is_plain(name)), "{names:?}");
    match table.dataset(&columns) {
        Ok(dataset) => {
            assert!(dataset.x.iter().all(|value| value.is_finite()));
            assert_eq!(dataset.n() + dataset.skipped_rows, table.rows());
            let line = table
                .reading_line(&columns, ObjectKind::Vectors, dataset.skipped_rows)
                .unwrap();
            assert!(is_plain(&line.unwrap()));
        }
        Err(error) => assert!(is_plain(&error.to_string()), "{error}"),
    }
    // The other reading is one indeed.
    let reading = *table.reading().unwrap();
    if let Some(other) = reading.other {
        let other = load(other).unwrap();
        assert_ne!(other.columns(), table.columns());
    }
}

/// A session is a setup that can be used, or one plain line.
fn check_session(text: &str) {
    match parse_session(text, Path::new("folder/s.toml")) {
        Ok(opened) => assert_eq!(opened.setup.check(), Ok(())),
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}

/// Settings are always such as a window can start with, and come back the same.
fn check_settings(text: &str) {
    let (settings, remark) = Settings::from_text(text);
    let zoom = settings.zoom.unwrap_or(1.0);
    assert!((0.5..=5.0).contains(&zoom));
    assert!(remark.is_none_or(|remark| is_plain(&remark)));
    let text = settings.to_table().unwrap().to_string();
    assert_eq!(Settings::from_text(&text).1, None, "{text}");
}

fn toml() -> impl Strategy<Value = String> {
    let keys = select(vec![
        "version",
        "zoom",
        "theme",
        "side_panel",
        "window",
        "recent",
        "memory_mib",
        "components",
        "setup.components",
        "setup.view.threshold",
        "setup.kernel.gamma",
        "setup.kernel.degree",
        "setup.source.file",
        "setup.source.file.path",
        "setup.source.file.decimal",
        "setup.source.generated.noise",
        "setup.view.camera.yaw",
        "setup.view.contours.maps",
        "setup.view.spectrum_components",
        "setup.view.marking.selected",
        "setup.columns.features",
        "layout.side",
        "setup.view.tiles",
        "figures.several.width",
        "\"\u{1b}[31m\"",
    ]);
    let values = select(vec![
        "1",
        "0",
        "-1",
        "nan",
        "inf",
        "1e9",
        "1e308",
        "9223372036854775807",
        "\"x\"",
        "\"\"",
        "true",
        "[]",
        "[nan, nan]",
        "[0.1, 0.9]",
        "{}",
        "\"0-3 7\"",
        "\",\"",
        "[\"a\", \"b\"]",
        "\"a\\u001bb\"",
    ]);
    prop::collection::vec((keys, values), 0..6).prop_map(|lines| {
        let lines = lines
            .iter()
            .map(|(key, value)| format!("{key} = {value}\n"));
        format!("version = 1\n{}", lines.collect::<String>())
    })
}

#[test]
fn what_was_once_misread_holds() {
    for file in FILES {
        for delimiter in [None, Some(Delimiter::COMMA), Some(Delimiter::Blank)] {
            for decimal in [None, Some(Decimal::Point), Some(Decimal::Comma)] {
                check_reading(
                    file.as_bytes(),
                    ReadAs {
                        delimiter,
                        decimal,
                        ..ReadAs::default()
                    },
                );
            }
        }
        check_session(file);
        check_settings(file);
    }
    for (line, field) in [
        ("view.threshold = nan", "threshold"),
        ("view.threshold = 0.0", "threshold"),
        ("view.threshold = 1.5", "threshold"),
        ("components = 0", "components"),
        ("kernel.gamma = -1.0", "gamma"),
        ("kernel.gamma = inf", "gamma"),
        ("kernel.degree = 0", "degree"),
        ("kernel.coef0 = nan", "coef0"),
        ("source.generated.noise = nan", "noise"),
        ("source.generated.factor = 1.0", "factor"),
        ("source.generated.centers = 0", "centers"),
        ("source.generated.n_samples = 0", "n_samples"),
        ("view.camera.yaw = inf", "camera.yaw"),
        ("view.contours.maps = 0", "contours.maps"),
        ("view.spectrum_components = 0", "spectrum_components"),
        ("view.separation_components = 0", "separation_components"),
    ] {
        let text = format!("version = 1\n[setup]\n{line}\n");
        let error = parse_session(&text, Path::new("s.toml")).unwrap_err();
        let message = error.to_string();
        assert!(
            message.starts_with("s.toml") && message.contains(&format!(": {field} must be ")),
            "{line}: {message}"
        );
    }
}

/// Configuration with the same cases in every run; what random ones find belongs to fuzzing, and then among the
/// cases above.
fn fixed(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(fixed(300))]

    #[test]
    fn any_file_is_read_or_refused_in_a_line(bytes in file(), read_as in read_as()) {
        check_reading(&bytes, read_as);
        check_reading(&bytes, ReadAs::default());
    }

    #[test]
    fn any_session_is_sound_or_refused_in_a_line(text in toml(), noise in ".{0,80}") {
        check_session(&text);
        check_session(&noise);
    }

    #[test]
    fn any_settings_start_a_window(text in toml(), noise in ".{0,80}") {
        check_settings(&text);
        check_settings(&noise);
    }

    /// Sessions keep the user's statements on a file.
    #[test]
    fn a_session_keeps_how_a_file_is_read(read_as in read_as()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.csv");
        std::fs::write(&path, "1\n").unwrap();
        let source = Source::File(DataFile { read_as, sheet: Some("b".into()), ..path.canonicalize().unwrap().into() });
        let setup = Setup { source, ..Setup::default() };
        let session = folder.path().canonicalize().unwrap().join("s.toml");
        let text = explorer::setup::session_text(&setup, &session).unwrap();
        let opened = parse_session(&text, &session).unwrap();
        prop_assert_eq!(opened.setup.source, setup.source);
    }
}

proptest! {
    #![proptest_config(fixed(24))]

    /// Each case is a process, so there are few.
    #[test]
    fn any_arguments_are_answered_in_a_line(
        arguments in prop::collection::vec(prop_oneof![
            select(vec![
                "--gamma", "--degree", "--components", "--n-samples", "--noise", "--repeat", "--label",
                "--decimal", "--delimiter", "--memory", "--sigma", "--kernel", "--scale", "--features",
                "0", "1", "-1", "nan", "inf", "1e400", "poly", "none", ",", "", "\u{1b}[31m",
                "18446744073709551616",
            ]).prop_map(str::to_owned),
            "[ -~]{0,8}",
        ], 0..4),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let output = Command::new(assert_cmd::cargo::cargo_bin("kpca-explorer"))
            .current_dir(folder.path())
            .args(["fit", "--data", "moons", "--json", "-"])
            .args(&arguments)
            .output()
            .unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        let status = output.status.code();
        prop_assert!(matches!(status, Some(0..=2)), "{arguments:?}: {status:?} {message}");
        prop_assert!(message.lines().count() <= 1, "{arguments:?}: {message}");
        prop_assert!(is_plain(message.trim_end()), "{arguments:?}: {message:?}");
    }
}
