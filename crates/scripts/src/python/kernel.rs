//! Kernel of a script, its matrix and the steps after it, as expressions; and the fits.

use std::{collections::BTreeSet, iter};

use nalgebra::DMatrix;

use super::super::{
    of_parts,
    recipe::Recipe,
    template::{SectionValues, values},
    with_values,
};
use chart::number;
use explorer::{presented::Presented, setup::Components};
use kernel_pca::{
    kernel::{Kernel, KernelParameter, Normalize, sigma_from_gamma},
    method::Method,
    objects::ObjectKind,
    signs::TIE,
};

/// Python expression for the kernel matrix of `rows`, in which each parameter in `varied` is a variable of its name.
fn values_of(kernel: Kernel, rows: &str, varied: &BTreeSet<&str>) -> String {
    of_parts(kernel, |part| {
        let python = part.kind().presented().python.matrix;
        let python = varied.iter().fold(python.to_owned(), |python, variable| {
            python.replace(&format!("{{{variable}}}"), variable)
        });
        with_values(part, &python).replace("{rows}", rows)
    })
}

/// Arguments of `k`: two tables, `first` and `second`, where the kernel compares vectors, and parameters by name.
fn arguments(kernel: Kernel, tables: [&str; 2], others: impl Iterator<Item = String>) -> String {
    let compares = kernel.kind().takes() == ObjectKind::Vectors;
    let tables = tables.map(str::to_owned).into_iter().filter(|_| compares);
    tables.chain(others).collect::<Vec<_>>().join(", ")
}

/// Python expression for the matrix that is decomposed, before a centring that comes last, of the variable `rows`;
/// `others` are parameters with expressions for other values.
fn uncentred(kernel: Kernel, rows: &str, others: &[(&str, &str)]) -> String {
    let raw = if others.is_empty() {
        values_of(kernel, rows, &BTreeSet::new())
    } else {
        let others = others.iter().map(|(name, value)| format!("{name}={value}"));
        format!("k({})", arguments(kernel, [rows; 2], others))
    };
    match kernel.normalize() {
        None => raw,
        Some(Normalize::After) if kernel.center() => format!("normalise(centre({raw}))"),
        Some(Normalize::Before | Normalize::After) => format!("normalise({raw})"),
    }
}

/// Python expression for the matrix that is decomposed, of the variable `rows`; `others` are parameters with
/// expressions for other values.
pub(super) fn matrix(kernel: Kernel, rows: &str, others: &[(&str, &str)]) -> String {
    centred(kernel, &uncentred(kernel, rows, others))
}

/// Expression for a matrix, centred where that comes last.
pub(super) fn centred(kernel: Kernel, matrix: &str) -> String {
    if kernel.centers_last() {
        format!("centre({matrix})")
    } else {
        matrix.to_owned()
    }
}

/// Python expression for the kernel values between `points` and the rows of X, in the form of the matrix that is
/// decomposed, before a centring that comes last.
pub(super) fn between(kernel: Kernel, points: &str) -> String {
    match kernel.normalize() {
        Some(_) => format!("between({points})"),
        None => format!("k({points}, X)"),
    }
}

/// Returns true where entries of a column tie for the largest, so that rounding decides scikit-learn's sign.
fn has_ties(columns: &DMatrix<f64>) -> bool {
    columns.column_iter().any(|column| {
        let least = (1.0 - TIE) * column.amax();
        column.iter().filter(|value| value.abs() >= least).count() > 1
    })
}

/// Arguments with which the package `kpca` evaluates a kernel itself; `None` where it cannot.
fn arguments_of_kpca(kernel: Kernel) -> Option<String> {
    let kind = kernel.kind();
    if !kernel.is_plain() || kind.takes() != ObjectKind::Vectors {
        return None;
    }
    let name = format!("kernel=\"{}\"", kind.name());
    let numbers = kernel.parameters().into_iter().map(|it| match it {
        KernelParameter::Gamma => "gamma=gamma".to_owned(),
        KernelParameter::Shape => "kernel_params={\"shape\": {shape}}".to_owned(),
        other => format!("{0}={{{0}}}", other.name()),
    });
    let code: Vec<String> = iter::once(name).chain(numbers).collect();
    Some(with_values(kernel, &code.join(", ")))
}

