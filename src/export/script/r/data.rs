//! The data in R: generated as scikit-learn does, shipped with the script, or read from a file.

use std::path::Path;

use super::{Choice, Recipe, arguments, comment, function, list, quoted};
use crate::data::{Builtin, Decimal, Delimiter, Generator, Parameter, Shape, Source};

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

/// The points of two curves, given as functions of how many there are, shuffled, with noise.
const TWO_CURVES: &str = "\
counts <- c(n_samples %/% 2, n_samples - n_samples %/% 2)
X <- rbind(first(counts[1]), second(counts[2]))
label <- rep(0:1, counts)
order <- permutation(n_samples)
X <- X[order, , drop = FALSE] + noise * matrix(normal(2 * n_samples), ncol = 2, byrow = TRUE)
label <- label[order]";

const MOONS: &str = "\
turn <- function(n) (seq_len(n) - 1) * (pi / max(n - 1, 1))
first <- function(n) cbind(cos(turn(n)), sin(turn(n)))
second <- function(n) cbind(1 - cos(turn(n)), 1 - sin(turn(n)) - 0.5)";

const CIRCLES: &str = "\
turn <- function(n) (seq_len(n) - 1) * (2 * pi / max(n, 1))
first <- function(n) cbind(cos(turn(n)), sin(turn(n)))
second <- function(n) factor * first(n)";

const SWISS_ROLL: &str = "\
label <- 1.5 * pi * (1 + 2 * uniform(n_samples))
height <- 21 * uniform(n_samples)
X <- cbind(label * cos(label), height, label * sin(label))
X <- X + noise * matrix(normal(3 * n_samples), ncol = 3)";

const BLOBS: &str = "\
middles <- matrix(20 * uniform(2 * centers) - 10, ncol = 2, byrow = TRUE)
extra <- seq_len(centers) <= n_samples %% centers
label <- rep(seq_len(centers) - 1, n_samples %/% centers + extra)
X <- matrix(normal(2 * n_samples), ncol = 2, byrow = TRUE)
X <- middles[label + 1, , drop = FALSE] + cluster_std * X
order <- permutation(n_samples)
X <- X[order, , drop = FALSE]
label <- label[order]";

/// The values 0 to 16 of a pixel as one letter each.
const PIXELS: &str = "0123456789abcdefg";

pub(super) fn data(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    match &recipe.setup.source {
        Source::Generated(generator) => generated(generator, line),
        Source::Builtin(builtin) => shipped(*builtin, line),
        Source::File(data) => return file(&data.path, recipe, line),
    }
    let features = list(&recipe.features, 1);
    match recipe.choice() {
        Choice::Everything => {}
        Choice::OfFeatures => line(&format!("X <- X[, c({features}), drop = FALSE]")),
        Choice::OfAllColumns => {
            line("columns <- cbind(X, as.numeric(label))");
            line(&format!("X <- columns[, c({features}), drop = FALSE]"));
            if let Some(label) = recipe.label {
                line(&format!("label <- columns[, {}]", label + 1));
            }
        }
    }
}

fn generated(generator: &Generator, line: &mut impl FnMut(&str)) {
    line(RANDOM);
    if generator.shape != Shape::SwissRoll {
        line(PERMUTATION);
    }
    line(&format!(
        "\n{}",
        comment(&format!(
            "as scikit-learn's {}({})",
            function(generator.shape),
            arguments(generator)
        ))
    ));
    for (name, value) in generator.parameters() {
        line(&match (name, value) {
            ("random_state", Parameter::Count(seed)) => format!("random_state({seed})"),
            (_, Parameter::Count(count)) => format!("{name} <- {count}"),
            (_, Parameter::Real(value)) => format!("{name} <- {value:?}"),
        });
    }
    match generator.shape {
        Shape::Moons => line(MOONS),
        Shape::Circles => line(CIRCLES),
        Shape::SwissRoll => line(SWISS_ROLL),
        Shape::Blobs => line(BLOBS),
    }
    if matches!(generator.shape, Shape::Moons | Shape::Circles) {
        line(TWO_CURVES);
    }
}

