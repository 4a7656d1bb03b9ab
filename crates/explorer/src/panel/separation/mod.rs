//! Accuracy of predicting the label from the first q components, each half of the rows from the other.

mod measure;
mod said;

pub(super) use measure::{Measure, r2};
pub(super) use said::{accuracy_by, help, with_score};
pub use said::{in_short, of_new_rows};

use super::{Content, Control, NOT_COMPUTED, PanelSpec, error_curves};
use crate::{
    analysis::{Analysis, Separation},
    presented::Presented,
    setup::View,
    view::{TidyTable, method_paint},
};
use chart::{
    Aspect, Axis, Chart, CrossLine, Key, LineStyle, Mark, Orientation, Scale, count, percent,
};
use kernel_pca::{
    explain::separation::{SeparationScore, class_sizes, obstacle},
    method::Method,
    objects::Labels,
};

pub(super) struct SeparationPanel;

impl PanelSpec for SeparationPanel {
    fn about(&self) -> &'static str {
        "How well the classes can be told apart from the first q components, by each method"
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        chart(analysis, view)
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Separation]
    }

    fn content<'a>(&self, analysis: &'a Analysis, _view: &View) -> Option<Content<'a>> {
        let separation = analysis.explain.separation.as_ref()?;
        let counts = separation
            .curves()
            .map(|(method, curve)| (method, curve.len()));
        Some(Content::Separation(counts.collect()))
    }

    fn table(&self, analysis: &Analysis, _view: &View) -> Option<TidyTable> {
        let separation = analysis.explain.separation.as_ref()?;
        let all = separation.curves().flat_map(|(method, curve)| {
            let on_new = separation.on_new(method);
            let scores = curve.iter().enumerate();
            scores.map(move |(i, score)| (method, i, score, on_new.get(i)))
        });
        let all: Vec<_> = all.collect();
        let column = |name: &str, of: &dyn Fn(&SeparationScore, Option<&f64>) -> f64| {
            let cells = all.iter().map(|(.., score, on_new)| of(score, *on_new));
            (name.to_owned(), cells.collect::<Vec<f64>>())
        };
        let measure = match Measure::of(&analysis.dataset.labels) {
            Measure::R2 => "r_squared",
            Measure::Accuracy { .. } => "separation",
        };
        let methods = all.iter().map(|(method, ..)| method.name().to_owned());
        let counts = all.iter().map(|(_, i, ..)| (i + 1).to_string());
        let mut numbers = vec![
            column(measure, &|score, _| score.mean),
            column("spread", &|score, _| score.spread),
        ];
        if analysis.new_rows().is_some() {
            numbers.push(column("new_rows", &|_, new| {
                new.copied().unwrap_or(f64::NAN)
            }));
        }
        Some(TidyTable {
            texts: vec![
                ("method".to_owned(), methods.collect()),
                ("components".to_owned(), counts.collect()),
            ],
            numbers,
        })
    }

    fn help(&self, analysis: &Analysis, view: &View) -> Option<String> {
        let separation = analysis.explain.separation.as_ref()?;
        let methods: Vec<Method> = separation.curves().map(|(method, _)| method).collect();
        help(analysis, view, &methods)
    }
}

/// Lowest R² on the chart.
const LOWEST: f64 = -1.0;

