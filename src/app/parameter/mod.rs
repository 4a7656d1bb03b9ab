//! Parameters by name, one entry each: words, values, when it has an effect, and its place in the setup. Rows of
//! the side panel, tooltips and the palette all come from here.

mod data;
mod kernel;
mod results;

use std::borrow::Cow;

use crate::app::{App, Edit};
use chart::number;
use explorer::setup::Setup;
use kernel_pca::{
    kernel::{Gamma, KernelParameter},
    sweep::{SweptParameter, ValueSpacing},
    typed::{NamedNumber, NumberRange},
};

/// Description of a parameter.
struct ParameterEntry {
    /// Word by which the parameter is typed, most often that of its flag.
    name: &'static str,
    /// Other words that it is found by.
    words: &'static [&'static str],
    title: &'static str,
    help: &'static str,
    /// Function that gives the reason why a value would change nothing; `None` where it would.
    unused: fn(&Setup) -> Option<String>,
    value: Value,
}

/// Values that a parameter takes, with access to them.
enum Value {
    Number {
        /// Subject of the sentence on what the number must be, such as "γ" of "γ must be positive".
        subject: &'static str,
        bounds: fn(&Setup) -> Bounds,
        /// Reads the number; `None` where there is none now.
        get: fn(&Setup) -> Option<f64>,
        set: fn(&mut Setup, f64),
    },
    /// Number in the kernel's formula.
    Kernel(KernelParameter),
    /// Number, or the name of a rule that finds it.
    Gamma {
        get: fn(&Setup) -> Gamma,
        edit: fn(Gamma) -> Edit,
    },
    /// One of a few values with names.
    Named {
        now: fn(&Setup) -> String,
        all: fn() -> Vec<NamedValue>,
    },
}

/// Numbers that a parameter takes, with the range and spacing of its slider.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    pub rule: NumberRange,
    /// Ends of the slider; a typed number may lie beyond.
    pub ends: [f64; 2],
    pub slide: Slide,
}

impl Bounds {
    /// Bounds of numbers whose slider has steps of one size.
    const fn steps(rule: NumberRange, ends: [f64; 2], step: f64) -> Self {
        let slide = Slide::Steps(step);
        Self { rule, ends, slide }
    }

    /// Bounds of positive numbers whose slider multiplies by equal ratios.
    const fn ratios(rule: NumberRange, ends: [f64; 2]) -> Self {
        let slide = Slide::Ratios;
        Self { rule, ends, slide }
    }
}

/// Spacing of a slider's values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Slide {
    /// Equal ratios.
    Ratios,
    /// Equal steps of the given size.
    Steps(f64),
}

/// Named value of a parameter that takes only a few.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedValue {
    /// Word to type.
    pub name: Cow<'static, str>,
    /// Name on the screen.
    pub title: String,
    pub help: &'static str,
    /// Edit that choosing it makes.
    pub edit: Edit,
}

macro_rules! parameters {
    ($($name:ident: $module:ident::$entry:ident,)+) => {
        /// Parameter that can be set by its name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Parameter {
            $($name,)+
            /// Number in the kernel's formula.
            Of(KernelParameter),
        }

        impl Parameter {
            /// All parameters, in the order in which the palette lists them.
            pub fn all() -> impl Iterator<Item = Self> {
                let of_kernel = KernelParameter::ALL.map(Self::Of);
                [$(Self::$name),+].into_iter().chain(of_kernel)
            }

            fn entry(self) -> ParameterEntry {
                match self {
                    $(Self::$name => $module::$entry,)+
                    Self::Of(parameter) => kernel::of(parameter),
                }
            }
        }
    };
}

