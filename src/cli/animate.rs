//! `animate`: the figure while one parameter runs through a range, as a GIF.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    setup::{PanelArgs, SetupArgs, remark_on_reading},
    sweep::{RangeArgs, progress, question},
    values::{frames_a_second, named},
};
use crate::{
    analysis::{Analyzer, half_of_free_memory},
    export::{ExportError, FigureSpec, Outputs, animation, draw},
    kpca::{Solver, Tier},
    setup::Panel,
    sweep::Question,
    view::Tone,
};

/// Pixels of all frames together: they are held until their palette is known.
const MOST_PIXELS: u64 = 1 << 29;

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
struct MovieArgs {
    /// The file to write.
    #[arg(long, value_name = "F.gif")]
    out: PathBuf,
    #[command(flatten)]
    panels: PanelArgs,
    /// Frames a second.
    #[arg(long, value_name = "N", default_value = "10", value_parser = frames_a_second)]
    fps: f64,
    #[arg(long, value_name = "PX", default_value = "800")]
    width: u32,
    #[arg(long, value_name = "PX", default_value = "600")]
    height: u32,
    #[arg(long, default_value = "light", value_parser = named(Tone::ALL, Tone::name))]
    theme: Tone,
    /// Replace a file that exists.
    #[arg(long)]
    force: bool,
}

/// Fits and draws at each value, and writes the pictures as one file.
///
/// # Errors
/// Whatever is wrong with data, parameters, a fit, the figure's size or its file.
pub fn run(args: &AnimateArgs) -> anyhow::Result<()> {
    let AnimateArgs {
        setup: given,
        range,
        movie,
    } = args;
    let method = given.method;
    let mut setup = given.setup()?;
    setup.view.panels = vec![Panel::of(method)];
    movie.panels.change(&mut setup.view);
    setup.view.taken_away = vec![method];
    let Question {
        parameter, values, ..
    } = question(range, method, &mut setup)?;
    if !movie
        .out
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("gif"))
    {
        return Err(ExportError::Draw("the file of an animation ends in .gif".into()).into());
    }
    let spec = FigureSpec {
        panels: setup.view.panels.clone(),
        width: movie.width,
        height: movie.height,
        dpi: DPI,
        tone: movie.theme,
        ..FigureSpec::default()
    };
    let pixels = u64::from(movie.width) * u64::from(movie.height) * values.len() as u64;
    if pixels > MOST_PIXELS {
        let reason = format!("all frames together have {pixels} pixels, more than {MOST_PIXELS}");
        return Err(ExportError::Draw(reason).into());
    }
    let read = given.reads(&setup);
    let read: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
    let mut outputs = Outputs::new(&[&movie.out], &read, movie.force)?;

    let memory = range.memory.unwrap_or_else(half_of_free_memory);
    let mut analyzer = Analyzer::new(memory).following();
    let mut told = progress(values.len());
    let mut frames = Vec::with_capacity(values.len());
    for &value in values.iter() {
        parameter.set(value, method, &mut setup.kernel, &mut setup.manifold);
        let analysis = analyzer.run(&setup, Tier::Exact, Solver::Auto, &|| false)?;
        if frames.is_empty() {
            remark_on_reading(&analysis, &setup)?;
        }
        frames.push(draw(&analysis, &setup, &spec, [movie.width, movie.height])?);
        told(frames.len());
    }
    outputs.stage(&movie.out, &animation(&frames, movie.fps)?)?;
    Ok(outputs.commit()?)
}

/// Text is as large as on a screen.
const DPI: u32 = 110;
