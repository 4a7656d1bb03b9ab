use std::{
    env, fs,
    path::absolute,
    process::{Child, Command as Process},
    thread,
    time::Duration,
};

use super::*;
use crate::{app::Command, worker::Inline};
use tabular::{DataFile, Source};

#[test]
fn settings_come_back_the_same() {
    let settings = Settings {
        zoom: Some(1.1),
        memory_mib: Some(500),
        window: Some([1280.0, 720.0]),
        recent: vec!["/data/a.csv".into()],
        lessons: [("kernel-trick".to_owned(), 3)].into(),
        open_lesson: Some("kernel-trick".into()),
        setup: Some(Setup::welcome()),
        ..Settings::default()
    };
    let text = settings.to_table().unwrap().to_string();
    assert_eq!(Settings::from_text(&text), (settings, None));
    assert_eq!(Settings::from_text(""), (Settings::default(), None));
}

#[test]
fn what_makes_no_sense_is_left_out_and_named() {
    for (text, name) in [
        ("zoom = nan", "zoom"),
        ("zoom = 0.0", "zoom"),
        ("zoom = 1e9", "zoom"),
        ("zoom = \"large\"", "zoom"),
        ("window = [nan, 100.0]", "window"),
        ("window = [1e9, 1e9]", "window"),
        ("theme = \"pink\"", "theme"),
        ("[layout]\nside = inf", "layout"),
        ("[setup.view.tiles]\nrow = []", "setup"),
        ("memory_mib = 0", "memory_mib"),
        ("[figures.several]\nwidth = 0", "figures"),
        ("[setup]\ncomponents = 0", "setup"),
        ("[setup.view]\nthreshold = nan", "setup"),
    ] {
        let text = format!("side_panel = false\n{text}\n");
        let (settings, remark) = Settings::from_text(&text);
        let expected = Settings {
            side_panel: false,
            ..Settings::default()
        };
        assert_eq!(settings, expected, "{text}");
        assert!(remark.unwrap().ends_with(&format!(": {name}")), "{text}");
    }
    // Splits are a part of the view now; an older program kept them here.
    let older = "[layout]\nside = 300.0\nrows = 0.5\ncolumns = [0.3, 0.6]\n";
    let (settings, remark) = Settings::from_text(older);
    assert_eq!((settings.layout.side, remark), (300.0, None));
    let (settings, remark) = Settings::from_text("a,b\n1,2\n");
    assert_eq!(settings, Settings::default());
    assert!(remark.unwrap().contains("start anew"));
}

#[test]
fn a_change_is_on_the_disk_after_five_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/settings.toml");
    let file = |name: &str| {
        Source::File(DataFile {
            labels: Some(format!("{name}-labels.txt").into()),
            ..DataFile::from(Path::new(name))
        })
    };
    let mut setup = Setup {
        source: file("some.csv"),
        new_rows: Some(file("new.csv")),
        ..Setup::default()
    };
    setup.pin(explorer::setup::Panel::Kpca);
    let named = setup.paths();
    let mut app = App::new(setup, Box::<Inline>::default())
        .keeping_settings(path.clone(), Settings::default());
    app.tick(0.0);
    app.apply(Command::ZoomIn);
    for tenths in 1..=50 {
        app.tick(f64::from(tenths) / 10.0);
    }
    // No more is called, as after a kill.
    let (settings, remark) = read_settings(&path);
    assert_eq!((settings.zoom, remark), (Some(1.1), None));
    let from_anywhere: Vec<PathBuf> = named.iter().map(|it| absolute(it).unwrap()).collect();
    assert_eq!(from_anywhere.len(), 8);
    assert_eq!(settings.setup.unwrap().paths(), from_anywhere);

    let written = fs::metadata(&path).unwrap().modified().unwrap();
    app.tick(60.0);
    let again = fs::metadata(&path).unwrap().modified().unwrap();
    assert_eq!(written, again, "what has not changed is not written again");
    assert!(app.is_kept());
}

/// Settings that a window reads from a file with this text, with its remark on them.
fn opened(path: &Path, text: &[u8]) -> (Settings, String) {
    fs::write(path, text).unwrap();
    let (settings, remark) = read_settings(path);
    (settings, remark.unwrap())
}

