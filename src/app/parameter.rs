//! The parameters that have a name: what each does, what it takes, and the change that a typed value
//! asks for. Fields, tooltips and the palette all read them here.

use std::borrow::Cow;

use super::Edit;
use crate::{
    data::{
        AddedNoise, Argument, Builtin, Generator, MAX_SAMPLES, NoiseKind, Scaling, Shape, Source,
        Takes,
    },
    kernel::{
        Gamma, Join, KernelKind, KernelParameter, Normalize, Second, Similarity, gamma_from_sigma,
    },
    setup::{Components, Setup},
    typed::{Quantity, Rule},
    view::number,
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

/// One of the values of a parameter that has few.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// What is typed.
    pub name: Cow<'static, str>,
    /// What is shown.
    pub title: String,
    /// What choosing it does.
    pub help: &'static str,
    pub edit: Edit,
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

    /// What it does, in one or two sentences.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
    pub fn help(self) -> &'static str {
        match self {
            Self::Data => {
                "The table that both methods see. Generated shapes show what a kernel can do, and \
                 a file of your own opens too."
            }
            Self::Samples => {
                "How many points are drawn. More fill the shape more densely, so a narrower kernel \
                 (a larger γ) still finds neighbours."
            }
            Self::Noise => {
                "How far points stray from the clean shape, as a standard deviation. With much \
                 noise groups run into each other and no kernel can part them."
            }
            Self::Factor => {
                "The inner circle's radius as a share of the outer's. Near 1 the circles almost \
                 touch and are hard to tell apart."
            }
            Self::Clusters => "How many clouds of points are drawn, each with a class of its own",
            Self::Seed => {
                "The start of the random numbers. The same seed draws the same points as in \
                 scikit-learn, another seed another sample of the same shape."
            }
            Self::AddNoise => {
                "Noise in the features, before they are scaled, to see how well rows are cleaned of it: \
                 numbers from a normal distribution, or values that become the smallest or largest of \
                 their column."
            }
            Self::NoiseAmount => {
                "The standard deviation of the numbers that are added, in the units of the data, or the \
                 share of values that salt and pepper replace"
            }
            Self::NoiseSeed => "The start of the random numbers of the added noise",
            Self::Scaling => {
                "What is done to each column before PCA. Standardising divides by the standard \
                 deviation, so that a column in large units does not drown the others."
            }
            Self::Kernel => {
                "How alike two points are. Kernel PCA is linear PCA in a space where this is the \
                 inner product, so the kernel decides which curves look straight."
            }
            Self::Gamma => {
                "How quickly likeness fades with distance. A small γ sees the whole cloud and comes \
                 close to linear PCA, a large one only the nearest neighbours."
            }
            Self::Sigma => {
                "The width of the RBF kernel, in units of the data: γ = 1/(2σ²). Points much farther \
                 apart than σ count as unlike."
            }
            Self::Degree => {
                "The highest power in the polynomial kernel. Degree 2 takes all products of two \
                 features into account, degree 3 of three."
            }
            Self::Coef0 => {
                "What is added to the inner product before the power or the tanh. The larger it is, \
                 the more the lower powers count."
            }
            Self::KernelShape => {
                "How many widths the rational quadratic kernel mixes: a small a reaches far beyond γ's \
                 distance, a large one is RBF."
            }
            Self::Similarity => {
                "How alike two neighbouring nodes are. A − D, the negated Laplacian, lets likeness flow \
                 and never grow; A counts walks; D⁻½AD⁻½ does so with less weight for nodes of many \
                 neighbours."
            }
            Self::Beta => {
                "How far likeness spreads along the edges of a graph. A small β sees direct neighbours \
                 only, a large one whole groups of nodes."
            }
            Self::Power => "How many steps walks between two nodes have",
            Self::Length => {
                "How long the substrings are that two strings must share. Longer ones say more and are \
                 shared by fewer."
            }
            Self::Second => {
                "A kernel that is added to the first or multiplied with it. A sum sees rows as alike \
                 where either does, a product where both do. The two share γ, degree and c₀."
            }
            Self::Normalize => {
                "Divides by √(k(x, x) k(y, y)), so that only the direction of an image in feature space \
                 counts, not its length. The normalised linear kernel is the cosine; after centring it \
                 is the correlation."
            }
            Self::Centering => {
                "Principal components are about the mean of the images. Without centring the first one \
                 mostly points at that mean."
            }
            Self::Components => {
                "How many kernel components are computed, the one with the largest eigenvalue first. \
                 The picture needs two; more show how the spectrum goes on. A share such as 0.95 takes \
                 as many as reach it."
            }
            Self::Neighbors => {
                "How many nearest rows each row is joined to for Isomap, locally linear embedding and \
                 Laplacian eigenmaps. Too few tear the graph apart, too many make short cuts."
            }
            Self::DiffusionGamma => "How short the steps of the diffusion map's random walk are",
            Self::DiffusionTime => "How many steps the diffusion map's random walk takes",
            Self::Eigenvalues => {
                "How many bars the spectrum and the variance curve show. It changes the drawing only."
            }
            Self::Threshold => {
                "The share of the variance that is asked for. The variance curve marks the smallest \
                 number of components that reaches it."
            }
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

    /// Its values, where they are few and have names.
    #[must_use]
    pub fn named(self) -> Vec<Named> {
        match self {
            Self::Data => {
                let shapes = Shape::ALL.map(|shape| Named {
                    name: shape.id().into(),
                    title: shape.to_string(),
                    help: shape.spec().help,
                    edit: Edit::Source(Source::Generated(shape.spec().starting.clone())),
                });
                let tables = Builtin::ALL.map(|table| Named {
                    name: table.id().into(),
                    title: table.to_string(),
                    help: table.spec().help,
                    edit: Edit::Source(Source::Builtin(table)),
                });
                shapes.into_iter().chain(tables).collect()
            }
            Self::AddNoise => [None]
                .into_iter()
                .chain(NoiseKind::ALL.map(Some))
                .map(|kind| Named {
                    name: kind.map_or("none", NoiseKind::name).into(),
                    title: kind.map_or("None", NoiseKind::title).to_owned(),
                    help: match kind {
                        None => "The features as they came",
                        Some(NoiseKind::Gaussian) => "A normal number is added to each value",
                        Some(NoiseKind::SaltPepper) => {
                            "Some values become the smallest or the largest of their column"
                        }
                    },
                    edit: Edit::AddNoise(kind.map(AddedNoise::new)),
                })
                .collect(),
            Self::Scaling => Scaling::ALL
                .map(|scaling| Named {
                    name: scaling.name().into(),
                    title: scaling.title().to_owned(),
                    help: scaling_help(scaling),
                    edit: Edit::Scaling(scaling),
                })
                .to_vec(),
            Self::Kernel => KernelKind::ALL
                .map(|kind| Named {
                    name: kind.name().into(),
                    title: kind.title().to_owned(),
                    help: kind.family().help,
                    edit: Edit::Kernel(kind),
                })
                .to_vec(),
            Self::Similarity => Similarity::ALL
                .map(|similarity| Named {
                    name: similarity.name().into(),
                    title: similarity.formula().to_owned(),
                    help: self.help(),
                    edit: Edit::Similarity(similarity),
                })
                .to_vec(),
            Self::Second => second_kernels(),
            Self::Normalize => [None, Some(Normalize::Before), Some(Normalize::After)]
                .map(|normalize| Named {
                    name: normalize.map_or("none", Normalize::name).into(),
                    title: normalized(normalize).to_owned(),
                    help: self.help(),
                    edit: Edit::Normalize(normalize),
                })
                .to_vec(),
            Self::Centering => [true, false]
                .map(|center| Named {
                    name: if center { "on" } else { "off" }.into(),
                    title: centered(center).to_owned(),
                    help: self.help(),
                    edit: Edit::Center(center),
                })
                .to_vec(),
            _ => vec![],
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

    /// Its value now.
    #[must_use]
    pub fn value(self, setup: &Setup) -> String {
        let generated = |value: fn(&Generator) -> f64| match &setup.source {
            Source::Generated(generator) => number(value(generator)),
            Source::Builtin(_) | Source::File(_) | Source::Drawn(_) => String::new(),
        };
        match self {
            Self::Data => setup.source.short_name().into_owned(),
            Self::Samples => generated(|g| g.n_samples as f64),
            Self::Noise => generated(|g| g.noise),
            Self::Factor => generated(|g| g.factor),
            Self::Clusters => generated(|g| g.centers as f64),
            Self::Seed => match &setup.source {
                Source::Generated(generator) => generator.random_state.to_string(),
                Source::Builtin(_) | Source::File(_) | Source::Drawn(_) => String::new(),
            },
            Self::AddNoise => setup
                .added_noise
                .map_or("None", |noise| noise.kind.title())
                .to_owned(),
            Self::NoiseAmount => setup
                .added_noise
                .map_or_else(String::new, |noise| number(noise.amount)),
            Self::NoiseSeed => setup
                .added_noise
                .map_or_else(String::new, |noise| noise.seed.to_string()),
            Self::Scaling => setup.scaling.title().to_owned(),
            Self::Kernel => setup.kernel.kind.title().to_owned(),
            Self::Gamma => match setup.kernel.gamma {
                Gamma::Value(value) => number(value),
                rule => rule.to_string(),
            },
            Self::Sigma => match setup.kernel.gamma {
                Gamma::Value(value) => number(crate::kernel::sigma_from_gamma(value)),
                Gamma::Auto | Gamma::Median => String::new(),
            },
            Self::Degree => setup.kernel.degree.to_string(),
            Self::Coef0 => number(setup.kernel.coef0),
            Self::KernelShape => number(setup.kernel.shape),
            Self::Similarity => setup.kernel.similarity.formula().to_owned(),
            Self::Beta => number(setup.kernel.beta),
            Self::Power => setup.kernel.power.to_string(),
            Self::Length => setup.kernel.length.to_string(),
            Self::Second => second_title(setup.kernel.second),
            Self::Normalize => normalized(setup.kernel.normalize).to_owned(),
            Self::Centering => centered(setup.kernel.center).to_owned(),
            Self::Components => setup.components.to_string(),
            Self::Neighbors => setup.manifold.neighbors.to_string(),
            Self::DiffusionGamma => match setup.manifold.gamma {
                Gamma::Value(value) => number(value),
                rule => rule.to_string(),
            },
            Self::DiffusionTime => number(setup.manifold.time),
            Self::Eigenvalues => setup.view.spectrum_components.to_string(),
            Self::Threshold => number(setup.view.threshold),
        }
    }

    /// The change that a typed value asks for.
    ///
    /// # Errors
    /// Says why there is none, in one sentence.
    pub fn read(self, text: &str, setup: &Setup) -> Result<Edit, String> {
        if let Some(reason) = self.unused(setup) {
            return Err(reason);
        }
        let Some(quantity) = self.quantity() else {
            return self.read_name(text);
        };
        if let Self::Gamma | Self::DiffusionGamma = self {
            let gamma = text.parse::<Gamma>().map_err(|error| error.to_string())?;
            return Ok(match self {
                Self::Gamma => Edit::Gamma(gamma),
                _ => Edit::DiffusionGamma(gamma),
            });
        }
        let value = quantity.read(text)?;
        let count = value as usize;
        let generator = |change: &dyn Fn(&mut Generator)| match &setup.source {
            Source::Generated(generator) => {
                let mut generator = generator.clone();
                change(&mut generator);
                Edit::Generator(generator)
            }
            source => Edit::Source(source.clone()),
        };
        Ok(match self {
            Self::Data
            | Self::AddNoise
            | Self::Scaling
            | Self::Kernel
            | Self::Similarity
            | Self::Second
            | Self::Normalize
            | Self::Centering
            | Self::Gamma
            | Self::DiffusionGamma => return self.read_name(text),
            Self::NoiseAmount | Self::NoiseSeed => {
                let Some(mut noise) = setup.added_noise else {
                    return Err("No noise is added".into());
                };
                match self {
                    Self::NoiseAmount => noise.amount = value,
                    _ => noise.seed = value as u32,
                }
                if !noise.is_valid() {
                    return Err(format!("The amount must be {}", noise.kind.rule().wants()));
                }
                Edit::AddNoise(Some(noise))
            }
            Self::Samples => generator(&|g| g.n_samples = count),
            Self::Noise => generator(&|g| g.noise = value),
            Self::Factor => generator(&|g| g.factor = value),
            Self::Clusters => generator(&|g| g.centers = count),
            Self::Seed => generator(&|g| g.random_state = value as u32),
            Self::Sigma => Edit::Gamma(Gamma::Value(gamma_from_sigma(value))),
            Self::Degree => Edit::Degree(value as u32),
            Self::Coef0 => Edit::Coef0(value),
            Self::KernelShape => Edit::KernelShape(value),
            Self::Beta => Edit::Beta(value),
            Self::Power => Edit::PowerLength(value as u32),
            Self::Length => Edit::Length(value as u32),
            Self::Components => {
                Edit::Components(Components::from_number(value).unwrap_or(setup.components))
            }
            Self::Neighbors => Edit::Neighbors(count),
            Self::DiffusionTime => Edit::DiffusionTime(value),
            Self::Eigenvalues => Edit::SpectrumComponents(count),
            Self::Threshold => Edit::Threshold(value),
        })
    }

    /// A value by its name on the command line or on the screen.
    fn read_name(self, text: &str) -> Result<Edit, String> {
        let wanted = text.trim().to_lowercase();
        self.named()
            .into_iter()
            .find(|value| value.name == wanted || value.title.to_lowercase() == wanted)
            .map(|value| value.edit)
            .ok_or_else(|| format!("{} must be one of {}", self.title(), self.takes()))
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

/// None, and each that can be added or multiplied.
fn second_kernels() -> Vec<Named> {
    let kinds = KernelKind::ALL.into_iter();
    let of_rows = kinds.filter(|kind| kind.takes() == Takes::Vectors);
    let both = of_rows.flat_map(|kind| Join::ALL.map(|join| Some(Second { join, kind })));
    let named = |second: Option<Second>| Named {
        name: match second {
            None => "none".into(),
            Some(Second { join, kind }) => format!("{} {kind}", join.name()).into(),
        },
        title: second_title(second),
        help: second.map_or("The first kernel alone", |second| second.kind.family().help),
        edit: Edit::Second(second),
    };
    std::iter::once(None).chain(both).map(named).collect()
}

fn second_title(second: Option<Second>) -> String {
    match second {
        None => "none".into(),
        Some(Second { join, kind }) => format!("{}{}", join.sign().trim_start(), kind.title()),
    }
}

fn normalized(normalize: Option<Normalize>) -> &'static str {
    match normalize {
        None => "no",
        Some(Normalize::Before) => "before centring",
        Some(Normalize::After) => "after centring",
    }
}

fn centered(center: bool) -> &'static str {
    if center { "about the mean" } else { "none" }
}

fn scaling_help(scaling: Scaling) -> &'static str {
    match scaling {
        Scaling::None => "Columns as they are. PCA centres them by itself.",
        Scaling::Center => {
            "Subtracts each column's mean. RBF and Laplacian kernels don't notice; polynomial, \
             sigmoid and cosine kernels do."
        }
        Scaling::Standardize => {
            "Subtracts the mean and divides by the standard deviation, so that every column counts \
             the same whatever its unit"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(parameter: Parameter, text: &str) -> Result<Edit, String> {
        parameter.read(text, &Setup::welcome())
    }

    #[test]
    fn every_word_means_one_parameter() {
        let words: Vec<&str> = Parameter::ALL
            .iter()
            .flat_map(|p| p.words())
            .copied()
            .collect();
        for (i, word) in words.iter().enumerate() {
            assert!(!words[..i].contains(word), "{word}");
        }
    }

    #[test]
    fn a_given_matrix_is_not_scaled() {
        let mut setup = Setup::welcome();
        assert_eq!(Parameter::Scaling.unused(&setup), None);
        setup.kernel.kind = KernelKind::Distances;
        let reason = Parameter::Scaling.read("standardize", &setup).unwrap_err();
        assert_eq!(reason, "A given matrix has no features to scale");
    }

    #[test]
    fn values_are_read_as_flags_read_them() {
        let edit = |parameter, text| read(parameter, text).unwrap();
        assert_eq!(
            edit(Parameter::Gamma, "0,5"),
            Edit::Gamma(Gamma::Value(0.5))
        );
        assert_eq!(edit(Parameter::Gamma, "median"), Edit::Gamma(Gamma::Median));
        assert_eq!(edit(Parameter::Sigma, "1"), Edit::Gamma(Gamma::Value(0.5)));
        assert_eq!(
            edit(Parameter::Components, "20"),
            Edit::Components(Components::Count(20))
        );
        let share = Edit::Components(Components::Share(0.95));
        assert_eq!(edit(Parameter::Components, "0,95"), share);
        assert_eq!(
            edit(Parameter::Kernel, "poly"),
            Edit::Kernel(KernelKind::Poly)
        );
        assert_eq!(
            edit(Parameter::Kernel, "Polynomial"),
            Edit::Kernel(KernelKind::Poly)
        );
        assert_eq!(
            edit(Parameter::Scaling, "standardize"),
            Edit::Scaling(Scaling::Standardize)
        );
        assert_eq!(
            edit(Parameter::Data, "wine"),
            Edit::Source(Source::Builtin(Builtin::Wine))
        );
        assert_eq!(edit(Parameter::Threshold, "9/10"), Edit::Threshold(0.9));
        let Edit::Generator(generator) = edit(Parameter::Samples, "1 200") else {
            panic!("n belongs to a generator")
        };
        assert_eq!((generator.n_samples, generator.noise), (1200, 0.05));
    }

    #[test]
    fn a_refusal_says_what_is_wanted() {
        for (parameter, text, reason) in [
            (
                Parameter::Gamma,
                "0",
                "γ must be a positive number (or auto, or median)",
            ),
            (
                Parameter::Gamma,
                "wide",
                "γ must be a positive number (or auto, or median)",
            ),
            (Parameter::Degree, "3", "The RBF kernel has no degree"),
            (
                Parameter::Clusters,
                "3",
                "Only Gaussian blobs have a number of clusters",
            ),
            (
                Parameter::Samples,
                "0",
                "n must be a whole number from 1 to 1000000",
            ),
            (
                Parameter::Threshold,
                "1.5",
                "α must be a number above 0 and up to 1",
            ),
            (
                Parameter::Kernel,
                "gauss",
                &format!(
                    "Kernel must be one of {}",
                    KernelKind::ALL.map(KernelKind::name).join(", ")
                ),
            ),
        ] {
            assert_eq!(read(parameter, text).unwrap_err(), reason);
        }
        let iris = Setup {
            source: Source::Builtin(Builtin::Iris),
            ..Setup::default()
        };
        assert_eq!(
            Parameter::Noise.read("1", &iris).unwrap_err(),
            "Only generated data have noise to choose"
        );
    }

    #[test]
    fn what_is_shown_reads_back() {
        let mut setup = Setup::welcome();
        setup.kernel.kind = KernelKind::Poly;
        for parameter in Parameter::ALL {
            if parameter.unused(&setup).is_some() {
                continue;
            }
            let edit = parameter.read(&parameter.value(&setup), &setup).unwrap();
            if parameter == Parameter::Data {
                continue;
            }
            let mut again = setup.clone();
            edit.apply(&mut again);
            assert_eq!(again, setup, "{parameter:?}");
        }
    }
}
