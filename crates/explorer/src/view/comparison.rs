//! Differences between two pictures of one panel, in a line.

use super::kernel_label;
use crate::{
    analysis::Analysis,
    panel::{Panel, list::PointSet},
    setup::{Change, Setup, changes, plotted},
};
use chart::number;
use kernel_pca::{kernel::Kernel, method::Method, objects::Labels};

/// Differences from one picture of a panel to another, such as "γ 15 → 100; separates 100 → 61 %".
pub fn comparison(panel: Panel, before: &Analysis, after: &Analysis) -> String {
    let mut said = setups(panel, before, after);
    said.extend(numbers(panel, before, after));
    if said.is_empty() {
        return "the same as the live picture".to_owned();
    }
    said.join("; ")
}

/// Returns true where a panel's picture depends on a field of the setup.
fn is_about(panel: Panel, field: &str) -> bool {
    let of = |names: &[&str]| names.iter().any(|name| field.starts_with(name));
    let data = ["source", "columns", "added_noise", "scaling", "new_rows"];
    let fits = of(&data) || of(&["components"]);
    match panel.points() {
        Some(PointSet::Input) => of(&data) && field != "scaling",
        Some(PointSet::Scores(Method::Pca)) => of(&data),
        Some(PointSet::Scores(Method::Kpca)) | None => fits || of(&["kernel"]),
        Some(PointSet::Scores(_)) => fits || of(&["manifold"]),
    }
}

/// Differences between the two setups, in words.
fn setups(panel: Panel, before: &Analysis, after: &Analysis) -> Vec<String> {
    let (from, to) = (&*before.origin, &*after.origin);
    let changes = changes(from, to).unwrap_or_default();
    let other = |prefix: &str| {
        let mut fields = changes.iter().map(|change| &change.field);
        fields.any(|field| field.starts_with(prefix) && is_about(panel, field))
    };
    let in_words = |prefix| {
        let of_it = move |change: &&Change| change.field.starts_with(prefix);
        changes.iter().filter(of_it).map(in_words)
    };
    let mut said = Vec::new();
    if before.dataset.name == after.dataset.name {
        said.extend(in_words("source."));
        said.dedup();
    } else {
        said.push(arrow("data", &before.dataset.name, &after.dataset.name));
    }
    if other("columns") && before.dataset.name == after.dataset.name {
        said.push("other columns".to_owned());
    }
    if other("added_noise") {
        said.push("other added noise".to_owned());
    }
    if other("scaling") {
        let [from, to] = [from, to].map(|setup: &Setup| setup.scaling.in_text());
        said.push(format!("{from} → {to}"));
    }
    if other("kernel") {
        said.extend(kernels(before, after));
    }
    if other("manifold") {
        said.extend(in_words("manifold."));
    }
    if other("components") {
        let [from, to] = [before, after].map(|it| it.kpca.eigenvalues.len().to_string());
        if from != to {
            said.push(arrow("components", &from, &to));
        }
    }
    said
}

/// Parameters that differ, or both kernels where more than their parameters differ.
fn kernels(before: &Analysis, after: &Analysis) -> Vec<String> {
    let (from, to) = (&before.kernel, &after.kernel);
    let form = |kernel: &Kernel| {
        let kind = (kernel.kind(), kernel.second(), kernel.similarity());
        (kind, kernel.normalize(), kernel.center())
    };
    if form(from) == form(to) {
        let changed = from.parameters().into_iter().filter_map(|parameter| {
            let [Some(from), Some(to)] = [from, to].map(|kernel| kernel.value(parameter)) else {
                return None;
            };
            (from.to_bits() != to.to_bits())
                .then(|| arrow(parameter.symbol(), &number(from), &number(to)))
        });
        let changed: Vec<String> = changed.collect();
        if !changed.is_empty() {
            return changed;
        }
    }
    let [from, to] = [from, to].map(kernel_label);
    let changed = (from != to).then(|| format!("{from} → {to}"));
    changed.into_iter().collect()
}

/// Words for a field that differs, by the last part of its name.
fn in_words(change: &Change) -> String {
    let name = change.field.rsplit('.').next().unwrap_or_default();
    let name = match name {
        "n_samples" => "n",
        "random_state" => "seed",
        "neighbors" => "k",
        other => other,
    };
    let plain = |value: &Option<toml::Value>| match value {
        Some(toml::Value::Integer(value)) => Some(value.to_string()),
        Some(toml::Value::Float(value)) => Some(number(*value)),
        Some(toml::Value::String(value)) => Some(value.clone()),
        _ => None,
    };
    match (plain(&change.before), plain(&change.after)) {
        (Some(before), Some(after)) if name != "path" => arrow(name, &before, &after),
        _ => "other data".to_owned(),
    }
}

fn arrow(name: &str, before: &str, after: &str) -> String {
    format!("{name} {before} → {after}")
}

/// Difference between the two results: in the accuracy of predicting the label, or else in the share of the
/// variance that is seen.
fn numbers(panel: Panel, before: &Analysis, after: &Analysis) -> Option<String> {
    if panel.points() == Some(PointSet::Input) {
        return None;
    }
    let method = panel.method().unwrap_or(Method::Kpca);
    let q = before.origin.view.separation_components.max(1);
    let predicted = [before, after].map(|it| {
        let curve = it.explain.separation.as_ref()?.of(method);
        curve
            .get(q.min(curve.len()).checked_sub(1)?)
            .map(|score| score.mean)
    });
    let classes = [before, after].map(|it| matches!(it.dataset.labels, Labels::Classes { .. }));
    if let [Some(from), Some(to)] = predicted {
        match classes {
            [true, true] => return shares("separates", from, to),
            [false, false] => {
                let [from, to] = [from, to].map(|r2| format!("{r2:.2}").replace('-', "−"));
                return (from != to).then(|| arrow("R²", &from, &to));
            }
            _ => {}
        }
    }
    let seen = [before, after].map(|it| {
        let all = it.shares(method)?;
        let axes = plotted(before.origin.view.axes(method))
            .into_iter()
            .flatten();
        Some(axes.filter_map(|j| all.get(j)).sum::<f64>())
    });
    match seen {
        [Some(from), Some(to)] => shares("these components hold", from, to),
        _ => None,
    }
}

/// Two shares in percent, without decimals where that shows a difference, else with one; `None` where neither
/// does.
fn shares(name: &str, before: f64, after: f64) -> Option<String> {
    (0..2).find_map(|decimals: usize| {
        let [from, to] = [before, after].map(|share| format!("{:.decimals$}", 100.0 * share));
        (from != to).then(|| format!("{} %", arrow(name, &from, &to)))
    })
}
