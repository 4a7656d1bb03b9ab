//! Leading eigenpairs of a centred kernel matrix.

pub(crate) mod dense;
