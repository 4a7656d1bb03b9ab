//! Parameters of the kernel.

use super::{Bounds, NamedValue, ParameterEntry, Value, always_used};
use crate::app::Edit;
use explorer::{presented::Presented, setup::Setup};
use kernel_pca::{
    kernel::{
        Gamma, Join, KernelKind, KernelParameter, Normalize, SecondKernel, Similarity,
        gamma_from_sigma, sigma_from_gamma,
    },
    objects::ObjectKind,
    typed::NumberRange,
};

pub(super) const KERNEL: ParameterEntry = ParameterEntry {
    name: "kernel",
    words: &[],
    title: "Kernel",
    help: "How similar two points are. Kernel PCA is linear PCA in a space where this is the inner product, so the \
           kernel decides which curves look straight.",
    unused: always_used,
    value: Value::Named {
        now: |setup| setup.kernel.kind.presented().title.to_owned(),
        all: || {
            let named = |kind: KernelKind| NamedValue {
                name: kind.name().into(),
                title: kind.presented().title.to_owned(),
                help: kind.presented().help,
                edit: Edit::Kernel(kind),
            };
            KernelKind::ALL.map(named).to_vec()
        },
    },
};

/// Entry of a parameter in the kernel's formula, with the words of its [`Presented`] entry.
pub(super) fn of(parameter: KernelParameter) -> ParameterEntry {
    let shown = parameter.presented();
    ParameterEntry {
        name: parameter.name(),
        words: shown.words,
        title: shown.title,
        help: shown.help,
        // What a kernel lacks is asked of it, for each of its parameters.
        unused: always_used,
        value: match parameter {
            KernelParameter::Gamma => Value::Gamma {
                get: |setup| setup.kernel.gamma,
                edit: Edit::Gamma,
            },
            other => Value::Kernel(other),
        },
    }
}

/// Reason why a parameter of the kernel's formula would change nothing; `None` where the kernel uses it.
pub(super) fn lacks(setup: &Setup, parameter: KernelParameter) -> Option<String> {
    let is_used = setup.kernel.uses(parameter);
    (!is_used).then(|| has_none(setup, parameter.symbol()))
}

pub(super) const SIGMA: ParameterEntry = ParameterEntry {
    name: "sigma",
    words: &["σ"],
    title: "σ",
    help: "The width of the RBF kernel, in units of the data: γ = 1/(2σ²). Points much farther apart than σ count as \
           unlike.",
    unused: |setup| {
        let is_used = setup.kernel.kind.presented().length_scale.is_some();
        (!is_used).then(|| has_none(setup, "σ"))
    },
    value: Value::Number {
        subject: "σ",
        bounds: |_| Bounds::ratios(NumberRange::Positive, [1e-3, 1e3]),
        get: |setup| {
            setup
                .kernel
                .value(KernelParameter::Gamma)
                .map(sigma_from_gamma)
        },
        set: |setup, value| setup.kernel.gamma = Gamma::Value(gamma_from_sigma(value)),
    },
};

pub(super) const SIMILARITY: ParameterEntry = ParameterEntry {
    name: "similarity",
    words: &[],
    title: "Similarity S",
    help: OF_NODES,
    unused: |setup| {
        let is_used = setup.kernel.kind.takes() == ObjectKind::Graph;
        (!is_used).then(|| has_none(setup, "S"))
    },
    value: Value::Named {
        now: |setup| setup.kernel.similarity.formula().to_owned(),
        all: || {
            let named = |similarity: Similarity| NamedValue {
                name: similarity.name().into(),
                title: similarity.formula().to_owned(),
                help: OF_NODES,
                edit: Edit::Similarity(similarity),
            };
            Similarity::ALL.map(named).to_vec()
        },
    },
};

const OF_NODES: &str = "How similar two neighbouring nodes are. A − D, the negated Laplacian, lets likeness flow and \
                        never grow; A counts walks; D⁻½AD⁻½ does so with less weight for nodes of many neighbours.";

pub(super) const SECOND: ParameterEntry = ParameterEntry {
    name: "second",
    words: &["join"],
    title: "Combined",
    help: "A kernel that is added to the first or multiplied with it. A sum sees rows as alike where either does, a \
           product where both do. The two share γ, degree and c₀.",
    unused: |setup| {
        let objects = setup.kernel.kind.takes().in_text()?;
        Some(format!("{objects} no second kernel"))
    },
    value: Value::Named {
        now: |setup| joined(setup.kernel.second),
        all: || {
            let kinds = KernelKind::ALL.into_iter();
            let of_rows = kinds.filter(|kind| kind.takes() == ObjectKind::Vectors);
            let both =
                of_rows.flat_map(|kind| Join::ALL.map(|join| Some(SecondKernel { join, kind })));
            let named = |second: Option<SecondKernel>| NamedValue {
                name: match second {
                    None => "none".into(),
                    Some(SecondKernel { join, kind }) => format!("{} {kind}", join.name()).into(),
                },
                title: joined(second),
                help: second.map_or("The first kernel alone", |it| it.kind.presented().help),
                edit: Edit::Second(second),
            };
            std::iter::once(None).chain(both).map(named).collect()
        },
    },
};

fn joined(second: Option<SecondKernel>) -> String {
    match second {
        None => "none".into(),
        Some(SecondKernel { join, kind }) => {
            format!("{}{}", join.sign().trim_start(), kind.presented().title)
        }
    }
}

pub(super) const NORMALIZE: ParameterEntry = ParameterEntry {
    name: "normalize",
    words: &["normalise"],
    title: "Normalised",
    help: LENGTHS,
    unused: always_used,
    value: Value::Named {
        now: |setup| normalized(setup.kernel.normalize).to_owned(),
        all: || {
            let named = |normalize: Option<Normalize>| NamedValue {
                name: normalize.map_or("none", Normalize::name).into(),
                title: normalized(normalize).to_owned(),
                help: LENGTHS,
                edit: Edit::Normalize(normalize),
            };
            let [before, after] = Normalize::ALL.map(Some);
            [None, before, after].map(named).to_vec()
        },
    },
};

const LENGTHS: &str = "Divides by √(k(x, x) k(y, y)), so that only the direction of an image in feature space counts, \
                       not its length. The normalised linear kernel is the cosine; after centring it is the cosine \
                       seen from the mean row.";

fn normalized(normalize: Option<Normalize>) -> &'static str {
    match normalize {
        None => "no",
        Some(Normalize::Before) => "before centring",
        Some(Normalize::After) => "after centring",
    }
}

pub(super) const CENTERING: ParameterEntry = ParameterEntry {
    name: "centring",
    words: &["centering"],
    title: "Centring",
    help: MEAN,
    unused: always_used,
    value: Value::Named {
        now: |setup| centered(setup.kernel.center).to_owned(),
        all: || {
            let named = |center: bool| NamedValue {
                name: if center { "on" } else { "off" }.into(),
                title: centered(center).to_owned(),
                help: MEAN,
                edit: Edit::Center(center),
            };
            [true, false].map(named).to_vec()
        },
    },
};

const MEAN: &str = "Principal components are about the mean of the images. Without centring the first one mostly \
                    points at that mean.";

fn centered(center: bool) -> &'static str {
    if center { "about the mean" } else { "none" }
}

fn has_none(setup: &Setup, symbol: &str) -> String {
    let kernel = setup.kernel.kind.presented().title_in_text;
    format!("The {kernel} kernel has no {symbol}")
}