#[test]
fn what_cannot_be_read_is_kept_beside_and_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.toml");
    let bad = |end: &str| fs::read(folder.path().join(format!("settings.toml.{end}"))).unwrap();

    let (settings, said) = opened(&path, b"a,b\n1,2\n");
    assert_eq!(settings, Settings::default());
    assert!(
        said.contains("start anew") && said.ends_with("settings.toml.bad"),
        "{said}"
    );
    assert_eq!(bad("bad"), b"a,b\n1,2\n");
    assert_eq!(read_settings(&path), (Settings::default(), None));

    let (settings, said) = opened(&path, b"zoom = 1.5\ntheme = \"pink\"\n");
    assert_eq!(settings.zoom, Some(1.5));
    assert!(
        said.contains("theme") && said.ends_with("settings.toml.bad-2"),
        "{said}"
    );
    assert_eq!(bad("bad-2"), b"zoom = 1.5\ntheme = \"pink\"\n");
    // Also after a crash before anything is written.
    assert_eq!(read_settings(&path).0.zoom, Some(1.5));

    let (_, said) = opened(&path, b"zoom = 1.5 # \xe9\n");
    assert!(said.contains("UTF-8"), "{said}");
    assert_eq!(bad("bad-3"), b"zoom = 1.5 # \xe9\n");

    // A file that became unreadable while the window was open.
    let mut app = window(&path);
    fs::write(&path, "half of a fi").unwrap();
    app.apply(Command::ZoomIn);
    app.keep_now();
    app.tick(0.0);
    assert_eq!(bad("bad-4"), b"half of a fi");
    assert_eq!(read_settings(&path).0.zoom, Some(1.1));
    assert!(app.notice().unwrap().text.contains("settings.toml.bad-4"));
}

/// A window without a picture, which keeps its settings at `path`.
fn window(path: &Path) -> App {
    let (mut settings, _) = read_settings(path);
    let read = settings.clone();
    settings.setup = None;
    App::new(Setup::welcome(), Box::<Inline>::default())
        .with_settings(settings)
        .keeping_settings(path.to_owned(), read)
}

/// Environment variables that give a process the path of the settings, its number and how often to write.
const TOLD: [&str; 3] = ["KEEP_PATH", "KEEP_NUMBER", "KEEP_ROUNDS"];

/// Files that each window of the test opens.
const OPENED: [[&str; 3]; 2] = [["/a", "/b", "/c"], ["/d", "/e", "/f"]];

#[test]
#[ignore = "one of the two windows of the test below"]
fn one_of_two_windows() {
    let [path, number, rounds] = TOLD.map(|name| env::var(name).unwrap());
    let (path, number): (_, usize) = (Path::new(&path), number.parse().unwrap());
    let rounds: usize = rounds.parse().unwrap();
    let mut app = window(path);
    while !path.with_extension("go").exists() {
        thread::sleep(Duration::from_millis(1));
    }
    let mut far = 0;
    for round in 1..=rounds {
        // Both go through one lesson, with steps of their own.
        let step = 2 * round + number;
        app.settings.lessons.insert("both".into(), step);
        app.settings.lessons.insert(format!("own-{number}"), round);
        app.settings.remember(Path::new(OPENED[number][round % 3]));
        match number {
            0 => app.settings.zoom = Some(1.0 + round as f32 / rounds as f32),
            _ => app.settings.memory_mib = Some(round as u32),
        }
        app.keep_now();
        app.tick(round as f64);
        assert!(
            app.is_kept() && app.notice().is_none(),
            "{:?}",
            app.notice()
        );
        let (there, remark) = read_settings(path);
        assert_eq!(remark, None);
        assert_eq!(there.lessons[&format!("own-{number}")], round);
        assert!(there.lessons["both"] >= far.max(step), "progress went back");
        far = there.lessons["both"];
    }
}

#[test]
fn two_windows_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.toml");
    let rounds: usize = env::var(TOLD[2]).map_or(10, |rounds| rounds.parse().unwrap());
    let start = |number: usize| -> Child {
        let name = "app::keep::tests::one_of_two_windows";
        let mut process = Process::new(env::current_exe().unwrap());
        process.args(["--exact", name, "--ignored"]);
        let told = [
            path.display().to_string(),
            number.to_string(),
            rounds.to_string(),
        ];
        process.envs(TOLD.into_iter().zip(told)).spawn().unwrap()
    };
    let windows = [0, 1].map(start);
    fs::write(path.with_extension("go"), "").unwrap();
    for mut window in windows {
        assert!(window.wait().unwrap().success());
    }
    let (settings, remark) = read_settings(&path);
    assert_eq!(remark, None);
    assert_eq!(
        (settings.zoom, settings.memory_mib),
        (Some(2.0), Some(rounds as u32))
    );
    let lessons = [
        ("both", 2 * rounds + 1),
        ("own-0", rounds),
        ("own-1", rounds),
    ];
    assert_eq!(
        settings.lessons,
        lessons.map(|(name, step)| (name.to_owned(), step)).into()
    );
    let mut recent = settings.recent;
    recent.sort();
    assert_eq!(
        recent,
        OPENED
            .concat()
            .into_iter()
            .map(PathBuf::from)
            .collect::<Vec<_>>()
    );
}

#[test]
fn rules_are_of_fields_that_there_are() {
    let settings = Settings {
        lessons: [("a".to_owned(), 1)].into(),
        recent: vec!["/a".into()],
        ..Settings::default()
    };
    let table = settings.to_table().unwrap();
    for name in ["layout", "figures", "lessons", "folded", "recent"] {
        assert!(table.contains_key(name), "{name}");
        assert_ne!(Settings::rule(name), FieldRule::Whole, "{name}");
    }
}
