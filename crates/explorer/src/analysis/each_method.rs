//! Tests that each method gives what its entry says, on data that suit it.

use kernel_pca::method::{Method, RowForm};

#[test]
fn names_in_files_are_those_of_the_command_line() {
    for method in Method::ALL {
        let json = serde_json::to_string(&method).unwrap();
        assert_eq!(json, format!("\"{}\"", method.name()));
    }
}

/// Fits a method to data that suit it: a table of counts, or a Swiss roll of 80 points.
fn fitted(method: Method) -> crate::analysis::Analysis {
    use crate::{analysis::Analyzer, setup::Setup};
    use kernel_pca::kpca::Tier;
    let mut setup = Setup {
        components: crate::setup::Components::Count(2),
        ..Setup::default()
    };
    setup.source = match method.spec().takes {
        RowForm::AsTheyCame => "smoke".parse().unwrap(),
        _ => tabular::Source::Generated(tabular::Generator {
            n_samples: 80,
            ..tabular::Generator::new(tabular::Shape::SwissRoll)
        }),
    };
    setup.view.panels = vec![];
    setup.view.taken_away = vec![method];
    let mut analyzer = Analyzer::new(1 << 30);
    analyzer.run(&setup, Tier::Exact, &|| false).unwrap()
}

#[test]
fn every_method_gives_what_its_entry_says_on_data_of_its_kind() {
    for method in Method::ALL {
        let analysis = fitted(method);
        let spec = method.spec();
        let embedding = analysis.embedding(method).unwrap();
        let scores = embedding.scores();
        assert_eq!(scores.nrows(), analysis.dataset.n(), "{method}");
        assert!(scores.iter().all(|score| score.is_finite()), "{method}");
        // Scores are not all zero.
        assert!(scores.column(0).amax() > 0.0, "{method}");
        assert_eq!(analysis.asked(method), 2, "{method}");
        assert_eq!(embedding.shares().is_some(), spec.has_shares, "{method}");
        // t-SNE weighs neighbours by their distance, without a graph.
        let has_graph = spec.uses_neighbors && method != Method::Tsne;
        assert_eq!(embedding.graph().is_some(), has_graph, "{method}");
        let rows = match spec.takes {
            RowForm::AsTheyCame => &analysis.dataset.x,
            _ => &*analysis.x,
        };
        let again = embedding.project(&rows.rows(0, 3).into_owned());
        assert_eq!(again.is_ok(), spec.projects, "{method}");
        if let Ok(again) = again {
            let off = (again.columns(0, 2) - scores.view((0, 0), (3, 2))).amax();
            // Weights for new rows are regularised in LLE, as in scikit-learn; Hessian LLE's scores vary more under
            // such weights.
            let share = match method {
                Method::Lle => 0.05,
                Method::HessianLle => 0.2,
                _ => 1e-7,
            };
            assert!(off < share * scores.amax(), "{method}: {off}");
        }
    }
}
