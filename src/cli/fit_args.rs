//! Flags of `fit`: the setup, and the outputs that are asked for.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    call::Call,
    cells::CellArgs,
    flags::{Context, Purpose},
    setup::SetupArgs,
    values::{confidence, mebibytes, named, positive, repeats, table, usage},
};
use explorer::{presented::Presented, setup::Setup};
use export::{Back, Beside, CellForm, TableContent, TableSpec, is_array};
use kernel_pca::{
    kernel::KernelKind,
    kpca::Solver,
    method::{Method, NO_PROJECTION},
    objects::ObjectKind,
    preimage::PreImageMethod,
};

#[derive(Debug, Args)]
pub struct FitArgs {
    #[command(flatten)]
    pub(super) setup: SetupArgs,
    /// Memory that the fit may use, in MiB; half of what is free by default.
    #[arg(long, value_name = "MIB", value_parser = mebibytes, help_heading = "Kernel")]
    pub(super) memory: Option<u64>,
    #[command(flatten, next_help_heading = "Output")]
    pub(super) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(super) struct OutputArgs {
    /// Scores of --method, kernel PCA's by default (PC1,PC2,…). The ending of a table names its format: .csv, .npy (a NumPy
    /// array of its numbers), .xlsx, and for print .tex (booktabs), .md, .html.
    #[arg(long, value_parser = table(), value_name = "TABLE")]
    pub(super) scores: Option<PathBuf>,
    /// Scores of linear PCA.
    #[arg(long, value_parser = table(), value_name = "TABLE")]
    pub(super) pca_scores: Option<PathBuf>,
    /// Columns before the numbers of each row, in a table of scores, projected or denoised rows or novelty: its
    /// 0-based number in the source (which is there anyway where rows were left out), its name, its label, its
    /// features as they came.
    #[arg(
        long,
        value_name = "row,name,label,features",
        value_delimiter = ',',
        value_parser = named(BesideColumn::ALL, BesideColumn::name)
    )]
    with: Vec<BesideColumn>,
    /// Spectrum of --method: component, eigenvalue, share of the variance, cumulative share. Linear PCA's eigenvalues are
    /// variances with divisor n (scikit-learn's `explained_variance_` has n − 1), kernel PCA's those of the centred
    /// kernel matrix.
    #[arg(long, value_parser = table(), value_name = "TABLE")]
    pub(super) spectrum: Option<PathBuf>,
    /// Spectra of linear PCA and of --method side by side, a row for each component.
    #[arg(long, value_parser = table(), value_name = "TABLE")]
    pub(super) spectra: Option<PathBuf>,
    /// Coefficients of the features in the components of linear PCA.
    #[arg(long, value_parser = table(), value_name = "TABLE")]
    pub(super) loadings: Option<PathBuf>,
    /// Pearson's correlations of the features with the components of linear PCA and of --method.
    #[arg(long, value_parser = table(), value_name = "TABLE")]
    pub(super) correlations: Option<PathBuf>,
    /// Kernel matrix before centring. With `--normalize after` it is the one
    /// that is then centred and normalised.
    #[arg(long, value_parser = table(), value_name = "TABLE")]
    pub(super) kernel_matrix: Option<PathBuf>,
    /// Scores of the rows of --project.
    #[arg(long, value_parser = table(), value_name = "TABLE", requires = "project")]
    pub(super) projected: Option<PathBuf>,
    /// Scores of points in feature space (PC1,PC2,…), whose pre-images are wanted.
    #[arg(long, value_name = "SCORES.csv", requires = "pre_images")]
    pub(super) pre_image: Option<PathBuf>,
    /// Pre-images of --pre-image: features, distance in feature space, and if the method converged.
    #[arg(long, value_parser = table(), value_name = "TABLE", requires = "pre_image")]
    pub(super) pre_images: Option<PathBuf>,
    /// Rows, or those of --project, projected on the components and taken back to the input.
    #[arg(long, value_parser = table(), value_name = "TABLE")]
    pub(super) denoise: Option<PathBuf>,
    /// Squared distance of each row's image, or that of each row of --project, from the components (0 where an
    /// indefinite kernel makes that negative), and its T² along them; --json has the limits of both, at --confidence.
    #[arg(long, value_parser = table(), value_name = "TABLE")]
    pub(super) novelty: Option<PathBuf>,
    /// Share of rows like the fitted ones within the limits of --novelty; 0.95 by default.
    #[arg(long, value_name = "P", value_parser = confidence)]
    pub(super) confidence: Option<f64>,
    /// Errors with 1, 2, … components, of fitted rows and of others, by linear and kernel PCA: as a share of the
    /// total variance in feature space, and as mean squared error in the input. The others are the rows of
    /// --project, or a fifth of the rows, held out.
    #[arg(long, value_parser = table(), value_name = "TABLE")]
    pub(super) reconstruction: Option<PathBuf>,
    /// Way back to the input for --pre-images and --denoise.
    #[arg(
        long,
        value_name = "METHOD",
        default_value = "ridge",
        value_parser = named(PreImageMethod::ALL, PreImageMethod::name)
    )]
    pub(super) pre_image_method: PreImageMethod,
    /// Ridge's α, with scikit-learn's meaning, also in --reconstruction; 1 by default.
    #[arg(long, value_name = "A", value_parser = positive)]
    pub(super) alpha: Option<f64>,
    /// Judge the kernel by five-fold cross-validation (seed 0): how well the components of four fifths of the rows
    /// predict the label of the others, and how far these are from their pre-images.
    #[arg(long)]
    pub(super) held_out: bool,
    #[command(flatten)]
    pub(super) cells: CellArgs,
    /// Report as JSON; `-` prints it.
    #[arg(long, value_name = "F|-")]
    pub(super) json: Option<PathBuf>,
    /// Fit N times from nothing and report median timings.
    #[arg(long, value_name = "N", default_value = "1", value_parser = repeats)]
    pub(super) repeat: usize,
    /// Replace files that exist.
    #[arg(long)]
    pub(super) force: bool,
}

