//! A figure while one parameter runs through a range: as a GIF, as numbered PNGs, or on one sheet.

mod gif;
mod reel;
mod signs;

use std::path::{Path, PathBuf};

use super::{
    ExportError, Figure, FigureSpec, Format, Snippet,
    figure::{hold, keep_places, settle, sheet},
};
use crate::Result;
use chart::alike;
use chart::paper::columns;
use explorer::{
    analysis::{Analysis, Analyzer},
    caption::caption_of_range,
    setup::Setup,
};
use kernel_pca::{
    kpca::{CancelCheck, FitError, Tier},
    sweep::SweepQuestion,
};
use system::Outputs;

pub use reel::Reel;
use signs::Signs;

/// Largest number of pixels of all pictures of a GIF together: they are held until their palette is known.
const MOST_PIXELS: u64 = 1 << 29;
/// Decimals, in scientific notation, of the values above pictures.
const HEADING_DECIMALS: usize = 3;
/// Resolution at which text is as large as on a screen, in dots per inch.
pub const SCREEN_DPI: u32 = 110;

/// Figure, with the values of the parameter that it is drawn at.
#[derive(Debug, Clone, PartialEq)]
pub struct Animation {
    pub setup: Setup,
    pub question: SweepQuestion,
    pub figure: FigureSpec,
    pub timing: Timing,
    /// True where the axes of each picture fit its own data, not the data of all pictures.
    pub zoom: bool,
    /// Width and height in pixels of a sheet of all pictures. Where one is `None`, the shape of the pictures gives it;
    /// where both are, each picture has half of its width and height.
    pub sheet: [Option<u32>; 2],
    /// Language of a further file, which puts the GIF or sheet into a document; `None` for no such file.
    pub snippet: Option<Snippet>,
}

/// Order and speed of the pictures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timing {
    /// Frames per second.
    pub fps: f64,
    /// Shows the pictures once more from the last to the first.
    pub there_and_back: bool,
}

/// Conditions under which an animation is made, with functions to report to and to cancel.
pub struct Making<'a> {
    /// Bytes that a fit may use.
    pub memory: u64,
    /// Allows existing files to be replaced.
    pub replace: bool,
    /// Files that are read, and so must not be replaced.
    pub read: &'a [&'a Path],
    /// Observer, called after each picture with the number of pictures done and the analysis shown.
    pub told: &'a mut dyn FnMut(usize, &Analysis),
    pub cancelled: CancelCheck<'a>,
}

impl Timing {
    /// Index of the picture that each frame shows. The way back shows neither end twice, so that it runs round
    /// without a stop.
    #[must_use]
    pub fn order(&self, pictures: usize) -> Vec<usize> {
        let back = if self.there_and_back {
            (1..pictures.saturating_sub(1)).rev()
        } else {
            (0..0).rev()
        };
        (0..pictures).chain(back).collect()
    }

    /// Duration of one round of a GIF of this many pictures, in seconds, with its rests at the ends.
    #[must_use]
    pub fn seconds_as_gif(&self, pictures: usize) -> f64 {
        let delays = gif::delays(&self.order(pictures), self.fps);
        delays.into_iter().map(f64::from).sum::<f64>() / 100.0
    }
}

