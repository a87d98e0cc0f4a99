//! Under which demand and which resale the verdict holds, and when owning has paid back, in words.

use super::axis::Axis;
use super::figures;
use super::stretches::Stretches;
use super::words::Say;
use crate::analysis::statement::{BreakEven, BreakEvenPoint, Comparison, Outcome, PairStatement, Winner};
use crate::diagnostic::clean;
use crate::model::OptionKind;
use crate::number;
use rust_decimal::Decimal;

/// Under which demand and which resale the winner of a pair stays the winner.
pub(super) fn holds(comparison: &Comparison, pair: &PairStatement) -> Vec<Say> {
    let side = winning_side(comparison);
    let mut says = vec![Say::Text(clean(&condition(pair, side)))];
    says.extend(axis(&pair.break_even, side).map(Say::Axis));
    says.extend(resale(comparison, pair, side).map(Say::Text));
    says
}

/// The side of the verdict; owning where there is none.
fn winning_side(comparison: &Comparison) -> Winner {
    let winner = comparison.options.iter().find(|option| Some(&option.name) == comparison.verdict.winner.as_ref());
    match winner.map(|winner| winner.kind) {
        Some(OptionKind::Own) | None => Winner::Own,
        Some(OptionKind::Rent) => Winner::Rent,
    }
}

/// While which demand a side wins: `while the servers are busy more than 37 % of the time (8.9 h/day); plan 60 %`.
fn condition(pair: &PairStatement, side: Winner) -> String {
    let break_even = &pair.break_even;
    match &break_even.outcome {
        Outcome::Crosses => {
            let scale = Scale::of(break_even);
            let stretches = Stretches::of(break_even, scale.points(), side);
            let (won, turn) = (stretches.text(), stretches.turn(side));
            match &scale {
                Scale::Busy { today, .. } => {
                    let hours = hours_a_day(&break_even.points);
                    format!("while the servers are busy {won} of the time{hours}; plan {today}{turn}")
                }
                Scale::Demand { busy, .. } => format!("while demand stays {won} of plan{busy}{turn}"),
            }
        }
        Outcome::AlwaysOwn => format!("at any demand{}: owning always wins", up_to(break_even)),
        Outcome::Equal => format!("at any demand{}: both cost the same", up_to(break_even)),
        Outcome::AlwaysRent => format!("at any demand{}: renting always wins", up_to(break_even)),
        Outcome::None(reason) => format!("no break-even: {reason}"),
    }
}

/// Who wins when, as short as can be.
fn brief(break_even: &BreakEven) -> String {
    match &break_even.outcome {
        Outcome::Crosses => {
            let scale = Scale::of(break_even);
            let stretches = Stretches::of(break_even, scale.points(), Winner::Own);
            let (won, turn) = (stretches.text(), stretches.turn(Winner::Own));
            match &scale {
                Scale::Busy { .. } => format!("owning wins while busy {won}{turn}"),
                Scale::Demand { .. } => format!("owning wins while demand stays {won} of plan{turn}"),
            }
        }
        Outcome::AlwaysOwn => "owning wins at any demand".to_owned(),
        Outcome::Equal => "both cost the same at any demand".to_owned(),
        Outcome::AlwaysRent => "renting wins at any demand".to_owned(),
        Outcome::None(reason) => format!("no break-even, {reason}"),
    }
}

fn up_to(break_even: &BreakEven) -> String {
    break_even.factor_limit.map(|limit| format!(" up to {} of plan", figures::share(limit))).unwrap_or_default()
}

/// What a reader thinks of demand in: how busy the servers are, or the planned demand.
enum Scale {
    /// The short form: points and today's utilization of the fleet.
    Busy { points: Vec<String>, today: String },
    /// Shares of the plan, and how busy the servers are there.
    Demand { points: Vec<String>, busy: String },
}

impl Scale {
    fn of(break_even: &BreakEven) -> Scale {
        let points = &break_even.points;
        let busy: Vec<Decimal> = points.iter().filter_map(|point| point.utilization).chain(break_even.today).collect();
        let known = busy.len() == points.len() + 1;
        let mut written = figures::shares(&busy);
        let short_form = points.iter().all(|point| point.demand_utilization.is_some());
        if known && short_form {
            let today = written.pop().unwrap_or_default();
            return Scale::Busy { points: written, today };
        }
        let factors: Vec<Decimal> = points.iter().map(|point| point.factor).chain([Decimal::ONE]).collect();
        let mut shares = figures::shares(&factors);
        shares.pop();
        let busy = match (known, written.as_slice()) {
            (true, [there, today]) => format!(" (servers busy {there} of the time; plan {today})"),
            (true | false, _) => String::new(),
        };
        Scale::Demand { points: shares, busy }
    }

    fn points(&self) -> &[String] {
        match self {
            Scale::Busy { points, .. } | Scale::Demand { points, .. } => points,
        }
    }
}

