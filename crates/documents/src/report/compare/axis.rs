//! Axis of demand with the winning side of each segment.

use super::demand::is_hybrid;
use crate::amount::Ratio;
use crate::analysis::statement::{BreakEvenPoint, CrossingOutcome, PairResult, Winner};
use crate::report::figures;
use crate::report::page::{Axis, AxisSegment, Stroke};
use rust_decimal::Decimal;

/// Axis of a pair: hours with work in the short form, with the planned share of them; otherwise demand.
pub(super) fn axis(pair: &PairResult, winner: Winner, plan: Option<Ratio>) -> Option<Axis> {
    let break_even = &pair.break_even;
    if break_even.outcome != CrossingOutcome::Crosses {
        return None;
    }
    let limit = break_even.factor_limit?;
    let stretches = stretches(pair, winner);
    let busy = |point: &BreakEvenPoint| point.demand_utilization.map(Decimal::from);
    let utilizations: Option<Vec<Decimal>> = break_even.points.iter().map(busy).collect();
    if let (Some(points), Some(today)) = (utilizations, plan) {
        let known = today.checked_mul(*limit).unwrap_or(Decimal::ONE).min(Decimal::ONE);
        return Some(Axis { points, stretches, today: Some(*today), known, end: "100 %".to_owned() });
    }
    let points = break_even.points.iter().map(|point| point.factor.checked_div(*limit)).collect::<Option<Vec<_>>>()?;
    let today = Decimal::ONE.checked_div(*limit);
    let end = format!("{} of plan", figures::share(*limit));
    Some(Axis { points, stretches, today, known: Decimal::ONE, end })
}

/// Winner of each segment.
fn stretches(pair: &PairResult, winner: Winner) -> Vec<AxisSegment> {
    let of = |side: &Winner| {
        let name = match side {
            Winner::Own if is_hybrid(pair) => "hybrid",
            Winner::Own => "own",
            Winner::Rent => "rent",
        };
        AxisSegment { name, stroke: if *side == winner { Stroke::Heavy } else { Stroke::Light } }
    };
    pair.break_even.wins.iter().map(of).collect()
}
