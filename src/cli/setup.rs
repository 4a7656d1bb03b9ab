//! The flags that say what is computed, and how they make a setup.

use std::path::PathBuf;

use clap::{Args, builder::PossibleValuesParser};

use super::{
    output::complain,
    values::{named, positive, real, usage},
};
use crate::{
    analysis::Analysis,
    data::{
        AddedNoise, Builtin, DataFile, Decimal, Delimiter, Generator, Given, LabelChoice, Map,
        NoiseKind, Scaling, Shape, Source, Takes,
    },
    kernel::{
        Gamma, Join, KernelKind, KernelParams, Normalize, Second, Similarity, gamma_from_sigma,
    },
    method::Method,
    setup::{Components, Panel, Setup, View, example, examples, open_session, parse_line},
};

/// What is computed; the same flags for the window and for every command.
#[derive(Debug, Args)]
pub struct SetupArgs {
    #[arg(help = sources(), value_name = "DATA", conflicts_with_all = ["data", "example"])]
    positional: Option<String>,
    #[command(flatten, next_help_heading = "Data")]
    data: DataArgs,
    #[command(flatten, next_help_heading = "Kernel")]
    kernel: KernelArgs,
    /// Which method's scores and eigenvalues are wanted; kernel PCA's by default.
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

#[derive(Debug, Args)]
struct DataArgs {
    /// The same as DATA.
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "example")]
    data: Option<String>,
    /// Start from a prepared example; other flags change it.
    #[arg(long, value_parser = example_names())]
    example: Option<String>,
    /// Start from a saved session; other flags change it.
    #[arg(long, value_name = "FILE", conflicts_with = "example")]
    session: Option<PathBuf>,
    /// Start from a setup that was copied as a line; other flags change it.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["example", "session"])]
    setup: Option<String>,
    /// Generators: number of points.
    #[arg(long, value_name = "N")]
    n_samples: Option<usize>,
    /// Generators: standard deviation of the noise (of a cluster for blobs).
    #[arg(long, value_name = "S", value_parser = real)]
    noise: Option<f64>,
    /// Circles: inner radius over outer radius.
    #[arg(long, value_name = "F", value_parser = real)]
    factor: Option<f64>,
    /// Blobs: number of clusters.
    #[arg(long, value_name = "N")]
    centers: Option<usize>,
    /// Generators: seed, with scikit-learn's meaning.
    #[arg(long, value_name = "SEED")]
    random_state: Option<u32>,
    /// Files: what stands between two values, `tab`, `blank` or one character; found from the file by
    /// default.
    #[arg(long, value_name = "C|tab|blank")]
    delimiter: Option<Delimiter>,
    /// Files: the decimal sign, found from the file by default.
    #[arg(long, value_parser = named(Decimal::ALL, Decimal::sign))]
    decimal: Option<Decimal>,
    /// What a file holds: features, the n × n matrix of a kernel or of distances, a graph (source,
    /// target and weight of each edge, or an adjacency matrix), or strings (one per line, a column, or
    /// FASTA).
    #[arg(long = "as", value_name = "WHAT", value_parser = named(FileHolds::ALL, FileHolds::name))]
    objects: Option<FileHolds>,
    /// Strings: the column that holds them, by name or 0-based index.
    #[arg(long, value_name = "NAME", conflicts_with = "features")]
    column: Option<String>,
    /// Strings: what is made of them for kernels of vectors; `symbols` is the share of each symbol.
    #[arg(long, value_parser = named(Map::ALL, Map::name))]
    map: Option<Map>,
    /// Files: labels from a file of their own, one per line.
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// New rows with the same features, to be projected and not fitted.
    #[arg(long, value_name = "NEW.csv")]
    project: Option<PathBuf>,
    /// Label column by name or 0-based index; `none` for no label.
    #[arg(long, value_name = "COLUMN|none")]
    label: Option<String>,
    /// Feature columns by name or 0-based index.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    features: Option<Vec<String>>,
    /// Noise added to the features before they are scaled: normal numbers, or values that become the
    /// smallest or largest of their column.
    #[arg(long, value_name = "KIND", value_parser = named(NoiseKind::ALL, NoiseKind::name))]
    add_noise: Option<NoiseKind>,
    /// Standard deviation of added normal numbers, or the share of values that salt and pepper replace;
    /// 0.1 by default.
    #[arg(long, value_name = "A", value_parser = real)]
    noise_amount: Option<f64>,
    /// Seed of the added noise, drawn as by `NumPy`'s `RandomState`.
    #[arg(long, value_name = "SEED")]
    noise_seed: Option<u32>,
    /// What is done to each column first.
    #[arg(long, value_parser = named(Scaling::ALL, Scaling::name))]
    scale: Option<Scaling>,
}

