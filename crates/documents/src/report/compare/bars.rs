//! Bars of the present value of each option.

use super::rows;
use crate::analysis::statement::{Comparison, OptionResult};
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
    let unit = common_output_unit(comparison, &shown);
    let unit_cost = unit.map_or_else(|| "per useful accelerator-hour".to_owned(), |unit| format!("per {unit}"));
    let unit_cost = format!("{unit_cost}{}", rows::after_tax(&comparison.header));
    let rate = |option: &&OptionResult| if unit.is_some() { option.per_unit } else { option.per_useful_hour };
    let rates = rows::rates(shown.iter().map(|option| rate(option).map(Decimal::from)));
    let longest = shown.iter().filter(|option| stands(option)).map(|option| *option.present_value).max();
    let bar = |(option, unit_cost): (&&OptionResult, Cell)| OptionBar {
        name: option.name.to_string(),
        explained: Some(option.name.to_string()),
        amount: Cell::fixed(option.present_value, comparison.header.minor_digits),
        // the bar of an option that can't win would look like the best one
        length: if stands(option) { length(*option.present_value, longest.unwrap_or_default()) } else { Decimal::ZERO },
        unit_cost,
        outcome: outcome(option, comparison),
    };
    let bars = shown.iter().zip(rates).map(bar).collect();
    let unshown = comparison.options.len() - shown.len();
    let amount =
        if unshown == 0 { "present value".to_owned() } else { format!("present value, {unshown} more in the table") };
    Some(Bars { amount, unit_cost, options: bars })
}

/// Unit of output if all of these options have a cost per unit.
pub(in crate::report) fn common_output_unit<'c>(comparison: &'c Comparison, of: &[&OptionResult]) -> Option<&'c str> {
    comparison.header.output_unit.as_deref().filter(|_| of.iter().all(|option| option.per_unit.is_some()))
}

/// Options with a bar: the cheapest ones.
fn shown(comparison: &Comparison) -> Vec<&OptionResult> {
    ranking(comparison).into_iter().take(MOST).map(|at| &comparison.options[at]).collect()
}

/// Indices of the options by present value, lowest first; options that can't win come last.
pub(in crate::report) fn ranking(comparison: &Comparison) -> Vec<usize> {
    let mut ranked: Vec<usize> = (0..comparison.options.len()).collect();
    ranked.sort_by_key(|at| {
        let option = &comparison.options[*at];
        (!stands(option), option.present_value)
    });
    ranked
}

fn stands(option: &OptionResult) -> bool {
    option.eligible() && option.comparable()
}

pub(super) fn outcome(option: &OptionResult, comparison: &Comparison) -> OptionOutcome {
    if comparison.verdict.clear_winner() == Some(&option.name) {
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
    use crate::model::OptionId;

    #[test]
    fn bars_compare_what_could_win_and_say_of_the_others_that_they_cannot() {
        let mut comparison = example::comparison(2);
        let drawn = bars(&comparison).expect("two options");
        let outcomes: Vec<OptionOutcome> = drawn.options.iter().map(|bar| bar.outcome).collect();
        assert_eq!(outcomes, [OptionOutcome::Wins, OptionOutcome::Stands]);
        // 1,889,414.33 of 3,048,061.97
        assert_eq!(drawn.options[0].length.round_dp(4), Decimal::new(6199, 4));
        assert_eq!(drawn.options[1].length, Decimal::ONE);
        comparison.options[1].ineligible_because = vec![example::lacking()];
        let drawn = bars(&comparison).expect("two options");
        assert_eq!(drawn.options[1].outcome, OptionOutcome::Out("can't be chosen"));
        assert_eq!(drawn.options[0].length, Decimal::ONE, "the longest of those that could win");
        assert_eq!(drawn.options[1].length, Decimal::ZERO);
    }

    #[test]
    fn options_are_sorted_by_cost_and_those_that_cannot_win_are_last() {
        let mut comparison = example::comparison(2);
        comparison.options.reverse();
        let names = |comparison: &Comparison| -> Vec<String> {
            bars(comparison).expect("two options").options.into_iter().map(|bar| bar.name).collect()
        };
        assert_eq!(names(&comparison), ["own.hgx", "rent.neocloud"]);
        comparison.options[1].ineligible_because = vec![example::lacking()];
        assert_eq!(names(&comparison), ["rent.neocloud", "own.hgx"]);
    }

    #[test]
    fn nothing_is_marked_as_the_winner_of_a_close_call() {
        let mut comparison = example::comparison(2);
        comparison.verdict.close = true;
        let drawn = bars(&comparison).expect("two options");
        assert!(drawn.options.iter().all(|bar| bar.outcome == OptionOutcome::Stands));
    }

    #[test]
    fn an_option_alone_is_no_picture_and_many_are_the_cheapest() {
        assert_eq!(bars(&example::comparison(1)), None);
        let mut comparison = example::comparison(6);
        let more = example::comparison(6).options.into_iter();
        comparison.options.extend(more.map(|option| OptionResult {
            name: OptionId::new(option.kind, &format!("{}-again", option.name.name())),
            ..option
        }));
        let drawn = bars(&comparison).expect("twelve options");
        assert_eq!(drawn.options.len(), 8);
        // the six owned ones cost less than the six rented ones
        assert_eq!(drawn.options.iter().filter(|bar| bar.name.starts_with("own.")).count(), 6);
        assert_eq!(drawn.amount, "present value, 4 more in the table");
    }
}