/// Chart of the score against q, for every method.
fn chart(analysis: &Analysis, view: &View) -> Chart {
    let labels = &analysis.dataset.labels;
    let measure = Measure::of(labels);
    let title = match labels {
        Labels::Continuous { column, .. } => format!("Regression of {column}"),
        Labels::None | Labels::Classes { .. } => "Separation of classes".to_owned(),
    };
    let Some(separation) = &analysis.explain.separation else {
        let missing = obstacle(labels).unwrap_or(NOT_COMPUTED);
        return Chart::empty(&title, missing);
    };
    let mut marks = Vec::new();
    let mut entries = Vec::new();
    let mut said = Vec::new();
    for (method, curve) in separation.curves() {
        let Some((q, score)) = at(curve, view.separation_components) else {
            continue;
        };
        let name = method.presented().title_in_text;
        let paint = method_paint(method);
        let points = curve.iter().zip(1..);
        let points = points.map(|(score, q)| (q, score.mean, measure.words(*score)));
        marks.push(error_curves::curve(name, paint, LineStyle::Solid, points));
        let new_curve = separation.on_new(method);
        if !new_curve.is_empty() {
            let points = new_curve.iter().zip(1..);
            let points = points.map(|(value, q)| (q, *value, measure.value(*value)));
            let name = format!("{name}, new rows");
            marks.push(error_curves::curve(&name, paint, LineStyle::Dashed, points));
        }
        let new = on_new(separation, method, q);
        let new = new.map(|new| format!(", new rows {}", measure.value(new)));
        let new = new.unwrap_or_default();
        let words = measure.words(score);
        entries.push((format!("{name}, q = {q}: {words}{new}"), paint));
        let mean = measure.value(score.mean);
        said.push(format!("{name} {mean} with {q} components{new}"));
    }
    let most = separation.longest().max(1);
    let q = view.separation_components.clamp(1, most);
    marks.push(rule(format!("q = {q}"), Orientation::Vertical, q as f64));
    if let Measure::Accuracy { chance } = measure {
        let name = format!("chance {}", percent(chance));
        marks.push(rule(name, Orientation::Horizontal, chance));
    }
    let all = separation.curves().flat_map(|(_, curve)| curve);
    let new = separation
        .curves()
        .flat_map(|(method, _)| separation.on_new(method));
    let all = all.map(|score| score.mean).chain(new.copied());
    let lowest = all.fold(0.0, f64::min).max(LOWEST);
    let [what, by] = measure.names();
    let mut notes = remarks(labels, most);
    notes.push(match measure {
        Measure::Accuracy { chance } => {
            format!("{by}, half from half; chance is {}", percent(chance))
        }
        Measure::R2 => format!("{by}, half from half"),
    });
    if separation.curves().any(has_new(separation)) {
        notes.push("dashed: new rows, from all that were fitted".to_owned());
    }
    notes.extend(said::kpca_by_class(analysis));
    Chart {
        title,
        x: Axis::new("components q", Scale::Count),
        y: Axis {
            range: Some([lowest, 1.04]),
            // The words in parentheses give way where the axis is short.
            ..Axis::new(measure.axis(), Scale::Linear)
        },
        aspect: Aspect::Free,
        marks,
        summary: format!(
            "{what} of {by}, each half of the rows from the other: {}.",
            said.join("; ")
        ),
        key: Key::legend(what.to_lowercase(), entries),
        note: Some(notes.join("; ")),
    }
}

fn has_new(separation: &Separation) -> impl Fn((Method, &[SeparationScore])) -> bool {
    |(method, _)| !separation.on_new(method).is_empty()
}

/// Score on new rows with q components, as title, key and help say it; `None` where there is none.
fn on_new(separation: &Separation, method: Method, q: usize) -> Option<f64> {
    separation.on_new(method).get(q.checked_sub(1)?).copied()
}

/// Number q, clamped to the length of the curve, and the score there; `None` for an empty curve.
fn at(curve: &[SeparationScore], q: usize) -> Option<(usize, SeparationScore)> {
    let q = q.clamp(1, curve.len().max(1));
    Some((q, *curve.get(q - 1)?))
}

fn rule(name: String, orientation: Orientation, at: f64) -> Mark {
    Mark::CrossLine(CrossLine::new(name, orientation, at, LineStyle::Dotted))
}

/// Words on the rows that are not judged for want of a label, such as "3 rows without a label are left out".
pub(super) fn left_out(labels: &Labels) -> Option<String> {
    match labels.unlabelled() {
        0 => None,
        1 => Some("1 row without a label is left out".into()),
        many => Some(format!("{} rows without a label are left out", count(many))),
    }
}

