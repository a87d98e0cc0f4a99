//! Break-even conditions in words.

use super::planned;
use super::segments::{Segments, ShareOf, Sides};
use crate::amount::Ratio;
use crate::analysis::statement::{
    BeyondCapacity, BreakEven, BreakEvenPoint, CrossingOutcome, PairResult, PlannedDemand, Winner,
};
use crate::model::OptionKind;
use crate::number;
use crate::reasons;
use crate::report::figures;
use rust_decimal::Decimal;

/// Whose replicas are the first and the second of a pair.
const WHOSE: [&str; 2] = ["on own servers", "rented"];

/// Points this close to the plan are written with a decimal.
pub(super) const CLOSE: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

/// Names of the sides of a pair.
pub(super) fn sides(pair: &PairResult) -> Sides<'_> {
    let own = if is_hybrid(pair) { pair.own.as_str() } else { "owning" };
    Sides { own, rent: "renting" }
}

pub(super) fn is_hybrid(pair: &PairResult) -> bool {
    pair.own.kind() == OptionKind::Hybrid
}

/// Demand for which a side wins: `while the servers are busy more than 37 % of the time (8.9 h/day); plan 60 %`.
/// With planned demand, a single point is stated in its number: `while demand stays above 20.9 accelerators on average, 44 %
/// of plan`.
pub(super) fn condition(planned: Option<&PlannedDemand>, pair: &PairResult, side: Winner) -> String {
    let (break_even, sides) = (&pair.break_even, sides(pair));
    let any = format!("at every demand{}", up_to(break_even));
    match &break_even.outcome {
        CrossingOutcome::Crosses => {
            let won_segments = won(break_even);
            let scale = Scale::of(break_even);
            let stretches = Segments::of(won_segments, scale.points(), side);
            let (won, turn) = (stretches.text(), stretches.turn(side, sides));
            match &scale {
                Scale::Busy { today, .. } => {
                    let hours = hours_a_day(&break_even.points);
                    format!("while the servers are busy {won}{hours}; plan {today}{turn}")
                }
                Scale::Demand { points, busy } => {
                    let stated = planned::segments(planned, won_segments, points, side, WHOSE);
                    format!("while demand stays {stated}{busy}{turn}")
                }
            }
        }
        CrossingOutcome::AlwaysOwn => format!("{} wins {any}", sides.own),
        CrossingOutcome::Equal => format!("both cost the same {any}"),
        CrossingOutcome::AlwaysRent => format!("{} wins {any}", sides.rent),
        CrossingOutcome::None(why) => format!("no break-even: {}", reasons::no_break_even(*why)),
    }
}

/// Same condition by hours with work, if the fleet's utilization differs from it:
/// `while there is work more than 77 % of the time (18.4 h/day); plan 85 %`.
pub(super) fn condition_of_work(
    planned: Option<&PlannedDemand>,
    pair: &PairResult,
    side: Winner,
    plan: Option<Ratio>,
) -> String {
    let break_even = &pair.break_even;
    let is_busy = break_even.points.iter().all(|point| point.utilization == point.demand_utilization);
    let work = break_even.points.iter().map(|point| point.demand_utilization).chain([plan]);
    let work: Option<Vec<Decimal>> = work.map(|share| share.map(Decimal::from)).collect();
    let Some(work) = work.filter(|_| !is_busy && break_even.outcome == CrossingOutcome::Crosses) else {
        return condition(planned, pair, side);
    };
    let mut written = figures::shares(&work);
    let plan = written.pop().unwrap_or_default();
    let stretches = Segments::of(won(break_even), (&written, ShareOf::Time), side);
    let hours = match break_even.points.as_slice() {
        [BreakEvenPoint { hours_per_day: Some(hours), .. }] => format!(" ({} h/day)", number::grouped(**hours, 1)),
        _ => String::new(),
    };
    format!("while there is work {}{hours}; plan {plan}{}", stretches.text(), stretches.turn(side, sides(pair)))
}

/// Demand beyond capacity at which owning wins, if renting wins at every demand within it:
/// `owning would win only if the fleet served more than 122 % of its capacity at the same cost`.
pub(super) fn beyond_capacity(pair: &PairResult) -> Option<String> {
    let (own, beyond) = (sides(pair).own, beyond_all_it_can_do(pair)?);
    let only = |share: Ratio| {
        format!(
            "{own} would win only if the fleet served more than {} of its capacity at the same cost",
            figures::share(*share)
        )
    };
    let not_even = || {
        let times = beyond.looked_up_to;
        format!("{own} would not win even if the fleet served {times} times its capacity at the same cost")
    };
    Some(beyond.share_of_capacity.map_or_else(not_even, only))
}

