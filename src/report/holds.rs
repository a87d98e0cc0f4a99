//! Under which demand and which resale the verdict holds, and when owning has paid back, in words.

use super::axis::Axis;
use super::stretches::{Of, Sides, Stretches};
use super::words::Say;
use super::{figures, flip};
use crate::analysis::statement::{BreakEven, BreakEvenPoint, Comparison, Outcome, PairStatement, Reversal, Winner};
use crate::diagnostic::clean;
use crate::number;
use crate::reasons;
use rust_decimal::Decimal;

/// Under which demand and which resale the winner of a pair stays the winner.
pub(super) fn holds(comparison: &Comparison, pair: &PairStatement) -> Vec<Say> {
    let side = winning_side(comparison);
    let mut says = vec![Say::Text(clean(&format!("{}{}", against(comparison, pair, side), condition(pair, side))))];
    says.extend(axis(pair, side).map(Say::Axis));
    says.extend(comparison.flips.iter().filter_map(|flip| flip::words::condition(flip, comparison)).map(Say::Text));
    says.extend(resale(comparison, pair, side).map(Say::Text));
    says
}

/// `against rent.cloud, ` where that is not the runner-up, which the verdict has named.
fn against(comparison: &Comparison, pair: &PairStatement, side: Winner) -> String {
    let rival = match side {
        Winner::Own => &pair.rent,
        Winner::Rent => &pair.own,
    };
    let named = comparison.verdict.runner_up.as_ref() == Some(rival);
    if named { String::new() } else { format!("against {rival}, ") }
}

/// The side of the verdict; owning where there is none.
fn winning_side(comparison: &Comparison) -> Winner {
    let winner = comparison.options.iter().find(|option| Some(&option.name) == comparison.verdict.winner.as_ref());
    winner.map_or(Winner::Own, |winner| Winner::of(winner.kind))
}

/// What the sides of a pair are called.
fn sides(pair: &PairStatement) -> Sides<'_> {
    let own = if is_hybrid(pair) { pair.own.as_str() } else { "owning" };
    Sides { own, rent: "renting" }
}

fn is_hybrid(pair: &PairStatement) -> bool {
    pair.own.starts_with("hybrid.")
}

/// While which demand a side wins: `while the servers are busy more than 37 % of the time (8.9 h/day); plan 60 %`.
fn condition(pair: &PairStatement, side: Winner) -> String {
    let (break_even, sides) = (&pair.break_even, sides(pair));
    let any = format!("at any demand{}", up_to(break_even));
    match &break_even.outcome {
        Outcome::Crosses => {
            let scale = Scale::of(break_even);
            let stretches = Stretches::of(break_even, scale.points(), side);
            let (won, turn) = (stretches.text(), stretches.turn(side, sides));
            match &scale {
                Scale::Busy { today, .. } => {
                    let hours = hours_a_day(&break_even.points);
                    format!("while the servers are busy {won}{hours}; plan {today}{turn}")
                }
                Scale::Demand { busy, .. } => format!("while demand stays {won}{busy}{turn}"),
            }
        }
        Outcome::AlwaysOwn => format!("{any}: {} always wins", sides.own),
        Outcome::Equal => format!("{any}: both cost the same"),
        Outcome::AlwaysRent => format!("{any}: {} always wins", sides.rent),
        Outcome::None(why) => format!("no break-even: {}", reasons::no_break_even(*why)),
    }
}

