//! `report`: everything about a scenario in one document.

use super::Status;
use super::answers;
use super::console::Console;
use super::input::{self, StandardInput};
use super::output;
use super::question::{PageWritten, Searched, Written};
use super::unwritten;
use super::values::Values;
use crate::report::{DossierOrErrors, Format, write_dossiers};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

/// Everything about a scenario in one document: for the meeting in which it is decided, and for the file afterwards.
///
/// It holds what the other commands say, in a reader's order: the comparison with its cases, which number would turn it, how sure
/// it is where numbers are uncertain, how many to own and to commit to, every cost and every cost by year, what was assumed, left
/// out and found, and every input with its place and its source. It computes nothing of its own: a figure is that of its command.
///
/// As a page it moves like that of a comparison. Of several scenarios it is one document, with a table of all of them first. What
/// a check finds is found by the rules as they are; `check` judges by the policy of a repository.
///
/// Example: rackrent report quote.yaml --output decision.html
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenarios, each a part of the document; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    values: Values,
    #[command(flatten)]
    searched: Searched,
    #[command(flatten)]
    written: Written,
    #[command(flatten)]
    page: PageWritten,
    #[command(flatten)]
    standard_input: StandardInput,
}

impl Arguments {
    /// Everything about each file, or why there is none.
    fn dossiers(&self, console: &mut Console<'_>) -> Vec<DossierOrErrors> {
        let effort = self.searched.effort();
        let several = self.files.len() > 1;
        let mut all = Vec::new();
        for file in &self.files {
            match answers::dossier(file, &self.standard_input, &self.values, effort, console) {
                Some(dossier) => all.push(Ok(dossier)),
                None if several => all.push(Err(console.unanswered())),
                None => {}
            }
        }
        all
    }
}

/// Writes everything about every file; what has no answer is said, and the others are shown all the same.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    input::once(&arguments.files)?;
    arguments.written.check(&arguments.files.iter().map(PathBuf::as_path).collect::<Vec<_>>(), console)?;
    let dossiers = arguments.dossiers(console);
    if let [_] = arguments.files.as_slice() {
        let Some(Ok(dossier)) = dossiers.first() else { return Ok(Status::NoAnswer) };
        arguments.written.write_page(dossier, arguments.page.kind(), console)?;
        return Ok(Status::Fine);
    }
    let status = if dossiers.iter().all(Result::is_ok) { Status::Fine } else { Status::NoAnswer };
    write_several(arguments, &dossiers, console)?;
    Ok(status)
}

fn write_several(arguments: &Arguments, dossiers: &[DossierOrErrors], console: &mut Console<'_>) -> Result<()> {
    let is_said = |format: Format| format == Format::Json || dossiers.iter().any(Result::is_ok);
    let canvas = arguments.written.canvas(console.file_canvas());
    let files = arguments.written.output.iter().filter(|file| is_said(file.format));
    output::write_files(files, &console.files_read, |format, out| write_dossiers(*format, dossiers, &canvas, out))?;
    if is_said(arguments.written.format) {
        let canvas = arguments.written.canvas(console.canvas());
        write_dossiers(arguments.written.format, dossiers, &canvas, &mut console.output).map_err(unwritten)?;
    }
    Ok(())
}
