//! Shapes of classes, which tell them apart besides their colours.

use chart::{Chart, Key, Mark, Marker, Paint};
use kernel_pca::objects::Labels;
use tabular::Dataset;

/// Number of classes up to which colours suffice: Okabe and Ito have eight. With more, each class has a shape too.
const MOST_BY_COLOUR: usize = 8;

/// Returns true where there are more classes than colours, so that they have shapes in any case.
#[must_use]
pub fn shapes_are_needed(labels: &Labels) -> bool {
    labels.classes().len() > MOST_BY_COLOUR
}

/// Gives every dot the shape of its class, where that is wanted or needed.
pub fn shape(chart: &mut Chart, dataset: &Dataset, wanted: bool) {
    let Labels::Classes { codes, .. } = &dataset.labels else {
        return;
    };
    if !wanted && !shapes_are_needed(&dataset.labels) {
        return;
    }
    for mark in &mut chart.marks {
        if let Mark::Points(points) = mark {
            let rows = points.rows.iter();
            points.markers = Some(
                rows.map(|row| codes[*row].map_or(Marker::Disc, Marker::of_class))
                    .collect(),
            );
        }
    }
    if let Key::Legend {
        entries, shaped, ..
    } = &mut chart.key
    {
        // The legend of a chart without classes keeps its discs.
        *shaped = entries
            .iter()
            .any(|(_, paint)| matches!(paint, Paint::Class(_)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        panel::Panel,
        setup::{Marking, View},
        view::testing,
    };

    #[test]
    fn ten_classes_have_shapes_and_two_only_on_demand() {
        let shapes = |classes: usize, wanted: bool| {
            let mut analysis = testing::classes(24, 3);
            testing::relabel(&mut analysis, classes);
            let view = View {
                shapes: wanted,
                marking: Marking {
                    selected: [1, 4].into_iter().collect(),
                    recoloured: true,
                    ..Marking::default()
                },
                ..View::default()
            };
            let panels = [Panel::Input, Panel::Pca, Panel::Kpca, Panel::Kpca3d];
            panels.map(|panel| {
                let chart = panel.chart(&analysis, &view);
                let dots = chart.marks.iter().find_map(|mark| match mark {
                    Mark::Points(points) => Some(points.clone()),
                    _ => None,
                });
                let dots = dots.unwrap();
                for (dot, row) in dots.rows.iter().enumerate() {
                    let marker = Marker::of_class(row % classes);
                    let shaped = dots.markers.is_some();
                    assert_eq!(dots.marker(dot), if shaped { marker } else { Marker::Disc });
                }
                let square = chart.key.marker(Paint::Class(1)) == Marker::Square;
                assert_eq!(square, dots.markers.is_some());
                square
            })
        };
        assert_eq!(shapes(10, false), [true; 4]);
        assert_eq!(shapes(8, false), [false; 4]);
        assert_eq!(shapes(2, true), [true; 4]);
    }
}
