//! The JSON report of `fit`.

use std::time::Duration;

use serde::Serialize;

use crate::{
    analysis::{Analysis, Timings},
    data::AddedNoise,
    kernel::{Join, Kernel, KernelParameter, Normalize, Similarity},
};

#[derive(Debug, Serialize)]
pub struct Report<'a> {
    data: &'a str,
    /// How a file was read, in one line; null for other data.
    reading: Option<String>,
    n: usize,
    /// Null where data are no vectors.
    d: Option<usize>,
    /// Null where none was added.
    added_noise: Option<AddedNoise>,
    kernel: KernelReport,
    solver: &'static str,
    rank: Option<usize>,
    /// Largest ‖K̃v − λv‖ / λ₁.
    max_residual: f64,
    certified: bool,
    /// How far an eigenvalue may be off, relative to the largest; null where that is not known.
    eigenvalue_bound: Option<f64>,
    /// How far a column of scores may be off, in norm, relative to the first.
    score_bound: Option<f64>,
    eigenvalues: &'a [f64],
    explained_variance_ratio: Vec<f64>,
    negative_eigenvalues: &'a [f64],
    timings_ms: TimingsReport,
    warnings: &'a [String],
}

/// Parameters that the kernel does not use are left out.
#[derive(Debug, Serialize)]
struct KernelReport {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gamma: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    degree: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coef0: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beta: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    power: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    similarity: Option<Similarity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all_lengths: Option<bool>,
    /// The kernel that is added to it,
    #[serde(skip_serializing_if = "Option::is_none")]
    plus: Option<&'static str>,
    /// or multiplied with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normalize: Option<&'static str>,
    centered: bool,
}

#[derive(Debug, Serialize)]
struct TimingsReport {
    load: f64,
    pca: f64,
    kpca: f64,
    explain: f64,
    total: f64,
}

/// The report as text.
pub fn report(report: &Report<'_>) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(report)? + "\n")
}

impl<'a> Report<'a> {
    pub fn new(
        data: &'a str,
        analysis: &'a Analysis,
        timings: &Timings,
        reading: Option<String>,
        added_noise: Option<AddedNoise>,
    ) -> Self {
        let kpca = &analysis.kpca;
        Self {
            data,
            reading,
            n: analysis.dataset.n(),
            d: (analysis.dataset.has_features()).then(|| analysis.dataset.d()),
            added_noise: added_noise.filter(|_| analysis.clean.is_some()),
            kernel: KernelReport::new(analysis.kernel),
            solver: kpca.solver.name(),
            rank: kpca.rank,
            max_residual: kpca.accuracy.residual,
            certified: kpca.accuracy.is_certified(),
            eigenvalue_bound: kpca.accuracy.eigenvalue_bound,
            score_bound: kpca.accuracy.score_bound,
            eigenvalues: &kpca.eigenvalues,
            explained_variance_ratio: kpca.explained_variance_ratio(),
            negative_eigenvalues: &kpca.negative_eigenvalues,
            timings_ms: TimingsReport::new(timings),
            warnings: &analysis.warnings,
        }
    }
}

impl KernelReport {
    fn new(kernel: Kernel) -> Self {
        let second = |join| {
            let joined = kernel.second().filter(|second| second.join == join);
            joined.map(|second| second.kind.name())
        };
        Self {
            name: kernel.kind().name(),
            gamma: kernel.gamma(),
            degree: kernel.degree(),
            coef0: kernel.value(KernelParameter::Coef0),
            shape: kernel.value(KernelParameter::Shape),
            beta: kernel.value(KernelParameter::Beta),
            power: (kernel.value(KernelParameter::Power)).map(|power| power as u32),
            similarity: kernel.similarity(),
            length: kernel.spectrum().map(|spectrum| spectrum.length),
            all_lengths: kernel.spectrum().map(|spectrum| spectrum.all_lengths),
            plus: second(Join::Plus),
            times: second(Join::Times),
            normalize: kernel.normalize().map(Normalize::name),
            centered: kernel.center(),
        }
    }
}

impl TimingsReport {
    fn new(timings: &Timings) -> Self {
        let ms = |duration: Duration| duration.as_secs_f64() * 1e3;
        Self {
            load: ms(timings.load),
            pca: ms(timings.pca),
            kpca: ms(timings.kpca),
            explain: ms(timings.explain),
            total: ms(timings.total()),
        }
    }
}
