//! Command `render`: the window's picture into a file, without a window or a GPU.

use std::path::PathBuf;

use clap::Args;

use super::{
    call::Call,
    figure_args::FigureArgs,
    flags::{Context, Purpose},
    setup::{SetupArgs, remark_on_reading},
    waiting::analyse,
};
use explorer::{analysis::Analyzer, caption::caption, setup::Setup};
use export::{Figure, FigureSpec, Format};
use system::Outputs;

#[derive(Debug, Args)]
pub struct RenderArgs {
    #[command(flatten)]
    setup: SetupArgs,
    /// File to write; its extension names the format.
    #[arg(long, value_name = "F.png|F.svg|F.pdf", help_heading = "Figure")]
    out: PathBuf,
    #[command(flatten, next_help_heading = "Figure")]
    figure: FigureArgs,
    /// Replace a file that exists.
    #[arg(long, help_heading = "Figure")]
    force: bool,
}

/// Fits and draws the figure.
///
/// # Errors
/// Whatever is wrong with data, parameters, fit, the figure's size or its file.
pub fn run(args: &RenderArgs, call: &Call) -> anyhow::Result<()> {
    let RenderArgs {
        setup: given,
        out,
        figure,
        force,
    } = args;
    let format = Format::of(out)?;
    let mut setup = given.setup(call)?;
    figure.change(&mut setup.view)?;
    let check = |setup: &Setup| Context::new(call, Purpose::Render, setup, given.method).check();
    given.judge(&setup, check)?;
    let spec = |setup: &Setup| figure.spec(&setup.view, FigureSpec::default());
    spec(&setup).check_size()?;
    let beside = figure
        .snippet
        .map(|it| (it, out.with_extension(it.extension())));
    let mut all = vec![out.as_path()];
    all.extend(beside.iter().map(|(_, path)| path.as_path()));
    let mut outputs = Outputs::new(&all, &given.reads(&setup), *force)?;
    given.look(&mut setup, check)?;
    figure.set_against(&mut setup, given.method)?;
    let spec = spec(&setup);
    let analysis = analyse(Analyzer::default(), &setup)?;
    remark_on_reading(&analysis, &setup, call)?;
    figure.check_classes(&setup.view, &analysis.dataset.labels)?;
    let drawn = Figure::of(&analysis, &setup, &spec, &|| false)?;
    for remark in drawn.remarks() {
        call.remark(remark);
    }
    let picture = drawn.file(format, &|| false)?;
    outputs.stage(out, &picture)?;
    if let Some((snippet, path)) = &beside {
        let foot = caption(&setup, &analysis, &spec.panels, spec.titles);
        let text = snippet.text(&foot, &setup, &spec, out);
        outputs.stage(path, text.as_bytes())?;
    }
    Ok(outputs.commit()?)
}