/// Demand beyond capacity at which owning wins, if renting wins at every demand within it.
fn beyond_all_it_can_do(pair: &PairResult) -> Option<BeyondCapacity> {
    pair.break_even.beyond_capacity.filter(|_| pair.break_even.outcome == CrossingOutcome::AlwaysRent)
}

/// Winning side by demand, in a short form.
pub(super) fn brief(planned: Option<&PlannedDemand>, pair: &PairResult) -> String {
    let (break_even, sides) = (&pair.break_even, sides(pair));
    let any = format!("at every demand{}", up_to(break_even));
    match &break_even.outcome {
        CrossingOutcome::Crosses => {
            let scale = Scale::of(break_even);
            let stretches = Segments::of(won(break_even), scale.points(), Winner::Own);
            let (won, turn) = (stretches.text(), stretches.turn(Winner::Own, sides));
            // the line starts with the name of the hybrid
            let own = if is_hybrid(pair) { "the hybrid" } else { sides.own };
            match &scale {
                Scale::Busy { .. } => format!("{own} wins while busy {won}{turn}"),
                Scale::Demand { points, .. } => {
                    let stated = planned::segments(planned, self::won(break_even), points, Winner::Own, WHOSE);
                    format!("{own} wins while demand stays {stated}{turn}")
                }
            }
        }
        CrossingOutcome::AlwaysOwn if is_hybrid(pair) => format!("the hybrid wins {any}"),
        CrossingOutcome::AlwaysOwn => format!("{} wins {any}", sides.own),
        CrossingOutcome::Equal => format!("both cost the same {any}"),
        CrossingOutcome::AlwaysRent => {
            let beyond = beyond_all_it_can_do(pair).and_then(|beyond| beyond.share_of_capacity);
            let beyond = beyond.map(|share| format!(", and up to {} of the fleet's capacity", figures::share(*share)));
            let beyond = beyond.unwrap_or_default();
            format!("{} wins {any}{beyond}", sides.rent)
        }
        CrossingOutcome::None(why) => format!("no break-even, {}", reasons::no_break_even(*why)),
    }
}

/// Winning side by demand, in a few words: `own above 37 % busy`; none if unknown.
pub(in crate::report) fn short(pair: &PairResult) -> Option<String> {
    let own = if is_hybrid(pair) { "hybrid" } else { "own" };
    match &pair.break_even.outcome {
        CrossingOutcome::Crosses => {
            let scale = Scale::of(&pair.break_even);
            let of = match &scale {
                Scale::Busy { .. } => "busy",
                Scale::Demand { .. } => "of plan",
            };
            let stretches = Segments::of(won(&pair.break_even), scale.points(), Winner::Own);
            Some(stretches.short().map_or_else(|| "changes often".to_owned(), |won| format!("{own} {won} {of}")))
        }
        CrossingOutcome::AlwaysOwn => Some(format!("always {own}")),
        CrossingOutcome::Equal => Some("always equal".to_owned()),
        CrossingOutcome::AlwaysRent => Some("always rent".to_owned()),
        CrossingOutcome::None(_) => None,
    }
}

fn won(break_even: &BreakEven) -> (&[BreakEvenPoint], &[Winner]) {
    (&break_even.points, &break_even.wins)
}

fn up_to(break_even: &BreakEven) -> String {
    break_even
        .factor_limit
        .map(|limit| format!(" tested (up to {} of plan)", figures::share(*limit)))
        .unwrap_or_default()
}

/// Scale of the break-even points: utilization of the fleet, or share of the planned demand.
enum Scale {
    /// Short form: points and planned utilization of the fleet.
    Busy { points: Vec<String>, today: String },
    /// Shares of the plan, and the utilization at the point.
    Demand { points: Vec<String>, busy: String },
}