/// Template values for the fits, and for functions of points.
pub(super) fn values(recipe: &Recipe) -> SectionValues {
    let (kernel, found) = (recipe.analysis.kernel, &recipe.analysis.kpca);
    let gamma = kernel.gamma().map(|gamma| {
        let width = kernel.kind().presented().length_scale.map(|symbol| {
            let width = number(sigma_from_gamma(gamma));
            format!("  # {symbol} = 1/√(2γ) = {width}")
        });
        format!("{gamma:?}{}", width.unwrap_or_default())
    });
    let varied = recipe.varied();
    let defaults = varied.iter().map(|name| match *name {
        "gamma" => "gamma=gamma".to_owned(),
        name => with_values(kernel, &format!("{name}={{{name}}}")),
    });
    let positive = found.eigenvalues.iter().filter(|value| **value > 0.0);
    // Without any, one that is zero does not stop it.
    let (wanted, positive) = (recipe.components, positive.count().max(1));
    let centers = kernel.centers_last();
    // The package `kpca` centres every matrix, and refuses negative eigenvalues among those asked for.
    let is_refused = positive < wanted && !found.negative_eigenvalues.is_empty();
    let by_kpca = recipe.is_by_kpca() && centers && !is_refused;
    // Of all eigenvalues KernelPCA takes no negative ones.
    let repeats = !found.undetermined.is_empty() && found.negative_eigenvalues.is_empty();
    // Of components that are not there it would raise; and LAPACK finds no subset of eigenvalues within many that are
    // equal, so all are asked for then.
    let count = if by_kpca { wanted } else { positive };
    let request = (by_kpca || !repeats).then(|| format!("n_components={count}, "));
    // KernelPCA evaluates some kernels itself.
    let own = if by_kpca {
        arguments_of_kpca(kernel)
    } else {
        let own = kernel.kind().presented().python.arguments;
        let own = own.filter(|_| kernel.is_plain());
        own.map(|it| with_values(kernel, it))
    };
    let cut = centers && !by_kpca && (wanted != positive || repeats);
    // The signs of the package `kpca` are the program's.
    let turned = !by_kpca && (cut || !centers || has_ties(&found.eigenvectors));
    let mirrored = recipe.mirrored(Method::Kpca);
    let flipped = recipe.is_aligned || mirrored.is_some();
    let class = match (recipe.is_by_kpca(), by_kpca) {
        (true, false) => "SklearnKernelPCA",
        _ => "KernelPCA",
    };
    let compared = match &own {
        Some(_) => "points".to_owned(),
        None => between(kernel, "points"),
    };
    values! {
        ties: recipe.has_features && has_ties(&recipe.analysis.pca.components.transpose()),
        gamma,
        arguments: arguments(kernel, ["rows", "others"], defaults),
        vectors: kernel.kind().takes() == ObjectKind::Vectors,
        values: values_of(kernel, "rows, others", &varied),
        reached: match recipe.setup.components {
            Components::Share(share) => Some(share),
            Components::Count(_) => None,
        },
        matrix: uncentred(kernel, "X", &[]),
        request: request.unwrap_or_default(),
        precomputed: centers && own.is_none(),
        kernel_pca: class,
        solver: if by_kpca { "" } else { ", eigen_solver=\"dense\"" },
        uncentred_instead: recipe.is_by_kpca() && !centers,
        negative_instead: recipe.is_by_kpca() && centers && is_refused,
        signs: by_kpca && flipped,
        shares_of_kpca: by_kpca && found.trace > 0.0,
        transformed: centers.then(|| {
            let signs = if by_kpca && flipped { " * signs" } else { "" };
            format!("kpca.transform({compared}){signs}")
        }),
        own,
        repeats: cut && wanted == positive,
        lacks: cut && wanted != positive,
        positive,
        cut,
        turned,
        rescored: turned || flipped && !by_kpca,
        mirrored: mirrored.map(|it| format!("{it:?}")),
        centred: centred(kernel, "K"),
        between: between(kernel, "points"),
    }
}
