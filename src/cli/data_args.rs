//! Flags of the data and of how they are read, and the changes that they make.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, builder::PossibleValuesParser};

use super::{
    call::Call,
    values::{named, real, replace, usage},
};
use explorer::setup::{Setup, example, examples, open_session, parse_line};
use kernel_pca::{
    kernel::KernelKind,
    objects::{AddedNoise, GivenQuantity, NoiseKind, ObjectKind, Scaling},
};
use tabular::{
    Columns, Decimal, Delimiter, Generator, KeptClasses, LeftOutRow, Map, Missing, Source,
    Symmetrise,
};

#[derive(Debug, Args)]
pub(super) struct DataArgs {
    /// Data, in place of DATA.
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "example")]
    pub(super) data: Option<OsString>,
    /// Start from a prepared example; other flags change it.
    #[arg(long, value_parser = example_names())]
    example: Option<String>,
    /// Start from a saved session; other flags change it.
    #[arg(long, value_name = "FILE", conflicts_with = "example")]
    pub(super) session: Option<PathBuf>,
    /// Start from a setup that was copied as a line; other flags change it.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["example", "session"])]
    pub(super) setup: Option<String>,
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
    /// Files: separator of two values, `tab`, `blank` or one character; found from the file by default.
    #[arg(long, value_name = "C|tab|blank")]
    delimiter: Option<Delimiter>,
    /// Files: decimal sign, found from the file by default.
    #[arg(long, value_parser = named(Decimal::ALL, Decimal::sign))]
    decimal: Option<Decimal>,
    /// Files: number of lines of names above the rows, 0 where the first line is a row; found from the file by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=9))]
    header: Option<u8>,
    /// Workbooks: sheet, by its name or its number from 1; the first that holds a table by default.
    #[arg(long, value_name = "NAME|N")]
    workbook_sheet: Option<String>,
    /// Given matrices: the mean of mirrored entries where they differ, which is refused by default.
    #[arg(long, value_name = "HOW", value_parser = named(Symmetrise::ALL, Symmetrise::name))]
    symmetrise: Option<Symmetrise>,
    /// Content of a file: features, the n × n matrix of a kernel or of distances, a graph (source, target and
    /// weight of each edge, or an adjacency matrix), or strings (one per line, a column, or FASTA).
    #[arg(long = "as", value_name = "WHAT", value_parser = named(FileHolds::ALL, FileHolds::name))]
    pub(super) objects: Option<FileHolds>,
    /// Strings: column that holds them, by name or 0-based index.
    #[arg(long, value_name = "NAME", conflicts_with = "features")]
    pub(super) column: Option<String>,
    /// Strings: vectors made of them for kernels of vectors; `symbols` is the share of each symbol.
    #[arg(long, value_parser = named(Map::ALL, Map::name))]
    pub(super) map: Option<Map>,
    /// Files: labels from a file of their own, one per line.
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    /// New rows with the same features, to be projected and not fitted.
    #[arg(long, value_name = "NEW.csv")]
    pub(super) project: Option<PathBuf>,
    /// Clean rows, one for each row that is denoised (those of --project, or else the fitted ones) and in the same order:
    /// errors of noisy and of rebuilt rows are then against them.
    #[arg(long, value_name = "CLEAN.csv")]
    pub(super) clean: Option<PathBuf>,
    /// Label column by name or 0-based index; `none` for no label.
    #[arg(long, value_name = "COLUMN|none")]
    pub(super) label: Option<String>,
    /// Column that names the rows, by name or 0-based index; `none` for none.
    #[arg(long, value_name = "COLUMN|none")]
    pub(super) row_names: Option<String>,
    /// Feature columns by name or 0-based index.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub(super) features: Option<Vec<String>>,
    /// Features without a value: their rows or columns are left out, or the mean, median or most frequent value of the
    /// column is filled in, which new rows get too. Rows are left out by default.
    #[arg(long, value_name = "WHAT", value_parser = named(Missing::ALL, Missing::name))]
    missing: Option<Missing>,
    /// Rows that are left out of the fit: their numbers, from 1, or `name:` and the name of a row.
    #[arg(long, value_name = "ROW|name:NAME", value_delimiter = ',')]
    leave_out: Option<Vec<LeftOutRow>>,
    /// Classes whose rows are fitted, and no others: a column and some of its values.
    #[arg(long, value_name = "COLUMN=A,B")]
    only: Option<KeptClasses>,
    /// Columns that become a 0/1 feature for each of their values, by name or 0-based index.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    one_hot: Option<Vec<String>>,
    /// Features of which the natural logarithm is taken.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    log: Option<Vec<String>>,
    /// Features of which ranks are taken; a new row's rank is its place among the fitted ones.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    rank: Option<Vec<String>>,
    /// Noise added to the features before they are scaled: normal numbers, or values that become the
    /// smallest or largest of their column.
    #[arg(long, value_name = "KIND", value_parser = named(NoiseKind::ALL, NoiseKind::name))]
    add_noise: Option<NoiseKind>,
    /// Standard deviation of added normal numbers, or the share of values that salt and pepper replace;
    /// 0.1 by default.
    #[arg(long, value_name = "A", value_parser = real)]
    noise_amount: Option<f64>,
    /// Seed of the added noise, drawn as by NumPy's `RandomState`.
    #[arg(long, value_name = "SEED")]
    noise_seed: Option<u32>,
    /// Scaling of each column before anything else.
    #[arg(long, value_parser = named(Scaling::ALL, Scaling::name))]
    pub(super) scale: Option<Scaling>,
}

