//! Texts for kernels and rows, the same on screen and in figures.

use nalgebra::DMatrix;

use super::{Contributions, formula::switches};
use crate::{
    analysis::Analysis,
    panel::list::{Kind, PointSet},
    presented::Presented,
    setup::{View, clamp, plotted},
};
use chart::{count, number, percent};
use kernel_pca::{
    embedding::Embedding,
    kernel::{Kernel, KernelKind, KernelParameter, SecondKernel},
    method::Method,
    objects::{Labels, Objects},
};
use tabular::{Dataset, NewRows, called, printable::shortened, row_in_words};

/// Number of features named in a row's label before it says "…".
const FEATURES_IN_LABEL: usize = 6;

/// Largest number of letters of a string or name in a row's label; longer ones are shortened.
const STRING_IN_LABEL: usize = 60;

/// Numbers of rows and features, such as "n 150 · d 4".
#[must_use]
pub fn size(dataset: &Dataset) -> String {
    if dataset.has_features() {
        format!("n {} · d {}", count(dataset.n()), dataset.d())
    } else {
        format!("n {}", count(dataset.n()))
    }
}

/// Size of the data shown, such as "preview of 20,000 of 1,000,000 rows" where that is not all.
#[must_use]
pub fn shown_size(analysis: &Analysis) -> String {
    let dataset = &analysis.dataset;
    match analysis.drawn_of() {
        Some(all) => format!("preview of {} of {} rows", count(dataset.n()), count(all)),
        None => size(dataset),
    }
}

/// Name of the kernel with its parameters, such as "RBF, γ = 15".
#[must_use]
pub fn kernel_label(kernel: &Kernel) -> String {
    let values = kernel.parameters().into_iter().filter_map(|parameter| {
        let value = number(kernel.value(parameter)?);
        Some(match parameter {
            KernelParameter::Degree => format!("degree {value}"),
            _ => format!("{} = {value}", parameter.symbol()),
        })
    });
    let similarity = kernel.similarity();
    let similarity = similarity.map(|similarity| format!("S = {}", similarity.formula()));
    let spectrum = kernel.spectrum().filter(|spectrum| spectrum.all_lengths);
    let shorter = spectrum.map(|_| "all lengths up to it".to_owned());
    let values = values.chain(similarity).chain(shorter);
    let title = |kind: KernelKind| kind.presented().title_in_text;
    let mut name = title(kernel.kind()).to_owned();
    if let Some(SecondKernel { join, kind }) = kernel.second() {
        name = format!("{name} {} {}", join.name(), title(kind));
    }
    let parts: Vec<String> = std::iter::once(name).chain(values).collect();
    parts.join(", ") + switches(kernel.normalize(), kernel.center())
}

/// Parameter that a method's picture depends on most: the kernel, or the number of neighbours, such as "k = 12"; `None`
/// where it depends on neither.
pub fn parameters(method: Method, analysis: &Analysis) -> Option<String> {
    if method == Method::Kpca {
        Some(kernel_label(&analysis.kernel))
    } else if method.uses_neighbors_of(analysis.kernel.kind().takes()) {
        Some(format!("k = {}", analysis.manifold.neighbors))
    } else {
        None
    }
}

/// Label of a row in original units: "row 18 · virginica", then each feature in a line of its own; no features
/// where the row is a picture, which says more than its pixels' values.
///
/// An index past the end gives an empty text.
#[must_use]
pub fn row_label(analysis: &Analysis, row: usize) -> String {
    let dataset = &*analysis.dataset;
    if row >= dataset.n() {
        return String::new();
    }
    let mut lines = vec![row_title(analysis, row)];
    match &dataset.objects {
        Objects::Strings(strings) => lines.push(shortened(&strings[row], STRING_IN_LABEL)),
        Objects::Vectors | Objects::Matrix(_) | Objects::Graph(_) => {}
    }
    lines.extend(features(dataset, &dataset.x, row));
    lines.join("\n")
}

