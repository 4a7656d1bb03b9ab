//! Novelty: distance of images from the components of kernel PCA, of each row and over the plane of the input
//! (Hoffmann 2007).

mod contributions;
mod map;
mod over_rows;
mod plane;
mod roc;

pub(super) use contributions::CONTRIBUTIONS;
pub(super) use map::NoveltyMap;

use super::{Choice, Content, Control, NOT_COMPUTED, PanelSpec};
use crate::{
    analysis::{Analysis, Novelty},
    setup::{NoveltyView, View},
    view::{kernel_label, method_paint, new_row_title, row_title},
};
use chart::{
    Aspect, Axis, Chart, CrossLine, Held, Key, Line, LineStyle, Mark, Orientation, Paint, Scale,
    number, percent,
};
use kernel_pca::method::Method;

/// Panel of the share of rows beyond each distance.
pub(super) struct Distribution;

impl PanelSpec for Distribution {
    fn about(&self) -> &'static str {
        "How far the rows' images are from the components of kernel PCA: which share lies beyond each \
         distance. Drag the line to say from where on a row is new."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        match view.novelty_view {
            NoveltyView::Shares => distribution(analysis, view),
            NoveltyView::Plane => plane::chart(analysis),
            NoveltyView::Rows => over_rows::chart(analysis),
            NoveltyView::Roc => roc::chart(analysis),
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[
            Control::Choice(Choice::NoveltyAs(NoveltyView::Plane)),
            Control::Choice(Choice::NoveltyAs(NoveltyView::Rows)),
            Control::Choice(Choice::NoveltyAs(NoveltyView::Roc)),
            Control::Novelty,
        ]
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let novelty = analysis.explain.novelty.as_ref()?;
        let drawing = match view.novelty_view {
            NoveltyView::Shares => {
                return Some(Content::Novelty {
                    threshold: novelty.threshold(view.novelty_threshold),
                    map: None,
                });
            }
            NoveltyView::Plane => plane::in_python(analysis, novelty),
            NoveltyView::Rows => over_rows::in_python(novelty),
            NoveltyView::Roc => roc::in_python(analysis)?,
        };
        let numbers = plane::numbers(novelty);
        Some(Content::Own([numbers, drawing].concat()))
    }

    fn help(&self, analysis: &Analysis, view: &View) -> Option<String> {
        let explanation = match view.novelty_view {
            NoveltyView::Shares => None,
            NoveltyView::Plane => Some(plane::EXPLANATION),
            NoveltyView::Rows => Some(over_rows::EXPLANATION),
            NoveltyView::Roc => Some(roc::EXPLANATION),
        };
        if let Some(explanation) = explanation {
            return Some(explanation.to_owned());
        }
        let shares = Shares::of(analysis.explain.novelty.as_ref()?, view);
        Some(format!(
            "The error of a row is the squared distance of its image from its projection on the {} \
             components. Beyond {}: {}.",
            analysis.kpca.eigenvalues.len(),
            number(shares.threshold),
            shares.words().join(", ")
        ))
    }
}

/// Names of both kinds of rows.
const FITTED: &str = "fitted rows";
const NEW: &str = "new rows";

/// Shares of rows beyond the threshold.
struct Shares {
    threshold: f64,
    /// Numbers of fitted rows, and of new ones: each beyond the threshold, and in all.
    counts: [[usize; 2]; 2],
}

impl Shares {
    fn of(novelty: &Novelty, view: &View) -> Self {
        let threshold = novelty.threshold(view.novelty_threshold);
        let count = |errors: &[f64]| {
            let beyond = errors.iter().filter(|error| **error > threshold).count();
            [beyond, errors.len()]
        };
        Self {
            threshold,
            counts: [count(&novelty.fitted), count(novelty.of_new())],
        }
    }

    /// Words such as "fitted rows 5.0 % (10 of 200)"; new rows only where there are some.
    fn words(&self) -> Vec<String> {
        let named = [FITTED, NEW].into_iter().zip(self.counts);
        named
            .filter(|(_, [_, all])| *all > 0)
            .map(|(name, [beyond, all])| {
                let share = percent(beyond as f64 / all as f64);
                format!("{name} {share} ({beyond} of {all})")
            })
            .collect()
    }
}

