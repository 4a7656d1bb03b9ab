//! A few lines that put a figure into a document, with its caption.

use std::path::Path;

use super::figure::letter;
use crate::{FigureSpec, MILLIMETRES_PER_INCH, Preset};
use explorer::{setup::Setup, view::with_maths};

/// Difference of widths, in millimetres, that comes from whole pixels.
const SAME_WIDTH: f64 = 0.3;
/// Beginning of a kernel's formula, and of the words that may follow it.
const FORMULA: &str = "k(x, y) = ";
const AFTER_FORMULA: [&str; 4] = [
    " approximated from",
    " · percentages",
    " · γ from",
    " · Isomap",
];

listed! {
    /// Language of a document.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Snippet {
        Latex => "latex",
        Markdown => "markdown",
    }
    /// Name on the command line.
    fn name
}

impl Snippet {
    /// Extension of a file in this language.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Latex => "tex",
            Self::Markdown => "md",
        }
    }

    /// Lines that show the figure in the file called `figure`, which stands in the same folder, as wide as it is on
    /// paper. Their caption has the titles of the panels and `foot`, which says what the figure was made from.
    #[must_use]
    pub fn text(self, foot: &str, setup: &Setup, spec: &FigureSpec, figure: &Path) -> String {
        let caption = caption_text(foot, setup, spec, self);
        let name = figure.file_name().unwrap_or_default().to_string_lossy();
        match self {
            // Blanks would end the address.
            Self::Markdown => format!("![{caption}](<{name}>)\n"),
            Self::Latex => {
                let millimetres =
                    f64::from(spec.width) / f64::from(spec.dpi) * MILLIMETRES_PER_INCH;
                let is_as_wide = |preset: Preset| {
                    let wanted = preset.millimetres();
                    wanted.is_some_and(|it| (it - millimetres).abs() < SAME_WIDTH)
                };
                // A figure over both columns floats by itself; the journal's own widths fit wherever it is set.
                let (environment, width) = if is_as_wide(Preset::DoubleColumn) {
                    ("figure*", "\\textwidth".to_owned())
                } else if is_as_wide(Preset::SingleColumn) {
                    ("figure", "\\columnwidth".to_owned())
                } else {
                    ("figure", format!("{millimetres:.0}mm"))
                };
                let is_svg = figure
                    .extension()
                    .is_some_and(|it| it.eq_ignore_ascii_case("svg"));
                // SVG needs the package svg and Inkscape, PNG and PDF graphicx.
                let include = if is_svg {
                    "includesvg"
                } else {
                    "includegraphics"
                };
                let stem = figure.file_stem().unwrap_or_default().to_string_lossy();
                format!(
                    "\\begin{{{environment}}}\n  \\centering\n  \\{include}[width={width}]{{\\detokenize{{{name}}}}}\n  \
                     \\caption{{{caption}}}\n  \\label{{fig:{}}}\n\\end{{{environment}}}\n",
                    stem.replace(|c: char| !c.is_ascii_alphanumeric(), "-"),
                )
            }
        }
    }
}

/// Caption in a language of documents: titles of the panels, then the line at the figure's foot. The author's maths, which both
/// languages have between dollar signs, stays as it is.
fn caption_text(foot: &str, setup: &Setup, spec: &FigureSpec, language: Snippet) -> String {
    let wishes = &setup.view.wishes;
    let panels = spec.panels.iter().enumerate().map(|(i, panel)| {
        let own = wishes.of(*panel).and_then(|words| words.title.as_deref());
        let plain = |text: &str| language.escaped(text);
        let title = own.map_or_else(
            || plain(panel.title()),
            |title| with_maths(title, plain, |maths| format!("${maths}$")),
        );
        if wishes.letters {
            letter(i) + &title
        } else {
            title
        }
    });
    let panels: Vec<String> = panels.collect();
    format!("{}. {}.", panels.join(", "), language.escaped(foot))
}

impl Snippet {
    /// A text in which nothing is read as a command.
    fn escaped(self, text: &str) -> String {
        match self {
            Self::Latex => match text.split_once(FORMULA) {
                Some((before, formula)) => {
                    let ends = AFTER_FORMULA.iter().filter_map(|after| formula.find(after));
                    let (formula, after) = formula.split_at(ends.min().unwrap_or(formula.len()));
                    let formula = in_maths(&format!("{FORMULA}{formula}"));
                    format!("{}${formula}${}", latex(before), latex(after))
                }
                None => latex(text),
            },
            Self::Markdown => text
                .replace('\\', "\\\\")
                .replace('[', "\\[")
                .replace(']', "\\]"),
        }
    }
}

/// A kernel's formula in LaTeX's maths.
fn in_maths(formula: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let end = |word: &mut String, out: &mut String| {
        match word.as_str() {
            "exp" | "tanh" | "cos" | "max" | "min" => out.extend(["\\", word]),
            it if it.chars().count() > 1 => out.extend(["\\mathrm{", it, "}"]),
            it => out.push_str(it),
        }
        word.clear();
    };
    for c in formula.chars() {
        if c.is_ascii_alphabetic() {
            word.push(c);
            continue;
        }
        end(&mut word, &mut out);
        match written(c) {
            // What stands in maths already is taken out of `\ensuremath{…}`.
            Some(sign) => {
                let inside = sign.strip_prefix("\\ensuremath{");
                let inside = inside.and_then(|it| it.strip_suffix('}')).unwrap_or(sign);
                out += inside;
                if inside.ends_with(|c: char| c.is_ascii_alphabetic()) {
                    out.push(' ');
                }
            }
            None => out.push(c),
        }
    }
    end(&mut word, &mut out);
    // Neighbouring raised digits are one exponent.
    out.replace("^{-}^1", "^{-1}").replace("^{-}^2", "^{-2}")
}

