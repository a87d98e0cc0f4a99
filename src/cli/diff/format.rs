//! The formats of a difference: those of every answer, and the scenario with what somebody has changed in a workbook of it.

use super::super::output::FileFormat;
use crate::report::Format;
use clap::ValueEnum;
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

impl ValueEnum for DiffFormat {
    fn value_variants<'a>() -> &'a [DiffFormat] {
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            DiffFormat::Report(format) => format.to_possible_value(),
            DiffFormat::Yaml => Some(
                PossibleValue::new("yaml").help("The scenario with the values of an edited workbook, to be committed"),
            ),
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