impl Animation {
    /// Fits the data and draws the figure at each value, and writes all files or none. Returns a sentence for
    /// everything that is left out or smaller than was asked for.
    ///
    /// # Errors
    /// When something is wrong with the data, the parameters, a fit, the figure's size or the files; when cancelled.
    pub fn write(&self, reel: &Reel, making: Making<'_>) -> Result<Vec<String>> {
        let Making {
            memory,
            replace,
            read,
            told,
            cancelled,
        } = making;
        let order = self.timing.order(self.question.values.len());
        let pixels = u64::from(self.figure.width) * u64::from(self.figure.height);
        let pixels = pixels.saturating_mul(self.question.values.len() as u64);
        if matches!(reel, Reel::Gif(_)) && pixels > MOST_PIXELS {
            let reason =
                format!("all frames together have {pixels} pixels, more than {MOST_PIXELS}");
            return Err(ExportError::Draw(reason).into());
        }
        let _folder = reel.make_folder()?;
        let paths = reel.paths(order.len());
        let beside = self.snippet_file(reel)?;
        let all = paths.iter().chain(beside.as_ref().map(|(_, path)| path));
        let all: Vec<&Path> = all.map(PathBuf::as_path).collect();
        let mut outputs = Outputs::new(&all, read, replace)?;
        let mut caption = String::new();
        let hear = &mut |done: usize, analysis: &Analysis| {
            if done == 1 {
                let panels = &self.figure.panels;
                caption = caption_of_range(&self.setup, analysis, panels, &self.question);
            }
            told(done, analysis);
        };
        let picture = self.picture(reel);
        let mut figures = self.figures(&picture, memory, hear, cancelled)?;
        let mut setup = self.setup.clone();
        let (mut remarks, mut spec) = (Vec::new(), picture);
        match reel {
            Reel::Sheet(path) => {
                // Letters run through all pictures.
                setup.view.wishes.letters = false;
                spec = self.sheet_spec(figures.first().map_or(1, Figure::panels));
                let sheet = sheet(figures, &spec, &caption)
                    .ok_or_else(|| ExportError::Draw("there is no value to be shown".into()))?;
                remarks.extend_from_slice(sheet.remarks());
                outputs.stage(path, &sheet.file(Format::of(path)?, cancelled)?)?;
            }
            Reel::Gif(path) => {
                keep_places(&mut figures);
                remarks.extend(all_remarks(&figures));
                let size = [self.figure.width, self.figure.height];
                let frames: Result<Vec<_>, ExportError> = figures
                    .iter()
                    .map(|it| it.pixels(size, cancelled))
                    .collect();
                outputs.stage(path, &gif::encode(&frames?, &order, self.timing.fps)?)?;
            }
            Reel::Numbered { .. } => {
                keep_places(&mut figures);
                remarks.extend(all_remarks(&figures));
                for (i, figure) in figures.iter().enumerate() {
                    let bytes = figure.file(Format::Png, cancelled)?;
                    let shown = order.iter().zip(&paths).filter(|(shown, _)| **shown == i);
                    for (_, path) in shown {
                        outputs.stage(path, &bytes)?;
                    }
                }
            }
        }
        if cancelled() {
            return Err(FitError::Cancelled.into());
        }
        if let (Some((snippet, path)), Some(figure)) = (beside, paths.first()) {
            let text = snippet.text(&caption, &setup, &spec, figure);
            outputs.stage(&path, text.as_bytes())?;
        }
        outputs.commit()?;
        Ok(remarks)
    }

    /// Language and path of the file with the snippet, where one is asked for.
    fn snippet_file(&self, reel: &Reel) -> Result<Option<(Snippet, PathBuf)>, ExportError> {
        let Some(snippet) = self.snippet else {
            return Ok(None);
        };
        match (reel, snippet) {
            (Reel::Sheet(path), _) | (Reel::Gif(path), Snippet::Markdown) => {
                Ok(Some((snippet, path.with_extension(snippet.extension()))))
            }
            (Reel::Gif(_), Snippet::Latex) => Err(ExportError::Draw(
                "LaTeX shows no GIF: for its lines draw a sheet".into(),
            )),
            (Reel::Numbered { .. }, _) => Err(ExportError::Draw(
                "lines for a document are of one file: draw a sheet or a GIF".into(),
            )),
        }
    }

    /// Figure of one picture; on a sheet whose size is asked for, it has its share of that size.
    fn picture(&self, reel: &Reel) -> FigureSpec {
        let picture = self.figure.clone();
        if !matches!(reel, Reel::Sheet(_)) || self.sheet == [None; 2] {
            return picture;
        }
        let sheet = self.sheet_spec(picture.panels.len().max(1));
        let [columns, rows] = self.sheet_places(picture.panels.len().max(1));
        FigureSpec {
            width: (sheet.width / columns.max(1) as u32).max(1),
            height: (sheet.height / rows.max(1) as u32).max(1),
            ..picture
        }
    }

