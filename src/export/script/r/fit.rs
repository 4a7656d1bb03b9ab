//! Linear and kernel PCA in R.

use super::{
    super::{
        approximation,
        plots::Plot,
        recipe::Recipe,
        template::{Code, fill},
        with_values,
    },
    has_new_scores,
    picture::{has_shares, shows},
};
use crate::{
    data::ObjectKind,
    kernel::{Join, Kernel, Normalize, sigma_from_gamma},
    method::Method,
    panel::{Content, PointSet},
    signs::TIE,
    view::number,
};

/// Writes the parts of both fits that the plots need.
pub(super) fn fit(recipe: &Recipe, drawn: &[&Plot], code: &mut Code) {
    let of = |method| move |content: &Content| content.dots_of() == Some(PointSet::Scores(method));
    let shares = shows(drawn, has_shares);
    let kernel = shares || shows(drawn, of(Method::Kpca));
    let linear = recipe.has_features()
        && (shares || shows(drawn, of(Method::Pca)) || kernel && recipe.view.align_signs);
    if linear || kernel {
        let new = linear && recipe.new_rows().is_some();
        fill!(code, "fit", { tie: TIE, linear, linear_new: new });
    }
    if kernel {
        fit_kernel(recipe, code);
    }
}

fn fit_kernel(recipe: &Recipe, code: &mut Code) {
    let kernel = recipe.analysis.kernel;
    let mut before: Vec<String> = Vec::new();
    for part in kernel.parts() {
        let lines = part.kind().family().r.as_ref().and_then(|r| r.before);
        let width = number(sigma_from_gamma(part.gamma().unwrap_or(1.0)));
        let lines = lines.map(|lines| with_values(part, lines).replace("{width}", &width));
        before.extend(lines.filter(|lines| !before.contains(lines)));
    }
    let centers = kernel.centers_last();
    let spectrum = recipe.analysis.full_spectrum.is_some();
    let new_k = has_new_scores(recipe).then(|| matrix(kernel, "new_X"));
    fill!(code, "kernel", {
        gamma: kernel.gamma(),
        before: (!before.is_empty()).then(|| before.join("\n")),
        approximated: approximation(&recipe.analysis.kpca),
        matrix: matrix(kernel, "X"),
        centers_first: kernel.normalize() == Some(Normalize::After) && kernel.center(),
        normalizes: kernel.normalize().is_some(),
        centers,
        count: recipe.components(),
        aligned: recipe.view.align_signs && recipe.has_features(),
        mirrored: recipe.mirrored(Method::Kpca).map(|it| {
            let columns: Vec<String> = it.iter().map(|j| (j + 1).to_string()).collect();
            format!("c({})", columns.join(", "))
        }),
        trace: match recipe.has_shares() {
            true if centers => "sum(diag(K)) - sum(K) / n",
            true => "sum(diag(K))",
            false => "Inf  # it is not positive, and shares of it mean nothing",
        },
        spectrum,
        spectrum_centred: spectrum && centers,
        spectrum_as_it_is: spectrum && !centers,
        new_centred: new_k.is_some() && centers,
        new_k,
    });
}

/// Matrix of both kernels between `rows` and the rows of X.
fn matrix(kernel: Kernel, rows: &str) -> String {
    if kernel.kind().takes() != ObjectKind::Vectors {
        return rows.to_owned();
    }
    let join = match kernel.second().map(|second| second.join) {
        Some(Join::Times) => " * ",
        Some(Join::Plus) | None => " + ",
    };
    let parts = kernel.parts().into_iter().filter_map(|part| {
        let r = part.kind().family().r.as_ref()?;
        Some(with_values(part, r.matrix).replace("{rows}", rows))
    });
    format!("matrix({}, ncol = n)", parts.collect::<Vec<_>>().join(join))
}
