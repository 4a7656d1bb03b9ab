//! Command `sweep`: the numbers at many values of one parameter, in a table.

use std::{
    io::{IsTerminal, Write},
    path::PathBuf,
};

use clap::Args;

use super::{
    call::Call,
    cells::CellArgs,
    flags::{Context, Purpose},
    setup::{SetupArgs, remark_on_reading},
    values::{at_least_one, mebibytes, named, real, table, usage},
    waiting::analyse,
};
use explorer::{
    analysis::{Analyzer, SweepJudge, SweepTask, half_of_free_memory},
    presented::Presented,
    setup::Setup,
};
use export::sweep_file;
use kernel_pca::{
    method::Method,
    sweep::{SweepQuestion, SweptParameter},
};
use system::Outputs;

#[derive(Debug, Args)]
pub struct SweepArgs {
    #[command(flatten)]
    pub setup: SetupArgs,
    #[command(flatten, next_help_heading = "Sweep")]
    pub range: RangeArgs,
    #[command(flatten, next_help_heading = "Output")]
    table: TableArgs,
}

/// Flags of a parameter's range, for every command that runs through one.
#[derive(Debug, Args)]
pub struct RangeArgs {
    /// Parameter that runs through a range: one of the kernel, or the neighbours of --method.
    #[arg(long, value_parser = named(SweptParameter::ALL, SweptParameter::name))]
    pub parameter: SweptParameter,
    /// First value of the range.
    #[arg(long, value_name = "A", value_parser = real, allow_negative_numbers = true)]
    from: f64,
    /// Last value of the range.
    #[arg(long, value_name = "B", value_parser = real, allow_negative_numbers = true)]
    to: f64,
    /// Number of values, both ends included: of equal ratios for gamma, beta and shape, of equal steps for coef0;
    /// whole ones are rounded, and each is taken once.
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    steps: usize,
    /// Memory that a fit may use, in MiB; half of what is free by default.
    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    pub memory: Option<u64>,
}

#[derive(Debug, Args)]
struct TableArgs {
    /// Table to write: the parameter, how well the first two components predict the label (separation of classes,
    /// `r_squared` of a number), eigenvalues, shares of the trace. Its ending names the format: .csv, .npy, .xlsx, .tex, .md
    /// or .html.
    #[arg(long, value_parser = table(), value_name = "TABLE")]
    out: PathBuf,
    /// Columns besides, for kernel PCA of rows with features. `pre_image_error`: mean squared difference of the rows and
    /// of what all components rebuild of them by ridge regression with α = 1, in the units of the data, as scikit-learn's
    /// `inverse_transform`. `held_out_accuracy`: how well the first two components of four fifths of the rows predict the
    /// label of the others (five folds, seed 0); of a number, `held_out_r_squared`.
    #[arg(
        long,
        value_name = "pre-image-error,held-out-accuracy",
        value_delimiter = ',',
        value_parser = named(SweepJudge::ALL, SweepJudge::name)
    )]
    judge: Vec<SweepJudge>,
    #[command(flatten)]
    cells: CellArgs,
    /// Replace a file that exists.
    #[arg(long)]
    force: bool,
}

/// Fits at each value and writes the table.
///
/// # Errors
/// Whatever is wrong with data, parameters, a fit or the table's file.
pub fn run(args: &SweepArgs, call: &Call) -> anyhow::Result<()> {
    let SweepArgs {
        setup: given,
        range,
        table:
            TableArgs {
                out,
                judge,
                cells,
                force,
            },
    } = args;
    let method = given.method;
    let mut setup = given.setup(call)?;
    setup.view.panels = vec![];
    let check = |setup: &Setup| {
        let context = Context {
            swept: Some(range.parameter),
            ..Context::new(call, Purpose::Sweep, setup, method)
        };
        context.check()?;
        question(range, method, &mut setup.clone()).map(drop)
    };
    given.judge(&setup, check)?;
    let form = cells.form(std::iter::once(out.as_path()))?;
    let mut outputs = Outputs::new(&[out], &given.reads(&setup), *force)?;
    given.look(&mut setup, check)?;
    let question = question(range, method, &mut setup)?;

    let memory = range.memory.unwrap_or_else(half_of_free_memory);
    let analysis = analyse(Analyzer::new(memory), &setup)?;
    remark_on_reading(&analysis, &setup, call)?;
    let mut judges = judge.clone();
    judges.dedup();
    for judge in &judges {
        if let Some(reason) = judge.obstacle(method, &analysis) {
            anyhow::bail!("--judge {}: {reason}", judge.name());
        }
    }
    let mut task = SweepTask::new(&analysis, question.clone(), usize::MAX);
    task.memory_budget = memory;
    let points = task.points(&judges, &mut progress(question.values.len()), &|| false)?;
    let q = setup.view.separation_components;
    outputs.stage(
        out,
        &sweep_file(
            (out, form),
            &question,
            (&analysis.dataset.labels, &judges),
            &points,
            q,
        )?,
    )?;
    Ok(outputs.commit()?)
}

/// Makes the sweep's question, and sets the parameter in `setup` to the first value, so that the value there before
/// cannot be the reason of an error.
pub fn question(
    range: &RangeArgs,
    method: Method,
    setup: &mut Setup,
) -> Result<SweepQuestion, clap::Error> {
    let parameter = range.parameter;
    let values = parameter.values(range.from, range.to, range.steps);
    let values = values.map_err(|reason| usage(&reason))?;
    let Setup {
        kernel, manifold, ..
    } = setup;
    let is_used = values
        .first()
        .is_some_and(|&first| parameter.set(first, method, kernel, manifold));
    if !is_used {
        let name = parameter.name();
        let what = if method == Method::Kpca {
            format!("the {} kernel", kernel.kind)
        } else {
            method.presented().title_in_text.to_owned()
        };
        return Err(usage(&format!("--parameter {name}: {what} has none")));
    }
    Ok(SweepQuestion {
        parameter,
        method,
        values: values.into(),
    })
}

/// Returns a function that prints on a terminal how many of `all` values are done.
pub fn progress(all: usize) -> impl FnMut(usize) {
    let mut terminal = std::io::stderr();
    let is_shown = terminal.is_terminal();
    move |done| {
        if is_shown {
            // A terminal that is gone is no reason to stop.
            let end = if done == all { "\r\x1b[K" } else { "" };
            let _ = write!(terminal, "\r{done} of {all}{end}");
        }
    }
}
