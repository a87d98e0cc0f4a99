//! Output formats of `check`.

use super::super::choice::Choice;
use super::super::output::FileFormat;
use crate::report::Canvas;
use crate::report::check::Checks;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::io::{self, Write};

/// Output format of `check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckFormat {
    /// Text with the marked source lines.
    Human,
    /// One line per error, and per rule and file, in the style of compilers.
    Concise,
    /// JSON with documented names, for programs.
    Json,
    /// GitHub Actions annotations, errors first; GitHub shows ten errors and ten warnings per step.
    Github,
    /// GitLab Code Quality report.
    Gitlab,
    /// JUnit XML for test reports, one suite per file.
    Junit,
    /// SARIF 2.1.0 for code scanning, with the page of every rule that found something.
    Sarif,
    /// Markdown for a job summary or a merge request comment.
    Markdown,
}

impl CheckFormat {
    /// Writes the report in this format.
    pub(super) fn write(self, checks: &Checks, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
        match self {
            CheckFormat::Human => checks.human(canvas, out),
            CheckFormat::Concise => checks.concise(out),
            CheckFormat::Json => checks.json(out),
            CheckFormat::Github => checks.github(out),
            CheckFormat::Gitlab => checks.gitlab(out),
            CheckFormat::Junit => checks.junit(out),
            CheckFormat::Sarif => checks.sarif(out),
            CheckFormat::Markdown => checks.markdown(out),
        }
    }

    /// Whether the format shows only the number of information findings without `--verbose`.
    pub(super) fn counts_information(self) -> bool {
        matches!(self, CheckFormat::Human | CheckFormat::Concise)
    }

    /// Whether the format shows source lines.
    pub(super) fn shows_lines(self) -> bool {
        match self {
            CheckFormat::Human => true,
            CheckFormat::Concise
            | CheckFormat::Json
            | CheckFormat::Github
            | CheckFormat::Gitlab
            | CheckFormat::Junit
            | CheckFormat::Sarif
            | CheckFormat::Markdown => false,
        }
    }
}

impl Choice for CheckFormat {
    fn all() -> &'static [CheckFormat] {
        CheckFormat::value_variants()
    }

    fn shown(self) -> PossibleValue {
        self.to_possible_value().expect("every format is shown")
    }
}

impl FileFormat for CheckFormat {
    const SAID: &str = "gitlab=quality.json";

    fn endings(self) -> &'static [&'static str] {
        match self {
            CheckFormat::Human => &["txt"],
            CheckFormat::Json => &["json"],
            CheckFormat::Junit => &["xml"],
            CheckFormat::Sarif => &["sarif", "sarif.json"],
            CheckFormat::Markdown => &["md", "markdown"],
            CheckFormat::Concise | CheckFormat::Github | CheckFormat::Gitlab => &[],
        }
    }
}
