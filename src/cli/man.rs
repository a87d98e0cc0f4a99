//! `man`: manual pages.

use super::console::Console;
use super::{Status, replace, unwritten};
use anyhow::Result;
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use std::io;
use std::path::PathBuf;

/// Generate manual pages.
///
/// Without `--output` it prints the page of the program; with `--output` it also writes one page per command. Use it for `man
/// rackrent-compare`. System packages include the pages. `manpath` lists the folders that `man` searches; the pages belong in
/// `man1` in one of them.
///
/// Example: `rackrent man --output ~/.local/share/man/man1`
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Write a page for the program and for each command to this folder, all or none; the folder is created if it does not exist.
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Prints the page of the program, or writes all pages.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let mut program = super::Arguments::command().disable_help_subcommand(true);
    // build() adds the global options to every command
    program.build();
    match &arguments.output {
        None => console.output.write_all(&page(program)?).map_err(unwritten)?,
        Some(folder) => {
            let pages = with_parts(&program).into_iter();
            let pages = pages.map(|command| Ok((folder.join(file_name(command)), page(command.clone())?)));
            let pages = pages.collect::<io::Result<Vec<_>>>()?;
            replace::make_folder(folder)?;
            replace::replace_all(&pages)?;
        }
    }
    Ok(Status::Fine)
}

/// A command, its commands, and theirs.
fn with_parts(command: &Command) -> Vec<&Command> {
    std::iter::once(command).chain(command.get_subcommands().flat_map(with_parts)).collect()
}

/// File name of the page of a command: `rackrent-compare.1`.
fn file_name(command: &Command) -> String {
    format!("{}.1", command.get_display_name().unwrap_or_else(|| command.get_name()))
}

/// Page of a command.
fn page(command: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let source = concat!("rackrent ", env!("CARGO_PKG_VERSION"));
    // no date: an empty text would be dropped and the next field shown in its place
    Man::new(command).date(" ").source(source).manual("Rackrent Manual").render(&mut page)?;
    Ok(page)
}
