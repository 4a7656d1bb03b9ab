//! Flag `--against`: a picture beside the same with some flags changed.

use clap::{Args, CommandFactory, FromArgMatches, Parser};

use super::{
    call::Call,
    flags::{Context, Purpose},
    output::one_line,
    setup::SetupArgs,
    values::usage,
};
use explorer::setup::{Panel, Setup};
use kernel_pca::method::Method;

#[derive(Debug, Args)]
pub struct AgainstArgs {
    /// Draw the picture as B beside A, which differs in this flag of the computation: `gamma=15`, `kernel=poly`,
    /// `scale=standardize`; once for each flag. Both titles say what differs, and both have the same axes.
    #[arg(long, value_name = "FLAG=VALUE")]
    against: Vec<String>,
}

/// Flags of the computation, parsed by themselves.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct OtherArgs {
    #[command(flatten)]
    setup: SetupArgs,
}

/// Flags that `--against` refuses, as both pictures start from the same setup and show the same method.
const SHARED: [&str; 4] = ["example", "session", "setup", "method"];

impl AgainstArgs {
    /// Puts the picture with other flags beside that of the figure's only panel, where `--against` asks for one.
    ///
    /// # Errors
    /// A flag that is none of the computation or has no effect there, and a figure of several panels.
    pub fn change(
        &self,
        setup: &mut Setup,
        method: Method,
        says_panels: bool,
    ) -> anyhow::Result<()> {
        if self.against.is_empty() {
            return Ok(());
        }
        let panel = match setup.view.panels[..] {
            _ if !says_panels => Panel::of(method),
            [panel] if panel.can_be_pinned() => panel,
            [_] => {
                return Err(
                    usage("--against: no picture of this panel can stand beside another").into(),
                );
            }
            _ => return Err(usage("--against needs a single panel among --panels").into()),
        };
        let refused = |error: clap::Error| {
            // The line as a whole says where flags are listed.
            let said = one_line(&error);
            let said = said.split("; --help lists").next().unwrap_or_default();
            usage(&format!("--against: {said}"))
        };
        let typed = self.against.iter().map(|typed| format!("--{typed}"));
        let mut command = OtherArgs::command();
        let matches = command.try_get_matches_from_mut(typed).map_err(refused)?;
        let call = Call::of(&command, &matches);
        if let Some(flag) = SHARED.into_iter().find(|flag| call.any(&[flag])) {
            return Err(usage(&format!("--against {flag}: both pictures have the same")).into());
        }
        let OtherArgs { setup: flags } = OtherArgs::from_arg_matches(&matches).map_err(refused)?;
        setup.view.panels = vec![panel];
        let mut other = setup.clone();
        flags.change(&mut other)?;
        let context = Context::new(&call, Purpose::Render, &other, method);
        context.check().map_err(refused)?;
        setup.set_against(&other, panel);
        Ok(())
    }
}
