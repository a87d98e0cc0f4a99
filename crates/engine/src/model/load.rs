//! The load of an option: whole workloads, or the part of them that an owned fleet leaves.

use crate::demand::{CapacityMeasure, DraftDemand, FirmLevel, Work, reference_hours};
use crate::scenario::document::NodeId;
use crate::sheet::{Curve, CurveQuery, Figure};
use crate::timeline::Timeline;
use crate::unit::Unit;

/// Demand on an option in a range of months.
#[derive(Clone, Debug)]
pub struct OptionLoad<'s> {
    /// Indices of the workloads in the demand.
    pub set: Vec<usize>,
    /// Parts of the firm workloads; they add up.
    pub firm: Vec<LoadPart<'s>>,
    /// Flexible workloads.
    pub pools: Vec<LoadPool<'s>>,
    /// First month of the load.
    pub first: u32,
    /// Last month of the load.
    pub last: u32,
    /// Document nodes that determine these months.
    pub because: Vec<NodeId>,
}

/// A part of firm work.
#[derive(Clone, Debug, Default)]
pub struct LoadPart<'s> {
    /// Only levels above this capacity of a fleet.
    pub above: Option<Capacity<'s>>,
    /// Only for this share of the hours.
    pub share: Option<Figure<'s>>,
}

/// The capacity of a fleet.
#[derive(Clone, Debug)]
pub struct Capacity<'s> {
    /// Amount.
    pub level: Figure<'s>,
    /// Its measure.
    pub measure: CapacityMeasure<'s>,
}

/// A flexible workload as part of a load.
#[derive(Clone, Copy, Debug)]
pub struct LoadPool<'s> {
    /// Index of the workload in the demand.
    pub workload: usize,
    /// Hours spent a month, including failed runs, in reference accelerator-hours.
    pub spent: Figure<'s>,
}

impl<'s> OptionLoad<'s> {
    /// The whole of some workloads over the horizon.
    #[must_use]
    pub fn whole(timeline: &Timeline<'s>, demand: &DraftDemand<'s>, set: &[usize]) -> OptionLoad<'s> {
        let pools = demand.pools(set).map(|(workload, _, pool)| LoadPool { workload, spent: pool.spent });
        OptionLoad {
            set: set.to_vec(),
            firm: vec![LoadPart::default()],
            pools: pools.collect(),
            first: 1,
            last: timeline.horizon,
            because: Vec::new(),
        }
    }

    /// Limits a row to the months of the load.
    #[must_use]
    pub fn limited(&self, timeline: &Timeline<'s>, row: Figure<'s>) -> Figure<'s> {
        timeline.limited(row, self.first, self.last, &self.because)
    }

    /// Sum over the firm parts of hours a month, in the months of the load.
    pub fn firm_hours(&self, timeline: &Timeline<'s>, of: impl Fn(&LoadPart<'s>) -> Figure<'s>) -> Figure<'s> {
        let part = |part: &LoadPart<'s>| part.share.map_or_else(|| of(part), |share| share * of(part));
        let sum = self.firm.iter().map(part).reduce(|a, b| a + b).expect("a load has a firm part");
        self.limited(timeline, sum)
    }

    /// Maximum units that any firm part needs at any time of a month.
    pub fn firm_most(&self, timeline: &Timeline<'s>, of: impl Fn(&LoadPart<'s>) -> Figure<'s>) -> Figure<'s> {
        let part = |part: &LoadPart<'s>| part.share.map_or_else(|| of(part), |share| share.any() * of(part));
        let most = self.firm.iter().map(part).reduce(|a, b| a.max(b)).expect("a load has a firm part");
        self.limited(timeline, most)
    }

    /// Useful hours a month, in reference accelerator-hours.
    #[must_use]
    pub fn useful(&self, timeline: &Timeline<'s>, demand: &DraftDemand<'s>) -> Figure<'s> {
        let firm = self.firm_hours(timeline, |part| {
            let (curve, query) = part.of(demand, &self.set, FirmLevel::Useful, None);
            timeline.draft.hours(curve, query)
        });
        self.pools.iter().fold(firm, |sum, pool| sum + self.useful_of_pool(timeline, demand, pool))
    }

    /// Useful hours a month of one flexible workload, in reference accelerator-hours.
    #[must_use]
    pub fn useful_of_pool(&self, timeline: &Timeline<'s>, demand: &DraftDemand<'s>, pool: &LoadPool<'s>) -> Figure<'s> {
        let share = demand.workloads[pool.workload].useful_share;
        self.limited(timeline, share.map_or(pool.spent, |share| pool.spent * share))
    }

    /// Useful hours a month of one workload, in reference accelerator-hours; above a capacity, in proportion.
    #[must_use]
    pub fn useful_of(&self, timeline: &Timeline<'s>, demand: &DraftDemand<'s>, workload: usize) -> Figure<'s> {
        match &demand.workloads[workload].work {
            Work::Flexible(_) => self.pools.iter().find(|pool| pool.workload == workload).map_or_else(
                || timeline.draft.nothing(reference_hours()),
                |p| self.useful_of_pool(timeline, demand, p),
            ),
            Work::Firm(_) => self.firm_hours(timeline, |part| {
                let (curve, query) = part.of_one(demand, &self.set, FirmLevel::Useful, workload);
                timeline.draft.hours(curve, query)
            }),
        }
    }
}

