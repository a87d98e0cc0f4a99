//! Pairs other than the one of the verdict, one line each.

use super::payback::in_a_line;
use super::planned;
use super::segments::{Segments, ShareOf};
use crate::analysis::statement::{
    BreakEvenPoint, Comparison, PairHalf, PairResult, RequestedPairs, SameSideBreakEven, SameSideOutcome, SameSidePair,
};
use crate::number;
use crate::reasons;
use crate::report::figures;
use rust_decimal::Decimal;
use std::ptr;

/// Maximum number of pairs shown, unless all are requested.
const MANY_PAIRS: usize = 6;

/// The requested pairs. By default pairs of owning and renting; if there are many, only those with an option of the
/// best pair, which the verdict covers.
pub(super) fn lines(comparison: &Comparison) -> Vec<String> {
    let pairs = &comparison.pairs;
    let best = comparison.best_pair();
    let others = || pairs.iter().filter(|pair| best.is_none_or(|best| !ptr::eq(*pair, best)));
    let line = |pair: &PairResult| in_a_line(comparison, pair);
    let of_one_side = pairs.of_one_side.iter().map(|pair| of_one_side(comparison, pair));
    match &pairs.requested {
        RequestedPairs::AcrossSides => {
            let of_interest = |pair: &&PairResult| {
                pairs.len() <= MANY_PAIRS || best.is_none_or(|best| pair.own == best.own || pair.rent == best.rent)
            };
            let (said, unsaid): (Vec<_>, Vec<_>) = others().partition(of_interest);
            let mut said: Vec<String> = said.into_iter().map(line).collect();
            if !unsaid.is_empty() {
                let count = number::counted(unsaid.len(), "more pair");
                said.push(format!("{count} with `--pairs all`"));
            }
            said
        }
        RequestedPairs::All => others().map(line).chain(of_one_side).collect(),
        RequestedPairs::Against(name) => {
            let with = pairs.iter().filter(|pair| pair.own == **name || pair.rent == **name);
            let said: Vec<String> = with.map(line).chain(of_one_side).collect();
            if said.is_empty() { vec![format!("no other option does the same work as {name}")] } else { said }
        }
    }
}

/// A pair of one side: `rent.a against rent.b: rent.a costs less while demand stays below 80 % of plan`.
fn of_one_side(comparison: &Comparison, pair: &SameSidePair) -> String {
    let break_even = &pair.break_even;
    let name = |half: PairHalf| match half {
        PairHalf::First => pair.first.as_str(),
        PairHalf::Second => pair.second.as_str(),
    };
    let limit = break_even.factor_limit.map(|limit| format!(" tested (up to {} of plan)", figures::share(*limit)));
    let any = format!("at every demand{}", limit.unwrap_or_default());
    let found = match break_even.outcome {
        SameSideOutcome::Crosses => {
            let half = break_even.at_plan();
            format!("{} costs less while {}", name(half), condition(comparison, break_even, half))
        }
        SameSideOutcome::Always(half) => format!("{} costs less {any}", name(half)),
        SameSideOutcome::Equal => format!("both cost the same {any}"),
        SameSideOutcome::None(why) => format!("no break-even, {}", reasons::no_break_even(why)),
    };
    format!("{} against {}: {found}", pair.first, pair.second)
}

/// Demand for which one of two options costs less: `there is work more than 50 % of the time (12.0 h/day); plan 65 %`.
fn condition(comparison: &Comparison, break_even: &SameSideBreakEven, half: PairHalf) -> String {
    let found = (break_even.points.as_slice(), break_even.wins.as_slice());
    let said = |written: &[String], of: ShareOf| {
        let stretches = Segments::of(found, (written, of), half);
        (stretches.text(), stretches.changes().unwrap_or_default())
    };
    let work = |point: &BreakEvenPoint| point.demand_utilization.map(Decimal::from);
    let shares: Option<Vec<Decimal>> = break_even.points.iter().map(work).collect();
    let planned = comparison.header.demand_utilization.map(Decimal::from);
    if let Some((shares, planned)) = shares.zip(planned) {
        let mut written = figures::shares(&shares.into_iter().chain([planned]).collect::<Vec<_>>());
        let plan = written.pop().unwrap_or_default();
        let (won, changes) = said(&written, ShareOf::Time);
        let hours = match break_even.points.as_slice() {
            [BreakEvenPoint { hours_per_day: Some(hours), .. }] => format!(" ({} h/day)", number::grouped(**hours, 1)),
            _ => String::new(),
        };
        return format!("there is work {won}{hours}; plan {plan}{changes}");
    }
    // includes the plan, so that no other point is written as the plan
    let factors = break_even.points.iter().map(|point| *point.factor).chain([Decimal::ONE]);
    let mut written = figures::shares(&factors.collect::<Vec<_>>());
    written.pop();
    let (_, changes) = said(&written, ShareOf::Plan);
    let stated = planned::segments(
        comparison.planned_demand.as_ref(),
        found,
        &written,
        half,
        ["for the first", "for the second"],
    );
    format!("demand stays {stated}{changes}")
}
