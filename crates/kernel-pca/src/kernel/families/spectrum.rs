//! Spectrum kernel k(x, y) = Σ over substrings s of length l of count(s in x)·count(s in y), of strings.

use super::{BASE, Family, Kernel, Length, MatrixRecipe, ObjectKind, SpectrumKernel};

pub(super) const FAMILY: Family = Family {
    name: "spectrum",
    parameters: &[Length],
    takes: ObjectKind::Strings,
    make: Some(MatrixRecipe::Strings(Kernel::substrings)),
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
