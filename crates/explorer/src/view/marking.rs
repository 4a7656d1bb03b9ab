//! Marks of the user in every chart's dots, on the screen and in figures alike.

use crate::setup::Marking;
use chart::{Chart, Emphasis, Key, Links, Mark, Paint, Points};
use kernel_pca::objects::Labels;
use tabular::Dataset;

/// Leaves out hidden rows, lets selected ones stand out, and says so in the chart's texts. `labels` names the classes
/// of which one may be shown alone, those of new rows among them.
pub fn mark(chart: &mut Chart, dataset: &Dataset, labels: &Labels, marking: &Marking) {
    if !chart.has_dots() || *marking == Marking::default() {
        return;
    }
    let alone = marking.isolated_class(labels);
    let emphases = emphases(dataset, marking, alone);
    for mark in &mut chart.marks {
        match mark {
            Mark::Points(points) => *points = marked(points, &emphases, marking.recoloured),
            Mark::NewRows(points) => *points = marked_new(points, marking, alone),
            Mark::Links(links) => *links = between_drawn(links, &emphases),
            _ => {}
        }
    }
    if let Key::Legend { alone: entry, .. } = &mut chart.key {
        *entry = alone;
    }
    let count = |wanted| emphases.iter().filter(|e| **e == wanted).count();
    let n = dataset.n();
    let selected = count(Some(Emphasis::Selected));
    if selected > 0 {
        let text = format!(" {selected} of {n} rows are selected.");
        chart.summary.push_str(&text);
    }
    let hidden = count(None);
    if hidden > 0 {
        let text = format!("{hidden} of {n} rows are not drawn");
        chart.summary.extend([" ", &text, "."]);
        chart.remark(text);
    }
}

/// Emphasis of each row of the dataset; `None` for a hidden row.
fn emphases(dataset: &Dataset, marking: &Marking, alone: Option<usize>) -> Vec<Option<Emphasis>> {
    let mut usual = vec![Some(Emphasis::Plain); dataset.n()];
    let mut selected = marking.selected.indices(&dataset.row_ids).peekable();
    if selected.peek().is_some() {
        usual.fill(Some(Emphasis::Faded));
    }
    for row in selected {
        usual[row] = Some(Emphasis::Selected);
    }
    if let (Some(class), Labels::Classes { codes, .. }) = (alone, &dataset.labels) {
        for (emphasis, code) in usual.iter_mut().zip(codes) {
            if *code != Some(class) {
                *emphasis = Some(Emphasis::Shadow);
            }
        }
    }
    for row in marking.hidden.indices(&dataset.row_ids) {
        usual[row] = None;
    }
    usual
}

/// Links whose two rows are both drawn.
fn between_drawn(links: &Links, emphases: &[Option<Emphasis>]) -> Links {
    let is_drawn = |rows: &[usize; 2]| rows.iter().all(|row| emphases[*row].is_some());
    let kept: Vec<usize> = (0..links.rows.len())
        .filter(|&link| is_drawn(&links.rows[link]))
        .collect();
    Links {
        name: links.name.clone(),
        rows: kept.iter().map(|&link| links.rows[link]).collect(),
        ends: kept.iter().map(|&link| links.ends[link]).collect(),
        strengths: kept
            .iter()
            .filter_map(|&link| links.strengths.get(link).copied())
            .collect(),
    }
}

/// Fades new rows beside a class that is shown alone, and beside selected rows.
fn marked_new(points: &Points, marking: &Marking, alone: Option<usize>) -> Points {
    let emphasis = |dot: usize| match (alone, points.paints[dot]) {
        (Some(alone), paint) if paint != Paint::Class(alone) => Emphasis::Shadow,
        _ if !marking.selected.is_empty() => Emphasis::Faded,
        _ => Emphasis::Plain,
    };
    Points {
        markers: points.markers.clone(),
        ..arranged(points, |dot| Some(emphasis(dot)))
    }
}