/// ` (8.9 h/day)` where that is how long the servers are busy; where it is only how long there is work, it says so.
fn hours_a_day(points: &[BreakEvenPoint]) -> String {
    let [point] = points else { return String::new() };
    let Some(hours) = point.hours_per_day else {
        return String::new();
    };
    let hours = number::grouped(hours, 1);
    if point.utilization == point.demand_utilization {
        format!(" ({hours} h/day)")
    } else {
        format!(" (work for {hours} h/day)")
    }
}

/// The axis of the fleet's utilization; of demand where that is not known.
fn axis(break_even: &BreakEven, heavy: Winner) -> Option<Axis> {
    if break_even.outcome != Outcome::Crosses {
        return None;
    }
    let limit = break_even.factor_limit?;
    let utilizations: Option<Vec<Decimal>> = break_even.points.iter().map(|point| point.utilization).collect();
    let wins = break_even.wins.clone();
    if let (Some(points), Some(today)) = (utilizations, break_even.today) {
        let known = today.checked_mul(limit).unwrap_or(Decimal::ONE).min(Decimal::ONE);
        return Some(Axis { points, wins, heavy, today: Some(today), known, end: "100 %".to_owned() });
    }
    let points = break_even.points.iter().map(|point| point.factor.checked_div(limit)).collect::<Option<Vec<_>>>()?;
    let today = Decimal::ONE.checked_div(limit);
    let end = format!("{} of plan", figures::share(limit));
    Some(Axis { points, wins, heavy, today, known: Decimal::ONE, end })
}

/// How much of the verdict is resale.
fn resale(comparison: &Comparison, pair: &PairStatement, side: Winner) -> Option<String> {
    let money = |amount: Decimal| number::grouped(amount, comparison.header.minor_digits);
    let counted = pair.resale_counted.filter(|counted| !counted.is_zero());
    let needed = pair.resale_needed?;
    let and_counted = counted.map(|counted| format!("; {} is counted", money(counted)));
    match side {
        Winner::Own if needed.is_zero() => Some(format!("without any resale{}", and_counted?)),
        Winner::Own => {
            Some(format!("only with resale of at least {}{}", money(needed), and_counted.unwrap_or_default()))
        }
        Winner::Rent if needed.is_zero() => None,
        Winner::Rent => {
            let and_counted = and_counted.unwrap_or_else(|| "; none is counted".to_owned());
            Some(format!("unless the servers sell for at least {}{and_counted}", money(needed)))
        }
    }
}

/// When owning has paid back, from which horizon on it wins, and its return.
pub(super) fn payback(comparison: &Comparison, pair: &PairStatement) -> Vec<String> {
    let months = number::counted(comparison.header.horizon_months, "month");
    let mut first = match pair.payback_month {
        None => format!("never within {months}, without resale"),
        Some(month) => {
            let discounted = pair.discounted_payback_month.map_or_else(
                || format!("discounted, never within {months}"),
                |discounted| format!("discounted, month {discounted}"),
            );
            format!("month {month}, without resale; {discounted}")
        }
    };
    if pair.payback_turns {
        first.push_str("; owning falls behind again later");
    }
    let horizon = pair
        .break_even_horizon_months
        .map(|shortest| format!("with resale, owning wins once the comparison runs to month {shortest}"));
    let returns = match (pair.irr, &pair.irr_reason) {
        (Some(irr), _) => {
            Some(format!("buying instead of renting returns {} a year, resale included", figures::share(irr)))
        }
        (None, Some(reason)) => Some(format!("no rate of return: {reason}")),
        (None, None) => None,
    };
    [Some(first), horizon, returns].into_iter().flatten().collect()
}

/// A pair that is not the verdict's, in one line.
pub(super) fn in_a_line(comparison: &Comparison, pair: &PairStatement) -> String {
    let wins = brief(&pair.break_even);
    let payback = pair.payback_month.map_or_else(
        || format!("no payback within {}", number::counted(comparison.header.horizon_months, "month")),
        |month| format!("payback month {month}"),
    );
    format!("{} against {}: {wins}; {payback}", pair.own, pair.rent)
}

#[cfg(test)]
mod tests {
    use super::super::example::{self, d};
    use super::*;

    fn point(factor: &str, utilization: &str) -> BreakEvenPoint {
        BreakEvenPoint {
            factor: d(factor),
            utilization: Some(d(utilization)),
            demand_utilization: Some(d(utilization)),
            hours_per_day: Some(d(utilization) * Decimal::from(24)),
            jump: true,
        }
    }

    /// The pair with these points; the first stretch is `first`'s, and they take turns.
    fn pair(points: Vec<BreakEvenPoint>, first: Winner) -> PairStatement {
        let other = if first == Winner::Own { Winner::Rent } else { Winner::Own };
        let mut pair = example::pair("own.hgx", "rent.neocloud");
        pair.break_even.wins = [first, other].into_iter().cycle().take(points.len() + 1).collect();
        pair.break_even.points = points;
        pair
    }

