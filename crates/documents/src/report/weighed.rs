//! Findings beside a result, for those who are about to rely on it.

use super::json::{self, Contract};
use super::page::{Meaning, Section};
use crate::amount::Amount;
use crate::analysis::Answer;
use crate::analysis::sensitivity::{Moved, Sensitivity};
use crate::analysis::statement::Header;
use crate::check::{self, Weighing};
use crate::diagnostic::{Diagnostic, SourceId};
use crate::number;
use serde::Serialize;
use std::io::{self, Write};

/// A result that follows from the ranges of uncertain numbers, with what these have against them.
#[derive(Debug)]
pub struct Weighed<'a, R> {
    /// The result.
    pub result: &'a R,
    /// What weighs against it.
    pub weighing: Vec<Weighing>,
}

impl<'a, R> Weighed<'a, R> {
    /// A result of the uncertain numbers of an answer.
    #[must_use]
    pub fn of(answer: &Answer, result: &'a R) -> Weighed<'a, R> {
        Weighed { result, weighing: check::weighing_of_uncertainty(answer) }
    }

    /// The findings that nobody has accepted.
    pub fn standing(&self) -> impl Iterator<Item = &Diagnostic> {
        check::standing(&self.weighing)
    }

    /// It for programs.
    pub(super) fn written<'w>(&'w self, header: &'w Header) -> WithWarnings<'w, R> {
        let warnings = self.weighing.iter().map(|weighing| Finding::of(weighing, header)).collect();
        WithWarnings { result: self.result, warnings }
    }

    /// The same under a schema.
    pub(super) fn write(&self, contract: Contract, header: &Header, out: &mut dyn Write) -> io::Result<()>
    where
        R: Serialize,
    {
        json::write(contract, &self.written(header), out)
    }

    /// What weighs against it, in words; nothing where nothing does.
    pub(super) fn beware(&self, header: &Header) -> Option<Section> {
        let said = self.weighing.iter().map(|weighing| finding(header, weighing)).collect();
        Section::detail("Beware", said).map(|section| section.meaning(Meaning::Warning))
    }
}

impl<'a> Weighed<'a, Sensitivity> {
    /// A sensitivity, with what weighs against the ranges that it rests on; numbers that all move by a share rest on none.
    #[must_use]
    pub fn of_sensitivity(answer: &Answer, result: &'a Sensitivity) -> Weighed<'a, Sensitivity> {
        match result.moved {
            Moved::Uncertain => Weighed::of(answer, result),
            Moved::Every(_) => Weighed { result, weighing: Vec::new() },
        }
    }
}

/// A finding in one line, with what of the lead rests on it, why it is accepted, and its place.
pub(super) fn finding(header: &Header, Weighing { finding, accepted_because }: &Weighing) -> String {
    let money = |amount| number::grouped(amount, header.minor_digits);
    let at_stake = finding.at_stake.map(|amount| format!(", {} at stake", money(amount))).unwrap_or_default();
    let accepted = accepted_because.as_ref().map(|reason| format!("; accepted because: {reason}")).unwrap_or_default();
    format!("{}{at_stake}: {}{accepted}{}", finding.code.text(), finding.message, located(finding, header))
}

/// The place of a finding, in brackets: ` (quote.yaml:11:5)`; nothing where nobody wrote it.
pub(super) fn located(finding: &Diagnostic, header: &Header) -> String {
    let place = finding.place.map(|place| {
        let name = match place.source {
            SourceId::File(_) | SourceId::Trace(_) => header.file_of(place).unwrap_or(&header.file),
            SourceId::Setting(_) => "--set",
        };
        format!(" ({name}:{}:{})", place.line, place.column)
    });
    place.unwrap_or_default()
}

/// A finding for programs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Finding<'a> {
    /// The lasting name of the rule.
    code: &'static str,
    /// What was found, in a sentence.
    message: &'a str,
    /// The path of the value; empty for a whole file.
    path: &'a str,
    /// The file that it stands in; none where it stands in a `--set`, or was written by nobody.
    file: Option<&'a str>,
    /// Its line, from 1.
    line: Option<u32>,
    /// Its column in characters (code points), from 1.
    column: Option<u32>,
    /// How much of the lead rests on it; none where that cannot be said.
    at_stake: Option<Amount>,
    /// Why the author accepts it; none where nobody does.
    accepted_because: Option<&'a str>,
}

impl<'a> Finding<'a> {
    pub(super) fn of(Weighing { finding, accepted_because }: &'a Weighing, header: &'a Header) -> Finding<'a> {
        // a line of a `--set` is no line of the file
        let stands = finding.place.and_then(|place| Some((header.file_of(place)?, place)));
        let (file, place) = stands.unzip();
        Finding {
            code: finding.code.text(),
            message: &finding.message,
            path: &finding.path,
            file,
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            at_stake: finding.at_stake.map(|amount| Amount::new(amount, header.minor_digits)),
            accepted_because: accepted_because.as_deref(),
        }
    }
}

/// A result for programs, with its findings.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct WithWarnings<'a, R> {
    #[serde(flatten)]
    result: &'a R,
    /// What a reader should know before relying on it.
    warnings: Vec<Finding<'a>>,
}
