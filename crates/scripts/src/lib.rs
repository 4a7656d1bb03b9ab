//! The picture as code: a short script for scikit-learn, the package `kpca` or kernlab that gives the same numbers.

#![forbid(unsafe_code)]

#[macro_use(listed)]
extern crate listed;

mod plots;
mod python;
mod r;
mod recipe;
mod template;
mod written;

use std::path::Path;

use recipe::Recipe;

use chart::{Paint, Ranges, paint_hex as hex};
use explorer::{
    analysis::Analysis,
    caption::caption,
    setup::{Panel, Setup},
};
use kernel_pca::{
    kernel::{Join, Kernel},
    objects::Labels,
};
use tabular::{Decimal, Delimiter, Reading, printable::printable};

listed! {
    /// Language of a script.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Language {
        /// Python with scikit-learn, matplotlib for the picture, and pandas where a file is read.
        Python => "python",
        /// Python with kernel PCA by this project's package `kpca`, and all else as in [`Self::Python`].
        Kpca => "kpca",
        /// R with kernlab; data that R cannot make or read stand in a table beside the script.
        R => "r",
    }
    /// Name on the command line.
    fn name
}

impl Language {
    /// Name in menus.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Python => "Python (scikit-learn)",
            Self::Kpca => "Python (kpca)",
            Self::R => "R (kernlab)",
        }
    }
}

/// Writes a script that loads the data of `setup`, fits the same kernel PCA and draws the same panels, those in `zooms`
/// within the ranges given there. A script in R reads its data from `table` where [`reads_table`] says so.
#[must_use]
pub fn script(
    language: Language,
    setup: &Setup,
    analysis: &Analysis,
    zooms: &[(Panel, Ranges)],
    table: &Path,
) -> String {
    let recipe = Recipe::new(language, setup, analysis, zooms);
    match language {
        Language::Python | Language::Kpca => python::script(&recipe),
        Language::R => r::script(&recipe, table),
    }
}

/// Returns true where a script reads its data from a table that this program writes, as some in R do.
#[must_use]
pub fn reads_table(language: Language, setup: &Setup, analysis: &Analysis) -> bool {
    language == Language::R && r::reads_table(&Recipe::new(language, setup, analysis, &[]))
}

/// Default name of the table that a script reads.
#[must_use]
pub fn table_name(setup: &Setup) -> String {
    format!("{}-data.csv", setup.source.short_name())
}

/// Character that separates columns of a file; `None` for any run of blanks.
fn separator(reading: &Reading) -> Option<char> {
    match (reading.delimiter, reading.decimal) {
        (Some(Delimiter::Blank), _) => None,
        (Some(Delimiter::Character(byte)), _) => Some(char::from(byte)),
        // In a single column nothing may part what commas are part of.
        (None, Decimal::Comma) => Some(';'),
        (None, Decimal::Point) => Some(','),
    }
}

/// Items of two lists: the names of the classes, each made a literal by `literal`, and their colours; where rows
/// without a label exist, they come last.
fn palette(names: &[String], unlabelled: bool, literal: impl Fn(&str) -> String) -> [String; 2] {
    let last = unlabelled.then_some((Labels::NO_LABEL, Paint::Unlabelled));
    let classes = names.iter().enumerate();
    let classes = classes.map(|(class, name)| (name.as_str(), Paint::Class(class)));
    let (names, colors): (Vec<_>, Vec<_>) = classes
        .chain(last)
        .map(|(name, paint)| (literal(name), format!("\"{}\"", hex(paint))))
        .unzip();
    [names.join(", "), colors.join(", ")]
}

/// Text of a number with as many digits as a plot can show.
fn rounded(value: f64) -> String {
    let rounded: f64 = format!("{value:.8e}").parse().unwrap_or(value);
    format!("{rounded:?}")
}

/// Words joined by a mark, or by a line break where a line would be too long with the next.
fn broken(
    words: impl Iterator<Item = String>,
    mark: &str,
    line_break: &str,
    width: usize,
) -> String {
    let mut text = String::new();
    let mut line = 0;
    for word in words {
        let length = word.chars().count();
        if !text.is_empty() {
            let fits = line + length < width;
            text += if fits { mark } else { line_break };
            line = if fits { line + mark.len() } else { 0 };
        }
        line += length;
        text += &word;
    }
    text
}

/// Comment in both languages; a line break in a name must not end it.
fn comment(text: &str) -> String {
    format!("# {}", printable(text))
}

/// Positions as an index of Python: `[0, 2]`, or `0:4` where four or more follow each other.
fn index(positions: &[usize]) -> String {
    let follows = positions.windows(2).all(|pair| pair[1] == pair[0] + 1);
    match positions {
        [first, _, _, .., last] if follows => format!("{first}:{}", last + 1),
        _ => format!("{positions:?}"),
    }
}

/// First lines of a script: the data, what it computes with, and the caption of the picture.
fn head(with: &str, recipe: &Recipe) -> String {
    let name = &recipe.analysis.dataset.name;
    let caption = caption(
        recipe.setup,
        recipe.analysis,
        &recipe.setup.view.panels,
        true,
    );
    let first = comment(&format!("{name} with {with}, as in Kernel PCA Explorer"));
    format!("{first}\n{}\n", comment(&caption))
}

/// Code of a kernel from that of its one or two parts.
fn of_parts(kernel: Kernel, code: impl Fn(Kernel) -> String) -> String {
    let parts: Vec<String> = kernel.parts().into_iter().map(code).collect();
    match kernel.second().map(|second| second.join) {
        Some(Join::Times) => format!("({})", parts.join(") * (")),
        Some(Join::Plus) | None => parts.join(" + "),
    }
}

/// Code of a kernel with the values of its parameters; `gamma` stays a variable.
fn with_values(kernel: Kernel, code: &str) -> String {
    let values = kernel.parameters().into_iter();
    values.fold(code.to_owned(), |code, parameter| {
        let value = kernel.value(parameter).unwrap_or_default();
        let value = if parameter.rule().is_whole() {
            value.to_string()
        } else {
            format!("{value:?}")
        };
        code.replace(&format!("{{{}}}", parameter.name()), &value)
    })
}