    #[test]
    fn one_crossing_below_the_plan() {
        let pair = pair(vec![point("0.616", "0.3696")], Winner::Rent);
        let owning = "while the servers are busy more than 37 % of the time (8.9 h/day); plan 60 %";
        assert_eq!(condition(&pair, Winner::Own), owning);
        let renting = "while the servers are busy no more than 37 % of the time (8.9 h/day); plan 60 %";
        assert_eq!(condition(&pair, Winner::Rent), renting);
    }

    #[test]
    fn winning_below_and_not_above_is_said() {
        let pair = pair(vec![point("1.4", "0.84")], Winner::Own);
        let owning =
            "while the servers are busy no more than 84 % of the time (20.2 h/day); plan 60 %; above that renting wins";
        assert_eq!(condition(&pair, Winner::Own), owning);
        assert!(condition(&pair, Winner::Rent).starts_with("while the servers are busy more than 84 %"));
    }

    #[test]
    fn several_crossings_are_stretches() {
        let three = pair(vec![point("0.5", "0.3"), point("0.8", "0.48"), point("0.9", "0.54")], Winner::Rent);
        let owning =
            "while the servers are busy more than 30 % and up to 48 %, or more than 54 % of the time; plan 60 %";
        assert_eq!(condition(&three, Winner::Own), owning);
        let many = ["0.5", "0.6", "0.7", "0.8", "0.9"].map(|x| point(x, &(d(x) * d("0.6")).to_string()));
        let many = pair(many.into(), Winner::Rent);
        let owning = "while the servers are busy more than 54 % of the time; plan 60 %; the winner changes 5 times between 30 % and 54 %";
        assert_eq!(condition(&many, Winner::Own), owning);
    }

    #[test]
    fn a_fleet_larger_than_demand_and_workloads_have_their_own_words() {
        let mut smaller = point("0.616", "0.3696");
        smaller.demand_utilization = Some(d("0.45"));
        smaller.hours_per_day = Some(d("10.8"));
        let said = condition(&pair(vec![smaller], Winner::Rent), Winner::Own);
        assert!(said.contains("more than 37 % of the time (work for 10.8 h/day); plan 60 %"), "{said}");
        let mut of_workloads = point("0.56", "0.336");
        of_workloads.demand_utilization = None;
        of_workloads.hours_per_day = None;
        let said = condition(&pair(vec![of_workloads], Winner::Rent), Winner::Own);
        assert_eq!(said, "while demand stays more than 56 % of plan (servers busy 34 % of the time; plan 60 %)");
    }

    #[test]
    fn without_a_crossing_it_is_said_who_wins() {
        let mut pair = pair(Vec::new(), Winner::Own);
        pair.break_even.outcome = Outcome::AlwaysOwn;
        assert_eq!(condition(&pair, Winner::Own), "at any demand up to 167 % of plan: owning always wins");
        pair.break_even.outcome = Outcome::AlwaysRent;
        assert_eq!(condition(&pair, Winner::Own), "at any demand up to 167 % of plan: renting always wins");
        assert_eq!(holds(&example::comparison(2), &pair).len(), 2, "no axis without a crossing");
        pair.break_even.outcome = Outcome::None("no useful hours are demanded");
        assert_eq!(condition(&pair, Winner::Own), "no break-even: no useful hours are demanded");
    }

    #[test]
    fn resale_is_needed_or_not() {
        let comparison = example::comparison(2);
        let said = |needed: &str, counted: Option<&str>, side| {
            let mut pair = example::pair("own.hgx", "rent.neocloud");
            (pair.resale_needed, pair.resale_counted) = (Some(d(needed)), counted.map(d));
            resale(&comparison, &pair, side)
        };
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(said("0", Some("500"), Winner::Own), text("without any resale; 500.00 is counted"));
        assert_eq!(said("0", None, Winner::Own), None);
        assert_eq!(
            said("400", Some("500"), Winner::Own),
            text("only with resale of at least 400.00; 500.00 is counted")
        );
        let unless = "unless the servers sell for at least 600.00; 500.00 is counted";
        assert_eq!(said("600", Some("500"), Winner::Rent), text(unless));
        let none = "unless the servers sell for at least 600.00; none is counted";
        assert_eq!(said("600", None, Winner::Rent), text(none));
    }

    #[test]
    fn payback_says_the_month_or_never() {
        let comparison = example::comparison(2);
        let mut pair = example::pair("own.hgx", "rent.neocloud");
        let said = payback(&comparison, &pair);
        assert_eq!(said[0], "month 20, without resale; discounted, month 23");
        assert_eq!(said[1], "with resale, owning wins once the comparison runs to month 14");
        assert_eq!(said[2], "buying instead of renting returns 83 % a year, resale included");
        (pair.discounted_payback_month, pair.payback_turns) = (None, true);
        let turns = "month 20, without resale; discounted, never within 36 months; owning falls behind again later";
        assert_eq!(payback(&comparison, &pair)[0], turns);
        (pair.payback_month, pair.payback_turns, pair.break_even_horizon_months, pair.irr) = (None, false, None, None);
        assert_eq!(payback(&comparison, &pair), ["never within 36 months, without resale"]);
    }
}
