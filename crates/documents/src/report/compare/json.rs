//! A comparison as JSON, schema `rackrent.compare/1`.

use super::compared::{Compared, ComparedOrErrors};
use crate::amount::Amount;
use crate::analysis::cases::CaseResult;
use crate::analysis::groups::WorkGroups;
use crate::analysis::statement::{BreakEven, Comparison, Header, OptionResult, PairResult, Verdict, View};
use crate::diagnostic::Diagnostic;
use crate::model::OptionId;
use crate::reasons;
use crate::report::caveats::Finding;
use crate::report::json::{self, Contract, Document};
use serde::Serialize;
use std::io::{self, Write};

/// One comparison as an object.
pub(super) fn write(compared: &Compared<'_>, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::Compare, &ComparisonJson::from(compared), out)
}

/// Comparisons as an array; a file without a result has its errors instead.
pub(in crate::report) fn write_several(all: &[ComparedOrErrors<'_>], out: &mut dyn Write) -> io::Result<()> {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Item<A, B> {
        Answer(A),
        Errors(B),
    }
    let items = all.iter().map(|result| match result {
        Ok(result) => Item::Answer(Document::of(Contract::Compare, ComparisonJson::from(result))),
        Err(errors) => Item::Errors(errors.document()),
    });
    json::pretty(&items.collect::<Vec<_>>(), out)
}

/// Comparison of owning and renting.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct ComparisonJson<'a> {
    #[serde(flatten)]
    comparison: &'a Comparison,
    /// Cases of the scenario; empty with `--case`.
    cases: Vec<Case<'a>>,
    /// Caveats: findings to know before relying on the verdict.
    warnings: Vec<Finding<'a>>,
    /// Lines over time, if requested.
    view: Option<&'a View>,
    /// Costs by owner or tag; absent unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<&'a WorkGroups>,
}

/// Settings and result of a case, or the errors that make it invalid.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Case<'a> {
    /// Name.
    name: &'a str,
    /// Settings, `PATH=VALUE`.
    set: Vec<String>,
    /// Errors of an invalid case; empty for a case with a result.
    refused_because: Vec<Refused>,
    /// Verdict; null for an invalid case.
    verdict: Option<&'a Verdict>,
    /// Cost of each option.
    options: Vec<CaseOption<'a>>,
    /// Break-even of the winner and the best option of the other side; null if a side has no options.
    break_even: Option<CaseBreakEven<'a>>,
}

/// An error of an invalid case.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Refused {
    /// Stable code of the error.
    code: &'static str,
    /// Message in one sentence.
    message: String,
    /// Path of the value; empty for a whole file.
    path: String,
    /// File; null for a position in a `--set` and for assumed values.
    file: Option<String>,
    /// Its line, from 1.
    line: Option<u32>,
    /// Its column in characters (code points), from 1.
    column: Option<u32>,
}

/// Cost of an option in a case.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CaseOption<'a> {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    name: &'a OptionId,
    /// Whether it can be chosen.
    eligible: bool,
    /// Whether it does the same work as the other options.
    comparable: bool,
    /// Present value.
    present_value: Amount,
}

/// Break-even of the winner and the best option of the other side.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CaseBreakEven<'a> {
    /// Owned option or hybrid.
    own: &'a OptionId,
    /// Rented option.
    rent: &'a OptionId,
    #[serde(flatten)]
    break_even: &'a BreakEven,
}