parameters! {
    Data: data::DATA,
    Samples: data::SAMPLES,
    Noise: data::NOISE,
    Factor: data::FACTOR,
    Clusters: data::CLUSTERS,
    Seed: data::SEED,
    AddNoise: data::ADD_NOISE,
    NoiseAmount: data::NOISE_AMOUNT,
    NoiseSeed: data::NOISE_SEED,
    Scaling: data::SCALING,
    Missing: data::MISSING,
    Symmetrise: data::SYMMETRISE,
    Kernel: kernel::KERNEL,
    Sigma: kernel::SIGMA,
    Similarity: kernel::SIMILARITY,
    Second: kernel::SECOND,
    Normalize: kernel::NORMALIZE,
    Centering: kernel::CENTERING,
    Components: results::COMPONENTS,
    Solver: results::SOLVER,
    Landmarks: results::LANDMARKS,
    Neighbors: results::NEIGHBORS,
    TrustNeighbors: results::TRUST_NEIGHBORS,
    DiffusionGamma: results::DIFFUSION_GAMMA,
    DiffusionTime: results::DIFFUSION_TIME,
    Eigenvalues: results::EIGENVALUES,
    Threshold: results::THRESHOLD,
    RidgePenalty: results::RIDGE_PENALTY,
    Confidence: results::CONFIDENCE,
}

impl Parameter {
    pub const GAMMA: Self = Self::Of(KernelParameter::Gamma);

