//! Isomap and its like beside kernel PCA, and data that have no features.

use std::fs;

use super::opened::{Test, opened};
use chart::{Key, Mark};
use explorer::{
    panel::Panel,
    setup::{ScoreAxes, Setup, View, example, open_session},
};
use kernel_pca::{
    kernel::{KernelKind, KernelParams},
    manifold::ManifoldParams,
    method::Method,
};
use kpca_explorer::app::{Choice, Command, Edit, Parameter, TableKind};
use tabular::{Generator, Shape, Source};

fn chart(test: &Test, panel: Panel) -> chart::Chart {
    let app = test.state().app();
    let shown = app.shown().expect("a result");
    panel.chart(&shown.analysis, &app.setup().view)
}

fn apply(test: &mut Test, edit: Edit) {
    test.state_mut().app_mut().apply(Command::Edit(edit));
    test.run_steps(6);
}

fn has_dots(test: &Test, panel: Panel) -> bool {
    let is_dots = |mark: &Mark| matches!(mark, Mark::Points(_));
    chart(test, panel).marks.iter().any(is_dots)
}

/// The Swiss roll's way along the sheet is what RBF loses and Isomap and LLE find.
#[test]
fn unrolled_components_follow_the_sheet_and_say_so() {
    let mut test = opened(example("unrolled").unwrap().setup, 8);
    let follows = |test: &Test, panel| {
        let label = chart(test, panel).x.label;
        let r = label.split("r = ").nth(1).expect("a correlation");
        r.replace('−', "-").parse::<f64>().unwrap().abs()
    };
    assert!(follows(&test, Panel::Isomap) > 0.97);
    assert!(follows(&test, Panel::Lle) > 0.97);
    assert!(follows(&test, Panel::Kpca) < 0.5);

    // As many neighbours as rows: said, and the other plots stay.
    apply(&mut test, Edit::Number(Parameter::Neighbors, 1000.0));
    let isomap = chart(&test, Panel::Isomap);
    let note = isomap.note.expect("a reason");
    assert_eq!(
        note,
        "neighbours must be from 1 to 999 for 1000 rows; got 1000"
    );
    assert!(isomap.marks.is_empty() && has_dots(&test, Panel::Kpca));
    assert!(test.state().app().problem().is_none());
    apply(&mut test, Edit::Number(Parameter::Neighbors, 10.0));
    assert!(has_dots(&test, Panel::Isomap));
}

/// Every method on the screen is compared as linear and kernel PCA are, and no other.
#[test]
fn methods_on_the_screen_are_compared() {
    let mut setup = example("unrolled").unwrap().setup;
    if let Source::Generated(generator) = &mut setup.source {
        generator.n_samples = 300;
    }
    setup.view.panels = vec![
        Panel::Isomap,
        Panel::Lle3d,
        Panel::Spectrum,
        Panel::Variance,
        Panel::Separation,
    ];
    let mut test = opened(setup, 8);
    let named = |test: &Test, panel| -> Vec<String> {
        let Key::Legend { entries, .. } = chart(test, panel).key else {
            panic!("a legend")
        };
        let names = entries.iter().map(|(name, _)| {
            let name = name.split([':', ',']).next();
            name.unwrap_or_default().to_owned()
        });
        names.collect()
    };
    let always = ["linear PCA", "kernel PCA"];
    assert_eq!(
        named(&test, Panel::Spectrum),
        [&always[..], &["Isomap"]].concat()
    );
    assert_eq!(
        named(&test, Panel::Variance),
        [&always[..], &["Isomap"]].concat()
    );
    assert_eq!(
        named(&test, Panel::Separation),
        [&always[..], &["Isomap", "LLE"]].concat()
    );
    let note = chart(&test, Panel::Variance).note.expect("a note");
    assert!(note.ends_with("no share of a variance: LLE"), "{note}");
    // The same number in the plot's title as in the key.
    let title = chart(&test, Panel::Isomap).title;
    let r2 = title.split("R² ").nth(1).expect("a score");
    let Key::Legend { entries, .. } = chart(&test, Panel::Separation).key else {
        panic!("a legend")
    };
    assert!(
        entries[2].0.contains(&format!(": {r2} ±")),
        "{title}: {entries:?}"
    );
    let tables = test.state().app().tables();
    assert!(tables.contains(&TableKind::Scores(Method::Lle)));

    for panel in [Panel::Isomap, Panel::Lle3d] {
        apply(&mut test, Edit::Close(panel));
    }
    for panel in [Panel::Spectrum, Panel::Variance, Panel::Separation] {
        assert_eq!(named(&test, panel), always);
    }
    assert_eq!(chart(&test, Panel::Variance).note, None);
    let tables = test.state().app().tables();
    assert!(!tables.contains(&TableKind::Scores(Method::Lle)));
}

