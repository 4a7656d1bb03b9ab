//! Spectrum kernel: words, formula and code.

use super::{BASE, KernelEntry, Length, Lengths, Python, Text, Value};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Spectrum",
    title_in_text: "spectrum kernel",
    help: "For strings. How many substrings of length l two strings share, each counted as often as \
           both have it, wherever it stands.",
    remark: Some("n(s, x): how often x has the substring s"),
    formula: &[
        Text("Σ n(s, x)·n(s, y), s of length"),
        Lengths,
        Value(Length),
    ],
    python: Python {
        import: Some("from sklearn.feature_extraction.text import CountVectorizer"),
        arguments: None,
        matrix: "X @ X.T",
    },
    ..BASE
};
