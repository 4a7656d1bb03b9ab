//! Command `script`: code that reproduces the same numbers and picture.

use std::path::PathBuf;

use clap::Args;

use super::{
    call::Call,
    flags::{Context, Purpose},
    output::print_asked,
    setup::{PanelArgs, SetupArgs, remark_on_reading},
    values::{named, table, usage},
    waiting::analyse,
};
use explorer::{analysis::Analyzer, setup::Setup};
use export::{TableContent, TableFormat, TableSpec, table_file};
use scripts::{Language, reads_table, script, table_name};
use system::Outputs;

#[derive(Debug, Args)]
pub struct ScriptArgs {
    #[arg(value_parser = named(Language::ALL, Language::name))]
    language: Language,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten, next_help_heading = "Picture")]
    panels: PanelArgs,
    /// Table that a script in R reads: features and label where the data are no plain file, or the kernel matrix
    /// of data without features.
    #[arg(long, value_parser = table(), value_name = "F.csv", help_heading = "Output")]
    table: Option<PathBuf>,
    /// Replace a table that exists.
    #[arg(long, help_heading = "Output")]
    force: bool,
}

/// Prints the script.
///
/// # Errors
/// Whatever is wrong with data, parameters or fit.
pub fn run(args: &ScriptArgs, call: &Call) -> anyhow::Result<()> {
    if let Some(path) = args
        .table
        .as_ref()
        .filter(|path| TableFormat::of(path) != Some(TableFormat::Csv))
    {
        let path = path.display();
        return Err(usage(&format!("--table: {path}: the script reads CSV; use .csv")).into());
    }
    if args.force && args.table.is_none() {
        let why = match args.language {
            Language::R => "--force needs --table, the file that it replaces",
            Language::Python | Language::Kpca => {
                "--force has no effect: a script in Python is printed, and writes no file"
            }
        };
        return Err(usage(why).into());
    }
    let mut setup = args.setup.setup(call)?;
    args.panels.change(&mut setup.view);
    let check =
        |setup: &Setup| Context::new(call, Purpose::Script, setup, args.setup.method).check();
    args.setup.judge(&setup, check)?;
    args.setup.look(&mut setup, check)?;
    let analysis = analyse(Analyzer::default(), &setup)?;
    remark_on_reading(&analysis, &setup, call)?;
    let reads = reads_table(args.language, &setup, &analysis);
    let default = PathBuf::from(table_name(&setup));
    if let Some(path) = &args.table {
        if !reads {
            return Err(usage("--table needs a script in R whose data are no plain file").into());
        }
        let mut outputs = Outputs::new(&[path], &args.setup.reads(&setup), args.force)?;
        outputs.stage(
            path,
            &table_file(path, &analysis, &TableSpec::new(TableContent::ForR))?,
        )?;
        outputs.commit()?;
    } else if reads {
        call.remark(format!(
            "the script reads {}, which --table writes",
            default.display()
        ));
    }
    let table = args.table.as_ref().unwrap_or(&default);
    print_asked(&script(args.language, &setup, &analysis, &[], table))
}
