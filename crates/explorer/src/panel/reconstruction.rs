//! Reconstruction errors against the number of components, of fitted rows and of others.

use super::{
    Content, Control, NOT_COMPUTED, PanelSpec,
    error_curves::{ErrorLine, rule},
};
use crate::{
    analysis::{Analysis, HELD_OUT_SEED, HeldOut, Reconstruction},
    presented::Presented,
    setup::{ErrorSpace, View},
    view::method_paint,
};
use chart::{Aspect, Axis, Chart, Key, LineStyle, Mark, Scale, count, counted, number, percent};
use kernel_pca::method::Method;

pub(super) struct ReconstructionPanel;

impl PanelSpec for ReconstructionPanel {
    fn about(&self) -> &'static str {
        "How far rows are from what their first q components rebuild, by linear and kernel PCA: for the rows that \
         were fitted, and for others"
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        let title = title(view.reconstruction_space);
        match reconstruction(analysis) {
            Ok(found) if found.space == view.reconstruction_space => chart(analysis, found),
            // The other space is on its way.
            Ok(_) => Chart::empty(&title, NOT_COMPUTED),
            Err(why) => Chart::empty(&title, why),
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Reconstruction]
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let found = reconstruction(analysis).ok()?;
        (found.space == view.reconstruction_space).then_some(Content::Reconstruction(found))
    }

    fn help(&self, analysis: &Analysis, _view: &View) -> Option<String> {
        let found = reconstruction(analysis).ok()?;
        let measure = match found.space {
            ErrorSpace::Feature => {
                "The mean squared distance of images from their projections on the first q components, as a share \
                 of the total variance: the tail of the spectrum for fitted rows. Linear PCA is in units of the \
                 input and kernel PCA is not, so each has its own total."
            }
            ErrorSpace::Input => {
                "The mean squared difference between rows and what q components rebuild of them, over all their \
                 values, in the units of the data. Linear PCA goes back exactly, kernel PCA by ridge regression \
                 with the α of the pre-images."
            }
        };
        let rows = match &found.held_out {
            HeldOut::Fifth(rows) => format!(
                "For this the components are computed anew from {} rows, and {} others are held out, drawn with \
                 seed {HELD_OUT_SEED}; scaling and γ stay those of the picture.",
                count(found.fitted.len()),
                count(rows.len())
            ),
            HeldOut::New(rows) => format!(
                "The components are those of {} fitted rows, and {} new rows are held out.",
                count(found.fitted.len()),
                count(rows.len())
            ),
        };
        Some(format!("{measure} {rows}"))
    }
}

fn title(space: ErrorSpace) -> String {
    let space = match space {
        ErrorSpace::Feature => "feature space",
        ErrorSpace::Input => "input",
    };
    format!("Reconstruction error · {space}")
}

fn reconstruction(analysis: &Analysis) -> Result<&Reconstruction, &str> {
    match analysis.explain.reconstruction.as_deref() {
        None => Err(NOT_COMPUTED),
        Some(Ok(found)) if found.curves.is_empty() => {
            Err(found.kernel_lack.as_deref().unwrap_or_default())
        }
        Some(Ok(found)) => Ok(found),
        Some(Err(reason)) => Err(reason),
    }
}

/// Curves of a method on fitted and on held-out rows; `None` where either is empty.
fn lines(found: &Reconstruction, method: Method) -> Option<[ErrorLine; 2]> {
    let name = method.presented().title_in_text;
    let say = match found.space {
        ErrorSpace::Feature => percent,
        ErrorSpace::Input => number,
    };
    let line = |held_out: bool| {
        let points = found.curve(method, held_out)?;
        let (which, style) = if held_out {
            (held_out_rows(found), LineStyle::Dashed)
        } else {
            ("fitted rows", LineStyle::Solid)
        };
        (!points.is_empty()).then(|| ErrorLine {
            name: format!("{name}, {which}"),
            paint: method_paint(method),
            style,
            points: points.to_vec(),
            say,
        })
    };
    Some([line(false)?, line(true)?])
}

fn held_out_rows(found: &Reconstruction) -> &'static str {
    match found.held_out {
        HeldOut::Fifth(_) => "held out",
        HeldOut::New(_) => "new rows",
    }
}

