//! What is demanded: load-duration curves and useful hours, in reference accelerators.

use crate::scenario::demand::Demand as Given;
use crate::sheet::{CurveId, Figure};
use crate::timeline::Timeline;
use rust_decimal::Decimal;

/// Firm demand, month by month.
#[derive(Clone, Copy, Debug)]
pub struct Demand<'s> {
    /// Needed levels, in reference accelerators.
    pub curve: CurveId,
    /// Useful hours a month, in reference accelerator-hours.
    pub useful: Figure<'s>,
    /// The factor that a break-even moves demand with; 1 as stated.
    pub factor: Figure<'s>,
    /// The largest factor that the statement of the demand allows, `1 / U`.
    pub factor_limit: Figure<'s>,
    /// Share of the hours with work, at the factor.
    pub utilization: Figure<'s>,
    /// Useful output of a reference accelerator-hour.
    pub output: Option<Figure<'s>>,
}

/// The short form: N accelerators for the share U of the hours, and nothing for the rest. Growth moves N; the demand
/// factor x moves U, so that `U · x` may not exceed 1. The level is needed and useful alike.
#[must_use]
pub fn short_form<'s>(timeline: &Timeline<'s>, demand: &Given) -> Demand<'s> {
    let draft = timeline.draft;
    let factor = draft.variable("demand factor", Decimal::ONE);
    let stated = draft.given(&demand.utilization);
    let growth = timeline.growth(draft.given(&demand.growth_per_year));
    let level = (draft.given(&demand.accelerators) * growth).named("accelerators needed");
    let utilization = (stated * factor).named("share of hours with work");
    let curve = draft.two_level(level, utilization, timeline.hours);
    Demand {
        curve,
        useful: draft.hours(curve, None, None, None).named("useful hours demanded"),
        factor,
        factor_limit: 1 / stated,
        utilization,
        output: demand.unit.as_ref().map(|unit| draft.given(&unit.per_accelerator_hour)),
    }
}
