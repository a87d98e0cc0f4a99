//! The formats of a check.

use super::super::choice::Choice;
use super::super::output::FileFormat;
use crate::report::Canvas;
use crate::report::check::Checks;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::io::{self, Write};

/// A format of what a check found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckFormat {
    /// For people: the author's own lines with the places marked.
    Human,
    /// A line for each error, and for each rule and file, as compilers write them.
    Concise,
    /// For programs: everything under its documented name.
    Json,
    /// Annotations of GitHub Actions, errors first: it shows ten errors and ten warnings of a step.
    Github,
    /// A Code Quality report of GitLab.
    Gitlab,
    /// For what reads test results: a suite for each file.
    Junit,
    /// For code scanning: SARIF 2.1.0, with the page of every rule that found something.
    Sarif,
    /// For a job summary or a comment on a merge request.
    Markdown,
}

impl CheckFormat {
    /// Writes what was found in this format.
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

    /// Whether it shows lines of the authors' texts.
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
