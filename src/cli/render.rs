//! `render`: the window's picture into a file, without a window or a GPU.

use std::path::PathBuf;

use clap::Args;

use super::args::{SetupArgs, named};
use crate::{
    analysis::Analyzer,
    export::{FigureSpec, Format, caption, render, write_file},
    kpca::{Solver, Tier},
    view::{Panel, Tone},
};

#[derive(Debug, Args)]
pub struct RenderArgs {
    #[command(flatten)]
    setup: SetupArgs,
    /// The file to write; its extension names the format.
    #[arg(long, help_heading = "Figure", value_name = "F.png|F.svg|F.pdf")]
    out: PathBuf,
    #[arg(long, help_heading = "Figure", value_name = "PX", default_value_t = FigureSpec::default().width)]
    width: u32,
    #[arg(long, help_heading = "Figure", value_name = "PX", default_value_t = FigureSpec::default().height)]
    height: u32,
    /// Dots per inch: with width and height it gives the size on paper, on which text size depends.
    #[arg(long, help_heading = "Figure", value_name = "N", default_value_t = FigureSpec::default().dpi)]
    dpi: u32,
    /// Which panels, in reading order; the window's five by default.
    #[arg(long, help_heading = "Figure", value_delimiter = ',', value_parser = named(Panel::ALL, Panel::name))]
    panels: Vec<Panel>,
    #[arg(long, help_heading = "Figure", default_value = "light", value_parser = named(Tone::ALL, Tone::name))]
    theme: Tone,
    /// Leave out the background.
    #[arg(long, help_heading = "Figure")]
    transparent: bool,
    /// Add a line with data, scaling and kernel.
    #[arg(long, help_heading = "Figure")]
    caption: bool,
    /// Replace a file that exists.
    #[arg(long, help_heading = "Figure")]
    force: bool,
}

/// Fits and draws.
///
/// # Errors
/// Whatever is wrong with data, parameters, fit, the figure's size or its file.
pub fn run(args: &RenderArgs) -> anyhow::Result<()> {
    let format = Format::of(&args.out)?;
    let mut setup = args.setup.setup()?;
    let defaults = FigureSpec::default();
    setup.view.panels = if args.panels.is_empty() {
        defaults.panels
    } else {
        args.panels.clone()
    };
    let analysis = Analyzer::default().run(&setup, Tier::Exact, Solver::Auto, &|| false)?;
    let spec = FigureSpec {
        panels: setup.view.panels.clone(),
        width: args.width,
        height: args.height,
        dpi: args.dpi,
        tone: args.theme,
        transparent: args.transparent,
        caption: args.caption.then(|| caption(&setup, &analysis)),
    };
    let figure = render(&analysis, &setup.view, &spec, format)?;
    Ok(write_file(&args.out, &figure, args.force)?)
}
