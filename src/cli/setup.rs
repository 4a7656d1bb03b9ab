//! Flags of the computation, and the setup that they make.

use std::{ffi::OsString, path::PathBuf};

use clap::Args;

use super::{
    call::Call,
    data_args::DataArgs,
    flags::{Context, Purpose},
    kernel_args::KernelArgs,
    values::{named, replace, usage},
};
use crate::app::usual_tiles;
use chart::{number, rounded};
use explorer::{
    analysis::Analysis,
    insight::SensibleChange,
    setup::{Panel, ScalingBy, Setup, View},
};
use kernel_pca::{
    kernel::{Gamma, KernelParameter},
    method::Method,
    objects::{GivenQuantity, ObjectKind},
};
use lessons::is_lesson;
use system::input::{self, ContentKind};
use tabular::{Builtin, ColumnChoice, DataFile, Map, Shape, Source, printable::printable};

/// Flags of the computation, the same for the window and for every command.
#[derive(Debug, Args)]
pub struct SetupArgs {
    #[arg(help = sources(), value_name = "DATA", conflicts_with_all = ["data", "example"])]
    positional: Option<OsString>,
    #[command(flatten, next_help_heading = "Data")]
    data: DataArgs,
    #[command(flatten, next_help_heading = "Kernel")]
    kernel: KernelArgs,
    /// Method whose scores and eigenvalues are wanted; kernel PCA's by default.
    #[arg(
        long,
        default_value = "kpca",
        hide_default_value = true,
        value_parser = named(Method::ALL, Method::name),
        help_heading = "Kernel"
    )]
    pub method: Method,
    /// Neighbours of each row for Isomap, locally linear embedding and Laplacian eigenmaps, with
    /// scikit-learn's meaning.
    #[arg(long, value_name = "K", help_heading = "Kernel")]
    neighbors: Option<usize>,
}

/// Refuses a file that is plainly a session or a lesson where data are asked for, and names the flag that opens it.
///
/// # Errors
/// Such a file.
fn refuse_documents(source: &Source) -> Result<(), clap::Error> {
    let Source::File(DataFile { path, .. }) = source else {
        return Ok(());
    };
    if !path
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("toml"))
    {
        return Ok(());
    }
    let text = input::text(path, ContentKind::Document).unwrap_or_default();
    let kind = if is_lesson(&text) {
        "lesson"
    } else if text.lines().any(|line| line.starts_with("version =")) {
        "session"
    } else {
        return Ok(());
    };
    let path = path.display().to_string();
    let path = printable(&path);
    Err(usage(&format!(
        "{path} is a {kind} and no data; open it by --{kind} {path}"
    )))
}

/// Flags of the panels that are drawn without a window.
#[derive(Debug, Args)]
pub struct PanelArgs {
    /// Panels, in reading order; the session's, or the usual five, by default.
    #[arg(long, value_delimiter = ',', value_parser = named(Panel::ALL, Panel::name))]
    panels: Option<Vec<Panel>>,
}

impl PanelArgs {
    pub fn are_asked_for(&self) -> bool {
        self.panels.is_some()
    }

    /// Replaces the session's panels by those asked for.
    pub fn change(&self, view: &mut View) {
        if let Some(panels) = &self.panels {
            view.panels.clone_from(panels);
        }
    }
}

impl SetupArgs {
    /// Makes the setup that the flags describe, over an example, a session or scikit-learn's defaults.
    ///
    /// What a session's reader remarks is kept by `call`, and so are its data, to be compared.
    ///
    /// # Errors
    /// Flags that contradict each other, or a session that does not open.
    pub fn setup(&self, call: &Call) -> anyhow::Result<Setup> {
        let mut setup = self.data.start(call)?;
        self.change(&mut setup)?;
        Ok(setup)
    }