impl Scale {
    fn of(break_even: &BreakEven) -> Scale {
        let points = &break_even.points;
        // at the plan itself both differ only in their last digits
        let there = |point: &BreakEvenPoint| {
            if point.factor == Decimal::ONE { break_even.today.or(point.utilization) } else { point.utilization }
        };
        let busy: Vec<Decimal> = points.iter().filter_map(there).chain(break_even.today).map(Decimal::from).collect();
        let known = busy.len() == points.len() + 1;
        let mut written = figures::shares(&busy);
        let short_form = points.iter().all(|point| point.demand_utilization.is_some());
        if known && short_form {
            let today = written.pop().unwrap_or_default();
            return Scale::Busy { points: written, today };
        }
        let factors: Vec<Decimal> = points.iter().map(|point| *point.factor).chain([Decimal::ONE]).collect();
        // close to the plan, a whole percent could round to its other side
        let is_close = |factor: &Decimal| *factor != Decimal::ONE && (*factor - Decimal::ONE).abs() < CLOSE;
        let decimals = figures::share_decimals(&factors).max(u32::from(factors.iter().any(is_close)));
        let mut shares: Vec<String> = factors.iter().map(|factor| number::percent(*factor, decimals)).collect();
        shares.pop();
        let busy = match (known, written.as_slice()) {
            (true, [there, today]) => format!(" (servers busy {there} of the time; plan {today})"),
            (true | false, _) => String::new(),
        };
        Scale::Demand { points: shares, busy }
    }

    fn points(&self) -> (&[String], ShareOf) {
        match self {
            Scale::Busy { points, .. } => (points, ShareOf::Time),
            Scale::Demand { points, .. } => (points, ShareOf::Plan),
        }
    }
}

