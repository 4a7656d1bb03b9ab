//! Shepard diagram: distances of pairs of rows in each method's plot against those in the input.

use super::known;
use crate::{
    analysis::Analysis,
    panel::{Content, PanelSpec},
    presented::Presented,
    setup::View,
    view::{TidyTable, method_paint},
};
use chart::{Aspect, Axis, Chart, Key, Line, LineStyle, Mark, Scale, count, noted, number};

pub(in super::super) struct ShepardDiagram;

const TITLE: &str = "Shepard diagram";

/// Explanation of the rank correlations in the key.
const CORRELATION: &str = "Spearman's rank correlation of both distances: 1 where a pair that is farther apart in the \
                           input is always farther apart in the plot, 0 where the plot says nothing of distances.";

impl PanelSpec for ShepardDiagram {
    fn about(&self) -> &'static str {
        "How far each plot keeps distances: pairs of rows by their distance in the input and in the plot (Shepard 1962). \
         Where a plot keeps them the dots lie on a line."
    }

    fn chart(&self, analysis: &Analysis, _view: &View) -> Chart {
        chart(analysis)
    }

    fn content<'a>(&self, analysis: &'a Analysis, _view: &View) -> Option<Content<'a>> {
        known(analysis).ok().map(|_| Content::Shepard)
    }

    fn plain_help(&self) -> Option<&'static str> {
        Some(CORRELATION)
    }

    fn table(&self, analysis: &Analysis, _view: &View) -> Option<TidyTable> {
        let found = known(analysis).ok()?;
        let ids = &analysis.dataset.row_ids;
        let side = |side: usize| {
            let rows = found
                .pairs
                .iter()
                .map(|pair| (ids[pair[side]] + 1).to_string());
            rows.collect()
        };
        let own = found.methods.iter();
        let own = own.map(|(method, it)| (method.name().to_owned(), it.distances.clone()));
        let input = ("input".to_owned(), found.input.to_vec());
        Some(TidyTable {
            texts: vec![("row".to_owned(), side(0)), ("other".to_owned(), side(1))],
            numbers: [input].into_iter().chain(own).collect(),
        })
    }
}

fn chart(analysis: &Analysis) -> Chart {
    let found = match known(analysis) {
        Ok(found) => found,
        Err(reason) => return Chart::empty(TITLE, reason),
    };
    let ids = &analysis.dataset.row_ids;
    let (mut marks, mut entries) = (Vec::new(), Vec::new());
    for (method, it) in &found.methods {
        let name = method.presented().title_in_text;
        let paint = method_paint(*method);
        // Plots have units of their own.
        let most = it.distances.iter().copied().fold(0.0, f64::max);
        let share = |distance: f64| if most > 0.0 { distance / most } else { 0.0 };
        let said = |((pair, input), seen): ((&[usize; 2], &f64), &f64)| {
            let [a, b] = pair.map(|row| ids[row] + 1);
            let (input, seen) = (number(*input), number(*seen));
            format!("rows {a} and {b}: {input} apart in the input, {seen} by {name}")
        };
        let both = found.input.iter().zip(&it.distances);
        let labels = found.pairs.iter().zip(&*found.input).zip(&it.distances);
        marks.push(Mark::Line(Line {
            style: LineStyle::Unjoined,
            dots: true,
            labels: labels.map(said).collect(),
            ..Line::new(
                name,
                paint,
                both.map(|(input, seen)| [*input, share(*seen)]).collect(),
            )
        }));
        let entry = match it.rank_correlation {
            Some(value) => format!("{name}: {value:.2}"),
            None => format!("{name}: all distances are equal"),
        };
        entries.push((entry, paint));
    }
    let n = analysis.dataset.n();
    let all = n * n.saturating_sub(1) / 2;
    let drawn = found.pairs.len();
    let note = (drawn < all).then(|| {
        let (drawn, all) = (count(drawn), count(all));
        format!("{drawn} of {all} pairs, drawn at random")
    });
    let said: Vec<&str> = entries.iter().map(|(entry, _)| &**entry).collect();
    Chart {
        title: TITLE.to_owned(),
        summary: format!(
            "Distances in the plots of {} against those in the input, rank correlation: {}.",
            analysis.dataset.name,
            said.join("; ")
        ),
        x: Axis::new("distance in the input", Scale::Linear),
        y: Axis::new("distance in the plot, largest = 1", Scale::Linear),
        aspect: Aspect::Free,
        marks,
        key: Key::legend("rank correlation", entries),
        note: noted(note),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{panel::Panel, view::testing};

    #[test]
    fn pairs_stand_by_both_distances() {
        let analysis = super::super::tests::judged();
        let chart = Panel::Shepard.chart(&analysis, &View::default());
        testing::assert_drawable(&chart);
        let lines = testing::lines(&chart);
        assert_eq!(lines[0].xy, [[1.0, 0.25], [3.0, 1.0]]);
        assert_eq!(lines[1].xy, [[1.0, 0.0], [3.0, 0.0]]);
        assert_eq!(
            lines[0].labels[1],
            "rows 1 and 3: 3 apart in the input, 8 by linear PCA"
        );
        assert_eq!(
            chart.note.as_deref(),
            Some("2 of 15 pairs, drawn at random")
        );
    }
}