#[derive(Debug, Args)]
struct KernelArgs {
    #[arg(long, value_parser = named(KernelKind::ALL, KernelKind::name))]
    kernel: Option<KernelKind>,
    /// A positive number, `auto` (1/d) or `median` (1/(2·median distance²)).
    #[arg(long, value_name = "G|auto|median", conflicts_with = "sigma")]
    gamma: Option<Gamma>,
    /// Width of the RBF kernel instead of γ: γ = 1/(2σ²).
    #[arg(long, value_name = "S", value_parser = positive)]
    sigma: Option<f64>,
    /// Degree of the polynomial kernel.
    #[arg(long, value_name = "D")]
    degree: Option<u32>,
    /// Constant c₀ of the polynomial and sigmoid kernels.
    #[arg(long, value_name = "C", value_parser = real, allow_negative_numbers = true)]
    coef0: Option<f64>,
    /// β of the diffusion and von Neumann kernels of a graph.
    #[arg(long, value_name = "B", value_parser = positive)]
    beta: Option<f64>,
    /// Power l of a graph's similarities.
    #[arg(long, value_name = "L")]
    power: Option<u32>,
    /// Graphs: which similarities S of the nodes, A − D, A or D^−½AD^−½.
    #[arg(long, value_parser = named(Similarity::ALL, Similarity::name))]
    similarity: Option<Similarity>,
    /// Length l of the substrings of the spectrum kernel.
    #[arg(long, value_name = "L")]
    length: Option<u32>,
    /// Spectrum kernel: shorter substrings count too.
    #[arg(long)]
    all_lengths: bool,
    /// Shape a of the rational quadratic kernel.
    #[arg(long, value_name = "A", value_parser = positive)]
    shape: Option<f64>,
    /// A kernel that is added, with the same parameters.
    #[arg(long, value_name = "KERNEL", value_parser = named(KernelKind::ALL, KernelKind::name))]
    plus: Option<KernelKind>,
    /// A kernel that is multiplied, with the same parameters.
    #[arg(
        long,
        value_name = "KERNEL",
        value_parser = named(KernelKind::ALL, KernelKind::name),
        conflicts_with = "plus"
    )]
    times: Option<KernelKind>,
    /// Divide values by √(k(x, x) k(y, y)), before centring or after it.
    #[arg(long, value_name = "WHEN", value_parser = named(Normalize::ALL, Normalize::name))]
    normalize: Option<Normalize>,
    /// Leave images where they are, instead of about their mean.
    #[arg(long)]
    no_center: bool,
    /// Number of components, or the share of the variance that they must reach, such as 0.95.
    #[arg(long, value_name = "K|SHARE")]
    components: Option<Components>,
}

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileHolds {
    Vectors,
    Kernel,
    Distances,
    Graph,
    Strings,
}

impl FileHolds {
    const ALL: [Self; 5] = [
        Self::Vectors,
        Self::Kernel,
        Self::Distances,
        Self::Graph,
        Self::Strings,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Vectors => "vectors",
            Self::Kernel => "kernel",
            Self::Distances => "distances",
            Self::Graph => "graph",
            Self::Strings => "strings",
        }
    }

    /// What a kernel of them takes, once they are mapped.
    fn takes(self, map: Map) -> Takes {
        match self {
            Self::Strings if map == Map::Symbols => Takes::Vectors,
            Self::Vectors => Takes::Vectors,
            Self::Kernel => Takes::Matrix(Given::KernelValues),
            Self::Distances => Takes::Matrix(Given::Distances),
            Self::Graph => Takes::Graph,
            Self::Strings => Takes::Strings,
        }
    }

    /// The kernel of them, where `asked` leaves it open.
    fn change(self, setup: &mut Setup, asked: Option<KernelKind>) -> Result<(), clap::Error> {
        let takes = self.takes(setup.columns.map);
        // Matrices have a kernel each, which goes by one name.
        let is_matrix = matches!(takes, Takes::Matrix(_));
        if asked.is_none() || is_matrix && asked == Some(KernelKind::Precomputed) {
            setup.take(takes);
        }
        let kernel = setup.kernel.kind;
        if kernel.takes() == takes {
            return Ok(());
        }
        let what = self.name();
        Err(usage(&format!(
            "the {kernel} kernel does not go with --as {what}"
        )))
    }
}

/// What of it is drawn, without a window.
#[derive(Debug, Args)]
pub struct PanelArgs {
    /// Which panels, in reading order; the session's, or the usual five, by default.
    #[arg(long, value_delimiter = ',', value_parser = named(Panel::ALL, Panel::name))]
    panels: Option<Vec<Panel>>,
}

