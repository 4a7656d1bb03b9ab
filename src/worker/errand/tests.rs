//! Tests of errands that are given up.

use std::{
    fs,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use super::{Errand, KnownEmbeddings, News, OutputFile, Picture};
use crate::worker::{Event, Executor as _, Task, testing::WatchedWorker};
use explorer::{
    analysis::{Analysis, Analyzer, Progress, Step, Watch, Work},
    setup::{Panel, Setup},
};
use export::{Animation, Back, FigureSpec, Format, Reel, TableContent, TableSpec, Timing};
use kernel_pca::{
    kpca::Tier,
    method::Method,
    sweep::{SweepQuestion, SweptParameter},
};
use lessons::find_lesson;
use tabular::{Generator, Shape, Source};

fn rolled(rows: usize) -> (Setup, Arc<Analysis>) {
    let mut setup = Setup::welcome();
    setup.source = Source::Generated(Generator {
        n_samples: rows,
        ..Generator::new(Shape::SwissRoll)
    });
    let analysis = Analyzer::default().run(&setup, Tier::Exact, &|| false);
    (setup, Arc::new(analysis.unwrap()))
}

/// Errand that saves a small figure of Isomap, whose embedding no panel has computed before.
fn isomap(rows: usize, path: &Path) -> Errand {
    let (setup, analysis) = rolled(rows);
    Errand::SavePicture {
        snippet: None,
        picture: Picture {
            analysis,
            setup: Box::new(setup),
            spec: FigureSpec {
                panels: vec![Panel::Isomap],
                width: 200,
                height: 150,
                ..FigureSpec::default()
            },
        },
        format: Format::Svg,
        to: new_file(path),
    }
}

fn new_file(path: &Path) -> OutputFile {
    let (path, replace) = (path.to_owned(), false);
    OutputFile { path, replace }
}

fn animation(path: &Path) -> Errand {
    let (setup, _) = rolled(30);
    let question = SweepQuestion {
        parameter: SweptParameter::GAMMA,
        method: Method::Kpca,
        values: [0.5, 1.0].into(),
    };
    Errand::SaveAnimation {
        animation: Box::new(Animation {
            setup,
            question,
            figure: FigureSpec {
                panels: vec![Panel::Kpca],
                width: 120,
                height: 100,
                ..FigureSpec::default()
            },
            timing: Timing {
                fps: 5.0,
                there_and_back: false,
            },
            zoom: false,
            sheet: [None; 2],
            snippet: None,
        }),
        reel: Reel::of(path).unwrap(),
        replace: false,
        memory: 1 << 30,
    }
}

fn table(path: &Path) -> Errand {
    let (setup, analysis) = rolled(40);
    Errand::SaveTable {
        analysis,
        table: TableSpec::new(TableContent::Denoised(None, Back::default())),
        source: setup.source,
        to: new_file(path),
    }
}

fn handout(path: &Path) -> Errand {
    let (_, mut lesson) = find_lesson("small-gamma").unwrap();
    lesson.steps.truncate(1);
    Errand::SaveHandout(Arc::new(lesson), new_file(path))
}

#[test]
fn whenever_it_is_given_up_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let files = || fs::read_dir(folder.path()).unwrap().count();
    let welcome = Box::new(Setup::welcome());
    let session = Errand::SaveSession(welcome, new_file(&at("session.toml")));
    let errands = [
        isomap(60, &at("figure.svg")),
        table(&at("table.csv")),
        handout(&at("page.html")),
        animation(&at("frames")),
        animation(&at("moving.gif")),
        session,
    ];
    for errand in errands {
        let doing = errand.doing();
        let asked = AtomicUsize::new(0);
        let times = |limit: usize| {
            asked.store(0, Ordering::Relaxed);
            let cancelled = || asked.fetch_add(1, Ordering::Relaxed) >= limit;
            let progress = Arc::default();
            let watch = Watch::new(&progress, &cancelled);
            errand.clone().run(&mut KnownEmbeddings::default(), watch)
        };
        let before = files();
        let news = times(usize::MAX);
        let saved = matches!(news, News::Saved(_) | News::HandoutSaved(..));
        assert!(saved, "{doing:?}: {news:?}");
        assert_eq!(files(), before + 1);
        // An errand of the same kind in an empty folder, where it would write its files if it were not given up.
        let often = asked.load(Ordering::Relaxed);
        for entry in fs::read_dir(folder.path()).unwrap() {
            let path = entry.unwrap().path();
            let removed = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
            removed.unwrap();
        }
        assert!(often >= 2, "{doing:?} is asked {often} times");
        // The last checks matter most; of the many before them, a spread of some is tried.
        let limits = (0..often).step_by(often.div_ceil(40)).chain([often - 1]);
        for limit in limits {
            assert_eq!(times(limit), News::GivenUp, "{doing:?}: {limit} of {often}");
            assert_eq!(files(), 0, "{doing:?}: {limit} of {often}");
        }
    }
}

