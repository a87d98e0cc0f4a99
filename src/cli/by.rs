//! The `--by` option: breaks costs down over time, or by owner or tag of the workloads.

use crate::analysis::cash_plan::PlanPeriod;
use crate::analysis::groups::{Grouping, UnknownTag};
use crate::analysis::statement::By;
use crate::scenario::is_name;
use anyhow::anyhow;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use language::suggest::listed;
use std::ffi::OsStr;

/// Breakdown selected by `--by`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ByChoice {
    /// By year, quarter or month of payment.
    Time(By),
    /// By owner or tag of the workloads.
    Work(Grouping),
}

impl ByChoice {
    /// Periods of the cash plan of a folder; none for other breakdowns.
    pub(super) fn plan_period(&self) -> Option<PlanPeriod> {
        match self {
            ByChoice::Time(By::Year) => Some(PlanPeriod::Year),
            ByChoice::Time(By::FiscalYear) => Some(PlanPeriod::FiscalYear),
            ByChoice::Time(By::Quarter) => Some(PlanPeriod::Quarter),
            ByChoice::Time(By::Month) | ByChoice::Work(_) => None,
        }
    }
}

/// Keyword, value and help text of each breakdown without a parameter.
const WORDS: [(&str, ByChoice, &str); 5] = [
    (
        "year",
        ByChoice::Time(By::Year),
        "Contract years; year 0 is the time of the decision. Of a folder: its cash plan by calendar year",
    ),
    (
        "fiscal-year",
        ByChoice::Time(By::FiscalYear),
        "Fiscal years, for scenarios with a `start`; the first includes the time of the decision. Of a folder: its cash plan",
    ),
    (
        "quarter",
        ByChoice::Time(By::Quarter),
        "Quarters of the fiscal years; without a `start` those of the contract, and quarter 0 is the time of the decision. Of a folder: its cash plan",
    ),
    ("month", ByChoice::Time(By::Month), "Months; month 0 is the time of the decision"),
    ("owner", ByChoice::Work(Grouping::Owner), "Owners of the workloads; aggregates several scenarios or a folder"),
];

/// Prefix of a breakdown by tag.
const TAG: &str = "tag:";
/// Form of it that help lists.
const TAG_LISTED: &str = "tag:NAME";

/// Parses the value of `--by`.
#[derive(Clone, Debug)]
pub(super) struct ByParser;

impl TypedValueParser for ByParser {
    type Value = ByChoice;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<ByChoice, Error> {
        let text = value.to_string_lossy();
        match text.strip_prefix(TAG) {
            Some(name) if name != "NAME" => return tag(name).map_err(|message| refused(command, &message)),
            Some(_) | None => {}
        }
        let known = PossibleValuesParser::new(WORDS.iter().map(|(word, ..)| *word).chain([TAG_LISTED]));
        let word = known.parse_ref(command, argument, value)?;
        let choice = WORDS.into_iter().find(|(known, ..)| *known == word).map(|(_, choice, _)| choice);
        choice.ok_or_else(|| {
            refused(command, "`tag:NAME` is a placeholder; write the name of a tag, such as `tag:environment`")
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let words = WORDS.iter().map(|(word, _, help)| PossibleValue::new(*word).help(*help));
        let tag =
            PossibleValue::new(TAG_LISTED).help("Values of a tag, such as `tag:environment`; aggregates like `owner`");
        Some(Box::new(words.chain([tag])))
    }
}

fn tag(name: &str) -> Result<ByChoice, String> {
    if is_name(name) {
        Ok(ByChoice::Work(Grouping::Tag(name.to_owned())))
    } else {
        Err(format!("`--by tag:{name}` is not a valid tag name; write, for example, `--by tag:environment`"))
    }
}

fn refused(command: &Command, message: &str) -> Error {
    Error::raw(ErrorKind::InvalidValue, format!("{message}\n")).with_cmd(command)
}

/// Error for a tag that no workload has, with suggestions.
pub(super) fn no_such_tag(unknown: &UnknownTag) -> anyhow::Error {
    let UnknownTag { name, nearest, known } = unknown;
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    match (nearest, known.as_slice()) {
        (Some(nearest), _) => anyhow!("no workload has the tag `{name}`; did you mean `{nearest}`?"),
        (None, []) => anyhow!("no workload has tags; add `tags: {{ {name}: … }}` to a workload or to the scenario"),
        (None, known) => anyhow!("no workload has the tag `{name}`; available tags: {}", listed(known, "and")),
    }
}
