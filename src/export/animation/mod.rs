//! Animation of a figure while one parameter runs through a range: as a GIF, or as numbered PNGs.

mod gif;
mod reel;

use std::path::{Path, PathBuf};

use super::{ExportError, FigureSpec, Format, draw, render_unless};
use crate::{
    Result,
    analysis::{Analysis, Analyzer},
    kpca::{Cancelled, FitError, Tier},
    platform::Outputs,
    setup::Setup,
    sweep::SweepQuestion,
};

pub use reel::Reel;

/// Largest number of pixels of all pictures of a GIF together: they are held until their palette is known.
const MOST_PIXELS: u64 = 1 << 29;
/// Resolution at which text is as large as on a screen, in dots per inch.
pub const SCREEN_DPI: u32 = 110;

/// Figure, with the values of the parameter that it is drawn at.
#[derive(Debug, Clone, PartialEq)]
pub struct Animation {
    pub setup: Setup,
    pub question: SweepQuestion,
    pub figure: FigureSpec,
    pub timing: Timing,
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
    /// Files that are read and must stay.
    pub read: &'a [&'a Path],
    /// Called after each picture with their number so far and the analysis shown.
    pub told: &'a mut dyn FnMut(usize, &Analysis),
    pub cancelled: Cancelled<'a>,
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

    /// Seconds that a GIF of so many pictures runs, with its rests at the ends.
    #[must_use]
    pub fn seconds_as_gif(&self, pictures: usize) -> f64 {
        let delays = gif::delays(&self.order(pictures), self.fps);
        delays.into_iter().map(f64::from).sum::<f64>() / 100.0
    }
}

impl Animation {
    /// Fits and draws at each value, and writes all files or none.
    ///
    /// # Errors
    /// Whatever is wrong with data, parameters, a fit, the figure's size or the files; that it was
    /// cancelled.
    pub fn write(&self, reel: &Reel, making: Making<'_>) -> Result<()> {
        let order = self.timing.order(self.question.values.len());
        let pixels = u64::from(self.figure.width) * u64::from(self.figure.height);
        let pixels = pixels.saturating_mul(self.question.values.len() as u64);
        if matches!(reel, Reel::Gif(_)) && pixels > MOST_PIXELS {
            let reason =
                format!("all frames together have {pixels} pixels, more than {MOST_PIXELS}");
            return Err(ExportError::Draw(reason).into());
        }
        let _folder = reel.make_folder()?;
        self.write_into(reel, &order, making)
    }

    fn write_into(&self, reel: &Reel, order: &[usize], making: Making<'_>) -> Result<()> {
        let Making {
            memory,
            replace,
            read,
            told,
            cancelled,
        } = making;
        let paths = reel.paths(order.len());
        let all: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
        let mut outputs = Outputs::new(&all, read, replace)?;
        let mut frames = Vec::new();
        let mut analyzer = Analyzer::new(memory).following();
        let mut setup = self.setup.clone();
        let SweepQuestion {
            parameter,
            method,
            ref values,
        } = self.question;
        for (i, &value) in values.iter().enumerate() {
            parameter.set(value, method, &mut setup.kernel, &mut setup.manifold);
            let analysis = analyzer.run(&setup, Tier::Exact, cancelled)?;
            if let Reel::Gif(_) = reel {
                let size = [self.figure.width, self.figure.height];
                frames.push(draw(&analysis, &setup, &self.figure, size, cancelled)?);
            } else {
                let bytes = render_unless(&analysis, &setup, &self.figure, Format::Png, cancelled)?;
                let shown = order.iter().zip(&paths).filter(|(shown, _)| **shown == i);
                for (_, path) in shown {
                    outputs.stage(path, &bytes)?;
                }
            }
            if cancelled() {
                return Err(FitError::Cancelled.into());
            }
            told(i + 1, &analysis);
        }
        if let Reel::Gif(path) = reel {
            outputs.stage(path, &gif::encode(&frames, order, self.timing.fps)?)?;
        }
        if cancelled() {
            return Err(FitError::Cancelled.into());
        }
        Ok(outputs.commit()?)
    }
}
