//! Quantities of rows and components: scores, entries of vectors, correlations.

use super::{Spec, spec};
use explorer::insight::rows_for;
use kernel_pca::{
    explain::{correlation, pearson},
    method::Method,
    objects::Labels,
};

pub(super) static SPECS: &[Spec] = &[
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
        "least_score",
        &["component"],
        "smallest score of all rows on a component",
        |it| {
            Ok(it
                .component(it.method, 0)?
                .into_iter()
                .fold(f64::MAX, f64::min))
        },
    ),
    spec(
        "largest_score",
        &["component"],
        "largest score of all rows on a component",
        |it| {
            Ok(it
                .component(it.method, 0)?
                .into_iter()
                .fold(f64::MIN, f64::max))
        },
    ),
    spec(
        "class_distance",
        &["class", "class"],
        "distance of the means of two classes in the plane of the first two components, classes as in the legend",
        |it| {
            let means = [it.class_mean(0)?, it.class_mean(1)?];
            Ok((means[0][0] - means[1][0]).hypot(means[0][1] - means[1][1]))
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
            let rows = rows_for(vectors.column(component), it.arguments[1]);
            Ok(rows.map_or(f64::INFINITY, |rows| rows as f64))
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
        "sum_correlation",
        &["component"],
        "modulus of a component's correlation with the sums of the rows' features",
        |it| {
            let x = it.features()?;
            let sums: Vec<f64> = (0..x.nrows()).map(|i| x.row(i).sum()).collect();
            let r = pearson(&it.component(it.method, 0)?, &sums);
            Ok(r.ok_or("the sums do not vary")?.abs())
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
];
