//! Input of a comparison report.

use crate::analysis::Answer;
use crate::analysis::cases::CaseResult;
use crate::analysis::groups::WorkGroups;
use crate::analysis::simulate::Simulation;
use crate::analysis::statement::{Comparison, View};
use crate::check::Caveat;
use crate::number;
use crate::report::errors::Errors;
use crate::report::page::Section;
use crate::report::uncertain::simulated;
use std::cell::OnceCell;
use std::sync::Arc;

/// A comparison with optional views: over time, by owner or by tag.
#[derive(Debug)]
pub struct Compared<'a> {
    /// The comparison.
    pub comparison: &'a Comparison,
    /// Result that it was computed from, for documents.
    pub answer: Option<&'a Answer>,
    /// Caveats of the verdict.
    pub caveats: Vec<Caveat>,
    /// Cases of the scenario.
    pub cases: &'a [CaseResult],
    /// Extent of the output for people.
    pub extent: Extent,
    /// View that replaces the lines over the whole horizon.
    pub split: Option<SplitCosts>,
    /// Section about a plan that costs less than the winner, if one was searched for and found.
    pub plan: Option<Section>,
    /// Simulation of the uncertain inputs, on first use.
    pub simulation: OnceCell<Option<Arc<Simulation>>>,
}

/// View of costs other than by line.
#[derive(Debug)]
pub enum SplitCosts {
    /// Lines over time.
    OverTime(View),
    /// Costs by owner or tag of the work.
    ByGroup(WorkGroups),
}

impl Compared<'_> {
    /// Simulation of the uncertain inputs; none without any, or if a figure has no value in any simulation.
    pub(super) fn simulation(&self) -> Option<&Arc<Simulation>> {
        self.simulation.get_or_init(|| self.answer.and_then(simulated)).as_ref()
    }

    /// Lines over time, if requested.
    pub(super) fn view(&self) -> Option<&View> {
        match self.split.as_ref()? {
            SplitCosts::OverTime(view) => Some(view),
            SplitCosts::ByGroup(_) => None,
        }
    }

    /// Costs by owner or tag, if requested.
    pub(super) fn groups(&self) -> Option<&WorkGroups> {
        match self.split.as_ref()? {
            SplitCosts::ByGroup(groups) => Some(groups),
            SplitCosts::OverTime(_) => None,
        }
    }
}

/// Comparison of one of several files, or its errors.
pub type ComparedOrErrors<'a> = Result<Compared<'a>, &'a Errors>;

/// Extent of a comparison for people; programs get all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Verdict and costs of the options, for a page that follows with the rest.
    Verdict,
    /// Verdict, conditions and caveats.
    Brief,
    /// All lines and assumptions, too.
    Whole,
}

impl Extent {
    /// Number of entries that are not shown, and where they are: `2 more findings are listed below`. The verb is given
    /// in singular and plural. None if there are no more.
    pub(super) fn further(self, count: usize, noun: &str, [one, several]: [&str; 2]) -> Option<String> {
        let verb = if count == 1 { one } else { several };
        let place = match self {
            Extent::Whole => "below",
            Extent::Verdict | Extent::Brief => "in the full comparison, without `--brief`",
        };
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        (count > 0).then(|| format!("{} {verb} {place}", number::counted(count, noun)))
    }
}
