//! The work that is asked of an option: whole workloads, or what an owned fleet leaves of them.

use crate::demand::{CapacityMeasure, DraftDemand, FirmLevel, Work, reference_hours};
use crate::scenario::document::NodeId;
use crate::sheet::{Curve, CurveQuery, Figure};
use crate::timeline::Timeline;
use crate::unit::Unit;

/// Work that is asked of an option in some months.
#[derive(Clone, Debug)]
pub struct OptionLoad<'s> {
    /// The workloads, by their place in the demand.
    pub set: Vec<usize>,
    /// What of the firm ones: parts that add up.
    pub firm: Vec<LoadPart<'s>>,
    /// What of the flexible ones.
    pub pools: Vec<LoadPool<'s>>,
    /// First month in which it is asked.
    pub first: u32,
    /// Last month in which it is asked.
    pub last: u32,
    /// What these months follow from.
    pub because: Vec<NodeId>,
}

/// What of firm work is asked.
#[derive(Clone, Debug, Default)]
pub struct LoadPart<'s> {
    /// Only what lies above the capacity of a fleet.
    pub above: Option<Capacity<'s>>,
    /// Only for this share of the hours.
    pub share: Option<Figure<'s>>,
}

/// The capacity of a fleet.
#[derive(Clone, Debug)]
pub struct Capacity<'s> {
    /// How much it is.
    pub level: Figure<'s>,
    /// What it is counted in.
    pub measure: CapacityMeasure<'s>,
}

/// What of a flexible workload is asked.
#[derive(Clone, Copy, Debug)]
pub struct LoadPool<'s> {
    /// The workload, by its place in the demand.
    pub workload: usize,
    /// Hours spent a month, in reference accelerator-hours.
    pub spent: Figure<'s>,
}

impl<'s> OptionLoad<'s> {
    /// All of some workloads over the whole horizon.
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

    /// A row in the months in which the work is asked.
    #[must_use]
    pub fn limited(&self, timeline: &Timeline<'s>, row: Figure<'s>) -> Figure<'s> {
        timeline.limited(row, self.first, self.last, &self.because)
    }

    /// Sum over the firm parts of hours a month, in the months in which they are asked.
    pub fn firm_hours(&self, timeline: &Timeline<'s>, of: impl Fn(&LoadPart<'s>) -> Figure<'s>) -> Figure<'s> {
        let part = |part: &LoadPart<'s>| part.share.map_or_else(|| of(part), |share| share * of(part));
        let sum = self.firm.iter().map(part).reduce(|a, b| a + b).expect("a load has a firm part");
        self.limited(timeline, sum)
    }

    /// The most units that any firm part needs at any time of a month.
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

    /// Useful hours a month of one pool, in reference accelerator-hours.
    #[must_use]
    pub fn useful_of_pool(&self, timeline: &Timeline<'s>, demand: &DraftDemand<'s>, pool: &LoadPool<'s>) -> Figure<'s> {
        let share = demand.workloads[pool.workload].useful_share;
        self.limited(timeline, share.map_or(pool.spent, |share| pool.spent * share))
    }

    /// Useful hours a month of one workload, in reference accelerator-hours: above a capacity, in proportion.
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
    /// The curve of the firm work of a set, in a measure or in reference accelerators, and where it is cut.
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

    /// The curve of one workload of a set, in reference accelerators, and where it is cut.
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

    /// `alike` says that the levels are counted in reference accelerators and are those that a fleet's capacity in reference
    /// accelerators is laid against.
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
        // of a level that fails in part, the useful share is cut with what is at work
        let is_own_gauge = !matches!(level, FirmLevel::Finished | FirmLevel::Useful) || !demand.loses_firm_work(set);
        if alike && is_own_gauge && matches!(capacity.measure, CapacityMeasure::Reference(_)) {
            return (demand.curve(set, level, weight, None), query);
        }
        let gauge = |at: usize| capacity.measure.weight(demand.draft, at);
        (demand.curve_above(set, level, (weight, &gauge), capacity.level), CurveQuery::default())
    }
}
