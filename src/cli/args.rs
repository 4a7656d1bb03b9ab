//! The flags, and how they make a setup.

use std::path::PathBuf;

use clap::{
    Args, CommandFactory, Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
    error::ErrorKind,
};

use super::{render::RenderArgs, script::ScriptArgs};
use crate::{
    data::{Generator, LabelChoice, Scaling, Source},
    kernel::{Gamma, KernelKind, KernelParams, gamma_from_sigma},
    kpca::Solver,
    setup::{Setup, example, examples, open_session},
};

/// Kernel PCA next to linear PCA: in a window, or without one as `fit`, `render` and `script`.
#[derive(Debug, Parser)]
#[command(
    name = "kpca-explorer",
    version,
    about,
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub setup: SetupArgs,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compute without a window and write tables or a JSON report.
    Fit(FitArgs),
    /// Draw the window's panels into a PNG, SVG or PDF file, without a window.
    Render(RenderArgs),
    /// Print code that reproduces the same numbers and picture.
    Script(ScriptArgs),
}

/// What is computed; the same flags for the window and for every command.
#[derive(Debug, Args)]
pub struct SetupArgs {
    /// moons, circles, swiss-roll, blobs, iris, iris-uci, nonlinear-iris, wine, digits, or a file.
    #[arg(value_name = "DATA", conflicts_with_all = ["data", "example"])]
    positional: Option<String>,
    /// The same as DATA.
    #[arg(
        long,
        help_heading = "Data",
        value_name = "NAME|FILE",
        conflicts_with = "example"
    )]
    data: Option<String>,
    /// Start from a prepared example; other flags change it.
    #[arg(long, help_heading = "Data", value_parser = example_names())]
    example: Option<String>,
    /// Start from a saved session; other flags change it.
    #[arg(
        long,
        help_heading = "Data",
        value_name = "FILE",
        conflicts_with = "example"
    )]
    session: Option<PathBuf>,
    /// Generators: number of points.
    #[arg(long, help_heading = "Data", value_name = "N")]
    n_samples: Option<usize>,
    /// Generators: standard deviation of the noise (of a cluster for blobs).
    #[arg(long, help_heading = "Data", value_name = "S")]
    noise: Option<f64>,
    /// Circles: inner radius over outer radius.
    #[arg(long, help_heading = "Data", value_name = "F")]
    factor: Option<f64>,
    /// Blobs: number of clusters.
    #[arg(long, help_heading = "Data", value_name = "N")]
    centers: Option<usize>,
    /// Generators: seed, with scikit-learn's meaning.
    #[arg(long, help_heading = "Data", value_name = "SEED")]
    random_state: Option<u32>,
    /// Label column by name or 0-based index; `none` for no label.
    #[arg(long, help_heading = "Data", value_name = "COLUMN|none")]
    label: Option<String>,
    /// Feature columns by name or 0-based index.
    #[arg(
        long,
        help_heading = "Data",
        value_name = "A,B,C",
        value_delimiter = ','
    )]
    features: Option<Vec<String>>,
    /// What is done to each column first.
    #[arg(long, help_heading = "Data", value_parser = named(Scaling::ALL, Scaling::name))]
    scale: Option<Scaling>,
    #[arg(long, help_heading = "Kernel", value_parser = named(KernelKind::ALL, KernelKind::name))]
    kernel: Option<KernelKind>,
    /// A positive number, `auto` (1/d) or `median` (1/(2·median distance²)).
    #[arg(
        long,
        help_heading = "Kernel",
        value_name = "G|auto|median",
        conflicts_with = "sigma"
    )]
    gamma: Option<Gamma>,
    /// Width of the RBF kernel instead of γ: γ = 1/(2σ²).
    #[arg(long, help_heading = "Kernel", value_name = "S", value_parser = positive)]
    sigma: Option<f64>,
    /// Degree of the polynomial kernel.
    #[arg(long, help_heading = "Kernel", value_name = "D")]
    degree: Option<u32>,
    /// Constant c₀ of the polynomial and sigmoid kernels.
    #[arg(
        long,
        help_heading = "Kernel",
        value_name = "C",
        allow_negative_numbers = true
    )]
    coef0: Option<f64>,
    /// Number of components.
    #[arg(long, help_heading = "Kernel", value_name = "K", value_parser = at_least_one)]
    components: Option<usize>,
}

#[derive(Debug, Args)]
pub struct FitArgs {
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Kernel PCA scores as CSV (PC1,PC2,…) or as a NumPy array (.npy).
    #[arg(long, help_heading = "Output", value_name = "F.csv|F.npy")]
    pub scores: Option<PathBuf>,
    /// Linear PCA scores, likewise.
    #[arg(long, help_heading = "Output", value_name = "F.csv|F.npy")]
    pub pca_scores: Option<PathBuf>,
    /// Spectrum as CSV: component, eigenvalue, share of the trace, cumulative share.
    #[arg(long, help_heading = "Output", value_name = "F.csv")]
    pub spectrum: Option<PathBuf>,
    /// Kernel matrix, not centred, as CSV or as a NumPy array (.npy).
    #[arg(long, help_heading = "Output", value_name = "F.csv|F.npy")]
    pub kernel_matrix: Option<PathBuf>,
    /// New rows with the same features, to be projected.
    #[arg(
        long,
        help_heading = "Output",
        value_name = "NEW.csv",
        requires = "projected"
    )]
    pub project: Option<PathBuf>,
    /// Where the projected rows go.
    #[arg(
        long,
        help_heading = "Output",
        value_name = "OUT.csv",
        requires = "project"
    )]
    pub projected: Option<PathBuf>,
    /// Report as JSON; `-` prints it.
    #[arg(long, help_heading = "Output", value_name = "F|-")]
    pub json: Option<PathBuf>,
    /// Fit N times from nothing and report median timings.
    #[arg(long, help_heading = "Output", value_name = "N", default_value = "1", value_parser = at_least_one)]
    pub repeat: usize,
    #[arg(long, help_heading = "Kernel", default_value = "auto", value_parser = named(Solver::ALL, Solver::name))]
    pub solver: Solver,
    /// Memory that the fit may use, in MiB; half of what is free by default.
    #[arg(long, help_heading = "Kernel", value_name = "MIB", value_parser = at_least_one)]
    pub memory: Option<usize>,
    /// Replace files that exist.
    #[arg(long, help_heading = "Output")]
    pub force: bool,
}

