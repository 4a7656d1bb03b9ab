//! Spectrum kernel k(x, y) = Σ over substrings s of length l of count(s in x)·count(s in y), of strings.

use super::{
    BASE, Family, Kernel, Length, Lengths, MatrixRecipe, ObjectKind, Python, SpectrumKernel, Text,
    Value,
};

pub(super) const FAMILY: Family = Family {
    name: "spectrum",
    title: "Spectrum",
    title_in_text: "spectrum kernel",
    help: "For strings. How many substrings of length l two strings share, each counted as often as \
           both have it, wherever it stands.",
    remark: Some("n(s, x): how often x has the substring s"),
    parameters: &[Length],
    formula: &[
        Text("Σ n(s, x)·n(s, y), s of length"),
        Lengths,
        Value(Length),
    ],
    takes: ObjectKind::Strings,
    make: Some(MatrixRecipe::Strings(Kernel::substrings)),
    python: Python {
        import: Some("from sklearn.feature_extraction.text import CountVectorizer"),
        arguments: None,
        matrix: "X @ X.T",
    },
    ..BASE
};

impl Kernel {
    pub(crate) fn substrings(&self) -> SpectrumKernel {
        SpectrumKernel {
            length: self.get(Length) as usize,
            all_lengths: self.all_lengths,
        }
    }
}
