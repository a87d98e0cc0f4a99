//! The formats of a difference: those of every answer, and the scenario with what somebody has changed in a workbook of it.

use super::super::choice::Choice;
use super::super::output::FileFormat;
use crate::report::Format;
use clap::builder::PossibleValue;
use std::sync::LazyLock;

/// A format of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiffFormat {
    /// What the difference is.
    Report(Format),
    /// The scenario itself, with the values of a workbook.
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
                PossibleValue::new("yaml").help("The scenario with the values of an edited workbook, to be committed")
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