impl<'a> Case<'a> {
    fn of(case: &'a CaseResult, header: &Header) -> Case<'a> {
        let comparison = case.comparison();
        let options = comparison.iter().flat_map(|comparison| &comparison.options);
        let refused = case.refusal().map(reasons::refused).unwrap_or_default();
        Case {
            name: &case.name,
            set: case.values.iter().map(|set| format!("{}={}", set.path, set.value)).collect(),
            refused_because: refused.into_iter().map(|finding| Refused::of(finding, header)).collect(),
            verdict: comparison.map(|comparison| &comparison.verdict),
            options: options.map(CaseOption::of).collect(),
            break_even: comparison.and_then(Comparison::best_pair).map(CaseBreakEven::of),
        }
    }
}

impl Refused {
    fn of(finding: Diagnostic, header: &Header) -> Refused {
        let stands = finding.place.and_then(|place| Some((header.file_of(place)?.to_owned(), place)));
        let (file, place) = stands.unzip();
        Refused {
            code: finding.code.text(),
            message: finding.message,
            path: finding.path,
            file,
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
        }
    }
}

impl<'a> CaseOption<'a> {
    fn of(option: &'a OptionResult) -> CaseOption<'a> {
        CaseOption {
            name: &option.name,
            eligible: option.eligible(),
            comparable: option.comparable(),
            present_value: option.present_value,
        }
    }
}

impl<'a> CaseBreakEven<'a> {
    fn of(pair: &'a PairResult) -> CaseBreakEven<'a> {
        CaseBreakEven { own: &pair.own, rent: &pair.rent, break_even: &pair.break_even }
    }
}

impl<'a> From<&'a Compared<'_>> for ComparisonJson<'a> {
    fn from(compared: &'a Compared<'_>) -> ComparisonJson<'a> {
        let header = &compared.comparison.header;
        ComparisonJson {
            comparison: compared.comparison,
            cases: compared.cases.iter().map(|case| Case::of(case, header)).collect(),
            warnings: compared.caveats.iter().map(|caveat| Finding::of(caveat, header)).collect(),
            view: compared.view(),
            groups: compared.groups(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::statement::Comparison;
    use crate::report::example;
    use serde_json::Value;

    /// Field names of the documented contract.
    const NAMES: &str = "schema
        scenario: name currency horizon_months discount_rate sha256 set
        options: name kind eligible ineligible_because comparable work_done total present_value per_month per_useful_hour
        options: per_unit useful_hours useful_share_of_paid_hours utilization energy_kwh_per_year nodes lines years loan
        options/lines: name group total present_value
        options/years: year cash amortized present_value
        options/loan: borrowed interest present_value
        workloads: name kind peak mean useful_hours spent_hours costs
        workloads/costs: option cost per_unit per_run
        pairs: own rent break_even payback_month discounted_payback_month break_even_horizon_months resale_needed irr irr_reason
        pairs: payback_months discounted_payback_months payback_turns payback_reversal discounted_payback_reversal
        pairs/break_even: outcome utilization demand_utilization demand_factor wins
        verdict: winner close saving saving_share runner_up disagreements
        flips: path measure assumed file line column today flips_at side other_until distance distance_share because out in wins
        assumed: path value
        warnings: code message path line";

    fn written(comparison: &Comparison) -> String {
        let mut out = Vec::new();
        write(&example::compared(comparison), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_names_are_those_of_the_contract() {
        let document: Value = serde_json::from_str(&written(&example::of_workloads())).unwrap();
        for row in NAMES.lines() {
            let (path, names) = row.trim().split_once(':').unwrap_or(("", row.trim()));
            let part = path.split('/').filter(|key| !key.is_empty()).fold(&document, |part, key| match &part[key] {
                Value::Array(entries) => &entries[0],
                other => other,
            });
            for name in names.split_whitespace() {
                assert!(part.get(name).is_some(), "{path}: {name} is missing in {part}");
            }
        }
        assert_eq!(document["schema"], "rackrent.compare/1");
        assert_eq!(document["options"][0]["lines"][1]["total"], "-584080.00");
        assert_eq!(document["options"][1]["energy_kwh_per_year"], Value::Null);
    }

    #[test]
    fn several_are_an_array_also_of_one() {
        let comparison = example::comparison(1);
        let mut out = Vec::new();
        write_several(&[Ok(example::compared(&comparison))], &mut out).unwrap();
        let document: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(document.as_array().map(Vec::len), Some(1));
    }
}
