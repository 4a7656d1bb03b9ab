//! Parameters of results and their view.

use super::{Bounds, ParameterEntry, Slide, Value, always_used};
use crate::{app::Edit, setup::Components, typed::Rule};

pub(super) const COMPONENTS: ParameterEntry = ParameterEntry {
    name: "components",
    words: &["k"],
    title: "Components",
    help: "How many kernel components are computed, the one with the largest eigenvalue first. The picture needs two; \
           more show how the spectrum goes on. A share such as 0.95 takes as many as reach it.",
    unused: always_used,
    value: Value::Number {
        subject: "The number of components",
        bounds: |_| Bounds {
            rule: Rule::CountOrShare,
            ends: [1.0, 64.0],
            slide: Slide::Steps(1.0),
        },
        get: |setup| match setup.components {
            Components::Count(count) => Some(count as f64),
            Components::Share(share) => Some(share),
        },
        set: |setup, value| {
            setup.components = Components::from_number(value).unwrap_or(setup.components);
        },
    },
};

pub(super) const NEIGHBORS: ParameterEntry = ParameterEntry {
    name: "neighbors",
    words: &["neighbours"],
    title: "Neighbours k",
    help: "How many nearest rows each row is joined to for Isomap, locally linear embedding and Laplacian eigenmaps. \
           Too few tear the graph apart, too many make short cuts.",
    unused: always_used,
    value: Value::Number {
        subject: "The number of neighbours",
        bounds: |_| Bounds {
            rule: Rule::Whole(1, u32::MAX),
            ends: [2.0, 50.0],
            slide: Slide::Steps(1.0),
        },
        get: |setup| Some(setup.manifold.neighbors as f64),
        set: |setup, value| setup.manifold.neighbors = value as usize,
    },
};

pub(super) const DIFFUSION_GAMMA: ParameterEntry = ParameterEntry {
    name: "diffusion gamma",
    words: &["diffusion γ"],
    title: "Diffusion γ",
    help: "How short the steps of the diffusion map's random walk are",
    unused: always_used,
    value: Value::Gamma {
        get: |setup| setup.manifold.gamma,
        edit: Edit::DiffusionGamma,
    },
};

pub(super) const DIFFUSION_TIME: ParameterEntry = ParameterEntry {
    name: "time",
    words: &["diffusion time", "t"],
    title: "Diffusion t",
    help: "How many steps the diffusion map's random walk takes",
    unused: always_used,
    value: Value::Number {
        subject: "t",
        bounds: |_| Bounds {
            rule: Rule::NotNegative,
            ends: [0.0, 20.0],
            slide: Slide::Steps(0.5),
        },
        get: |setup| Some(setup.manifold.time),
        set: |setup, value| setup.manifold.time = value,
    },
};

pub(super) const EIGENVALUES: ParameterEntry = ParameterEntry {
    name: "eigenvalues",
    words: &[],
    title: "Eigenvalues",
    help: "How many bars the spectrum and the variance curve show. It changes the drawing only.",
    unused: always_used,
    value: Value::Number {
        subject: "The number of eigenvalues",
        bounds: |_| Bounds {
            rule: Rule::Whole(1, u32::MAX),
            ends: [1.0, 64.0],
            slide: Slide::Steps(1.0),
        },
        get: |setup| Some(setup.view.spectrum_components as f64),
        set: |setup, value| setup.view.spectrum_components = value as usize,
    },
};

pub(super) const THRESHOLD: ParameterEntry = ParameterEntry {
    name: "threshold",
    words: &["alpha", "α"],
    title: "Threshold α",
    help: "The share of the variance that is asked for. The variance curve marks the smallest number of components \
           that reaches it.",
    unused: always_used,
    value: Value::Number {
        subject: "α",
        bounds: |_| Bounds {
            rule: Rule::Share,
            ends: [0.5, 1.0],
            slide: Slide::Steps(0.005),
        },
        get: |setup| Some(setup.view.threshold),
        set: |setup, value| setup.view.threshold = value,
    },
};
