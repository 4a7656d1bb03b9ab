use std::{collections::BTreeSet, ffi::OsStr};

use clap::{CommandFactory, FromArgMatches};

use super::{
    super::args::{Cli, CliCommand},
    *,
};
use explorer::setup::{Panel, Setup};
use kernel_pca::method::Method;
use tabular::Source;

/// Flags that have an effect in any case: they say where data or results are, or what is drawn.
const ALWAYS: &[&str] = &[
    "data",
    "example",
    "session",
    "setup",
    "label",
    "row-names",
    "lesson",
    "memory",
    "scores",
    "pca-scores",
    "spectrum",
    "spectra",
    "loadings",
    "correlations",
    "digits",
    "safe-cells",
    "kernel-matrix",
    "projected",
    "pre-image",
    "pre-images",
    "denoise",
    "novelty",
    "reconstruction",
    "json",
    "force",
    "out",
    "preset",
    "width",
    "height",
    "dpi",
    "panels",
    "against",
    "columns",
    "font",
    "font-size",
    "letters",
    "title",
    "x-label",
    "y-label",
    "class",
    "xlim",
    "ylim",
    "point-size",
    "legend",
    "shapes",
    "no-shapes",
    "no-marks",
    "no-notes",
    "log-axis",
    "crop",
    "theme",
    "no-titles",
    "no-legend",
    "no-caption",
    "caption",
    "parameter",
    "from",
    "to",
    "steps",
    "there-and-back",
    "sheet",
    "zoom",
    "snippet",
    "table",
    "help",
    "version",
];

#[test]
fn every_flag_says_what_it_needs_or_that_it_always_has_an_effect() {
    let mut command = Cli::command();
    command.build();
    let mut known: BTreeSet<&str> = FLAGS.iter().map(|(flag, _)| *flag).collect();
    known.extend(ALWAYS);
    known.extend(KernelParameter::ALL.map(KernelParameter::name));
    let mut there = BTreeSet::new();
    let lesson = |name: &str| name == "lesson" || name == "help";
    let commands = command
        .get_subcommands()
        .filter(|it| !lesson(it.get_name()));
    for command in commands.chain([&command]) {
        for flag in command.get_arguments().filter_map(clap::Arg::get_long) {
            assert!(known.contains(flag), "--{flag} of {}", command.get_name());
            there.insert(flag.to_owned());
        }
    }
    for flag in known {
        assert!(there.contains(flag), "there is no --{flag}");
    }
}

/// Flags of `fit` that write a table.
fn tables_of_fit() -> Vec<String> {
    let command = Cli::command();
    let fit = command.find_subcommand("fit").unwrap();
    let is_table = |flag: &&clap::Arg| {
        let names = flag.get_value_names().unwrap_or_default();
        names.iter().any(|name| name == "TABLE")
    };
    let tables = fit.get_arguments().filter(is_table);
    let tables: Vec<&str> = tables.filter_map(clap::Arg::get_long).collect();
    assert!(tables.len() > 10);
    tables.into_iter().map(str::to_owned).collect()
}

#[test]
fn each_table_of_fit_says_what_stands_in_it() {
    for flag in tables_of_fit() {
        let line = format!("fit iris --{flag} t.csv --project new.csv");
        let line = match flag.as_str() {
            "pre-images" => line + " --pre-image scores.csv",
            _ => line,
        };
        let (
            Cli {
                command: Some(CliCommand::Fit(args)),
                ..
            },
            call,
        ) = parsed(&line)
        else {
            panic!("{line}");
        };
        let setup = Setup::default();
        let context = args.context(&call, &setup);
        let [table] = &context.tables[..] else {
            panic!("{line} writes {:?}", context.tables);
        };
        let is_named = TABLE_OF_ROWS.words.split([' ', ',']);
        let is_named = is_named.into_iter().any(|word| word == format!("--{flag}"));
        assert_eq!(table.takes_beside(), is_named, "{line} --with row");
        let mut methods = Method::ALL.into_iter();
        assert!(
            methods.any(|method| table.holds(method)),
            "whose results are in --{flag}?"
        );
    }
}

#[test]
fn pictures_of_an_animation_take_every_flag_of_a_single_one() {
    let command = Cli::command();
    let flags = |name: &str| -> BTreeSet<&str> {
        let command = command.find_subcommand(name).unwrap();
        command
            .get_arguments()
            .filter_map(clap::Arg::get_long)
            .collect()
    };
    let lacking: Vec<&str> = flags("render")
        .difference(&flags("animate"))
        .copied()
        .collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}