/// Who wins when, as short as can be.
fn brief(pair: &PairStatement) -> String {
    let (break_even, sides) = (&pair.break_even, sides(pair));
    let any = format!("at any demand{}", up_to(break_even));
    match &break_even.outcome {
        Outcome::Crosses => {
            let scale = Scale::of(break_even);
            let stretches = Stretches::of(break_even, scale.points(), Winner::Own);
            let (won, turn) = (stretches.text(), stretches.turn(Winner::Own, sides));
            // the line begins with the name of the hybrid
            let own = if is_hybrid(pair) { "the hybrid" } else { sides.own };
            match &scale {
                Scale::Busy { .. } => format!("{own} wins while busy {won}{turn}"),
                Scale::Demand { .. } => format!("{own} wins while demand stays {won}{turn}"),
            }
        }
        Outcome::AlwaysOwn if is_hybrid(pair) => format!("the hybrid wins {any}"),
        Outcome::AlwaysOwn => format!("{} wins {any}", sides.own),
        Outcome::Equal => format!("both cost the same {any}"),
        Outcome::AlwaysRent => format!("{} wins {any}", sides.rent),
        Outcome::None(why) => format!("no break-even, {}", reasons::no_break_even(*why)),
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
        // at the plan itself both are the same but for their last digits
        let there = |point: &BreakEvenPoint| {
            if point.factor == Decimal::ONE { break_even.today.or(point.utilization) } else { point.utilization }
        };
        let busy: Vec<Decimal> = points.iter().filter_map(there).chain(break_even.today).collect();
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

    fn points(&self) -> (&[String], Of) {
        match self {
            Scale::Busy { points, .. } => (points, Of::Time),
            Scale::Demand { points, .. } => (points, Of::Plan),
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

/// The axis of the fleet's utilization in the short form, of which the demand factor is a multiple; of demand otherwise.
fn axis(pair: &PairStatement, heavy: Winner) -> Option<Axis> {
    let break_even = &pair.break_even;
    if break_even.outcome != Outcome::Crosses {
        return None;
    }
    let limit = break_even.factor_limit?;
    let own = if is_hybrid(pair) { "hybrid" } else { "own" };
    let busy = |point: &BreakEvenPoint| point.demand_utilization.and(point.utilization);
    let utilizations: Option<Vec<Decimal>> = break_even.points.iter().map(busy).collect();
    let wins = break_even.wins.clone();
    if let (Some(points), Some(today)) = (utilizations, break_even.today) {
        let known = today.checked_mul(limit).unwrap_or(Decimal::ONE).min(Decimal::ONE);
        return Some(Axis { points, wins, heavy, own, today: Some(today), known, end: "100 %".to_owned() });
    }
    let points = break_even.points.iter().map(|point| point.factor.checked_div(limit)).collect::<Option<Vec<_>>>()?;
    let today = Decimal::ONE.checked_div(limit);
    let end = format!("{} of plan", figures::share(limit));
    Some(Axis { points, wins, heavy, own, today, known: Decimal::ONE, end })
}

/// How much of the verdict is resale.
fn resale(comparison: &Comparison, pair: &PairStatement, side: Winner) -> Option<String> {
    let money = |amount: Decimal| number::grouped(amount, comparison.header.minor_digits);
    if pair.leased && pair.resale_counted.is_none() {
        // the servers go back: nobody sells them
        return None;
    }
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
    let behind = |reversal: Option<Reversal>| {
        reversal.map(|reversal| format!("; then it falls behind again {}", reversal.text())).unwrap_or_default()
    };
    let first = match pair.payback_month {
        None if pair.leased => "leased: nothing to pay back".to_owned(),
        None => format!("never within {months}, without resale"),
        Some(month) => {
            let discounted = pair.discounted_payback_month.map_or_else(
                || format!("discounted, never within {months}"),
                |discounted| format!("discounted, month {discounted}{}", behind(pair.discounted_payback_reversal)),
            );
            let month = if month == 0 { "month 0, on the first day".to_owned() } else { format!("month {month}") };
            format!("{month}, without resale{}; {discounted}", behind(pair.payback_reversal))
        }
    };
    let horizon = pair
        .break_even_horizon_months
        .map(|shortest| format!("with resale, {} wins once the comparison runs to month {shortest}", sides(pair).own));
    let returns = match (pair.irr, &pair.no_return) {
        (Some(irr), _) => {
            let owning = match (pair.leased, is_hybrid(pair)) {
                (true, _) => "leasing",
                (false, true) => "the hybrid",
                (false, false) => "buying",
            };
            Some(format!("{owning} instead of renting returns {} a year, resale included", figures::share(irr)))
        }
        (None, Some(why)) => Some(format!("no rate of return: {}", reasons::no_return(why))),
        (None, None) => None,
    };
    [Some(first), horizon, returns].into_iter().flatten().collect()
}

/// A pair that is not the verdict's, in one line.
pub(super) fn in_a_line(comparison: &Comparison, pair: &PairStatement) -> String {
    let wins = brief(pair);
    let payback = match pair.payback_month {
        Some(month) => format!("payback month {month}"),
        None if pair.leased => "leased, nothing to pay back".to_owned(),
        None => format!("no payback within {}", number::counted(comparison.header.horizon_months, "month")),
    };
    format!("{} against {}: {wins}; {payback}", pair.own, pair.rent)
}

#[cfg(test)]
mod tests {
    use super::super::example::{self, d};
    use super::*;
    use crate::analysis::statement::NoBreakEven;

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
        assert_eq!(said, "while demand stays above 56 % of plan (servers busy 34 % of the time; plan 60 %)");
    }

    /// The same points without what only the short form knows.
    fn of_workloads(factors: &[&str], first: Winner) -> PairStatement {
        let of =
            |factor: &&str| BreakEvenPoint { demand_utilization: None, hours_per_day: None, ..point(factor, "0.5") };
        pair(factors.iter().map(of).collect(), first)
    }

    #[test]
    fn demand_of_workloads_is_said_as_a_share_of_the_plan() {
        let said = |factors: &[&str], first, side| {
            let mut pair = of_workloads(factors, first);
            pair.break_even.today = None;
            condition(&pair, side)
        };
        assert_eq!(said(&["0.56"], Winner::Rent, Winner::Own), "while demand stays above 56 % of plan");
        let below = "while demand stays below 130 % of plan; above that renting wins";
        assert_eq!(said(&["1.3"], Winner::Own, Winner::Own), below);
        assert_eq!(said(&["1.3"], Winner::Own, Winner::Rent), "while demand stays above 130 % of plan");
        let apart = "while demand stays below 80 % of plan, and above 130 %";
        assert_eq!(said(&["0.8", "1.3"], Winner::Own, Winner::Own), apart);
        let between = "while demand stays between 80 % and 130 % of plan";
        assert_eq!(said(&["0.8", "1.3"], Winner::Rent, Winner::Own), between);
        // where the plan itself is the point, it belongs to the side below
        assert_eq!(said(&["1"], Winner::Rent, Winner::Rent), "while demand stays within 100 % of plan");
        assert_eq!(said(&["1"], Winner::Rent, Winner::Own), "while demand stays above 100 % of plan");
        // a crossing beside the plan is not written as the plan
        assert_eq!(said(&["1.0004"], Winner::Rent, Winner::Own), "while demand stays above 100.04 % of plan");
    }

    #[test]
    fn at_the_plan_itself_two_figures_of_one_thing_are_not_told_apart() {
        let mut pair = of_workloads(&["1"], Winner::Rent);
        pair.break_even.points[0].utilization = Some(d("0.272617009133"));
        pair.break_even.today = Some(d("0.272617009132"));
        let expected = "while demand stays within 100 % of plan (servers busy 27 % of the time; plan 27 %)";
        assert_eq!(condition(&pair, Winner::Rent), expected);
    }

    #[test]
    fn another_rival_than_the_runner_up_is_named() {
        let mut comparison = example::comparison(2);
        let first =
            |comparison: &Comparison| match holds(comparison, &example::pair("own.hgx", "rent.neocloud")).remove(0) {
                Say::Text(text) => text,
                Say::Axis(axis) => panic!("{axis:?}"),
            };
        assert!(first(&comparison).starts_with("while the servers"));
        comparison.verdict.runner_up = Some("own.leased".to_owned());
        assert!(first(&comparison).starts_with("against rent.neocloud, while the servers"));
    }

    #[test]
    fn the_axis_of_workloads_is_that_of_demand_also_above_the_plan() {
        let mut pair = of_workloads(&["1.2"], Winner::Rent);
        pair.break_even.factor_limit = Some(d("1.6"));
        let axis = axis(&pair, Winner::Rent).unwrap();
        assert_eq!((axis.points, axis.today), (vec![d("0.75")], Some(d("0.625"))));
        assert_eq!((axis.known, axis.end.as_str()), (Decimal::ONE, "160 % of plan"));
    }

    #[test]
    fn a_hybrid_is_called_by_its_name() {
        let comparison = example::of_workloads();
        let mut pair = example::pair("hybrid.serve-at-home", "rent.neocloud");
        pair.break_even.outcome = Outcome::AlwaysOwn;
        assert_eq!(
            condition(&pair, Winner::Own),
            "at any demand up to 167 % of plan: hybrid.serve-at-home always wins"
        );
        let line = "hybrid.serve-at-home against rent.neocloud: the hybrid wins at any demand up to 167 % of plan; payback \
                    month 20";
        assert_eq!(in_a_line(&comparison, &pair), line);
    }

    #[test]
    fn what_is_leased_has_nothing_to_pay_back() {
        let comparison = example::comparison(2);
        let mut pair = example::pair("own.hgx", "rent.neocloud");
        (pair.leased, pair.payback_month, pair.discounted_payback_month) = (true, None, None);
        assert_eq!(payback(&comparison, &pair)[0], "leased: nothing to pay back");
        assert_eq!(payback(&comparison, &pair)[2], "leasing instead of renting returns 83 % a year, resale included");
        // servers that go back are not sold
        (pair.resale_counted, pair.resale_needed) = (None, Some(d("600")));
        assert_eq!(resale(&comparison, &pair, Winner::Rent), None);
        assert!(in_a_line(&comparison, &pair).ends_with("; leased, nothing to pay back"));
    }

    #[test]
    fn without_a_crossing_it_is_said_who_wins() {
        let mut pair = pair(Vec::new(), Winner::Own);
        pair.break_even.outcome = Outcome::AlwaysOwn;
        assert_eq!(condition(&pair, Winner::Own), "at any demand up to 167 % of plan: owning always wins");
        pair.break_even.outcome = Outcome::AlwaysRent;
        assert_eq!(condition(&pair, Winner::Own), "at any demand up to 167 % of plan: renting always wins");
        assert_eq!(holds(&example::comparison(2), &pair).len(), 3, "no axis without a crossing");
        pair.break_even.outcome = Outcome::None(NoBreakEven::NothingDemanded);
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
        pair.discounted_payback_month = None;
        pair.payback_reversal = Some(Reversal { months: 4, times: 1, until: Some(28) });
        let turns = "month 20, without resale; then it falls behind again for 4 months, until month 28; discounted, never \
                     within 36 months";
        assert_eq!(payback(&comparison, &pair)[0], turns);
        pair.discounted_payback_month = Some(0);
        (pair.payback_month, pair.payback_reversal) = (Some(0), None);
        pair.discounted_payback_reversal = Some(Reversal { months: 7, times: 2, until: None });
        let turns = "month 0, on the first day, without resale; discounted, month 0; then it falls behind again 2 times, \
                     for 7 months in all, to the end";
        assert_eq!(payback(&comparison, &pair)[0], turns);
        (pair.payback_month, pair.break_even_horizon_months, pair.irr) = (None, None, None);
        assert_eq!(payback(&comparison, &pair), ["never within 36 months, without resale"]);
    }
}
