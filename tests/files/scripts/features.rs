//! The probe, arrows and influences in Python, whose gradients are differences of projections.

use nalgebra::DMatrix;

use super::{
    analyse, difference, explained,
    numbers::{of_features, switched},
    python, python_can, run, script_of,
};
use explorer::{
    analysis::Analysis,
    setup::{Panel, Paths, ProbeView, RowOrder, ScoreAxes, Setup},
    view::formula,
};
use kernel_pca::{kernel::KernelKind, objects::Scaling};
use scripts::Language;

fn features(mut setup: Setup) -> Setup {
    let axes = ScoreAxes::Pair(0, 2);
    setup.view.panels = vec![
        Panel::Input,
        Panel::Pca,
        Panel::Kpca,
        Panel::Probe,
        Panel::FeatureInfluence,
    ];
    (setup.view.pca, setup.view.kpca) = (axes, axes);
    setup.view.probe = ProbeView {
        shown: true,
        at: Some([4.1, 6.2]),
        paths: Paths::Strongest,
        arrows: Some(3),
    };
    setup
}

#[test]
fn python_moves_features_with_the_numbers_of_the_panels() {
    if !python_can("import sklearn") {
        return;
    }
    let mut setups: Vec<Setup> = of_features()
        .map(|kind| features(explained(kind, RowOrder::Source)))
        .collect();
    setups.extend(switched().map(|change| {
        let mut setup = features(explained(KernelKind::Rbf, RowOrder::Source));
        setup.scaling = Scaling::None;
        change(&mut setup.kernel);
        setup
    }));
    for setup in &mut setups {
        setup.view.panels.push(Panel::Gradients);
    }
    let analyses: Vec<Analysis> = setups.iter().map(analyse).collect();
    let scripts: Vec<String> = setups
        .iter()
        .zip(&analyses)
        .map(|(setup, analysis)| script_of(Language::Python, setup, analysis))
        .collect();
    let names = [
        "probe_scores",
        "pca_probe_scores",
        "probe_parts",
        "arrows",
        "pca_arrows",
        "influence",
        "mean_gradients",
        "pca_influence",
    ];
    let folder = tempfile::tempdir().unwrap();
    let computed = run(Language::Python, &scripts, &names, folder.path());
    for (analysis, computed) in analyses.iter().zip(computed) {
        let kernel = formula(&analysis.kernel);
        let found = &analysis.explain.features;
        let probe = &found.probe.as_ref().unwrap().probe;
        let (arrows, influence) = (
            found.arrows.as_ref().unwrap(),
            found.influence.as_ref().unwrap(),
        );
        let row = |values: &[f64]| DMatrix::from_row_slice(1, values.len(), values);
        let column = |values: &[f64]| DMatrix::from_column_slice(values.len(), 1, values);
        let [
            scores,
            linear,
            parts,
            of_kernel,
            of_pca,
            mean,
            signed,
            loadings,
        ] = computed.try_into().unwrap();
        let close = |what: &str, ours: DMatrix<f64>, theirs: &DMatrix<f64>, most: f64| {
            let off = difference(&ours, theirs);
            assert!(off < most, "{kernel}: {what} differs by {off}");
        };
        close("score", row(&probe.kpca), &scores, 1e-7);
        close("linear score", row(&probe.pca), &linear, 1e-9);
        for part in &probe.parts {
            let theirs = parts.rows(part.row, 1).into_owned();
            let off = (row(&part.of) - theirs).amax() / parts.amax();
            assert!(off < 1e-6, "{kernel}: a part differs by {off}");
        }
        close("arrow", arrows.kpca.clone(), &of_kernel, 1e-5);
        let tiled = DMatrix::from_fn(arrows.rows.len(), 2, |_, p| arrows.pca[p]);
        close("linear arrow", tiled, &of_pca, 1e-9);
        close("mean gradient", influence.mean.clone(), &signed, 1e-5);
        close("influence", column(&influence.kpca), &mean, 1e-5);
        close("linear influence", column(&influence.pca), &loadings, 1e-9);
    }
}

#[test]
fn python_draws_the_probe_its_paths_and_arrows() {
    if !python_can("import sklearn, matplotlib") {
        return;
    }
    let setup = features(explained(KernelKind::Rbf, RowOrder::Source));
    let script = script_of(Language::Python, &setup, &analyse(&setup));
    let counts = "
print(sum(len(ax.lines) for ax in fig.axes[:3]))
print(sum('Quiver' in type(it).__name__ for ax in fig.axes for it in ax.collections))
print(sum(len(ax.patches) for ax in fig.axes[3:]))
";
    let folder = tempfile::tempdir().unwrap();
    let printed = python(&["-c", &(script + counts)], folder.path());
    // Ten lines and a pin in two plots, a pin in the third, four paths in both plots of scores; arrows in
    // both; ten pairs of bars, and four.
    let counted: Vec<&str> = printed.split_whitespace().collect();
    assert_eq!(counted, ["31", "2", "28"]);
}

/// The probe is linked to the rows that weigh most, which are no neighbours.
#[test]
fn links_of_the_probe_are_not_taken_for_those_between_neighbours() {
    let mut setup = features(explained(KernelKind::Rbf, RowOrder::Source));
    setup.view.panels.push(Panel::Isomap);
    for shown in [false, true] {
        setup.view.neighbor_graph = shown;
        let script = script_of(Language::Python, &setup, &analyse(&setup));
        let drawn = script.matches("kneighbors_graph(X").count();
        assert_eq!(drawn, usize::from(shown));
    }
}
