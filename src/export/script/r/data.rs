//! The data in R: generated as scikit-learn does, shipped with the script, or read from a file.

use std::path::Path;

use super::{
    ColumnChoice, POINTS_IN_LINE, Recipe, arguments, comment, list, not_in_r, objects, quoted,
    separator,
};
use crate::data::{
    AddedNoise, ArgumentValue, Builtin, Drawing, Generator, NoiseKind, Reading, ShapeSpec, Source,
    TextEncoding, missing_spellings,
};

/// `NumPy`'s legacy random stream, which `data::numpy_random` has in Rust.
const RANDOM: &str = "\
# NumPy's random numbers, which scikit-learn draws: R has the same Mersenne twister, but fills it
# from a seed in another way
random_state <- function(seed) {
  words <- seed
  for (i in 1:623) {
    # 1812433253 * (x xor x >> 30) + i, modulo 2^32
    x <- words[i]
    x <- x - x %% 4 + bitwXor(x %% 4, x %/% 2^30)
    high <- (1812433253 * (x %/% 2^16)) %% 2^16
    words[i + 1] <- (high * 2^16 + 1812433253 * (x %% 2^16) + i) %% 2^32
  }
  set.seed(1, \"Mersenne-Twister\")
  # as integers with a sign; the bits of -2^31 are those of NA
  signed <- suppressWarnings(as.integer(words - ifelse(words < 2^31, 0, 2^32)))
  assign(\".Random.seed\", c(.Random.seed[1], 624L, signed), globalenv())
}
words <- function(n) round(runif(n) * 2^32)
uniform <- function(n) {
  pairs <- matrix(words(2 * n), 2)
  (pairs[1, ] %/% 2^5 * 2^26 + pairs[2, ] %/% 2^6) / 2^53
}
# Marsaglia's polar method, the second value of a pair first
normal <- function(n) {
  values <- numeric(2 * ceiling(n / 2))
  for (i in seq(1, length(values), by = 2)) {
    repeat {
      pair <- 2 * uniform(2) - 1
      square <- pair[1] * pair[1] + pair[2] * pair[2]
      if (square < 1 && square != 0) break
    }
    values[c(i + 1, i)] <- sqrt(-2 * log(square) / square) * pair
  }
  values[seq_len(n)]
}";

const PERMUTATION: &str = "\
permutation <- function(n) {
  order <- seq_len(n)
  for (i in rev(seq_len(n - 1))) {
    repeat {
      j <- words(1) %% 2^ceiling(log2(i + 1))
      if (j <= i) break
    }
    order[c(i, j) + 1] <- order[c(j, i) + 1]
  }
  order
}";

/// Noise that is added to the features.
pub(super) fn noise(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let Some(AddedNoise { kind, amount, seed }) = recipe.added_noise() else {
        return;
    };
    if !matches!(recipe.setup.source, Source::Generated(_)) {
        line(RANDOM);
    }
    line(&format!("random_state({seed})"));
    match kind {
        NoiseKind::Gaussian => line(&format!(
            "X <- X + {amount:?} * matrix(normal(length(X)), nrow(X), byrow = TRUE)"
        )),
        NoiseKind::SaltPepper => {
            let half = amount / 2.0;
            line("drawn <- matrix(uniform(length(X)), nrow(X), byrow = TRUE)");
            line("low <- matrix(apply(X, 2, min), nrow(X), ncol(X), byrow = TRUE)");
            line("high <- matrix(apply(X, 2, max), nrow(X), ncol(X), byrow = TRUE)");
            line(&format!(
                "X <- ifelse(drawn < {half:?}, low, ifelse(drawn >= {:?}, high, X))",
                1.0 - half
            ));
        }
    }
}

pub(super) fn data(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    if recipe.is_of_objects() {
        // An adjacency matrix is read as any other.
        if let Some(path) = recipe.adjacency_file() {
            file(path, recipe, line);
        }
        return objects::objects(recipe, line);
    }
    match &recipe.setup.source {
        Source::Generated(generator) => generated(generator, line),
        Source::Builtin(builtin) => shipped(*builtin, line),
        Source::Drawn(drawing) => drawn(drawing, line),
        Source::File(data) => {
            file(&data.path, recipe, line);
            if recipe.labels_file().is_some() {
                objects::labels(recipe, line);
                if recipe.leaves_out_rows() {
                    line("label <- label[kept]");
                }
            }
            return;
        }
    }
    let features = list(&recipe.features, 1);
    match recipe.choice() {
        ColumnChoice::Everything => {}
        ColumnChoice::OfFeatures => line(&format!("X <- X[, c({features}), drop = FALSE]")),
        ColumnChoice::OfAllColumns => {
            line("columns <- cbind(X, as.numeric(label))");
            line(&format!("X <- columns[, c({features}), drop = FALSE]"));
            if let Some(label) = recipe.label {
                line(&format!("label <- columns[, {}]", label + 1));
            }
        }
    }
}

fn generated(generator: &Generator, line: &mut impl FnMut(&str)) {
    let ShapeSpec { function, r, .. } = generator.shape.spec();
    line(RANDOM);
    if r.iter().any(|lines| lines.contains("permutation(")) {
        line(PERMUTATION);
    }
    line(&format!(
        "\n{}",
        comment(&format!(
            "as scikit-learn's {function}({})",
            arguments(generator)
        ))
    ));
    for (name, value) in generator.arguments() {
        line(&match (name, value) {
            ("random_state", ArgumentValue::Count(seed)) => format!("random_state({seed})"),
            (_, ArgumentValue::Count(count)) => format!("{name} <- {count}"),
            (_, ArgumentValue::Real(value)) => format!("{name} <- {value:?}"),
        });
    }
    for lines in *r {
        line(lines);
    }
}

fn shipped(builtin: Builtin, line: &mut impl FnMut(&str)) {
    for lines in (builtin.spec().r)() {
        line(&lines);
    }
}

/// The points themselves.
fn drawn(drawing: &Drawing, line: &mut impl FnMut(&str)) {
    line("# two coordinates and the class of each");
    line("points <- matrix(ncol = 3, byrow = TRUE, c(");
    let last = drawing.points.len().div_ceil(POINTS_IN_LINE);
    for (i, points) in drawing.points.chunks(POINTS_IN_LINE).enumerate() {
        let points = points.iter().map(|point| {
            let [x, y] = point.at;
            format!("{x:?}, {y:?}, {}", point.class)
        });
        let comma = if i + 1 < last { "," } else { "" };
        line(&format!(
            "  {}{comma}",
            points.collect::<Vec<_>>().join(", ")
        ));
    }
    line("))");
    line("X <- points[, 1:2, drop = FALSE]");
    line("label <- points[, 3]");
}

fn file(path: &Path, recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let Some(reading) = recipe.reading else {
        line("stop(\"R reads no .npy file by itself: save the array as CSV\")");
        return;
    };
    if let Some(reason) = not_in_r(reading) {
        line(&reason);
        return;
    }
    let missing: Vec<String> = missing_spellings().map(quoted).collect();
    let missing = format!("na.strings = c({})", missing.join(", "));
    read_table("table", path, reading, &missing, line);
    if reading.grouped {
        line("# numbers in groups of three digits come as text");
        line(&format!(
            "ungrouped <- function(v) as.numeric(sub(\"{}\", \".\", gsub(\"{}\", \"\", v, fixed = TRUE), fixed = TRUE))",
            reading.decimal.sign(),
            reading.decimal.other().sign(),
        ));
        line(&format!(
            "for (j in c({})) if (is.character(table[, j])) table[, j] <- ungrouped(table[, j])",
            list(&numeric(recipe), 1)
        ));
    }
    if reading.percent || reading.respelled {
        line(
            "# numbers with a percent sign, a typeset minus sign or Fortran's exponent come as text",
        );
        line(&format!(
            "plain <- function(v) as.numeric(gsub(\"[dD]([-+0-9])\", \"e\\\\1\", gsub(\"{}\", \".\", sub(\" *%$\", \"\", gsub(\"\\u2212\", \"-\", v)), fixed = TRUE)))",
            reading.decimal.sign()
        ));
        line(&format!(
            "for (j in c({})) if (is.character(table[, j])) table[, j] <- plain(table[, j])",
            list(&numeric(recipe), 1)
        ));
    }
    let spelled = recipe.label.filter(|_| recipe.has_class_spelled_missing());
    if spelled.is_some() {
        line("# a class is spelled as \"no value\" is");
        let texts = "colClasses = \"character\", na.strings = \"\"";
        read_table("texts", path, reading, texts, line);
    }
    if recipe.leaves_out_rows() {
        line("# rows that lack a feature are left out");
        line(&format!(
            "kept <- complete.cases(table[, c({})])",
            list(&recipe.features, 1)
        ));
        line("table <- table[kept, ]");
        if spelled.is_some() {
            line("texts <- texts[kept, ]");
        }
    }
    line(&format!(
        "X <- as.matrix(table[, c({}), drop = FALSE])",
        list(&recipe.features, 1)
    ));
    if let Some(label) = recipe.label {
        let from = if spelled.is_some() { "texts" } else { "table" };
        line(&format!("label <- {from}[, {}]", label + 1));
    }
}

/// A variable with the file's cells; `cells` says what they are.
fn read_table(
    variable: &str,
    path: &Path,
    reading: &Reading,
    cells: &str,
    line: &mut impl FnMut(&str),
) {
    line(&format!("{variable} <- read.table("));
    line(&format!("  {},", quoted(&path.display().to_string())));
    line(&format!(
        "  sep = {}, dec = \"{}\", quote = \"\\\"\", comment.char = \"\", skip = {},",
        quoted(&separator(reading)),
        reading.decimal.sign(),
        reading.skipped_lines
    ));
    if reading.coding.encoding != TextEncoding::Utf8 {
        line("  fileEncoding = \"UTF-16\",");
    }
    line(&format!("  strip.white = TRUE, {cells}"));
    line(")");
}

/// The features, and the label where it is a number.
fn numeric(recipe: &Recipe) -> Vec<usize> {
    let columns = recipe.analysis.table.columns();
    let label = recipe.label.filter(|&label| columns[label].is_numeric());
    recipe.features.iter().copied().chain(label).collect()
}