    /// Words by which the parameter is found: first the one to type, then those of flags and of the side panel.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        let ParameterEntry { name, words, .. } = self.entry();
        std::iter::once(name).chain(words.iter().copied())
    }

    /// Name on the screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// Sentence or two on its effect.
    #[must_use]
    pub fn help(self) -> &'static str {
        self.entry().help
    }

    /// Reason why a value would change nothing; `None` where it has an effect.
    #[must_use]
    pub fn unused(self, setup: &Setup) -> Option<String> {
        match self {
            Self::Of(parameter) => kernel::lacks(setup, parameter),
            _ => (self.entry().unused)(setup),
        }
    }

    /// Swept parameter that this is, if a sweep can run through it.
    #[must_use]
    pub fn swept(self) -> Option<SweptParameter> {
        match self {
            Self::Of(parameter) => Some(SweptParameter::Kernel(parameter)),
            Self::Neighbors => Some(SweptParameter::Neighbors),
            _ => None,
        }
    }

    /// Numbers that it takes, with the range and spacing of its slider; `None` where its values have names.
    #[must_use]
    pub fn bounds(self, setup: &Setup) -> Option<Bounds> {
        match self.entry().value {
            Value::Number { bounds, .. } => Some(bounds(setup)),
            Value::Kernel(parameter) => {
                let (rule, ends) = (parameter.rule(), parameter.spec().ends);
                Some(match SweptParameter::Kernel(parameter).spread() {
                    ValueSpacing::Ratios => Bounds::ratios(rule, ends),
                    ValueSpacing::Steps => Bounds::steps(rule, ends, (ends[1] - ends[0]) / 200.0),
                    ValueSpacing::Whole => Bounds::steps(rule, ends, 1.0),
                })
            }
            Value::Gamma { .. } => Some(Bounds::ratios(Gamma::RULE, [1e-3, 1e3])),
            Value::Named { .. } => None,
        }
    }

    /// Condition on the parameter's number, with a name for messages; `None` where its values have names.
    #[must_use]
    pub fn quantity(self, setup: &Setup) -> Option<NamedNumber> {
        let subject = match self.entry().value {
            Value::Number { subject, .. } => subject,
            Value::Kernel(parameter) => parameter.spec().subject,
            Value::Gamma { .. } => "γ",
            Value::Named { .. } => return None,
        };
        Some(NamedNumber::new(subject, self.bounds(setup)?.rule))
    }

    /// Values with names, where there are few.
    #[must_use]
    pub fn named(self) -> Vec<NamedValue> {
        match self.entry().value {
            Value::Named { all, .. } => all(),
            _ => vec![],
        }
    }

    /// List of the values that can be typed after its name.
    #[must_use]
    pub fn takes(self, setup: &Setup) -> String {
        let numbers = self.bounds(setup).map(|bounds| bounds.rule.wants());
        match (self.entry().value, numbers) {
            (Value::Gamma { .. }, Some(numbers)) => format!("{numbers}, auto or median"),
            (_, Some(numbers)) => numbers,
            (_, None) => {
                let names = self.named().into_iter().map(|value| value.name);
                names.collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Present number; `None` where there is none, or a rule finds it.
    #[must_use]
    pub fn number(self, setup: &Setup) -> Option<f64> {
        match self.entry().value {
            Value::Number { get, .. } => get(setup),
            Value::Kernel(parameter) => setup.kernel.value(parameter),
            Value::Gamma { get, .. } => match get(setup) {
                Gamma::Value(value) => Some(value),
                Gamma::Auto | Gamma::Median => None,
            },
            Value::Named { .. } => None,
        }
    }

    /// Sets its number, where it takes one.
    pub(super) fn set(self, setup: &mut Setup, value: f64) {
        match self.entry().value {
            Value::Number { set, .. } => set(setup, value),
            Value::Kernel(parameter) => setup.kernel.set(parameter, value),
            Value::Gamma { edit, .. } => edit(Gamma::Value(value)).apply(setup),
            Value::Named { .. } => {}
        }
    }

    /// Present value as text, which is empty where there is none.
    #[must_use]
    pub fn value(self, setup: &Setup) -> String {
        let text = |value: f64| match self.bounds(setup) {
            Some(Bounds { rule, .. }) if rule.is_whole() => value.to_string(),
            _ => number(value),
        };
        match self.entry().value {
            Value::Named { now, .. } => now(setup),
            Value::Gamma { get, .. } => match get(setup) {
                Gamma::Value(value) => number(value),
                rule => rule.to_string(),
            },
            _ => self.number(setup).map_or_else(String::new, text),
        }
    }

    /// Edit that a typed value asks for.
    ///
    /// # Errors
    /// Says why there is none, in one sentence.
    pub fn read(self, text: &str, setup: &Setup) -> Result<Edit, String> {
        if let Some(reason) = self.unused(setup) {
            return Err(reason);
        }
        match (self.entry().value, self.quantity(setup)) {
            (Value::Gamma { edit, .. }, _) => match text.parse() {
                Ok(gamma) => Ok(edit(gamma)),
                Err(error) => Err(format!("{error}")),
            },
            (_, Some(quantity)) => Ok(Edit::Number(self, quantity.read(text)?)),
            (_, None) => {
                let wanted = text.trim().to_lowercase();
                let mut all = self.named().into_iter();
                let value =
                    all.find(|value| value.name == wanted || value.title.to_lowercase() == wanted);
                let refused = || {
                    let (title, takes) = (self.title(), self.takes(setup));
                    format!("{title} must be one of {takes}")
                };
                value.map(|value| value.edit).ok_or_else(refused)
            }
        }
    }
}

impl App {
    /// Present number of a parameter, also of γ where a rule finds it in the data; `None` where there is none, or no
    /// result yet.
    #[must_use]
    pub fn number(&self, parameter: Parameter) -> Option<f64> {
        let Value::Gamma { get, .. } = parameter.entry().value else {
            return parameter.number(&self.setup);
        };
        match get(&self.setup) {
            Gamma::Value(value) => Some(value),
            Gamma::Auto => self.analysis().map(|it| it.gamma_auto),
            Gamma::Median => self.analysis().map(|it| it.gamma_median),
        }
    }

    /// Ends of a parameter's slider, where the data on the screen suggest any.
    #[must_use]
    pub fn ends(&self, parameter: Parameter) -> Option<[f64; 2]> {
        Some(self.analysis()?.range_of(parameter.swept()?))
    }
}

/// Returns no reason why a value would change nothing, for parameters that always have an effect.
fn always_used(_: &Setup) -> Option<String> {
    None
}

#[cfg(test)]
mod tests;