listed! {
    /// Column that a table of scores may have besides.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum BesideColumn {
        Row => "row",
        Name => "name",
        Label => "label",
        Features => "features",
    }
    fn name
}

impl OutputArgs {
    fn beside(&self) -> Beside {
        let wanted = |column| self.with.contains(&column);
        Beside {
            row: wanted(BesideColumn::Row),
            name: wanted(BesideColumn::Name),
            label: wanted(BesideColumn::Label),
            features: wanted(BesideColumn::Features),
        }
    }

    /// Tables asked for, each with the path of its file. One that is made of `new` rows, or of scores to invert, is left out
    /// without them.
    fn asked(&self, method: Method, new: Option<&PathBuf>) -> Vec<(&Path, TableContent)> {
        let new = new.cloned();
        let back = Back {
            method: self.pre_image_method,
            alpha: self.alpha,
        };
        let projection = |new| TableContent::Projection(method, new);
        let pre_images = |scores| TableContent::PreImages(scores, back);
        let tables = [
            (&self.scores, Some(TableContent::Scores(method))),
            (&self.pca_scores, Some(TableContent::Scores(Method::Pca))),
            (&self.spectrum, Some(TableContent::Spectrum(method))),
            (&self.spectra, Some(TableContent::Spectra(method))),
            (&self.loadings, Some(TableContent::Loadings)),
            (&self.correlations, Some(TableContent::Correlations(method))),
            (&self.kernel_matrix, Some(TableContent::KernelMatrix)),
            (&self.projected, new.clone().map(projection)),
            (&self.pre_images, self.pre_image.clone().map(pre_images)),
            (
                &self.denoise,
                Some(TableContent::Denoised(new.clone(), back)),
            ),
            (&self.novelty, Some(TableContent::Novelty(new.clone()))),
            (
                &self.reconstruction,
                Some(TableContent::Reconstruction(new, back)),
            ),
        ];
        let asked = tables.into_iter();
        let asked = asked.filter_map(|(path, table)| Some((path.as_deref()?, table?)));
        asked.collect()
    }

    /// Tables asked for, with their files.
    ///
    /// # Errors
    /// When columns with names are wanted in an array, which has none, when the method has no scores for new rows, or
    /// when a flag of the cells has no effect.
    pub(super) fn tables(
        &self,
        method: Method,
        new: Option<&PathBuf>,
    ) -> Result<Vec<(&Path, TableSpec)>, clap::Error> {
        if self.projected.is_some() && !method.spec().projects {
            let method = method.presented().title;
            return Err(usage(&format!("--project: {method}: {NO_PROJECTION}")));
        }
        let wanted = self.beside();
        let plain = Beside::default();
        let mut files = Vec::new();
        for (path, table) in self.asked(method, new) {
            let beside = if table.takes_beside() { wanted } else { plain };
            if beside != plain && is_array(path) {
                return Err(usage(&format!(
                    "--with needs the names of columns, which {} has no room for; use .csv",
                    path.display()
                )));
            }
            let spec = TableSpec {
                beside,
                ..TableSpec::new(table)
            };
            files.push((path, spec));
        }
        let form = self.form(files.iter().map(|(path, _)| *path))?;
        for (_, spec) in &mut files {
            spec.form = form;
        }
        Ok(files)
    }

    /// Form of the cells of the tables at these paths; where there are none and no report, that of the spectrum printed
    /// as CSV.
    pub(super) fn form<'a>(
        &self,
        tables: impl Iterator<Item = &'a Path>,
    ) -> Result<CellForm, clap::Error> {
        let mut tables = tables.peekable();
        let printed = (tables.peek().is_none() && self.json.is_none()).then_some(Path::new(""));
        self.cells.form(tables.chain(printed))
    }
}

impl FitArgs {
    /// Makes the setup that the flags describe, and checks that each has an effect. Where nothing of kernel PCA is
    /// given, its kernel is the linear one, which costs least of all: every analysis holds kernel PCA.
    ///
    /// # Errors
    /// The errors of [`SetupArgs::setup`], and a flag without effect.
    #[cfg(test)]
    pub(super) fn checked_setup(&self, call: &Call) -> anyhow::Result<Setup> {
        let mut setup = self.setup.setup(call)?;
        self.setup
            .judge(&setup, |setup| self.context(call, setup).check())?;
        self.looked_into(&mut setup, call)?;
        Ok(setup)
    }

    pub(super) fn context<'a>(&self, call: &'a Call, setup: &'a Setup) -> Context<'a> {
        let method = self.setup.method;
        let asked = self.output.asked(method, self.setup.project());
        Context {
            back: self.output.pre_image_method,
            tables: asked.into_iter().map(|(_, table)| table).collect(),
            ..Context::new(call, Purpose::Fit, setup, method)
        }
    }

    /// Completes the setup: looks into the data for the objects that they hold, and takes the linear kernel where no
    /// result of kernel PCA is asked for.
    pub(super) fn looked_into(&self, setup: &mut Setup, call: &Call) -> Result<(), clap::Error> {
        self.setup
            .look(setup, |setup| self.context(call, setup).check())?;
        let gives_kernel_pca = self.context(call, setup).gives(Method::Kpca);
        if !gives_kernel_pca && setup.kernel.kind.takes() == ObjectKind::Vectors {
            setup.kernel.kind = KernelKind::Linear;
            setup.kernel.second = None;
            setup.kernel.normalize = None;
            setup.solver = Solver::default();
        }
        Ok(())
    }
}