impl FitArgs {
    /// Whether no file and no report was asked for.
    pub fn writes_nothing(&self) -> bool {
        self.scores.is_none()
            && self.pca_scores.is_none()
            && self.spectrum.is_none()
            && self.kernel_matrix.is_none()
            && self.projected.is_none()
            && self.json.is_none()
    }
}

impl SetupArgs {
    /// The setup that the flags describe, over an example, a session or scikit-learn's defaults.
    ///
    /// What a session's reader remarks goes to stderr.
    ///
    /// # Errors
    /// Flags that contradict each other, or a session that does not open.
    pub fn setup(&self) -> anyhow::Result<Setup> {
        let mut setup = match (&self.example, &self.session) {
            (Some(name), _) => example(name).map(|e| e.setup).unwrap_or_default(),
            (None, Some(path)) => {
                let opened = open_session(path)?;
                for remark in &opened.remarks {
                    eprintln!("kpca-explorer: {remark}");
                }
                opened.setup
            }
            (None, None) => Setup::default(),
        };
        if let Some(data) = self.positional.as_ref().or(self.data.as_ref()) {
            let Ok(source) = data.parse();
            setup.source = source;
        }
        self.change_generator(&mut setup.source)?;
        if let Some(label) = &self.label {
            setup.columns.label = match label.as_str() {
                "none" => LabelChoice::None,
                column => LabelChoice::Column(column.to_owned()),
            };
        }
        if let Some(features) = &self.features {
            setup.columns.features = Some(features.clone());
        }
        if let Some(scaling) = self.scale {
            setup.scaling = scaling;
        }
        self.change_kernel(&mut setup.kernel)?;
        if let Some(components) = self.components {
            setup.components = components;
        }
        Ok(setup)
    }

    /// What the window opens with, if any flag says so.
    ///
    /// # Errors
    /// Those of [`SetupArgs::setup`].
    pub fn window_setup(&self) -> anyhow::Result<Option<Setup>> {
        let setup = self.setup()?;
        Ok((setup != Setup::default()).then_some(setup))
    }

    fn change_generator(&self, source: &mut Source) -> Result<(), clap::Error> {
        let given = [
            ("--n-samples", self.n_samples.is_some()),
            ("--noise", self.noise.is_some()),
            ("--factor", self.factor.is_some()),
            ("--centers", self.centers.is_some()),
            ("--random-state", self.random_state.is_some()),
        ];
        let Source::Generated(generator) = source else {
            return match given.iter().find(|(_, given)| *given) {
                Some((flag, _)) => Err(usage(&format!("{flag} needs generated data"))),
                None => Ok(()),
            };
        };
        let Generator {
            shape: _,
            n_samples,
            noise,
            factor,
            centers,
            random_state,
        } = generator;
        replace(n_samples, self.n_samples);
        replace(noise, self.noise);
        replace(factor, self.factor);
        replace(centers, self.centers);
        replace(random_state, self.random_state);
        Ok(())
    }

    fn change_kernel(&self, kernel: &mut KernelParams) -> Result<(), clap::Error> {
        replace(&mut kernel.kind, self.kernel);
        replace(&mut kernel.gamma, self.gamma);
        replace(&mut kernel.degree, self.degree);
        replace(&mut kernel.coef0, self.coef0);
        if let Some(sigma) = self.sigma {
            if kernel.kind != KernelKind::Rbf {
                return Err(usage("--sigma belongs to the rbf kernel; use --gamma"));
            }
            kernel.gamma = Gamma::Value(gamma_from_sigma(sigma));
        }
        Ok(())
    }
}

fn replace<T: Copy>(target: &mut T, given: Option<T>) {
    if let Some(value) = given {
        *target = value;
    }
}

fn usage(message: &str) -> clap::Error {
    Cli::command().error(ErrorKind::ArgumentConflict, message)
}

fn example_names() -> PossibleValuesParser {
    PossibleValuesParser::new(examples().into_iter().map(|e| e.name))
}

/// Parses one of `all` by its name, and lists the names in the help and in the error.
pub(super) fn named<T, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.map(name)).try_map(move |given| {
        all.into_iter()
            .find(|&value| name(value) == given)
            .ok_or("not one of the names")
    })
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("must be at least 1".to_owned()),
        Ok(value) => Ok(value),
        Err(error) => Err(format!("{error}")),
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(value) if value > 0.0 && f64::is_finite(value) => Ok(value),
        Ok(_) => Err("must be positive and finite".to_owned()),
        Err(error) => Err(format!("{error}")),
    }
}
