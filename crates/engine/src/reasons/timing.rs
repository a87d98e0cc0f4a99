//! Reasons why there is nothing to time.

use super::listed;
use crate::analysis::timing::TimingError;
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
        TimingError::NotOwned { option, owned } => {
            let names: Vec<&str> = owned.iter().map(OptionId::as_str).collect();
            let instead = if names.is_empty() { String::new() } else { format!("; name {}", listed(&names)) };
            format!("`{option}` is not an owned option, so it has no purchase to move{instead}")
        }
        TimingError::Sized { option } => format!(
            "the program sizes `{option}` for every year, so it has no purchase to move; \
             write `nodes: 4`, or `purchases`: `rackrent plan` finds the number"
        ),
        TimingError::OwnedAlready { option } => format!(
            "all servers of `{option}` are already owned, so it has no purchase to move; \
             name an option with a purchase in month 0 or later"
        ),
        TimingError::TooMany { evaluations, most } => format!(
            "{} scenarios to evaluate, at most {}: evaluate fewer months with `--every 3`, \
             or name the rented option until delivery in `until_delivery`",
            number::grouped(Decimal::from(*evaluations), 0),
            number::grouped(Decimal::from(*most), 0)
        ),
    }
}
