//! Differences between two pictures of one panel, in a line.

use super::kernel_label;
use crate::{
    analysis::Analysis,
    panel::{Panel, list::PointSet},
    setup::{Change, Setup, changes, plotted},
};
use chart::number;
use kernel_pca::{kernel::Kernel, method::Method, objects::Labels};

/// Difference between the setups of two pictures.
enum Difference {
    /// Name of a quantity, empty where its values speak for themselves, and its value in each of the two pictures.
    Values(String, [String; 2]),
    /// Words for what differs and has no short value.
    Other(&'static str),
}

impl Difference {
    fn values(name: &str, values: [String; 2]) -> Self {
        Self::Values(name.to_owned(), values)
    }

    /// Words for the change from the first picture to the second, such as "γ 15 → 100".
    fn way(&self) -> String {
        match self {
            Self::Values(name, [from, to]) => arrow(name, from, to),
            Self::Other(words) => (*words).to_owned(),
        }
    }

    /// Words for the value in one picture (0 or 1), such as "γ = 15"; `None` for a difference without short values.
    fn of(&self, which: usize) -> Option<String> {
        match self {
            Self::Values(name, values) if name.is_empty() || name == DATA => {
                Some(values[which].clone())
            }
            Self::Values(name, values) => Some(format!("{name} = {}", values[which])),
            Self::Other(_) => None,
        }
    }
}

/// Name of the quantity whose values are names of data.
const DATA: &str = "data";

/// Differences from one picture of a panel to another, such as "γ 15 → 100; separates 100 → 61 %".
pub fn comparison(panel: Panel, before: &Analysis, after: &Analysis) -> String {
    let setups = setups(panel, before, after);
    let mut said: Vec<String> = setups.iter().map(Difference::way).collect();
    said.extend(numbers(panel, before, after));
    if said.is_empty() {
        return "the same as the live picture".to_owned();
    }
    said.join("; ")
}

/// Words for what tells a picture of a panel from others of it, such as "γ = 15" or "RBF, γ = 15, standardised"; empty
/// where their setups give the same.
pub fn told_apart<'a>(
    panel: Panel,
    own: &Analysis,
    others: impl Iterator<Item = &'a Analysis>,
) -> String {
    let mut said: Vec<String> = Vec::new();
    for other in others {
        let found = setups(panel, own, other);
        said.extend(found.iter().filter_map(|it| it.of(0)));
    }
    // A kernel's name holds its parameters.
    let holds = |(j, longer): (usize, &String), (i, words): (usize, &String)| {
        j != i && longer.contains(words) && (longer.len() > words.len() || j < i)
    };
    let all = || said.iter().enumerate();
    let apart = all().filter(|own| !all().any(|other| holds(other, *own)));
    let apart: Vec<&str> = apart.map(|(_, words)| words.as_str()).collect();
    apart.join(", ")
}

/// Returns true where a panel's picture depends on a field of the setup.
fn is_about(panel: Panel, field: &str) -> bool {
    let of = |names: &[&str]| names.iter().any(|name| field.starts_with(name));
    let data = [
        "source",
        "columns",
        "added_noise",
        "scaling",
        "new_rows",
        "clean_rows",
    ];
    let fits = of(&data) || of(&["components"]);
    match panel.points() {
        Some(PointSet::Input) => of(&data) && field != "scaling",
        Some(PointSet::Scores(Method::Pca)) => of(&data),
        Some(PointSet::Scores(Method::Kpca)) | None => fits || of(&["kernel"]),
        Some(PointSet::Scores(_)) => fits || of(&["manifold"]),
    }
}

/// Differences between the setups of two pictures that concern the panel.
fn setups(panel: Panel, before: &Analysis, after: &Analysis) -> Vec<Difference> {
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
        let mut is_other_data = false;
        said.retain(|it| match it {
            Difference::Other(_) => !std::mem::replace(&mut is_other_data, true),
            Difference::Values(..) => true,
        });
    } else {
        let names = [before, after].map(|it| it.dataset.name.clone());
        said.push(Difference::values(DATA, names));
    }
    if other("columns") && before.dataset.name == after.dataset.name {
        said.push(Difference::Other("other columns"));
    }
    if other("added_noise") {
        said.push(Difference::Other("other added noise"));
    }
    if other("scaling") {
        let scalings = [from, to].map(|setup: &Setup| setup.scaling.in_text().to_owned());
        said.push(Difference::values("", scalings));
    }
    if other("kernel") {
        said.extend(kernels(before, after));
    }
    if other("manifold") {
        said.extend(in_words("manifold."));
    }
    if other("components") {
        let counts = [before, after].map(|it| it.kpca.eigenvalues.len().to_string());
        if counts[0] != counts[1] {
            said.push(Difference::values("components", counts));
        }
    }
    said
}

/// Parameters that differ, or both kernels where more than their parameters differ.
fn kernels(before: &Analysis, after: &Analysis) -> Vec<Difference> {
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
                .then(|| Difference::values(parameter.symbol(), [from, to].map(number)))
        });
        let changed: Vec<Difference> = changed.collect();
        if !changed.is_empty() {
            return changed;
        }
    }
    let labels = [from, to].map(kernel_label);
    let changed = (labels[0] != labels[1]).then(|| Difference::values("", labels));
    changed.into_iter().collect()
}

/// Words for a field that differs: the last part of its name with both values, or "other data".
fn in_words(change: &Change) -> Difference {
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
        (Some(before), Some(after)) if name != "path" => Difference::values(name, [before, after]),
        _ => Difference::Other("other data"),
    }
}

fn arrow(name: &str, before: &str, after: &str) -> String {
    format!("{name} {before} → {after}").trim_start().to_owned()
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
