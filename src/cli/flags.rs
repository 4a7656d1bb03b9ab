//! Effects of flags: a table of the conditions that each needs, and the one place that refuses flags without effect.

use super::{call::Call, values::usage};
use explorer::{
    panel::Need,
    presented::Presented,
    setup::{Components, Setup},
};
use export::TableContent;
use kernel_pca::{
    kernel::{KernelKind, KernelParameter},
    kpca::Solver,
    method::{Method, RowForm},
    objects::ObjectKind,
    preimage::PreImageMethod,
    sweep::SweptParameter,
};
use tabular::{Argument, Map, Source};

/// Command that was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Window,
    Fit,
    Render,
    Script,
    Sweep,
    Animate,
}

/// Conditions that decide which flags have an effect.
pub struct Context<'a> {
    pub call: &'a Call,
    pub purpose: Purpose,
    pub setup: &'a Setup,
    pub method: Method,
    pub back: PreImageMethod,
    /// Tables that are written.
    pub tables: Vec<TableContent>,
    /// Parameter that runs through a range.
    pub swept: Option<SweptParameter>,
    /// True where frames go into one file with their timing.
    pub is_timed: bool,
}

impl<'a> Context<'a> {
    pub fn new(call: &'a Call, purpose: Purpose, setup: &'a Setup, method: Method) -> Self {
        Self {
            call,
            purpose,
            setup,
            method,
            back: PreImageMethod::default(),
            tables: vec![],
            swept: None,
            is_timed: true,
        }
    }

    /// Refuses the first typed flag without effect.
    ///
    /// # Errors
    /// Names the flag and what it needs.
    pub fn check(&self) -> Result<(), clap::Error> {
        for (flag, needs) in FLAGS.iter().filter(|(flag, _)| self.call.any(&[flag])) {
            self.check_sweep(flag)?;
            if let Some(need) = needs.iter().find(|need| !(need.is_met)(self)) {
                return Err(usage(&format!("--{flag} needs {}", need.words)));
            }
        }
        let typed = |parameter: &KernelParameter| self.call.any(&[parameter.name()]);
        for parameter in KernelParameter::ALL.into_iter().filter(typed) {
            self.check_sweep(parameter.name())?;
            self.check_number(parameter)?;
        }
        Ok(())
    }

    /// Refuses a flag that gives the parameter of the sweep.
    fn check_sweep(&self, flag: &str) -> Result<(), clap::Error> {
        let Some(swept) = self.swept.filter(|swept| gives(flag, *swept)) else {
            return Ok(());
        };
        let swept = swept.name();
        let message = format!("--{flag} has no effect: --parameter {swept} runs through it");
        Err(usage(&message))
    }

    /// Refuses a number of the kernel's formula that the kernel does not hold.
    fn check_number(&self, parameter: KernelParameter) -> Result<(), clap::Error> {
        let name = parameter.name();
        let of_map = parameter == KernelParameter::Gamma && self.method == Method::DiffusionMap;
        if of_map || self.uses(parameter) && self.gives(Method::Kpca) {
            return Ok(());
        }
        if !self.gives(Method::Kpca) {
            return Err(usage(&format!("--{name} needs {}", KERNEL_PCA.words)));
        }
        let kernels: Vec<&str> = parameter.kernels().map(KernelKind::name).collect();
        let what = match kernels.as_slice() {
            few if few.len() <= FEW_KERNELS => format!("the kernel {}", few.join(" or ")),
            _ => format!("a kernel with {}", parameter.symbol()),
        };
        Err(usage(&format!("--{name} needs {what}")))
    }

    /// Returns true where a method's results are among those that the command gives.
    pub fn gives(&self, method: Method) -> bool {
        let beside = match self.purpose {
            Purpose::Fit => {
                let is_judged = method == Method::Kpca && self.call.any(&["held-out"]);
                is_judged || self.tables.iter().any(|table| table.holds(method))
            }
            Purpose::Sweep => false,
            // Every panel is a click away.
            Purpose::Window => true,
            Purpose::Render | Purpose::Script | Purpose::Animate => {
                method.is_always_there() || self.setup.view.methods().any(|shown| shown == method)
            }
        };
        method == self.method || beside
    }

    fn has_argument(&self, argument: Argument) -> bool {
        matches!(&self.setup.source, Source::Generated(it) if it.shape.takes(argument))
    }

    fn uses(&self, parameter: KernelParameter) -> bool {
        self.setup.kernel.uses(parameter)
    }

    fn compares(&self, takes: ObjectKind) -> bool {
        self.setup.kernel.kind.takes() == takes
    }
}