/// Hours per day of a point: ` (8.9 h/day)` if the servers are busy that long, otherwise ` (work for 8.9 h/day)`.
fn hours_a_day(points: &[BreakEvenPoint]) -> String {
    let [point] = points else { return String::new() };
    let Some(hours) = point.hours_per_day else {
        return String::new();
    };
    let hours = number::grouped(*hours, 1);
    if point.utilization == point.demand_utilization {
        format!(" ({hours} h/day)")
    } else {
        format!(" (work for {hours} h/day)")
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{self, d, ratio};
    use super::super::axis::axis;
    use super::*;
    use crate::analysis::statement::DemandMeasure;
    use crate::analysis::statement::NoBreakEven;

    fn point(factor: &str, utilization: &str) -> BreakEvenPoint {
        BreakEvenPoint {
            factor: d(factor).into(),
            utilization: Some(d(utilization).into()),
            demand_utilization: Some(d(utilization).into()),
            hours_per_day: Some((d(utilization) * Decimal::from(24)).into()),
            replicas: [None, None],
            jump: true,
        }
    }

    /// A pair with these points; `first` wins the first segment, then the winners alternate.
    fn pair(points: Vec<BreakEvenPoint>, first: Winner) -> PairResult {
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
        assert_eq!(condition(None, &pair, Winner::Own), owning);
        let renting = "while the servers are busy no more than 37 % of the time (8.9 h/day); plan 60 %";
        assert_eq!(condition(None, &pair, Winner::Rent), renting);
    }

    #[test]
    fn winning_below_and_not_above_is_said() {
        let pair = pair(vec![point("1.4", "0.84")], Winner::Own);
        let owning =
            "while the servers are busy no more than 84 % of the time (20.2 h/day); plan 60 %; above that renting wins";
        assert_eq!(condition(None, &pair, Winner::Own), owning);
        assert!(condition(None, &pair, Winner::Rent).starts_with("while the servers are busy more than 84 %"));
    }

    #[test]
    fn several_crossings_are_stretches() {
        let three = pair(vec![point("0.5", "0.3"), point("0.8", "0.48"), point("0.9", "0.54")], Winner::Rent);
        let owning =
            "while the servers are busy more than 30 % and up to 48 %, or more than 54 % of the time; plan 60 %";
        assert_eq!(condition(None, &three, Winner::Own), owning);
        let many = ["0.5", "0.6", "0.7", "0.8", "0.9"].map(|x| point(x, &(d(x) * d("0.6")).to_string()));
        let many = pair(many.into(), Winner::Rent);
        let owning = "while the servers are busy more than 54 % of the time; plan 60 %; the winner changes 5 times between 30 % and 54 %";
        assert_eq!(condition(None, &many, Winner::Own), owning);
    }

    #[test]
    fn a_fleet_larger_than_demand_and_workloads_have_their_own_words() {
        let mut smaller = point("0.616", "0.3696");
        smaller.demand_utilization = Some(ratio("0.45"));
        smaller.hours_per_day = Some(ratio("10.8"));
        let said = condition(None, &pair(vec![smaller], Winner::Rent), Winner::Own);
        assert!(said.contains("more than 37 % of the time (work for 10.8 h/day); plan 60 %"), "{said}");
        // a picture whose axis is hours with work uses these
        let mut smaller = point("0.616", "0.3696");
        smaller.demand_utilization = Some(ratio("0.45"));
        smaller.hours_per_day = Some(ratio("10.8"));
        let of_work =
            |point| condition_of_work(None, &pair(vec![point], Winner::Rent), Winner::Own, Some(ratio("0.73")));
        assert_eq!(of_work(smaller), "while there is work more than 45 % of the time (10.8 h/day); plan 73 %");
        let same = of_work(point("0.616", "0.3696"));
        assert_eq!(same, "while the servers are busy more than 37 % of the time (8.9 h/day); plan 60 %");
        let mut of_workloads = point("0.56", "0.336");
        of_workloads.demand_utilization = None;
        of_workloads.hours_per_day = None;
        let said = condition(None, &pair(vec![of_workloads], Winner::Rent), Winner::Own);
        assert_eq!(said, "while demand stays above 56 % of plan (servers busy 34 % of the time; plan 60 %)");
    }

    #[test]
    fn a_break_even_is_stated_in_the_number_of_the_author() {
        let said = |amount: &str, measure, unit: Option<&str>, factors: &[&str]| {
            let in_tokens = unit.is_some() || measure == DemandMeasure::RequestsPerMonth;
            let planned = PlannedDemand {
                amount: ratio(amount),
                measure,
                unit: unit.map(str::to_owned),
                tokens_per_request: in_tokens.then(|| ratio("1300")),
            };
            let mut pair = of_workloads(factors, Winner::Rent);
            if let [point] = pair.break_even.points.as_mut_slice() {
                point.replicas = [in_tokens.then(|| ratio("1")), in_tokens.then(|| ratio("3"))];
            }
            condition(Some(&planned), &pair, Winner::Own)
        };
        let mean = said("20", DemandMeasure::MeanAccelerators, None, &["0.44"]);
        assert!(mean.starts_with("while demand stays above 8.8 accelerators on average, 44 % of plan"), "{mean}");
        let tokens = said("9000", DemandMeasure::UnitsPerMonth, Some("1M tokens"), &["0.5"]);
        // 4,500,000,000 / 1,300 × 12 / 365 = 113,804.0
        let expected = "while demand stays above 4,500 M tokens a month (113,804 requests a day; needs 1 replica on own \
                        servers, 3 rented), 50 %";
        assert!(tokens.starts_with(expected), "{tokens}");
        let reports = said("300", DemandMeasure::PeakUnitsPerHour, None, &["0.5"]);
        assert!(
            reports.starts_with("while demand stays above 150 units of output an hour at the peak, 50 %"),
            "{reports}"
        );
        let runs = said("10", DemandMeasure::RunsPerMonth, None, &["0.4", "0.8"]);
        let between = "while demand stays between 4 and 8 runs a month (between 40 % and 80 % of plan)";
        assert!(runs.starts_with(between), "{runs}");
        let requests = said("40000000", DemandMeasure::RequestsPerMonth, None, &["0.30905936"]);
        // 12,362,374.4 × 12 / 365 = 406,434.2, and × 1,300 = 16,071,086,720
        let expected = "while demand stays above 12.36 M requests a month (406,434 a day; 16,071 M tokens a month; \
                        needs 1 replica on own servers, 3 rented), 31 % of plan";
        assert!(requests.starts_with(expected), "{requests}");
        let close = said("40000000", DemandMeasure::RequestsPerMonth, None, &["0.955802525"]);
        assert!(close.starts_with("while demand stays above 38.2321 M requests a month"), "{close}");
    }

    /// The same points without values of the short form.
    fn of_workloads(factors: &[&str], first: Winner) -> PairResult {
        let of =
            |factor: &&str| BreakEvenPoint { demand_utilization: None, hours_per_day: None, ..point(factor, "0.5") };
        pair(factors.iter().map(of).collect(), first)
    }

    #[test]
    fn demand_of_workloads_is_said_as_a_share_of_the_plan() {
        let said = |factors: &[&str], first, side| {
            let mut pair = of_workloads(factors, first);
            pair.break_even.today = None;
            condition(None, &pair, side)
        };
        assert_eq!(said(&["0.56"], Winner::Rent, Winner::Own), "while demand stays above 56 % of plan");
        let below = "while demand stays below 130 % of plan; above that renting wins";
        assert_eq!(said(&["1.3"], Winner::Own, Winner::Own), below);
        assert_eq!(said(&["1.3"], Winner::Own, Winner::Rent), "while demand stays above 130 % of plan");
        let apart = "while demand stays below 80 % of plan, or above 130 %";
        assert_eq!(said(&["0.8", "1.3"], Winner::Own, Winner::Own), apart);
        let between = "while demand stays between 80 % and 130 % of plan";
        assert_eq!(said(&["0.8", "1.3"], Winner::Rent, Winner::Own), between);
        // the plan itself belongs to the side below
        assert_eq!(said(&["1"], Winner::Rent, Winner::Rent), "while demand stays within 100 % of plan");
        assert_eq!(said(&["1"], Winner::Rent, Winner::Own), "while demand stays above 100 % of plan");
        // a crossing close to the plan is not written as the plan
        assert_eq!(said(&["1.0004"], Winner::Rent, Winner::Own), "while demand stays above 100.04 % of plan");
    }

    #[test]
    fn at_the_plan_itself_two_figures_of_one_thing_are_not_told_apart() {
        let mut pair = of_workloads(&["1"], Winner::Rent);
        pair.break_even.points[0].utilization = Some(ratio("0.272617009133"));
        pair.break_even.today = Some(ratio("0.272617009132"));
        let expected = "while demand stays within 100 % of plan (servers busy 27 % of the time; plan 27 %)";
        assert_eq!(condition(None, &pair, Winner::Rent), expected);
    }

    #[test]
    fn the_axis_of_workloads_is_that_of_demand_also_above_the_plan() {
        let mut pair = of_workloads(&["1.2"], Winner::Rent);
        pair.break_even.factor_limit = Some(ratio("1.6"));
        let axis = axis(&pair, Winner::Rent, None).unwrap();
        assert_eq!((axis.points, axis.today), (vec![d("0.75")], Some(d("0.625"))));
        assert_eq!((axis.known, axis.end.as_str()), (Decimal::ONE, "160 % of plan"));
    }

    #[test]
    fn without_a_crossing_it_is_said_who_wins() {
        let mut pair = pair(Vec::new(), Winner::Own);
        pair.break_even.outcome = CrossingOutcome::AlwaysOwn;
        assert_eq!(condition(None, &pair, Winner::Own), "owning wins at every demand tested (up to 167 % of plan)");
        pair.break_even.outcome = CrossingOutcome::AlwaysRent;
        assert_eq!(condition(None, &pair, Winner::Own), "renting wins at every demand tested (up to 167 % of plan)");
        assert_eq!(axis(&pair, Winner::Own, None), None);
        pair.break_even.outcome = CrossingOutcome::None(NoBreakEven::NothingDemanded);
        assert_eq!(condition(None, &pair, Winner::Own), "no break-even: no useful hours are demanded");
    }

    #[test]
    fn what_the_fleet_would_have_to_do_is_said_apart_from_what_it_can() {
        let mut pair = pair(Vec::new(), Winner::Rent);
        pair.break_even.outcome = CrossingOutcome::AlwaysRent;
        let beyond = |share: Option<&str>| BeyondCapacity {
            share_of_capacity: share.map(ratio),
            demand_factor: share.map(ratio),
            looked_up_to: ratio("10"),
        };
        assert_eq!(
            (beyond_capacity(&pair), brief(None, &pair).as_str()),
            (None, "renting wins at every demand tested (up to 167 % of plan)")
        );
        pair.break_even.beyond_capacity = Some(beyond(Some("1.22")));
        let said = "owning would win only if the fleet served more than 122 % of its capacity at the same cost";
        assert_eq!(beyond_capacity(&pair).as_deref(), Some(said));
        let said = "renting wins at every demand tested (up to 167 % of plan), and up to 122 % of the fleet's capacity";
        assert_eq!(brief(None, &pair), said);
        pair.break_even.beyond_capacity = Some(beyond(None));
        let said = "owning would not win even if the fleet served 10 times its capacity at the same cost";
        assert_eq!(beyond_capacity(&pair).as_deref(), Some(said));
        // if owning wins at some demand, there is a break-even within capacity
        pair.break_even.outcome = CrossingOutcome::AlwaysOwn;
        assert_eq!(beyond_capacity(&pair), None);
    }

    #[test]
    fn a_hybrid_is_called_by_its_name() {
        let mut pair = example::pair("hybrid.serve-at-home", "rent.neocloud");
        pair.break_even.outcome = CrossingOutcome::AlwaysOwn;
        assert_eq!(
            condition(None, &pair, Winner::Own),
            "hybrid.serve-at-home wins at every demand tested (up to 167 % of plan)"
        );
    }
}