    /// Puts what the flags say into a setup.
    ///
    /// # Errors
    /// Flags that contradict each other, or a session or a lesson that is given as data.
    pub fn change(&self, setup: &mut Setup) -> anyhow::Result<()> {
        let data = self.data();
        if let Some(data) = data {
            setup.source = Source::from(data.as_os_str());
            if self.data.objects.is_none() {
                refuse_documents(&setup.source)?;
            }
        }
        self.data.change_generator(&mut setup.source);
        self.data.change_reading(&mut setup.source);
        self.data.change_noise(&mut setup.added_noise)?;
        if data.is_some() {
            setup.new_rows = None;
            setup.clean_rows = None;
        }
        let file = |path: &PathBuf| Some(Source::File(DataFile::from(path.as_path())));
        if let Some(new) = &self.data.project {
            setup.new_rows = file(new);
        }
        if let Some(clean) = &self.data.clean {
            setup.clean_rows = file(clean);
        }
        let choice = |typed: &Option<String>| match typed.as_deref()? {
            "none" => Some(ColumnChoice::None),
            column => Some(ColumnChoice::Column(column.to_owned())),
        };
        replace(&mut setup.columns.label, choice(&self.data.label));
        replace(&mut setup.columns.names, choice(&self.data.row_names));
        if let Some(features) = &self.data.features {
            setup.columns.features = Some(features.clone());
        }
        if let Some(column) = &self.data.column {
            setup.columns.features = Some(vec![column.clone()]);
        }
        self.data.change_columns(&mut setup.columns);
        replace(&mut setup.scaling, self.data.scale);
        self.kernel.change(&mut setup.kernel);
        if let Some(objects) = self.data.objects {
            objects.change(setup, self.kernel.kernel)?;
        } else if self.leaves_objects_open() && setup.columns.map == Map::Symbols {
            setup.take(ObjectKind::Vectors);
        } else if self.leaves_objects_open()
            && setup.source.path().is_none()
            && let Some(takes) = setup.source.plainly_takes()
        {
            setup.take(takes);
        }
        replace(&mut setup.manifold.neighbors, self.neighbors);
        if self.method == Method::DiffusionMap {
            replace(&mut setup.manifold.gamma, self.kernel.gamma);
        }
        replace(&mut setup.components, self.kernel.components);
        replace(&mut setup.solver, self.kernel.solver);
        setup.landmarks = self.kernel.landmarks.or(setup.landmarks);
        // The method's plot takes the place of kernel PCA's.
        let (plot, panels) = (Panel::of(self.method), &mut setup.view.panels);
        let place = panels.iter().position(|panel| *panel == Panel::Kpca);
        if let Some(place) = place.filter(|_| !panels.contains(&plot)) {
            panels[place] = plot;
        }
        Ok(())
    }

    /// Name of the data, where they are given.
    fn data(&self) -> Option<&OsString> {
        self.positional.as_ref().or(self.data.data.as_ref())
    }

    /// Returns true where the data alone say what objects they hold.
    fn leaves_objects_open(&self) -> bool {
        self.data.objects.is_none()
            && self.kernel.kernel.is_none()
            && (self.data().is_some() || self.data.map.is_some())
    }

    /// Returns true where only a look into a file says what objects it holds.
    fn needs_look(&self, setup: &Setup) -> bool {
        self.leaves_objects_open()
            && setup.columns.map != Map::Symbols
            && setup.source.path().is_some()
    }

    /// Judges the flags before any data are read, by a `check` of the setup. Where only the file itself tells which
    /// objects it holds, flags pass if they pass for any kind of object.
    ///
    /// # Errors
    /// That of the check.
    pub fn judge(
        &self,
        setup: &Setup,
        check: impl Fn(&Setup) -> Result<(), clap::Error>,
    ) -> Result<(), clap::Error> {
        let judged = check(setup);
        let may_hold = |takes| {
            let mut setup = setup.clone();
            setup.take(takes);
            check(&setup).is_ok()
        };
        let kinds = [ObjectKind::Strings, ObjectKind::Graph];
        if self.needs_look(setup) && kinds.into_iter().any(may_hold) {
            return Ok(());
        }
        judged
    }

    /// Looks into a file for the objects that it holds, where nothing else says it, and checks the setup with them.
    ///
    /// # Errors
    /// That of the check.
    pub fn look(
        &self,
        setup: &mut Setup,
        check: impl Fn(&Setup) -> Result<(), clap::Error>,
    ) -> Result<(), clap::Error> {
        self.look_by(Source::plainly_takes, setup, check)
    }

    /// Looks into a file as [`look`](Self::look) does, by a function from the source to the objects that it holds.
    fn look_by(
        &self,
        takes: impl Fn(&Source) -> Option<ObjectKind>,
        setup: &mut Setup,
        check: impl Fn(&Setup) -> Result<(), clap::Error>,
    ) -> Result<(), clap::Error> {
        if self.needs_look(setup)
            && let Some(takes) = takes(&setup.source)
        {
            setup.take(takes);
        }
        check(setup)
    }

    /// Authority on whether columns are standardised: the data, where a file is named and nothing is said of its scaling.
    pub fn scaling_by(&self, setup: &Setup, call: &Call) -> ScalingBy {
        let is_file = matches!(setup.source, Source::File(_));
        if is_file && !self.data.starts_elsewhere() && !call.any(&["scale"]) {
            ScalingBy::Data
        } else {
            ScalingBy::Setup
        }
    }

    /// Files that are read for `setup`, which no output may replace.
    pub fn reads(&self, setup: &Setup) -> Vec<PathBuf> {
        self.data
            .session
            .iter()
            .cloned()
            .chain(setup.paths())
            .collect()
    }

    /// File of new rows, where one is named.
    pub fn project(&self) -> Option<&PathBuf> {
        self.data.project.as_ref()
    }

    /// File of clean rows, where one is named.
    pub fn clean(&self) -> Option<&PathBuf> {
        self.data.clean.as_ref()
    }

