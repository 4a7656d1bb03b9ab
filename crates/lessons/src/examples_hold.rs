//! Tests of the examples' texts: what they say and suggest, by the rules in their files. Numbers are scikit-learn's
//! and NumPy's, or published ones.

use toml::{Table, Value};

use super::{ResultRule, StepResults, rule::failures};
use explorer::{
    analysis::{Analysis, Analyzer},
    setup::{Setup, SuggestedChange, example, examples},
};
use kernel_pca::{kernel::Gamma, kpca::Tier};

/// Sets the fields of `change` in `table`, and in the tables within it.
fn merge(table: &mut Table, change: &Table) {
    for (name, value) in change {
        match (table.get_mut(name), value) {
            (Some(Value::Table(fields)), Value::Table(new)) => merge(fields, new),
            _ => {
                table.insert(name.clone(), value.clone());
            }
        }
    }
}

/// Removes the field at a path of names with dots between them.
fn take_out(table: &mut Table, field: &str) {
    match field.split_once('.') {
        Some((name, rest)) => take_out(table[name].as_table_mut().unwrap(), rest),
        None => assert!(table.remove(field).is_some(), "{field}"),
    }
}

fn changed(setup: &Setup, change: &SuggestedChange) -> Setup {
    let mut table = Table::try_from(setup).unwrap();
    merge(&mut table, &change.setup);
    for field in &change.without {
        take_out(&mut table, field);
    }
    let mut unknown = vec![];
    let changed = serde_ignored::deserialize(table, |field| unknown.push(field.to_string()));
    assert_eq!(unknown, [""; 0]);
    changed.unwrap()
}

fn analysed(setup: &Setup) -> Analysis {
    let run = Analyzer::default().run(setup, Tier::Exact, &|| false);
    run.unwrap()
}

fn broken(setup: &Setup, rules: &[impl AsRef<str>]) -> Vec<String> {
    let analysis = analysed(setup);
    let found = StepResults {
        analysis: &analysis,
        setup,
    };
    let broken = rules.iter().filter_map(|text| {
        let rule: ResultRule = text.as_ref().parse().unwrap();
        if rule.is_of_many() {
            let failure = failures(&[&rule], setup, &mut Analyzer::default());
            return Some(format!("{rule}{}", failure.into_iter().next()??));
        }
        match rule.holds(&found) {
            Ok(true) => None,
            Ok(false) => Some(format!("{rule}: {}", rule.told(&found))),
            Err(error) => Some(format!("{rule}: {error}")),
        }
    });
    broken.collect()
}

#[test]
fn what_examples_say_holds_and_what_they_ask_for_comes_about() {
    let mut failures = Vec::new();
    for example in examples() {
        assert!(!example.opened.is_empty(), "{}", example.name);
        let mut held = vec![(example.setup.clone(), &example.opened)];
        let tried = example.tried.iter();
        held.extend(tried.map(|it| (changed(&example.setup, it), &it.holds)));
        for (i, (setup, rules)) in held.into_iter().enumerate() {
            let broken = broken(&setup, rules);
            failures.extend(
                broken
                    .iter()
                    .map(|it| format!("{} {i}: {it}", example.name)),
            );
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Isomap sees the knot as the circle that it is from within; linear PCA does not.
#[test]
fn a_trefoil_is_a_circle_from_within() {
    let setup = example("trefoil").unwrap().setup;
    let analysis = analysed(&setup);
    let spread = |method| {
        let scores = analysis.embedding(method).unwrap().scores();
        let radii: Vec<f64> = (0..scores.nrows())
            .map(|i| scores[(i, 0)].hypot(scores[(i, 1)]))
            .collect();
        let mean = radii.iter().sum::<f64>() / radii.len() as f64;
        let squares = radii.iter().map(|it| (it - mean).powi(2)).sum::<f64>();
        (squares / radii.len() as f64).sqrt() / mean
    };
    assert!(spread(kernel_pca::method::Method::Isomap) < 0.02);
    assert!(spread(kernel_pca::method::Method::Pca) > 0.2);
}

/// The remark at a large γ says that components rest on few rows.
#[test]
fn a_large_gamma_rests_on_part_of_the_rows() {
    let mut setup = example("half-moons").unwrap().setup;
    setup.kernel.gamma = Gamma::Value(1000.0);
    assert_eq!(broken(&setup, &["rows_for(1, 0.9) = 61"]), [""; 0]);
}
