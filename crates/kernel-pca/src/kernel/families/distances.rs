//! Kernel k(x, y) = −D(x, y)²/2, read off a given matrix of distances: centred, this is classical scaling.

use super::{
    BASE, Family, GivenQuantity, Kernel, KernelKind, Metric, ObjectKind, Python, Response, Text,
};

pub(super) const FAMILY: Family = Family {
    name: "distances",
    title: "Given distances",
    title_in_text: "given distances",
    help: "The file is a matrix of distances, n × n. Centred, −½D² is a matrix of inner products: \
           classical scaling draws points at these distances.",
    remark: Some("half of the squared distance in the file"),
    formula: &[Text("−½ D(x, y)²")],
    takes: ObjectKind::Matrix(GivenQuantity::Distances),
    metric: Metric::GivenSquared,
    response: |_| Response::Linear { slope: -0.5 },
    is_positive: |_| false,
    python: Python {
        import: None,
        arguments: None,
        matrix: "-X**2 / 2",
    },
    ..BASE
};

impl Kernel {
    /// Kernel −D²/2, read off a given matrix of distances.
    #[must_use]
    pub const fn distances() -> Self {
        Self::of(KernelKind::Distances)
    }
}
