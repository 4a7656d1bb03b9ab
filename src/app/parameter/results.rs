//! Parameters of results and their view.

use super::{Bounds, NamedValue, ParameterEntry, Value, always_used};
use crate::app::Edit;
use explorer::{
    panel::{Need, Panel},
    setup::Components,
};
use kernel_pca::{
    explain::{limits::CONFIDENCE as USUAL_CONFIDENCE, trust::MOST_NEIGHBORS},
    kpca::Solver,
    method::Method,
    typed::NumberRange,
};

pub(super) const COMPONENTS: ParameterEntry = ParameterEntry {
    name: "components",
    words: &["k"],
    title: "Components",
    help: "How many kernel components are computed, the one with the largest eigenvalue first. The picture needs two; \
           more show how the spectrum goes on. A share such as 0.95 takes as many as reach it.",
    unused: always_used,
    value: Value::Number {
        subject: "The number of components",
        bounds: |_| Bounds::steps(NumberRange::CountOrShare, [1.0, 64.0], 1.0),
        get: |setup| match setup.components {
            Components::Count(count) => Some(count as f64),
            Components::Share(share) => Some(share),
        },
        set: |setup, value| {
            setup.components = Components::from_number(value).unwrap_or(setup.components);
        },
    },
};

pub(super) const SOLVER: ParameterEntry = ParameterEntry {
    name: "solver",
    words: &["nyström"],
    title: "Solver",
    help: "How the eigenvalues of the kernel matrix are found. Automatic takes the fastest that is exact; all others are \
           for comparing, and one that does not apply to these data says so.",
    unused: always_used,
    value: Value::Named {
        now: |setup| title_of(setup.solver).to_owned(),
        all: || {
            let named = |solver: Solver| NamedValue {
                name: solver.name().into(),
                title: title_of(solver).to_owned(),
                help: help_of(solver),
                edit: Edit::Solver(solver),
            };
            Solver::ALL.map(named).to_vec()
        },
    },
};

fn title_of(solver: Solver) -> &'static str {
    match solver {
        Solver::Auto => "automatic",
        Solver::Dense => "dense",
        Solver::Cholesky => "Cholesky factor",
        Solver::Krylov => "Krylov iteration",
        Solver::Fourier => "Fourier modes",
        Solver::Nystrom => "Nyström",
    }
}

fn help_of(solver: Solver) -> &'static str {
    match solver {
        Solver::Auto => {
            "The fastest that is exact, and landmarks where not all kernel values fit into memory"
        }
        Solver::Dense => "All eigenvalues of the whole matrix: n³ operations",
        Solver::Cholesky => {
            "A factor with as many columns as accuracy takes: few where the spectrum falls fast"
        }
        Solver::Krylov => {
            "The largest eigenvalues, by multiplying the matrix by a few columns many times"
        }
        Solver::Fourier => "Waves in place of points, for the RBF kernel and few columns",
        Solver::Nystrom => {
            "An approximation from the kernel's values with some rows, the landmarks. It says how far off it may be"
        }
    }
}

pub(super) const LANDMARKS: ParameterEntry = ParameterEntry {
    name: "landmarks",
    words: &["m"],
    title: "Landmarks",
    help: "How many rows the kernel matrix is approximated from. They are drawn so that each tells what those before it \
           do not; more come closer to the exact answer and take longer.",
    unused: |setup| {
        let is_used = setup.solver == Solver::Nystrom;
        (!is_used).then(|| "Only the Nyström solver takes landmarks".to_owned())
    },
    value: Value::Number {
        subject: "The number of landmarks",
        bounds: |_| Bounds::ratios(NumberRange::Whole(1, u32::MAX), [5.0, 2000.0]),
        get: |setup| setup.landmarks.map(|landmarks| landmarks as f64),
        set: |setup, value| setup.landmarks = Some(value as usize),
    },
};