impl<'s> LoadPart<'s> {
    /// Curve of the firm work of a set, in a measure or in reference accelerators, with its query.
    #[must_use]
    pub fn of(
        &self,
        demand: &DraftDemand<'s>,
        set: &[usize],
        level: FirmLevel,
        measure: Option<&CapacityMeasure<'s>>,
    ) -> (Curve<'s>, CurveQuery<'s>) {
        let weight = |at: usize| measure.and_then(|measure| measure.weight(demand.draft, at));
        self.cut(
            demand,
            set,
            level,
            &weight,
            measure.is_none_or(|measure| matches!(measure, CapacityMeasure::Reference(_))),
        )
    }

    /// Curve of one workload of a set, in reference accelerators, with its query.
    fn of_one(
        &self,
        demand: &DraftDemand<'s>,
        set: &[usize],
        level: FirmLevel,
        workload: usize,
    ) -> (Curve<'s>, CurveQuery<'s>) {
        if self.above.is_none() {
            return (demand.curve(&[workload], level, &|_| None, None), demand.whole());
        }
        let none = || demand.draft.constant(0, Unit::ONE, "another workload");
        let weight = |at: usize| (at != workload).then(none);
        self.cut(demand, set, level, &weight, set == [workload])
    }

    /// Curve and query above the capacity. `alike`: the levels are in reference accelerators and comparable with a
    /// fleet's capacity in reference accelerators.
    fn cut(
        &self,
        demand: &DraftDemand<'s>,
        set: &[usize],
        level: FirmLevel,
        weight: &dyn Fn(usize) -> Option<Figure<'s>>,
        alike: bool,
    ) -> (Curve<'s>, CurveQuery<'s>) {
        let Some(capacity) = &self.above else {
            return (demand.curve(set, level, weight, None), demand.whole());
        };
        let query = CurveQuery { above: Some(capacity.level), ..demand.whole() };
        // for partly failing work, the useful share is cut by the level at work
        let is_own_gauge = !matches!(level, FirmLevel::Finished | FirmLevel::Useful) || !demand.loses_firm_work(set);
        if alike && is_own_gauge && matches!(capacity.measure, CapacityMeasure::Reference(_)) {
            return (demand.curve(set, level, weight, None), query);
        }
        let gauge = |at: usize| capacity.measure.weight(demand.draft, at);
        (demand.curve_above(set, level, (weight, &gauge), capacity.level), CurveQuery::default())
    }
}