/// Label of a new row, in the form that [`row_label`] gives fitted rows.
#[must_use]
pub fn new_row_label(analysis: &Analysis, row: usize) -> String {
    let dataset = &*analysis.dataset;
    let Some(new) = analysis.new.as_ref().map(|new| &new.rows) else {
        return String::new();
    };
    if row >= new.n() {
        return String::new();
    }
    let mut lines = vec![new_row_title(analysis, row)];
    let string = new.strings.get(row);
    lines.extend(string.map(|string| shortened(string, STRING_IN_LABEL)));
    lines.extend(features(dataset, &new.x, row));
    lines.join("\n")
}

/// Title of a new row, such as "new row 18 · virginica" or "new: Setosa 17 · virginica", or of one that was left out,
/// such as "Hutt · left out of the fit"; empty where there are no new rows.
pub fn new_row_title(analysis: &Analysis, row: usize) -> String {
    let Some(new) = &analysis.new else {
        return String::new();
    };
    let NewRows {
        row_names,
        labels,
        row_ids,
        are_left_out,
        ..
    } = &*new.rows;
    let has_name = (row_names.as_ref()).is_some_and(|names| names.get(row).is_some());
    let beginning = if has_name { "new: " } else { "new " };
    let id = row_ids.get(row).copied().unwrap_or(row);
    let called = called(row_names.as_ref(), row, id);
    let titled = titled(&called, labels, row);
    if *are_left_out {
        return format!("{titled} · left out of the fit");
    }
    format!("{beginning}{titled}")
}

fn titled(called: &str, labels: &Labels, row: usize) -> String {
    let called = shortened(called, STRING_IN_LABEL);
    let label = label(labels, row).map(|label| format!(" · {label}"));
    called + &label.unwrap_or_default()
}

/// Values of a row of x, a line each; none of pictures.
fn features(dataset: &Dataset, x: &DMatrix<f64>, row: usize) -> Vec<String> {
    let names = &dataset.feature_names;
    if dataset.pictures.is_some() {
        return vec![];
    }
    let named = names.iter().take(FEATURES_IN_LABEL).enumerate();
    let mut lines: Vec<String> = named
        .map(|(j, name)| format!("{name} {}", number(x[(row, j)])))
        .collect();
    if names.len() > FEATURES_IN_LABEL {
        lines.push("…".into());
    }
    lines
}

/// Scores of a row on the components that the plots of scores show, its reconstruction error and its contributions to
/// components, a line each.
#[must_use]
pub fn row_scores(analysis: &Analysis, view: &View, row: usize) -> Vec<String> {
    if row >= analysis.dataset.n() {
        return vec![];
    }
    let novelty = analysis.explain.novelty.as_ref();
    let error = novelty.and_then(|it| it.fitted.get(row));
    let mut lines = scores_in_sight(analysis, view, error, |_, embedding, j| {
        Some(embedding.score(row, j))
    });
    lines.extend(contributed(analysis, view, row));
    lines
}

/// Line on the contributions of a row to the components that the plot of correspondence analysis shows; `None` without
/// such an analysis.
fn contributed(analysis: &Analysis, view: &View, row: usize) -> Option<String> {
    let found = Contributions::in_sight(analysis, view)?;
    let shares = found.rows.get(row)?.iter().zip(&found.components);
    let said = shares.map(|(share, &k)| format!("{} to {}", percent(*share), k + 1));
    Some(format!(
        "contributes {}",
        said.collect::<Vec<_>>().join(", ")
    ))
}

/// Scores of a new row on the components that the plots of scores show, and its reconstruction error, a line each.
#[must_use]
pub fn new_row_scores(analysis: &Analysis, view: &View, row: usize) -> Vec<String> {
    let novelty = analysis.explain.novelty.as_ref();
    let error = novelty.and_then(|it| it.of_new().get(row));
    scores_in_sight(analysis, view, error, |method, _, j| {
        let scores = analysis.projected(method)?.ok()?;
        scores.get((row, j)).copied()
    })
}

