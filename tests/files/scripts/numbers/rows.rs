//! Scripts for fits of some of the rows.

use super::*;
use tabular::{KeptClasses, RowChoice};

#[test]
fn rows_and_classes_that_are_left_out_are_left_out_by_scripts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.csv");
    let row = |i: usize| {
        let wave = |step: usize| ((i * step) as f64).sin() + (i % 3) as f64;
        let gap = if i == 7 {
            String::new()
        } else {
            format!("{:.3}", wave(5))
        };
        format!("n{i},{:.3},{gap},{}\n", wave(3), ["yes", "no", "10"][i % 3])
    };
    let rows: String = (0..45).map(row).collect();
    fs::write(&path, format!("name,a,b,kind\n{rows}")).unwrap();
    let only = |column: &str, classes: &[&str]| {
        Some(KeptClasses {
            column: column.into(),
            classes: classes.iter().map(|class| (*class).to_owned()).collect(),
        })
    };
    let own = Source::File(path.into());
    let setups = [
        (
            own.clone(),
            vec!["n4"],
            vec![10],
            only("kind", &["yes", "10"]),
        ),
        (own, vec![], vec![0, 7], None),
        (
            Source::Builtin(Builtin::Wine),
            vec![],
            vec![3, 150],
            only("cultivar", &["0", "2"]),
        ),
        (
            Source::Builtin(Builtin::Digits),
            vec![],
            vec![],
            only("digit", &["3", "8"]),
        ),
    ];
    let setups = setups.into_iter().map(|(source, names, numbers, only)| {
        let name = format!("{source} {names:?} {numbers:?}");
        let only = only.map(|kept: KeptClasses| {
            let table = source.load(&|| false).unwrap();
            let label = table.label_column(&ColumnChoice::Auto).unwrap();
            let label = label.map_or(kept.column.clone(), |j| table.columns()[j].name.clone());
            let shown = table.dataset(&Columns::default()).unwrap();
            let known = shown.labels.classes();
            // Classes by their places where they have other names.
            let called = |class: &String| match class.parse::<usize>() {
                Ok(place) if !known.contains(class) => known[place].clone(),
                _ => class.clone(),
            };
            KeptClasses {
                column: label,
                classes: kept.classes.iter().map(called).collect(),
            }
        });
        let mut setup = Setup {
            source,
            components: Components::Count(3),
            ..Setup::default()
        };
        setup.kernel.gamma = Gamma::Median;
        setup.columns.rows = RowChoice {
            left_out: numbers.into_iter().collect(),
            left_out_names: names.into_iter().map(str::to_owned).collect(),
            only,
        };
        (name, setup)
    });
    let setups: Vec<(String, Setup)> = setups.collect();
    assert_reproduces(Language::Python, &setups, folder.path());
}
