//! Commands of the command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::{
    animate::AnimateArgs, fit_args::FitArgs, lesson::LessonCommand, render::RenderArgs,
    script::ScriptArgs, setup::SetupArgs, sweep::SweepArgs,
};

/// Kernel PCA next to linear PCA: in a window, or without one as `fit`, `render`, `sweep`, `animate` and `script`.
#[derive(Debug, Parser)]
#[command(
    name = "kpca-explorer",
    version,
    about,
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Open a lesson, a shipped one by its name or one from its file.
    #[arg(long, value_name = "NAME|FILE", help_heading = "Window")]
    pub lesson: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
pub enum CliCommand {
    /// Compute without a window and write tables or a JSON report.
    Fit(Box<FitArgs>),
    /// Draw the window's panels into a PNG, SVG or PDF file, without a window.
    Render(Box<RenderArgs>),
    /// Compute the same at many values of one parameter and write a table, without a window.
    Sweep(Box<SweepArgs>),
    /// Draw the figure at many values of one parameter, as an animated GIF.
    Animate(Box<AnimateArgs>),
    /// Print code that reproduces the same numbers and picture.
    Script(ScriptArgs),
    /// List and check lessons.
    #[command(subcommand)]
    Lesson(LessonCommand),
}
