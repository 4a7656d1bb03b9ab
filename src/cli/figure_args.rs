//! Flags of a figure, the same for one picture, for a film and for a sheet of pictures.

use clap::Args;

use super::{
    against::AgainstArgs,
    setup::PanelArgs,
    values::{Length, at_least_one, length, named, usage},
    wishes::WishArgs,
};
use chart::{Tone, paper::font};
use explorer::{
    panel::Panel,
    setup::{Setup, View},
};
use export::{FigureSpec, PRINT_DPI, Preset, Snippet};
use kernel_pca::{method::Method, objects::Labels};

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct FigureArgs {
    /// A size: a slide of 1920×1080 pixels, or as wide as one column (85 mm) or the text (180 mm) of
    /// a page at 300 dpi. Other flags change it.
    #[arg(long, value_parser = named(Preset::ALL, Preset::name))]
    preset: Option<Preset>,
    /// Width in pixels, or on paper as in 88.9mm, 8.5cm or 3.5in; unless a preset says otherwise 2000, of an animation 800.
    #[arg(long, value_name = "PX|LENGTH", value_parser = length)]
    width: Option<Length>,
    /// Height in pixels, or on paper; unless a preset says otherwise 1250, of an animation 600.
    #[arg(long, value_name = "PX|LENGTH", value_parser = length)]
    height: Option<Length>,
    /// Dots per inch: with width and height it gives the size on paper, on which text size depends. 300 where a preset or a
    /// length on paper asks for print, else 192, of an animation 110.
    #[arg(long, value_name = "N")]
    dpi: Option<u32>,
    /// Height of the letters of ticks and names, in points on paper; titles are larger, notes a little smaller, and
    /// dots and lines go with them. 8 unless a preset says otherwise: 7 in a column, 16 on a slide of up to three
    /// panels, 14 on one of more.
    #[arg(long, value_name = "PT")]
    font_size: Option<f64>,
    /// Font of all letters, by the name of a family that is installed here, such as "Liberation Serif"; letters that it lacks are
    /// those of Inter, which figures have otherwise.
    #[arg(long, value_name = "NAME")]
    font: Option<String>,
    #[command(flatten)]
    panels: PanelArgs,
    #[command(flatten)]
    against: AgainstArgs,
    /// Number of panels side by side, or of pictures on the sheet of an animation; their shape decides by default.
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
    /// Leave out remarks below plots.
    #[arg(long)]
    no_notes: bool,
    /// Make the sheet as small as its panels: cut off what is blank above and below them, and beside them where neither
    /// --width nor --preset says how wide it is.
    #[arg(long)]
    crop: bool,
    /// Make the upright axis of a panel logarithmic, which that of the spectrum can be: points in place of bars.
    #[arg(long, value_name = "PANEL", value_parser = named([Panel::Spectrum], Panel::name))]
    log_axis: Option<Panel>,
    /// Leave out the line with data, scaling and kernel.
    #[arg(long)]
    no_caption: bool,
    /// Draw the line with data, scaling and kernel, as by default.
    #[arg(long, hide = true, conflicts_with = "no_caption")]
    caption: bool,
    /// A file beside the figure, F.tex or F.md, with the lines that put it with its caption into a document.
    #[arg(long, value_parser = named(Snippet::ALL, Snippet::name))]
    pub snippet: Option<Snippet>,
    #[command(flatten)]
    wishes: WishArgs,
}

impl FigureArgs {
    /// Puts the panels and the author's wishes that were asked for into the view.
    ///
    /// # Errors
    /// Names the flag whose value cannot be read, or that must say which panel it means; a font that is not here.
    pub fn change(&self, view: &mut View) -> Result<(), clap::Error> {
        if let Some(name) = &self.font {
            font::choose(name).map_err(|reason| usage(&format!("--font: {reason}")))?;
        }
        self.panels.change(view);
        if let Some(panel) = self.log_axis {
            if !view.panels.contains(&panel) {
                let name = panel.name();
                return Err(usage(&format!(
                    "--log-axis: the figure does not show {name}"
                )));
            }
            view.spectrum_log = true;
        }
        self.wishes.change(view)
    }

    /// Puts another picture beside the figure's, where one is asked for.
    ///
    /// # Errors
    /// A flag of the other picture that cannot be read or has no effect, and a figure of several panels.
    pub fn set_against(&self, setup: &mut Setup, method: Method) -> anyhow::Result<()> {
        self.against
            .change(setup, method, self.panels.are_asked_for())
    }

    /// Refuses a class that the data lack.
    ///
    /// # Errors
    /// Names it, and the classes that there are.
    pub fn check_classes(&self, view: &View, labels: &Labels) -> Result<(), clap::Error> {
        self.wishes.check_classes(&view.wishes, labels)
    }

    /// Figure of the view's panels that the flags describe; what they leave open is that of `usual`.
    pub fn spec(&self, view: &View, usual: FigureSpec) -> FigureSpec {
        let spec = FigureSpec {
            panels: view.panels.clone(),
            columns: self.columns,
            tone: self.theme,
            transparent: self.transparent,
            titles: !self.no_titles,
            keys: !self.no_legend,
            notes: !self.no_notes,
            crop: self.crop,
            keeps_width: self.width.is_some() || self.preset.is_some(),
            caption: !self.no_caption,
            ..usual
        };
        let sides = [self.width, self.height];
        let spec = match self.preset {
            Some(preset) => preset.apply(spec),
            None if sides.iter().flatten().any(Length::is_on_paper) => FigureSpec {
                dpi: PRINT_DPI,
                ..spec
            },
            None => spec,
        };
        let dpi = self.dpi.unwrap_or(spec.dpi);
        // A column stays as wide on paper.
        let is_column = self.preset.is_some_and(Preset::is_on_paper);
        let finer = if is_column {
            f64::from(dpi) / f64::from(spec.dpi)
        } else {
            1.0
        };
        let [width, height] = [(0, spec.width), (1, spec.height)].map(|(axis, usual)| {
            let usual = (f64::from(usual) * finer).round() as u32;
            sides[axis].map_or(usual, |length| length.pixels(dpi))
        });
        FigureSpec {
            width,
            height,
            dpi,
            font_size: self.font_size.unwrap_or(spec.font_size),
            shapes_from: spec.shapes_from.filter(|_| !self.wishes.no_shapes),
            ..spec
        }
    }

    /// Shape of a sheet of pictures that was asked for, as a width and a height in pixels; a side left open follows from
    /// the pictures.
    pub fn sheet_sides(&self, spec: &FigureSpec) -> [Option<u32>; 2] {
        let is_slide = self.preset.is_some_and(|it| !it.is_on_paper());
        [
            (self.width.is_some() || self.preset.is_some()).then_some(spec.width),
            (self.height.is_some() || is_slide).then_some(spec.height),
        ]
    }
}
