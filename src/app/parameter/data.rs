//! Parameters of the data.

use super::{Bounds, NamedValue, ParameterEntry, Value, always_used};
use crate::app::Edit;
use explorer::setup::{Marking, Setup};
use kernel_pca::{
    objects::{AddedNoise, NoiseKind, ObjectKind, Scaling},
    typed::NumberRange,
};
use tabular::{
    Argument, Builtin, Generator, MAX_SAMPLES, Missing, RowChoice, Shape, Source, Symmetrise,
};

pub(super) const DATA: ParameterEntry = ParameterEntry {
    name: "data",
    words: &["source"],
    title: "Source",
    help: "The table that both methods see. Generated shapes show what a kernel can do, and a file of your own \
           opens too.",
    unused: always_used,
    value: Value::Named {
        now: |setup| setup.source.short_name().into_owned(),
        all: || {
            let shapes = Shape::ALL.map(|shape| NamedValue {
                name: shape.id().into(),
                title: shape.to_string(),
                help: shape.spec().help,
                edit: Edit::Source(Source::Generated(shape.spec().starting.clone())),
            });
            let tables = Builtin::ALL.map(|table| NamedValue {
                name: table.id().into(),
                title: table.to_string(),
                help: table.spec().help,
                edit: Edit::Source(Source::Builtin(table)),
            });
            shapes.into_iter().chain(tables).collect()
        },
    },
};

pub(super) const SAMPLES: ParameterEntry = ParameterEntry {
    name: "n",
    words: &["points", "samples", "n-samples"],
    title: "Points n",
    help: "How many points are drawn. More fill the shape more densely, so a narrower kernel (a larger γ) still \
           finds neighbours.",
    unused: |setup| {
        let reason = "Only generated data have a number of points to choose";
        (shape(setup).is_none()).then(|| reason.into())
    },
    value: Value::Number {
        subject: "n",
        bounds: |_| Bounds::ratios(NumberRange::Whole(1, MAX_SAMPLES), [10.0, 5000.0]),
        get: |setup| of(setup, |it| it.n_samples as f64),
        set: |setup, value| change(setup, |it| it.n_samples = value as usize),
    },
};

pub(super) const NOISE: ParameterEntry = ParameterEntry {
    name: "noise",
    words: &["spread"],
    title: "Noise",
    help: "How far points stray from the clean shape, as a standard deviation. With much noise groups run into each \
           other and no kernel can separate them.",
    unused: |setup| {
        let reason = "Only generated data have noise to choose";
        (shape(setup).is_none()).then(|| reason.into())
    },
    value: Value::Number {
        subject: "Noise",
        bounds: |setup| {
            Bounds::steps(
                NumberRange::NotNegative,
                [
                    0.0,
                    shape(setup).map_or(1.0, |shape| shape.spec().most_noise),
                ],
                0.01,
            )
        },
        get: |setup| of(setup, |it| it.noise),
        set: |setup, value| change(setup, |it| it.noise = value),
    },
};

pub(super) const FACTOR: ParameterEntry = ParameterEntry {
    name: "ratio",
    words: &["radius", "factor"],
    title: "Radius ratio",
    help: "The inner circle's radius as a share of the outer's. Near 1 the circles almost touch and are hard to tell \
           apart.",
    unused: |setup| lacks(setup, Argument::Factor, "a radius ratio"),
    value: Value::Number {
        subject: "The radius ratio",
        bounds: |_| Bounds::steps(NumberRange::BelowOne, [0.0, 0.99], 0.01),
        get: |setup| of(setup, |it| it.factor),
        set: |setup, value| change(setup, |it| it.factor = value),
    },
};

pub(super) const CLUSTERS: ParameterEntry = ParameterEntry {
    name: "clusters",
    words: &["centers", "centres"],
    title: "Clusters",
    help: "How many clouds of points are drawn, each with a class of its own",
    unused: |setup| lacks(setup, Argument::Centers, "a number of clusters"),
    value: Value::Number {
        subject: "The number of clusters",
        bounds: |_| Bounds::steps(NumberRange::Whole(1, u32::MAX), [1.0, 10.0], 1.0),
        get: |setup| of(setup, |it| it.centers as f64),
        set: |setup, value| change(setup, |it| it.centers = value as usize),
    },
};

