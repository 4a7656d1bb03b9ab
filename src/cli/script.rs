//! `script`: code that reproduces the same numbers and picture.

use clap::Args;

use super::{
    call::Call,
    flags::{Context, Purpose},
    output::print,
    setup::{PanelArgs, SetupArgs, remark_on_reading},
    values::named,
};
use crate::{
    analysis::Analyzer,
    export::{Language, script},
    kpca::{Solver, Tier},
};

#[derive(Debug, Args)]
pub struct ScriptArgs {
    #[arg(value_parser = named(Language::ALL, Language::name))]
    language: Language,
    #[command(flatten)]
    setup: SetupArgs,
    #[command(flatten, next_help_heading = "Picture")]
    panels: PanelArgs,
}

/// Prints the script.
///
/// # Errors
/// Whatever is wrong with data, parameters or fit.
pub fn run(args: &ScriptArgs, call: &Call) -> anyhow::Result<()> {
    let mut setup = args.setup.setup(call)?;
    args.panels.change(&mut setup.view);
    Context::new(call, Purpose::Script, &setup, args.setup.method).check()?;
    let analysis = Analyzer::default().run(&setup, Tier::Exact, Solver::Auto, &|| false)?;
    remark_on_reading(&analysis, &setup, call)?;
    print(&script(args.language, &setup, &analysis, &[]))
}