impl PanelArgs {
    /// Puts the panels that are asked for in place of the session's.
    pub fn change(&self, view: &mut View) {
        if let Some(panels) = &self.panels {
            view.panels.clone_from(panels);
        }
    }
}

impl SetupArgs {
    /// The setup that the flags describe, over an example, a session or scikit-learn's defaults.
    ///
    /// What a session's reader remarks goes to stderr.
    ///
    /// # Errors
    /// Flags that contradict each other, or a session that does not open.
    pub fn setup(&self) -> anyhow::Result<Setup> {
        let mut setup = self.data.start()?;
        let mut data_given = false;
        if let Some(data) = self.positional.as_ref().or(self.data.data.as_ref()) {
            let Ok(source) = data.parse();
            setup.source = source;
            data_given = true;
        }
        self.data.change_generator(&mut setup.source)?;
        self.data.change_reading(&mut setup.source)?;
        self.data.change_noise(&mut setup.added_noise)?;
        if data_given {
            setup.new_rows = None;
        }
        if let Some(new) = &self.data.project {
            setup.new_rows = Some(Source::File(DataFile::from(new.as_path())));
        }
        if let Some(label) = &self.data.label {
            setup.columns.label = match label.as_str() {
                "none" => LabelChoice::None,
                column => LabelChoice::Column(column.to_owned()),
            };
        }
        if let Some(features) = &self.data.features {
            setup.columns.features = Some(features.clone());
        }
        if let Some(column) = &self.data.column {
            setup.columns.features = Some(vec![column.clone()]);
        }
        replace(&mut setup.columns.map, self.data.map);
        if let Some(scaling) = self.data.scale {
            setup.scaling = scaling;
        }
        self.kernel.change(&mut setup.kernel)?;
        if let Some(objects) = self.data.objects {
            objects.change(&mut setup, self.kernel.kernel)?;
        } else if self.kernel.kernel.is_none() && (data_given || self.data.map.is_some()) {
            let plain = setup.source.plainly_takes();
            if setup.columns.map == Map::Symbols {
                setup.take(Takes::Vectors);
            } else if let Some(takes) = plain {
                setup.take(takes);
            }
        }
        replace(&mut setup.manifold.neighbors, self.neighbors);
        if self.method == Method::DiffusionMap {
            replace(&mut setup.manifold.gamma, self.kernel.gamma);
        }
        if let Some(components) = self.kernel.components {
            setup.components = components;
        }
        // Its plot takes the place of kernel PCA's.
        let (plot, panels) = (Panel::of(self.method), &mut setup.view.panels);
        let place = panels.iter().position(|panel| *panel == Panel::Kpca);
        if let Some(place) = place.filter(|_| !panels.contains(&plot)) {
            panels[place] = plot;
        }
        Ok(setup)
    }

    /// The files that are read for `setup`, which no output may replace.
    pub fn reads(&self, setup: &Setup) -> Vec<PathBuf> {
        let mut read: Vec<PathBuf> = self.data.session.iter().cloned().collect();
        for source in [Some(&setup.source), setup.new_rows.as_ref()] {
            if let Some(Source::File(DataFile { path, labels, .. })) = source {
                read.push(path.clone());
                read.extend(labels.clone());
            }
        }
        read
    }

    /// The file of new rows, where one is named.
    pub fn project(&self) -> Option<&PathBuf> {
        self.data.project.as_ref()
    }

    /// What the window opens with, if any flag says so.
    ///
    /// # Errors
    /// Those of [`SetupArgs::setup`].
    pub fn window_setup(&self) -> anyhow::Result<Option<Setup>> {
        let setup = self.setup()?;
        Ok((setup != Setup::default()).then_some(setup))
    }
}

impl DataArgs {
    /// What other flags change: an example, a session, a line, or scikit-learn's defaults.
    fn start(&self) -> anyhow::Result<Setup> {
        let opened = match (&self.example, &self.session, &self.setup) {
            (Some(name), _, _) => return Ok(example(name).map(|e| e.setup).unwrap_or_default()),
            (_, Some(path), _) => open_session(path)?,
            (_, _, Some(line)) => parse_line(line)?,
            (None, None, None) => return Ok(Setup::default()),
        };
        for remark in &opened.remarks {
            complain(remark);
        }
        Ok(opened.setup)
    }