pub(super) const NEIGHBORS: ParameterEntry = ParameterEntry {
    name: "neighbors",
    words: &["neighbours"],
    title: "Neighbours k",
    help: "How many nearest rows each row is joined to for Isomap, locally linear embedding and Laplacian eigenmaps. \
           Too few tear the graph apart, too many make short cuts.",
    unused: |setup| {
        let holds = setup.kernel.kind.takes();
        let mut all = Method::ALL.into_iter();
        let is_used = all.any(|method| method.uses_neighbors_of(holds));
        let objects = holds.in_text().filter(|_| !is_used)?;
        Some(format!(
            "{objects} no distances by which rows are neighbours"
        ))
    },
    value: Value::Number {
        subject: "The number of neighbours",
        bounds: |_| Bounds::steps(NumberRange::Whole(1, u32::MAX), [2.0, 50.0], 1.0),
        get: |setup| Some(setup.manifold.neighbors as f64),
        set: |setup, value| setup.manifold.neighbors = value as usize,
    },
};

pub(super) const TRUST_NEIGHBORS: ParameterEntry = ParameterEntry {
    name: "trust neighbors",
    words: &["trustworthiness"],
    title: "Nearest k",
    help: "By how many nearest rows of each row plots are judged: for the numbers of trustworthiness and continuity, and \
           for the colour of torn neighbours. It changes no plot.",
    unused: always_used,
    value: Value::Number {
        subject: "The number of nearest rows",
        bounds: |_| {
            let most = MOST_NEIGHBORS as f64;
            Bounds::steps(NumberRange::Whole(1, u32::MAX), [1.0, most], 1.0)
        },
        get: |setup| Some(setup.view.trust_neighbors as f64),
        set: |setup, value| setup.view.trust_neighbors = value as usize,
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
        bounds: |_| Bounds::steps(NumberRange::NotNegative, [0.0, 20.0], 0.5),
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
        bounds: |_| Bounds::steps(NumberRange::Whole(1, u32::MAX), [1.0, 64.0], 1.0),
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
        bounds: |_| Bounds::steps(NumberRange::Share, [0.5, 1.0], 0.005),
        get: |setup| Some(setup.view.threshold),
        set: |setup, value| setup.view.threshold = value,
    },
};

pub(super) const RIDGE_PENALTY: ParameterEntry = ParameterEntry {
    name: "ridge",
    words: &["penalty", "ridge alpha", "ridge α", "ridge penalty"],
    title: "Ridge α",
    help: "How much ridge regression, a way back from feature space, is held back. A small α goes through the training \
           rows, a large one stays near 0. scikit-learn takes 1.",
    unused: |setup| {
        let mut needs = setup.view.panels.iter().filter_map(|panel| panel.needs());
        let is_used = needs.any(|need| {
            matches!(
                need,
                Need::PreImages | Need::Denoising | Need::DenoisingCurve | Need::Reconstruction
            )
        });
        (!is_used).then(|| "Only panels that go back to the input use α, and none is shown".into())
    },
    value: Value::Number {
        subject: "α",
        bounds: |_| Bounds::ratios(NumberRange::Positive, [1e-6, 10.0]),
        get: |setup| Some(setup.view.pre_image.alpha),
        set: |setup, value| setup.view.pre_image.alpha = value,
    },
};

pub(super) const CONFIDENCE: ParameterEntry = ParameterEntry {
    name: "confidence",
    words: &["limit", "limits", "level", "control limits"],
    title: "Limits at",
    help: "The share of rows like the fitted ones that lie within the limits of Q and T², if scores are normally \
           distributed",
    unused: |setup| {
        let is_used = setup.view.panels.contains(&Panel::Novelty);
        (!is_used).then(|| "Only the panel Novelty has limits, and it is not shown".into())
    },
    value: Value::Number {
        subject: "The share",
        bounds: |_| Bounds::steps(NumberRange::FromHalfBelowOne, [0.9, 0.999], 0.001),
        get: |setup| Some(setup.view.novelty_confidence.unwrap_or(USUAL_CONFIDENCE)),
        set: |setup, value| {
            setup.view.novelty_confidence = (value != USUAL_CONFIDENCE).then_some(value);
        },
    },
};
