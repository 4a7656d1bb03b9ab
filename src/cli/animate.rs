//! `animate`: the figure while one parameter runs through a range, as a GIF or as numbered PNGs.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use clap::Args;

use super::{
    call::Call,
    figure_args::FigureArgs,
    flags::{Context, Purpose},
    setup::{SetupArgs, remark_on_reading},
    sweep::{RangeArgs, progress, question},
    values::frames_a_second,
};
use explorer::{
    analysis::{Analysis, half_of_free_memory},
    setup::{Panel, Setup},
};
use export::{Animation, FigureSpec, Making, Reel, SCREEN_DPI, Timing};

#[derive(Debug, Args)]
pub struct AnimateArgs {
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten, next_help_heading = "Sweep")]
    range: RangeArgs,
    #[command(flatten, next_help_heading = "Animation")]
    movie: MovieArgs,
    #[command(flatten, next_help_heading = "Figure")]
    figure: FigureArgs,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
#[derive(Debug, Args)]
struct MovieArgs {
    /// The file to write, or one for each frame: into a folder, or named as in moons-###.png; with --sheet a figure.
    #[arg(long, value_name = "F.gif|FOLDER|F-###.png")]
    out: PathBuf,
    /// All pictures side by side as one figure in F.png, F.svg or F.pdf, as large as --preset, --width and --height say; each
    /// at half its size by default.
    #[arg(long)]
    sheet: bool,
    /// Let each picture show as far as its own data reach; without it all have the same axes, which show the data of
    /// every one.
    #[arg(long)]
    zoom: bool,
    /// Frames per second.
    #[arg(long, value_name = "N", default_value = "10", value_parser = frames_a_second)]
    fps: f64,
    /// Go back from the last value to the first, without drawing either end twice.
    #[arg(long, conflicts_with = "sheet")]
    there_and_back: bool,
    /// Replace files that exist.
    #[arg(long)]
    force: bool,
}

/// Figure of an animation whose flags ask for nothing else: fit for a screen.
fn usual() -> FigureSpec {
    FigureSpec {
        width: 800,
        height: 600,
        dpi: SCREEN_DPI,
        ..FigureSpec::default()
    }
}

/// Fits and draws at each value, and writes the pictures.
///
/// # Errors
/// Whatever is wrong with data, parameters, a fit, the figure's size or its files.
pub fn run(args: &AnimateArgs, call: &Call) -> anyhow::Result<()> {
    let AnimateArgs {
        setup: given,
        range,
        movie,
        figure,
    } = args;
    let method = given.method;
    let mut setup = given.setup(call)?;
    setup.view.panels = vec![Panel::of(method)];
    figure.change(&mut setup.view)?;
    setup.view.taken_away = vec![method];
    let reel = if movie.sheet {
        Reel::sheet(&movie.out)?
    } else {
        Reel::of(&movie.out)?
    };
    let check = |setup: &Setup| {
        let context = Context {
            swept: Some(range.parameter),
            is_timed: matches!(reel, Reel::Gif(_)),
            ..Context::new(call, Purpose::Animate, setup, method)
        };
        context.check()?;
        question(range, method, &mut setup.clone()).map(drop)
    };
    given.judge(&setup, check)?;
    let spec = |setup: &Setup| figure.spec(&setup.view, usual());
    spec(&setup).check_size()?;
    given.look(&mut setup, check)?;
    figure.set_against(&mut setup, method)?;
    let question = question(range, method, &mut setup)?;
    let asked = spec(&setup);
    let sheet = if movie.sheet {
        figure.sheet_sides(&asked)
    } else {
        [None; 2]
    };
    let picture = match sheet {
        // The sheet's shape is that of its pictures.
        [Some(_), Some(_)] | [None, None] => asked,
        _ => FigureSpec {
            width: usual().width,
            height: usual().height,
            ..asked
        },
    };
    let read = given.reads(&setup);
    let read: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
    let mut progress = progress(question.values.len());
    let mut remarked = Ok(());
    let is_refused = AtomicBool::new(false);
    let told = &mut |done: usize, analysis: &Analysis| {
        if done == 1 {
            remarked = remark_on_reading(analysis, &setup, call).and_then(|_| {
                let labels = &analysis.dataset.labels;
                Ok(figure.check_classes(&setup.view, labels)?)
            });
            is_refused.store(remarked.is_err(), Ordering::Relaxed);
        }
        progress(done);
    };
    let animation = Animation {
        setup: setup.clone(),
        question,
        figure: picture,
        timing: Timing {
            fps: movie.fps,
            there_and_back: movie.there_and_back,
        },
        zoom: movie.zoom,
        sheet,
        snippet: figure.snippet,
    };
    let making = Making {
        memory: range.memory.unwrap_or_else(half_of_free_memory),
        replace: movie.force,
        read: &read,
        told,
        cancelled: &|| is_refused.load(Ordering::Relaxed),
    };
    let written = animation.write(&reel, making);
    remarked?;
    call.remark_all(written?);
    Ok(())
}