/// Dots that are drawn; where `recoloured`, selected ones have the colour of the selection.
fn marked(points: &Points, emphases: &[Option<Emphasis>], recoloured: bool) -> Points {
    let mut marked = arranged(points, |dot| emphases[points.rows[dot]]);
    if recoloured {
        let paints = marked.paints.iter().enumerate();
        let paints = paints.map(|(dot, paint)| match marked.emphasis(dot) {
            Emphasis::Selected => Paint::Selection,
            Emphasis::Shadow | Emphasis::Faded | Emphasis::Plain => *paint,
        });
        marked.paints = paints.collect();
    }
    marked
}

/// Dots that have an emphasis, those of most in front; among equals the order stays.
fn arranged(points: &Points, emphasis: impl Fn(usize) -> Option<Emphasis>) -> Points {
    let dots = (0..points.rows.len()).filter_map(|dot| Some((emphasis(dot)?, dot)));
    let mut dots: Vec<(Emphasis, usize)> = dots.collect();
    dots.sort_by_key(|(emphasis, _)| *emphasis);
    Points {
        name: points.name.clone(),
        xy: dots.iter().map(|(_, dot)| points.xy[*dot]).collect(),
        rows: dots.iter().map(|(_, dot)| points.rows[*dot]).collect(),
        paints: dots.iter().map(|(_, dot)| points.paints[*dot]).collect(),
        depths: points
            .depths
            .as_ref()
            .map(|depths| dots.iter().map(|(_, dot)| depths[*dot]).collect()),
        emphases: Some(dots.iter().map(|(emphasis, _)| *emphasis).collect()),
        // Both are given to the rows that are left.
        markers: None,
        pictures: None,
        names: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{panel::Panel, setup::View, view::testing};
    use chart::DotLayer;

    fn marked_chart(panel: Panel, marking: Marking) -> Chart {
        let view = View {
            marking,
            ..View::default()
        };
        let chart = panel.chart(&testing::classes(6, 3), &view);
        testing::assert_drawable(&chart);
        chart
    }

    fn dots(chart: &Chart) -> &Points {
        let dots = chart.marks.iter().find_map(|mark| match mark {
            Mark::Points(points) => Some(points),
            _ => None,
        });
        dots.expect("dots")
    }

    #[test]
    fn selected_rows_come_last_and_hidden_ones_not_at_all() {
        let marking = Marking {
            selected: [1, 4].into_iter().collect(),
            hidden: [0, 9].into_iter().collect(),
            recoloured: true,
            ..Marking::default()
        };
        for panel in [Panel::Input, Panel::Kpca, Panel::Input3d] {
            let chart = marked_chart(panel, marking.clone());
            let dots = dots(&chart);
            let mut rows = dots.rows.to_vec();
            rows.sort_unstable();
            assert_eq!(rows, [1, 2, 3, 4, 5], "{panel:?}");
            assert!(dots.emphases.as_ref().unwrap().is_sorted());
            for (dot, row) in dots.rows.iter().enumerate() {
                let selected = [1, 4].contains(row);
                let outline = (dot, DotLayer::Outline);
                assert_eq!(dots.layers().any(|layer| layer == outline), selected);
                assert_eq!(dots.look(dot).haze < 0.7, selected);
                assert_eq!(dots.paints[dot] == Paint::Selection, selected);
            }
            assert!(chart.note.as_ref().unwrap().contains("1 of 6 rows"));
            assert!(chart.summary.contains("2 of 6 rows are selected."));
        }
        let spectrum = marked_chart(Panel::Spectrum, marking);
        assert!(!spectrum.summary.contains("selected"));
    }

    #[test]
    fn a_class_alone_makes_shadows_of_the_others() {
        let alone = |name: &str| Marking {
            isolated: Some(name.to_owned()),
            ..Marking::default()
        };
        let chart = marked_chart(Panel::Input, alone("class 1"));
        assert!(matches!(chart.key, Key::Legend { alone: Some(1), .. }));
        let dots = dots(&chart);
        assert_eq!(&dots.rows[..], [0, 2, 4, 1, 3, 5]);
        assert_eq!(dots.emphasis(2), Emphasis::Shadow);
        assert_eq!(dots.emphasis(3), Emphasis::Plain);

        let gone = marked_chart(Panel::Input, alone("class 7"));
        assert!(matches!(gone.key, Key::Legend { alone: None, .. }));
    }
}
