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

    /// Makes empty code with the same template and values.
    pub fn another(&self) -> Self {
        Self::new(self.template, self.values.clone())
    }

    pub fn line(&mut self, line: &str) {
        self.body.push_str(line);
        self.body.push('\n');
    }

    /// Appends a section of the template with values of its own, which take precedence over those of all sections.
    pub fn fill(&mut self, name: &str, values: SectionValues) {
        let mut all = self.values.clone();
        all.extend(values);
        let sections = self.template.split("#: ");
        let sections = sections.filter_map(|section| section.split_once('\n'));
        let sections = sections.filter(|(title, _)| *title == name);
        let mut left_out = None;
        for line in sections.flat_map(|(_, lines)| lines.lines()) {
            let indent = line.len() - line.trim_start().len();
            let goes_on = line.is_empty() && left_out == Some(0)
                || line.trim_start().starts_with([')', ']', '}']);
            if left_out.is_some_and(|least| indent > least || goes_on) {
                continue;
            }
            let filled = filled(line, indent, &all);
            left_out = filled.is_none().then_some(indent);
            if let Some(filled) = filled.filter(|filled| !filled.is_empty() || line.is_empty()) {
                self.line(filled.trim_end());
            }
        }
    }
}

/// Line with its values; `None` where it is left out.
fn filled(line: &str, indent: usize, values: &SectionValues) -> Option<String> {
    let value = |name: &str| values.get(name)?.as_ref();
    let (line, flag) = line.split_once("  #? ").unwrap_or((line, ""));
    let is_wanted = match flag.strip_prefix('!') {
        Some(name) => value(name).is_none(),
        None => flag.is_empty() || value(flag).is_some(),
    };
    let mut parts = line.split('‹').filter(|_| is_wanted);
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let (name, rest) = part.split_once('›')?;
        text += &value(name)?.replace('\n', &format!("\n{}", " ".repeat(indent)));
        text += rest;
    }
    Some(text)
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

/// Values by the names that stand for them in a template; `None` is a name without a value.
pub(super) type SectionValues = BTreeMap<&'static str, Option<String>>;

/// Makes values by name: `values! { count: 3, last: None::<usize> }`; a name alone takes the value of the variable of
/// that name.
macro_rules! values {
    (@of $name:ident) => { $name };
    (@of $name:ident $value:expr) => { $value };
    ($($name:ident $(: $value:expr)?),* $(,)?) => {
        $crate::template::SectionValues::from([$((
            stringify!($name),
            $crate::template::TemplateValue::code($crate::template::values!(@of $name $($value)?)),
        )),*])
    };
}
pub(super) use values;

/// Appends a section to code with values by name.
macro_rules! fill {
    ($code:expr, $section:literal, { $($values:tt)* }) => {
        $code.fill($section, $crate::template::values! { $($values)* })
    };
}
pub(super) use fill;
