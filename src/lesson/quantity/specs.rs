//! List of the quantities: name, arguments, description and value.

use std::fmt;

use super::asked::{QuantityRequest, parallel_gamma};
use crate::{
    data::Labels, eigen::dense::symmetric_eigenvalues, explain::correlation, method::Method,
};

/// Description of a quantity, with its value.
pub(super) struct Spec {
    pub(super) name: &'static str,
    /// Names of the arguments in parentheses.
    pub(super) arguments: &'static [&'static str],
    /// Description, as on the page on the format.
    pub(super) about: &'static str,
    pub(super) value: fn(&QuantityRequest<'_>) -> Result<f64, String>,
}

const fn spec(
    name: &'static str,
    arguments: &'static [&'static str],
    about: &'static str,
    value: fn(&QuantityRequest<'_>) -> Result<f64, String>,
) -> Spec {
    Spec {
        name,
        arguments,
        about,
        value,
    }
}

/// All quantities.
pub(super) static SPECS: &[Spec] = &[
    spec("n", &[], "number of rows", |it| {
        Ok(it.analysis().dataset.n() as f64)
    }),
    spec("d", &[], "number of features", |it| {
        Ok(it.analysis().dataset.d() as f64)
    }),
    spec("gamma", &[], "γ, also where a rule sets it", |it| {
        Ok(it.gamma())
    }),
    spec(
        "parallel_gamma",
        &[],
        "γ that parallel analysis proposes, as its mark at the slider does",
        parallel_gamma,
    ),
    spec("degree", &[], "degree of the polynomial kernel", |it| {
        Ok(f64::from(it.found.setup.kernel.degree))
    }),
    spec("coef0", &[], "offset c₀", |it| {
        Ok(it.found.setup.kernel.coef0)
    }),
    spec("beta", &[], "β of a kernel of graphs", |it| {
        Ok(it.found.setup.kernel.beta)
    }),
    spec("length", &[], "length of the substrings", |it| {
        Ok(f64::from(it.found.setup.kernel.length))
    }),
    spec(
        "neighbors",
        &[],
        "neighbours of each row, for Isomap and its like",
        |it| Ok(it.found.setup.manifold.neighbors as f64),
    ),
    spec("components", &[], "number of components computed", |it| {
        Ok(it.eigenvalues()?.len() as f64)
    }),
    spec(
        "eigenvalue",
        &["component"],
        "eigenvalue; of linear PCA the variance along the component",
        |it| it.of_component(0, it.eigenvalues()?),
    ),
    spec(
        "variance",
        &["component"],
        "variance of the scores: λ/n for kernel PCA",
        |it| {
            let value = it.of_component(0, it.eigenvalues()?)?;
            let n = it.analysis().dataset.n().max(1) as f64;
            Ok(if it.method == Method::Pca {
                value
            } else {
                value / n
            })
        },
    ),
    spec(
        "share",
        &["component"],
        "share of the variance, of all of it",
        |it| it.of_component(0, &it.shares()?),
    ),
    spec(
        "cumulative",
        &["count"],
        "share of the variance of the first components together",
        |it| {
            let shares = it.shares()?;
            let count = it.place(0, shares.len(), "components")? + 1;
            Ok(shares[..count].iter().sum())
        },
    ),
    spec(
        "kept_share",
        &["component"],
        "eigenvalue over the sum of those computed: the common mistake",
        |it| {
            let values = it.eigenvalues()?;
            Ok(it.of_component(0, values)? / values.iter().sum::<f64>())
        },
    ),
    spec(
        "components_for",
        &["share"],
        "smallest number of components that reach a share of the variance",
        |it| {
            let mut sum = 0.0;
            let shares = it.shares()?;
            let reached = shares.iter().position(|share| {
                sum += share;
                sum >= it.arguments[0]
            });
            // More than were computed.
            Ok(reached.map_or(f64::INFINITY, |at| (at + 1) as f64))
        },
    ),
    spec(
        "total_variance",
        &[],
        "variance in the feature space: the trace over n",
        |it| {
            let analysis = it.analysis();
            match it.method {
                Method::Pca => Ok(analysis.pca.total),
                Method::Kpca => Ok(analysis.kpca.trace / analysis.dataset.n().max(1) as f64),
                _ => Err(it.only_of("linear PCA and kernel PCA")),
            }
        },
    ),
    spec(
        "positive_variance",
        &[],
        "sum of the positive eigenvalues over n: more than the total variance where others are negative",
        |it| {
            let values = symmetric_eigenvalues(&it.centered_kernel()?);
            let values = values.ok_or("the eigenvalues did not converge")?;
            let positive = values.iter().filter(|value| **value > 0.0);
            Ok(positive.sum::<f64>() / values.len().max(1) as f64)
        },
    ),
    spec(
        "score",
        &["row", "component"],
        "score of a row on a component",
        |it| {
            let embedding = it.analysis().embedding(it.method)?;
            let row = it.row(0)?;
            Ok(embedding.score(
                row,
                it.place(1, embedding.eigenvalues().len(), "components")?,
            ))
        },
    ),
    spec(
        "projected",
        &["row", "component"],
        "the same with the row projected as a new point",
        |it| {
            let embedding = it.analysis().embedding(it.method)?;
            let row = it.row(0)?;
            let component = it.place(1, embedding.eigenvalues().len(), "components")?;
            let x = it.features()?;
            let x = x.rows(row, 1).into_owned();
            Ok(embedding.project(&x)?[(0, component)])
        },
    ),
    spec(
        "entry",
        &["row", "component"],
        "entry of a unit eigenvector of the centred kernel matrix",
        |it| {
            let vectors = &it.analysis().kpca.eigenvectors;
            Ok(vectors[(it.row(0)?, it.place(1, vectors.ncols(), "components")?)])
        },
    ),
    spec(
        "rows_for",
        &["component", "share"],
        "smallest number of rows that make a share of a component: of the sum of its squared entries",
        |it| {
            let vectors = &it.analysis().kpca.eigenvectors;
            let component = it.place(0, vectors.ncols(), "components")?;
            let mut squares: Vec<f64> = vectors.column(component).iter().map(|v| v * v).collect();
            squares.sort_by(|a, b| b.total_cmp(a));
            let wanted = it.arguments[1] * squares.iter().sum::<f64>();
            let mut sum = 0.0;
            let reached = squares.iter().position(|square| {
                sum += square;
                sum >= wanted
            });
            Ok(reached.map_or(f64::INFINITY, |at| (at + 1) as f64))
        },
    ),
    spec(
        "axis",
        &["feature", "component"],
        "entry of a unit eigenvector of the covariance",
        |it| {
            let axes = &it.analysis().pca.components;
            it.features()?;
            let feature = it.place(0, axes.ncols(), "features")?;
            Ok(axes[(it.place(1, axes.nrows(), "components")?, feature)])
        },
    ),
    spec(
        "covariance",
        &["feature", "feature"],
        "covariance of two features, with divisor n",
        |it| {
            let x = it.features()?;
            let column = |at| Ok::<_, String>(x.column(it.place(at, x.ncols(), "features")?));
            let (a, b) = (column(0)?, column(1)?);
            let (mean_a, mean_b) = (a.mean(), b.mean());
            let products = a
                .iter()
                .zip(b.iter())
                .map(|(a, b)| (a - mean_a) * (b - mean_b));
            Ok(products.sum::<f64>() / x.nrows().max(1) as f64)
        },
    ),
    spec(
        "kernel",
        &["row", "row"],
        "entry of the kernel matrix K",
        |it| Ok(it.kernel(&[it.row(0)?], &[it.row(1)?])[(0, 0)]),
    ),
    spec(
        "centered",
        &["row", "row"],
        "entry of the centred kernel matrix",
        |it| {
            let (i, j) = (it.row(0)?, it.row(1)?);
            Ok(it.centered_kernel()?[(i, j)])
        },
    ),
    spec(
        "mean_norm",
        &[],
        "‖μ‖², squared length of the mean of all images: the mean of K",
        |it| Ok(it.whole_kernel()?.mean()),
    ),
    spec(
        "distance",
        &["row", "row"],
        "distance of two images in the feature space",
        |it| {
            let (i, j) = (it.row(0)?, it.row(1)?);
            let k = it.kernel(&[i, j], &[i, j]);
            Ok((k[(0, 0)] - 2.0 * k[(0, 1)] + k[(1, 1)]).max(0.0).sqrt())
        },
    ),
    spec(
        "cosine",
        &["row", "row"],
        "cosine of the angle between two images",
        |it| {
            let (i, j) = (it.row(0)?, it.row(1)?);
            let k = it.kernel(&[i, j], &[i, j]);
            Ok(k[(0, 1)] / (k[(0, 0)] * k[(1, 1)]).sqrt())
        },
    ),
    spec(
        "separation",
        &["components"],
        "how well so many components predict the label, from 0 to 1; R² for a quantity",
        |it| {
            let separation = it.analysis().explain.separation.as_ref();
            let scores = separation.map_or(&[][..], |it_| it_.of(it.method));
            if scores.is_empty() {
                return Err("show the plot of its scores, and data with labels".into());
            }
            Ok(scores[it.place(0, scores.len(), "components")?].mean)
        },
    ),
    spec(
        "correlation",
        &["component"],
        "modulus of a component's correlation with a label that is a quantity",
        |it| {
            let scores = it.component(it.method, 0)?;
            let labels = &it.analysis().dataset.labels;
            let r = correlation(&scores, labels).ok_or("the label is not a quantity")?;
            Ok(r.abs())
        },
    ),
    spec(
        "symbol_correlation",
        &["component", "symbol"],
        "correlation of a component with the share of a symbol in each string, symbols in alphabetical order",
        |it| {
            let scores = it.component(it.method, 0)?;
            let shares = it.symbol_shares()?;
            let symbol = it.place(1, shares.ncols(), "symbols")?;
            let shares = Labels::Continuous {
                column: "share".into(),
                values: shares.column(symbol).iter().copied().collect(),
            };
            correlation(&scores, &shares).ok_or_else(|| "the share does not vary".to_owned())
        },
    ),
    spec(
        "alike",
        &["component"],
        "modulus of the correlation with the same component of linear PCA",
        |it| Ok(it.with_linear(it.method)?.abs()),
    ),
    spec(
        "same_way",
        &["component"],
        "1 if a component points the same way as the same component of linear PCA, −1 if it is mirrored",
        |it| Ok(it.with_linear(it.method)?.signum()),
    ),
    spec(
        "undetermined",
        &[],
        "number of components whose axes are arbitrary, as their eigenvalues are equal",
        |it| {
            let embedding = it.analysis().embedding(it.method)?;
            // A run may end with a component that is not computed.
            let computed = embedding.eigenvalues().len();
            let runs = embedding.undetermined().iter();
            Ok(runs
                .map(|run| run.end.min(computed) - run.start)
                .sum::<usize>() as f64)
        },
    ),
    spec(
        "negative",
        &[],
        "number of negative eigenvalues known",
        |it| Ok(it.analysis().kpca.negative_eigenvalues.len() as f64),
    ),
    spec(
        "noise_error",
        &[],
        "mean squared error of noisy rows, before they are cleaned",
        |it| Ok(it.denoising()?.errors().0),
    ),
    spec(
        "denoising_components",
        &[],
        "number of components q that rows are rebuilt from",
        |it| Ok(it.denoising()?.q as f64),
    ),
    spec(
        "denoising_error",
        &[],
        "mean squared error of rows rebuilt from q components",
        |it| {
            let (_, linear, kernel) = it.denoising()?.errors();
            match it.method {
                Method::Pca => Ok(linear),
                Method::Kpca => kernel.ok_or_else(|| "kernel PCA rebuilt no rows".to_owned()),
                _ => Err(it.only_of("linear PCA and kernel PCA")),
            }
        },
    ),
    spec(
        "least_denoising_error",
        &[],
        "the smallest of these on the curve over q",
        |it| Ok(it.best_denoising()?.1),
    ),
    spec(
        "best_denoising",
        &[],
        "the number of components at which it is smallest",
        |it| Ok(it.best_denoising()?.0),
    ),
    spec(
        "largest_kernel",
        &[],
        "largest entry of the kernel matrix K",
        |it| Ok(it.kernel_entries()?.into_iter().fold(f64::MIN, f64::max)),
    ),
    spec(
        "smallest_kernel",
        &[],
        "smallest entry of the kernel matrix K",
        |it| Ok(it.kernel_entries()?.into_iter().fold(f64::MAX, f64::min)),
    ),
    spec(
        "least_eigenvalue",
        &[],
        "smallest eigenvalue of the centred kernel matrix, negative where the kernel is no inner product",
        |it| {
            let values = symmetric_eigenvalues(&it.centered_kernel()?);
            let values = values.ok_or("the eigenvalues did not converge")?;
            Ok(values.iter().copied().fold(f64::MAX, f64::min))
        },
    ),
    spec(
        "coefficient",
        &["row", "component"],
        "entry of an eigenvector over √λ: what a centred image counts for in a component of length 1",
        |it| {
            if it.method != Method::Kpca {
                return Err(it.only_of("kernel PCA"));
            }
            let vectors = &it.analysis().kpca.eigenvectors;
            let (row, at) = (it.row(0)?, it.place(1, vectors.ncols(), "components")?);
            Ok(vectors[(row, at)] / it.eigenvalues()?[at].sqrt())
        },
    ),
    spec(
        "value",
        &["row", "feature"],
        "entry of the data, scaled as they are compared",
        |it| {
            let x = it.features()?;
            Ok(x[(it.row(0)?, it.place(1, x.ncols(), "features")?)])
        },
    ),
    spec(
        "mean_distance",
        &[],
        "mean distance of two rows, as they are compared",
        |it| {
            let distances = it.distances()?;
            Ok(distances.iter().sum::<f64>() / distances.len().max(1) as f64)
        },
    ),
    spec(
        "distance_spread",
        &[],
        "standard deviation of the distances of two rows over their mean",
        |it| {
            let distances = it.distances()?;
            let count = distances.len().max(1) as f64;
            let mean = distances.iter().sum::<f64>() / count;
            let squares = distances.iter().map(|it| (it - mean).powi(2)).sum::<f64>();
            Ok((squares / count).sqrt() / mean)
        },
    ),
    spec(
        "gamma_from",
        &["components", "separation"],
        "smallest γ at which so many components reach a separation, to 12 %",
        |it| Ok(it.gamma_range()?[0]),
    ),
    spec(
        "gamma_to",
        &["components", "separation"],
        "largest γ before that separation is lost again, to 12 %",
        |it| Ok(it.gamma_range()?[1]),
    ),
    spec(
        "accuracy",
        &["components"],
        "share of new rows whose label a linear rule on so many components gets right",
        |it| {
            let separation = it.analysis().explain.separation.as_ref();
            let scores = separation.map_or(&[][..], |it_| it_.on_new(it.method));
            if scores.is_empty() {
                return Err(
                    "show the curve of the separation, with new rows that have labels".into(),
                );
            }
            it.of_component(0, scores)
        },
    ),
    spec(
        "novelty",
        &["row"],
        "squared distance of a row's image from the components, what they leave unexplained",
        |it| Ok(it.novelty()?.fitted[it.row(0)?]),
    ),
    spec(
        "novelty_rank",
        &["row"],
        "place of a row among all by its novelty, 1 for the largest",
        |it| {
            let fitted = &it.novelty()?.fitted;
            let own = fitted[it.row(0)?];
            Ok(1.0 + fitted.iter().filter(|other| **other > own).count() as f64)
        },
    ),
    spec(
        "hotelling",
        &["row"],
        "Hotelling's T² of a row: the sum of its squared scores over their variances",
        |it| {
            let embedding = it.analysis().embedding(it.method)?;
            let row = it.row(0)?;
            let n = it.analysis().dataset.n().max(1) as f64;
            let of_all = if it.method == Method::Pca { 1.0 } else { n };
            let values = it.eigenvalues()?.iter().enumerate();
            let positive = values.filter(|(_, value)| **value > 0.0);
            Ok(positive
                .map(|(at, value)| embedding.score(row, at).powi(2) * of_all / value)
                .sum())
        },
    ),
    spec(
        "pre_image",
        &["method", "feature"],
        "coordinate of the pre-image by a method, 1 to 4 as they stand in the panel's key",
        |it| {
            let point = &it.pre_image(0)?.point;
            Ok(point[it.place(1, point.len(), "features")?])
        },
    ),
    spec(
        "pre_image_distance",
        &["method"],
        "distance in the feature space of that pre-image's image from what was asked for",
        |it| Ok(it.pre_image(0)?.distance),
    ),
];

impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