pub(super) const SEED: ParameterEntry = ParameterEntry {
    name: "seed",
    words: &["random-state"],
    title: "Seed",
    help: "The start of the random numbers. The same seed draws the same points as in scikit-learn, another seed \
           another sample of the same shape.",
    unused: |setup| (shape(setup).is_none()).then(|| "Only generated data have a seed".into()),
    value: Value::Number {
        subject: "The seed",
        bounds: |_| ANY_SEED,
        get: |setup| of(setup, |it| f64::from(it.random_state)),
        set: |setup, value| change(setup, |it| it.random_state = value as u32),
    },
};

pub(super) const ADD_NOISE: ParameterEntry = ParameterEntry {
    name: "add-noise",
    words: &["added noise"],
    title: "Added noise",
    help: "Noise in the features, before they are scaled, to see how well rows are cleaned of it: numbers from a \
           normal distribution, or values that become the smallest or largest of their column.",
    unused: |setup| {
        let objects = setup.kernel.kind.takes().in_text()?;
        Some(format!(
            "{objects} no features that noise could be added to"
        ))
    },
    value: Value::Named {
        now: |setup| {
            let kind = setup.added_noise.map(|noise| noise.kind);
            kind.map_or("None", NoiseKind::title).to_owned()
        },
        all: || {
            let kinds = [None].into_iter().chain(NoiseKind::ALL.map(Some));
            let named = |kind: Option<NoiseKind>| NamedValue {
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
            };
            kinds.map(named).collect()
        },
    },
};

pub(super) const NOISE_AMOUNT: ParameterEntry = ParameterEntry {
    name: "noise-amount",
    words: &["amount"],
    title: "Amount",
    help: "The standard deviation of the numbers that are added, in the units of the data, or the share of values \
           that salt and pepper replace",
    unused: no_noise,
    value: Value::Number {
        subject: "The amount",
        bounds: |setup| match setup.added_noise.map(|noise| noise.kind) {
            // The data are in any unit.
            None | Some(NoiseKind::Gaussian) => {
                Bounds::ratios(NoiseKind::Gaussian.rule(), [0.0, 100.0])
            }
            Some(NoiseKind::SaltPepper) => {
                Bounds::steps(NoiseKind::SaltPepper.rule(), [0.0, 1.0], 0.01)
            }
        },
        get: |setup| setup.added_noise.map(|noise| noise.amount),
        set: |setup, value| {
            if let Some(noise) = &mut setup.added_noise {
                noise.amount = value;
            }
        },
    },
};

pub(super) const NOISE_SEED: ParameterEntry = ParameterEntry {
    name: "noise-seed",
    words: &[],
    title: "Noise seed",
    help: "The start of the random numbers of the added noise",
    unused: no_noise,
    value: Value::Number {
        subject: "The seed",
        bounds: |_| ANY_SEED,
        get: |setup| setup.added_noise.map(|noise| f64::from(noise.seed)),
        set: |setup, value| {
            if let Some(noise) = &mut setup.added_noise {
                noise.seed = value as u32;
            }
        },
    },
};

pub(super) const SCALING: ParameterEntry = ParameterEntry {
    name: "scale",
    words: &["scaling"],
    title: "Scaling",
    help: "What is done to each column before PCA. Standardising divides by the standard deviation, so that a column \
           in large units does not drown the others.",
    unused: |setup| {
        let objects = setup.kernel.kind.takes().in_text()?;
        Some(format!("{objects} no features to scale"))
    },
    value: Value::Named {
        now: |setup| setup.scaling.title().to_owned(),
        all: || {
            let named = |scaling: Scaling| NamedValue {
                name: scaling.name().into(),
                title: scaling.title().to_owned(),
                help: match scaling {
                    Scaling::None => "Columns as they are. PCA centres them by itself.",
                    Scaling::Center => {
                        "Subtracts each column's mean. RBF and Laplacian kernels don't notice; polynomial, sigmoid \
                         and cosine kernels do."
                    }
                    Scaling::Standardize => {
                        "Subtracts the mean and divides by the standard deviation, so that every column counts the \
                         same whatever its unit"
                    }
                },
                edit: Edit::Scaling(scaling),
            };
            Scaling::ALL.map(named).to_vec()
        },
    },
};

