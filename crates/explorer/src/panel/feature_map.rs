//! The feature map of a polynomial kernel, written out for two rows, beside the kernel trick.

use std::time::Duration;

use nalgebra::DMatrix;

use super::{
    Content, NOT_COMPUTED, PanelSpec,
    coordinates::{
        self, CoordinateGroup, PAINTS, SYMBOLS, brief, coordinate_bars, python_said, six_digits,
        two_rows, x_and_y,
    },
};
use crate::{
    analysis::{Analysis, FeatureSpace},
    presented::Presented,
    setup::View,
    view::formula,
};
use chart::{Aspect, Chart, Mark, Paint, Text, counted, number, subscript, superscript};
use kernel_pca::{
    explain::{Monomial, NoMap},
    kernel::KernelParameter,
};

pub(super) struct FeatureMap;

/// Largest number of features that are drawn.
const SHOWN: usize = 24;
/// Largest number of features that are written out as a vector, for each of the two rows.
const VECTOR: usize = 4;
/// Number of features whose symbols are explained.
const EXPLAINED: usize = 4;

impl PanelSpec for FeatureMap {
    fn about(&self) -> &'static str {
        "What the kernel trick saves: the features that a polynomial kernel stands for, written out for \
         the two rows selected, or the first two. Their inner product is the kernel, at another cost."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        match space_and_rows(analysis, view) {
            Ok((space, rows)) => chart(analysis, space, rows),
            Err(why) => Chart::empty(TITLE, &why),
        }
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let (space, rows) = space_and_rows(analysis, view).ok()?;
        Some(Content::Own(code(analysis, space, rows)))
    }

    fn plain_help(&self) -> Option<&'static str> {
        Some(
            "φ takes a row with d features to one with m, the monomials that the kernel multiplies out to. \
             PCA on those needs their covariance, about n·m² multiplications. Kernel PCA needs the kernel \
             matrix, about n²·d: fewer wherever m is large. Times are the shortest of some runs.",
        )
    }
}

const TITLE: &str = "Feature map";

/// Features and the two rows to show, or a reason why there is nothing to show.
fn space_and_rows<'a>(
    analysis: &'a Analysis,
    view: &View,
) -> Result<(&'a FeatureSpace, [usize; 2]), String> {
    let space = analysis.explain.feature_space.as_deref();
    let space = space.ok_or(NOT_COMPUTED)?.as_ref();
    let space = space.map_err(|why| reason(*why, analysis))?;
    Ok((space, two_rows(analysis, view)?))
}

/// Reason why there is no map to be written out.
fn reason(why: NoMap, analysis: &Analysis) -> String {
    let kernel = analysis.kernel.kind().presented().title_in_text;
    match why {
        NoMap::Infinite => format!(
            "φ of the {kernel} kernel has infinitely many features: only the kernel trick reaches them. The \
             empirical and the Mercer map are finite ones that agree with it on these rows."
        ),
        NoMap::Indefinite => format!(
            "no real features have this {kernel} kernel for their inner product: its matrices may have \
             negative eigenvalues"
        ),
        NoMap::Composed => "the features of a sum, a product or a normalised kernel are not written out; the empirical and the Mercer map are".into(),
        NoMap::NoFeatures => {
            "a given matrix has no features that φ could be made of; the empirical and the \
                              Mercer map need none"
                .into()
        }
        NoMap::TooMany(count) => format!(
            "φ would have {} features: this is why the trick is used. The kernel itself takes the inner \
             product of {} numbers.",
            large(count),
            analysis.x.ncols()
        ),
    }
}

