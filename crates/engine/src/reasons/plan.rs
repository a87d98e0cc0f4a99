//! Reasons why a pair of options is not planned, and names of the costs of a plan.

use super::standing;
use crate::analysis::plan::{CostOf, MOST_COMMITMENTS, NotPlanned};
use std::borrow::Cow;

/// Reason in words that follow the pair and a colon.
#[must_use]
pub fn not_planned(why: &NotPlanned) -> String {
    match why {
        NotPlanned::DoesNotServe { option, workloads } => {
            format!("{option} does not serve {}", standing::listed(workloads))
        }
        NotPlanned::TooManyCommitments { rent, commitments } => {
            format!("{rent} has {commitments} commitments; a plan supports at most {MOST_COMMITMENTS}")
        }
        NotPlanned::TooMuch => {
            "proving which mix is cheapest exceeds the work budget; `--effort 10` raises it tenfold".to_owned()
        }
        NotPlanned::NoMix => "no mix of the two is possible".to_owned(),
        NotPlanned::Refused(finding) => finding.message.clone(),
        NotPlanned::NoValue(why) => standing::no_value(why),
    }
}

/// Name of a part of a plan's cost.
#[must_use]
pub fn cost_of(of: &CostOf) -> Cow<'_, str> {
    match of {
        CostOf::Owned => "owned".into(),
        CostOf::UntilDelivery => "until delivery".into(),
        CostOf::Line(name) => name.into(),
    }
}
