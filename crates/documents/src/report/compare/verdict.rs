//! The verdict as a sentence.

use crate::amount::{Amount, Ratio};
use crate::analysis::statement::{Comparison, OptionResult, Winner};
use crate::model::{CostGroup, OptionKind};
use crate::report::figures;
use language::facts::capitalized;

/// The verdict as one sentence, with display names of options.
#[must_use]
pub fn verdict_text(comparison: &Comparison) -> String {
    verdict(comparison).swap_remove(0)
}

/// The verdict in a sentence with a rounded margin, and what the margin of a close call includes.
pub(super) fn verdict(comparison: &Comparison) -> Vec<String> {
    let verdict = &comparison.verdict;
    let Some(winner) = verdict.winner.as_ref().and_then(|name| comparison.option(name)) else {
        return vec!["No option can be chosen.".to_owned()];
    };
    let currency = &comparison.header.currency;
    let best = using(comparison, winner);
    let runner_up = verdict.runner_up.as_ref().and_then(|name| comparison.option(name));
    let (Some(runner_up), Some(saving)) = (runner_up, verdict.saving) else {
        let present_value = figures::headline(currency, *winner.present_value);
        let alone =
            if comparison.options.len() == 1 { "it is the only option" } else { "no other option can be chosen" };
        return vec![format!("{} costs {present_value} in present value; {alone}.", capitalized(&best))];
    };
    if saving.is_zero() {
        let other = using(comparison, runner_up);
        return vec![format!("A tie: {best} and {other} have the same present value.")];
    }
    let share = verdict.saving_share.map(|share| format!(" ({})", figures::share(*share))).unwrap_or_default();
    let amount = figures::headline(currency, *saving);
    let less = format!("costs {amount}{share} less than {}", using(comparison, runner_up));
    if verdict.close {
        let call = format!("Too close to call: {best} {less}.");
        let other_side = than_other_side(comparison, winner, runner_up);
        return std::iter::once(call).chain(other_side).chain(resale_in_it(comparison, [winner, runner_up])).collect();
    }
    vec![format!("{} {less}, {}.", capitalized(&best), work(winner, runner_up))]
}

/// Lead of both options of a close call over the best option of the other side, if both are of one side:
/// `Both cost at least EUR 243 k (17 %) less than renting cloud.`
fn than_other_side(comparison: &Comparison, winner: &OptionResult, runner_up: &OptionResult) -> Option<String> {
    let side = Winner::of(winner.kind);
    let others = comparison.options.iter().filter(|option| option.eligible() && option.comparable());
    let other = others.filter(|option| Winner::of(option.kind) != side).min_by_key(|option| option.present_value)?;
    let lead = other.present_value - runner_up.present_value;
    let share = lead.checked_div(*other.present_value).filter(|_| Winner::of(runner_up.kind) == side)?;
    let amount = figures::headline(&comparison.header.currency, *lead);
    let share = figures::share(*Ratio::rounded(share));
    Some(format!("Both cost at least {amount} ({share}) less than {}.", using(comparison, other)))
}

/// Choice of an option: `owning Four servers`, `leasing hgx`, `renting AWS p5`.
pub(super) fn using(comparison: &Comparison, option: &OptionResult) -> String {
    let is_leased = || comparison.pairs.iter().any(|pair| pair.own == option.name && pair.leased);
    let verb = match option.kind {
        OptionKind::Own if is_leased() => "leasing",
        OptionKind::Own => "owning",
        OptionKind::Rent => "renting",
        OptionKind::Hybrid => "the mix",
    };
    format!("{verb} {}", display_name(comparison, option))
}

/// Label of an option, or its name without the side.
fn display_name<'c>(comparison: &'c Comparison, option: &'c OptionResult) -> &'c str {
    comparison.header.labels.of(option.name.as_str()).unwrap_or_else(|| option.name.name())
}

/// Compared work.
fn work(winner: &OptionResult, runner_up: &OptionResult) -> &'static str {
    let both = [winner, runner_up];
    let waits = both.iter().any(|option| option.comparable() && has_delay(option));
    let lost = both.iter().any(|option| !option.hours_lost_to_downtime.is_zero());
    match (waits, lost) {
        (true, _) => "the cost of delayed work included",
        (false, true) => "for the same work, except for downtime",
        (false, false) => "for the same work",
    }
}

fn has_delay(option: &OptionResult) -> bool {
    option.lines.iter().any(|line| line.group == CostGroup::Delay)
}

