//! The quantities that rules speak of, read off results. Rows, components and features count from 1.

use std::{fmt, str::FromStr};

use nalgebra::DMatrix;

use super::rule::real;
use crate::{
    analysis::{Analysis, Denoising, Left},
    explain::correlation,
    kernel::Gamma,
    method::Method,
    setup::Setup,
};

/// Results with the setup that they answer.
#[derive(Debug, Clone, Copy)]
pub struct Found<'a> {
    pub analysis: &'a Analysis,
    pub setup: &'a Setup,
}

/// A named quantity of a method, such as `pca.eigenvalue(1)`; kernel PCA's where no method is named.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    text: String,
    method: Method,
    spec: &'static Spec,
    arguments: Vec<f64>,
}

/// What is known of one quantity.
struct Spec {
    name: &'static str,
    /// What stands in parentheses.
    arguments: &'static [&'static str],
    /// What it is, as the page on the format says.
    about: &'static str,
    value: fn(&Asked<'_>) -> Result<f64, String>,
}

/// A question for one value.
struct Asked<'a> {
    found: Found<'a>,
    method: Method,
    arguments: &'a [f64],
}

/// Means over the kernel matrix are taken of no more rows.
const MOST_ROWS: usize = 500;

const fn spec(
    name: &'static str,
    arguments: &'static [&'static str],
    about: &'static str,
    value: fn(&Asked<'_>) -> Result<f64, String>,
) -> Spec {
    Spec {
        name,
        arguments,
        about,
        value,
    }
}

/// Every quantity there is.
static SPECS: &[Spec] = &[
    spec("n", &[], "number of rows", |it| {
        Ok(it.analysis().dataset.n() as f64)
    }),
    spec("d", &[], "number of features", |it| {
        Ok(it.analysis().dataset.d() as f64)
    }),
    spec("gamma", &[], "γ, also where a rule sets it", |it| {
        Ok(it.gamma())
    }),
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
            let k = it.whole_kernel()?;
            Ok(k[(i, j)] - k.row(i).mean() - k.column(j).mean() + k.mean())
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
            let runs = it.analysis().embedding(it.method)?.undetermined();
            Ok(runs.iter().map(ExactSizeIterator::len).sum::<usize>() as f64)
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
];

/// Every quantity as it is written, with what it is.
pub fn quantities() -> impl Iterator<Item = (String, &'static str)> {
    SPECS.iter().map(|spec| {
        let call = match spec.arguments {
            [] => spec.name.to_owned(),
            arguments => format!("{}({})", spec.name, arguments.join(", ")),
        };
        (call, spec.about)
    })
}

impl Quantity {
    /// Its value in results.
    ///
    /// # Errors
    /// Where the results lack it, in one line.
    pub fn value(&self, found: &Found<'_>) -> Result<f64, String> {
        (self.spec.value)(&Asked {
            found: *found,
            method: self.method,
            arguments: &self.arguments,
        })
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What is wrong is said as the end of a sentence about the rule.
impl FromStr for Quantity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (name, arguments) = match text.split_once('(') {
            Some((name, rest)) => {
                let inside = rest.strip_suffix(')');
                (name.trim(), inside.ok_or("has an open parenthesis")?)
            }
            None => (text, ""),
        };
        let (method, name) = match name.split_once('.') {
            Some((method, name)) => {
                let found = Method::ALL.into_iter().find(|it| it.name() == method);
                let found = found.ok_or_else(|| format!("knows no method `{method}`"));
                (found?, name)
            }
            None => (Method::Kpca, name),
        };
        let found = SPECS.iter().find(|spec| spec.name == name);
        let spec = found.ok_or_else(|| format!("knows no quantity `{name}`"))?;
        let arguments: Vec<f64> = match arguments.trim() {
            "" => vec![],
            arguments => arguments
                .split(',')
                .map(|argument| real(argument.trim()))
                .collect::<Result<_, _>>()?,
        };
        let wanted = spec.arguments.len();
        if arguments.len() != wanted {
            let numbers = if wanted == 1 { "number" } else { "numbers" };
            return Err(format!(
                "wants {wanted} {numbers} in parentheses after `{name}`"
            ));
        }
        Ok(Self {
            text: text.to_owned(),
            method,
            spec,
            arguments,
        })
    }
}

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