/// Lines for the components that a plot of scores shows, with the value that `score` gives each, and for the
/// reconstruction error.
fn scores_in_sight(
    analysis: &Analysis,
    view: &View,
    error: Option<&f64>,
    score: impl Fn(Method, &dyn Embedding, usize) -> Option<f64>,
) -> Vec<String> {
    let score = &score;
    let lines = analysis.embeddings().flat_map(|(method, embedding)| {
        let count = embedding.eigenvalues().len();
        let plotted = clamp(view.axes(method), count).map_or([None; 2], plotted);
        let mut components: Vec<usize> = plotted.into_iter().flatten().collect();
        // A view of space shows the third component too.
        let space = Kind::Space(PointSet::Scores(method));
        let in_space = view.panels.iter().any(|panel| panel.kind() == space);
        if in_space && count > 2 && !components.contains(&2) {
            components.push(2);
        }
        components.into_iter().filter_map(move |j| {
            let score = number(score(method, embedding, j)?);
            Some(format!("{}{} {score}", method.presented().component, j + 1))
        })
    });
    let error = error.map(|error| format!("reconstruction error {}", number(*error)));
    lines.chain(error).collect()
}

/// First line of a row's label: "Setosa 17 · virginica", its name, and its label; "row 18 · virginica" where it has no
/// name. Empty past the end.
pub fn row_title(analysis: &Analysis, row: usize) -> String {
    let dataset = &analysis.dataset;
    if row >= dataset.n() {
        return String::new();
    }
    titled(&row_in_words(dataset, row), &dataset.labels, row)
}

/// Label of a row in words.
fn label(labels: &Labels, row: usize) -> Option<String> {
    match labels {
        Labels::None => None,
        Labels::Classes { names, codes, .. } => Some(match codes[row] {
            Some(code) => names[code].clone(),
            None => Labels::NO_LABEL.into(),
        }),
        Labels::Continuous { values, .. } if values[row].is_nan() => Some(Labels::NO_LABEL.into()),
        Labels::Continuous { column, values } => Some(format!("{column} {}", number(values[row]))),
    }
}

/// Title of a chart without the data's name and the kernel, for where there is little room and the window says
/// both elsewhere.
#[must_use]
pub fn brief_title(title: &str, analysis: &Analysis) -> String {
    let elsewhere = [
        analysis.dataset.name.clone(),
        kernel_label(&analysis.kernel),
    ];
    let parts = title.split(" · ").enumerate();
    let kept: Vec<&str> = parts
        .filter(|(i, part)| *i == 0 || !elsewhere.iter().any(|said| said == part))
        .map(|(_, part)| part)
        .collect();
    kept.join(" · ")
}

/// Ever shorter titles, for where there is ever less room: the brief one, that with numbers alone in its parts
/// ("Linear PCA · 79.3 %"), that with a shorter name, and then ever fewer parts, down to the name.
pub fn shorter_titles(title: &str, analysis: &Analysis) -> impl Iterator<Item = String> {
    let brief = brief_title(title, analysis);
    let numbers = brief
        .replace(" · separates ", " · ")
        .replace(" · new rows ", " · new ");
    let ends: Vec<usize> = numbers.rmatch_indices(" · ").map(|(end, _)| end).collect();
    let cut: Vec<String> = ends
        .into_iter()
        .map(|end| numbers[..end].to_owned())
        .collect();
    let shortest = numbers
        .replace("Kernel PCA · ", "Kernel · ")
        .replace("Linear PCA · ", "Linear · ")
        .replace("Locally linear embedding · ", "LLE · ");
    [brief, numbers, shortest].into_iter().chain(cut)
}

