//! Caveats: findings that matter before relying on a result.

use super::json::{self, Contract};
use super::page::{Meaning, Section};
use crate::amount::Amount;
use crate::analysis::Answer;
use crate::analysis::sensitivity::{Moved, Sensitivity};
use crate::analysis::statement::Header;
use crate::check::{self, Caveat};
use crate::diagnostic::{Diagnostic, SourceId};
use crate::number;
use serde::Serialize;
use std::io::{self, Write};

/// A result with its caveats, which are findings about uncertainty ranges.
#[derive(Debug)]
pub struct WithCaveats<'a, R> {
    /// Result.
    pub result: &'a R,
    /// Caveats.
    pub caveats: Vec<Caveat>,
}

impl<'a, R> WithCaveats<'a, R> {
    /// A result of the uncertain inputs of a scenario.
    #[must_use]
    pub fn of(answer: &Answer, result: &'a R) -> WithCaveats<'a, R> {
        WithCaveats { result, caveats: check::caveats_of_uncertainty(answer) }
    }

    /// Caveats that are not accepted.
    pub fn standing(&self) -> impl Iterator<Item = &Diagnostic> {
        check::standing(&self.caveats)
    }

    /// Serializable form of the result.
    pub(super) fn written<'w>(&'w self, header: &'w Header) -> WithWarnings<'w, R> {
        let warnings = self.caveats.iter().map(|caveat| Finding::of(caveat, header)).collect();
        WithWarnings { result: self.result, warnings }
    }

    /// Writes JSON under a schema.
    pub(super) fn write(&self, contract: Contract, header: &Header, out: &mut dyn Write) -> io::Result<()>
    where
        R: Serialize,
    {
        json::write(contract, &self.written(header), out)
    }

    /// Section with the caveats; none without any.
    pub(super) fn caveats_section(&self, header: &Header) -> Option<Section> {
        let said = self.caveats.iter().map(|caveat| finding(header, caveat)).collect();
        Section::detail("Caveats", said).map(|section| section.meaning(Meaning::Warning))
    }
}

impl<'a> WithCaveats<'a, Sensitivity> {
    /// A sensitivity with the caveats of its ranges. If all inputs move by the same share, no range is used and there
    /// are no caveats.
    #[must_use]
    pub fn of_sensitivity(answer: &Answer, result: &'a Sensitivity) -> WithCaveats<'a, Sensitivity> {
        match result.moved {
            Moved::Uncertain => WithCaveats::of(answer, result),
            Moved::Every(_) => WithCaveats { result, caveats: Vec::new() },
        }
    }
}

/// A caveat in one line: code, amount at stake, message, reason of acceptance, and location.
pub(super) fn finding(header: &Header, Caveat { finding, accepted_because }: &Caveat) -> String {
    let money = |amount| number::grouped(amount, header.minor_digits);
    let at_stake = finding.at_stake.map(|amount| format!(", {} at stake", money(amount))).unwrap_or_default();
    let accepted = accepted_because.as_ref().map(|reason| format!("; accepted because: {reason}")).unwrap_or_default();
    format!("{}{at_stake}: {}{accepted}{}", finding.code.text(), finding.message, located(finding, header))
}

/// Location of a finding in brackets: ` (quote.yaml:11:5)`; empty if it has no location.
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

/// A finding.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Finding<'a> {
    /// Stable code of the rule.
    code: &'static str,
    /// Message in one sentence.
    message: &'a str,
    /// Path of the value; empty for a whole file.
    path: &'a str,
    /// File; null for a position in a `--set` and for assumed values.
    file: Option<&'a str>,
    /// Line, from 1.
    line: Option<u32>,
    /// Column in characters (code points), from 1.
    column: Option<u32>,
    /// Amount of the lead that depends on it; null if unknown.
    at_stake: Option<Amount>,
    /// Reason why the author accepts it; null if it is not accepted.
    accepted_because: Option<&'a str>,
}

impl<'a> Finding<'a> {
    pub(super) fn of(Caveat { finding, accepted_because }: &'a Caveat, header: &'a Header) -> Finding<'a> {
        // a line of a `--set` is not a line of the file
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

/// A result with its caveats.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct WithWarnings<'a, R> {
    #[serde(flatten)]
    result: &'a R,
    /// Caveats: findings to know before relying on the result.
    warnings: Vec<Finding<'a>>,
}