impl<'a> Asked<'a> {
    fn analysis(&self) -> &'a Analysis {
        self.found.analysis
    }

    fn gamma(&self) -> f64 {
        match self.found.setup.kernel.gamma {
            Gamma::Value(value) => value,
            Gamma::Auto => self.analysis().gamma_auto,
            Gamma::Median => self.analysis().gamma_median,
        }
    }

    fn eigenvalues(&self) -> Result<&'a [f64], String> {
        Ok(self.analysis().embedding(self.method)?.eigenvalues())
    }

    fn shares(&self) -> Result<Vec<f64>, String> {
        let shares = self.analysis().shares(self.method);
        shares.ok_or_else(|| "it has no variance to be shared out".to_owned())
    }

    fn only_of(&self, those: &str) -> String {
        format!("only {those} have it, and not {}", self.method.title())
    }

    /// An argument as a place from 0 among so many.
    fn place(&self, argument: usize, count: usize, of: &str) -> Result<usize, String> {
        let wanted = self.arguments[argument];
        if wanted.fract() == 0.0 && wanted >= 1.0 && wanted <= count as f64 {
            Ok(wanted as usize - 1)
        } else {
            Err(format!(
                "there are {count} {of}, and {wanted} is none of them"
            ))
        }
    }

    fn row(&self, argument: usize) -> Result<usize, String> {
        self.place(argument, self.analysis().dataset.n(), "rows")
    }

    fn of_component(&self, argument: usize, values: &[f64]) -> Result<f64, String> {
        Ok(values[self.place(argument, values.len(), "components")?])
    }

    /// The scores on the component that an argument names.
    fn component(&self, method: Method, argument: usize) -> Result<Vec<f64>, String> {
        let embedding = self.analysis().embedding(method)?;
        let at = self.place(argument, embedding.eigenvalues().len(), "components")?;
        Ok(embedding.scores().column(at).iter().copied().collect())
    }

    /// Correlation of a method's component with the same one of linear PCA.
    fn with_linear(&self, method: Method) -> Result<f64, String> {
        let (a, b) = (self.component(method, 0)?, self.component(Method::Pca, 0)?);
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        Ok(product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt())
    }

    /// The scaled data.
    fn features(&self) -> Result<&'a DMatrix<f64>, String> {
        match self.analysis().dataset.objects.lack_of_features() {
            Some(lack) => Err(lack.to_owned()),
            None => Ok(&self.analysis().x),
        }
    }

    fn denoising(&self) -> Result<&'a Denoising, String> {
        let found = self.analysis().explain.denoising.as_deref();
        found.ok_or_else(|| "show a panel of denoising, and data with features".to_owned())
    }

    /// Where the curve over the number of components is lowest: that number, and the error there.
    fn best_denoising(&self) -> Result<(f64, f64), String> {
        let of = match self.method {
            Method::Pca => |left: &Left| left.linear,
            Method::Kpca => |left: &Left| left.kernel,
            _ => return Err(self.only_of("linear PCA and kernel PCA")),
        };
        let curve = self.denoising()?.curve.iter();
        let points = curve.filter_map(|left| Some((left.q as f64, of(left)?)));
        let least = points.min_by(|a, b| a.1.total_cmp(&b.1));
        least.ok_or_else(|| "show the panel of the denoising error".to_owned())
    }

    fn kernel(&self, rows: &[usize], columns: &[usize]) -> DMatrix<f64> {
        self.analysis().kpca.kernel_values(rows, columns)
    }

    fn whole_kernel(&self) -> Result<DMatrix<f64>, String> {
        let n = self.analysis().dataset.n();
        if n > MOST_ROWS {
            return Err(format!("there are more than {MOST_ROWS} rows"));
        }
        let rows: Vec<usize> = (0..n).collect();
        Ok(self.kernel(&rows, &rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_on_the_format_names_every_quantity() {
        let page = include_str!("../../assets/lessons/README.md");
        for (call, about) in quantities() {
            let line = format!("| `{call}` | {about} |");
            assert!(page.contains(&line), "{line}");
        }
    }
}
