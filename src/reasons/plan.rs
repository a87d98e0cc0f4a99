//! Why a pair of options is not planned.

use super::standing;
use crate::analysis::plan::{MOST_COMMITMENTS, NotPlanned};

/// Words that follow the pair and a colon.
#[must_use]
pub fn not_planned(why: &NotPlanned) -> String {
    match why {
        NotPlanned::DoesNotServe { option, workloads } => {
            format!("{option} does not serve {}", standing::and(workloads))
        }
        NotPlanned::TooManyCommitments { rent, commitments } => {
            format!("{rent} has {commitments} commitments, and a plan is searched over {MOST_COMMITMENTS} at most")
        }
        NotPlanned::NoMix => "no mix of the two is possible".to_owned(),
        NotPlanned::Refused(finding) => finding.message.clone(),
        NotPlanned::NoValue(why) => standing::no_value(why),
    }
}
