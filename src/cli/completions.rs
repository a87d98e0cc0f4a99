//! `completions`: scripts for shell completion.

use super::console::Console;
use super::{Status, unwritten};
use anyhow::Result;
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;

/// Generate a shell completion script.
///
/// The script completes commands, options and their values. Install it once: `docs/install.md` says where each shell expects it.
/// System packages include it.
///
/// Example: rackrent completions bash > ~/.local/share/bash-completion/completions/rackrent
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Shell that reads the script.
    shell: Shell,
}

/// Prints the script.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let mut command = super::Arguments::command();
    command.build();
    let whole = command.clone();
    let mut command = command.mut_subcommand("help", |help| described(help, &whole));
    let name = command.get_name().to_owned();
    // buffer first: the generator panics if writing fails
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    console.output.write_all(&script).map_err(unwritten)?;
    Ok(Status::Fine)
}

/// Adds descriptions to the commands below `help`: clap copies these commands before they are defined.
fn described(help: Command, of: &Command) -> Command {
    help.mut_subcommands(|command| match of.find_subcommand(command.get_name()).and_then(Command::get_about) {
        Some(about) => command.about(about.clone()),
        None => command,
    })
}
