//! `fit`: the window's computation without the window.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    call::Call,
    fit_args::FitArgs,
    judged::{DenoisingReport, HeldOutReport, NoveltyOfClass, novelty_by_class},
    output::{print, print_asked},
    report::{FitReport, NewRowsAccuracy, report as report_as_text},
    setup::remark_on_reading,
    values::usage,
    waiting::{analyse, while_shown},
};
use explorer::{
    analysis::{
        Analysis, Analyzer, NewPoints, Progress, Timings, Watch, half_of_free_memory,
        left_out_of_new,
    },
    presented::Presented,
    setup::Setup,
    view::{held_out_in_words, summary_of},
};
use export::{Back, TableContent, TableSpec, denoising_errors, table_file, write_table};
use kernel_pca::{
    explain::{
        limits::{CONFIDENCE, ControlLimits},
        separation,
    },
    method::Method,
};
use system::Outputs;
use tabular::printable::printable;

/// Fits, then writes the outputs asked for; without any it prints a summary.
///
/// # Errors
/// Whatever is wrong with data, parameters, fit or a target file.
pub fn run(args: &FitArgs, call: &Call) -> anyhow::Result<()> {
    let output = &args.output;
    let method = args.setup.method;
    let mut setup = args.setup.setup(call)?;
    (args.setup).judge(&setup, |setup| args.context(call, setup).check())?;
    let tables = output.tables(method, args.setup.project())?;
    let json = output.json.as_deref();
    let report_file = json.filter(|path| *path != Path::new("-"));
    let paths = tables.iter().map(|(path, _)| *path);
    let paths: Vec<&Path> = paths.chain(report_file).collect();
    if output.force && paths.is_empty() {
        return Err(usage("--force needs a file to write, such as --scores F.csv").into());
    }
    let mut read = args.setup.reads(&setup);
    read.extend(args.setup.project().cloned());
    read.extend(output.pre_image.clone());
    read.extend(args.setup.clean().cloned());
    // Before the work: a target that cannot be written would make it vain.
    let mut outputs = Outputs::new(&paths, &read, output.force)?;
    args.looked_into(&mut setup, call)?;
    // Results of other panels are not written, and take long for many rows.
    setup.view.panels = vec![];
    setup.view.taken_away = vec![method];
    // The tables that are of new rows read them on their own.
    setup.new_rows = None;
    setup.clean_rows = None;

    let (analysis, timings) = fit(&setup, args)?;
    let reading = remark_on_reading(&analysis, &setup, call)?;
    analysis
        .embedding(method)
        .map_err(|reason| anyhow::anyhow!("{}: {reason}", method.presented().title))?;
    let mut left_out = 0;
    for (path, table) in &tables {
        let progress = Arc::new(Progress::default());
        while_shown(&progress, || {
            outputs.stage_by(path, |out| {
                write_table(
                    path,
                    &analysis,
                    table,
                    out,
                    Watch::new(&progress, &|| false),
                )
            })
        })?;
        left_out = left_out.max(progress.left_out());
    }
    let left_out = left_out_of_new(left_out);
    let judged = Judgements::of(&analysis, args)?;
    let said = if output.json.is_some() {
        let mut report = FitReport::new(method, &setup, &analysis, &timings, reading)?;
        report
            .warnings
            .extend(judged.projection_error.map(held_out_in_words));
        report.warnings.extend(left_out);
        judged.into_report(&mut report);
        let report = report_as_text(&report)?;
        match report_file {
            Some(path) => {
                outputs.stage(path, report.as_bytes())?;
                String::new()
            }
            None => report,
        }
    } else {
        let mut said = summary(&analysis, method, reading);
        for line in judged.in_words(&analysis).into_iter().chain(left_out) {
            said += &line;
            said.push('\n');
        }
        if tables.is_empty() {
            let spectrum = TableSpec {
                form: output.form(std::iter::empty())?,
                ..TableSpec::new(TableContent::Spectrum(method))
            };
            let bytes = table_file(Path::new(""), &analysis, &spectrum)?;
            said.push('\n');
            said += &String::from_utf8_lossy(&bytes);
        }
        said
    };
    // Printing can't be taken back, so it comes first: where it fails, no file has been replaced.
    if json == Some(Path::new("-")) {
        print_asked(&said)?;
    } else {
        print(&said)?;
    }
    Ok(outputs.commit()?)
}

/// Judgements of a fit by rows that it did not learn from; `None` and nothing where they were not asked for.
#[derive(Default)]
struct Judgements {
    /// Error of new rows' scores, measured on held-out rows, as a share of the scores' spread.
    projection_error: Option<f64>,
    accuracy: Option<NewRowsAccuracy>,
    held_out: Option<HeldOutReport>,
    limits: Option<ControlLimits>,
    by_class: Vec<NoveltyOfClass>,
    denoising: Option<DenoisingReport>,
}