impl DataArgs {
    /// Setup that other flags change: an example, a session, a setup line, or scikit-learn's defaults.
    pub(super) fn start(&self, call: &Call) -> anyhow::Result<Setup> {
        let opened = match (&self.example, &self.session, &self.setup) {
            (Some(name), _, _) => return Ok(example(name).map(|e| e.setup).unwrap_or_default()),
            (_, Some(path), _) => open_session(path)?,
            (_, _, Some(line)) => parse_line(line)?,
            (None, None, None) => return Ok(Setup::default()),
        };
        for remark in &opened.remarks {
            call.remark(remark);
        }
        call.opened(opened.data);
        Ok(opened.setup)
    }

    /// Returns true where an example, a session or a setup line is given for other flags to change.
    pub(super) fn starts_elsewhere(&self) -> bool {
        self.example.is_some() || self.session.is_some() || self.setup.is_some()
    }

    pub(super) fn change_generator(&self, source: &mut Source) {
        let Source::Generated(generator) = source else {
            return;
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
    }

    pub(super) fn change_noise(&self, noise: &mut Option<AddedNoise>) -> Result<(), clap::Error> {
        if let Some(kind) = self.add_noise {
            *noise = Some(AddedNoise {
                kind,
                ..noise.unwrap_or(AddedNoise::new(kind))
            });
        }
        let Some(noise) = noise else {
            return Ok(());
        };
        replace(&mut noise.amount, self.noise_amount);
        replace(&mut noise.seed, self.noise_seed);
        if noise.is_valid() {
            return Ok(());
        }
        let wanted = noise.kind.rule().wants();
        Err(usage(&format!("--noise-amount must be {wanted}")))
    }

    pub(super) fn change_columns(&self, columns: &mut Columns) {
        replace(&mut columns.map, self.map);
        replace(&mut columns.missing, self.missing);
        replace(&mut columns.one_hot, self.one_hot.clone());
        replace(&mut columns.log, self.log.clone());
        replace(&mut columns.rank, self.rank.clone());
        replace(&mut columns.symmetrise, self.symmetrise);
        if let Some(rows) = &self.leave_out {
            columns.rows.leave_out(rows);
        }
        if let Some(only) = &self.only {
            columns.rows.only = Some(only.clone());
        }
    }

    pub(super) fn change_reading(&self, source: &mut Source) {
        if let Source::File(file) = source {
            file.read_as.delimiter = self.delimiter.or(file.read_as.delimiter);
            file.read_as.decimal = self.decimal.or(file.read_as.decimal);
            file.read_as.header = self.header.or(file.read_as.header);
            if self.workbook_sheet.is_some() {
                file.sheet.clone_from(&self.workbook_sheet);
            }
            if self.labels.is_some() {
                file.labels.clone_from(&self.labels);
            }
        }
    }
}

listed! {
    /// Content of a file.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) enum FileHolds {
        Vectors => "vectors",
        Kernel => "kernel",
        Distances => "distances",
        Graph => "graph",
        Strings => "strings",
    }
    fn name
}

impl FileHolds {
    /// Kind of object that a kernel of the file compares; strings that are mapped become vectors.
    fn takes(self, map: Map) -> ObjectKind {
        match self {
            Self::Strings if map == Map::Symbols => ObjectKind::Vectors,
            Self::Vectors => ObjectKind::Vectors,
            Self::Kernel => ObjectKind::Matrix(GivenQuantity::KernelValues),
            Self::Distances => ObjectKind::Matrix(GivenQuantity::Distances),
            Self::Graph => ObjectKind::Graph,
            Self::Strings => ObjectKind::Strings,
        }
    }

    /// Changes the setup's kernel to one that compares the file's objects, unless a kernel is `asked` for, which is
    /// refused where it does not compare them.
    pub(super) fn change(
        self,
        setup: &mut Setup,
        asked: Option<KernelKind>,
    ) -> Result<(), clap::Error> {
        let takes = self.takes(setup.columns.map);
        // Matrices have a kernel each, which goes by one name.
        let is_matrix = matches!(takes, ObjectKind::Matrix(_));
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

fn example_names() -> PossibleValuesParser {
    PossibleValuesParser::new(examples().into_iter().map(|e| e.name))
}
