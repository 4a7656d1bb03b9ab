//! Given kernel matrix: words, formula and code.

use super::{BASE, KernelEntry, Python, Text};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Given matrix",
    title_in_text: "given kernel",
    help: "The file is the kernel matrix itself, n × n: nothing is computed from features. A column \
           of texts beside it is the label.",
    remark: Some("an entry of the file"),
    formula: &[Text("K(x, y)")],
    python: Python {
        import: None,
        arguments: None,
        matrix: "X",
    },
    ..BASE
};
