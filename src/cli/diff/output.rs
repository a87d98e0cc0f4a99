//! Output options of `diff`.

use super::super::choice::choice;
use super::super::console::Console;
use super::super::output::{self, Output};
use super::super::question::CHART_WITHOUT_FORMAT;
use super::super::written;
use super::format::DiffFormat;
use crate::report::{Canvas, ChartOf, Dialect, Format, Report};
use anyhow::{Result, ensure};
use clap::Args;
use std::path::{Path, PathBuf};

/// Output options of `diff`.
#[derive(Debug, Args)]
pub(super) struct DiffOutput {
    /// Format of standard output.
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = choice::<DiffFormat>())]
    format: DiffFormat,
    /// CSV dialect.
    #[arg(long, value_name = "DIALECT", default_value = "standard", value_parser = choice::<Dialect>())]
    csv_dialect: Dialect,
    /// Chart to draw for svg and png; default: the first chart of the result.
    #[arg(long, value_name = "NAME", value_parser = choice::<ChartOf>())]
    chart: Option<ChartOf>,
    /// Files written in addition to standard output.
    #[arg(long, value_name = "[FORMAT=]FILE", value_parser = Output::<DiffFormat>::parse, help = output::help::<DiffFormat>())]
    output: Vec<Output<DiffFormat>>,
    /// Write nothing if no verdict, amount, option, scenario or policy changed; JSON is written anyway.
    #[arg(long)]
    quiet_unless_changed: bool,
}

/// Difference, and whether anything changed that can affect a decision.
#[derive(Clone, Copy)]
pub(super) struct Moved<'a> {
    /// Report of the difference.
    pub(super) report: &'a dyn Report,
    /// Whether anything changed that can affect a decision.
    pub(super) moved: bool,
}

impl DiffOutput {
    /// Rejects a file that is written twice or is read as an input, and binary formats on a terminal. The scenario may overwrite
    /// the `edited` one, which is its purpose.
    pub(super) fn check(&self, read: &[&Path], edited: Option<&Path>, console: &Console<'_>) -> Result<()> {
        if let DiffFormat::Report(format) = self.format {
            let name = format.about().name;
            let is_shown = format.is_text() || !console.is_looked_at();
            ensure!(is_shown, "{name} cannot be shown on a terminal; write it to a file: --output decision.{name}");
        }
        let formats = self.output.iter().map(|file| file.format).chain([self.format]);
        let is_drawn =
            formats.into_iter().any(|format| matches!(format, DiffFormat::Report(format) if format.is_chart()));
        ensure!(self.chart.is_none() || is_drawn, CHART_WITHOUT_FORMAT);
        output::check(&self.output, &[])?;
        let paths = |of: &mut dyn Iterator<Item = &&Path>| of.map(|path| path.to_path_buf()).collect::<Vec<PathBuf>>();
        let (scenarios, reports): (Vec<_>, Vec<_>) =
            self.output.iter().cloned().partition(|file| file.format == DiffFormat::Yaml);
        output::check(&reports, &paths(&mut read.iter()))?;
        output::check(&scenarios, &paths(&mut read.iter().filter(|path| Some(**path) != edited)))
    }

    /// Canvas with the requested dialect and chart.
    fn canvas(&self, place: Canvas) -> Canvas {
        Canvas { dialect: self.csv_dialect, chart: self.chart, ..place }
    }

    /// Whether the scenario with the values of a workbook is requested.
    pub(super) fn requests_yaml(&self) -> bool {
        self.format == DiffFormat::Yaml || self.output.iter().any(|file| file.format == DiffFormat::Yaml)
    }

    /// Writes the difference, and the scenario with the values of a workbook, to the requested outputs; with
    /// `--quiet-unless-changed`, only if anything changed.
    pub(super) fn write(&self, moved: Moved<'_>, scenario: Option<&str>, console: &mut Console<'_>) -> Result<()> {
        let canvas = self.canvas(console.file_canvas());
        output::write_files(&self.output, &console.files_read, |format, out| match *format {
            DiffFormat::Yaml => out.write_all(scenario.unwrap_or_default().as_bytes()),
            DiffFormat::Report(format) if self.is_written(format, moved) => format.write(moved.report, &canvas, out),
            // an empty file replaces the output of an earlier run
            DiffFormat::Report(_) => Ok(()),
        })?;
        let canvas = self.canvas(console.canvas());
        written(match self.format {
            DiffFormat::Yaml => console.output.write_all(scenario.unwrap_or_default().as_bytes()),
            DiffFormat::Report(format) if self.is_written(format, moved) => {
                format.write(moved.report, &canvas, &mut console.output)
            }
            DiffFormat::Report(_) => Ok(()),
        })
    }

    /// Whether a format is written: formats for programs and documents are never empty.
    fn is_written(&self, format: Format, moved: Moved<'_>) -> bool {
        match format {
            Format::Json | Format::Html | Format::Xlsx | Format::Svg | Format::Png => true,
            Format::Table | Format::Csv | Format::Markdown | Format::Text => moved.moved || !self.quiet_unless_changed,
        }
    }
}
