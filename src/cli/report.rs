//! `report`: everything about a scenario in one document.

use super::Status;
use super::answers;
use super::console::Console;
use super::input::{self, StandardInput};
use super::output;
use super::portfolio;
use super::question::{OutputOptions, PageOptions, Searched};
use super::unwritten;
use super::values::Values;
use crate::report::{Board, Format, Length, Report, ReportOrErrors, write_full_reports};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use std::slice;

/// Write everything about a scenario in one document.
///
/// Use it in the meeting that decides, and for the archive afterwards. It contains the results of the other commands in reading
/// order: the comparison with its cases, the numbers that would change the winner, the effect of uncertain numbers, how many
/// nodes to own and how much to commit, every cost and every cost by year, what was assumed, left out and found, and every input
/// with its location and source. It computes nothing of its own: each figure is that of its command.
///
/// As an HTML page it recomputes when inputs change, like the page of a comparison. For several scenarios it is one document that
/// starts with a table of all of them. Findings are those of the default rules; `check` applies the policy of a repository.
///
/// Example: rackrent report quote.yaml --output decision.html
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenario files, and folders of them, each scenario a part of the document; `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write one side of paper per scenario for those who decide, with rounded amounts.
    #[arg(long)]
    board: bool,
    #[command(flatten)]
    values: Values,
    #[command(flatten)]
    searched: Searched,
    #[command(flatten)]
    written: OutputOptions,
    #[command(flatten)]
    page: PageOptions,
    #[command(flatten)]
    standard_input: StandardInput,
}

impl Arguments {
    /// The files, with the scenarios of folders in their place.
    fn scenarios(&self, console: &mut Console<'_>) -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for path in &self.files {
            if path.is_dir() {
                let requested = portfolio::requested(slice::from_ref(path), &self.standard_input, console);
                files.extend(portfolio::scenarios(&requested)?.into_iter().map(|file| file.path.clone()));
            } else {
                files.push(path.clone());
            }
        }
        Ok(files)
    }

    /// Full report of each file, or its errors.
    fn full_reports(&self, files: &[PathBuf], console: &mut Console<'_>) -> Vec<ReportOrErrors> {
        let effort = self.searched.effort();
        let several = files.len() > 1;
        let mut all = Vec::new();
        for file in files {
            match answers::full_report(file, &self.standard_input, &self.values, effort, console) {
                Some(full_report) => all.push(Ok(full_report)),
                None if several => all.push(Err(console.unanswered())),
                None => {}
            }
        }
        all
    }
}

/// Writes the report of every file; files without a result are reported, and the others are shown.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    input::once(&arguments.files)?;
    let files = arguments.scenarios(console)?;
    arguments.written.check(&files.iter().map(PathBuf::as_path).collect::<Vec<_>>(), console)?;
    let full_reports = arguments.full_reports(&files, console);
    if let [_] = files.as_slice() {
        let Some(Ok(full_report)) = full_reports.first() else { return Ok(Status::NoAnswer) };
        let board = Board(full_report);
        let report: &dyn Report = if arguments.board { &board } else { full_report };
        arguments.written.write_page(report, arguments.page.kind(), console)?;
        return Ok(Status::Fine);
    }
    let status = if full_reports.iter().all(Result::is_ok) { Status::Fine } else { Status::NoAnswer };
    write_several(arguments, &full_reports, console)?;
    Ok(status)
}

fn write_several(arguments: &Arguments, full_reports: &[ReportOrErrors], console: &mut Console<'_>) -> Result<()> {
    let is_said = |format: Format| format == Format::Json || full_reports.iter().any(Result::is_ok);
    let length = if arguments.board { Length::Board } else { Length::Whole };
    let canvas = arguments.written.canvas(console.file_canvas());
    let files = arguments.written.output.iter().filter(|file| is_said(file.format));
    output::write_files(files, &console.files_read, |format, out| {
        write_full_reports(*format, full_reports, length, &canvas, out)
    })?;
    if is_said(arguments.written.format) {
        let canvas = arguments.written.canvas(console.canvas());
        write_full_reports(arguments.written.format, full_reports, length, &canvas, &mut console.output)
            .map_err(unwritten)?;
    }
    Ok(())
}
