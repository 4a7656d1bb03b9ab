//! Access of quantities to results, with the sentence that says how to get those that are missing.

use std::sync::Arc;

use nalgebra::DMatrix;

use explorer::{
    analysis::{Analysis, Denoising, DenoisingErrors, Novelty, SWEPT_VALUES, SweepTask},
    setup::Setup,
};
use kernel_pca::{
    eigen::dense::symmetric_eigenvalues,
    explain::pearson,
    method::Method,
    preimage::PreImage,
    sweep::{self, Criterion, Sweep, SweepQuestion, SweptParameter, criteria},
};

/// Results with the setup that they answer.
#[derive(Debug, Clone, Copy)]
pub struct StepResults<'a> {
    pub analysis: &'a Analysis,
    pub setup: &'a Setup,
}

/// Request for the value of one quantity.
pub(super) struct QuantityRequest<'a> {
    pub(super) found: StepResults<'a>,
    pub(super) method: Method,
    pub(super) arguments: &'a [f64],
}

/// Largest number of rows for means over the kernel matrix.
const MOST_ROWS: usize = 500;
/// Number of values of γ among which the ends of a range are searched: each is some 12 % above the one before.
const RANGE_VALUES: usize = 121;

impl<'a> QuantityRequest<'a> {
    pub(super) fn analysis(&self) -> &'a Analysis {
        self.found.analysis
    }

    pub(super) fn eigenvalues(&self) -> Result<&'a [f64], String> {
        Ok(self.analysis().embedding(self.method)?.eigenvalues())
    }

    pub(super) fn shares(&self) -> Result<Vec<f64>, String> {
        let shares = self.analysis().shares(self.method);
        shares.ok_or_else(|| "it has no variance to be shared out".to_owned())
    }

    pub(super) fn only_of(&self, those: &str) -> String {
        format!("only {those} have it, and not {}", self.method.title())
    }

    /// Reads an argument as an index from 0, checked against `count`.
    pub(super) fn place(&self, argument: usize, count: usize, of: &str) -> Result<usize, String> {
        let wanted = self.arguments[argument];
        if wanted.fract() == 0.0 && wanted >= 1.0 && wanted <= count as f64 {
            Ok(wanted as usize - 1)
        } else {
            Err(format!(
                "there are {count} {of}, and {wanted} is none of them"
            ))
        }
    }

    pub(super) fn row(&self, argument: usize) -> Result<usize, String> {
        self.place(argument, self.analysis().dataset.n(), "rows")
    }

    pub(super) fn of_component(&self, argument: usize, values: &[f64]) -> Result<f64, String> {
        Ok(values[self.place(argument, values.len(), "components")?])
    }

    /// Scores on the component that an argument names.
    pub(super) fn component(&self, method: Method, argument: usize) -> Result<Vec<f64>, String> {
        let embedding = self.analysis().embedding(method)?;
        let at = self.place(argument, embedding.eigenvalues().len(), "components")?;
        Ok(embedding.scores().column(at).iter().copied().collect())
    }

    /// Correlation of a method's component with the same one of linear PCA.
    pub(super) fn with_linear(&self, method: Method) -> Result<f64, String> {
        let (a, b) = (self.component(method, 0)?, self.component(Method::Pca, 0)?);
        pearson(&a, &b).ok_or_else(|| "one of the two components does not vary".to_owned())
    }

    /// Scaled data, n × d.
    pub(super) fn features(&self) -> Result<&'a DMatrix<f64>, String> {
        match self.analysis().dataset.objects.lack_of_features() {
            Some(lack) => Err(lack.to_owned()),
            None => Ok(&self.analysis().x),
        }
    }

    pub(super) fn denoising(&self) -> Result<&'a Denoising, String> {
        let found = self.analysis().explain.denoising.as_deref();
        found.ok_or_else(|| "show a panel of denoising, and data with features".to_owned())
    }

    /// Minimum of the denoising error over the number of components: that number, and the error there.
    pub(super) fn best_denoising(&self) -> Result<(f64, f64), String> {
        let of = match self.method {
            Method::Pca => |left: &DenoisingErrors| left.linear,
            Method::Kpca => |left: &DenoisingErrors| left.kernel,
            _ => return Err(self.only_of("linear PCA and kernel PCA")),
        };
        let curve = self.denoising()?.curve.iter();
        let points = curve.filter_map(|left| Some((left.q as f64, of(left)?)));
        let least = points.min_by(|a, b| a.1.total_cmp(&b.1));
        least.ok_or_else(|| "show the panel of the denoising error".to_owned())
    }

    pub(super) fn kernel(&self, rows: &[usize], columns: &[usize]) -> DMatrix<f64> {
        self.analysis().kpca.kernel_values(rows, columns)
    }

    pub(super) fn whole_kernel(&self) -> Result<DMatrix<f64>, String> {
        let n = self.analysis().dataset.n();
        if n > MOST_ROWS {
            return Err(format!("there are more than {MOST_ROWS} rows"));
        }
        let rows: Vec<usize> = (0..n).collect();
        Ok(self.kernel(&rows, &rows))
    }

    /// Entries of the kernel matrix.
    pub(super) fn kernel_entries(&self) -> Result<Vec<f64>, String> {
        Ok(self.whole_kernel()?.iter().copied().collect())
    }

    /// Distances of rows from the components.
    pub(super) fn novelty(&self) -> Result<&'a Novelty, String> {
        let found = self.analysis().explain.novelty.as_deref();
        found.ok_or_else(|| "show the panel of novelty".to_owned())
    }

    /// Pre-image by the method that an argument numbers from 1, in the units of the data.
    pub(super) fn pre_image(&self, argument: usize) -> Result<&'a PreImage, String> {
        let found = self.analysis().explain.pre_images.as_deref();
        let found = &found.ok_or("show the panel of pre-images")?.found;
        let at = self.place(argument, found.len(), "methods")?;
        found[at].1.as_ref().map_err(Clone::clone)
    }

    /// Distances of all pairs of rows as the kernel takes them, each once.
    pub(super) fn distances(&self) -> Result<Vec<f64>, String> {
        let x = self.features()?;
        let n = x.nrows();
        if n > MOST_ROWS {
            return Err(format!("there are more than {MOST_ROWS} rows"));
        }
        let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
        Ok(pairs.map(|(i, j)| (x.row(i) - x.row(j)).norm()).collect())
    }

    /// Value of the sweep's parameter at which held-out rows are predicted best, and how well they are there.
    pub(super) fn best_held_out(&self) -> Result<(f64, f64), String> {
        let sweep = self.analysis().explain.sweep.as_deref();
        let values = sweep.into_iter().flat_map(Sweep::held_out);
        let components = self.arguments[0] as usize;
        let values =
            values.filter_map(|(value, it)| Some((value, it.accuracy_by(components)?.mean)));
        let best = values.reduce(|best, it| if it.1 > best.1 { it } else { best });
        best.ok_or_else(|| {
            "show the held-out curves of a sweep of γ, and data with labels".to_owned()
        })
    }

    /// Ends of the range of γ in which so many components reach a separation.
    ///
    /// # Errors
    /// Where none does.
    pub(super) fn gamma_range(&self) -> Result<[f64; 2], String> {
        let analysis = self.analysis();
        let [from, to] = analysis.range_of(SweptParameter::GAMMA);
        let question = SweepQuestion {
            parameter: SweptParameter::GAMMA,
            method: Method::Kpca,
            values: SweptParameter::GAMMA.values(from, to, RANGE_VALUES)?.into(),
        };
        let values = Arc::clone(&question.values);
        let task = SweepTask::new(analysis, question, sweep::MOST_ROWS);
        let points = task
            .points(&mut |_| {}, &|| false)
            .map_err(|error| error.to_string())?;
        let (components, wanted) = (self.arguments[0] as usize, self.arguments[1]);
        let reached = |at: &usize| {
            let score = points[*at].separation_by(components);
            score.is_some_and(|score| score.mean >= wanted)
        };
        let first = (0..points.len()).find(reached);
        let first = first.ok_or_else(|| format!("no γ from {from} to {to} reaches it"))?;
        let last = (first..points.len()).take_while(reached).last();
        Ok([values[first], values[last.unwrap_or(first)]])
    }

    /// Centred kernel matrix.
    pub(super) fn centered_kernel(&self) -> Result<DMatrix<f64>, String> {
        let k = self.whole_kernel()?;
        let (rows, columns, mean) = (k.column_mean(), k.row_mean(), k.mean());
        Ok(DMatrix::from_fn(k.nrows(), k.ncols(), |i, j| {
            k[(i, j)] - rows[i] - columns[j] + mean
        }))
    }

    /// Eigenvalues of the centred kernel matrix, all of them.
    pub(super) fn centered_eigenvalues(&self) -> Result<Vec<f64>, String> {
        let values = symmetric_eigenvalues(&self.centered_kernel()?, &|| false);
        values.map_err(|_| "the eigenvalues did not converge".to_owned())
    }

    /// Kernel matrix of the two rows that the first two arguments name (2 × 2).
    pub(super) fn pair(&self) -> Result<DMatrix<f64>, String> {
        let rows = [self.row(0)?, self.row(1)?];
        Ok(self.kernel(&rows, &rows))
    }

    /// Share of each symbol in each string, one symbol a column.
    pub(super) fn symbol_shares(&self) -> Result<DMatrix<f64>, String> {
        let shares = self
            .analysis()
            .table
            .symbol_shares(&self.found.setup.columns);
        shares.map(|it| it.x).map_err(|error| error.to_string())
    }
}

/// Value of γ that parallel analysis proposes.
///
/// # Errors
/// Without features, and where it proposes none.
pub(super) fn parallel_gamma(asked: &QuantityRequest<'_>) -> Result<f64, String> {
    let analysis = asked.analysis();
    let [from, to] = analysis.range_of(SweptParameter::GAMMA);
    let values = SweptParameter::GAMMA.values(from, to, SWEPT_VALUES)?;
    let x = Arc::new(asked.features()?.clone());
    let mut found = None;
    let mut tell = |it: sweep::CriterionResult| {
        if it.criterion == Criterion::ParallelAnalysis {
            found = it.answer.value();
        }
    };
    let (labels, kernel) = (&analysis.dataset.labels, analysis.kernel);
    criteria(&x, labels, kernel, &values, &mut tell, &|| false)
        .map_err(|error| error.to_string())?;
    found.ok_or_else(|| "parallel analysis proposes none".to_owned())
}
