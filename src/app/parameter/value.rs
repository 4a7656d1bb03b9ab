//! The value of a parameter as text, and the change that a typed one asks for.

use super::{
    Parameter,
    choices::{centered, normalized, second_title},
};
use crate::{
    app::Edit,
    data::{Generator, Source},
    kernel::{Gamma, gamma_from_sigma},
    setup::{Components, Setup},
    view::number,
};

impl Parameter {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        data::{Builtin, Scaling},
        kernel::KernelKind,
    };

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
