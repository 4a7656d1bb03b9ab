//! Tables for people: LaTeX with the rules of booktabs, Markdown, HTML.

use super::{Cell, Sheet};
use crate::snippet::latex;
use chart::paper::svg::escaped;
use tabular::printable::printable;

/// Language of a printed table.
#[derive(Debug, Clone, Copy)]
pub(super) enum Print {
    Latex,
    Markdown,
    Html,
}

/// Beginning of a page that holds a table alone, whose rules are those of booktabs.
const HTML_HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Table</title>\n<style>\n\
    table { border-collapse: collapse; border-top: 2px solid; border-bottom: 2px solid; }\n\
    thead { border-bottom: 1px solid; }\n\
    th, td { padding: 0.2em 0.6em; text-align: left; }\n\
    .n { text-align: right; font-variant-numeric: tabular-nums; }\n\
    </style>\n</head>\n<body>\n<table>\n";

/// Lines of the file with a printed table, its numbers with so many significant digits.
pub(super) fn lines(
    sheet: &Sheet,
    print: Print,
    digits: Option<usize>,
) -> impl Iterator<Item = String> {
    let numeric: Vec<bool> = sheet.numeric().collect();
    let header: Vec<String> = sheet.header().map(|name| print.text(name)).collect();
    let head = print.head(&header, &numeric);
    let rows = sheet.cells(digits).map(move |cells| {
        let cells = cells.into_iter().map(|cell| match cell {
            Cell::Text(text) => print.text(text),
            Cell::Number(text) => print.number(&text),
        });
        print.row(&cells.collect::<Vec<String>>(), &numeric)
    });
    std::iter::once(head)
        .chain(rows)
        .chain(std::iter::once(print.foot().to_owned()))
}

impl Print {
    /// Text in which nothing is read as a command; letters that are not seen are written out.
    fn text(self, text: &str) -> String {
        let text = printable(text);
        match self {
            Self::Latex => latex(&text),
            Self::Markdown => text
                .chars()
                .flat_map(|c| {
                    let is_sign = matches!(c, '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '<' | '$');
                    is_sign.then_some('\\').into_iter().chain([c])
                })
                .collect(),
            Self::Html => escaped(&text),
        }
    }

    /// Number with a minus sign, and its power of ten as people write it.
    fn number(self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        let (digits, power) = match text.split_once('e') {
            Some((digits, power)) => (digits, Some(power)),
            None => (text, None),
        };
        let [digits, power] = [digits, power.unwrap_or_default()].map(|it| match self {
            Self::Latex => it.replace("inf", "\\infty"),
            Self::Markdown | Self::Html => it.replace("inf", "∞").replace('-', "−"),
        });
        match (self, power.is_empty()) {
            (Self::Latex, true) => format!("${digits}$"),
            (Self::Latex, false) => format!("${digits} \\times 10^{{{power}}}$"),
            (Self::Markdown | Self::Html, true) => digits,
            (Self::Markdown, false) => format!("{digits}e{power}"),
            (Self::Html, false) => format!("{digits} × 10<sup>{power}</sup>"),
        }
    }

    fn head(self, header: &[String], numeric: &[bool]) -> String {
        match self {
            Self::Latex => {
                let columns: String = numeric
                    .iter()
                    .map(|it| if *it { 'r' } else { 'l' })
                    .collect();
                let names = if header.is_empty() {
                    String::new()
                } else {
                    format!("{}\\midrule\n", self.row(header, numeric))
                };
                format!(
                    "% \\usepackage{{booktabs}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n{names}"
                )
            }
            Self::Markdown => {
                let lines = numeric.iter().map(|it| if *it { "---:" } else { "---" });
                let lines: Vec<&str> = lines.collect();
                let mut names = header.to_vec();
                names.resize(numeric.len(), String::new());
                format!("{}| {} |\n", self.row(&names, numeric), lines.join(" | "))
            }
            Self::Html => {
                let names = if header.is_empty() {
                    String::new()
                } else {
                    format!("<thead>\n{}</thead>\n", html_row("th", header, numeric))
                };
                format!("{HTML_HEAD}{names}<tbody>\n")
            }
        }
    }

    fn row(self, cells: &[String], numeric: &[bool]) -> String {
        match self {
            Self::Latex => format!("{} \\\\\n", cells.join(" & ")),
            Self::Markdown => format!("| {} |\n", cells.join(" | ")),
            Self::Html => html_row("td", cells, numeric),
        }
    }

    fn foot(self) -> &'static str {
        match self {
            Self::Latex => "\\bottomrule\n\\end{tabular}\n",
            Self::Markdown => "",
            Self::Html => "</tbody>\n</table>\n</body>\n</html>\n",
        }
    }
}

fn html_row(tag: &str, cells: &[String], numeric: &[bool]) -> String {
    let cells = cells.iter().zip(numeric).map(|(cell, numeric)| {
        let class = if *numeric { " class=\"n\"" } else { "" };
        format!("<{tag}{class}>{cell}</{tag}>")
    });
    format!("<tr>{}</tr>\n", cells.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DMatrix;

    fn printed(print: Print) -> String {
        let numbers = DMatrix::from_row_slice(2, 2, &[-0.123_456, 3.0, 1.5e-9, f64::NAN]);
        let sheet = Sheet {
            beside: vec![(
                "a_b".into(),
                vec!["50 % | <i>".into(), "x\n\u{202e}y".into()],
            )],
            ..Sheet::new(vec!["share".into(), "count".into()], numbers)
        };
        lines(&sheet, print, Some(4)).collect()
    }

    #[test]
    fn latex_has_rules_and_no_command_of_a_cell() {
        assert_eq!(
            printed(Print::Latex),
            "% \\usepackage{booktabs}\n\\begin{tabular}{lrr}\n\\toprule\na\\_b & share & count \\\\\n\\midrule\n\
             50 \\% | <i> & $-0.1235$ & $3$ \\\\\n\
             x\\textbackslash{}n\\textbackslash{}u\\{202e\\}y & $1.500 \\times 10^{-9}$ &  \\\\\n\
             \\bottomrule\n\\end{tabular}\n"
        );
    }

    #[test]
    fn markdown_and_html_keep_the_signs_of_their_cells() {
        let markdown = printed(Print::Markdown);
        assert_eq!(
            markdown,
            "| a\\_b | share | count |\n| --- | ---: | ---: |\n| 50 % \\| \\<i> | −0.1235 | 3 |\n\
             | x\\\\n\\\\u{202e}y | 1.500e−9 |  |\n"
        );
        let html = printed(Print::Html);
        assert!(
            html.contains(
                "<td>50 % | &lt;i&gt;</td><td class=\"n\">−0.1235</td><td class=\"n\">3</td>"
            ) && html.contains("1.500 × 10<sup>−9</sup>"),
            "{html}"
        );
    }
}
