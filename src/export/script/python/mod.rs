//! Scripts in Python, with scikit-learn's own `KernelPCA`.
//!
//! Scripts are made of sections in files of Python: `functions.py`, which need nothing of a picture but its
//! variables, `numbers.py`, the computations in the order of their needs, and `panels.py`, the plots. The modules here
//! give these their values, and `lean` keeps what the picture reads.

mod back;
mod computed;
mod curves;
mod data;
mod dots;
mod kernel;
mod lean;
mod marks;
mod objects;
mod picture;
mod pinned;
mod prepared;

use std::collections::{BTreeMap, BTreeSet};

use super::{
    comment,
    recipe::Recipe,
    template::{Code, fill},
};
use crate::{
    explain::separation::{HALVINGS, MOST, RIDGE, SEED},
    export::caption::caption,
    signs::TIE,
};

pub(super) use marks::Marks;

const TEMPLATE: &str = concat!(
    include_str!("functions.py"),
    include_str!("numbers.py"),
    include_str!("panels.py")
);

pub(super) fn script(recipe: &Recipe) -> String {
    let mut numbers = Code::new(TEMPLATE);
    functions(recipe, &mut numbers);
    data::new_rows(recipe, &mut numbers);
    data::data(recipe, &mut numbers);
    data::scaling(recipe, &mut numbers);
    kernel::fit(recipe, &mut numbers);
    pinned::numbers(recipe, &mut numbers);
    computed::computed(recipe, &mut numbers);
    let mut picture = numbers.another();
    picture::picture(recipe, &mut numbers, &mut picture);
    let read = lean::read_by(&numbers.body, &picture.body);
    let body = format!("{}\n\n# the picture\n{}", read.trim(), picture.body);
    let imports = include_str!("imports.py").lines().map(str::to_owned);
    let name = &recipe.analysis.dataset.name;
    let panels = &recipe.setup.view.panels;
    let mut text = format!(
        "{}\n{}\n{}\n\n\n{}",
        comment(&format!(
            "{name} with scikit-learn 1.9, as in Kernel PCA Explorer"
        )),
        comment(&caption(recipe.setup, recipe.analysis, panels)),
        imported(imports.chain(numbers.imports), &body),
        body.trim_start()
    );
    while text.contains("\n\n\n\n") {
        text = text.replace("\n\n\n\n", "\n\n\n");
    }
    text
}

/// Writes the functions of the template, with the parts that depend on the kind of label.
fn functions(recipe: &Recipe, code: &mut Code) {
    let [quality, rule, total] = recipe.of_label(
        [
            "Accuracy of linear discriminant analysis",
            "discriminant",
            "len",
        ],
        ["R² of linear regression", "regression", "sum_of_squares"],
    );
    fill!(code, "functions", {
        quality,
        rule,
        total,
        classes: recipe.has_classes(),
        tie: TIE,
        ridge: RIDGE,
        most: MOST,
        seed: SEED,
        halvings: HALVINGS,
    });
    code.line("\n");
}

/// Imports that `body` reads: plain ones first, as is usual, and one line for each module of the others.
fn imported(imports: impl Iterator<Item = String>, body: &str) -> String {
    let read = lean::names(body);
    let kept = imports.filter(|import| lean::is_imported_for(import, &read));
    let (plain, from): (BTreeSet<String>, BTreeSet<String>) =
        kept.partition(|line| line.starts_with("import"));
    let mut modules: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (module, name) in from.iter().filter_map(|line| line.split_once(" import ")) {
        modules.entry(module).or_default().push(name);
    }
    let from = modules
        .into_iter()
        .map(|(module, names)| format!("{module} import {}", names.join(", ")));
    plain.into_iter().chain(from).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_names_of_their_own() {
        let names = TEMPLATE.lines().filter_map(|line| line.strip_prefix("#: "));
        let mut known = BTreeSet::new();
        for name in names {
            assert!(known.insert(name), "{name}");
        }
    }
}
