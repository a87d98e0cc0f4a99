//! Reasons why there is nothing to time.

use super::{impossible, listed};
use crate::analysis::UnknownOption;
use crate::analysis::timing::{ReplacementError, TimingError};
use crate::model::OptionId;
use crate::number;
use rust_decimal::Decimal;
use std::error::Error;
use std::fmt;

impl fmt::Display for TimingError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&untimed(self))
    }
}

impl Error for TimingError {}

fn untimed(why: &TimingError) -> String {
    match why {
        TimingError::Unknown(unknown) => match &unknown.nearest {
            Some(nearest) => format!("there is no option `{}`; did you mean `{nearest}`?", unknown.name),
            None => format!("there is no option `{}`; available options: {}", unknown.name, listed(&unknown.known)),
        },
        TimingError::NotOwned { option, owned } => not_owned(option, owned, "purchase to move"),
        TimingError::Sized { option } => format!(
            "the program sizes `{option}` for every year, so it has no purchase to move; \
             state `nodes`, such as `nodes: 4`, or `purchases`; `rackrent plan` finds the number"
        ),
        TimingError::OwnedAlready { option } => format!(
            "all servers of `{option}` are already owned, so it has no purchase to move; \
             name an option with a purchase in month 0 or later"
        ),
        TimingError::Sparse { every, last } => format!(
            "`--every {every}` skips all later months, because an order after month {last} is not delivered within the \
             horizon; write at most `--every {}`",
            last.max(&1)
        ),
        TimingError::OwnSuccessor { option } => {
            format!("`{option}` cannot succeed itself; name another owned option with `--successor`")
        }
        TimingError::NoWalk => "no rental price walks, so there is nothing to simulate; state the volatility of one, such as \
             `uncertainty: { rent.NAME.price_change_per_year: { volatility_per_year: 30% } }`, or omit `--draws` and `--seed`"
            .to_owned(),
        TimingError::TooManyDraws { draws, most } => format!(
            "{} simulations of so many months do not fit in memory; write at most `--draws {most}`, \
             or evaluate fewer months with `--every 3`",
            number::grouped(Decimal::from(*draws), 0),
        ),
        TimingError::TooMany { evaluations, most } => format!(
            "{} scenarios to evaluate, at most {}: evaluate fewer months with `--every 3`, \
             or name the rented option until delivery in `until_delivery`",
            number::grouped(Decimal::from(*evaluations), 0),
            number::grouped(Decimal::from(*most), 0)
        ),
    }
}

/// There is no option of this name; the nearest, or all.
pub(super) fn unknown(option: &UnknownOption) -> String {
    match option.nearest.as_deref() {
        Some(nearest) => format!("there is no option `{}`; did you mean `{nearest}`?", option.name),
        None => format!("there is no option `{}`; available options: {}", option.name, listed(&option.known)),
    }
}

fn not_owned(option: &OptionId, owned: &[OptionId], lacks: &str) -> String {
    let names: Vec<&str> = owned.iter().map(OptionId::as_str).collect();
    let instead = if names.is_empty() { String::new() } else { format!("; owned options: {}", listed(&names)) };
    format!("`{option}` is not an owned option, so it has no {lacks}{instead}")
}

impl fmt::Display for ReplacementError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&unreplaced(self))
    }
}

impl Error for ReplacementError {}

fn unreplaced(why: &ReplacementError) -> String {
    match why {
        ReplacementError::Option(TimingError::Sized { option }) => format!(
            "the program sizes `{option}` for every year, so the number of its servers is not known; \
             state `nodes`, such as `nodes: 4`"
        ),
        ReplacementError::Option(TimingError::NotOwned { option, owned }) => {
            not_owned(option, owned, "servers to keep")
        }
        ReplacementError::Option(why) => untimed(why),
        ReplacementError::Leased { option } => {
            format!("`{option}` leases its servers, so the term of the lease decides how long they are kept")
        }
        ReplacementError::ShortLife { option } => {
            format!(
                "the useful life of the servers of `{option}` ends within a year; write a longer `useful_life_months`"
            )
        }
        ReplacementError::Impossible { option, because } => {
            format!("`{option}` is not possible for as long as its servers last: {}", impossible(because))
        }
        ReplacementError::TooLarge => "an amount is too large; check the prices and the discount rate".to_owned(),
    }
}
