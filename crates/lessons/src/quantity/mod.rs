//! Quantities of results that rules can name. Rows, components and features count from 1.

mod asked;
mod specs;

use std::{fmt, str::FromStr};

use self::{
    asked::QuantityRequest,
    specs::{Spec, specs},
};
use super::rule::real;
use kernel_pca::method::Method;

pub use asked::StepResults;

/// Named quantity of a method, such as `pca.eigenvalue(1)`; kernel PCA's where no method is named.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultQuantity {
    text: String,
    method: Method,
    spec: &'static Spec,
    arguments: Vec<f64>,
}

/// Returns every quantity as it is written, with its description.
pub fn quantities() -> impl Iterator<Item = (String, &'static str)> {
    specs().map(|spec| {
        let call = match spec.arguments {
            [] => spec.name.to_owned(),
            arguments => format!("{}({})", spec.name, arguments.join(", ")),
        };
        (call, spec.about)
    })
}

impl ResultQuantity {
    /// Value of the quantity in results.
    ///
    /// # Errors
    /// Where the results lack it, in one line.
    pub fn value(&self, found: &StepResults<'_>) -> Result<f64, String> {
        self.spec.value(&QuantityRequest {
            results: *found,
            method: self.method,
            arguments: &self.arguments,
        })
    }
}

impl fmt::Display for ResultQuantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Parses a quantity; the error is the end of a sentence about the rule.
impl FromStr for ResultQuantity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (name, arguments) = match text.split_once('(') {
            Some((name, rest)) => {
                let inside = rest.strip_suffix(')');
                (name.trim(), inside.ok_or("has an open parenthesis")?)
            }
            None => (text, ""),
        };
        let (method, name) = match name.split_once('.') {
            Some((method, name)) => {
                let found = Method::ALL.into_iter().find(|it| it.name() == method);
                let found = found.ok_or_else(|| format!("knows no method `{method}`"));
                (found?, name)
            }
            None => (Method::Kpca, name),
        };
        let found = specs().find(|spec| spec.name == name);
        let spec = found.ok_or_else(|| format!("knows no quantity `{name}`"))?;
        let arguments: Vec<f64> = match arguments.trim() {
            "" => vec![],
            arguments => arguments
                .split(',')
                .map(|argument| real(argument.trim()))
                .collect::<Result<_, _>>()?,
        };
        let wanted = spec.arguments.len();
        if arguments.len() != wanted {
            let numbers = if wanted == 1 { "number" } else { "numbers" };
            return Err(format!(
                "wants {wanted} {numbers} in parentheses after `{name}`"
            ));
        }
        Ok(Self {
            text: text.to_owned(),
            method,
            spec,
            arguments,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_on_the_format_names_every_quantity() {
        let page = include_str!("../../../../assets/lessons/README.md");
        for (call, about) in quantities() {
            let line = format!("| `{call}` | {about} |");
            assert!(page.contains(&line), "{line}");
        }
    }
}
