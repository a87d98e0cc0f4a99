//! `completions`: what a shell completes of a command line.

use super::console::Console;
use super::{Status, unwritten};
use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// A script with which a shell completes commands, options and their words.
///
/// Use it once, after installing: `docs/install.md` says where each shell looks for such a script. Packages of a system
/// bring it along.
///
/// Example: rackrent completions bash > ~/.local/share/bash-completion/completions/rackrent
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The shell that reads the script.
    shell: Shell,
}

/// Prints the script.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let mut command = super::Arguments::command();
    let name = command.get_name().to_owned();
    // into memory first: the generator takes any failure to write for a fault of the program
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    console.output.write_all(&script).map_err(unwritten)?;
    Ok(Status::Fine)
}
