//! Reasons for a change in the monthly cost of an option.

use crate::analysis::statement::CliffCause;
use crate::model::{CommitmentName, EventKind, PriceStepping};
use crate::number;
use rust_decimal::Decimal;

/// Reason as words that follow `because`, for an option by its name.
#[must_use]
pub fn cliff(cause: &CliffCause, option: &str) -> String {
    match cause {
        CliffCause::Event(event) => happens(event, option),
        CliffCause::Demand { change: None } => "work begins".to_owned(),
        CliffCause::Demand { change: Some(change) } if *change == -Decimal::ONE => "work ends".to_owned(),
        CliffCause::Demand { change: Some(change) } => format!("demand {}", by(**change)),
        CliffCause::ExchangeRate { currency, change } => {
            format!("the exchange rate of {currency} {} a year", by(**change))
        }
        CliffCause::Price { line, every, change, left } => {
            let step = match every {
                PriceStepping::Year => "year",
                PriceStepping::Month => "month",
            };
            let left = left.map(|left| format!(" and reaches {} of today's price in the last {step}", share(*left)));
            format!("the price of {line} {} a {step}{}", by(**change), left.unwrap_or_default())
        }
    }
}

/// `grows by 20 %`, `falls by 12.5 %`.
fn by(change: Decimal) -> String {
    let verb = if change < Decimal::ZERO { "falls" } else { "grows" };
    format!("{verb} by {}", share(change.abs()))
}

/// `20 %`, `12.5 %`.
fn share(share: Decimal) -> String {
    let whole = (share * Decimal::ONE_HUNDRED).fract().is_zero();
    number::percent(share, u32::from(!whole))
}

fn happens(event: &EventKind, option: &str) -> String {
    let of = |commitment: &CommitmentName| {
        let at = (commitment.option != option).then(|| format!(" at {}", commitment.option));
        format!("the commitment `{}`{}", commitment.name, at.unwrap_or_default())
    };
    match event {
        EventKind::Delivery => "servers are delivered".to_owned(),
        EventKind::Replacement => "servers are replaced at the end of their life".to_owned(),
        EventKind::WarrantyEnds => "the warranty has ended".to_owned(),
        EventKind::LeaseEnds => "the lease has ended".to_owned(),
        EventKind::LeaseRenewed => "the next lease begins at the rate of that date".to_owned(),
        EventKind::CommitmentBegins(commitment) => format!("{} begins", of(commitment)),
        EventKind::CommitmentEnds(commitment) => {
            format!("{} has ended, and its hours are charged at other prices", of(commitment))
        }
        EventKind::CommitmentRenewed(commitment) => format!("{} is renewed at the price of that date", of(commitment)),
        EventKind::MinimumTermEnds => "instances are returned at the end of their minimum term".to_owned(),
        EventKind::NextPrice => "the next price of its price path applies".to_owned(),
        EventKind::LineBegins { line } => format!("`{line}` begins"),
        EventKind::LineEnds { line } => format!("`{line}` ends"),
    }
}