    /// Setup that the window opens with; `None` where no flag describes one. Unless flags, an example or a saved setup
    /// say otherwise, γ is chosen by the data and the axes begin with what shows them, as for data opened in the
    /// window.
    ///
    /// # Errors
    /// The errors of [`SetupArgs::setup`], and a flag without effect.
    pub fn window_setup(&self, call: &Call) -> anyhow::Result<Option<Setup>> {
        if !call.says_setup() {
            return Ok(None);
        }
        let mut setup = self.setup(call)?;
        let check = |setup: &Setup| Context::new(call, Purpose::Window, setup, self.method).check();
        self.judge(&setup, check)?;
        // The window comes at once, and is where a file that does not answer can be given up.
        self.look_by(Source::takes_at_once, &mut setup, check)?;
        if !self.data.starts_elsewhere() {
            let Setup {
                kernel,
                manifold,
                view,
                ..
            } = Setup::starting_with(setup.source.clone());
            let panels = std::mem::take(&mut setup.view.panels);
            setup.view = View { panels, ..view };
            if !self.kernel.says_gamma() {
                setup.kernel.gamma = kernel.gamma;
                setup.manifold.gamma = manifold.gamma;
            }
        }
        // A session and a line say where panels stand, also where that is nothing.
        if self.data.session.is_none() && self.data.setup.is_none() {
            let takes = setup.kernel.kind.takes();
            let strip = setup.view.swept(&setup.kernel).is_some();
            setup.view.arrange_if_unsaid(usual_tiles(strip, takes));
        }
        Ok(Some(setup))
    }
}

/// Line on how a file was read; `None` for other data. Where the file could be read otherwise, or other settings would
/// suit it better, `call` remarks how to ask for that.
///
/// # Errors
/// When a column is named that the table lacks, or numbers may be a thousandfold of what was read.
pub fn remark_on_reading(
    analysis: &Analysis,
    setup: &Setup,
    call: &Call,
) -> anyhow::Result<Option<String>> {
    let Analysis { table, dataset, .. } = analysis;
    let reading = table.reading();
    if let Some(reading) = reading.filter(|reading| reading.doubtful) {
        let name = &dataset.name;
        let (sign, other) = (reading.doubtful_sign(), reading.doubtful_sign().other());
        anyhow::bail!(
            "{name}: in numbers such as 1{0}234 the {sign} may be a decimal sign or part groups of digits; add --decimal {0} \
             for the one or --decimal {1} for the other",
            sign.sign(),
            other.sign()
        );
    }
    if let Some(other) = reading.and_then(|reading| reading.other) {
        call.remark(format!(
            "{} can be read in two ways; to {}, add {}",
            dataset.name,
            other.purpose(),
            other.flags()
        ));
    }
    call.remark_all(sensible_flags(analysis, setup, call));
    let takes = setup.kernel.kind.takes();
    if takes == ObjectKind::Vectors && !call.any(&["as"]) {
        call.remark_all(table.like().map(|like| {
            let (what, flag) = match like {
                GivenQuantity::Distances => ("distances", "distances"),
                GivenQuantity::KernelValues => ("values of a kernel or correlations", "kernel"),
            };
            format!(
                "{}: its numbers look like {what}; if they are, add --as {flag}",
                dataset.name
            )
        }));
    }
    if let Some(skipped) = analysis.lost_rows().filter(|_| !call.any(&["missing"])) {
        call.remark(format!(
            "{}: {skipped} of {} rows lack a value and are left out; try --missing median or --missing drop-columns",
            dataset.name,
            table.rows()
        ));
    }
    Ok(table.reading_line(&setup.columns, takes, dataset.skipped_rows)?)
}

/// Sentence on the flags that would suit the data, where columns have different units or hardly any two rows are alike
/// to the kernel; `None` where nothing is to be said, or an example, a session or a setup line is given.
fn sensible_flags(analysis: &Analysis, setup: &Setup, call: &Call) -> Option<String> {
    if call.any(&["session", "setup", "example"]) {
        return None;
    }
    let SensibleChange {
        standardize,
        is_nearly_identity,
    } = SensibleChange::of(analysis)?;
    let standardize = standardize.filter(|_| !call.any(&["scale"]));
    let uses_rule = setup.kernel.gamma == Gamma::Auto && setup.kernel.uses(KernelParameter::Gamma);
    let is_nearly_identity = is_nearly_identity && uses_rule && !call.any(&["gamma", "sigma"]);
    let units = standardize.map(|ratio| {
        let ratio = number(rounded(ratio, 1));
        (
            format!("the deviations of its columns differ {ratio}-fold"),
            "--scale standardize",
        )
    });
    let alone = is_nearly_identity.then(|| {
        let said = "to this kernel hardly any two rows are alike".to_owned();
        (said, "--gamma median")
    });
    let (reasons, flags): (Vec<String>, Vec<&str>) = units.into_iter().chain(alone).unzip();
    (!flags.is_empty()).then(|| {
        let name = &analysis.dataset.name;
        format!(
            "{name}: {}; try {}",
            reasons.join(", and "),
            flags.join(" ")
        )
    })
}

/// Help of DATA: the names that it can be, or a file.
fn sources() -> String {
    let shapes = Shape::ALL.map(Shape::id).into_iter();
    let names: Vec<&str> = shapes.chain(Builtin::ALL.map(Builtin::id)).collect();
    format!("{}, or a file", names.join(", "))
}
