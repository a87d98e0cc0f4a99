//! The verdict as a sentence.

use crate::amount::Amount;
use crate::analysis::statement::{Comparison, OptionStatement};
use crate::model::{CostGroup, OptionKind};
use crate::report::figures;

/// The verdict with display names of options.
#[must_use]
pub fn spoken_verdict(comparison: &Comparison) -> String {
    comparison.header.labels.spoken(&verdict(comparison))
}

/// The verdict: winner, margin and compared work.
pub(super) fn verdict(comparison: &Comparison) -> String {
    let verdict = &comparison.verdict;
    let Some(winner) = verdict.winner.as_deref().and_then(|name| comparison.option(name)) else {
        return "No option can be chosen.".to_owned();
    };
    let choice = choice(comparison, winner);
    let runner_up = verdict.runner_up.as_deref().and_then(|name| comparison.option(name));
    let (Some(runner_up), Some(saving)) = (runner_up, verdict.saving) else {
        let present_value = winner.present_value.grouped();
        let alone =
            if comparison.options.len() == 1 { "it is the only option" } else { "no other option can be chosen" };
        return format!("{choice} Present value {present_value}; {alone}.");
    };
    if saving.is_zero() {
        return format!("A tie: {} and {} have the same present value.", winner.name, runner_up.name);
    }
    let share = verdict.saving_share.map(|share| format!(" ({})", figures::share(*share))).unwrap_or_default();
    if verdict.close {
        let amount = saving.grouped();
        let resale = resale_in_it(comparison, [winner, runner_up]).unwrap_or_default();
        return format!(
            "Too close to call: {amount}{share} in favour of {} over {}{resale}.",
            winner.name, runner_up.name
        );
    }
    let work = work(winner, runner_up);
    format!("{choice} Present value {}{share} below {}, {work}.", saving.grouped(), runner_up.name)
}

/// `Own.`; names the option if there are several of its kind.
fn choice(comparison: &Comparison, winner: &OptionStatement) -> String {
    let alone = comparison.options.iter().filter(|option| option.kind == winner.kind).count() == 1;
    match (winner.kind, alone) {
        (OptionKind::Own, true) => "Own.".to_owned(),
        (OptionKind::Rent, true) => "Rent.".to_owned(),
        (OptionKind::Hybrid, _) => format!("{}: {}.", sides_of(winner), winner.name),
        (OptionKind::Own, false) => format!("Own: {}.", winner.name),
        (OptionKind::Rent, false) => format!("Rent: {}.", winner.name),
    }
}

/// Kind of a hybrid: `Own and rent`, or one of them if all parts are of one side.
fn sides_of(hybrid: &OptionStatement) -> &'static str {
    let any = |side: &str| hybrid.parts.iter().any(|part| part.option.starts_with(side));
    match (any("own."), any("rent.")) {
        (true, true) => "Own and rent",
        (true, false) => "Own",
        (false, _) => "Rent",
    }
}

/// Compared work.
fn work(winner: &OptionStatement, runner_up: &OptionStatement) -> &'static str {
    let both = [winner, runner_up];
    let waits = both.iter().any(|option| option.comparable() && has_delay(option));
    let lost = both.iter().any(|option| !option.hours_lost_to_downtime.is_zero());
    match (waits, lost) {
        (true, _) => "the cost of delayed work included",
        (false, true) => "for the same work, except for downtime",
        (false, false) => "for the same work",
    }
}

fn has_delay(option: &OptionStatement) -> bool {
    option.lines.iter().any(|line| line.group == CostGroup::Delay)
}

/// Resale value counted in a close call.
fn resale_in_it(comparison: &Comparison, options: [&OptionStatement; 2]) -> Option<String> {
    let counted = |option: &OptionStatement| {
        let (resale, kind) = match option.book_resale {
            Some(book) => (book, "book-value resale"),
            None => (sold(option, comparison.header.minor_digits), "resale"),
        };
        (!resale.is_zero()).then(|| format!("{} of {kind} counted for {}", resale.grouped(), option.name))
    };
    let counted: Vec<String> = options.into_iter().filter_map(counted).collect();
    (!counted.is_empty()).then(|| format!(", with {}", counted.join(" and ")))
}

fn sold(option: &OptionStatement, minor_digits: u32) -> Amount {
    let lines = option.lines.iter().filter(|line| line.group == CostGroup::Resale);
    Amount::sum(lines.map(|line| -line.total), minor_digits)
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{self, amount, ratio};
    use super::*;

    #[test]
    fn a_clear_case_says_how_much_and_for_which_work() {
        let mut comparison = example::comparison(2);
        let expected = "Own. Present value 1,158,647.64 (38 %) below rent.neocloud, for the same work.";
        assert_eq!(verdict(&comparison), expected);
        comparison.options[0].hours_lost_to_downtime = ratio("12");
        assert!(verdict(&comparison).ends_with("for the same work, except for downtime."));
        comparison.options[0].lines[0].group = CostGroup::Delay;
        assert!(verdict(&comparison).ends_with("the cost of delayed work included."));
    }

    #[test]
    fn of_several_on_a_side_the_winner_is_named() {
        assert!(verdict(&example::comparison(6)).starts_with("Own: own.hgx. Present value "));
    }

    #[test]
    fn a_hybrid_says_whether_it_owns_and_rents() {
        let mut comparison = example::of_workloads();
        comparison.verdict.winner = Some("hybrid.serve-at-home".to_owned());
        assert!(verdict(&comparison).starts_with("Own and rent: hybrid.serve-at-home. Present value "));
        comparison.options[2].parts.remove(0);
        assert!(verdict(&comparison).starts_with("Rent: hybrid.serve-at-home. "));
    }

    #[test]
    fn a_close_call_says_so_with_its_book_value_resale() {
        let mut comparison = example::comparison(2);
        comparison.verdict.close = true;
        comparison.verdict.saving = Some(amount("9113"));
        comparison.verdict.saving_share = Some(ratio("0.0141"));
        let expected = "Too close to call: 9,113.00 (1.4 %) in favour of own.hgx over rent.neocloud, with 584,080.00 of \
                        book-value resale counted for own.hgx.";
        assert_eq!(verdict(&comparison), expected);
        comparison.options[0].book_resale = None;
        assert!(verdict(&comparison).ends_with(", with 584,080.00 of resale counted for own.hgx."));
        comparison.verdict.saving = Some(amount("0"));
        assert_eq!(verdict(&comparison), "A tie: own.hgx and rent.neocloud have the same present value.");
    }

    #[test]
    fn without_a_rival_or_a_winner_it_says_that() {
        let expected = "Own. Present value 1,889,414.33; it is the only option.";
        assert_eq!(verdict(&example::comparison(1)), expected);
        let mut comparison = example::comparison(2);
        comparison.verdict = crate::analysis::statement::Verdict::default();
        assert_eq!(verdict(&comparison), "No option can be chosen.");
    }
}
