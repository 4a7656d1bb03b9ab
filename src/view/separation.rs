//! How well the first q components separate the classes, by leave-one-out accuracy.

use super::{
    Aspect, Axis, Chart, Key, Line, LineStyle, Mark, Orientation, Paint, Rule, Scale, text::percent,
};
use crate::{
    analysis::{Analysis, Separation},
    data::Labels,
    setup::{Panel, View},
};

/// Adds the accuracy with q components to the title of a score plot, where there is one.
pub(super) fn with_accuracy(chart: Chart, analysis: &Analysis, view: &View, panel: Panel) -> Chart {
    let accuracy = analysis.explain.separation.as_ref().and_then(|separation| {
        let curve = if panel == Panel::Pca {
            &separation.pca
        } else {
            &separation.kpca
        };
        at(curve, view.separation_components)
    });
    match accuracy {
        Some((_, accuracy)) => Chart {
            title: format!("{} · separates {}", chart.title, percent(accuracy)),
            ..chart
        },
        None => chart,
    }
}

/// Accuracy against q for both methods.
pub(super) fn chart(analysis: &Analysis, view: &View) -> Chart {
    let title = "Separation of classes";
    let Some(separation) = &analysis.explain.separation else {
        return Chart::empty(title, missing(&analysis.dataset.labels));
    };
    let Separation { pca, kpca } = &**separation;
    let curves = [
        ("linear PCA", Paint::Pca, pca),
        ("kernel PCA", Paint::Kpca, kpca),
    ];
    let mut marks = Vec::new();
    let mut entries = Vec::new();
    let mut said = Vec::new();
    for (name, paint, curve) in curves {
        let Some((q, accuracy)) = at(curve, view.separation_components) else {
            continue;
        };
        marks.push(Mark::Line(line(name, paint, curve)));
        entries.push((format!("{name}, q = {q}: {}", percent(accuracy)), paint));
        said.push(format!("{name} {} with {q} components", percent(accuracy)));
    }
    let most = pca.len().max(kpca.len()).max(1);
    let q = view.separation_components.clamp(1, most);
    marks.push(Mark::Rule(Rule {
        name: format!("q = {q}"),
        orientation: Orientation::Vertical,
        at: q as f64,
        style: LineStyle::Dotted,
        paint: Paint::Ink,
        draggable: false,
    }));
    Chart {
        title: title.to_owned(),
        x: Axis::new("components q", Scale::Count),
        y: Axis {
            range: Some([0.0, 1.04]),
            ..Axis::new("leave-one-out accuracy", Scale::Linear)
        },
        aspect: Aspect::Free,
        marks,
        summary: format!("Leave-one-out accuracy: {}.", said.join("; ")),
        key: Key::Legend {
            alone: None,
            shaped: false,
            title: "ridge classifier on the first q scores".into(),
            entries,
        },
        note: None,
    }
}

/// q, brought into what the curve has, and the accuracy there.
fn at(curve: &[f64], q: usize) -> Option<(usize, f64)> {
    let q = q.clamp(1, curve.len().max(1));
    Some((q, *curve.get(q - 1)?))
}

fn line(name: &str, paint: Paint, curve: &[f64]) -> Line {
    let xy = curve.iter().enumerate();
    Line {
        name: name.to_owned(),
        labels: xy
            .clone()
            .map(|(j, accuracy)| format!("{name}, q = {}: {}", j + 1, percent(*accuracy)))
            .collect(),
        xy: xy
            .map(|(j, accuracy)| [(j + 1) as f64, *accuracy])
            .collect(),
        style: LineStyle::Solid,
        dots: true,
        paint,
    }
}

/// Why there is no accuracy.
fn missing(labels: &Labels) -> &'static str {
    match labels {
        Labels::None => "there are no classes to separate: choose a label column",
        Labels::Continuous { .. } => "the label is a quantity, not classes",
        Labels::Classes { codes, .. } if codes.len() < 3 => "three rows are needed at least",
        Labels::Classes { codes, .. } if codes.windows(2).all(|pair| pair[0] == pair[1]) => {
            "all rows are of one class"
        }
        Labels::Classes { .. } => "not computed: show this panel first",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::view::testing;

    fn analysis() -> Analysis {
        let mut analysis = testing::classes(6, 3);
        analysis.explain.separation = Some(Arc::new(Separation {
            pca: vec![0.5, 0.75],
            kpca: vec![0.9, 0.95, 1.0],
        }));
        analysis
    }

    #[test]
    fn titles_and_key_say_the_accuracy() {
        let analysis = analysis();
        let view = View {
            separation_components: 3,
            ..View::default()
        };
        let title = |panel: Panel| panel.chart(&analysis, &view).title;
        assert!(title(Panel::Pca).ends_with("separates 75.0 %"));
        assert!(title(Panel::Kpca).ends_with("separates 100.0 %"));
        let chart = chart(&analysis, &view);
        testing::assert_drawable(&chart);
        let Key::Legend { entries, .. } = &chart.key else {
            panic!("a legend")
        };
        assert_eq!(entries[0].0, "linear PCA, q = 2: 75.0 %");
    }

    #[test]
    fn without_classes_it_says_why() {
        let mut analysis = analysis();
        analysis.explain.separation = None;
        let dataset = Arc::make_mut(&mut analysis.dataset);
        let mut note = |labels: Labels| {
            dataset.labels = labels;
            missing(&dataset.labels)
        };
        assert!(note(Labels::None).contains("no classes"));
        let one = Labels::Classes {
            column: "c".into(),
            names: vec!["a".into()],
            codes: vec![0; 6],
        };
        assert!(note(one).contains("one class"));
        let continuous = Labels::Continuous {
            column: "c".into(),
            values: vec![0.0; 6],
        };
        assert!(note(continuous).contains("quantity"));
    }
}