/// Steps that an errand reports, whenever it asks whether to go on.
fn said(errand: Errand) -> Vec<(Work, Option<f64>)> {
    let progress: Arc<Progress> = Arc::default();
    let said = Mutex::new(Vec::new());
    let listen = || {
        let mut said = said.lock().unwrap();
        if let Some(Step::Work(work, share)) = progress.step() {
            said.push((work, share));
        }
        false
    };
    let news = errand.run(
        &mut KnownEmbeddings::default(),
        Watch::new(&progress, &listen),
    );
    assert!(matches!(news, News::Saved(_)));
    said.into_inner().unwrap()
}

#[test]
fn tables_and_figures_say_what_they_are_at_and_ask_between_their_parts() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let shares = |said: &[(Work, Option<f64>)], work| -> Vec<f64> {
        let of_work = said.iter().filter(|(at, _)| *at == work);
        of_work.filter_map(|(_, share)| *share).collect()
    };
    let (setup, analysis) = rolled(600);
    let matrix = said(Errand::SaveTable {
        analysis: Arc::clone(&analysis),
        table: TableSpec::new(TableContent::KernelMatrix),
        source: setup.source.clone(),
        to: new_file(&at("matrix.csv")),
    });
    // Before each block of 100 rows, and before the file is moved into its place.
    let blocks: Vec<f64> = (0..=6).map(|block| f64::from(block) / 6.0).collect();
    assert_eq!(shares(&matrix, Work::KernelValues), blocks);

    let learnt = said(table(&at("table.csv")));
    assert_eq!(shares(&learnt, Work::PreImages), [0.0]);

    let panels = vec![Panel::Pca, Panel::Kpca, Panel::Spectrum];
    let each = 2 * panels.len();
    let figure = said(Errand::SavePicture {
        snippet: None,
        picture: Picture {
            analysis,
            setup: Box::new(setup),
            spec: FigureSpec {
                panels,
                ..FigureSpec::default()
            },
        },
        format: Format::Svg,
        to: new_file(&at("figure.svg")),
    });
    let drawing = figure.iter().filter(|(work, _)| *work == Work::Drawing);
    assert!(drawing.count() > each);
}

#[test]
fn a_figure_is_drawn_again_without_its_embedding() {
    let copied = |rows| match isomap(rows, Path::new("")) {
        Errand::SavePicture { picture, .. } => Errand::CopyPicture(picture),
        other => panic!("{other:?}"),
    };
    let errand = copied(60);
    let mut known = KnownEmbeddings::default();
    let asked = AtomicUsize::new(0);
    let mut draw = |errand: &Errand| {
        asked.store(0, Ordering::Relaxed);
        let count = || {
            asked.fetch_add(1, Ordering::Relaxed);
            false
        };
        match errand
            .clone()
            .run(&mut known, Watch::new(&Arc::default(), &count))
        {
            News::Drawn(pixels) => (asked.load(Ordering::Relaxed), pixels),
            other => panic!("{other:?}"),
        }
    };
    let (first, figure) = draw(&errand);
    let (again, same) = draw(&errand);
    assert!(again < first, "asked {first} times, then {again}");
    assert!(figure == same);
    // Nothing is taken over from other data.
    assert!(draw(&copied(50)).1 != figure);
}

#[test]
fn an_errand_says_how_far_it_is_and_ends_when_it_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let (long, short) = (folder.path().join("a.svg"), folder.path().join("b.svg"));
    let mut worker = WatchedWorker::start();
    let ticket = worker.ask(Task::Run(isomap(6000, &long)));
    let waiting = worker.ask(Task::Run(isomap(60, &short)));
    while !matches!(ticket.step(), Some(Step::Stage(Method::Isomap, ..))) {
        std::thread::yield_now();
    }
    ticket.give_up();
    assert!(!waiting.is_given_up());
    let mut news = || match worker.event() {
        Event::News(news) => news,
        other => panic!("{other:?}"),
    };
    assert_eq!(news(), News::GivenUp);
    assert_eq!(news(), News::Saved(short));
    assert!(!long.exists());
}

#[test]
fn the_window_takes_an_animation_along_and_not_a_figure() {
    let folder = tempfile::tempdir().unwrap();
    let (figure, moving) = (folder.path().join("a.svg"), folder.path().join("a.gif"));
    let mut worker = WatchedWorker::start();
    let kept = worker.ask(Task::Run(isomap(60, &figure)));
    let lost = worker.ask(Task::Run(animation(&moving)));
    assert_eq!(worker.end(), 2);
    assert!(!kept.is_given_up() && lost.is_given_up());
    assert!(figure.exists());
}
