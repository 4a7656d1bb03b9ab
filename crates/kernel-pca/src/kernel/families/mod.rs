//! Kernel families, one file each, and the list of them.
//!
//! A new kernel is a file beside these and a line in the list, from which flags and files take its name.

use std::{fmt, str::FromStr};

use super::{
    Decay, Domain, Family, Kernel, KernelParameter,
    KernelParameter::{Beta, Coef0, Degree, Gamma, Length, Power as L, Shape},
    MatrixRecipe, Metric, NodeKernel, ParamError, Response, SpectrumKernel, series,
};
use crate::objects::{GivenQuantity, ObjectKind};

macro_rules! kernels {
    ($($(#[$attribute:meta])* $module:ident :: $kind:ident),+ $(,)?) => {
        $(mod $module;)+

        /// Kernel family, without its parameters.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum KernelKind {
            $($(#[$attribute])* $kind,)+
        }

        impl KernelKind {
            pub const ALL: [Self; [$(Self::$kind),+].len()] = [$(Self::$kind),+];

            /// Description of the family.
            #[must_use]
            pub fn family(self) -> &'static Family {
                match self {
                    $(Self::$kind => &$module::FAMILY,)+
                }
            }
        }
    };
}

kernels! {
    linear::Linear,
    poly::Poly,
    #[default]
    rbf::Rbf,
    sigmoid::Sigmoid,
    laplacian::Laplacian,
    cosine::Cosine,
    rational_quadratic::RationalQuadratic,
    matern32::Matern32,
    matern52::Matern52,
    chi2::Chi2,
    precomputed::Precomputed,
    distances::Distances,
    diffusion::Diffusion,
    von_neumann::VonNeumann,
    power::Power,
    spectrum::Spectrum,
}

/// Defaults for what a family's own file does not state: vectors as objects, no parameters, a positive semidefinite
/// kernel, and values read off a given matrix.
const BASE: Family = Family {
    name: "",
    parameters: &[],
    takes: ObjectKind::Vectors,
    make: None,
    metric: Metric::Given,
    response: |_| Response::Linear { slope: 1.0 },
    is_positive: |_| true,
};

/// Description that kernels of a graph's nodes share.
const NODES: Family = Family {
    takes: ObjectKind::Graph,
    ..BASE
};

impl KernelKind {
    /// Name in flags and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.family().name
    }

    /// Kind of object that the kernel compares.
    #[must_use]
    pub fn takes(self) -> ObjectKind {
        self.family().takes
    }

    /// Default kernel for objects of this kind; `None` where no kernel compares them.
    #[must_use]
    pub fn usual_for(takes: ObjectKind) -> Option<Self> {
        let mut kinds = [Self::default()].into_iter().chain(Self::ALL);
        kinds.find(|kind| kind.takes() == takes)
    }

    /// Returns true where the kernel is defined for data with negative values.
    #[must_use]
    pub fn takes_negative_values(self) -> bool {
        self.family().metric.spec().domain == Domain::AllValues
    }

    /// Returns true where the kernel's formula holds the parameter.
    #[must_use]
    pub fn uses(self, parameter: KernelParameter) -> bool {
        self.family().parameters.contains(&parameter)
    }
}

impl fmt::Display for KernelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for KernelKind {
    type Err = ParamError;

    fn from_str(text: &str) -> Result<Self, ParamError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| {
                let names = Self::ALL.map(Self::name).join(", ");
                ParamError::new("kernel", format!("must be one of {names}"))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_are_each_their_own() {
        for (i, kind) in KernelKind::ALL.into_iter().enumerate() {
            assert_eq!(kind.name().parse(), Ok(kind));
            for other in &KernelKind::ALL[..i] {
                assert_ne!(kind.name(), other.name());
            }
            let family = kind.family();
            let takes_vectors = kind.takes() == ObjectKind::Vectors;
            assert_eq!(family.metric.is_given(), !takes_vectors, "{kind}");
        }
        assert!("gauss".parse::<KernelKind>().is_err());
    }
}
