//! Leading eigenpairs of a centred kernel matrix.
