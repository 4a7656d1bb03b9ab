//! `fit`: the window's computation without the window.

use std::{io::Write, path::Path};

use super::{args::FitArgs, report::Report};
use crate::{
    analysis::{Analysis, Analyzer, Timings},
    data::read_features,
    export::{kernel_matrix_file, scores_file, spectrum_csv, write_file},
    kpca::Tier,
    view::summary,
};

/// Fits, then writes what was asked for; without any output it prints a summary.
///
/// # Errors
/// Whatever is wrong with data, parameters, fit or a target file.
pub fn run(args: &FitArgs) -> anyhow::Result<()> {
    let (analysis, timings) = fit(args)?;
    let write = |path: &Path, bytes: &[u8]| write_file(path, bytes, args.force);
    let kpca = &analysis.kpca;
    if let Some(path) = &args.scores {
        write(path, &scores_file(path, &kpca.scores()))?;
    }
    if let Some(path) = &args.pca_scores {
        write(path, &scores_file(path, &analysis.pca.scores))?;
    }
    let spectrum = spectrum_csv(&analysis);
    if let Some(path) = &args.spectrum {
        write(path, spectrum.as_bytes())?;
    }
    if let Some(path) = &args.kernel_matrix {
        write(path, &kernel_matrix_file(path, &analysis)?)?;
    }
    if let (Some(new), Some(out)) = (&args.project, &args.projected) {
        let rows = read_features(new, &analysis.dataset.feature_names)?;
        let scores = kpca.project(&analysis.scaler.apply(&rows));
        write(out, &scores_file(out, &scores))?;
    }
    let report = serde_json::to_string_pretty(&Report::new(&analysis, &timings))? + "\n";
    match &args.json {
        Some(path) if path.as_os_str() == "-" => print(&report)?,
        Some(path) => write(path, report.as_bytes())?,
        None if args.writes_nothing() => print(&format!("{}\n\n{spectrum}", summary(&analysis)))?,
        None => print(&format!("{}\n", summary(&analysis)))?,
    }
    Ok(())
}

/// The analysis, and the median timings over `--repeat` fits from nothing.
fn fit(args: &FitArgs) -> anyhow::Result<(Analysis, Timings)> {
    let setup = args.setup.setup()?;
    let mut runs = Vec::with_capacity(args.repeat);
    loop {
        let mut analyzer = match args.memory {
            Some(mebibytes) => Analyzer::new((mebibytes as u64) << 20),
            None => Analyzer::default(),
        };
        let analysis = analyzer.run(&setup, Tier::Exact, args.solver, &|| false)?;
        runs.push(analysis.timings);
        if runs.len() >= args.repeat {
            return Ok((analysis, Timings::median(&runs)));
        }
    }
}

/// Writes to standard output; a reader that has gone (`| head`) is no failure.
pub(super) fn print(text: &str) -> std::io::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
