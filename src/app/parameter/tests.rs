use super::*;
use kernel_pca::{
    kernel::{KernelKind, KernelParameter},
    objects::Scaling,
};
use tabular::{Builtin, Source};

fn read(parameter: Parameter, text: &str) -> Result<Edit, String> {
    parameter.read(text, &Setup::welcome())
}

#[test]
fn every_word_means_one_parameter() {
    let words: Vec<&str> = Parameter::all().flat_map(Parameter::words).collect();
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
        edit(Parameter::GAMMA, "0,5"),
        Edit::Gamma(Gamma::Value(0.5))
    );
    assert_eq!(edit(Parameter::GAMMA, "median"), Edit::Gamma(Gamma::Median));
    assert_eq!(
        edit(Parameter::Sigma, "1"),
        Edit::Number(Parameter::Sigma, 1.0)
    );
    let components = |value| Edit::Number(Parameter::Components, value);
    assert_eq!(edit(Parameter::Components, "20"), components(20.0));
    assert_eq!(edit(Parameter::Components, "0,95"), components(0.95));
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
    assert_eq!(
        edit(Parameter::Threshold, "9/10"),
        Edit::Number(Parameter::Threshold, 0.9)
    );
    let samples = Edit::Number(Parameter::Samples, 1200.0);
    assert_eq!(edit(Parameter::Samples, "1 200"), samples);
}

#[test]
fn a_refusal_says_what_is_wanted() {
    for (parameter, text, reason) in [
        (
            Parameter::GAMMA,
            "0",
            "γ must be a positive number (or auto, or median)",
        ),
        (
            Parameter::GAMMA,
            "wide",
            "γ must be a positive number (or auto, or median)",
        ),
        (
            Parameter::Of(KernelParameter::Degree),
            "3",
            "The RBF kernel has no degree",
        ),
        (
            Parameter::Clusters,
            "3",
            "Only Gaussian blobs and elongated clusters have a number of clusters",
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
    for parameter in Parameter::all() {
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
