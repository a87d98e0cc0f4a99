//! Arguments of all commands that evaluate one scenario: the file, its values, and the outputs.

use super::answers;
use super::choice::choice;
use super::console::Console;
use super::input::StandardInput;
use super::output::{self, Output};
use super::values::Values;
use super::written;
use crate::analysis::{Answer, BudgetMultiple};
use crate::demand::trace::Traces;
use crate::diagnostic::Sources;
use crate::report::{Canvas, ChartOf, Dialect, Format, PageKind, Report, Warnings, WithCaveats};
use crate::scenario::Loaded;
use anyhow::{Result, ensure};
use clap::Args;
use std::num::{IntErrorKind, NonZeroU32, ParseIntError};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// One scenario and the outputs for its result.
#[derive(Debug, Args)]
pub(super) struct Question {
    /// Scenario file; `-` reads standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    values: Values,
    #[command(flatten)]
    written: OutputOptions,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// Work budget of searches.
#[derive(Debug, Args)]
pub(super) struct Searched {
    /// Multiply the work budget of searches by this factor; a search that exceeds its budget is given up.
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = from_one::<NonZeroU32>)]
    effort: NonZeroU32,
}

/// Parses a count of at least one.
pub(super) fn from_one<N: FromStr<Err = ParseIntError>>(text: &str) -> Result<N, &'static str> {
    text.parse().map_err(|wrong: ParseIntError| match wrong.kind() {
        IntErrorKind::PosOverflow => "it is too large; write a smaller whole number",
        _ => "write a whole number, 1 or more",
    })
}

impl Searched {
    /// The requested value.
    pub(super) fn effort(&self) -> BudgetMultiple {
        BudgetMultiple::times(self.effort)
    }
}

/// Error for `--chart` without a chart format.
pub(super) const CHART_WITHOUT_FORMAT: &str = "--chart requires the format svg or png, such as --output chart.svg";

/// Options for HTML pages.
#[derive(Debug, Args)]
pub(super) struct PageOptions {
    /// Write HTML pages without the scenario and the engine, so that their inputs cannot be changed.
    #[arg(long = "static")]
    is_static: bool,
}

impl PageOptions {
    /// The requested value.
    pub(super) fn kind(&self) -> PageKind {
        if self.is_static { PageKind::Static } else { PageKind::Live }
    }
}

/// Formats and files of a result.
#[derive(Debug, Args)]
pub(super) struct OutputOptions {
    /// Format of standard output.
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = choice::<Format>())]
    pub(super) format: Format,
    /// CSV dialect.
    #[arg(long, value_name = "DIALECT", default_value = "standard", value_parser = choice::<Dialect>())]
    pub(super) csv_dialect: Dialect,
    /// Chart to draw for svg and png; default: the first chart of the result.
    #[arg(long, value_name = "NAME", value_parser = choice::<ChartOf>())]
    pub(super) chart: Option<ChartOf>,
    /// Files written in addition to standard output.
    #[arg(long, value_name = "[FORMAT=]FILE", value_parser = Output::<Format>::parse, help = output::help::<Format>())]
    pub(super) output: Vec<Output>,
}

impl Question {
    /// Evaluates the decision of the scenario; `None` if it has no result (already reported).
    pub(super) fn decided(&self, effort: BudgetMultiple, console: &mut Console<'_>) -> Result<Option<Answer>> {
        self.check(console)?;
        Ok(answers::decided(&self.file, &self.standard_input, &self.values, effort, console))
    }

    /// Reads the scenario with its traces, whether or not it has a result; `None` if it is invalid (already reported).
    pub(super) fn loaded(&self, console: &mut Console<'_>) -> Result<Option<(Loaded, Traces)>> {
        self.loaded_with(&[], console)
    }

    /// Same as `loaded`, with other input files that outputs must not overwrite.
    pub(super) fn loaded_with(&self, files: &[&Path], console: &mut Console<'_>) -> Result<Option<(Loaded, Traces)>> {
        self.written.check(&[&[self.file.as_path()], files].concat(), console)?;
        Ok(answers::loaded(&self.file, &self.standard_input, &self.values, console))
    }

    /// Writes a result to the requested outputs.
    pub(super) fn write(&self, report: &dyn Report, console: &mut Console<'_>) -> Result<()> {
        self.written.write(report, console)
    }

    /// Same for a result with findings; they go to standard error if the format does not include them.
    pub(super) fn write_with_caveats<'a, R>(
        &self,
        with_caveats: &WithCaveats<'a, R>,
        sources: &Sources,
        console: &mut Console<'_>,
    ) -> Result<()>
    where
        WithCaveats<'a, R>: Report,
    {
        match self.written.format.about().warnings {
            Warnings::Within => {}
            Warnings::Separate => console.tell(&with_caveats.standing().cloned().collect::<Vec<_>>(), sources),
        }
        self.write(with_caveats, console)
    }

    /// Whether the result is written in a format.
    pub(super) fn writes(&self, format: Format) -> bool {
        self.written.formats().any(|written| written == format)
    }

    /// Folder of the scenario file; the current one for standard input.
    pub(super) fn folder(&self) -> &Path {
        self.file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    fn check(&self, console: &Console<'_>) -> Result<()> {
        self.written.check(&[&self.file], console)
    }
}

impl OutputOptions {
    /// Formats of the files and of standard output.
    fn formats(&self) -> impl Iterator<Item = Format> {
        self.output.iter().map(|file| file.format).chain([self.format])
    }

    /// Rejects a file that is written twice or is read as an input, and binary formats on a terminal.
    pub(super) fn check(&self, files: &[&Path], console: &Console<'_>) -> Result<()> {
        let name = self.format.about().name;
        let is_shown = self.format.is_text() || !console.is_looked_at();
        ensure!(is_shown, "{name} cannot be shown on a terminal; write it to a file: --output decision.{name}");
        let is_drawn = self.formats().any(Format::is_chart);
        ensure!(self.chart.is_none() || is_drawn, CHART_WITHOUT_FORMAT);
        output::check(&self.output, &files.iter().map(|file| file.to_path_buf()).collect::<Vec<_>>())
    }

    /// Canvas with the requested dialect and chart.
    pub(super) fn canvas(&self, place: Canvas) -> Canvas {
        Canvas { dialect: self.csv_dialect, chart: self.chart, ..place }
    }

    /// Writes a result to its files and to standard output.
    pub(super) fn write(&self, report: &dyn Report, console: &mut Console<'_>) -> Result<()> {
        self.write_page(report, PageKind::Live, console)
    }

    /// Same as `write`, with a choice between interactive and static pages.
    pub(super) fn write_page(&self, report: &dyn Report, page: PageKind, console: &mut Console<'_>) -> Result<()> {
        let canvas = Canvas { page, ..self.canvas(console.file_canvas()) };
        output::write_files(&self.output, &console.files_read, |format, out| format.write(report, &canvas, out))?;
        let canvas = Canvas { page, ..self.canvas(console.canvas()) };
        written(self.format.write(report, &canvas, &mut console.output))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_that_is_too_large_is_told_from_what_is_no_count() {
        let said = |text: &str| from_one::<NonZeroU32>(text).map(NonZeroU32::get);
        assert_eq!(said("4294967295"), Ok(4_294_967_295));
        assert_eq!(said("4294967296"), Err("it is too large; write a smaller whole number"));
        for text in ["0", "-1", "2.5", "", "many"] {
            assert_eq!(said(text), Err("write a whole number, 1 or more"), "{text}");
        }
    }
}
