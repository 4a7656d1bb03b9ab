//! Access of quantities to results, with the sentence that says how to get those that are missing.

use std::sync::Arc;

use nalgebra::{DMatrix, DVector};

use explorer::{
    analysis::{
        Analysis, Denoising, DenoisingErrors, MethodTrust, Novelty, SWEPT_VALUES, SweepTask,
    },
    presented::Presented,
    setup::Setup,
};
use kernel_pca::{
    eigen::dense::symmetric_eigenvalues,
    explain::pearson,
    kernel::KernelKind,
    method::Method,
    objects::{Labels, Objects},
    preimage::PreImage,
    sweep::{self, Criterion, Sweep, SweepQuestion, SweptParameter, criteria},
};

/// Results with the setup that they were computed from.
#[derive(Debug, Clone, Copy)]
pub struct StepResults<'a> {
    pub analysis: &'a Analysis,
    pub setup: &'a Setup,
}

/// Request for the value of one quantity.
pub(super) struct QuantityRequest<'a> {
    pub(super) results: StepResults<'a>,
    pub(super) method: Method,
    pub(super) arguments: &'a [f64],
}

/// Largest number of rows for means over the kernel matrix and over all pairs of rows.
const MOST_AVERAGED_ROWS: usize = 500;
/// Number of values of γ among which the ends of a range are searched: over five decades, each is 10 % above the one
/// before.
const RANGE_VALUES: usize = 121;

