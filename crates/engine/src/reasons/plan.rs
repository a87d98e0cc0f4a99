//! Why a pair of options is not planned, and what the cost of one that is is made of.

use super::standing;
use crate::analysis::plan::{CostOf, MOST_COMMITMENTS, NotPlanned};
use std::borrow::Cow;

/// Words that follow the pair and a colon.
#[must_use]
pub fn not_planned(why: &NotPlanned) -> String {
    match why {
        NotPlanned::DoesNotServe { option, workloads } => {
            format!("{option} does not serve {}", standing::listed(workloads))
        }
        NotPlanned::TooManyCommitments { rent, commitments } => {
            format!("{rent} has {commitments} commitments, and a plan is searched over {MOST_COMMITMENTS} at most")
        }
        NotPlanned::TooMuch => {
            "to prove which mix costs the least takes more than is worked out; `--effort 10` goes ten times as far"
                .to_owned()
        }
        NotPlanned::NoMix => "no mix of the two is possible".to_owned(),
        NotPlanned::Refused(finding) => finding.message.clone(),
        NotPlanned::NoValue(why) => standing::no_value(why),
    }
}

/// What a part of a plan's cost is called.
#[must_use]
pub fn cost_of(of: &CostOf) -> Cow<'_, str> {
    match of {
        CostOf::Owned => "owned".into(),
        CostOf::UntilDelivery => "until delivery".into(),
        CostOf::Line(name) => name.into(),
    }
}
