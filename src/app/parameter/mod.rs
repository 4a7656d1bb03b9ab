//! The parameters that have a name: what each is called, what it takes and when it counts. Fields, tooltips and the
//! palette all read them here.

mod choices;
mod help;
mod value;

pub use choices::Named;

use crate::{
    data::{Argument, MAX_SAMPLES, Shape, Source, Takes},
    kernel::{Gamma, KernelParameter},
    setup::Setup,
    typed::{Quantity, Rule},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    Data,
    Samples,
    Noise,
    Factor,
    Clusters,
    Seed,
    AddNoise,
    NoiseAmount,
    NoiseSeed,
    Scaling,
    Kernel,
    Gamma,
    Sigma,
    Degree,
    Coef0,
    KernelShape,
    Similarity,
    Beta,
    Power,
    Length,
    Second,
    Normalize,
    Centering,
    Components,
    Neighbors,
    DiffusionGamma,
    DiffusionTime,
    Eigenvalues,
    Threshold,
}

impl Parameter {
    pub const ALL: [Self; 29] = [
        Self::Data,
        Self::Samples,
        Self::Noise,
        Self::Factor,
        Self::Clusters,
        Self::Seed,
        Self::AddNoise,
        Self::NoiseAmount,
        Self::NoiseSeed,
        Self::Scaling,
        Self::Kernel,
        Self::Gamma,
        Self::Sigma,
        Self::Degree,
        Self::Coef0,
        Self::KernelShape,
        Self::Similarity,
        Self::Beta,
        Self::Power,
        Self::Length,
        Self::Second,
        Self::Normalize,
        Self::Centering,
        Self::Components,
        Self::Neighbors,
        Self::DiffusionGamma,
        Self::DiffusionTime,
        Self::Eigenvalues,
        Self::Threshold,
    ];