fn chart(analysis: &Analysis, space: &FeatureSpace, rows: [usize; 2]) -> Chart {
    let m = space.map.monomials().len();
    let (n, d) = analysis.x.shape();
    let phi = space.map.features(&analysis.x.select_rows(&rows));
    let group = group(space, &phi);
    let shown = group.names.len();
    let product = phi.row(0).dot(&phi.row(1));
    let kernel = analysis.kernel.between(&analysis.x, &rows[..1], &rows[1..])[(0, 0)];
    let vector = |i: usize| {
        let values: Vec<String> = phi.row(i).iter().map(|value| number(*value)).collect();
        format!("φ({}) = ({})", SYMBOLS[i], values.join(", "))
    };
    let mut lines: Vec<(String, Paint)> = Vec::new();
    if m <= VECTOR {
        lines.extend([0, 1].map(|i| (vector(i), PAINTS[i])));
    }
    let of_features = large(n as f64 * (m as f64).powi(2));
    let of_kernel = large((n as f64).powi(2) * d as f64);
    let costs = [
        format!("PCA on features: n·m² = {n}·{m}² = {of_features}"),
        format!("Kernel trick: n²·d = {n}²·{d} = {of_kernel}"),
    ];
    let said = [
        format!("φ(x)·φ(y) = {}", six_digits(product)),
        format!("{} = {}", formula(&analysis.kernel), six_digits(kernel)),
    ];
    let ink = |line| (line, Paint::Ink);
    lines.extend(said.iter().cloned().chain(costs.clone()).map(ink));

    let title = format!("{TITLE} · {}", counted(m, ["feature", "features"]));
    let note = note(analysis, space, shown);
    let (mut marks, [x, y]) = coordinate_bars(SYMBOLS, &[group], &lines);
    // Times differ from run to run. Where they stand, the lines without them give way.
    for (cost, time) in costs.iter().zip(space.times.iter().flatten()) {
        let without = marks.iter().find_map(|mark| match mark {
            Mark::Text(text) if text.text == *cost => Some(text.clone()),
            _ => None,
        });
        let with = without.map(|text| Text {
            text: format!("{cost}, {}", duration(*time)),
            ..text
        });
        marks.splice(0..0, with.map(Mark::Hint));
    }
    Chart {
        summary: format!(
            "{title} of {}. {}. {note}.",
            x_and_y(analysis, rows),
            said.join("; ")
        ),
        x,
        y,
        aspect: Aspect::Free,
        marks,
        key: coordinates::key(analysis, rows),
        note: Some(note),
        title,
    }
}

/// First features of two rows, as a group of bars.
fn group(space: &FeatureSpace, phi: &DMatrix<f64>) -> CoordinateGroup {
    let monomials = space.map.monomials();
    let names: Vec<String> = monomials.iter().take(SHOWN).map(name).collect();
    let values = [0, 1].map(|i| phi.row(i).iter().take(SHOWN).copied().collect());
    CoordinateGroup {
        heading: String::new(),
        labels: names.clone(),
        names,
        values,
    }
}

/// Note on how closely both ways agree, what was left out, and what the symbols stand for.
fn note(analysis: &Analysis, space: &FeatureSpace, shown: usize) -> String {
    let (n, m) = (analysis.x.nrows(), space.map.monomials().len());
    let rows = if space.rows == n {
        format!("all {n} rows")
    } else if space.times.is_some() {
        format!("{} of {n} rows, on which times were taken too", space.rows)
    } else {
        format!("{} of {n} rows", space.rows)
    };
    let mut said = vec![format!(
        "both ways agree to {} of the largest kernel value on {rows}",
        brief(space.difference)
    )];
    if shown < m {
        said.push(format!("the first {shown} of {m} features are drawn"));
    }
    let names = &analysis.dataset.feature_names;
    let symbols = names.iter().enumerate().take(EXPLAINED);
    let symbols: Vec<String> = symbols
        .map(|(j, name)| format!("{} = {name}", variable(j)))
        .collect();
    let more = if names.len() > EXPLAINED { ", …" } else { "" };
    said.push(format!("{}{more}", symbols.join(", ")));
    said.join("; ")
}

