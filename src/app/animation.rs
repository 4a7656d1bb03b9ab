//! Animation export: the choices of its dialog.

use std::path::PathBuf;

use super::{App, Destination, Dialog};
use crate::worker::Errand;
use explorer::{panel::Panel, setup::Setup};
use export::{Animation, FigureSpec, Reel, SCREEN_DPI, Timing};
use kernel_pca::{
    method::Method,
    sweep::{SweepQuestion, SweptParameter, ValueSpacing},
};
use system::pictures_folder;

/// Usual number of pictures of a GIF or of numbered files.
const PICTURES: usize = 60;
/// Usual number of pictures on a sheet, three by three.
const ON_SHEET: usize = 9;
const SIZE: [u32; 2] = [800, 600];

/// File or files that an animation's pictures go into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReelForm {
    Gif,
    /// One PNG for each frame.
    Numbered,
    /// One figure with all pictures side by side.
    Sheet,
}

impl ReelForm {
    /// Usual number of pictures in this form, for a parameter whose values are not whole numbers.
    fn pictures(self) -> usize {
        match self {
            Self::Gif | Self::Numbered => PICTURES,
            Self::Sheet => ON_SHEET,
        }
    }
}

/// State of the dialog that exports an animation.
#[derive(Debug, Clone, PartialEq)]
pub struct AnimationOptions {
    pub parameter: SweptParameter,
    pub method: Method,
    pub from: f64,
    pub to_value: f64,
    pub pictures: usize,
    pub timing: Timing,
    pub form: ReelForm,
    /// True where the axes of each picture fit its own data, false where they fit the data of all pictures.
    pub zoom: bool,
    pub figure: FigureSpec,
    pub to: Destination,
}

impl AnimationOptions {
    /// Largest number of frames per second: browsers play GIFs no faster.
    pub const MOST_FPS: u32 = 50;
    /// Largest number of pictures of an animation.
    pub const MOST_PICTURES: u32 = 1000;

    /// Chooses another form, with as many pictures as suit it unless their number was changed.
    pub fn write_as(&mut self, form: ReelForm) {
        if self.pictures == self.form.pictures() {
            self.pictures = form.pictures();
        }
        self.form = form;
        self.to.retype(String::new());
        self.to.problem = None;
    }

    /// Path that was typed or else is suggested; a bare name goes to the last folder saved in, else to the user's
    /// pictures or home folder.
    #[must_use]
    pub fn target(&self) -> PathBuf {
        let folder = pictures_folder();
        match self.form {
            ReelForm::Gif => self.to.target("gif", folder.as_deref()),
            ReelForm::Numbered => self.to.place(folder.as_deref()),
            ReelForm::Sheet => self.to.target("png", folder.as_deref()),
        }
    }

    /// Path and form of the pictures: one GIF, numbered files or one sheet.
    ///
    /// # Errors
    /// What is wrong with the path.
    pub fn reel(&self) -> Result<Reel, String> {
        let target = self.target();
        let reel = match self.form {
            ReelForm::Sheet => Reel::sheet(&target),
            ReelForm::Gif | ReelForm::Numbered => Reel::of(&target),
        };
        match (reel.map_err(|error| error.to_string())?, self.form) {
            (Reel::Gif(_), ReelForm::Numbered) => {
                Err("PNGs go to a folder, or to files such as moons-###.png".into())
            }
            (Reel::Numbered { .. }, ReelForm::Gif) => Err("the name of a GIF ends in .gif".into()),
            (reel, _) => Ok(reel),
        }
    }

    /// Values of the parameter, one for each picture.
    ///
    /// # Errors
    /// What is wrong with the range.
    pub fn question(&self) -> Result<SweepQuestion, String> {
        let values = self
            .parameter
            .values(self.from, self.to_value, self.pictures)?;
        Ok(SweepQuestion {
            parameter: self.parameter,
            method: self.method,
            values: values.into(),
        })
    }