    /// The words that it is found by; the first stands for it, the others are those of flags and of
    /// the side panel.
    #[must_use]
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Self::Data => &["data", "source"],
            Self::Samples => &["n", "points", "samples", "n-samples"],
            Self::Noise => &["noise", "spread"],
            Self::Factor => &["ratio", "radius", "factor"],
            Self::Clusters => &["clusters", "centers", "centres"],
            Self::Seed => &["seed", "random-state"],
            Self::AddNoise => &["add-noise", "added noise"],
            Self::NoiseAmount => &["noise-amount", "amount"],
            Self::NoiseSeed => &["noise-seed"],
            Self::Scaling => &["scale", "scaling"],
            Self::Kernel => &["kernel"],
            Self::Gamma => &["gamma", "γ"],
            Self::Sigma => &["sigma", "σ"],
            Self::Degree => &["degree"],
            Self::Coef0 => &["coef0", "offset", "c0", "c₀"],
            Self::KernelShape => &["shape"],
            Self::Similarity => &["similarity"],
            Self::Beta => &["beta", "β"],
            Self::Power => &["power"],
            Self::Length => &["length", "substring"],
            Self::Second => &["second", "join"],
            Self::Normalize => &["normalize", "normalise"],
            Self::Centering => &["centring", "centering"],
            Self::Components => &["components", "k"],
            Self::Neighbors => &["neighbors", "neighbours"],
            Self::DiffusionGamma => &["diffusion gamma", "diffusion γ"],
            Self::DiffusionTime => &["time", "diffusion time", "t"],
            Self::Eigenvalues => &["eigenvalues"],
            Self::Threshold => &["threshold", "alpha", "α"],
        }
    }

    /// Its name on the screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Data => "Source",
            Self::Samples => "Points n",
            Self::Noise => "Noise",
            Self::Factor => "Radius ratio",
            Self::Clusters => "Clusters",
            Self::Seed => "Seed",
            Self::AddNoise => "Added noise",
            Self::NoiseAmount => "Amount",
            Self::NoiseSeed => "Noise seed",
            Self::Scaling => "Scaling",
            Self::Kernel => "Kernel",
            Self::Gamma => "γ",
            Self::Sigma => "σ",
            Self::Degree => "Degree",
            Self::Coef0 => "Offset c₀",
            Self::KernelShape => "Shape a",
            Self::Similarity => "Similarity S",
            Self::Beta => "β",
            Self::Power => "Power l",
            Self::Length => "Length l",
            Self::Second => "Combined",
            Self::Normalize => "Normalised",
            Self::Centering => "Centring",
            Self::Components => "Components",
            Self::Neighbors => "Neighbours k",
            Self::DiffusionGamma => "Diffusion γ",
            Self::DiffusionTime => "Diffusion t",
            Self::Eigenvalues => "Eigenvalues",
            Self::Threshold => "Threshold α",
        }
    }

    /// What its number must be; `None` where its values have names.
    #[must_use]
    pub fn quantity(self) -> Option<Quantity> {
        let (name, rule) = match self {
            Self::Data
            | Self::AddNoise
            | Self::Scaling
            | Self::Kernel
            | Self::Similarity
            | Self::Second
            | Self::Normalize
            | Self::Centering => return None,
            Self::NoiseAmount => ("The amount", Rule::NotNegative),
            Self::Samples => ("n", Rule::Whole(1, MAX_SAMPLES)),
            Self::Noise => ("Noise", Rule::NotNegative),
            Self::Factor => ("The radius ratio", Rule::BelowOne),
            Self::Clusters => ("The number of clusters", Rule::Whole(1, u32::MAX)),
            Self::Seed | Self::NoiseSeed => ("The seed", Rule::Whole(0, u32::MAX)),
            Self::Gamma | Self::DiffusionGamma => ("γ", Gamma::RULE),
            Self::Sigma => ("σ", Rule::Positive),
            Self::Degree => ("The degree", KernelParameter::Degree.rule()),
            Self::Coef0 => ("c₀", KernelParameter::Coef0.rule()),
            Self::KernelShape => ("a", KernelParameter::Shape.rule()),
            Self::Beta => ("β", KernelParameter::Beta.rule()),
            Self::Power => ("The power", KernelParameter::Power.rule()),
            Self::Length => ("The length", KernelParameter::Length.rule()),
            Self::Components => ("The number of components", Rule::CountOrShare),
            Self::Neighbors => ("The number of neighbours", Rule::Whole(1, u32::MAX)),
            Self::DiffusionTime => ("t", Rule::NotNegative),
            Self::Eigenvalues => ("The number of eigenvalues", Rule::Whole(1, u32::MAX)),
            Self::Threshold => ("α", Rule::Share),
        };
        Some(Quantity::new(name, rule))
    }

    /// What can be typed after its name.
    #[must_use]
    pub fn takes(self) -> String {
        match (self, self.quantity()) {
            (Self::Gamma | Self::DiffusionGamma, Some(quantity)) => {
                format!("{}, auto or median", quantity.rule.wants())
            }
            (_, Some(quantity)) => quantity.rule.wants(),
            (_, None) => self
                .named()
                .iter()
                .map(|v| &*v.name)
                .collect::<Vec<_>>()
                .join(", "),
        }
    }

    /// Why a value would change nothing; `None` where it counts.
    #[must_use]
    pub fn unused(self, setup: &Setup) -> Option<String> {
        let kernel = &setup.kernel;
        let kind = kernel.kind;
        let shape = match &setup.source {
            Source::Generated(generator) => Some(generator.shape),
            Source::Builtin(_) | Source::File(_) | Source::Drawn(_) => None,
        };
        let used = match self {
            Self::Gamma => kernel.uses(KernelParameter::Gamma),
            Self::Sigma => kind.family().length_scale.is_some(),
            Self::Degree => kernel.uses(KernelParameter::Degree),
            Self::Coef0 => kernel.uses(KernelParameter::Coef0),
            Self::KernelShape => kernel.uses(KernelParameter::Shape),
            Self::Beta => kernel.uses(KernelParameter::Beta),
            Self::Power => kernel.uses(KernelParameter::Power),
            Self::Length => kernel.uses(KernelParameter::Length),
            Self::Similarity => kind.takes() == Takes::Graph,
            Self::AddNoise => {
                let objects = kind.takes().in_text()?;
                return Some(format!(
                    "{objects} no features that noise could be added to"
                ));
            }
            Self::NoiseAmount | Self::NoiseSeed if setup.added_noise.is_none() => {
                return Some("No noise is added".into());
            }
            Self::Scaling => {
                let objects = kind.takes().in_text()?;
                return Some(format!("{objects} no features to scale"));
            }
            Self::Second => {
                let objects = kind.takes().in_text()?;
                return Some(format!("{objects} no second kernel"));
            }
            Self::Samples if shape.is_none() => {
                return Some("Only generated data have a number of points to choose".into());
            }
            Self::Noise if shape.is_none() => {
                return Some("Only generated data have noise to choose".into());
            }
            Self::Seed if shape.is_none() => {
                return Some("Only generated data have a seed".into());
            }
            Self::Factor => return lacks(shape, Argument::Factor, "a radius ratio"),
            Self::Clusters => return lacks(shape, Argument::Centers, "a number of clusters"),
            _ => true,
        };
        let symbol = match self {
            Self::Degree => "degree",
            Self::Coef0 => "c₀",
            Self::Sigma => "σ",
            Self::KernelShape => "a",
            Self::Beta => "β",
            Self::Power | Self::Length => "l",
            Self::Similarity => "S",
            _ => "γ",
        };
        (!used).then(|| format!("The {} kernel has no {symbol}", kind.family().title_in_text))
    }
}

/// Which shapes have what this one lacks.
fn lacks(shape: Option<Shape>, argument: Argument, what: &str) -> Option<String> {
    if shape.is_some_and(|shape| shape.takes(argument)) {
        return None;
    }
    let taking = Shape::ALL.into_iter().filter(|shape| shape.takes(argument));
    let names: Vec<&str> = taking.map(|shape| shape.spec().plural).collect();
    Some(format!("Only {} have {what}", names.join(" and ")))
}