/// Remarks where a curve of this length means less than it seems to.
fn remarks(labels: &Labels, length: usize) -> Vec<String> {
    let (rows, fixed, lonely) = match labels {
        Labels::None => return vec![],
        Labels::Classes { codes, .. } => {
            let sizes = class_sizes(codes);
            let of_size = |wanted: fn(usize) -> bool| sizes.iter().filter(|s| wanted(**s)).count();
            (
                sizes.iter().sum(),
                of_size(|size| size > 0),
                of_size(|size| size == 1),
            )
        }
        Labels::Continuous { .. } => (labels.known_rows().len(), 1, 0),
    };
    let lonely = match lonely {
        0 => None,
        1 => Some("a class has one row only, which counts as wrong".to_owned()),
        many => Some(format!(
            "{many} classes have one row only, which counts as wrong"
        )),
    };
    // Then a half has a direction for each of its rows, and fits whatever they say.
    let half = rows / 2;
    let most = half.saturating_sub(fixed);
    let few = (most < length).then(|| {
        format!("beyond q = {most} the curves say little: half of the rows are only {half}")
    });
    left_out(labels)
        .into_iter()
        .chain(lonely)
        .chain(few)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{analysis::SeparationOfNew, panel::Panel, view::testing};

    fn of_both(pca: &[f64], kpca: &[f64]) -> Separation {
        let score = |&mean: &f64| SeparationScore { mean, spread: 0.01 };
        let both = [(Method::Pca, pca), (Method::Kpca, kpca)];
        let curves = both.map(|(method, means)| (method, means.iter().map(score).collect()));
        curves.into_iter().collect()
    }

    fn analysis() -> Analysis {
        let mut analysis = testing::classes(20, 3);
        analysis.explain.separation = Some(of_both(&[0.5, 0.75], &[0.9, 0.95, 1.0]));
        analysis
    }

    fn view() -> View {
        View {
            separation_components: 3,
            ..View::default()
        }
    }

    #[test]
    fn title_key_hover_and_curve_say_the_same_number() {
        let analysis = analysis();
        let view = view();
        let title = |panel: Panel| panel.chart(&analysis, &view).title;
        assert!(title(Panel::Pca).ends_with("separates 75.0 %"));
        assert!(title(Panel::Kpca).ends_with("separates 100.0 %"));
        let chart = chart(&analysis, &view);
        testing::assert_drawable(&chart);
        let Key::Legend { entries, .. } = &chart.key else {
            panic!("a legend")
        };
        assert_eq!(entries[0].0, "linear PCA, q = 2: 75.0 ± 1.0 %");
        let Mark::Line(line) = &chart.marks[0] else {
            panic!("a curve")
        };
        assert_eq!(line.xy[1], [2.0, 0.75]);
        let help = Panel::Pca.spec().help(&analysis, &view).unwrap();
        for word in ["discriminant", "q = 2: 75.0 %", "1.0 %", "Chance is 50.0 %"] {
            assert!(help.contains(word), "{help}");
        }
        assert_eq!(Panel::Input.spec().help(&analysis, &view), None);
    }

    #[test]
    fn what_becomes_of_new_rows_is_one_number_everywhere() {
        let mut analysis = analysis();
        let separation = analysis.explain.separation.take().unwrap();
        let on_new = SeparationOfNew {
            all: vec![0.5, 0.625, 0.875],
            by_class: vec![],
        };
        let on_new = vec![(Method::Kpca, Arc::new(on_new))];
        analysis.explain.separation = Some(separation.with_new(on_new));
        let title = |panel: Panel| panel.chart(&analysis, &view()).title;
        assert!(title(Panel::Kpca).ends_with("separates 100.0 % · new rows 87.5 %"));
        assert!(title(Panel::Pca).ends_with("separates 75.0 %"));
        let chart = chart(&analysis, &view());
        testing::assert_drawable(&chart);
        let Key::Legend { entries, .. } = &chart.key else {
            panic!("a legend")
        };
        assert!(entries[1].0.ends_with(", new rows 87.5 %"), "{entries:?}");
        let lines = chart.marks.iter().filter_map(|mark| match mark {
            Mark::Line(line) if line.style == LineStyle::Dashed => Some(line.xy.clone()),
            _ => None,
        });
        assert_eq!(
            lines.collect::<Vec<_>>(),
            [[[1.0, 0.5], [2.0, 0.625], [3.0, 0.875]]]
        );
        let help = Panel::Kpca.spec().help(&analysis, &view()).unwrap();
        assert!(
            help.contains("On the new rows, from all others: 87.5 %"),
            "{help}"
        );
    }

    #[test]
    fn a_quantity_is_regressed() {
        let mut analysis = analysis();
        Arc::make_mut(&mut analysis.dataset).labels = Labels::Continuous {
            column: "t".into(),
            values: (0..20).map(f64::from).collect(),
        };
        analysis.explain.separation = Some(of_both(&[0.25, -7.0], &[0.9]));
        let title = Panel::Pca.chart(&analysis, &View::default()).title;
        assert!(title.ends_with("· R² −7.00"), "{title}");
        let chart = chart(&analysis, &View::default());
        assert_eq!(chart.title, "Regression of t");
        assert_eq!(chart.y.range, Some([LOWEST, 1.04]));
        testing::assert_drawable(&chart);
    }

    #[test]
    fn what_cannot_be_told_says_why() {
        let mut analysis = analysis();
        let note = chart(&analysis, &view()).note.unwrap();
        assert!(note.contains(", half from half; chance is "), "{note}");
        let dataset = Arc::make_mut(&mut analysis.dataset);
        let codes = (0..20).map(|i: usize| Some(i.saturating_sub(14))).collect();
        dataset.labels = Labels::Classes {
            column: "c".into(),
            names: ["a", "b", "c", "d", "e", "f"].map(String::from).to_vec(),
            codes,
        };
        let note = chart(&analysis, &view()).note.unwrap();
        assert!(note.starts_with("5 classes have one row"), "{note}");
        assert!(
            remarks(&analysis.dataset.labels, 5)
                .iter()
                .any(|it| it.starts_with("beyond q = 4"))
        );
        analysis.explain.separation = None;
        let note = chart(&analysis, &view()).note.unwrap();
        assert!(note.contains("two rows each"), "{note}");
    }
}
