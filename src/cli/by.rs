//! By what costs are told apart: over time, or by those whose work they are of.

use crate::analysis::groups::{Grouping, UnknownTag};
use crate::analysis::statement::By;
use crate::scenario::is_name;
use anyhow::anyhow;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use language::suggest::listed;
use std::ffi::OsStr;

/// By what costs are told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ByChoice {
    /// Years or months in which they are paid.
    Time(By),
    /// Those whose work they are of, or tags of it.
    Work(Grouping),
}

/// Every word, what it means, and what it is for.
const WORDS: [(&str, ByChoice, &str); 4] = [
    ("year", ByChoice::Time(By::Year), "Contract years; year 0 is the moment of the decision"),
    (
        "fiscal-year",
        ByChoice::Time(By::FiscalYear),
        "Fiscal years of a scenario that says when it starts; the moment of the decision belongs to the first",
    ),
    ("month", ByChoice::Time(By::Month), "Months; month 0 is the moment of the decision"),
    (
        "owner",
        ByChoice::Work(Grouping::Owner),
        "Owners of the workloads; of several scenarios, or of a folder, all of them together",
    ),
];

/// How a tag is asked for.
const TAG: &str = "tag:";
/// The same as it is listed.
const TAG_LISTED: &str = "tag:NAME";

/// Reads what stands behind `--by`.
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
        let meant = WORDS.into_iter().find(|(known, ..)| *known == word).map(|(_, meant, _)| meant);
        meant.ok_or_else(|| refused(command, "`tag:NAME` stands for the name of a tag, as `tag:environment`"))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let words = WORDS.iter().map(|(word, _, help)| PossibleValue::new(*word).help(*help));
        let tag = PossibleValue::new(TAG_LISTED).help("The same by the value of a tag, as `tag:environment`");
        Some(Box::new(words.chain([tag])))
    }
}

fn tag(name: &str) -> Result<ByChoice, String> {
    if is_name(name) {
        Ok(ByChoice::Work(Grouping::Tag(name.to_owned())))
    } else {
        Err(format!("`--by tag:{name}` names no tag; write the name of one, as `--by tag:environment`"))
    }
}

fn refused(command: &Command, message: &str) -> Error {
    Error::raw(ErrorKind::InvalidValue, format!("{message}\n")).with_cmd(command)
}

/// That nothing bears a tag, and which may be meant.
pub(super) fn no_such_tag(unknown: &UnknownTag) -> anyhow::Error {
    let UnknownTag { name, nearest, known } = unknown;
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    match (nearest, known.as_slice()) {
        (Some(nearest), _) => anyhow!("no work has a tag `{name}`; did you mean `{nearest}`?"),
        (None, []) => anyhow!("no work has a tag; add `tags: {{ {name}: … }}` to a workload or to the scenario"),
        (None, known) => anyhow!("no work has a tag `{name}`; there are {}", listed(known, "and")),
    }
}
