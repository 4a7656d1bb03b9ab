//! Kernels as Python asks for them.

use nalgebra::DMatrix;
use pyo3::prelude::*;

use crate::errors::{raised, refused};
use kernel_pca::{
    Result,
    kernel::{Gamma, Kernel, KernelParameter, KernelParams},
};

/// Kernel with its parameters, from the entries of a dictionary; parameters that it does not use are ignored.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct KernelRequest {
    kernel: String,
    gamma: GammaRequest,
    degree: f64,
    coef0: f64,
    shape: f64,
}

/// Value of γ, or the name of the rule that finds it.
#[derive(FromPyObject)]
pub enum GammaRequest {
    Value(f64),
    Rule(String),
}

impl KernelRequest {
    /// Parameters for the engine's own check.
    ///
    /// # Errors
    /// `ValueError` that names a kernel, a rule or a degree that there is not.
    pub fn params(&self) -> PyResult<KernelParams> {
        let mut params = KernelParams {
            kind: self.kernel.parse().map_err(raised)?,
            gamma: self.gamma.read()?,
            coef0: self.coef0,
            shape: self.shape,
            ..KernelParams::default()
        };
        let degree = KernelParameter::Degree;
        if params.uses(degree) && !degree.rule().allows(self.degree) {
            return Err(refused(format!("degree must be {}", degree.rule().wants())));
        }
        params.set(degree, self.degree);
        Ok(params)
    }
}

impl GammaRequest {
    /// The rule or value.
    ///
    /// # Errors
    /// `ValueError` where there is no such rule.
    pub fn read(&self) -> PyResult<Gamma> {
        match self {
            Self::Value(value) => Ok(Gamma::Value(*value)),
            Self::Rule(rule) => rule.parse().map_err(raised),
        }
    }
}

/// Checks the parameters on x (n × d); returns the kernel, and the γ that the parameters ask for, even if the kernel
/// has none.
///
/// # Errors
/// The engine's, which name the parameter.
pub fn checked(params: &KernelParams, x: &DMatrix<f64>) -> Result<(Kernel, f64)> {
    let kernel = params.check(x)?;
    Ok((kernel, kernel.gamma().unwrap_or_else(|| params.gamma.on(x))))
}