/// Name of a monomial with the root of its weight, such as √2·x₁x₂.
fn name(monomial: &Monomial) -> String {
    let product: String = monomial
        .powers
        .iter()
        .map(|&(feature, exponent)| match exponent {
            1 => variable(feature),
            _ => variable(feature) + &superscript(exponent.into()),
        })
        .collect();
    let weight = monomial.weight;
    let root = weight.sqrt();
    let is_whole = |value: f64| (value - value.round()).abs() < 1e-9 && value < 1e4;
    let coefficient = if is_whole(root) || !is_whole(weight) {
        number(root)
    } else {
        format!("√{}", number(weight))
    };
    match (&*coefficient, &*product) {
        (_, "") => coefficient,
        ("1", _) => product,
        _ => format!("{coefficient}·{product}"),
    }
}

/// Name of a variable: x₁, x₂, …
fn variable(feature: usize) -> String {
    format!("x{}", subscript(feature + 1))
}

/// Text of a count as people say it, such as 715 million.
fn large(count: f64) -> String {
    for (power, name) in [(12, "trillion"), (9, "billion"), (6, "million")] {
        let of = count / 10_f64.powi(power);
        if of >= 1e6 {
            return number(count);
        }
        if of >= 1.0 {
            let decimals = usize::from(of < 10.0);
            return format!("{of:.decimals$} {name}");
        }
    }
    let plain = format!("{count:.0}");
    match plain.split_at_checked(plain.len().saturating_sub(3)) {
        Some((thousands, rest)) if !thousands.is_empty() => format!("{thousands},{rest}"),
        _ => plain,
    }
}

/// Text of a duration with two digits and a unit, such as 1.3 ms.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    for (unit, name) in [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")] {
        let value = seconds / unit;
        if value >= 1.0 {
            let decimals = usize::from(value < 10.0);
            return format!("{value:.decimals$} {name}");
        }
    }
    format!("{:.0} ns", seconds / 1e-9)
}