fn distribution(analysis: &Analysis, view: &View) -> Chart {
    let title = "Novelty";
    let Some(novelty) = &analysis.explain.novelty else {
        return Chart::empty(title, NOT_COMPUTED);
    };
    let shares = Shares::of(novelty, view);
    let paint = method_paint(Method::Kpca);
    let mut marks = Vec::new();
    if !novelty.fitted.is_empty() {
        let title = |row| row_title(analysis, row);
        marks.push(Mark::Line(curve(FITTED, &novelty.fitted, paint, title)));
    }
    if !novelty.of_new().is_empty() {
        let title = |row| new_row_title(analysis, row);
        marks.push(Mark::Line(curve(
            NEW,
            novelty.of_new(),
            Paint::NewRows,
            title,
        )));
    }
    let entries = shares.words().into_iter().map(|words| {
        let paint = if words.starts_with(NEW) {
            Paint::NewRows
        } else {
            paint
        };
        (words, paint)
    });
    marks.push(Mark::CrossLine(CrossLine {
        name: format!("threshold {}", number(shares.threshold)),
        orientation: Orientation::Vertical,
        at: shares.threshold,
        style: LineStyle::Dashed,
        paint: Paint::Warning,
        held: Some(Held::NoveltyThreshold),
    }));
    let kernel = kernel_label(&analysis.kernel);
    let left_out = novelty.new.as_ref().err();
    let errors = novelty.fitted.iter().chain(novelty.of_new());
    let most = errors.copied().fold(0.0, f64::max);
    Chart {
        title: format!("{title} · {kernel}"),
        summary: format!(
            "Share of rows beyond each reconstruction error. Beyond {}: {}.",
            number(shares.threshold),
            shares.words().join(", ")
        ),
        x: Axis::new("reconstruction error", Scale::Linear),
        y: Axis::new("share of rows beyond", Scale::Linear).within([-0.03, 1.03]),
        aspect: Aspect::Free,
        marks,
        key: Key::legend("beyond the line", entries.collect()),
        note: match left_out {
            Some(reason) => Some(format!("new rows are left out: {reason}")),
            None => nothing_left(analysis, most),
        },
    }
}

/// Distance that counts as rounding error, as a share of the images' mean squared length.
const ROUNDING: f64 = 1e-11;

/// Sentence where the components explain everything; `None` elsewhere.
fn nothing_left(analysis: &Analysis, most: f64) -> Option<String> {
    let kpca = &analysis.kpca;
    let mean = kpca.trace / analysis.dataset.n().max(1) as f64;
    (most <= ROUNDING * mean).then(|| match kpca.eigenvalues.len() {
        1 => "1 component explains all there is: these errors are rounding".to_owned(),
        count => format!("{count} components explain all there is: these errors are rounding"),
    })
}

/// Number of rows up to which the curve is drawn step by step: with more, a step is less than two points high.
const STEPPED_ROWS: usize = 200;

/// Curve that steps down by one row at each distance.
fn curve(name: &str, errors: &[f64], paint: Paint, title: impl Fn(usize) -> String) -> Line {
    let n = errors.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| errors[*a].total_cmp(&errors[*b]));
    // With few rows each step is drawn, from its upper end down; with many, steps are too small to see.
    let ends: &[usize] = if n <= STEPPED_ROWS { &[0, 1] } else { &[1] };
    let numbered = || {
        let steps = order.iter().enumerate();
        steps.flat_map(|(i, row)| ends.iter().map(move |end| (i, end, row)))
    };
    Line {
        name: name.to_owned(),
        xy: numbered()
            .map(|(i, end, row)| [errors[*row], (n - i - end) as f64 / n as f64])
            .collect(),
        style: LineStyle::Solid,
        dots: false,
        marker: None,
        paint,
        labels: numbered()
            .map(|(i, _, row)| {
                let (error, beyond) = (number(errors[*row]), n - 1 - i);
                format!("{}: error {error}, {beyond} {name} beyond", title(*row))
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{panel::Panel, view::testing};

    #[test]
    fn the_line_says_how_many_rows_lie_beyond() {
        let mut analysis = testing::classes(4, 2);
        analysis.explain.novelty = Some(Arc::new(Novelty {
            fitted: vec![0.4, 0.1, 0.3, 0.2],
            new: Ok(vec![0.5, 0.0]),
            t2: [vec![1.0; 4], vec![1.0; 2]],
            limits: None,
        }));
        let view = View {
            novelty_threshold: Some(0.25),
            ..View::default()
        };
        let chart = Panel::Novelty.chart(&analysis, &view);
        testing::assert_drawable(&chart);
        let Key::Legend { entries, .. } = &chart.key else {
            panic!("a legend")
        };
        let said: Vec<&str> = entries.iter().map(|(said, _)| said.as_str()).collect();
        assert_eq!(
            said,
            ["fitted rows 50.0 % (2 of 4)", "new rows 50.0 % (1 of 2)"]
        );
        let Mark::Line(line) = &chart.marks[0] else {
            panic!("a curve")
        };
        // Both ends of each step.
        let steps = [[0.1, 1.0], [0.1, 0.75], [0.2, 0.75], [0.2, 0.5]];
        assert_eq!(line.xy[..4], steps);
        assert_eq!(
            line.xy[4..],
            [[0.3, 0.5], [0.3, 0.25], [0.4, 0.25], [0.4, 0.0]]
        );
        assert!(line.labels[7].starts_with("row 1 · class 0: error 0.4, 0 fitted"));
        let novelty = analysis.explain.novelty.as_ref().unwrap();
        assert_eq!(novelty.beyond(0.25).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(novelty.threshold(None), 0.4);
        assert_eq!(chart.note, None);
    }

    #[test]
    fn what_is_left_of_nothing_is_called_rounding() {
        let mut analysis = testing::classes(4, 2);
        analysis.explain.novelty = Some(Arc::new(Novelty {
            fitted: vec![1e-16; 4],
            new: Ok(vec![]),
            t2: [vec![1.0; 4], vec![]],
            limits: None,
        }));
        let note = Panel::Novelty.chart(&analysis, &View::default()).note;
        assert!(note.is_some_and(|note| note.ends_with("these errors are rounding")));
    }
}
