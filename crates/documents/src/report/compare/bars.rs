//! Bars of the present value of each option.

use super::rows;
use crate::analysis::statement::{Comparison, OptionStatement};
use crate::report::page::{Bars, Cell, OptionBar, OptionOutcome};
use rust_decimal::Decimal;

/// Maximum number of bars; the table has the other options.
const MOST: usize = 8;

/// Present value of every option and its cost per unit of output, or per useful hour if options don't count output in
/// the same unit; the cheapest ones if there are many. None for a single option.
pub(super) fn bars(comparison: &Comparison) -> Option<Bars> {
    let shown = shown(comparison);
    if shown.len() < 2 {
        return None;
    }
    let unit = comparison.header.output_unit.as_ref().filter(|_| shown.iter().all(|option| option.per_unit.is_some()));
    let beside = unit.map_or_else(|| "per useful accelerator-hour".to_owned(), |unit| format!("per {unit}"));
    let rate = |option: &&OptionStatement| if unit.is_some() { option.per_unit } else { option.per_useful_hour };
    let rates = rows::rates(shown.iter().map(|option| rate(option).map(Decimal::from)));
    let longest = shown.iter().filter(|option| stands(option)).map(|option| *option.present_value).max();
    let bar = |(option, beside): (&&OptionStatement, Cell)| OptionBar {
        name: option.name.clone(),
        explained: Some(option.name.clone()),
        amount: Cell::fixed(option.present_value, comparison.header.minor_digits),
        length: length(*option.present_value, longest.unwrap_or_default()),
        beside,
        standing: standing(option, comparison),
    };
    let bars = shown.iter().zip(rates).map(bar).collect();
    let unshown = comparison.options.len() - shown.len();
    let amount =
        if unshown == 0 { "present value".to_owned() } else { format!("present value, {unshown} more in the table") };
    Some(Bars { amount, beside, options: bars })
}

/// Options with a bar, in scenario order: candidates first, then the cheapest.
fn shown(comparison: &Comparison) -> Vec<&OptionStatement> {
    let mut ranked: Vec<&OptionStatement> = comparison.options.iter().collect();
    ranked.sort_by_key(|option| (!stands(option), option.present_value));
    ranked.truncate(MOST);
    comparison.options.iter().filter(|option| ranked.iter().any(|shown| shown.name == option.name)).collect()
}

fn stands(option: &OptionStatement) -> bool {
    option.eligible() && option.comparable()
}

pub(super) fn standing(option: &OptionStatement, comparison: &Comparison) -> OptionOutcome {
    if comparison.verdict.winner.as_deref() == Some(option.name.as_str()) {
        OptionOutcome::Wins
    } else if !option.eligible() {
        OptionOutcome::Out("can't be chosen")
    } else if !option.comparable() {
        OptionOutcome::Out("can't be compared")
    } else {
        OptionOutcome::Stands
    }
}

/// Length of a bar; zero for negative amounts.
fn length(amount: Decimal, longest: Decimal) -> Decimal {
    amount.checked_div(longest).unwrap_or_default().clamp(Decimal::ZERO, Decimal::ONE)
}

#[cfg(test)]
mod tests {
    use super::super::super::example;
    use super::*;

    #[test]
    fn bars_compare_what_could_win_and_say_of_the_others_that_they_cannot() {
        let mut comparison = example::comparison(2);
        let drawn = bars(&comparison).expect("two options");
        let standings: Vec<OptionOutcome> = drawn.options.iter().map(|bar| bar.standing).collect();
        assert_eq!(standings, [OptionOutcome::Wins, OptionOutcome::Stands]);
        // 1,889,414.33 of 3,048,061.97
        assert_eq!(drawn.options[0].length.round_dp(4), Decimal::new(6199, 4));
        assert_eq!(drawn.options[1].length, Decimal::ONE);
        comparison.options[1].ineligible_because = vec![example::lacking()];
        let drawn = bars(&comparison).expect("two options");
        assert_eq!(drawn.options[1].standing, OptionOutcome::Out("can't be chosen"));
        assert_eq!(drawn.options[0].length, Decimal::ONE, "the longest of those that could win");
    }

    #[test]
    fn an_option_alone_is_no_picture_and_many_are_the_cheapest() {
        assert_eq!(bars(&example::comparison(1)), None);
        let mut comparison = example::comparison(6);
        let more = example::comparison(6).options.into_iter();
        comparison
            .options
            .extend(more.map(|option| OptionStatement { name: format!("{}-again", option.name), ..option }));
        let drawn = bars(&comparison).expect("twelve options");
        assert_eq!(drawn.options.len(), 8);
        // the six owned ones cost less than the six rented ones
        assert_eq!(drawn.options.iter().filter(|bar| bar.name.starts_with("own.")).count(), 6);
        assert_eq!(drawn.amount, "present value, 4 more in the table");
    }
}