pub(super) const MISSING: ParameterEntry = ParameterEntry {
    name: "missing",
    words: &["gaps", "missing values"],
    title: "Missing",
    help: "What happens to features without a value. What is filled in is learnt from the rows that are fitted, and new \
           rows get the same.",
    unused: |setup| {
        let objects = setup.kernel.kind.takes().in_text()?;
        Some(format!("{objects} no features that lack a value"))
    },
    value: Value::Named {
        now: |setup| setup.columns.missing.title().to_owned(),
        all: || {
            let named = |missing: Missing| NamedValue {
                name: missing.name().into(),
                title: missing.title().to_owned(),
                help: match missing {
                    Missing::DropRows => "A row that lacks a feature is not fitted",
                    Missing::DropColumns => "A column that some row lacks is no feature",
                    Missing::Mean => {
                        "Gaps get the mean of their column; in texts the most frequent"
                    }
                    Missing::Median => {
                        "Gaps get the median of their column; in texts the most frequent"
                    }
                    Missing::MostFrequent => "Gaps get the most frequent value of their column",
                },
                edit: Edit::Missing(missing),
            };
            Missing::ALL.map(named).to_vec()
        },
    },
};

pub(super) const SYMMETRISE: ParameterEntry = ParameterEntry {
    name: "symmetrise",
    words: &["symmetric", "symmetrize"],
    title: "Mirrored entries",
    help: "What happens where a given matrix has an entry that differs from its mirror. By less than a millionth of the \
           largest entry it is taken for rounding.",
    unused: |setup| match setup.kernel.kind.takes() {
        ObjectKind::Matrix(_) => None,
        _ => Some("Only a given matrix has mirrored entries".into()),
    },
    value: Value::Named {
        now: |setup| symmetrise_title(setup.columns.symmetrise).to_owned(),
        all: || {
            let named = |symmetrise: Symmetrise| NamedValue {
                name: symmetrise.name().into(),
                title: symmetrise_title(symmetrise).to_owned(),
                help: match symmetrise {
                    Symmetrise::None => "A matrix with entries that differ is refused",
                    Symmetrise::Mean => "Both entries become their mean, however much they differ",
                },
                edit: Edit::Symmetrise(symmetrise),
            };
            Symmetrise::ALL.map(named).to_vec()
        },
    },
};

fn symmetrise_title(symmetrise: Symmetrise) -> &'static str {
    match symmetrise {
        Symmetrise::None => "Must agree",
        Symmetrise::Mean => "Mean of both",
    }
}

const ANY_SEED: Bounds =
    Bounds::steps(NumberRange::Whole(0, u32::MAX), [0.0, u32::MAX as f64], 1.0);

fn shape(setup: &Setup) -> Option<Shape> {
    of(setup, |generator| generator.shape)
}

/// Reads a value of the generator that the data are from, if they are.
fn of<T>(setup: &Setup, get: impl Fn(&Generator) -> T) -> Option<T> {
    match &setup.source {
        Source::Generated(generator) => Some(get(generator)),
        Source::Builtin(_) | Source::File(_) | Source::Drawn(_) => None,
    }
}

/// Changes the generator that the data are from, if they are; marks and the choice of rows are cleared, as the points are
/// others.
fn change(setup: &mut Setup, change: impl Fn(&mut Generator)) {
    if let Source::Generated(generator) = &mut setup.source {
        change(generator);
        setup.view.marking = Marking::default();
        setup.columns.rows = RowChoice::default();
    }
}

fn no_noise(setup: &Setup) -> Option<String> {
    (setup.added_noise.is_none()).then(|| "No noise is added".into())
}

/// Sentence on the shapes that have an argument, where the present data have none; `None` where they do.
fn lacks(setup: &Setup, argument: Argument, what: &str) -> Option<String> {
    if shape(setup).is_some_and(|shape| shape.takes(argument)) {
        return None;
    }
    let taking = Shape::ALL.into_iter().filter(|shape| shape.takes(argument));
    let names: Vec<&str> = taking.map(|shape| shape.spec().plural).collect();
    Some(format!("Only {} have {what}", names.join(" and ")))
}
