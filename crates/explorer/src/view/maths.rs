//! Simple maths in the words of an author: Greek letters, operators, accents, bold letters, scripts and fractions on one line.

use chart::layout::Level;

/// Signs by their commands in LaTeX, all of which the figures' font has.
const SIGNS: [(&str, &str); 60] = [
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
    ("varphi", "φ"),
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
    ("sum", "∑"),
    ("prod", "∏"),
    ("int", "∫"),
    ("partial", "∂"),
    ("pm", "±"),
    ("le", "≤"),
    ("leq", "≤"),
    ("ge", "≥"),
    ("geq", "≥"),
    ("ne", "≠"),
    ("neq", "≠"),
    ("approx", "≈"),
    ("to", "→"),
    ("rightarrow", "→"),
    ("Vert", "‖"),
    ("dots", "…"),
    ("ldots", "…"),
    ("top", "T"),
    ("exp", "exp"),
    ("log", "log"),
    ("sin", "sin"),
    ("cos", "cos"),
    ("tanh", "tanh"),
    ("max", "max"),
    ("min", "min"),
];

/// Accents over a letter, as combining signs.
const ACCENTS: [(&str, char); 4] = [
    ("hat", '\u{302}'),
    ("tilde", '\u{303}'),
    ("bar", '\u{304}'),
    ("dot", '\u{307}'),
];

/// Commands that change the typeface of their argument, of which a line of text shows only bold; `NOTHING` are those
/// without any effect.
const LETTERS: [&str; 5] = ["mathrm", "text", "operatorname", "mathbf", "boldsymbol"];
const NOTHING: [&str; 2] = ["left", "right"];

/// Text whose parts between dollar signs are simple maths. A command that is not set stays as it was written.
#[must_use]
pub fn maths(text: &str) -> String {
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

/// First command between dollar signs that figures cannot set; `None` where all can be set. Accents stand over Latin
/// letters alone: over others the font has no place for them.
#[must_use]
pub fn unset_maths(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split('$').collect();
    if parts.len().is_multiple_of(2) {
        return None;
    }
    let maths = parts.into_iter().skip(1).step_by(2);
    let commands = maths.flat_map(|part| part.split('\\').skip(1));
    let mut is_accented = false;
    for command in commands {
        let name = &command[..letters(command)];
        let is_accent = ACCENTS.iter().any(|(known, _)| *known == name);
        let is_over_sign = is_accented && !name.is_empty();
        if !name.is_empty() && !is_set(name) || is_over_sign {
            let over = if is_over_sign { "an accent over " } else { "" };
            return Some(format!("{over}\\{name}"));
        }
        // Nothing but a brace between the accent and the next command.
        let rest = command[name.len()..].trim();
        is_accented = is_accent && (rest.is_empty() || rest == "{");
    }
    None
}

fn is_set(name: &str) -> bool {
    SIGNS.iter().any(|(known, _)| *known == name)
        || ACCENTS.iter().any(|(known, _)| *known == name)
        || LETTERS.contains(&name)
        || NOTHING.contains(&name)
        || ["frac", "sqrt"].contains(&name)
}

/// Number of letters, in bytes, that a command's name has.
fn letters(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_ascii_alphabetic());
    end.unwrap_or(text.len())
}

fn formula(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '\\' => command(after, &mut out),
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
            '{' | '}' => after,
            c => {
                out.push(c);
                after
            }
        };
    }
    out
}

/// Sets the command whose name and arguments follow a backslash; returns the text after them.
fn command<'a>(text: &'a str, out: &mut String) -> &'a str {
    let (name, after) = text.split_at(letters(text));
    if name.is_empty() {
        // Spaces and escaped signs.
        let Some(c) = text.chars().next() else {
            return text;
        };
        out.push(match c {
            ',' | ';' | ':' | '!' => '\u{2009}',
            '|' => '‖',
            c => c,
        });
        return &text[c.len_utf8()..];
    }
    if let Some((_, sign)) = SIGNS.iter().find(|(known, _)| *known == name) {
        out.push_str(sign);
        return after;
    }
    if let Some((_, accent)) = ACCENTS.iter().find(|(known, _)| *known == name) {
        let (letter, after) = argument(after.trim_start());
        let letter = formula(letter);
        let mut letters = letter.chars();
        out.extend(letters.next());
        out.push(*accent);
        out.extend(letters);
        return after;
    }
    match name {
        "frac" => {
            let (over, after) = argument(after.trim_start());
            let (under, after) = argument(after.trim_start());
            out.push_str(&grouped(over));
            out.push('/');
            out.push_str(&grouped(under));
            after
        }
        "sqrt" => {
            let (inside, after) = argument(after.trim_start());
            out.push('√');
            out.push_str(&grouped(inside));
            after
        }
        "mathbf" | "boldsymbol" => {
            let (inside, after) = argument(after.trim_start());
            *out += &Level::Bold.run(&formula(inside));
            after
        }
        _ if LETTERS.contains(&name) => {
            let (inside, after) = argument(after.trim_start());
            *out += &formula(inside);
            after
        }
        _ if NOTHING.contains(&name) => after,
        _ => {
            out.push('\\');
            out.push_str(name);
            after
        }
    }
}

/// Formula, in parentheses where it is more than one letter, number or product.
fn grouped(text: &str) -> String {
    let set = formula(text);
    if text.contains(['+', '-', ' ', '=']) {
        format!("({set})")
    } else {
        set
    }
}

/// Splits an argument from the text after it: what stands in braces, a command with its name, or one letter.
fn argument(text: &str) -> (&str, &str) {
    if let Some(inside) = text.strip_prefix('{') {
        let mut depth = 1;
        for (at, c) in inside.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return (&inside[..at], &inside[at + 1..]);
            }
        }
    }
    let length = match text.strip_prefix('\\') {
        Some(name) => 1 + letters(name).max(name.chars().next().map_or(0, char::len_utf8)),
        None => text.chars().next().map_or(0, char::len_utf8),
    };
    text.split_at(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chart::layout::runs;

    /// A text with its scripts in brackets and its bold letters between stars.
    fn read(text: &str) -> String {
        let said = maths(text);
        let parts = runs(&said).map(|(level, run)| match level {
            Level::Base => run.to_owned(),
            Level::Bold => format!("*{run}*"),
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

    #[test]
    fn vectors_estimates_sums_and_fractions_are_set_on_one_line() {
        assert_eq!(
            read("$\\hat{x} = \\frac{1}{n}\\sum_{i=1}^n \\mathbf{x}_i$"),
            "x\u{302} = 1/n∑[i=1](n) *x*[i]"
        );
        assert_eq!(read("$\\frac{a+b}{\\sqrt{n_{1}}}$"), "(a+b)/√n[1]");
        assert_eq!(
            read("$\\bar x \\le \\left(x\\right)^\\top$"),
            "x\u{304} ≤ (x)(T)"
        );
        assert_eq!(read("$\\mathrm{tr}\\,K$"), "tr\u{2009}K");
    }

    #[test]
    fn what_is_not_set_is_named() {
        assert_eq!(unset_maths("$\\mathbb{R}^2$"), Some("\\mathbb".into()));
        assert_eq!(
            unset_maths("$\\vec x$ and $\\mathbf{x}$"),
            Some("\\vec".into())
        );
        assert_eq!(
            unset_maths("$\\hat{\\mu}$"),
            Some("an accent over \\mu".into())
        );
        assert_eq!(unset_maths("$\\hat x \\mu \\hat{x_\\mu}$"), None);
        assert_eq!(unset_maths("\\vec x, $\\hat x$, $\\{x\\}$"), None);
    }
}