fn parsed(line: &str) -> (Cli, Call) {
    let mut command = Cli::command();
    let line = std::iter::once("kpca-explorer").chain(line.split_whitespace());
    let matches = command.try_get_matches_from_mut(line).unwrap();
    let call = Call::of(&command, &matches);
    (Cli::from_arg_matches(&matches).unwrap(), call)
}

#[test]
fn a_fit_of_other_methods_alone_takes_the_cheapest_kernel() {
    let kernel = |line| match parsed(line) {
        (
            Cli {
                command: Some(CliCommand::Fit(args)),
                ..
            },
            call,
        ) => args.checked_setup(&call).unwrap().kernel.kind,
        _ => panic!("{line}"),
    };
    assert_eq!(kernel("fit moons --method pca"), KernelKind::Linear);
    assert_eq!(kernel("fit moons --method isomap"), KernelKind::Linear);
    assert_eq!(
        kernel("fit moons --method pca --novelty n.csv"),
        KernelKind::Rbf
    );
    assert_eq!(kernel("fit moons"), KernelKind::Rbf);
}

/// Flag for which a command line is refused, if it is, with the whole message.
fn refused(line: &str) -> Option<String> {
    let (cli, call) = parsed(line);
    let checked = match cli.command {
        None => cli.setup.window_setup(&call).map(|_| ()),
        Some(CliCommand::Fit(args)) => args.checked_setup(&call).map(|_| ()),
        Some(CliCommand::Sweep(args)) => {
            let setup = args.setup.setup(&call).unwrap();
            let context = Context {
                swept: Some(args.range.parameter),
                ..Context::new(&call, Purpose::Sweep, &setup, args.setup.method)
            };
            context.check().map_err(Into::into)
        }
        Some(_) => panic!("not walked here"),
    };
    checked.err().map(|error| error.to_string())
}

#[test]
fn data_named_to_the_window_are_looked_at_as_those_chosen_there() {
    for name in ["digits", "swiss-roll", "moons"] {
        let (cli, call) = parsed(&format!("{name} --method isomap"));
        let named = cli.setup.window_setup(&call).unwrap().unwrap();
        let chosen = Setup::starting_with(Source::from(OsStr::new(name)));
        let axes = |setup: &Setup| (setup.view.input, setup.view.camera);
        assert_eq!(axes(&named), axes(&chosen), "{name}");
        assert!(named.view.panels.contains(&Panel::of(Method::Isomap)));
    }
}

