//! Report as JSON, `rackrent.report/1`: the result of each command under its own schema.

use super::{FullReport, ReportOrErrors, found};
use crate::analysis::flip::Flips;
use crate::analysis::plan::Plans;
use crate::analysis::sensitivity::Sensitivity;
use crate::analysis::simulate::Simulation;
use crate::check::Caveat;
use crate::report::WithCaveats;
use crate::report::caveats::{Finding, WithWarnings};
use crate::report::compare::{Compared, ComparisonJson, SplitCosts};
use crate::report::json::{self, Contract, Document};
use serde::Serialize;
use std::io::{self, Write};

/// All results of a scenario.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct FullReportJson<'a> {
    /// Result of `compare --by year`.
    compare: Document<ComparisonJson<'a>>,
    /// Result of `flip`.
    flip: Document<WithWarnings<'a, Flips>>,
    /// Result of `sensitivity` for the uncertain inputs; null if no input is uncertain or none affects a difference.
    sensitivity: Option<Document<WithWarnings<'a, Sensitivity>>>,
    /// Result of `simulate`; null if no input is uncertain.
    simulate: Option<Document<WithWarnings<'a, Simulation>>>,
    /// Result of `plan`; null if nothing can be planned.
    plan: Option<Document<&'a Plans>>,
    /// Findings of `check`, including accepted ones.
    findings: Vec<Finding<'a>>,
}

/// Owned parts of a report, from which the JSON is serialized.
struct Parts<'a> {
    compared: Compared<'a>,
    flips: WithCaveats<'a, Flips>,
    alone: Option<WithCaveats<'a, Sensitivity>>,
    together: Option<WithCaveats<'a, Simulation>>,
    found: Vec<Caveat>,
    plans: &'a Plans,
}

impl<'a> Parts<'a> {
    fn of(full_report: &'a FullReport) -> Parts<'a> {
        let FullReport { answer, uncertain, plans, .. } = full_report;
        let alone = uncertain.with_all_break_evens(answer);
        Parts {
            compared: Compared { split: full_report.by_year().map(SplitCosts::OverTime), ..full_report.compared() },
            flips: full_report.flips_with_caveats(),
            alone: alone.map(|alone| WithCaveats::of(answer, alone)),
            together: uncertain.together.as_deref().map(|together| WithCaveats::of(answer, together)),
            found: found::all(&full_report.checked),
            plans,
        }
    }

    fn written(&self) -> FullReportJson<'_> {
        let header = &self.compared.comparison.header;
        FullReportJson {
            compare: Document::of(Contract::Compare, ComparisonJson::from(&self.compared)),
            flip: Document::of(Contract::Flip, self.flips.written(header)),
            sensitivity: self.alone.as_ref().map(|alone| Document::of(Contract::Sensitivity, alone.written(header))),
            simulate: self.together.as_ref().map(|all| Document::of(Contract::Simulate, all.written(header))),
            plan: (!self.plans.pairs.is_empty()).then(|| Document::of(Contract::Plan, self.plans)),
            findings: self.found.iter().map(|finding| Finding::of(finding, header)).collect(),
        }
    }
}

/// A report as an object.
pub(super) fn write(full_report: &FullReport, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::Report, &Parts::of(full_report).written(), out)
}

/// Reports as an array; a file without a result has its errors instead.
pub(super) fn write_several(all: &[ReportOrErrors], out: &mut dyn Write) -> io::Result<()> {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Item<A, B> {
        Answer(A),
        Errors(B),
    }
    let parts: Vec<_> = all.iter().map(|result| result.as_ref().map(Parts::of)).collect();
    let items = parts.iter().map(|result| match result {
        Ok(parts) => Item::Answer(Document::of(Contract::Report, parts.written())),
        Err(errors) => Item::Errors(errors.document()),
    });
    json::pretty(&items.collect::<Vec<_>>(), out)
}