    /// Numbers of pictures and frames with their duration, or for a sheet of values and panels, in words.
    ///
    /// # Errors
    /// What is wrong with the range.
    pub fn length(&self) -> Result<String, String> {
        let pictures = self.question()?.values.len();
        if self.form == ReelForm::Sheet {
            let panels = pictures * self.figure.panels.len();
            return Ok(format!("{pictures} values, {panels} panels side by side"));
        }
        let frames = self.timing.order(pictures).len();
        let seconds = match self.form {
            ReelForm::Gif => self.timing.seconds_as_gif(pictures),
            _ => frames as f64 / self.timing.fps,
        };
        Ok(format!(
            "{pictures} pictures, {frames} frames in {seconds:.1} s"
        ))
    }
}

impl App {
    /// Opens the dialog of animations for the swept parameter; does nothing where none is swept.
    pub(super) fn ask_for_animation(&mut self) {
        self.stop_playing();
        let Some((parameter, method)) = self.setup.view.swept(&self.setup.kernel) else {
            return;
        };
        let mut panels = self.visible();
        panels.retain(|panel| *panel != Panel::Sweep && *panel != Panel::Multiples);
        // One picture that moves is easier to follow than five.
        if let Some(main) = panels.iter().find(|panel| panel.method() == Some(method)) {
            panels = vec![*main];
        }
        if panels.is_empty() {
            panels = vec![Panel::of(method)];
        }
        let play = self.setup.view.sweep.play;
        let [width, height] = SIZE;
        let options = AnimationOptions {
            parameter,
            method,
            from: 0.0,
            to_value: 0.0,
            pictures: ReelForm::Gif.pictures(),
            timing: Timing {
                fps: 10.0,
                there_and_back: play.back,
            },
            form: ReelForm::Gif,
            zoom: false,
            figure: FigureSpec {
                panels,
                width,
                height,
                dpi: SCREEN_DPI,
                ..FigureSpec::default()
            },
            to: self.suggestion(parameter.name()),
        };
        self.dialog = Some(Dialog::Animation(self.through_its_range(options)));
    }

    /// Sets in `options` the range and the number of pictures that suit their parameter; changes nothing without a
    /// result.
    #[must_use]
    pub fn through_its_range(&self, mut options: AnimationOptions) -> AnimationOptions {
        let Some(analysis) = self.analysis() else {
            return options;
        };
        let [from, to] = analysis.range_of(options.parameter);
        [options.from, options.to_value] = [from, to];
        options.pictures = match options.parameter.spread() {
            ValueSpacing::Whole => (to - from) as usize + 1,
            ValueSpacing::Ratios | ValueSpacing::Steps => options.form.pictures(),
        };
        options.to.suggestion = self.suggestion(options.parameter.name()).suggestion;
        options
    }

    pub(super) fn save_animation(&mut self, mut options: AnimationOptions) {
        let asked = options
            .question()
            .and_then(|question| Ok((question, options.reel()?)));
        match asked {
            Err(problem) => options.to.problem = Some(problem),
            Ok((question, reel)) => {
                options.to.problem = None;
                self.make_animation(&options, question, reel);
            }
        }
        self.dialog = Some(Dialog::Animation(options));
    }

    fn make_animation(&mut self, options: &AnimationOptions, question: SweepQuestion, reel: Reel) {
        let Some(shown) = &self.shown else { return };
        let mut setup: Setup = *self.setup_shown(shown);
        setup.view.panels.clone_from(&options.figure.panels);
        setup.view.taken_away = vec![options.method];
        self.send(Errand::SaveAnimation {
            animation: Box::new(Animation {
                setup,
                question,
                figure: options.figure.clone(),
                timing: options.timing,
                zoom: options.zoom,
                sheet: [None; 2],
                snippet: None,
            }),
            reel,
            replace: options.to.replace,
            memory: self.settings.memory_budget(),
        });
    }
}
