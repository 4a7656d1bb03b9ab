//! Contributions of features to Q and T² of one row: how much of each goes when a feature alone is put at its mean.

use nalgebra::DMatrix;

use crate::{
    analysis::Analysis,
    panel::{
        NOT_COMPUTED,
        variables::{FeatureColumn, FeaturePanel, FeatureTable, two_decimals},
    },
    setup::View,
    view::{method_paint, new_row_title, row_title},
};
use chart::Paint;
use kernel_pca::{explain::limits::hotelling, kpca::KernelPca, method::Method};

/// Panel of the contributions of features to the novelty of a row.
pub(in crate::panel) const CONTRIBUTIONS: FeaturePanel = FeaturePanel {
    name: "Contributions",
    about: "Why a row is new: which share of its Q and of its T² goes when one feature alone is put at its mean. Of \
            the first selected row, or of the row with the largest Q",
    help: Some(
        "Q is the squared distance of a row's image from the components, T² its distance along them. A share below 0 \
         says that the row would be stranger still with the mean of that feature. Shares need not add up to 1.",
    ),
    controls: &[],
    rests_on_kernel: true,
    value_letters: 5.0,
    table,
};

/// Largest number of products of features, n·d for each of the d features, that the panel computes.
const MOST_PRODUCTS: usize = 50_000_000;

fn table(analysis: &Analysis, view: &View) -> Result<FeatureTable, &'static str> {
    if let Some(lack) = analysis.dataset.objects.lack_of_features() {
        return Err(lack);
    }
    let novelty = analysis.explain.novelty.as_ref().ok_or(NOT_COMPUTED)?;
    let x = &*analysis.x;
    if x.nrows() * x.ncols() * x.ncols() > MOST_PRODUCTS {
        return Err("rows and features are too many to take them apart at once");
    }
    let selected = view
        .marking
        .selected
        .indices(&analysis.dataset.row_ids)
        .next();
    let new = analysis
        .new_rows()
        .and_then(|new| new.for_method(Method::Kpca).ok());
    let fitted = novelty.fitted.iter().enumerate();
    let of_new = novelty.of_new().iter().enumerate();
    let all = fitted
        .map(|(row, error)| (error, row, false))
        .chain(of_new.map(|(row, error)| (error, row, true)));
    let largest = all.max_by(|a, b| a.0.total_cmp(b.0));
    let (row, is_new) = match (selected, largest) {
        (Some(row), _) => (row, false),
        (None, Some((_, row, is_new))) => (row, is_new),
        (None, None) => return Err("there is no row"),
    };
    let rows = if is_new { new.map(|it| &**it) } else { Some(x) };
    let rows = rows.filter(|rows| row < rows.nrows() && rows.ncols() == x.ncols());
    let rows = rows.ok_or("the row is not in the form that the kernel takes")?;
    let title = if is_new {
        new_row_title(analysis, row)
    } else {
        row_title(analysis, row)
    };
    let means: Vec<f64> = x.column_iter().map(|column| column.mean()).collect();
    let values: Vec<f64> = rows.row(row).iter().copied().collect();
    let shares = shares(&analysis.kpca, &values, &means);
    let column = |heading: &str, paint, values: &[f64]| FeatureColumn {
        heading: heading.to_owned(),
        paint,
        python: format!("{values:?}"),
        values: values.to_vec(),
    };
    let [q, t2] = &shares;
    Ok(FeatureTable {
        title: format!("Contributions to novelty · {title}"),
        columns: vec![
            column("share of Q", method_paint(Method::Kpca), q),
            column("share of T²", Paint::Ink, t2),
        ],
        signed: true,
        limit: None,
        written: two_decimals,
        notes: vec![note(&shares).to_owned()],
    })
}

/// Share below which a feature alone changes nothing that two decimals show.
const NOTHING: f64 = 0.005;

/// Meaning of the shares, or the reason why none is seen: a row far in many features stays far without one of them.
fn note(shares: &[Vec<f64>; 2]) -> &'static str {
    let mut all = shares.iter().flatten();
    if all.all(|share| share.abs() < NOTHING) {
        "no feature alone makes the row new: it is far in several at once"
    } else {
        "what goes when the feature alone is put at its mean"
    }
}

/// Shares of Q and of T² of a row (length d) that go when each feature alone takes its mean: 1 − Q(x with mean j) / Q(x).
/// They are 0 where the number itself is 0.
fn shares(kpca: &KernelPca, row: &[f64], means: &[f64]) -> [Vec<f64>; 2] {
    let d = row.len();
    // The row itself, and below it the row with each feature replaced.
    let x = DMatrix::from_fn(d + 1, d, |i, j| if i == j + 1 { means[j] } else { row[j] });
    let q = kpca.reconstruction_errors(&x);
    let t2 = hotelling(kpca, &kpca.project(&x));
    [q, t2].map(|values| {
        let whole = values[0];
        let share = |value: &f64| {
            if whole > 0.0 {
                1.0 - value / whole
            } else {
                0.0
            }
        };
        values[1..].iter().map(share).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        panel::Panel,
        setup::{Components, Marking, Setup},
        view::testing,
    };
    use kernel_pca::{
        kernel::{Gamma, KernelKind},
        kpca::Tier,
    };
    use tabular::{Builtin, Source};

    /// Shares of Q and T² of the 42nd iris, with RBF, γ = 0.1 and three components, by a brute force in NumPy that
    /// centres K by hand: `tests/fixtures/contributions.py`.
    const EXPECTED: [[f64; 4]; 2] = [
        [
            -1.784_140_213_141_928_8,
            0.673_414_784_252_534,
            -0.874_535_716_312_308_2,
            -1.112_652_727_360_131_9,
        ],
        [
            0.807_997_816_081_183_6,
            0.569_445_300_411_851_3,
            -0.088_905_794_156_763_7,
            0.060_615_848_610_829_14,
        ],
    ];

    #[test]
    fn shares_are_those_of_a_brute_force() {
        let mut setup = Setup {
            source: Source::Builtin(Builtin::Iris),
            ..Setup::default()
        };
        setup.kernel.kind = KernelKind::Rbf;
        setup.kernel.gamma = Gamma::Value(0.1);
        setup.components = Components::Count(3);
        setup.view.panels = vec![Panel::Contributions];
        setup.view.marking.selected = [41].into_iter().collect();
        let analysis = Analyzer::default()
            .run(&setup, Tier::Exact, &|| false)
            .unwrap();
        let found = table(&analysis, &setup.view).unwrap();
        assert!(
            found.title.starts_with("Contributions to novelty · row 42"),
            "{}",
            found.title
        );
        for (column, expected) in found.columns.iter().zip(EXPECTED) {
            for (value, expected) in column.values.iter().zip(expected) {
                assert!((value - expected).abs() < 1e-9, "{value} {expected}");
            }
        }
        testing::assert_drawable(&Panel::Contributions.chart(&analysis, &setup.view));
        assert!(found.notes[0].starts_with("what goes"));
        let none = [vec![0.004, -0.001], vec![0.0, 0.0]];
        assert!(note(&none).starts_with("no feature alone"));
        // Without a selection, the strangest row.
        setup.view.marking = Marking::default();
        let novelty = analysis.explain.novelty.as_ref().unwrap();
        let largest = novelty.fitted.iter().copied().fold(0.0, f64::max);
        let row = novelty.fitted.iter().position(|it| *it == largest).unwrap();
        let found = table(&analysis, &setup.view).unwrap();
        assert!(found.title.contains(&row_title(&analysis, row)));
    }
}