    fn change_generator(&self, source: &mut Source) -> Result<(), clap::Error> {
        let given = [
            ("--n-samples", self.n_samples.is_some()),
            ("--noise", self.noise.is_some()),
            ("--factor", self.factor.is_some()),
            ("--centers", self.centers.is_some()),
            ("--random-state", self.random_state.is_some()),
        ];
        let Source::Generated(generator) = source else {
            return match given.iter().find(|(_, given)| *given) {
                Some((flag, _)) => Err(usage(&format!("{flag} needs generated data"))),
                None => Ok(()),
            };
        };
        let Generator {
            shape: _,
            n_samples,
            noise,
            factor,
            centers,
            random_state,
        } = generator;
        replace(n_samples, self.n_samples);
        replace(noise, self.noise);
        replace(factor, self.factor);
        replace(centers, self.centers);
        replace(random_state, self.random_state);
        Ok(())
    }
}

impl DataArgs {
    fn change_noise(&self, noise: &mut Option<AddedNoise>) -> Result<(), clap::Error> {
        if let Some(kind) = self.add_noise {
            *noise = Some(AddedNoise {
                kind,
                ..noise.unwrap_or(AddedNoise::new(kind))
            });
        }
        let Some(noise) = noise else {
            let given = self.noise_amount.is_some() || self.noise_seed.is_some();
            return if given {
                Err(usage("--noise-amount and --noise-seed need --add-noise"))
            } else {
                Ok(())
            };
        };
        replace(&mut noise.amount, self.noise_amount);
        replace(&mut noise.seed, self.noise_seed);
        if noise.is_valid() {
            return Ok(());
        }
        let wanted = noise.kind.rule().wants();
        Err(usage(&format!("--noise-amount must be {wanted}")))
    }

    fn change_reading(&self, source: &mut Source) -> Result<(), clap::Error> {
        if let Source::File(file) = source {
            file.read_as.delimiter = self.delimiter.or(file.read_as.delimiter);
            file.read_as.decimal = self.decimal.or(file.read_as.decimal);
            if self.labels.is_some() {
                file.labels.clone_from(&self.labels);
            }
            return Ok(());
        }
        let given = [
            ("--delimiter", self.delimiter.is_some()),
            ("--decimal", self.decimal.is_some()),
            ("--labels", self.labels.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((flag, _)) => Err(usage(&format!("{flag} needs a file"))),
            None => Ok(()),
        }
    }
}

/// How a file was read, in one line. Where it could be read otherwise, standard error says how to ask
/// for that.
///
/// # Errors
/// When a column is named that the table lacks.
pub fn remark_on_reading(analysis: &Analysis, setup: &Setup) -> anyhow::Result<Option<String>> {
    let Analysis { table, dataset, .. } = analysis;
    if let Some(other) = table.reading().and_then(|reading| reading.other) {
        complain(&format!(
            "{} can be read in two ways; to {}, add {}",
            dataset.name,
            other.purpose(),
            other.flags()
        ));
    }
    Ok(table.reading_line(&setup.columns, dataset.skipped_rows)?)
}

impl KernelArgs {
    fn change(&self, kernel: &mut KernelParams) -> Result<(), clap::Error> {
        replace(&mut kernel.kind, self.kernel);
        replace(&mut kernel.gamma, self.gamma);
        replace(&mut kernel.degree, self.degree);
        replace(&mut kernel.coef0, self.coef0);
        replace(&mut kernel.shape, self.shape);
        replace(&mut kernel.beta, self.beta);
        replace(&mut kernel.power, self.power);
        replace(&mut kernel.similarity, self.similarity);
        replace(&mut kernel.length, self.length);
        kernel.all_lengths |= self.all_lengths;
        let second = |join| move |kind| Second { join, kind };
        let plus = self.plus.map(second(Join::Plus));
        kernel.second = plus
            .or(self.times.map(second(Join::Times)))
            .or(kernel.second);
        kernel.normalize = self.normalize.or(kernel.normalize);
        kernel.center &= !self.no_center;
        if let Some(sigma) = self.sigma {
            if kernel.kind.family().length_scale.is_none() {
                let kernel = kernel.kind;
                let message = format!("the {kernel} kernel has no --sigma; use --gamma");
                return Err(usage(&message));
            }
            kernel.gamma = Gamma::Value(gamma_from_sigma(sigma));
        }
        Ok(())
    }
}

fn replace<T: Copy>(target: &mut T, given: Option<T>) {
    if let Some(value) = given {
        *target = value;
    }
}

/// What DATA can be.
fn sources() -> String {
    let shapes = Shape::ALL.map(Shape::id).into_iter();
    let names: Vec<&str> = shapes.chain(Builtin::ALL.map(Builtin::id)).collect();
    format!("{}, or a file", names.join(", "))
}

fn example_names() -> PossibleValuesParser {
    PossibleValuesParser::new(examples().into_iter().map(|e| e.name))
}
