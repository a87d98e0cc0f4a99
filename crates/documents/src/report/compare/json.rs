//! A comparison as JSON, schema `rackrent.compare/1`.

use super::compared::{Compared, ComparedOrErrors};
use crate::amount::Amount;
use crate::analysis::cases::CaseStatement;
use crate::analysis::groups::WorkGroups;
use crate::analysis::statement::{BreakEven, Comparison, Header, OptionStatement, PairStatement, Verdict, View};
use crate::diagnostic::Diagnostic;
use crate::reasons;
use crate::report::json::{self, Contract, Document};
use crate::report::weighed::Finding;
use serde::Serialize;
use std::io::{self, Write};

/// One comparison as an object.
pub(super) fn write(compared: &Compared<'_>, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::Compare, &WrittenComparison::from(compared), out)
}

/// Comparisons as an array; in the place of one that there is not stands why.
pub(in crate::report) fn write_several(all: &[ComparedOrErrors<'_>], out: &mut dyn Write) -> io::Result<()> {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Item<A, B> {
        Answer(A),
        Errors(B),
    }
    let items = all.iter().map(|asked| match asked {
        Ok(result) => Item::Answer(Document::of(Contract::Compare, WrittenComparison::from(result))),
        Err(errors) => Item::Errors(errors.document()),
    });
    json::pretty(&items.collect::<Vec<_>>(), out)
}

/// Owning and renting side by side.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct WrittenComparison<'a> {
    #[serde(flatten)]
    comparison: &'a Comparison,
    /// Every case beside the file as it stands; none with `--case`.
    cases: Vec<Case<'a>>,
    /// What a reader should know before relying on the verdict.
    warnings: Vec<Finding<'a>>,
    /// The lines split over time, where that is asked for.
    view: Option<&'a View>,
    /// What each option costs by owner or tag; absent where that is not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<&'a WorkGroups>,
}

/// What a case sets and says; why it is refused, where it is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Case<'a> {
    /// Its name.
    name: &'a str,
    /// What it sets: `PATH=VALUE`, as it holds there.
    set: Vec<String>,
    /// Why it is refused; empty of a case that has an answer.
    refused_because: Vec<Refused>,
    /// Which option wins in it; none of a case that is refused.
    verdict: Option<&'a Verdict>,
    /// What every option costs in it.
    options: Vec<Worth<'a>>,
    /// The break-even of the winner and the best option of the other side; none where one side has none.
    break_even: Option<Between<'a>>,
}

/// An error for which a case is refused.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Refused {
    /// The lasting name of the error.
    code: &'static str,
    /// What is wrong, in a sentence.
    message: String,
    /// The path of the value; empty for a whole file.
    path: String,
    /// The file that it stands in; none where it stands in a `--set`, or was written by nobody.
    file: Option<String>,
    /// Its line, from 1.
    line: Option<u32>,
    /// Its column in characters (code points), from 1.
    column: Option<u32>,
}

/// What an option costs in a case.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Worth<'a> {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    name: &'a str,
    /// Whether it may be chosen.
    eligible: bool,
    /// Whether its cost is that of the same work as the others'.
    comparable: bool,
    /// Its present value.
    present_value: Amount,
}

/// The break-even of the winner and the best option of the other side.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Between<'a> {
    /// The owned option, or hybrid.
    own: &'a str,
    /// The rented option.
    rent: &'a str,
    #[serde(flatten)]
    break_even: &'a BreakEven,
}

impl<'a> Case<'a> {
    fn of(case: &'a CaseStatement, header: &Header) -> Case<'a> {
        let comparison = case.comparison();
        let options = comparison.iter().flat_map(|comparison| &comparison.options);
        let refused = case.refusal().map(reasons::refused).unwrap_or_default();
        Case {
            name: &case.name,
            set: case.values.iter().map(|set| format!("{}={}", set.path, set.value)).collect(),
            refused_because: refused.into_iter().map(|finding| Refused::of(finding, header)).collect(),
            verdict: comparison.map(|comparison| &comparison.verdict),
            options: options.map(Worth::of).collect(),
            break_even: comparison.and_then(Comparison::best_pair).map(Between::of),
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

impl<'a> Worth<'a> {
    fn of(option: &'a OptionStatement) -> Worth<'a> {
        Worth {
            name: &option.name,
            eligible: option.eligible(),
            comparable: option.comparable(),
            present_value: option.present_value,
        }
    }
}

impl<'a> Between<'a> {
    fn of(pair: &'a PairStatement) -> Between<'a> {
        Between { own: &pair.own, rent: &pair.rent, break_even: &pair.break_even }
    }
}

impl<'a> From<&'a Compared<'_>> for WrittenComparison<'a> {
    fn from(compared: &'a Compared<'_>) -> WrittenComparison<'a> {
        let header = &compared.comparison.header;
        WrittenComparison {
            comparison: compared.comparison,
            cases: compared.cases.iter().map(|case| Case::of(case, header)).collect(),
            warnings: compared.weighing.iter().map(|weighing| Finding::of(weighing, header)).collect(),
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

    /// The names of the documented contract.
    const NAMES: &str = "schema
        scenario: name currency horizon_months discount_rate sha256 set
        options: name kind eligible ineligible_because comparable work_done total present_value per_month per_useful_hour
        options: per_unit useful_hours useful_share_of_paid_hours utilization energy_kwh_per_year nodes lines years loan
        options/lines: name group total present_value
        options/years: year cash amortized present_value
        options/loan: borrowed interest present_value
        workloads: name kind peak mean useful_hours spent_hours costs
        workloads/costs: option cost per_unit
        pairs: own rent break_even payback_month discounted_payback_month break_even_horizon_months resale_needed irr irr_reason
        pairs: payback_turns payback_reversal discounted_payback_reversal
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
