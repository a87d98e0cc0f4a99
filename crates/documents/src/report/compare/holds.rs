//! Conditions of the verdict in words: demand, resale value, and prices that change it.

use super::axis::axis;
use super::demand::{beyond_capacity, condition_of_work};
use crate::amount::Amount;
use crate::analysis::flip::Flip;
use crate::analysis::statement::{Comparison, Header, PairResult, Winner};
use crate::report::flip;
use crate::report::page::Say;
use crate::scenario::{DisplayName, declared_at};
use crate::sheet::Direction;
use language::declaration::Price;

/// Demand and resale value for which the winner of a pair stays the winner.
pub(super) fn holds(comparison: &Comparison, pair: &PairResult) -> Vec<Say> {
    let (side, plan) = (comparison.winning_side(), comparison.header.demand_utilization);
    let condition = condition_of_work(comparison.planned_demand.as_ref(), pair, side, plan);
    let mut says = vec![Say::Text(format!("{}{condition}", against(comparison, pair, side)))];
    says.extend(axis(pair, side, plan).map(Say::Axis));
    says.extend(beyond_capacity(pair).map(Say::Text));
    says.extend(resale(pair, side, &comparison.header.currency).map(Say::Text));
    says
}

/// `against rent.cloud, ` unless that is the runner-up, which the verdict names.
fn against(comparison: &Comparison, pair: &PairResult, side: Winner) -> String {
    let rival = match side {
        Winner::Own => &pair.rent,
        Winner::Rent => &pair.own,
    };
    let named = comparison.verdict.runner_up.as_ref() == Some(rival);
    if named { String::new() } else { format!("against {rival}, ") }
}

/// Inputs that change the verdict on their own, nearest first.
pub(super) fn turns(comparison: &Comparison) -> Vec<String> {
    let (header, options) = (&comparison.header, comparison.options.len());
    comparison.flips.iter().filter_map(|flip| flips_of(flip, header, options)).collect()
}

/// Price at which the verdict changes: `the on-demand price falls below 34.12 per instance-hour (today 55.04, −38 %)`.
/// None for inputs other than prices and the discount rate. With more than two options it names the option.
pub(in crate::report) fn flips_of(flip: &Flip, header: &Header, options: usize) -> Option<String> {
    let Price { per } = declared_at(&flip.number.path).key()?.price?;
    Some(turn(flip, per, header, options))
}

/// Value at which an input changes the verdict, with a suffix such as ` per instance-hour`.
pub(super) fn turn(flip: &Flip, per: &str, header: &Header, options: usize) -> String {
    let words = header.labels.words(&flip.number.path);
    // with two options it is clear which option the price belongs to
    let owner = words.owner.filter(|_| options > 2);
    let price = DisplayName { owner, ..words }.phrase();
    let (today, at) = flip::values(flip, header);
    let moves = match flip.direction {
        Direction::Up => "rises above",
        Direction::Down => "falls below",
    };
    let change = flip::change(flip).map(|change| format!(", {change}")).unwrap_or_default();
    // an amount stays in the currency of the quote
    let quoted = flip.number.currency.map_or(header.currency.as_str(), |quoted| quoted.code());
    let is_money = flip.number.kind.unit.is_of_money() && !flip::is_share(&flip.number);
    let code = if is_money { format!("{quoted} ") } else { String::new() };
    format!("{price} {moves} {code}{}{per} (today {}{change})", at.text(), today.text())
}

/// Resale value that the verdict depends on.
fn resale(pair: &PairResult, side: Winner, currency: &str) -> Option<String> {
    if pair.leased && pair.resale_counted.is_none() {
        // leased servers go back and are not sold
        return None;
    }
    let counted = pair.resale_counted.filter(|counted| !counted.is_zero());
    let needed = pair.resale_needed?;
    let amount = |amount: Amount| format!("{currency} {}", amount.grouped());
    let is_counted = match counted {
        Some(counted) => format!("({} is counted)", amount(counted)),
        None => "(none is counted)".to_owned(),
    };
    match side {
        Winner::Own if needed.is_zero() => counted.map(|_| format!("also without resale {is_counted}")),
        Winner::Own => Some(format!("while resale brings at least {} {is_counted}", amount(needed))),
        Winner::Rent if needed.is_zero() => None,
        Winner::Rent => Some(format!("while resale brings less than {} {is_counted}", amount(needed))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{self, amount};
    use super::*;
    use crate::model::OptionId;

    #[test]
    fn another_rival_than_the_runner_up_is_named() {
        let mut comparison = example::comparison(2);
        let first =
            |comparison: &Comparison| match holds(comparison, &example::pair("own.hgx", "rent.neocloud")).remove(0) {
                Say::Text(text) => text,
                Say::Axis(axis) => panic!("{axis:?}"),
            };
        assert!(first(&comparison).starts_with("while the servers"));
        comparison.verdict.runner_up = Some(OptionId::own("leased"));
        assert!(first(&comparison).starts_with("against rent.neocloud, while the servers"));
    }

    #[test]
    fn resale_is_needed_or_not() {
        let said = |needed: &str, counted: Option<&str>, side| {
            let mut pair = example::pair("own.hgx", "rent.neocloud");
            (pair.resale_needed, pair.resale_counted) = (Some(amount(needed)), counted.map(amount));
            resale(&pair, side, "USD")
        };
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(said("0", Some("500"), Winner::Own), text("also without resale (USD 500.00 is counted)"));
        assert_eq!(said("0", None, Winner::Own), None);
        assert_eq!(
            said("400", Some("500"), Winner::Own),
            text("while resale brings at least USD 400.00 (USD 500.00 is counted)")
        );
        let unless = "while resale brings less than USD 600.00 (USD 500.00 is counted)";
        assert_eq!(said("600", Some("500"), Winner::Rent), text(unless));
        let none = "while resale brings less than USD 600.00 (none is counted)";
        assert_eq!(said("600", None, Winner::Rent), text(none));
        // leased servers are not sold
        let leased = PairResult { leased: true, resale_counted: None, ..example::pair("own.hgx", "rent.neocloud") };
        assert_eq!(resale(&leased, Winner::Rent, "USD"), None);
    }
}
