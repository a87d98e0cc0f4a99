//! What every command has that asks one scenario: the file, with which values, and where the answer goes.

use super::answers;
use super::choice::choice;
use super::console::Console;
use super::input::StandardInput;
use super::output::{self, Output};
use super::values::Values;
use super::written;
use crate::analysis::{Answer, Effort};
use crate::demand::trace::Traces;
use crate::diagnostic::Sources;
use crate::report::{Canvas, ChartOf, Dialect, Format, PageKind, Report, Warnings, Weighed};
use crate::scenario::Loaded;
use anyhow::{Result, ensure};
use clap::Args;
use std::num::{IntErrorKind, NonZeroU32, ParseIntError};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// One scenario and what becomes of the answer.
#[derive(Debug, Args)]
pub(super) struct Question {
    /// The scenario; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    values: Values,
    #[command(flatten)]
    written: Written,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// How much is worked out where an answer is searched for.
#[derive(Debug, Args)]
pub(super) struct Searched {
    /// Works out up to so many times as much before a search that takes longer is given up.
    #[arg(long, value_name = "TIMES", default_value = "1", value_parser = from_one::<NonZeroU32>)]
    effort: NonZeroU32,
}

/// Reads a count of something.
pub(super) fn from_one<N: FromStr<Err = ParseIntError>>(text: &str) -> Result<N, &'static str> {
    text.parse().map_err(|wrong: ParseIntError| match wrong.kind() {
        IntErrorKind::PosOverflow => "it is too large; write a smaller whole number",
        _ => "write a whole number from 1 on",
    })
}

impl Searched {
    /// What was asked for.
    pub(super) fn effort(&self) -> Effort {
        Effort::times(self.effort)
    }
}

/// What is said where a chart is named and none is written.
pub(super) const CHART_WITHOUT_FORMAT: &str = "--chart is of svg and png; write one, as --output chart.svg";

/// Options for HTML pages.
#[derive(Debug, Args)]
pub(super) struct PageWritten {
    /// Writes HTML pages without the scenario and the engine, so that inputs cannot be changed in them.
    #[arg(long = "static")]
    is_static: bool,
}

impl PageWritten {
    /// What was asked for.
    pub(super) fn kind(&self) -> PageKind {
        if self.is_static { PageKind::Static } else { PageKind::Live }
    }
}

/// In which formats an answer is written, and where.
#[derive(Debug, Args)]
pub(super) struct Written {
    /// The format of standard output.
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = choice::<Format>())]
    pub(super) format: Format,
    /// How CSV is written.
    #[arg(long, value_name = "DIALECT", default_value = "standard", value_parser = choice::<Dialect>())]
    pub(super) csv_dialect: Dialect,
    /// Which chart svg and png are of; without it the first of the answer.
    #[arg(long, value_name = "NAME", value_parser = choice::<ChartOf>())]
    pub(super) chart: Option<ChartOf>,
    /// The files that are written beside it.
    #[arg(long, value_name = "[FORMAT=]FILE", value_parser = Output::<Format>::parse, help = output::help::<Format>())]
    pub(super) output: Vec<Output>,
}

impl Question {
    /// What the scenario decides; `None` if it has no answer, which has then been said.
    pub(super) fn decided(&self, effort: Effort, console: &mut Console<'_>) -> Result<Option<Answer>> {
        self.check(console)?;
        Ok(answers::decided(&self.file, &self.standard_input, &self.values, effort, console))
    }

    /// The scenario with its traces, whether or not it has an answer as it is; `None` if it is not valid, which has then
    /// been said.
    pub(super) fn loaded(&self, console: &mut Console<'_>) -> Result<Option<(Loaded, Traces)>> {
        self.loaded_beside(&[], console)
    }

    /// The same with other files that are read beside it, over none of which an answer is written.
    pub(super) fn loaded_beside(&self, files: &[&Path], console: &mut Console<'_>) -> Result<Option<(Loaded, Traces)>> {
        self.written.check(&[&[self.file.as_path()], files].concat(), console)?;
        Ok(answers::loaded(&self.file, &self.standard_input, &self.values, console))
    }

    /// Writes an answer where it was asked for.
    pub(super) fn write(&self, report: &dyn Report, console: &mut Console<'_>) -> Result<()> {
        self.written.write(report, console)
    }

    /// The same of a result with findings, which are said beside a format that has no room for them.
    pub(super) fn write_weighed<'a, R>(
        &self,
        weighed: &Weighed<'a, R>,
        sources: &Sources,
        console: &mut Console<'_>,
    ) -> Result<()>
    where
        Weighed<'a, R>: Report,
    {
        match self.written.format.about().warnings {
            Warnings::Within => {}
            Warnings::Beside => console.tell(&weighed.standing().cloned().collect::<Vec<_>>(), sources),
        }
        self.write(weighed, console)
    }

    fn check(&self, console: &Console<'_>) -> Result<()> {
        self.written.check(&[&self.file], console)
    }
}

impl Written {
    /// Refuses to write a file twice, or over one that is read, and to show a terminal what is not text.
    pub(super) fn check(&self, files: &[&Path], console: &Console<'_>) -> Result<()> {
        let name = self.format.about().name;
        let is_shown = self.format.is_text() || !console.is_looked_at();
        ensure!(is_shown, "{name} is not for a terminal; write a file, as --output decision.{name}");
        let is_drawn = self.output.iter().map(|file| file.format).chain([self.format]).any(Format::is_chart);
        ensure!(self.chart.is_none() || is_drawn, CHART_WITHOUT_FORMAT);
        output::check(&self.output, &files.iter().map(|file| file.to_path_buf()).collect::<Vec<_>>())
    }

    /// A place where answers are written, as it was asked for.
    pub(super) fn canvas(&self, place: Canvas) -> Canvas {
        Canvas { dialect: self.csv_dialect, chart: self.chart, ..place }
    }

    /// Writes an answer to its files and to standard output.
    pub(super) fn write(&self, report: &dyn Report, console: &mut Console<'_>) -> Result<()> {
        self.write_page(report, PageKind::Live, console)
    }

    /// The same, where a page may be one that stays as it is.
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
            assert_eq!(said(text), Err("write a whole number from 1 on"), "{text}");
        }
    }
}
