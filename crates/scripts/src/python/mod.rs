//! Scripts in Python, with scikit-learn's own `KernelPCA` or that of the package `kpca`.
//!
//! Scripts are made of sections in files of Python: `functions.py`, which need nothing of a picture but its
//! variables, `numbers.py`, the computations in the order of their needs, and `panels.py`, the plots. The modules here
//! give these their values, and `lean` keeps what the picture reads.

mod computed;
mod curves;
mod data;
mod dots;
mod kernel;
mod lean;
mod objects;
mod picture;

use std::collections::BTreeSet;

use super::{
    Language, head,
    recipe::Recipe,
    template::{Code, SectionValues, fill, values},
};
use explorer::{analysis::PinnedAnalysis, panel::Content, presented::Presented};
use kernel_pca::{
    explain::{
        separation::{HALVINGS, MOST_SCORED_COMPONENTS, RIDGE, SEED},
        trust::MOST_NEIGHBORS,
    },
    objects::Labels,
};

const TEMPLATE: &str = concat!(
    include_str!("functions.py"),
    include_str!("numbers.py"),
    include_str!("panels.py")
);

/// Import of scikit-learn's kernel PCA; `BY_KPCA` takes its place in scripts with the package `kpca`.
const SKLEARN: &str = "from sklearn.decomposition import KernelPCA";
const BY_KPCA: [&str; 2] = [
    "from kpca import KernelPCA",
    "from sklearn.decomposition import KernelPCA as SklearnKernelPCA",
];

pub(super) fn script(recipe: &Recipe) -> String {
    let mut values = computed::values(recipe);
    values.extend(dots::values(recipe));
    let mut numbers = code_of(recipe, values);
    fill!(numbers, "functions", {
        separation_ridge: RIDGE,
        most: MOST_SCORED_COMPONENTS,
        most_neighbors: MOST_NEIGHBORS,
        seed: SEED,
        halvings: HALVINGS,
        least: if recipe.analysis.kernel.takes_negative_values() { "-np.inf" } else { "0" },
    });
    numbers.line("\n");
    data::new_rows(recipe, &mut numbers);
    fits(recipe, &mut numbers);
    for plot in &recipe.plots {
        if let Content::Pinned(analysis, _) = plot.content {
            pinned(analysis, recipe.language, &mut numbers);
        }
    }
    fill!(numbers, "computed", {});
    let mut picture = numbers.another();
    picture::picture(recipe, &mut picture);
    let read = lean::read_by(&numbers.body, &picture.body);
    let body = format!("{}\n\n# the picture\n{}", read.trim(), picture.body);
    let imports = include_str!("imports.py").lines();
    let imports = imports.flat_map(|import| match import {
        SKLEARN if recipe.is_by_kpca() => BY_KPCA.map(str::to_owned).to_vec(),
        import => vec![import.to_owned()],
    });
    let with = if recipe.is_by_kpca() {
        "kpca and scikit-learn 1.9"
    } else {
        "scikit-learn 1.9"
    };
    let mut text = format!(
        "{}{}\n\n\n{}",
        head(with, recipe).trim_end(),
        imported(imports.chain(numbers.imports), &body),
        body.trim_start()
    );
    while text.contains("\n\n\n\n") {
        text = text.replace("\n\n\n\n", "\n\n\n");
    }
    text
}

/// Makes code with the values of the recipe and of its fits, and the imports of its methods.
fn code_of(recipe: &Recipe, more: SectionValues) -> Code {
    let mut values = recipe.values();
    values.extend(kernel::values(recipe));
    values.extend(recipe.made.iter().flat_map(data::prepared));
    values.extend(more);
    let mut code = Code::new(TEMPLATE, values);
    let parts = recipe.analysis.kernel.parts().into_iter();
    let of_kernels = parts.filter_map(|part| part.kind().presented().python.import);
    let methods = recipe.other_methods();
    let of_methods =
        methods.filter_map(|(method, _)| Some(method.presented().python.as_ref()?.imports));
    let imports = of_kernels.chain(of_methods.flatten().copied());
    code.imports.extend(imports.map(str::to_owned));
    code
}

/// Writes the data, scaled, and both fits.
fn fits(recipe: &Recipe, code: &mut Code) {
    data::data(recipe, code);
    data::scaling(recipe, code);
    fill!(code, "fit", {});
}

/// Writes a function for data and scores of a pinned picture.
fn pinned(pinned: &PinnedAnalysis, language: Language, code: &mut Code) {
    let Ok(shown) = &pinned.shown else { return };
    let recipe = Recipe::new(language, &pinned.picture.setup, shown, &[]);
    let mut inside = code_of(&recipe, values! {});
    fits(&recipe, &mut inside);
    code.imports.extend(inside.imports);
    let prefix = dots::prefix(pinned);
    let mut names = vec!["data", "pca_scores", "scores"];
    if !matches!(shown.dataset.labels, Labels::None) {
        names.push("label");
    }
    let prefixed: Vec<String> = names.iter().map(|name| format!("{prefix}{name}")).collect();
    let names = names.join(", ");
    fill!(code, "pinned", {
        letter: pinned.picture.letter.to_string(),
        body: lean::read_by(&inside.body, &names).trim(),
        names,
        prefixed: prefixed.join(", "),
        prefix,
        linked: pinned.linked,
    });
}

/// Imports that `body` reads: plain ones first, as is usual, and one line for each module of the others.
fn imported(imports: impl Iterator<Item = String>, body: &str) -> String {
    let read = lean::names(body);
    // The name that it gives stands last.
    let is_read = |import: &String| {
        import
            .rsplit(' ')
            .next()
            .is_some_and(|it| read.contains(it))
    };
    let kept = imports.filter(is_read);
    let kept: BTreeSet<_> = kept
        .map(|import| (import.starts_with("from"), import))
        .collect();
    let (mut text, mut module) = (String::new(), "");
    for (_, import) in &kept {
        match import.split_once(" import ") {
            Some((from, name)) if from == module => text.extend([", ", name]),
            parts => {
                text.extend(["\n", import]);
                module = parts.map_or("", |(from, _)| from);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use tabular::Rewritten;

    #[test]
    fn every_format_that_is_rewritten_has_its_reader() {
        let functions = include_str!("functions.py");
        for format in Rewritten::ALL {
            let head = format!("def {}(path):", format.spec().name);
            assert!(functions.contains(&head), "{head}");
        }
    }
}
