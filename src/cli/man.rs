//! `man`: pages for the reader of manuals.

use super::console::Console;
use super::{Status, replace, unwritten};
use anyhow::Result;
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use std::io;
use std::path::PathBuf;

/// The manual, as pages for `man`: that of the program, or with `--output` one of each command too.
///
/// Use it to have `man rackrent-compare` at hand. Packages of a system bring the pages along. Where `man` looks for them is said
/// by `manpath`; in one of these folders they stand in `man1`.
///
/// Example: `rackrent man --output ~/.local/share/man/man1`
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Writes a page of the program and of each command into a folder, all or none; the folder is made if it is not there.
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Prints a page, or writes all.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let mut program = super::Arguments::command().disable_help_subcommand(true);
    // options of the whole program come to be those of each command
    program.build();
    match &arguments.output {
        None => console.output.write_all(&page(program)?).map_err(unwritten)?,
        Some(folder) => {
            let pages = std::iter::once(&program).chain(program.get_subcommands());
            let pages = pages.map(|command| Ok((folder.join(file_name(command)), page(command.clone())?)));
            let pages = pages.collect::<io::Result<Vec<_>>>()?;
            replace::make_folder(folder)?;
            replace::replace_all(&pages)?;
        }
    }
    Ok(Status::Fine)
}

/// What the page of a command is called: `rackrent-compare.1`.
fn file_name(command: &Command) -> String {
    format!("{}.1", command.get_display_name().unwrap_or_else(|| command.get_name()))
}

/// The page of a command.
fn page(command: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let source = concat!("rackrent ", env!("CARGO_PKG_VERSION"));
    // a page without a day, for which an empty text would be left out of the list and the next one taken
    Man::new(command).date(" ").source(source).render(&mut page)?;
    Ok(page)
}
