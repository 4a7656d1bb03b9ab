//! Kernel of given distances: words, formula and code.

use super::{BASE, KernelEntry, Python, Text};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Given distances",
    title_in_text: "given distances",
    help: "The file is a matrix of distances, n × n. Centred, −½D² is a matrix of inner products: \
           classical scaling draws points at these distances.",
    remark: Some("half of the squared distance in the file"),
    formula: &[Text("−½ D(x, y)²")],
    python: Python {
        import: None,
        arguments: None,
        matrix: "-X**2 / 2",
    },
    ..BASE
};