impl<'a> QuantityRequest<'a> {
    pub(super) fn analysis(&self) -> &'a Analysis {
        self.results.analysis
    }

    pub(super) fn eigenvalues(&self) -> Result<&'a [f64], String> {
        Ok(self.analysis().embedding(self.method)?.eigenvalues())
    }

    pub(super) fn shares(&self) -> Result<Vec<f64>, String> {
        let shares = self.analysis().shares(self.method);
        shares.ok_or_else(|| "it has no variance to be shared out".to_owned())
    }

    pub(super) fn only_of(&self, those: &str) -> String {
        format!(
            "only {those} have it, and not {}",
            self.method.presented().title
        )
    }

    /// Reads an argument, which counts from 1, as an index from 0 below `count`; in the error, `of` names the things
    /// counted.
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

    /// Mean of the first two scores of the rows of the class that an argument numbers from 1, in the order of the
    /// legend.
    pub(super) fn class_mean(&self, argument: usize) -> Result<[f64; 2], String> {
        let Labels::Classes { names, codes, .. } = &self.analysis().dataset.labels else {
            return Err("the label has no classes".into());
        };
        let class = self.place(argument, names.len(), "classes")?;
        let embedding = self.analysis().embedding(self.method)?;
        let rows = (0..codes.len()).filter(|row| codes[*row] == Some(class));
        let rows: Vec<usize> = rows.collect();
        let mean = |component: usize| {
            let scores = rows.iter().map(|row| embedding.score(*row, component));
            scores.sum::<f64>() / rows.len().max(1) as f64
        };
        Ok([mean(0), mean(1)])
    }

    /// Pearson's correlation of the scores on a method's component, which the first argument numbers, with those on the
    /// component of linear PCA of the same number.
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

    /// Scaled data less their means, n × d.
    pub(super) fn centered_rows(&self) -> Result<DMatrix<f64>, String> {
        let x = self.features()?;
        let means = x.row_mean();
        let mut centered = x.clone();
        for mut row in centered.row_iter_mut() {
            row -= &means;
        }
        Ok(centered)
    }

    /// Checks that there is a plane of the first two features.
    pub(super) fn check_plane(features: usize) -> Result<(), String> {
        let none = || "a plane takes two features".to_owned();
        (features >= 2).then_some(()).ok_or_else(none)
    }

    /// Direction of length 1 from the mean of the rows to the probe, in the scaled features (length d).
    pub(super) fn to_probe(&self) -> Result<DVector<f64>, String> {
        let analysis = self.analysis();
        let probe = analysis.explain.features.probe.as_deref();
        let probe = &probe.ok_or("switch the probe on")?.probe;
        let point = DMatrix::from_row_slice(1, probe.point.len(), &probe.point);
        let point = analysis.scaler.apply(&point);
        let way = (point.row(0) - self.features()?.row_mean()).transpose();
        let length = way.norm();
        let none = || "the probe is at the mean, which is no direction".to_owned();
        (length > 0.0).then(|| way / length).ok_or_else(none)
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
        if n > MOST_AVERAGED_ROWS {
            return Err(format!("there are more than {MOST_AVERAGED_ROWS} rows"));
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

    /// Measures of how well the method's picture keeps neighbourhoods and distances.
    pub(super) fn picture_trust(&self) -> Result<&'a MethodTrust, String> {
        let found = self.analysis().explain.trust.as_ref();
        let found = found.and_then(|it| it.of(self.method));
        found.ok_or_else(|| "show the panel of trust, and the plot of the method".to_owned())
    }

    /// Entry of `values`, which are for 1, 2, … neighbours, at the number of neighbours that an argument gives.
    pub(super) fn by_neighbors(&self, argument: usize, values: &[f64]) -> Result<f64, String> {
        Ok(values[self.place(argument, values.len(), "numbers of neighbours")?])
    }

    /// Pre-image by the method that an argument numbers from 1, in the units of the data.
    pub(super) fn pre_image(&self, argument: usize) -> Result<&'a PreImage, String> {
        let found = self.analysis().explain.pre_images.as_deref();
        let found = &found.ok_or("show the panel of pre-images")?.ways;
        let at = self.place(argument, found.len(), "methods")?;
        found[at].1.as_ref().map_err(Clone::clone)
    }

    /// Scaled data, n × d, where there are at most [`MOST_AVERAGED_ROWS`] rows, few enough to compare all pairs.
    pub(super) fn few_features(&self) -> Result<&'a DMatrix<f64>, String> {
        let x = self.features()?;
        let many = || format!("there are more than {MOST_AVERAGED_ROWS} rows");
        (x.nrows() <= MOST_AVERAGED_ROWS)
            .then_some(x)
            .ok_or_else(many)
    }

    /// Euclidean distances of the scaled rows, for each pair once.
    pub(super) fn distances(&self) -> Result<Vec<f64>, String> {
        let x = self.few_features()?;
        let n = x.nrows();
        let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
        Ok(pairs.map(|(i, j)| (x.row(i) - x.row(j)).norm()).collect())
    }

    /// Value of the sweep's parameter at which held-out rows are predicted best, and the accuracy or R² there, both by
    /// as many components as the first argument says.
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

    /// Ends of the first range of γ in which as many components as the first argument says reach the separation that
    /// the second argument gives.
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
        let task = SweepTask::new(analysis, question, sweep::MOST_SWEPT_ROWS);
        let points = task
            .points(&[], &mut |_| {}, &|| false)
            .map_err(|error| error.to_string())?;
        let (components, wanted) = (self.arguments[0] as usize, self.arguments[1]);
        let reached = |at: &usize| {
            let score = points[*at].point.separation_by(components);
            score.is_some_and(|score| score.mean >= wanted)
        };
        let first = (0..points.len()).find(reached);
        let first = first.ok_or_else(|| format!("no γ from {from} to {to} reaches it"))?;
        let last = (first..points.len()).take_while(reached).last();
        Ok([values[first], values[last.unwrap_or(first)]])
    }

    /// Empirical and Mercer's features of the row that an argument names, in this order.
    pub(super) fn mapped(&self, argument: usize) -> Result<[DMatrix<f64>; 2], String> {
        let map = self.analysis().explain.empirical_map.as_deref();
        let map = map.ok_or("show the panel of empirical and Mercer maps")?;
        let k = self.kernel(&map.rows, &[self.row(argument)?]);
        Ok([map.empirical(&k), map.mercer(&k)])
    }

    /// Sum of the first terms of a kernel's series in powers of the graph's similarities S (n × n): Σ (βS)ˡ/l! of the
    /// diffusion kernel, Σ (βS)ˡ of the von Neumann kernel.
    pub(super) fn series(&self, terms: usize) -> Result<DMatrix<f64>, String> {
        let analysis = self.analysis();
        let Objects::Graph(graph) = &analysis.dataset.objects else {
            return Err("only kernels of a graph have it".into());
        };
        let kernel = &self.results.setup.kernel;
        let is_exponential = match kernel.kind {
            KernelKind::Diffusion => true,
            KernelKind::VonNeumann => false,
            _ => return Err("only the diffusion and von Neumann kernels have it".into()),
        };
        let s = kernel.similarity.matrix(graph) * kernel.beta;
        let mut term = DMatrix::identity(s.nrows(), s.nrows());
        let mut sum = DMatrix::zeros(s.nrows(), s.nrows());
        for l in 1..=terms {
            sum += &term;
            term = &term * &s / if is_exponential { l as f64 } else { 1.0 };
        }
        Ok(sum)
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
            .symbol_shares(&self.results.setup.columns);
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