fn shipped(builtin: Builtin, line: &mut impl FnMut(&str)) {
    match builtin {
        Builtin::Wine => return wine(line),
        Builtin::Digits => return digits(line),
        Builtin::Iris | Builtin::IrisUci | Builtin::NonlinearIris => {}
    }
    line("X <- as.matrix(iris[, 1:4])");
    line("label <- iris$Species");
    if builtin != Builtin::Iris {
        line("X[35, 4] <- 0.1  # UCI's file differs from Fisher's table in two rows");
        line("X[38, 2:3] <- c(3.1, 1.5)");
    }
    if builtin == Builtin::NonlinearIris {
        line("a <- X[, 1] - mean(X[, 1])");
        line("b <- X[, 2] - mean(X[, 2])");
        line("X <- scale(cbind(0.2 * a^2 + b^2 + 0.1 * a * b, b), scale = FALSE)");
    }
}

/// R comes without this table, so the script holds it.
fn wine(line: &mut impl FnMut(&str)) {
    line("# as scikit-learn ships it");
    line(&format!(
        "table <- read.csv(text = \"{}\")",
        Builtin::Wine.csv().trim_end()
    ));
    line("X <- as.matrix(table[, -ncol(table)])");
    line("label <- match(table$class, sort(unique(table$class))) - 1");
}

/// Likewise, with a row of letters for each image, which take half the room of numbers.
fn digits(line: &mut impl FnMut(&str)) {
    line("# as scikit-learn ships it: 64 pixels, each from 0 to 16 as 0 to g, and the digit");
    line("images <- c(");
    let letter = |cell: &str| {
        let value: usize = cell.parse().ok()?;
        PIXELS.get(value..=value)
    };
    let rows: Vec<String> = Builtin::Digits
        .csv()
        .lines()
        .skip(1)
        .map(|row| row.split(',').filter_map(letter).collect())
        .map(|row: String| format!("  \"{row}\""))
        .collect();
    line(&rows.join(",\n"));
    line(")");
    line(&format!(
        "table <- t(sapply(strsplit(images, \"\"), match, strsplit(\"{PIXELS}\", \"\")[[1]])) - 1"
    ));
    line("X <- table[, -65]");
    line("label <- table[, 65]");
}

fn file(path: &Path, recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let Some(reading) = recipe.reading else {
        return;
    };
    let separator = match (reading.delimiter, reading.decimal) {
        (Some(Delimiter::Blank), _) => String::new(),
        (Some(Delimiter::Character(byte)), _) => char::from(byte).to_string(),
        // In a single column nothing may part what commas are part of.
        (None, Decimal::Comma) => ";".to_owned(),
        (None, Decimal::Point) => ",".to_owned(),
    };
    line("table <- read.table(");
    line(&format!("  {},", quoted(&path.display().to_string())));
    line(&format!(
        "  sep = {}, dec = \"{}\", quote = \"\\\"\", comment.char = \"\", skip = {},",
        quoted(&separator),
        reading.decimal.sign(),
        reading.skipped_lines
    ));
    line(
        "  strip.white = TRUE, na.strings = c(\"\", \"NA\", \"N/A\", \"NaN\", \"nan\", \"null\", \"?\", \"-\", \".\", \"*\")",
    );
    line(")");
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
    if recipe.analysis.dataset.skipped_rows > 0 {
        let mut used = recipe.features.clone();
        used.extend(recipe.label);
        line("# rows that lack a value in a column used are left out");
        line(&format!(
            "table <- table[complete.cases(table[, c({})]), ]",
            list(&used, 1)
        ));
    }
    line(&format!(
        "X <- as.matrix(table[, c({}), drop = FALSE])",
        list(&recipe.features, 1)
    ));
    if let Some(label) = recipe.label {
        line(&format!("label <- table[, {}]", label + 1));
    }
}

/// The features, and the label where it is a number.
fn numeric(recipe: &Recipe) -> Vec<usize> {
    let columns = recipe.analysis.table.columns();
    let label = recipe.label.filter(|&label| columns[label].is_numeric());
    recipe.features.iter().copied().chain(label).collect()
}
