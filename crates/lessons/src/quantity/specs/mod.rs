//! List of the quantities: name, arguments, description and value.

mod counted;
mod counts;
mod directions;
mod judged;
mod kernel;
mod rows;
mod setup;
mod spectrum;

use std::{fmt, sync::LazyLock};

use explorer::presented::Presented;
use kernel_pca::kernel::KernelParameter;

use super::asked::QuantityRequest;

/// Description of a quantity, with its value.
pub(super) struct Spec {
    pub(super) name: &'static str,
    /// Names of the arguments in parentheses.
    pub(super) arguments: &'static [&'static str],
    /// Description of the quantity, as in `assets/lessons/README.md`.
    pub(super) about: &'static str,
    pub(super) value: QuantityValue,
}

/// Way in which a quantity gets its value.
pub(super) enum QuantityValue {
    /// Value of a kernel's parameter.
    Parameter(KernelParameter),
    /// Read off the results.
    Of(fn(&QuantityRequest<'_>) -> Result<f64, String>),
}

const fn spec(
    name: &'static str,
    arguments: &'static [&'static str],
    about: &'static str,
    value: fn(&QuantityRequest<'_>) -> Result<f64, String>,
) -> Spec {
    Spec {
        name,
        arguments,
        about,
        value: QuantityValue::Of(value),
    }
}

/// Parameters of kernels, each by its name.
static PARAMETERS: LazyLock<Vec<Spec>> = LazyLock::new(|| {
    let of = |parameter: KernelParameter| Spec {
        name: parameter.name(),
        arguments: &[],
        about: match parameter {
            KernelParameter::Gamma => "γ, also where a rule sets it",
            _ => parameter.presented().flag,
        },
        value: QuantityValue::Parameter(parameter),
    };
    KernelParameter::ALL.into_iter().map(of).collect()
});

/// Iterates over all quantities.
pub(super) fn specs() -> impl Iterator<Item = &'static Spec> {
    let groups = [
        setup::SPECS,
        &PARAMETERS,
        spectrum::SPECS,
        rows::SPECS,
        kernel::SPECS,
        judged::SPECS,
        directions::SPECS,
        counts::SPECS,
        counted::SPECS,
    ];
    groups.into_iter().flatten()
}

impl Spec {
    /// Reads the value.
    ///
    /// # Errors
    /// Where the results lack it, in one line.
    pub(super) fn value(&self, asked: &QuantityRequest<'_>) -> Result<f64, String> {
        match self.value {
            QuantityValue::Of(value) => value(asked),
            QuantityValue::Parameter(parameter) => {
                let kernel = asked.analysis().kernel;
                let value = kernel.value(parameter);
                value.ok_or_else(|| format!("the kernel has no {}", parameter.symbol()))
            }
        }
    }
}
impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