fn chart(analysis: &Analysis, found: &Reconstruction) -> Chart {
    let q = analysis.kpca.eigenvalues.len();
    let mut marks = Vec::new();
    let (mut entries, mut said, mut best) = (Vec::new(), Vec::new(), None);
    let mut most: f64 = 0.0;
    for method in [Method::Pca, Method::Kpca] {
        let Some(both) = lines(found, method) else {
            continue;
        };
        let name = method.presented().title_in_text;
        if let [Some(own), Some(other)] = both.each_ref().map(|line| line.at(q)) {
            let say = both[0].say;
            let (own, other, which) = (say(own), say(other), held_out_rows(found));
            let entry = format!("{name} {own}, {which} {other}");
            entries.push((entry, method_paint(method)));
            said.push(format!("{name} {own} of fitted rows, {other} of {which}"));
        }
        let errors = both.iter().flat_map(|line| &line.points);
        most = errors.map(|(_, error)| *error).fold(most, f64::max);
        // Only the way back through regression may do worse with more components.
        if method == Method::Kpca && found.space == ErrorSpace::Input {
            best = both[1].least();
        }
        marks.extend(both.iter().map(ErrorLine::line));
    }
    marks.push(Mark::CrossLine(rule(q)));
    if let Some((words, pin)) = best {
        said.push(words);
        marks.push(pin);
    }
    let (name, top) = match found.space {
        ErrorSpace::Feature => ("share of total variance left", Some(most.max(1.0))),
        ErrorSpace::Input => ("mean squared error", Some(most).filter(|most| *most > 0.0)),
    };
    let title = title(found.space);
    Chart {
        summary: format!("{title}, with {q} components: {}.", said.join("; ")),
        title,
        x: Axis::new("components q", Scale::Count),
        y: Axis {
            range: top.map(|top| [-0.03 * top, 1.04 * top]),
            ..Axis::new(name, Scale::Linear)
        },
        aspect: Aspect::Free,
        marks,
        key: Key::legend(format!("q = {q}"), entries),
        note: Some(note(found)),
    }
}

/// Note on the rows that each line belongs to.
fn note(found: &Reconstruction) -> String {
    let (fitted, others) = (found.fitted.len(), found.held_out.rows().len());
    let (dashed, of_own) = match found.held_out {
        HeldOut::Fifth(_) => {
            let held_out = format!("{} held out (seed {HELD_OUT_SEED})", count(others));
            (held_out, fitted + others)
        }
        HeldOut::New(_) => (counted(others, ["new row", "new rows"]), fitted),
    };
    let solid = counted(fitted, ["fitted row", "fitted rows"]);
    let mut said = vec![format!("solid: {solid}"), format!("dashed: {dashed}")];
    if of_own < found.all {
        let (of_own, all) = (count(of_own), count(found.all));
        said.push(format!("{of_own} of {all} rows drawn"));
    }
    if let Some(lack) = &found.new_lack {
        said.push(format!("new rows are left out: {lack}"));
    }
    if let Some(lack) = &found.kernel_lack {
        said.push(format!("kernel PCA: {lack}"));
    }
    said.join("; ")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        analysis::ErrorCurve,
        panel::Panel,
        view::testing::{self, assert_drawable},
    };

    fn shown(space: ErrorSpace, held_out: HeldOut) -> Chart {
        let mut analysis = testing::classes(10, 2);
        let curves = [Method::Pca, Method::Kpca].into_iter().flat_map(|method| {
            [(false, 0.25), (true, 0.5)].map(|(held_out, error)| ErrorCurve {
                method,
                held_out,
                points: vec![(1, 1.0), (2, error), (4, 0.75 * error)],
            })
        });
        analysis.explain.reconstruction = Some(Arc::new(Ok(Reconstruction {
            space,
            all: 10,
            fitted: (2..10).collect(),
            held_out,
            curves: curves.collect(),
            kernel_lack: None,
            new_lack: None,
        })));
        let view = View {
            reconstruction_space: space,
            ..View::default()
        };
        let chart = Panel::ReconstructionError.chart(&analysis, &view);
        assert_drawable(&chart);
        chart
    }

    #[test]
    fn it_says_which_rows_and_what_is_left_with_the_present_components() {
        let chart = shown(ErrorSpace::Feature, HeldOut::Fifth(vec![0, 1]));
        let Key::Legend { title, entries, .. } = &chart.key else {
            panic!("a legend")
        };
        assert_eq!(title, "q = 2");
        assert_eq!(entries[1].0, "kernel PCA 25.0 %, held out 50.0 %");
        let note = chart.note.unwrap();
        assert_eq!(note, "solid: 8 fitted rows; dashed: 2 held out (seed 0)");
        let pins = |chart: &[Mark]| chart.iter().filter(|it| matches!(it, Mark::Pin(_))).count();
        assert_eq!(pins(&chart.marks), 0);
        let chart = shown(ErrorSpace::Input, HeldOut::New(vec![0, 1, 2]));
        assert_eq!(pins(&chart.marks), 1);
        assert!(
            chart
                .note
                .unwrap()
                .ends_with("dashed: 3 new rows; 8 of 10 rows drawn")
        );
        assert!(
            chart.summary.contains("best q = 4: 0.375"),
            "{}",
            chart.summary
        );
    }

    #[test]
    fn what_is_of_the_other_space_is_not_shown() {
        let mut analysis = testing::classes(10, 2);
        let view = View::default();
        let chart = Panel::ReconstructionError.chart(&analysis, &view);
        assert!(chart.note.unwrap().contains("not computed"));
        analysis.explain.reconstruction = Some(Arc::new(Err("a reason".into())));
        let chart = Panel::ReconstructionError.chart(&analysis, &view);
        assert_eq!(chart.note.unwrap(), "a reason");
    }
}