/// Python lines that compute the features anew and draw their bars.
fn code(analysis: &Analysis, space: &FeatureSpace, rows: [usize; 2]) -> Vec<String> {
    let kernel = &analysis.kernel;
    let degree = kernel.degree().unwrap_or(1);
    let value = |parameter, none: f64| format!("{:?}", kernel.value(parameter).unwrap_or(none));
    let (gamma, coef0) = (
        value(KernelParameter::Gamma, 1.0),
        value(KernelParameter::Coef0, 0.0),
    );
    let monomials = space.map.monomials();
    let lowest: u32 = monomials.first().map_or(0, |monomial| {
        monomial.powers.iter().map(|(_, exponent)| exponent).sum()
    });
    let group = group(space, &space.map.features(&analysis.x.select_rows(&rows)));
    let unit_rows = if space.map.takes_unit_rows() {
        "X / np.linalg.norm(X, axis=1, keepdims=True)"
    } else {
        "X"
    };
    let count = group.names.len();
    let bars = [group];
    let [i, j] = rows;
    let mut python = vec![
        "from itertools import combinations_with_replacement".into(),
        "from math import factorial, prod".into(),
        format!("mapped = {unit_rows}"),
        "features = []".into(),
        format!("for q in range({lowest}, {}):", degree + 1),
        "    of_degree = []".into(),
        "    for factors in combinations_with_replacement(range(mapped.shape[1]), q):".into(),
        "        powers = [factors.count(feature) for feature in set(factors)]".into(),
        format!(
            "        ways = factorial({degree}) // factorial({degree} - q) // prod(map(factorial, powers))"
        ),
        "        of_degree.append((ways, factors))".into(),
        "    for ways, factors in sorted(of_degree, key=lambda it: it[0]):".into(),
        format!("        factor = ways * {coef0} ** ({degree} - q) * {gamma} ** q"),
        "        features.append(np.sqrt(factor) * mapped[:, factors].prod(axis=1))".into(),
        "phi = np.column_stack(features)".into(),
        format!("two = phi[[{i}, {j}], :{count}]"),
    ];
    python.extend(coordinates::python(SYMBOLS, &bars));
    python.extend(python_said(&[
        &format!("f\"φ(x)·φ(y) = {{phi[{i}] @ phi[{j}]:.6g}}\""),
        &format!("f\"k(x, y) = {{K[{i}, {j}]:.6g}}\""),
        "f\"both ways agree to {np.abs(phi @ phi.T - K).max() / np.abs(K).max():.2g}\"",
    ]));
    python
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        panel::Panel,
        setup::{Example, example},
        view::testing,
    };
    use chart::Mark;
    use kernel_pca::{kernel::Kernel, kpca::Tier};

    fn texts(chart: &Chart) -> Vec<&str> {
        let texts = chart.marks.iter().filter_map(|mark| match mark {
            Mark::Text(text) => Some(&*text.text),
            _ => None,
        });
        texts.collect()
    }

    #[test]
    fn the_example_shows_what_is_worked_by_hand() {
        let Example { setup, .. } = example("kernel-trick").unwrap();
        let analysis = Analyzer::default()
            .run(&setup, Tier::Exact, &|| false)
            .unwrap();
        let chart = Panel::FeatureMap.chart(&analysis, &setup.view);
        testing::assert_drawable(&chart);
        let texts = texts(&chart);
        for line in [
            "φ(x) = (34.81, 9, 25.03)",
            "φ(x)·φ(y) = 2501.00",
            "k(x, y) = (x·y)² = 2501.00",
            "x₁²",
            "x₂²",
            "√2·x₁x₂",
        ] {
            assert!(texts.contains(&line), "{line}: {texts:?}");
        }
        let costs = |hints: bool| {
            let said = chart.marks.iter().filter_map(|mark| match mark {
                Mark::Text(text) if !hints => Some(&*text.text),
                Mark::Hint(text) if hints => Some(&*text.text),
                _ => None,
            });
            said.filter(|text| text.contains("n·m² = 5·3² = 45"))
                .count()
        };
        // With the time that it took in the window, without it on paper.
        assert_eq!([false, true].map(costs), [1, 1]);
        assert!(chart.note.unwrap().contains("on all 5 rows"));
    }

    #[test]
    fn kernels_without_a_map_say_why() {
        for (name, kernel, words) in [
            ("half-moons", None, "infinitely many features"),
            (
                "digits",
                Some(Kernel::poly(1.0, 6, 1.0)),
                "131 million features: this is why",
            ),
            (
                "half-moons",
                Some(Kernel::sigmoid(1.0, 0.0)),
                "no real features",
            ),
        ] {
            let mut setup = example(name).unwrap().setup;
            setup.view.panels = vec![Panel::FeatureMap];
            if let Some(kernel) = kernel {
                setup.kernel = kernel.into();
            }
            let analysis = Analyzer::default()
                .run(&setup, Tier::Preview, &|| false)
                .unwrap();
            let chart = Panel::FeatureMap.chart(&analysis, &setup.view);
            assert!(chart.marks.is_empty());
            let note = chart.note.unwrap();
            assert!(note.contains(words), "{note}");
        }
    }

    #[test]
    fn names_and_counts_are_as_people_write_them() {
        let name = |powers: &[(usize, u32)], weight| {
            name(&Monomial {
                powers: powers.to_vec(),
                weight,
            })
        };
        assert_eq!(name(&[], 1.0), "1");
        assert_eq!(name(&[(0, 2)], 1.0), "x₁²");
        assert_eq!(name(&[(0, 1), (10, 3)], 6.0), "√6·x₁x₁₁³");
        assert_eq!(name(&[(1, 1)], 4.0), "2·x₂");
        assert_eq!(name(&[(1, 1)], 0.5), "0.7071·x₂");
        assert_eq!(large(45.0), "45");
        assert_eq!(large(33_750.0), "33,750");
        assert_eq!(large(2.5e6), "2.5 million");
        assert_eq!(large(715e6), "715 million");
        assert_eq!(large(1e30), "1e30");
        assert_eq!(duration(Duration::from_nanos(250)), "250 ns");
        assert_eq!(duration(Duration::from_micros(1250)), "1.2 ms");
        assert_eq!(duration(Duration::from_secs(90)), "90 s");
    }
}