/// Contexts, each with the valued flags that have no effect in it. All others of the walk have one.
const IN_VAIN: &[(&str, &str)] = &[
    (
        "fit moons",
        "factor centers delimiter decimal header workbook-sheet symmetrise labels as column map noise-amount noise-seed degree coef0 shape beta \
        power similarity length all-lengths neighbors landmarks with pre-image-method alpha",
    ),
    (
        "fit circles --kernel poly",
        "centers delimiter decimal header workbook-sheet symmetrise labels as column map noise-amount noise-seed sigma shape beta \
        power similarity length all-lengths neighbors landmarks with pre-image-method alpha",
    ),
    (
        "fit blobs --scores s.csv --add-noise gaussian",
        "factor delimiter decimal header workbook-sheet symmetrise labels as column map degree coef0 shape \
        beta power similarity length all-lengths neighbors pre-image-method alpha landmarks",
    ),
    (
        "fit iris --denoise d.csv",
        "n-samples noise factor centers random-state delimiter decimal header workbook-sheet symmetrise labels as column map \
        noise-amount noise-seed degree coef0 shape beta power similarity length all-lengths neighbors landmarks",
    ),
    (
        "fit iris --denoise d.csv --pre-image-method mika",
        "n-samples noise factor centers random-state delimiter decimal header workbook-sheet symmetrise \
        labels as column map noise-amount noise-seed degree coef0 shape beta power similarity length all-lengths \
        neighbors alpha landmarks",
    ),
    (
        "fit iris --reconstruction r.csv --kernel rational-quadratic",
        "n-samples noise factor centers random-state \
        delimiter decimal header workbook-sheet symmetrise labels as column map noise-amount noise-seed degree coef0 beta power similarity length \
        all-lengths neighbors landmarks with pre-image-method",
    ),
    (
        "fit iris --method pca",
        "n-samples noise factor centers random-state delimiter decimal header workbook-sheet symmetrise labels as column map \
        noise-amount noise-seed gamma sigma degree coef0 shape beta power similarity length all-lengths plus times \
        normalize no-center neighbors solver landmarks with pre-image-method alpha repeat",
    ),
    (
        "fit iris --method isomap --scores s.csv --json -",
        "n-samples noise factor centers random-state delimiter decimal header workbook-sheet symmetrise \
        labels as column map noise-amount noise-seed gamma sigma degree coef0 shape beta power similarity length \
        all-lengths plus times normalize no-center solver pre-image-method alpha landmarks",
    ),
    (
        "fit iris --method diffusion-map",
        "n-samples noise factor centers random-state delimiter decimal header workbook-sheet symmetrise labels as column \
        map noise-amount noise-seed sigma degree coef0 shape beta power similarity length all-lengths plus times \
        normalize no-center neighbors solver landmarks with pre-image-method alpha repeat",
    ),
    (
        "fit smoke --method correspondence",
        "n-samples noise factor centers random-state delimiter decimal header workbook-sheet symmetrise labels as column \
        map noise-amount noise-seed scale gamma sigma degree coef0 shape beta power similarity length all-lengths \
        plus times normalize no-center neighbors solver landmarks with pre-image-method alpha repeat",
    ),
    (
        "fit g.csv --as graph",
        "n-samples noise factor centers random-state symmetrise column add-noise noise-amount noise-seed scale \
        gamma sigma degree coef0 shape power length all-lengths neighbors landmarks with pre-image-method alpha",
    ),
    (
        "fit s.txt --as strings",
        "n-samples noise factor centers random-state symmetrise add-noise noise-amount noise-seed scale gamma \
        sigma degree coef0 shape beta power similarity neighbors landmarks with pre-image-method alpha",
    ),
    (
        "fit k.csv --as kernel",
        "n-samples noise factor centers random-state column features add-noise noise-amount \
        noise-seed scale gamma sigma degree coef0 shape beta power similarity length all-lengths neighbors landmarks with \
        pre-image-method alpha",
    ),
    (
        "sweep moons --parameter gamma --from 1 --to 2 --steps 2 --out o.csv",
        "factor centers delimiter decimal header workbook-sheet symmetrise labels as \
        column map noise-amount noise-seed project clean gamma sigma degree coef0 shape beta power similarity length \
        all-lengths neighbors solver landmarks",
    ),
    (
        "moons",
        "factor centers delimiter decimal header workbook-sheet symmetrise labels as column map noise-amount noise-seed degree coef0 shape beta \
        power similarity length all-lengths landmarks",
    ),
];

/// Flags that may have no effect, each with a value that is none of those in the contexts.
const WALKED: &[(&str, &str)] = &[
    ("n-samples", "30"),
    ("noise", "0.2"),
    ("factor", "0.4"),
    ("centers", "4"),
    ("random-state", "5"),
    ("delimiter", ";"),
    ("decimal", ","),
    ("header", "2"),
    ("workbook-sheet", "2"),
    ("symmetrise", "mean"),
    ("labels", "l.txt"),
    ("as", "vectors"),
    ("column", "s"),
    ("map", "symbols"),
    ("features", "0,1"),
    ("add-noise", "salt-pepper"),
    ("noise-amount", "0.2"),
    ("noise-seed", "3"),
    ("scale", "center"),
    ("project", "new.csv"),
    ("clean", "clean.csv"),
    ("gamma", "3"),
    ("sigma", "2"),
    ("degree", "4"),
    ("coef0", "2"),
    ("shape", "3"),
    ("beta", "0.1"),
    ("power", "3"),
    ("similarity", "adjacency"),
    ("length", "4"),
    ("all-lengths", ""),
    ("plus", "linear"),
    ("times", "linear"),
    ("normalize", "before"),
    ("no-center", ""),
    ("neighbors", "7"),
    ("solver", "dense"),
    ("landmarks", "5"),
    ("with", "label"),
    ("pre-image-method", "mika"),
    ("alpha", "2"),
    ("repeat", "2"),
];

