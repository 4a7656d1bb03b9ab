//! Wishes of an author, put into charts: words, colours and limits.

use chart::{
    Chart, Key, Paint, Ranges, Rgb,
    layout::{self, Level},
};
use explorer::{
    panel::Panel,
    setup::{ClassLook, Wishes},
};
use kernel_pca::objects::Labels;

/// Gives a chart the author's words, and names and order of classes; returns whether the title is the author's.
pub(super) fn reword(wishes: &Wishes, chart: &mut Chart, panel: Panel) -> bool {
    if let Some(words) = wishes.of(panel) {
        let wanted = [
            (&mut chart.title, &words.title),
            (&mut chart.x.label, &words.x_label),
            (&mut chart.y.label, &words.y_label),
        ];
        for (said, own) in wanted {
            if let Some(own) = own {
                *said = maths(own);
            }
        }
    }
    order(wishes, &mut chart.key);
    wishes.of(panel).is_some_and(|words| words.title.is_some())
}

/// Gives classes in a key the author's order and names.
pub(super) fn order(wishes: &Wishes, key: &mut Key) {
    if let Key::Legend { entries, alone, .. } = key {
        let alone_name = alone.and_then(|alone| Some(entries.get(alone)?.0.clone()));
        let place = |(name, _): &(String, Paint)| {
            let named = wishes.classes.iter().position(|look| look.name == *name);
            named.unwrap_or(wishes.classes.len())
        };
        entries.sort_by_key(place);
        *alone = alone_name.and_then(|name| entries.iter().position(|it| it.0 == name));
        for (name, _) in entries {
            let look = wishes.classes.iter().find(|look| look.name == *name);
            if let Some(text) = look.and_then(|look| look.text.as_ref()) {
                *name = maths(text);
            }
        }
    }
}

/// Letter that the title of the n-th panel (from 0) begins with, such as "(a) ".
pub fn letter(place: usize) -> String {
    let letter = char::from(b'a' + (place % 26) as u8);
    format!("({letter}) ")
}

/// Part of a chart that is shown: its limits where an axis has some, else the part zoomed to.
pub(super) fn limits(
    wishes: &Wishes,
    chart: &Chart,
    panel: Panel,
    zoom: Option<Ranges>,
) -> Option<Ranges> {
    let [x, y] = asked_limits(wishes, panel);
    if x.or(y).is_none() {
        return zoom;
    }
    let [all_x, all_y] = zoom.unwrap_or_else(|| layout::shown(chart));
    Some([x.unwrap_or(all_x), y.unwrap_or(all_y)])
}

/// Limits that the author asked for of either axis.
pub(super) fn asked_limits(wishes: &Wishes, panel: Panel) -> [Option<[f64; 2]>; 2] {
    let words = wishes.of(panel);
    words.map_or([None; 2], |words| [words.x_limits, words.y_limits])
}

/// Colours by number of the class, of those classes that the data have.
pub(super) fn colors(wishes: &Wishes, labels: &Labels) -> Vec<(usize, Rgb)> {
    let number = |look: &ClassLook| labels.classes().iter().position(|name| *name == look.name);
    let looks = wishes.classes.iter();
    looks
        .filter_map(|look| Some((number(look)?, look.color?)))
        .collect()
}

/// A text whose parts between dollar signs are simple maths: Greek by name, sub- and superscripts. A command that is not
/// known stays as it was written.
fn maths(text: &str) -> String {
    with_maths(text, str::to_owned, formula)
}

/// Joins the parts of a text, those between dollar signs as `maths` writes them and the others as `plain` does; all of
/// it is plain where a sign has no partner.
pub fn with_maths(
    text: &str,
    plain: impl Fn(&str) -> String,
    maths: impl Fn(&str) -> String,
) -> String {
    let parts: Vec<&str> = text.split('$').collect();
    if parts.len().is_multiple_of(2) {
        return plain(text);
    }
    let parts = parts.into_iter().enumerate().map(|(i, part)| match i % 2 {
        0 => plain(part),
        _ => maths(part),
    });
    parts.collect()
}

const GREEK: [(&str, &str); 34] = [
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("nu", "ν"),
    ("xi", "ξ"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("phi", "φ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
    ("Gamma", "Γ"),
    ("Delta", "Δ"),
    ("Theta", "Θ"),
    ("Lambda", "Λ"),
    ("Xi", "Ξ"),
    ("Pi", "Π"),
    ("Sigma", "Σ"),
    ("Phi", "Φ"),
    ("Psi", "Ψ"),
    ("Omega", "Ω"),
    ("cdot", "·"),
    ("times", "×"),
    ("infty", "∞"),
];
fn formula(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '\\' => {
                let end = after
                    .find(|c: char| !c.is_ascii_alphabetic())
                    .unwrap_or(after.len());
                let (name, after) = after.split_at(end);
                if let Some((_, letter)) = GREEK.iter().find(|(known, _)| *known == name) {
                    out.push_str(letter);
                } else {
                    out.push('\\');
                    out.push_str(name);
                }
                after
            }
            '_' | '^' => {
                let (script, after) = argument(after);
                let level = if c == '_' { Level::Lower } else { Level::Upper };
                out += &level.run(&formula(script));
                after
            }
            '-' => {
                out.push('−');
                after
            }
            c => {
                out.push(c);
                after
            }
        };
    }
    out
}

/// Splits the argument of a sub- or superscript from the text after it: what stands in braces, or one letter.
fn argument(text: &str) -> (&str, &str) {
    if let Some(inside) = text.strip_prefix('{')
        && let Some((inside, after)) = inside.split_once('}')
    {
        return (inside, after);
    }
    text.split_at(text.chars().next().map_or(0, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chart::layout::runs;

    /// A text with its scripts in brackets.
    fn read(text: &str) -> String {
        let said = maths(text);
        let parts = runs(&said).map(|(level, run)| match level {
            Level::Base => run.to_owned(),
            Level::Lower => format!("[{run}]"),
            Level::Upper => format!("({run})"),
        });
        parts.collect()
    }

    #[test]
    fn simple_maths_is_set_and_the_rest_stays() {
        assert_eq!(
            read("Component $x_1$ at $\\gamma = 10^{-3}$"),
            "Component x[1] at γ = 10(−3)"
        );
        assert_eq!(read("$\\lambda_{12} \\cdot v$"), "λ[12] · v");
        assert_eq!(read("5 $ a day"), "5 $ a day");
        assert_eq!(
            read("$x_i$, $x_j$, $x^{a+b}$ and $x_q \\foo$"),
            "x[i], x[j], x(a+b) and x[q] \\foo"
        );
        assert_eq!(read("$x_i^2 + \\chi^{2_k}$"), "x[i](2) + χ(2k)");
        assert_eq!(read("x_1 - 2"), "x_1 - 2");
    }
}