/// A text with what LaTeX reads as commands, and letters that its fonts may lack, written out.
pub(super) fn latex(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match written(c) {
            Some(written) => out.push_str(written),
            None => out.push(c),
        }
    }
    out
}

fn written(c: char) -> Option<&'static str> {
    Some(match c {
        '\\' => "\\textbackslash{}",
        '&' => "\\&",
        '%' => "\\%",
        '$' => "\\$",
        '#' => "\\#",
        '_' => "\\_",
        '{' => "\\{",
        '}' => "\\}",
        '~' => "\\textasciitilde{}",
        '^' => "\\textasciicircum{}",
        '−' => "\\ensuremath{-}",
        '·' => "\\ensuremath{\\cdot}",
        '×' => "\\ensuremath{\\times}",
        '‖' => "\\ensuremath{\\Vert}",
        '√' => "\\ensuremath{\\surd}",
        '≤' => "\\ensuremath{\\le}",
        '∞' => "\\ensuremath{\\infty}",
        'α' => "\\ensuremath{\\alpha}",
        'β' => "\\ensuremath{\\beta}",
        'γ' => "\\ensuremath{\\gamma}",
        'λ' => "\\ensuremath{\\lambda}",
        'σ' => "\\ensuremath{\\sigma}",
        'χ' => "\\ensuremath{\\chi}",
        'φ' => "\\ensuremath{\\varphi}",
        'Σ' => "\\ensuremath{\\Sigma}",
        '⁻' => "\\ensuremath{^{-}}",
        '⁰' => "\\ensuremath{^0}",
        '¹' => "\\ensuremath{^1}",
        '²' => "\\ensuremath{^2}",
        '³' => "\\ensuremath{^3}",
        '⁴' => "\\ensuremath{^4}",
        '½' => "\\ensuremath{\\frac12}",
        '₀' => "\\ensuremath{_0}",
        '₁' => "\\ensuremath{_1}",
        '₂' => "\\ensuremath{_2}",
        'ᵀ' => "\\ensuremath{^T}",
        '…' => "\\dots{}",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use explorer::{analysis::Analyzer, caption::caption, panel::Panel, setup::example};
    use kernel_pca::kpca::Tier;

    #[test]
    fn a_figure_comes_with_its_width_its_panels_and_what_it_was_made_from() {
        let mut setup = example("concentric-circles").unwrap().setup;
        setup.view.wishes.letters = true;
        let analysis = Analyzer::default()
            .run(&setup, Tier::Preview, &|| false)
            .unwrap();
        let spec = FigureSpec {
            panels: vec![Panel::Input, Panel::Kpca],
            width: 1004,
            dpi: 300,
            ..FigureSpec::default()
        };
        let foot = caption(&setup, &analysis, &spec.panels, spec.titles);
        let text =
            |snippet: Snippet, name: &str| snippet.text(&foot, &setup, &spec, Path::new(name));
        let tex = text(Snippet::Latex, "a/my fig_1.pdf");
        assert!(
            tex.contains("\\includegraphics[width=\\columnwidth]{\\detokenize{my fig_1.pdf}}"),
            "{tex}"
        );
        assert!(
            tex.contains(
                "\\caption{(a) Input, (b) Kernel PCA. Concentric circles (n\\_samples 1000"
            ),
            "{tex}"
        );
        let formula =
            "$k(x, y) = \\exp(-15 \\Vert x - y\\Vert ^2)$ \\ensuremath{\\cdot} percentages";
        assert!(tex.contains(formula), "{tex}");
        assert!(
            tex.contains("\\label{fig:my-fig-1}") && tex.is_ascii(),
            "{tex}"
        );
        setup.view.wishes.of_mut(Panel::Kpca).title = Some("50 % of $x_i$".into());
        let text =
            |snippet: Snippet, name: &str| snippet.text(&foot, &setup, &spec, Path::new(name));
        let tex = text(Snippet::Latex, "a.pdf");
        assert!(tex.contains("(b) 50 \\% of $x_i$. Concentric"), "{tex}");
        setup.view.wishes.words.clear();
        let text =
            |snippet: Snippet, name: &str| snippet.text(&foot, &setup, &spec, Path::new(name));
        let wide = FigureSpec {
            width: 2126,
            ..spec.clone()
        };
        let tex = Snippet::Latex.text(&foot, &setup, &wide, Path::new("a.pdf"));
        let both = ["\\begin{figure*}", "\\textwidth", "\\end{figure*}"];
        assert!(both.iter().all(|it| tex.contains(it)), "{tex}");
        let markdown = text(Snippet::Markdown, "my fig.svg");
        assert!(markdown.starts_with("![(a) Input, (b) Kernel PCA. Concentric circles ("));
        assert!(markdown.ends_with("](<my fig.svg>)\n"), "{markdown}");
    }
}
