//! The kernel matrix as a heat map.

use super::{
    Aspect, Axis, Chart, ColorMap, Image, Key, Mark, Scale,
    text::{kernel_label, number},
};
use crate::{
    analysis::Analysis,
    data::Labels,
    setup::{RowOrder, View},
};

pub(super) fn chart(analysis: &Analysis, view: &View) -> Chart {
    let choice = &view.kernel_matrix;
    let name = if choice.centered {
        "Centred kernel matrix"
    } else {
        "Kernel matrix"
    };
    let Some(map) = &analysis.explain.kernel_map else {
        return Chart::empty(name, "not computed: show this panel first");
    };
    let n = analysis.dataset.n();
    let side = map.values.nrows();
    if side == 0 {
        return Chart::empty(name, "there are no rows");
    }
    let (low, high) = (map.values.min(), map.values.max());
    let (range, colors) = if choice.centered {
        let limit = low.abs().max(high.abs());
        ([-limit, limit], ColorMap::Diverging)
    } else {
        ([low, high], ColorMap::Sequential)
    };
    let order = match (choice.order, &analysis.dataset.labels) {
        (RowOrder::Source, _) | (RowOrder::Label, Labels::None) => {
            "in the order of the data".into()
        }
        (RowOrder::Label, Labels::Classes { column, .. } | Labels::Continuous { column, .. }) => {
            format!("sorted by {column}")
        }
        (RowOrder::Component(component), _) => {
            let last = analysis.kpca.eigenvectors.ncols();
            format!("sorted by kernel PC{}", (component + 1).min(last))
        }
    };
    let note = if side == n {
        None
    } else if map.rows_read == n {
        Some(format!(
            "averages over blocks of about {} rows",
            n.div_ceil(side)
        ))
    } else {
        Some(format!(
            "averages over {} rows spread evenly over the {n}, in {side} blocks",
            map.rows_read
        ))
    };
    let title = format!("{name} · {}", kernel_label(&analysis.kernel));
    // Rows from top to bottom, as a matrix is written.
    let values = (0..side)
        .rev()
        .flat_map(|i| map.values.row(i).iter().copied().collect::<Vec<f64>>())
        .collect();
    let end = n as f64;
    let axis = |label: String| Axis {
        range: Some([0.0, end]),
        ..Axis::new(label, Scale::Unmarked)
    };
    Chart {
        summary: format!(
            "{title} of {} rows {order}, from {} to {}.",
            n,
            number(low),
            number(high)
        ),
        x: axis(format!("rows {order}, left to right")),
        y: axis("the same, top to bottom".into()),
        aspect: Aspect::Equal,
        marks: vec![Mark::Image(Image {
            name: if choice.centered { "k̃" } else { "k" }.to_owned(),
            extent: [[0.0, end]; 2],
            columns: side,
            values,
            range,
            map: colors,
            levels: [].into(),
        })],
        key: Key::ColorBar {
            title: "k(x, y)".to_owned() + if choice.centered { ", centred" } else { "" },
            min: range[0],
            max: range[1],
            map: colors,
        },
        title,
        note,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        kpca::{Solver, Tier},
        setup::{Panel, example},
        view::testing,
    };

    #[test]
    fn the_diagonal_runs_from_the_top_left() {
        let mut setup = example("half-moons").unwrap().setup;
        setup.view.panels = vec![Panel::KernelMatrix];
        let mut analyzer = Analyzer::default();
        for centered in [false, true] {
            setup.view.kernel_matrix.centered = centered;
            let analysis = analyzer
                .run(&setup, Tier::Exact, Solver::Auto, &|| false)
                .unwrap();
            let chart = chart(&analysis, &setup.view);
            testing::assert_drawable(&chart);
            let [Mark::Image(image)] = &chart.marks[..] else {
                panic!("one image")
            };
            let diagonal = image.value_at([2.5, 97.5]).unwrap();
            assert_eq!(diagonal == 1.0, !centered);
            assert!(image.value_at([2.5, 2.5]).unwrap() < diagonal);
            assert_eq!(chart.note, None);
        }
    }
}