/// Resale value that is counted for the options of a close call.
fn resale_in_it(comparison: &Comparison, options: [&OptionResult; 2]) -> Vec<String> {
    let counted = options.map(|option| match option.book_resale {
        Some(book) => (book, "resale at book value, not a market price,"),
        None => (sold(option, comparison.header.minor_digits), "resale"),
    });
    let says = |(resale, kind): (Amount, &str), of: &str| {
        let amount = figures::headline(&comparison.header.currency, *resale);
        (!resale.is_zero()).then(|| format!("{amount} of {kind} is counted for {of}."))
    };
    if counted[0] == counted[1] {
        return says(counted[0], "each").into_iter().collect();
    }
    let each = options.into_iter().zip(counted);
    each.filter_map(|(option, counted)| says(counted, display_name(comparison, option))).collect()
}

fn sold(option: &OptionResult, minor_digits: u32) -> Amount {
    let lines = option.lines.iter().filter(|line| line.group == CostGroup::Resale);
    Amount::sum(lines.map(|line| -line.total), minor_digits)
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{self, amount, ratio};
    use super::*;
    use crate::model::OptionId;

    fn said(comparison: &Comparison) -> String {
        verdict(comparison).join(" ")
    }

    #[test]
    fn a_clear_case_says_how_much_and_for_which_work() {
        let mut comparison = example::comparison(2);
        // 1,158,647.64
        let expected = "Owning hgx costs USD 1.16 m (38 %) less than renting neocloud, for the same work.";
        assert_eq!(said(&comparison), expected);
        comparison.options[0].hours_lost_to_downtime = ratio("12");
        assert!(said(&comparison).ends_with("for the same work, except for downtime."));
        comparison.options[0].lines[0].group = CostGroup::Delay;
        assert!(said(&comparison).ends_with("the cost of delayed work included."));
    }

    #[test]
    fn options_have_their_labels_and_leased_servers_are_leased() {
        let mut comparison = example::comparison(2);
        comparison.header.labels = crate::scenario::Labels::from_iter([("own.hgx", "Four servers")]);
        assert!(said(&comparison).starts_with("Owning Four servers costs USD"), "{}", said(&comparison));
        comparison.pairs.across_sides[0].leased = true;
        assert!(said(&comparison).starts_with("Leasing Four servers costs USD"), "{}", said(&comparison));
    }

    #[test]
    fn a_hybrid_is_a_mix() {
        let mut comparison = example::of_workloads();
        comparison.verdict.winner = Some(OptionId::hybrid("serve-at-home"));
        assert!(said(&comparison).starts_with("The mix serve-at-home costs "), "{}", said(&comparison));
    }

    #[test]
    fn a_close_call_says_so_with_its_book_value_resale() {
        let mut comparison = example::comparison(2);
        comparison.verdict.close = true;
        comparison.verdict.saving = Some(amount("9113"));
        comparison.verdict.saving_share = Some(ratio("0.0141"));
        let expected = "Too close to call: owning hgx costs USD 9.1 k (1.4 %) less than renting neocloud. USD 584 k of \
                        resale at book value, not a market price, is counted for hgx.";
        assert_eq!(said(&comparison), expected);
        comparison.options[0].book_resale = None;
        assert!(said(&comparison).ends_with(". USD 584 k of resale is counted for hgx."));
        comparison.verdict.saving = Some(amount("0"));
        assert_eq!(said(&comparison), "A tie: owning hgx and renting neocloud have the same present value.");
    }

    #[test]
    fn a_close_call_of_one_side_compares_both_with_the_other_side() {
        // 1,889,414.33 + 9,113 of the runner-up, 3,048,061.97 of renting
        let mut comparison = example::comparison(2);
        let mut leased = example::comparison(1).options.remove(0);
        leased.name = OptionId::own("leased");
        leased.present_value = amount("1898527.33");
        comparison.options.push(leased);
        comparison.verdict.close = true;
        comparison.verdict.runner_up = Some(OptionId::own("leased"));
        comparison.verdict.saving = Some(amount("9113"));
        comparison.verdict.saving_share = Some(ratio("0.0048"));
        let lines = verdict(&comparison);
        assert_eq!(lines[0], "Too close to call: owning hgx costs USD 9.1 k (0.48 %) less than owning leased.");
        assert_eq!(lines[1], "Both cost at least USD 1.15 m (38 %) less than renting neocloud.");
        assert_eq!(lines[2], "USD 584 k of resale at book value, not a market price, is counted for each.");
        assert_eq!(lines.len(), 3);
    }

    #[test]
    fn without_a_rival_or_a_winner_it_says_that() {
        // 1,889,414.33
        let expected = "Owning hgx costs USD 1.89 m in present value; it is the only option.";
        assert_eq!(said(&example::comparison(1)), expected);
        let mut comparison = example::comparison(2);
        comparison.verdict = crate::analysis::statement::Verdict::default();
        assert_eq!(said(&comparison), "No option can be chosen.");
    }
}
