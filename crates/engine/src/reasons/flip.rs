//! Reasons why there is no decision to flip, and why options are out beyond a flip value.

use super::{cannot_win, impossible, joined};
use crate::analysis::flip::{OutReason, Undecided};
use crate::analysis::statement::Winner;
use crate::diagnostic::Code;
use crate::variation::{Broken, Impossible};

/// Reason why there is no decision between owning and renting.
#[must_use]
pub fn undecided(why: &Undecided) -> String {
    match why {
        Undecided::Nothing(Winner::Own) => "the scenario has no owned option".to_owned(),
        Undecided::Nothing(Winner::Rent) => "the scenario has no rented option".to_owned(),
        Undecided::CannotWin { option, because } => {
            format!("{option} cannot win: {}", joined(because, cannot_win))
        }
    }
}

/// Reason why an option is out, in words that follow its name.
#[must_use]
pub fn out(why: &OutReason) -> String {
    match why {
        OutReason::Breaks(Code::SpotCannotFinish) => "is not possible: interruptions leave no time for work".to_owned(),
        OutReason::Breaks(Code::LimitExceeded) => {
            "is not possible: the load needs more instances or replicas than its limit".to_owned()
        }
        OutReason::Breaks(_) => {
            "is not possible: demand exceeds an owned fleet, and nothing serves the rest".to_owned()
        }
        OutReason::NoValue => "is not possible: one of its figures cannot be computed".to_owned(),
        OutReason::LeavesWorkUnserved => {
            "is not comparable: it leaves work unserved, without a `cost_of_delay_per_month` to price it".to_owned()
        }
        OutReason::HoldsNoHeadroom => {
            "is not comparable: it lacks its headroom, without a `cost_of_delay_per_month` to price that".to_owned()
        }
        OutReason::ShortOfPower => "can't be chosen: its servers need more power than the site delivers".to_owned(),
        OutReason::NotPossible(why) => format!("is not possible: {}", impossible(why)),
        OutReason::CannotWin(because) => format!("cannot win: {}", joined(because, cannot_win)),
    }
}

/// Limit that an option reaches, as a sentence: what it lacks, and what would help.
#[must_use]
pub fn limit(option: &str, why: &OutReason) -> String {
    match why {
        OutReason::Breaks(Code::SpotCannotFinish) => format!("interruptions leave {option} no time for work"),
        OutReason::Breaks(Code::LimitExceeded) => format!("{option} reaches its limit of instances or replicas"),
        OutReason::Breaks(_) | OutReason::NotPossible(Impossible::Breaks(Broken::DemandExceedsFleet { .. })) => {
            format!("{option} is too small and has no `burst_to`")
        }
        OutReason::NotPossible(Impossible::Refused(finding)) if finding.code == Code::DemandBeforeDelivery => {
            format!("{option} is delivered too late and has no `until_delivery`")
        }
        OutReason::NotPossible(why) => format!("{option}: {}", impossible(why)),
        OutReason::NoValue
        | OutReason::LeavesWorkUnserved
        | OutReason::HoldsNoHeadroom
        | OutReason::ShortOfPower
        | OutReason::CannotWin(_) => format!("{option} {}", out(why)),
    }
}
