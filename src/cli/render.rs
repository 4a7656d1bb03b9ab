//! Command `render`: the window's picture into a file, without a window or a GPU.

use std::path::PathBuf;

use clap::Args;

use super::{
    call::Call,
    flags::{Context, Purpose},
    setup::{PanelArgs, SetupArgs, remark_on_reading},
    values::{at_least_one, named},
    waiting::analyse,
    wishes::WishArgs,
};
use chart::Tone;
use explorer::{analysis::Analyzer, panel::Panel, setup::Setup};
use export::{Figure, FigureSpec, Format, Preset, Snippet};
use system::Outputs;

#[derive(Debug, Args)]
pub struct RenderArgs {
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten, next_help_heading = "Figure")]
    figure: FigureArgs,
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
struct FigureArgs {
    /// File to write; its extension names the format.
    #[arg(long, value_name = "F.png|F.svg|F.pdf")]
    out: PathBuf,
    /// A size: a slide of 1920×1080 pixels, or as wide as one column (85 mm) or the text (180 mm) of
    /// a page at 300 dpi. Other flags change it.
    #[arg(long, value_parser = named(Preset::ALL, Preset::name))]
    preset: Option<Preset>,
    /// Width in pixels; 2000 unless a preset says otherwise.
    #[arg(long, value_name = "PX")]
    width: Option<u32>,
    /// Height in pixels; 1250 unless a preset says otherwise.
    #[arg(long, value_name = "PX")]
    height: Option<u32>,
    /// Dots per inch: with width and height it gives the size on paper, on which text size depends.
    /// 192 unless a preset says otherwise.
    #[arg(long, value_name = "N")]
    dpi: Option<u32>,
    /// Height of the letters of ticks and names, in points on paper; titles are larger, notes a little smaller, and
    /// dots and lines go with them. 8 unless a preset says otherwise: 14 on a slide, 7 in a column.
    #[arg(long, value_name = "PT")]
    font_size: Option<f64>,
    #[command(flatten)]
    panels: PanelArgs,
    /// Number of panels side by side; the sheet's shape decides by default.
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    columns: Option<usize>,
    #[arg(long, default_value = "light", value_parser = named(Tone::ALL, Tone::name))]
    theme: Tone,
    /// Leave out the background.
    #[arg(long)]
    transparent: bool,
    /// Leave out the panels' titles.
    #[arg(long)]
    no_titles: bool,
    /// Leave out legends and colour bars.
    #[arg(long)]
    no_legend: bool,
    /// Leave out the line with data, scaling and kernel.
    #[arg(long)]
    no_caption: bool,
    /// Draw the line with data, scaling and kernel, as by default.
    #[arg(long, hide = true, conflicts_with = "no_caption")]
    caption: bool,
    /// A file beside the figure, F.tex or F.md, with the lines that put it with its caption into a document.
    #[arg(long, value_parser = named(Snippet::ALL, Snippet::name))]
    snippet: Option<Snippet>,
    #[command(flatten)]
    wishes: WishArgs,
    /// Replace a file that exists.
    #[arg(long)]
    force: bool,
}

impl FigureArgs {
    fn spec(&self, panels: &[Panel]) -> FigureSpec {
        let spec = FigureSpec {
            panels: panels.to_vec(),
            columns: self.columns,
            tone: self.theme,
            transparent: self.transparent,
            titles: !self.no_titles,
            keys: !self.no_legend,
            caption: !self.no_caption,
            ..FigureSpec::default()
        };
        let spec = match self.preset {
            Some(preset) => preset.apply(spec),
            None => spec,
        };
        FigureSpec {
            width: self.width.unwrap_or(spec.width),
            height: self.height.unwrap_or(spec.height),
            dpi: self.dpi.unwrap_or(spec.dpi),
            font_size: self.font_size.unwrap_or(spec.font_size),
            shapes_from: spec.shapes_from.filter(|_| !self.wishes.no_shapes),
            ..spec
        }
    }
}

/// Fits and draws the figure.
///
/// # Errors
/// Whatever is wrong with data, parameters, fit, the figure's size or its file.
pub fn run(args: &RenderArgs, call: &Call) -> anyhow::Result<()> {
    let RenderArgs {
        setup: given,
        figure,
    } = args;
    let format = Format::of(&figure.out)?;
    let mut setup = given.setup(call)?;
    figure.panels.change(&mut setup.view);
    figure.wishes.change(&mut setup.view)?;
    let check = |setup: &Setup| Context::new(call, Purpose::Render, setup, given.method).check();
    given.judge(&setup, check)?;
    figure.spec(&setup.view.panels).check_size()?;
    let beside = figure
        .snippet
        .map(|it| (it, figure.out.with_extension(it.extension())));
    let mut all = vec![figure.out.as_path()];
    all.extend(beside.iter().map(|(_, path)| path.as_path()));
    let mut outputs = Outputs::new(&all, &given.reads(&setup), figure.force)?;
    given.look(&mut setup, check)?;
    let spec = figure.spec(&setup.view.panels);
    let analysis = analyse(Analyzer::default(), &setup)?;
    remark_on_reading(&analysis, &setup, call)?;
    figure
        .wishes
        .check_classes(&setup.view.wishes, &analysis.dataset.labels)?;
    let drawn = Figure::of(&analysis, &setup, &spec, &|| false)?;
    for remark in drawn.remarks() {
        call.remark(remark);
    }
    let picture = drawn.file(format, &|| false)?;
    outputs.stage(&figure.out, &picture)?;
    if let Some((snippet, path)) = &beside {
        let text = snippet.text(&analysis, &setup, &spec, &figure.out);
        outputs.stage(path, text.as_bytes())?;
    }
    Ok(outputs.commit()?)
}
