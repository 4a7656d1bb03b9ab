//! Templates of scripts: sections of code, each under a line `#: name`, in which `‹names›` stand for values.
//!
//! A line that has a name without a value is left out, with the block below it, and so is one that ends in `#? name`
//! where the name has none, or in `#? !name` where it has one.

use std::collections::{BTreeMap, BTreeSet};

/// Lines of a script and their imports, filled in from a template of one language.
pub(super) struct Code {
    template: &'static str,
    /// Values that all sections may name.
    values: SectionValues,
    pub imports: BTreeSet<String>,
    pub body: String,
}

impl Code {
    pub fn new(template: &'static str, values: SectionValues) -> Self {
        Self {
            template,
            values,
            imports: BTreeSet::new(),
            body: String::new(),
        }
    }

    /// Makes another, empty one in the same language.
    pub fn another(&self) -> Self {
        Self::new(self.template, self.values.clone())
    }

    pub fn import(&mut self, line: &str) {
        self.imports.insert(line.to_owned());
    }

    pub fn line(&mut self, line: &str) {
        self.body.push_str(line);
        self.body.push('\n');
    }

    /// Appends a section of the template with its own values, which go before those of all sections.
    pub fn fill(&mut self, name: &str, values: SectionValues) {
        let mut all = self.values.clone();
        all.extend(values);
        let section = section(self.template, name);
        self.body.push_str(&filled_section(section, &all));
    }
}

/// Value for one name in a template, as code; `None` leaves out the lines with it.
pub(super) trait TemplateValue {
    fn code(self) -> Option<String>;
}

/// Writes values of some types in a format: texts as they are, numbers and lists of them as both languages or Python do.
macro_rules! written {
    ($format:literal: $($kind:ty),*) => {
        $(impl TemplateValue for $kind {
            fn code(self) -> Option<String> {
                Some(format!($format, self))
            }
        })*
    };
}
written!("{}": String, &str);
written!("{:?}": usize, u32, u64, f64, Vec<usize>, &[usize], [usize; 2], &[f64], [f64; 2]);

/// Fills in nothing where true, and leaves out the lines where false.
impl TemplateValue for bool {
    fn code(self) -> Option<String> {
        self.then(String::new)
    }
}

impl<T: TemplateValue> TemplateValue for Option<T> {
    fn code(self) -> Option<String> {
        self.and_then(TemplateValue::code)
    }
}

/// Names of a template, each with its value.
pub(super) type SectionValues = BTreeMap<&'static str, Option<String>>;

/// Makes values by name: `values! { count: 3, last: None::<usize> }`; a name alone is that of its variable.
macro_rules! values {
    (@of $name:ident) => { $name };
    (@of $name:ident $value:expr) => { $value };
    ($($name:ident $(: $value:expr)?),* $(,)?) => {
        $crate::export::script::template::SectionValues::from([$((
            stringify!($name),
            $crate::export::script::template::TemplateValue::code($crate::export::script::template::values!(@of $name $($value)?)),
        )),*])
    };
}
pub(super) use values;

/// Appends a section to code with values by name.
macro_rules! fill {
    ($code:expr, $section:literal, { $($values:tt)* }) => {
        $code.fill($section, $crate::export::script::template::values! { $($values)* })
    };
}
pub(super) use fill;

/// Section of this name; empty where there is none.
pub(super) fn section<'a>(template: &'a str, name: &str) -> &'a str {
    let sections = template.split("#: ").skip(1);
    let mut sections = sections.filter_map(|section| section.split_once('\n'));
    sections
        .find(|(title, _)| *title == name)
        .map_or("", |(_, lines)| lines)
}

/// Lines of a section with their values.
pub(super) fn filled_section(section: &str, values: &SectionValues) -> String {
    let mut text = String::new();
    let mut left_out = None;
    for line in section.lines() {
        let indent = line.len() - line.trim_start().len();
        let goes_on = line.trim().is_empty() || line.trim_start().starts_with([')', ']', '}']);
        if left_out.is_some_and(|least| indent > least || goes_on) {
            continue;
        }
        let filled = filled(line, indent, values);
        left_out = filled.is_none().then_some(indent);
        if let Some(line) = filled.filter(|filled| !filled.is_empty() || line.is_empty()) {
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

fn filled(line: &str, indent: usize, values: &SectionValues) -> Option<String> {
    let value = |name: &str| values.get(name)?.as_ref();
    let (line, flag) = line.split_once("  #? ").unwrap_or((line, ""));
    let is_wanted = match flag.strip_prefix('!') {
        Some(name) => value(name).is_none(),
        None => flag.is_empty() || value(flag).is_some(),
    };
    if !is_wanted {
        return None;
    }
    let mut parts = line.split('‹');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('›')?;
        text += &value(name)?.replace('\n', &format!("\n{}", " ".repeat(indent)));
        text += rest;
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_a_value_go_with_their_block() {
        const TEMPLATE: &str = "\
#: other
no
#: one
x = ‹count›
for ‹i› in y:
    z

    w(
    )
a  #? flag
b  #? !flag
e:
    ‹lines›
";
        let one = section(TEMPLATE, "one");
        let values = values! { count: 3_usize, i: None::<usize>, flag: true, lines: "c\nd" };
        assert_eq!(filled_section(one, &values), "x = 3\na\ne:\n    c\n    d\n");
        let values = values! { i: "i", flag: false, lines: 0.5 };
        assert_eq!(
            filled_section(one, &values),
            "for i in y:\n    z\n\n    w(\n    )\nb\ne:\n    0.5\n"
        );
        assert_eq!(section(TEMPLATE, "third"), "");
    }
}
