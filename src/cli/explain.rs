//! `explain`: the origin of a figure.

use super::answers::decided;
use super::choice::Choice;
use super::console::Console;
use super::input::StandardInput;
use super::output::{self, FileFormat, Output};
use super::values::Values;
use super::{Status, unwritten};
use crate::analysis::{Answer, BudgetMultiple};
use crate::explain::Explained;
use crate::report::Canvas;
use crate::report::explain::Explanations;
use anyhow::{Result, bail};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::PathBuf;

/// Show where a figure comes from, down to file and line.
///
/// Use it when somebody asks "why?". Without LINE, it lists what can be explained. An explanation reads from the result down: the
/// formula with names, the formula with values, and finally the file and line where each number was written, or that it was
/// assumed.
///
/// Example: rackrent explain quote.yaml own.hgx.electricity
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenario file; `-` reads standard input.
    file: PathBuf,
    /// Figure to explain, such as `own.hgx.electricity`, `rent.cloud` or `verdict`.
    line: Option<String>,
    #[command(flatten)]
    values: Values,
    /// Format of standard output.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: ExplainFormat,
    /// Files written in addition to standard output.
    #[arg(long, value_name = "[FORMAT=]FILE", value_parser = Output::<ExplainFormat>::parse, help = output::help::<ExplainFormat>())]
    output: Vec<Output<ExplainFormat>>,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// Format of explanations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExplainFormat {
    /// Text that reads like a derivation.
    Table,
    /// JSON for programs: every step, value and source location under its documented name.
    Json,
    /// Nested lists for merge requests, wikis and tickets.
    Markdown,
}

impl ExplainFormat {
    fn write(self, explanations: &Explanations<'_>, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
        match self {
            ExplainFormat::Table => explanations.text(canvas, out),
            ExplainFormat::Json => explanations.json(out),
            ExplainFormat::Markdown => explanations.markdown(out),
        }
    }
}

impl Choice for ExplainFormat {
    fn all() -> &'static [ExplainFormat] {
        ExplainFormat::value_variants()
    }

    fn shown(self) -> PossibleValue {
        self.to_possible_value().expect("every format is shown")
    }
}

impl FileFormat for ExplainFormat {
    const SAID: &str = "json=explained";

    fn endings(self) -> &'static [&'static str] {
        match self {
            ExplainFormat::Table => &["txt"],
            ExplainFormat::Json => &["json"],
            ExplainFormat::Markdown => &["md", "markdown"],
        }
    }
}

/// Explains a line, or lists what can be explained.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    output::check(&arguments.output, std::slice::from_ref(&arguments.file))?;
    let Arguments { file, standard_input, values, .. } = arguments;
    let Some(answer) = decided(file, standard_input, values, BudgetMultiple::USUAL, console) else {
        return Ok(Status::NoAnswer);
    };
    let header = &answer.comparison.header;
    let explanations = match &arguments.line {
        None => Explanations::Topics(header, answer.topics()),
        Some(line) => Explanations::Of(header, line, explained(&answer, line)?),
    };
    let canvas = console.file_canvas();
    output::write_files(&arguments.output, &console.files_read, |format, out| {
        format.write(&explanations, &canvas, out)
    })?;
    let canvas = console.canvas();
    arguments.format.write(&explanations, &canvas, &mut console.output).map_err(unwritten)?;
    Ok(Status::Fine)
}

/// Explanations of a line.
fn explained(answer: &Answer, line: &str) -> Result<Vec<Explained>> {
    match answer.explain(line) {
        Ok(explained) => Ok(explained),
        Err(near) if near.is_empty() => {
            bail!("`{line}` cannot be explained; run the command without LINE to list what can")
        }
        Err(near) => bail!("`{line}` cannot be explained; did you mean `{}`?", near.join("` or `")),
    }
}
