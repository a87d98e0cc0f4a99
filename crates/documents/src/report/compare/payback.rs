//! Payback in words, and pairs in one line.

use super::bars::outcome;
use super::demand::{brief, is_hybrid, sides};
use crate::amount::Ratio;
use crate::analysis::statement::{Comparison, PairResult, Reversal};
use crate::number;
use crate::reasons;
use crate::report::figures;
use crate::report::page::OptionOutcome;

/// Payback month, break-even horizon and IRR of owning.
pub(super) fn payback(comparison: &Comparison, pair: &PairResult) -> Vec<String> {
    let months = number::counted(comparison.header.horizon_months, "month");
    let behind = |reversal: Option<Reversal>| {
        let long = reversal.as_ref().map(reasons::falls_behind);
        long.map(|long| format!("; then it falls behind again {long}")).unwrap_or_default()
    };
    let dated = |month| comparison.header.dated(month);
    let within = |month, months: Option<Ratio>| match months.filter(|months| !months.is_integer()) {
        Some(months) => format!("{} months, in {}", number::readable(*months, 3), dated(month)),
        None => dated(month).to_string(),
    };
    let first = match pair.payback_month {
        None if pair.leased => "leased: nothing to pay back".to_owned(),
        None => format!("never within {months} against {}, without resale", pair.rent),
        Some(month) => {
            let discounted = pair.discounted_payback_month.map_or_else(
                || format!("discounted, never within {months}"),
                |month| {
                    let month = within(month, pair.discounted_payback_months);
                    format!("discounted, {month}{}", behind(pair.discounted_payback_reversal))
                },
            );
            let month = match month {
                0 => "month 0, on the first day".to_owned(),
                _ => within(month, pair.payback_months),
            };
            let comma = if month.contains(',') { "," } else { "" };
            let against = format!("{month}{comma} against {}, without resale", pair.rent);
            format!("{against}{}; {discounted}", behind(pair.payback_reversal))
        }
    };
    let wins_from = |month| format!("{} breaks even in {}, resale included", sides(pair).own, dated(month));
    let horizon = pair.break_even_horizon_months.map(wins_from).or_else(|| {
        let wins = wins_from(pair.break_even_horizon_at_most?);
        Some(format!("{wins}; shorter horizons were not tested, `--effort 10` tests more"))
    });
    let returns = match (pair.irr, &pair.no_return) {
        (Some(irr), _) => {
            let owning = match (pair.leased, is_hybrid(pair)) {
                (true, _) => "leasing",
                (false, true) => "the hybrid",
                (false, false) => "buying",
            };
            let resale =
                if pair.resale_counted.is_some_and(|resale| !resale.is_zero()) { ", resale included" } else { "" };
            Some(format!("{owning} instead of renting has an IRR of {} a year{resale}", figures::share(*irr)))
        }
        (None, Some(why)) => Some(format!("no IRR: {}", reasons::no_return(why))),
        (None, None) => None,
    };
    [Some(first), horizon, returns].into_iter().flatten().collect()
}

/// A pair other than the one of the verdict, in one line.
pub(in crate::report) fn in_a_line(comparison: &Comparison, pair: &PairResult) -> String {
    let wins = brief(comparison.planned_demand.as_ref(), pair);
    let payback = match pair.payback_month {
        Some(month) => format!("payback {}", comparison.header.dated(month)),
        None if pair.leased => "leased, nothing to pay back".to_owned(),
        None => format!("no payback within {}", number::counted(comparison.header.horizon_months, "month")),
    };
    let sides = [&pair.own, &pair.rent].into_iter().filter_map(|name| comparison.option(name));
    let out = sides.filter_map(|option| match outcome(option, comparison) {
        OptionOutcome::Out(why) => Some(format!("; {} {why}", option.name)),
        OptionOutcome::Wins | OptionOutcome::Stands => None,
    });
    format!("{} against {}: {wins}; {payback}{}", pair.own, pair.rent, out.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::super::super::example;
    use super::*;
    use crate::analysis::statement::{CrossingOutcome, ReversalCause};

    #[test]
    fn what_is_leased_has_nothing_to_pay_back() {
        let comparison = example::comparison(2);
        let mut pair = example::pair("own.hgx", "rent.neocloud");
        (pair.leased, pair.payback_month, pair.discounted_payback_month) = (true, None, None);
        pair.resale_counted = None;
        assert_eq!(payback(&comparison, &pair)[0], "leased: nothing to pay back");
        assert_eq!(payback(&comparison, &pair)[2], "leasing instead of renting has an IRR of 83 % a year");
        assert!(in_a_line(&comparison, &pair).ends_with("; leased, nothing to pay back"));
    }

    #[test]
    fn payback_says_the_month_or_never() {
        let comparison = example::comparison(2);
        let mut pair = example::pair("own.hgx", "rent.neocloud");
        let said = payback(&comparison, &pair);
        let fractional = "19.6 months, in month 20, against rent.neocloud, without resale; discounted, month 23";
        assert_eq!(said[0], fractional);
        assert_eq!(said[1], "owning breaks even in month 14, resale included");
        assert_eq!(said[2], "buying instead of renting has an IRR of 83 % a year, resale included");
        pair.discounted_payback_month = None;
        pair.payback_reversal =
            Some(Reversal { months: 4, times: 1, until: Some(28.into()), cause: ReversalCause::Purchase });
        let turns = "19.6 months, in month 20, against rent.neocloud, without resale; then it falls behind again for 4 months, until month 28; \
                     discounted, never within 36 months";
        assert_eq!(payback(&comparison, &pair)[0], turns);
        pair.discounted_payback_month = Some(0);
        (pair.payback_month, pair.payback_reversal) = (Some(0), None);
        pair.discounted_payback_reversal =
            Some(Reversal { months: 7, times: 2, until: None, cause: ReversalCause::Purchase });
        let turns = "month 0, on the first day, against rent.neocloud, without resale; discounted, month 0; then it falls \
                     behind again 2 times, for 7 months in total, to the end";
        assert_eq!(payback(&comparison, &pair)[0], turns);
        (pair.payback_month, pair.break_even_horizon_months, pair.irr) = (None, None, None);
        assert_eq!(payback(&comparison, &pair), ["never within 36 months against rent.neocloud, without resale"]);
        pair.break_even_horizon_at_most = Some(30);
        let open = "owning breaks even in month 30, resale included; shorter horizons were not tested, \
                    `--effort 10` tests more";
        assert_eq!(payback(&comparison, &pair)[1], open);
    }

    #[test]
    fn a_pair_in_a_line_says_the_hybrid_once() {
        let comparison = example::of_workloads();
        let mut pair = example::pair("hybrid.serve-at-home", "rent.neocloud");
        pair.break_even.outcome = CrossingOutcome::AlwaysOwn;
        let line = "hybrid.serve-at-home against rent.neocloud: the hybrid wins at every demand tested (up to 167 % of \
                    plan); payback month 20";
        assert_eq!(in_a_line(&comparison, &pair), line);
    }
}
