//! Worked numbers: each with the formula that it comes from, and the table of quantities.

use crate::panel::coordinates;
use chart::trim_zeros;
use kernel_pca::explain::{Geometry, ImagePair};

/// Approximate width of a letter, in lines of text: a line that is longer than the text is wide is continued in
/// the next one.
const LETTER: f64 = 0.43;
/// Indentation of a continued line.
const INDENT: &str = "   ";

/// Table with a heading and a row for each quantity; its columns are for images, for images about their mean, and for
/// images of length 1.
pub(super) fn table(geometry: &Geometry, centered: Option<&ImagePair>) -> Vec<Vec<String>> {
    let normalized = geometry.pair.normalized();
    let pairs = [
        Some(("images", Some(geometry.pair))),
        centered.map(|pair| ("less μ", Some(*pair))),
        Some(("of length 1", normalized)),
    ];
    let pairs: Vec<(&str, Option<ImagePair>)> = pairs.into_iter().flatten().collect();
    let row = |name: &str, value: &dyn Fn(&ImagePair) -> Option<String>| {
        let cell = |(_, pair): &(&str, Option<ImagePair>)| {
            let written = pair.as_ref().and_then(value);
            written.unwrap_or_else(|| "–".to_owned())
        };
        let mut cells = vec![name.to_owned()];
        cells.extend(pairs.iter().map(cell));
        cells
    };
    let mut head = vec![String::new()];
    head.extend(pairs.iter().map(|(name, _)| (*name).to_owned()));
    vec![
        head,
        row("k(x, x)", &|pair| Some(digits(pair.own[0]))),
        row("k(y, y)", &|pair| Some(digits(pair.own[1]))),
        row("k(x, y)", &|pair| Some(digits(pair.between))),
        row("distance", &|pair| pair.distance().map(digits)),
        row("angle", &|pair| Some(format!("{:.2}°", pair.angle()?))),
    ]
}

/// Formula, its numbers, and their result.
pub(super) struct WorkedNumber {
    formula: String,
    numbers: String,
    result: String,
}

/// Formula of the distance of two images from kernel values.
const DISTANCE: &str = "‖φ(x) − φ(y)‖² = k(x,x) − 2k(x,y) + k(y,y)";
/// Formula of the cosine of the angle between two images from kernel values.
const COSINE: &str = "cos θ = k(x,y) / (‖φ(x)‖·‖φ(y)‖)";

impl WorkedNumber {
    /// Returns true for the quantities that a triangle shows: the distance and the angle.
    pub(super) fn is_shown_above(&self) -> bool {
        [DISTANCE, COSINE].contains(&self.formula.as_str())
    }

    pub(super) fn joined(&self) -> String {
        let mut parts = vec![&*self.formula, &self.numbers, &self.result];
        parts.retain(|part| !part.is_empty());
        parts.join(" = ")
    }
}

/// Lines of a worked number: one, or as many as a text of some width takes.
pub(super) fn broken(worked: &WorkedNumber, width: f64) -> Vec<String> {
    let fits = |line: &str| line.chars().count() as f64 * LETTER <= width;
    let whole = worked.joined();
    if fits(&whole) || worked.numbers.is_empty() {
        return vec![whole];
    }
    let WorkedNumber {
        formula,
        numbers,
        result,
    } = worked;
    let rest = format!("{INDENT}= {numbers} = {result}");
    if fits(&rest) {
        return vec![formula.clone(), rest];
    }
    let rest = [numbers, result].map(|part| format!("{INDENT}= {part}"));
    std::iter::once(formula.clone()).chain(rest).collect()
}

/// Worked numbers of the two rows.
pub(super) fn worked(geometry: &Geometry) -> Vec<WorkedNumber> {
    let Geometry {
        pair,
        mean,
        mean_own,
        variance,
    } = *geometry;
    let [xx, yy] = pair.own.map(digits);
    let xy = digits(pair.between);
    let step = |formula: &str, numbers: String, result: String| WorkedNumber {
        formula: formula.to_owned(),
        numbers,
        result,
    };
    let length = |it: Option<f64>| it.map_or_else(|| "no real number".to_owned(), digits);
    let [length_x, length_y] = pair.lengths().map(length);
    let cosine = pair.cosine().map(|cosine| {
        let numbers = format!("{xy} / ({length_x}·{length_y})");
        step(COSINE, numbers, digits(cosine))
    });
    let mut steps = vec![
        step(
            "‖φ(x)‖ = √k(x,x)",
            format!("√{}", signed(&xx)),
            format!("{length_x},  ‖φ(y)‖ = √{} = {length_y}", signed(&yy)),
        ),
        step(
            DISTANCE,
            format!("{xx} − 2·{} + {}", signed(&xy), signed(&yy)),
            digits(pair.squared_distance()),
        ),
    ];
    steps.extend(cosine);
    let Some(mean) = mean else {
        let name = "mean of ‖φ‖² over all rows";
        steps.push(step(name, String::new(), digits(variance)));
        return steps;
    };
    let own = digits(mean.own);
    let [with_x, with_y] = mean.with.map(digits);
    let centered = geometry.centered().map_or(0.0, |pair| pair.between);
    let less = [with_x, with_y, own.clone()].map(|it| signed(&it));
    let numbers = format!("{xy} − {} − {} + {}", less[0], less[1], less[2]);
    let name = "less μ: k(x,y) − m(x) − m(y) + ‖μ‖²";
    steps.push(step(name, numbers, digits(centered)));
    let numbers = format!("{} − {}", digits(mean_own), signed(&own));
    steps.push(step("‖μ‖² = mean of all k", String::new(), own));
    let name = "total variance = mean of k(x,x) − ‖μ‖²";
    steps.push(step(name, numbers, digits(variance)));
    steps
}

/// Number inside a formula: in parentheses where it has a sign.
fn signed(number: &str) -> String {
    if number.starts_with('−') {
        format!("({number})")
    } else {
        number.to_owned()
    }
}

/// Text of a number with six significant digits, without trailing zeros.
pub(super) fn digits(value: f64) -> String {
    let text = coordinates::six_digits(value);
    if text.contains('e') {
        return text;
    }
    trim_zeros(&text).to_owned()
}
