//! Formats of a difference: the report formats, and the scenario with the values of an edited workbook.

use super::super::choice::Choice;
use super::super::output::FileFormat;
use crate::report::Format;
use clap::builder::PossibleValue;
use std::sync::LazyLock;

/// Format of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiffFormat {
    /// Report of the difference.
    Report(Format),
    /// Scenario with the values of a workbook.
    Yaml,
}

static ALL: LazyLock<Vec<DiffFormat>> =
    LazyLock::new(|| Format::ALL.iter().copied().map(DiffFormat::Report).chain([DiffFormat::Yaml]).collect());

impl Choice for DiffFormat {
    fn all() -> &'static [DiffFormat] {
        &ALL
    }

    fn shown(self) -> PossibleValue {
        match self {
            DiffFormat::Report(format) => format.shown(),
            DiffFormat::Yaml => {
                PossibleValue::new("yaml").help("The scenario with the values of an edited workbook, ready to commit")
            }
        }
    }
}

impl FileFormat for DiffFormat {
    const SAID: &str = Format::SAID;

    fn endings(self) -> &'static [&'static str] {
        match self {
            DiffFormat::Report(format) => format.endings(),
            DiffFormat::Yaml => &["yaml", "yml"],
        }
    }
}