/// Links over the input show which rows are neighbours, where that is asked for and a method has them.
#[test]
fn links_join_neighbours_over_the_input() {
    let mut setup = example("unrolled").unwrap().setup;
    if let Source::Generated(generator) = &mut setup.source {
        generator.n_samples = 200;
    }
    setup.manifold.neighbors = 6;
    setup.view.panels = vec![Panel::Input, Panel::Input3d, Panel::Isomap, Panel::Kpca];
    let mut test = opened(setup, 8);
    let links = |test: &Test, panel| {
        let marks = chart(test, panel).marks;
        marks.into_iter().find_map(|mark| match mark {
            Mark::Links(links) => Some(links),
            _ => None,
        })
    };
    assert_eq!(links(&test, Panel::Input), None);
    apply(&mut test, Edit::Choose(Choice::NeighborGraph));
    let found = links(&test, Panel::Input).expect("links");
    assert_eq!(
        Some(&found.rows),
        links(&test, Panel::Input3d).map(|it| it.rows).as_ref()
    );
    // Each row has six neighbours, and a pair counts once.
    let shown = test.state().app().shown().unwrap();
    let (method, graph) = shown.analysis.neighbor_graph().unwrap();
    assert_eq!(method, Method::Isomap);
    assert_eq!(found.rows.len(), graph.edges.len() + graph.joins.len());
    assert!((600..=1200).contains(&graph.edges.len()));
    let x = &shown.analysis.dataset.x;
    let [a, b] = found.rows[7];
    let at = |row: usize| [x[(row, 0)], x[(row, 2)]];
    assert_eq!(found.ends[7], [at(a), at(b)]);

    // Without the plot of such a method there is no graph, which is said.
    apply(&mut test, Edit::Close(Panel::Isomap));
    assert_eq!(links(&test, Panel::Input), None);
    let note = chart(&test, Panel::Input).note.expect("a reason");
    assert!(
        note.starts_with("links between neighbours come with"),
        "{note}"
    );
}

#[test]
fn a_contingency_table_shows_its_columns_among_its_rows() {
    let mut test = opened(example("smoke").unwrap().setup, 8);
    let found = chart(&test, Panel::Correspondence);
    assert_eq!(found.x.label, "CA 1 (87.8 %)");
    let mut names: Vec<String> = found
        .marks
        .iter()
        .filter_map(|mark| match mark {
            Mark::Text(text) => Some(text.text.clone()),
            _ => None,
        })
        .collect();
    // In the order of their contributions to the plane.
    names.sort();
    assert_eq!(names, ["heavy", "light", "medium", "none"]);
    let Key::Legend { entries, .. } = chart(&test, Panel::Spectrum).key else {
        panic!("a legend")
    };
    assert_eq!(entries[2].0, "correspondence analysis");

    // Data with negative values: said, and the other plots stay.
    let moons = Source::Generated(Generator::new(Shape::Moons));
    apply(&mut test, Edit::Source(moons));
    let note = chart(&test, Panel::Correspondence).note.expect("a reason");
    assert!(note.contains("a count is not negative"), "{note}");
    assert!(has_dots(&test, Panel::Pca) && test.state().app().problem().is_none());
}

/// Sessions name panels and axes as they did when each method had panels of its own.
#[test]
fn older_sessions_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.toml");
    let panels = [
        "pca",
        "kpca-3d",
        "pca-contours",
        "isomap",
        "lle-3d",
        "diffusion-map",
    ];
    let session = format!(
        "version = 1\n[setup.view]\npanels = {panels:?}\npca = {{ index = 1 }}\nmanifold = {{ pair = [1, 2] }}\n"
    );
    fs::write(&path, session).unwrap();
    let opened = open_session(&path).unwrap();
    assert!(opened.remarks.is_empty(), "{:?}", opened.remarks);
    let view = opened.setup.view;
    assert_eq!(
        view.panels.iter().map(|it| it.name()).collect::<Vec<_>>(),
        panels
    );
    assert_eq!(view.axes(Method::Pca), ScoreAxes::Index(1));
    assert_eq!(view.axes(Method::Lle), ScoreAxes::Pair(1, 2));
}

#[test]
fn a_graph_in_pieces_is_said_to_be_so() {
    let mut setup = Setup {
        view: View {
            panels: vec![Panel::Isomap, Panel::LaplacianEigenmaps],
            ..View::default()
        },
        ..Setup::welcome()
    };
    setup.manifold.neighbors = 5;
    if let Source::Generated(generator) = &mut setup.source {
        generator.n_samples = 200;
    }
    let test = opened(setup, 8);
    for (panel, then) in [
        (Panel::Isomap, "joined by the shortest links"),
        (Panel::LaplacianEigenmaps, "only tell them apart"),
    ] {
        let note = chart(&test, panel).note.expect("a note");
        assert!(note.starts_with("the graph of neighbours is in "), "{note}");
        assert!(note.contains(then), "{note}");
    }
}

#[test]
fn a_given_matrix_says_why_what_needs_features_is_empty() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matrix.csv");
    fs::write(&path, "a,3,1,0\nb,1,3,1\na,0,1,3\n").unwrap();
    let setup = Setup {
        manifold: ManifoldParams {
            neighbors: 2,
            ..ManifoldParams::default()
        },
        source: Source::File(path.into()),
        kernel: KernelParams {
            kind: KernelKind::Precomputed,
            ..KernelParams::default()
        },
        view: View {
            panels: vec![
                Panel::Kpca,
                Panel::Isomap,
                Panel::Lle,
                Panel::KernelMatrix,
                Panel::KpcaContours,
                Panel::Separation,
            ],
            ..View::default()
        },
        ..Setup::default()
    };
    let test = opened(setup, 8);
    assert!(has_dots(&test, Panel::Kpca) && has_dots(&test, Panel::Isomap));
    for panel in [
        Panel::Input,
        Panel::Pca,
        Panel::Input3d,
        Panel::Pca3d,
        Panel::KpcaContours,
        Panel::Lle,
    ] {
        let note = chart(&test, panel).note.expect("a reason");
        assert!(note.contains("has no features"), "{panel:?}: {note}");
    }
    assert!(!chart(&test, Panel::KernelMatrix).marks.is_empty());
}