/// Ever shorter titles of a picture that lags behind the setup, each with the picture's kernel or that kernel's
/// parameters.
pub fn dated_titles(title: &str, kernel: &Kernel) -> Vec<String> {
    let kernel = kernel_label(kernel);
    if title.contains(&kernel) {
        return vec![title.to_owned()];
    }
    let name = title.split(" · ").next().unwrap_or_default();
    let short = if name == "Kernel PCA" { "Kernel" } else { name };
    let parameters = kernel.split_once(", ").map_or(&*kernel, |(_, after)| after);
    vec![
        format!("{title} · {kernel}"),
        format!("{name} · {kernel}"),
        format!("{name} · {parameters}"),
        format!("{short} · {parameters}"),
        parameters.to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        panel::Panel,
        setup::{ScoreAxes, example},
        view::testing,
    };
    use kernel_pca::kpca::Tier;

    #[test]
    fn rows_say_their_label_and_their_first_features() {
        let analysis = testing::classes(3, 8);
        let label = row_label(&analysis, 2);
        assert!(label.starts_with("row 3 · class 0\nf0 "), "{label}");
        assert!(label.ends_with("\n…") && label.contains("f5 ") && !label.contains("f6 "));
        assert_eq!(row_label(&analysis, 3), "");
    }

    #[test]
    fn nodes_go_by_their_names_everywhere() {
        let setup = example("five-nodes").unwrap().setup;
        let run = Analyzer::default().run(&setup, Tier::Exact, &|| false);
        let analysis = run.unwrap();
        let titles: Vec<_> = (0..5).map(|row| row_title(&analysis, row)).collect();
        // In the order in which the edges name them.
        let names = ["node 1", "node 3", "node 4", "node 2", "node 5"];
        assert_eq!(titles, names);
        assert_eq!(row_label(&analysis, 1), "node 3");
    }

    #[test]
    fn rows_say_their_scores_on_the_axes_shown() {
        let analysis = testing::classes(6, 3);
        let mut view = View::default();
        let scores = analysis.kpca.scores();
        let lines = row_scores(&analysis, &view, 4);
        assert_eq!(lines.len(), 4);
        assert_eq!(
            lines[0],
            format!("PC1 {}", number(analysis.pca.scores[(4, 0)]))
        );
        assert_eq!(lines[2], format!("kernel PC1 {}", number(scores[(4, 0)])));
        view.kpca = ScoreAxes::Strip(2);
        view.panels.push(Panel::Pca3d);
        let lines = row_scores(&analysis, &view, 4);
        assert_eq!(
            lines[2],
            format!("PC3 {}", number(analysis.pca.scores[(4, 2)]))
        );
        assert_eq!(lines[3], format!("kernel PC3 {}", number(scores[(4, 2)])));
        assert_eq!(lines.len(), 4);
        assert!(row_scores(&analysis, &view, 6).is_empty());
    }

    #[test]
    fn titles_of_what_lags_behind_say_its_kernel() {
        let kernel = Kernel::rbf(0.5);
        let said = dated_titles("Kernel PCA · separates 94.5 %", &kernel);
        assert_eq!(said[1], "Kernel PCA · RBF, γ = 0.5");
        assert_eq!(said[3], "Kernel · γ = 0.5");
        assert_eq!(said.last().map(String::as_str), Some("γ = 0.5"));
        let whole = "Kernel PCA · RBF, γ = 0.5 · separates 94.5 %";
        assert_eq!(dated_titles(whole, &kernel), [whole]);
    }

    #[test]
    fn a_brief_title_leaves_out_what_the_window_says_elsewhere() {
        let analysis = testing::classes(3, 2);
        let kernel = kernel_label(&analysis.kernel);
        let title = format!("Kernel PCA · {kernel} · separates 79.3 %");
        assert_eq!(
            brief_title(&title, &analysis),
            "Kernel PCA · separates 79.3 %"
        );
        let title = format!("Input · {}", analysis.dataset.name);
        assert_eq!(brief_title(&title, &analysis), "Input");
        assert_eq!(brief_title("Linear PCA", &analysis), "Linear PCA");
        let title = format!("Kernel PCA · {kernel} · separates 79.3 % · new rows 70.0 %");
        let shorter: Vec<String> = shorter_titles(&title, &analysis).collect();
        assert_eq!(
            shorter,
            [
                "Kernel PCA · separates 79.3 % · new rows 70.0 %",
                "Kernel PCA · 79.3 % · new 70.0 %",
                "Kernel · 79.3 % · new 70.0 %",
                "Kernel PCA · 79.3 %",
                "Kernel PCA",
            ]
        );
    }

    #[test]
    fn kernels_are_named_with_the_parameters_they_use() {
        assert_eq!(kernel_label(&Kernel::rbf(15.0)), "RBF, γ = 15");
        let poly = Kernel::poly(0.25, 2, -1.0);
        assert_eq!(
            kernel_label(&poly),
            "polynomial, degree 2, γ = 0.25, c₀ = −1"
        );
    }
}