/// Number of kernels up to which a message names them one by one.
const FEW_KERNELS: usize = 3;

/// Returns true where a flag sets the parameter that is swept.
fn gives(flag: &str, swept: SweptParameter) -> bool {
    flag == swept.name() || flag == "sigma" && swept == SweptParameter::GAMMA
}

/// Condition without which a flag has no effect.
struct FlagNeed {
    /// Words after "needs".
    words: &'static str,
    is_met: fn(&Context<'_>) -> bool,
}

const fn need(words: &'static str, is_met: fn(&Context<'_>) -> bool) -> FlagNeed {
    FlagNeed { words, is_met }
}

const GENERATED: FlagNeed = need("generated data", |it| {
    matches!(it.setup.source, Source::Generated(_))
});
const NOISE: FlagNeed = need("a generator with noise", |it| {
    it.has_argument(Argument::Noise)
});
const FACTOR: FlagNeed = need("circles, which have an inner radius", |it| {
    it.has_argument(Argument::Factor)
});
const CENTERS: FlagNeed = need("blobs, which have a number of clusters", |it| {
    it.has_argument(Argument::Centers)
});
const FILE: FlagNeed = need("a file", |it| matches!(it.setup.source, Source::File(_)));
const STRINGS: FlagNeed = need("strings (--as strings)", |it| {
    it.compares(ObjectKind::Strings) || it.setup.columns.map == Map::Symbols
});
const COLUMNS: FlagNeed = need(
    "data whose columns are not all taken, as those of a matrix are",
    |it| !matches!(it.setup.kernel.kind.takes(), ObjectKind::Matrix(_)),
);
const VECTORS: FlagNeed = need("data with features", |it| it.compares(ObjectKind::Vectors));
const ROWS: FlagNeed = need("rows with features of their own", |it| {
    it.compares(ObjectKind::Vectors) && it.setup.columns.map == Map::None
});
const SCALED: FlagNeed = need(
    "a method of scaled features, and this one takes counts as they came",
    |it| {
        Method::ALL
            .into_iter()
            .any(|method| it.gives(method) && method.spec().takes != RowForm::AsTheyCame)
    },
);
const ADDED_NOISE: FlagNeed = need("--add-noise", |it| it.setup.added_noise.is_some());
const USE_OF_NEW_ROWS: FlagNeed = need(
    "--projected, --denoise, --novelty or --reconstruction",
    |it| {
        let used = ["projected", "denoise", "novelty", "reconstruction"];
        it.purpose != Purpose::Fit || it.call.any(&used)
    },
);
const USE_OF_CLEAN_ROWS: FlagNeed = need("--denoise", |it| {
    it.purpose != Purpose::Fit || it.call.any(&["denoise"])
});
const PANEL_OF_DENOISING: FlagNeed = need("denoising or denoising-error among --panels", |it| {
    let by_panels = [Purpose::Render, Purpose::Script, Purpose::Animate].contains(&it.purpose);
    let mut shown = it
        .setup
        .view
        .panels
        .iter()
        .filter_map(|panel| panel.needs());
    !by_panels || shown.any(|need| matches!(need, Need::Denoising | Need::DenoisingCurve))
});
const NOT_SWEPT: FlagNeed = need(
    "another command than sweep, whose table has nothing of new rows",
    |it| it.purpose != Purpose::Sweep,
);
const KERNEL_PCA: FlagNeed = need("results of kernel PCA, and none are asked for", |it| {
    it.gives(Method::Kpca)
});
const WIDTH: FlagNeed = need("a kernel with a width σ, such as rbf", |it| {
    it.setup.kernel.kind.presented().length_scale.is_some()
});
const NODES: FlagNeed = need("a graph (--as graph)", |it| it.compares(ObjectKind::Graph));
const SUBSTRINGS: FlagNeed = need("the kernel spectrum", |it| it.compares(ObjectKind::Strings));
const MATRIX: FlagNeed = need("a given matrix (--as kernel or --as distances)", |it| {
    matches!(it.setup.kernel.kind.takes(), ObjectKind::Matrix(_))
});
const SHARES: FlagNeed = need(
    "a number of components: this method has no variance of which they could have a share",
    |it| {
        let is_share = matches!(it.setup.components, Components::Share(_));
        !is_share || it.method.spec().has_shares
    },
);
const PLOT: FlagNeed = need("its plot among --panels", |it| {
    let by_panels = matches!(it.purpose, Purpose::Render | Purpose::Script);
    let shown = || it.setup.view.panels.iter();
    !by_panels || shown().any(|panel| panel.method() == Some(it.method))
});
const NEIGHBORS: FlagNeed = need(
    "a method that starts from neighbours, such as --method isomap",
    |it| {
        let holds = it.setup.kernel.kind.takes();
        let mut all = Method::ALL.into_iter();
        all.any(|method| it.gives(method) && method.uses_neighbors_of(holds))
    },
);
const ONE_FIT: FlagNeed = need("another command than sweep, which chooses its own", |it| {
    it.purpose != Purpose::Sweep
});
const NYSTROM: FlagNeed = need("--solver nystrom", |it| it.setup.solver == Solver::Nystrom);
const TABLE_OF_ROWS: FlagNeed = need(
    "--scores, --pca-scores, --projected, --denoise or --novelty",
    |it| it.tables.iter().any(TableContent::takes_beside),
);
const WAY_BACK: FlagNeed = need("--pre-images or --denoise", |it| {
    it.call.any(&["pre-images", "denoise"])
});
const RIDGE: FlagNeed = need(
    "ridge regression: --reconstruction, or --pre-images or --denoise by ridge",
    |it| {
        let by_ridge = it.back == PreImageMethod::Ridge;
        it.call.any(&["reconstruction"]) || by_ridge && it.call.any(&["pre-images", "denoise"])
    },
);
const NOVELTY: FlagNeed = need("--novelty", |it| it.call.any(&["novelty"]));
const TIMES: FlagNeed = need("--json, where the timings stand", |it| {
    it.call.any(&["json"]) || it.method == Method::Kpca
});
const CLEAR: FlagNeed = need("PNG, SVG or PDF, and a GIF has a background", |it| {
    it.purpose != Purpose::Animate || !it.is_timed
});
const TIMED: FlagNeed = need("a GIF, and pictures have no time", |it| it.is_timed);

