//! What a report is made of.

use crate::analysis::Answer;
use crate::analysis::cases::CaseStatement;
use crate::analysis::groups::WorkGroups;
use crate::analysis::statement::{Comparison, View};
use crate::check::Weighing;
use crate::number;
use crate::report::errors::Errors;
use crate::report::page::Section;

/// A comparison, with its lines over time, or with whose work its options do, where that was asked for.
#[derive(Debug)]
pub struct Compared<'a> {
    /// The comparison.
    pub comparison: &'a Comparison,
    /// What it was computed from, for documents.
    pub answer: Option<&'a Answer>,
    /// What weighs against its verdict.
    pub weighing: Vec<Weighing>,
    /// Every case of the scenario, beside the file as it stands.
    pub cases: &'a [CaseStatement],
    /// How much of it people see.
    pub extent: Extent,
    /// What stands in the place of the lines of its options over the whole horizon.
    pub split: Option<SplitCosts>,
    /// That a plan costs less than what wins, where that was looked for.
    pub plan: Option<Section>,
}

/// What options cost, told apart otherwise than by their lines.
#[derive(Debug)]
pub enum SplitCosts {
    /// Their lines over time.
    OverTime(View),
    /// Those whose work they do, or tags of it.
    ByGroup(WorkGroups),
}

impl Compared<'_> {
    /// Its lines over time, where they were asked for.
    pub(super) fn view(&self) -> Option<&View> {
        match self.split.as_ref()? {
            SplitCosts::OverTime(view) => Some(view),
            SplitCosts::ByGroup(_) => None,
        }
    }

    /// Whose work its options do, where that was asked for.
    pub(super) fn groups(&self) -> Option<&WorkGroups> {
        match self.split.as_ref()? {
            SplitCosts::ByGroup(groups) => Some(groups),
            SplitCosts::OverTime(_) => None,
        }
    }
}

/// The comparison of one of several files, or why there is none.
pub type ComparedOrErrors<'a> = Result<Compared<'a>, &'a Errors>;

/// How much of a comparison people see; programs see all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The answer, what it holds under, and what weighs against it.
    Brief,
    /// That, and then every line and what the figures rest on.
    Whole,
}

impl Extent {
    /// How many more there are than the answer has room for, and where they stand: `2 more findings stand below`. The verb is
    /// given for one and for several. Nothing where there are none.
    pub(super) fn further(self, count: usize, noun: &str, [one, several]: [&str; 2]) -> Option<String> {
        let verb = if count == 1 { one } else { several };
        let place = match self {
            Extent::Whole => "below",
            Extent::Brief => "in the whole comparison, without `--brief`",
        };
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        (count > 0).then(|| format!("{} {verb} {place}", number::counted(count, noun)))
    }
}