impl Judgements {
    /// Judges a fit in the ways that the flags ask for.
    ///
    /// # Errors
    /// When a file cannot be read, its rows cannot be projected, or the data allow no such judgement.
    fn of(analysis: &Analysis, args: &FitArgs) -> anyhow::Result<Self> {
        let (output, method) = (&args.output, args.setup.method);
        let mut found = Self::default();
        // The rows of a pipe went into the tables.
        let new = args.setup.project().filter(|file| file.is_file());
        let is_judged = output.projected.is_some() || output.novelty.is_some();
        let new = new.filter(|_| is_judged);
        let new = new.map(|file| read_new(analysis, file)).transpose()?;
        if output.projected.is_some() {
            let memory = args.memory.unwrap_or_else(half_of_free_memory);
            found.projection_error = analysis.projection_error(method, memory);
            if let Some(new) = &new {
                found.accuracy = accuracy_of_new(analysis, method, new)?;
            }
        }
        if output.held_out {
            found.held_out = Some(HeldOutReport::of(analysis)?);
        }
        if output.novelty.is_some() {
            let asked = analysis.origin.view.novelty_confidence;
            let confidence = output.confidence.or(asked).unwrap_or(CONFIDENCE);
            let limits = ControlLimits::of(&analysis.kpca, confidence, &|| false)?;
            if let Some(new) = &new {
                found.by_class = novelty_by_class(analysis, &limits, new)?;
            }
            found.limits = Some(limits);
        }
        found.denoising = against_clean(analysis, args)?;
        Ok(found)
    }

    /// Puts the judgements into a report.
    fn into_report(self, report: &mut FitReport) {
        report.projection_error = self.projection_error;
        report.novelty_limits = self.limits.map(Into::into);
        report.novelty_by_class = (!self.by_class.is_empty()).then_some(self.by_class);
        report.held_out = self.held_out;
        report.denoising_errors = self.denoising;
        report.new_rows_accuracy = self.accuracy;
    }

    /// Lines that say the judgements.
    fn in_words(&self, analysis: &Analysis) -> Vec<String> {
        let labels = &analysis.dataset.labels;
        let single = [
            self.accuracy.as_ref().map(NewRowsAccuracy::in_words),
            self.held_out.as_ref().map(|it| it.in_words(labels)),
            self.denoising.as_ref().map(DenoisingReport::in_words),
        ];
        let by_class = self.by_class.iter().map(NoveltyOfClass::in_words);
        let told = single.into_iter().flatten().chain(by_class);
        let told = told.map(|line| printable(&line).into_owned());
        let error = self.projection_error.map(held_out_in_words);
        error.into_iter().chain(told).collect()
    }
}

/// Accuracy of predicting the classes of new rows from a method's scores; `None` where they have no classes.
///
/// # Errors
/// When the rows cannot be projected.
fn accuracy_of_new(
    analysis: &Analysis,
    method: Method,
    new: &NewPoints,
) -> anyhow::Result<Option<NewRowsAccuracy>> {
    let fault = |reason: &str| anyhow::anyhow!("{}: {reason}", method.presented().title);
    let embedding = analysis.embedding(method).map_err(fault)?;
    let projected = embedding
        .project(new.for_method(method)?)
        .map_err(|reason| fault(&reason))?;
    let scores = embedding.scores();
    let asked = analysis
        .asked(method)
        .min(separation::MOST_SCORED_COMPONENTS);
    let count = asked.min(scores.ncols()).min(projected.ncols());
    let [fitted, projected] = [&*scores, &projected].map(|it| it.columns(0, count).into_owned());
    let both = [&fitted, &projected];
    Ok(NewRowsAccuracy::of(analysis, &new.rows, both))
}

/// New rows in a file, read by the columns of the fitted ones.
///
/// # Errors
/// When the file cannot be read.
fn read_new(analysis: &Analysis, file: &Path) -> anyhow::Result<NewPoints> {
    Ok(analysis.read_new(file, Watch::new(&Arc::default(), &|| false))?)
}

/// Errors of denoised rows against the clean rows of --clean; `None` without --clean.
///
/// # Errors
/// When the files cannot be read, or there is not one clean row for each row, or when pre-images fail.
fn against_clean(analysis: &Analysis, args: &FitArgs) -> anyhow::Result<Option<DenoisingReport>> {
    let output = &args.output;
    let new = args.setup.project().map(PathBuf::as_path);
    let clean = args.setup.clean().map(PathBuf::as_path);
    if clean.is_some() && new.is_some_and(|new| !new.is_file()) {
        anyhow::bail!(
            "--clean needs rows of --project that can be read twice: write them to a file"
        );
    }
    let back = Back {
        method: output.pre_image_method,
        alpha: output.alpha,
    };
    let progress = Arc::new(Progress::default());
    let found = while_shown(&progress, || {
        let watch = Watch::new(&progress, &|| false);
        denoising_errors(analysis, [new, clean], back, watch)
    })?;
    Ok(found.map(DenoisingReport::from))
}

/// Lines printed where no report is asked for: the fit, the reading of the data, and warnings.
fn summary(analysis: &Analysis, method: Method, reading: Option<String>) -> String {
    let mut warnings = analysis.warnings_of(method);
    if reading.is_some() {
        // The line on reading says which rows were left out.
        let of_rows = analysis.warnings_of_rows();
        warnings.retain(|warning| !of_rows.contains(warning));
    }
    let lines = [summary_of(analysis, method)].into_iter().chain(reading);
    let lines = lines.chain(warnings);
    lines.fold(String::new(), |mut said, line| {
        said += &printable(&line);
        said.push('\n');
        said
    })
}

/// Analysis, and the median timings over `--repeat` fits from nothing.
fn fit(setup: &Setup, args: &FitArgs) -> anyhow::Result<(Analysis, Timings)> {
    let FitArgs { memory, output, .. } = args;
    let mut runs = Vec::with_capacity(output.repeat);
    loop {
        let memory = memory.unwrap_or_else(half_of_free_memory);
        let analysis = analyse(Analyzer::new(memory), setup)?;
        runs.push(analysis.timings);
        if runs.len() >= output.repeat {
            return Ok((analysis, Timings::median(&runs)));
        }
    }
}