#[test]
fn a_flag_without_effect_is_refused_in_every_context_and_no_other() {
    let mut wrong = Vec::new();
    for (context, in_vain) in IN_VAIN {
        let in_vain: BTreeSet<&str> = in_vain.split_whitespace().collect();
        let is_fit = context.starts_with("fit");
        for (flag, value) in WALKED {
            let of_fit = ["with", "pre-image-method", "alpha", "repeat"];
            let elsewhere = !is_fit && of_fit.contains(flag);
            // Typed in the context already, or more than one value of it would be.
            let known = context.contains(&format!("--{flag} "));
            // The walk must not change the kind of objects, and new rows need an output of theirs.
            let other_objects = ["as", "map"].contains(flag) && context.contains("--as");
            let needs_output = ["project", "clean"].contains(flag) && is_fit;
            if elsewhere || known || other_objects || needs_output {
                continue;
            }
            let said = refused(&format!("{context} --{flag} {value}"));
            let named = said
                .as_ref()
                .is_some_and(|said| said.contains(&format!("--{flag} ")));
            if said.is_some() != in_vain.contains(flag) || named != said.is_some() {
                wrong.push(format!("{context} --{flag}: {said:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn values_that_come_along_with_a_setup_or_an_example_are_no_error() {
    let line = "fit --setup version=1,kernel={kind=\"linear\",gamma=3.0,degree=7} --scores s.csv";
    assert_eq!(refused(line), None);
    for example in explorer::setup::examples() {
        assert_eq!(refused(&format!("fit --example {}", example.name)), None);
    }
    assert_eq!(
        refused("fit iris --method lle --components 0.9")
            .unwrap()
            .lines()
            .next(),
        Some(
            "error: --components needs a number of components: this method has no variance of which they could have a share"
        )
    );
    for line in [
        "fit iris --project new.csv",
        "fit iris --method pca --kernel rbf",
        "fit iris --method isomap --kernel poly --json -",
        "sweep iris --method isomap --parameter neighbors --from 2 --to 4 --steps 3 --out o.csv --kernel rbf",
    ] {
        assert!(refused(line).is_some(), "{line}");
    }
    for line in [
        "fit iris --method pca --kernel rbf --gamma 2 --novelty n.csv",
        "fit iris --project new.csv --novelty n.csv --with row,label",
        "fit iris --method isomap --kernel poly --degree 2 --kernel-matrix k.csv",
        "iris --neighbors 7 --method isomap",
    ] {
        assert_eq!(refused(line), None, "{line}");
    }
}

/// Setup with which the window opens, within five seconds; `None` for the last one.
fn window_setup(line: &str) -> Option<Setup> {
    let (sender, found) = std::sync::mpsc::channel();
    let line = line.to_owned();
    std::thread::spawn(move || {
        let (cli, call) = parsed(&line);
        let _ = sender.send(cli.setup.window_setup(&call).unwrap());
    });
    found
        .recv_timeout(std::time::Duration::from_secs(5))
        .unwrap()
}

#[test]
fn what_is_said_is_opened_also_where_it_is_the_default() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("s.toml");
    std::fs::write(&session, "version = 1\n").unwrap();
    let session = format!("--session {}", session.display());
    assert_eq!(window_setup(""), None);
    assert_eq!(window_setup("--lesson kernel-trick"), None);
    let Setup {
        source,
        kernel,
        components,
        scaling,
        solver,
        ..
    } = Setup::default();
    for line in [
        source.short_name().into_owned(),
        format!("--data {}", source.short_name()),
        format!("--kernel {}", kernel.kind),
        format!("--gamma {}", kernel.gamma),
        format!("--components {components}"),
        format!("--scale {}", scaling.name()),
        format!("--solver {}", solver.name()),
        format!("--method {}", Method::default().name()),
        "--setup version=1".into(),
        session,
    ] {
        let setup = window_setup(&line).expect(&line);
        assert_eq!(setup.source, source, "{line}");
    }
}

#[test]
#[cfg(unix)]
fn data_that_do_not_answer_open_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.csv");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let session = folder.path().join("s.toml");
    let text = "version = 1\ndata_crc32 = \"00000000\"\n[setup.source.file]\npath = \"pipe.csv\"\n";
    std::fs::write(&session, text).unwrap();
    let data = pipe.display();
    for line in [
        format!("--session {}", session.display()),
        data.to_string(),
        format!("--data {data} --kernel cosine"),
    ] {
        let mut setup = window_setup(&line).expect(&line);
        assert_eq!(setup.source, Source::File(pipe.clone().into()), "{line}");
        // As where it is dropped on the window.
        setup.open(setup.source.clone());
    }
}
