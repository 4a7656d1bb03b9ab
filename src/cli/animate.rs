//! `animate`: the figure while one parameter runs through a range, as a GIF or as numbered PNGs.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    call::Call,
    flags::{Context, Purpose},
    setup::{PanelArgs, SetupArgs, remark_on_reading},
    sweep::{RangeArgs, progress, question},
    values::{at_least_one, frames_a_second, named},
};
use chart::Tone;
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
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
struct MovieArgs {
    /// The file to write, or one for each frame: into a folder, or named as in moons-###.png; with --sheet a figure.
    #[arg(long, value_name = "F.gif|FOLDER|F-###.png")]
    out: PathBuf,
    /// All pictures side by side, each at half its size, as one figure in F.png, F.svg or F.pdf.
    #[arg(long)]
    sheet: bool,
    /// Pictures of a sheet that stand side by side; the shape of the pictures decides by default.
    #[arg(long, value_name = "N", value_parser = at_least_one, requires = "sheet")]
    columns: Option<usize>,
    /// Let each picture show as far as its own data reach; without it all have the same axes, which show the data of
    /// every one.
    #[arg(long)]
    zoom: bool,
    #[command(flatten)]
    panels: PanelArgs,
    /// Frames per second.
    #[arg(long, value_name = "N", default_value = "10", value_parser = frames_a_second)]
    fps: f64,
    /// Go back from the last value to the first, without drawing either end twice.
    #[arg(long, conflicts_with = "sheet")]
    there_and_back: bool,
    #[arg(long, value_name = "PX", default_value = "800")]
    width: u32,
    #[arg(long, value_name = "PX", default_value = "600")]
    height: u32,
    #[arg(long, default_value = "light", value_parser = named(Tone::ALL, Tone::name))]
    theme: Tone,
    /// Replace files that exist.
    #[arg(long)]
    force: bool,
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
    } = args;
    let method = given.method;
    let mut setup = given.setup(call)?;
    setup.view.panels = vec![Panel::of(method)];
    movie.panels.change(&mut setup.view);
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
    let figure = FigureSpec {
        columns: movie.columns,
        width: movie.width,
        height: movie.height,
        dpi: SCREEN_DPI,
        tone: movie.theme,
        ..FigureSpec::default()
    };
    figure.check_size()?;
    given.look(&mut setup, check)?;
    let question = question(range, method, &mut setup)?;
    let figure = FigureSpec {
        panels: setup.view.panels.clone(),
        ..figure
    };
    let read = given.reads(&setup);
    let read: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
    let mut progress = progress(question.values.len());
    let mut remarked = Ok(None);
    let told = &mut |done: usize, analysis: &Analysis| {
        if done == 1 {
            remarked = remark_on_reading(analysis, &setup, call);
        }
        progress(done);
    };
    let animation = Animation {
        setup: setup.clone(),
        question,
        figure,
        timing: Timing {
            fps: movie.fps,
            there_and_back: movie.there_and_back,
        },
        zoom: movie.zoom,
    };
    let making = Making {
        memory: range.memory.unwrap_or_else(half_of_free_memory),
        replace: movie.force,
        read: &read,
        told,
        cancelled: &|| false,
    };
    animation.write(&reel, making)?;
    remarked?;
    Ok(())
}