    /// Fits and composes the figure of each value, all with the same panels and, unless they zoom, the same axes.
    fn figures(
        &self,
        picture: &FigureSpec,
        memory: u64,
        told: &mut dyn FnMut(usize, &Analysis),
        cancelled: CancelCheck<'_>,
    ) -> Result<Vec<Figure>> {
        let mut figures = Vec::new();
        let mut analyzer = Analyzer::new(memory);
        let mut setup = self.setup.clone();
        let mut signs = Signs::default();
        let SweepQuestion {
            parameter,
            method,
            ref values,
        } = self.question;
        let named = alike(values, HEADING_DECIMALS);
        for (i, (&value, name)) in values.iter().zip(named).enumerate() {
            parameter.set(value, method, &mut setup.kernel, &mut setup.manifold);
            let mut analysis = analyzer.run(&setup, Tier::Exact, cancelled)?;
            if signs.follow(&analysis, &mut setup.view.mirrored) {
                analysis = analyzer.run(&setup, Tier::Exact, cancelled)?;
            }
            signs.keep(&analysis);
            let heading = format!("{} = {name}", parameter.symbol());
            figures.push(Figure::with_all(
                &analysis, &setup, picture, &heading, cancelled,
            )?);
            told(i + 1, &analysis);
        }
        if !self.zoom {
            hold(&mut figures);
        }
        settle(&mut figures);
        Ok(figures)
    }

    /// Numbers of pictures side by side on a sheet, and of its rows, for pictures of `across` panels each.
    fn sheet_places(&self, across: usize) -> [usize; 2] {
        let count = self.question.values.len();
        let wide = f64::from(self.figure.width) / f64::from(self.figure.height);
        let beside = self.figure.columns;
        let beside = beside
            .unwrap_or_else(|| side_by_side(count, across, wide))
            .max(1);
        [beside, count.div_ceil(beside)]
    }

    /// Figure of the sheet whose pictures have `across` panels each.
    fn sheet_spec(&self, across: usize) -> FigureSpec {
        let [beside, rows] = self.sheet_places(across);
        let places = [across * beside, rows];
        let halves = [(self.figure.width, 0), (self.figure.height, 1)];
        let [width, height] =
            halves.map(|(side, axis)| side.div_ceil(2).saturating_mul(places[axis] as u32));
        let ratio = f64::from(width) / f64::from(height);
        let side = |length: f64| length.round().max(1.0) as u32;
        let [width, height] = match self.sheet {
            [None, None] => [width, height],
            [Some(width), None] => [width, side(f64::from(width) / ratio)],
            [None, Some(height)] => [side(f64::from(height) * ratio), height],
            [Some(width), Some(height)] => [width, height],
        };
        FigureSpec {
            width,
            height,
            columns: Some(places[0]),
            ..self.figure.clone()
        }
    }
}

/// Remarks on pictures that are seen one after the other.
fn all_remarks(figures: &[Figure]) -> impl Iterator<Item = String> {
    figures.iter().flat_map(Figure::remarks).cloned()
}

/// Number of values, of `count`, side by side on a sheet whose pictures have `across` panels each and are `wide` times as
/// wide as high. Pictures of several panels fill all rows, so that none is torn apart.
fn side_by_side(count: usize, across: usize, wide: f64) -> usize {
    let wanted = columns(count, wide / across as f64);
    if across == 1 {
        return wanted;
    }
    let off = |it: &usize| (*it as f64 / wanted as f64).ln().abs();
    let divisors = (1..=count).filter(|it| count.is_multiple_of(*it));
    divisors
        .min_by(|a, b| off(a).total_cmp(&off(b)))
        .unwrap_or(1)
}