/// Flags that may have no effect, each with its conditions, in the order in which they are refused.
const FLAGS: &[(&str, &[FlagNeed])] = &[
    ("n-samples", &[GENERATED]),
    ("noise", &[GENERATED, NOISE]),
    ("factor", &[GENERATED, FACTOR]),
    ("centers", &[GENERATED, CENTERS]),
    ("random-state", &[GENERATED]),
    ("delimiter", &[FILE]),
    ("decimal", &[FILE]),
    ("header", &[FILE]),
    ("workbook-sheet", &[FILE]),
    ("symmetrise", &[MATRIX]),
    ("labels", &[FILE]),
    ("as", &[FILE]),
    ("column", &[STRINGS]),
    ("map", &[FILE]),
    ("features", &[COLUMNS]),
    ("missing", &[VECTORS]),
    ("leave-out", &[ROWS]),
    ("only", &[ROWS]),
    ("one-hot", &[VECTORS]),
    ("log", &[VECTORS]),
    ("rank", &[VECTORS]),
    ("add-noise", &[VECTORS]),
    ("noise-amount", &[ADDED_NOISE]),
    ("noise-seed", &[ADDED_NOISE]),
    ("scale", &[VECTORS, SCALED]),
    ("project", &[NOT_SWEPT, USE_OF_NEW_ROWS]),
    (
        "clean",
        &[NOT_SWEPT, VECTORS, USE_OF_CLEAN_ROWS, PANEL_OF_DENOISING],
    ),
    ("kernel", &[KERNEL_PCA]),
    ("sigma", &[KERNEL_PCA, WIDTH]),
    ("similarity", &[KERNEL_PCA, NODES]),
    ("all-lengths", &[KERNEL_PCA, SUBSTRINGS]),
    ("plus", &[KERNEL_PCA]),
    ("times", &[KERNEL_PCA]),
    ("normalize", &[KERNEL_PCA]),
    ("no-center", &[KERNEL_PCA]),
    ("components", &[SHARES]),
    ("method", &[PLOT]),
    ("neighbors", &[NEIGHBORS]),
    ("solver", &[KERNEL_PCA, ONE_FIT]),
    ("landmarks", &[KERNEL_PCA, NYSTROM]),
    ("held-out", &[VECTORS]),
    ("judge", &[KERNEL_PCA, VECTORS]),
    ("with", &[TABLE_OF_ROWS]),
    ("pre-image-method", &[WAY_BACK]),
    ("alpha", &[RIDGE]),
    ("repeat", &[TIMES]),
    ("confidence", &[NOVELTY]),
    ("transparent", &[CLEAR]),
    ("fps", &[TIMED]),
];

#[cfg(test)]
#[path = "flags_tests.rs"]
mod tests;
