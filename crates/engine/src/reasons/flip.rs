//! Why there is nothing to reverse, and why options are out beyond a flip value.

use super::{cannot_win, impossible, joined};
use crate::analysis::flip::{Undecided, WhyOut};
use crate::analysis::statement::Winner;
use crate::diagnostic::Code;
use crate::variation::{Broken, Impossible};

/// Why there is no decision between owning and renting.
#[must_use]
pub fn undecided(why: &Undecided) -> String {
    match why {
        Undecided::Nothing(Winner::Own) => "the scenario has nothing to own".to_owned(),
        Undecided::Nothing(Winner::Rent) => "the scenario has nothing to rent".to_owned(),
        Undecided::CannotWin { option, because } => {
            format!("{option} cannot win: {}", joined(because, cannot_win))
        }
    }
}

/// Why an option is out, in words that follow its name.
#[must_use]
pub fn out(why: &WhyOut) -> String {
    match why {
        WhyOut::Breaks(Code::SpotCannotFinish) => "is not possible: interruptions leave no time for work".to_owned(),
        WhyOut::Breaks(_) => "is not possible: demand outgrows an owned fleet and nothing serves the rest".to_owned(),
        WhyOut::NoValue => "is not possible: a figure of it has no value".to_owned(),
        WhyOut::LeavesWorkUndone => {
            "does not compare: it leaves work undone, and no `cost_of_delay_per_month` says what that costs".to_owned()
        }
        WhyOut::HoldsNoHeadroom => {
            "does not compare: it does not hold its headroom, and no `cost_of_delay_per_month` says what that costs"
                .to_owned()
        }
        WhyOut::ShortOfPower => "cannot be chosen: its servers need more power than the site delivers".to_owned(),
        WhyOut::NotPossible(why) => format!("is not possible: {}", impossible(why)),
        WhyOut::CannotWin(because) => format!("cannot win: {}", joined(because, cannot_win)),
    }
}

/// The same where it is said that the option is not possible: what it lacks, and what would help.
#[must_use]
pub fn limit(option: &str, why: &WhyOut) -> String {
    match why {
        WhyOut::Breaks(Code::SpotCannotFinish) => format!("interruptions leave {option} no time for work"),
        WhyOut::Breaks(_) | WhyOut::NotPossible(Impossible::Breaks(Broken::DemandExceedsFleet { .. })) => {
            format!("{option} is too small and has no `burst_to`")
        }
        WhyOut::NotPossible(Impossible::Refused(finding)) if finding.code == Code::DemandBeforeDelivery => {
            format!("{option} comes too late and has no `until_delivery`")
        }
        WhyOut::NotPossible(why) => format!("{option}: {}", impossible(why)),
        WhyOut::NoValue
        | WhyOut::LeavesWorkUndone
        | WhyOut::HoldsNoHeadroom
        | WhyOut::ShortOfPower
        | WhyOut::CannotWin(_) => format!("{option} {}", out(why)),
    }
}
