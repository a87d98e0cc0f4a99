//! The load of an option: whole workloads, or the part of them that an owned fleet leaves.

use crate::demand::{CapacityMeasure, DraftDemand, FirmLevel, FirmLevels, Weights, Work, reference_hours};
use crate::scenario::document::NodeId;
use crate::sheet::{Curve, CurveQuery, Figure, Weight};
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
    /// Only levels on one side of a capacity.
    pub limit: Option<LoadLimit<'s>>,
    /// Only for this share of the hours.
    pub share: Option<Figure<'s>>,
}

/// Side of a capacity on which the levels of a part lie.
#[derive(Clone, Debug)]
pub enum LoadLimit<'s> {
    /// Levels above the capacity of a fleet or of a quota, for another option.
    Above(Capacity<'s>),
    /// Levels up to the capacity of the option's own quota.
    Within(Capacity<'s>),
}

/// The capacity of a fleet or of a quota.
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

    /// The load within a capacity with the flexible work, and the firm work above it.
    #[must_use]
    pub fn split(self, capacity: Capacity<'s>) -> (OptionLoad<'s>, OptionLoad<'s>) {
        let part = |limit| vec![LoadPart { limit: Some(limit), share: None }];
        let above = part(LoadLimit::Above(capacity.clone()));
        let rest = OptionLoad { firm: above, pools: Vec::new(), ..self.clone() };
        (OptionLoad { firm: part(LoadLimit::Within(capacity)), ..self }, rest)
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
    /// Curve of the firm work of a set at the demand factor, in a measure or in reference accelerators, with its query.
    #[must_use]
    pub fn of(
        &self,
        demand: &DraftDemand<'s>,
        set: &[usize],
        level: FirmLevel,
        measure: Option<&CapacityMeasure<'s>>,
    ) -> (Curve<'s>, CurveQuery<'s>) {
        self.levels(demand, set, level.into(), measure)
    }

    /// Like `of`, at any demand point.
    #[must_use]
    pub fn levels(
        &self,
        demand: &DraftDemand<'s>,
        set: &[usize],
        levels: FirmLevels,
        measure: Option<&CapacityMeasure<'s>>,
    ) -> (Curve<'s>, CurveQuery<'s>) {
        let in_measure = |workload| measure.map(|measure| measure.weight(demand.draft, workload, levels.level));
        let weight = |workload: usize| in_measure(workload).unwrap_or_default();
        let is_in_reference = |measure: &CapacityMeasure<'s>| measure.is_in_reference();
        // levels in whole replicas of one option are not those of another
        let is_whole = |measure: &CapacityMeasure<'s>| levels.level == FirmLevel::Needed && measure.has_replicas(set);
        let mut measures = self.capacity().map(|capacity| &capacity.measure).into_iter().chain(measure);
        let is_of_the_option = matches!(self.limit, Some(LoadLimit::Within(_))) && measure.is_some();
        let alike = is_of_the_option || measures.all(|measure| is_in_reference(measure) && !is_whole(measure));
        self.cut(demand, set, levels, &weight, alike)
    }

    /// Curve of one workload of a set, in reference accelerators, with its query.
    fn of_one(
        &self,
        demand: &DraftDemand<'s>,
        set: &[usize],
        level: FirmLevel,
        workload: usize,
    ) -> (Curve<'s>, CurveQuery<'s>) {
        let Some(capacity) = self.capacity() else {
            return demand.curve(&[workload], level.into(), &|_| Weight::default(), None);
        };
        let none = || demand.draft.constant(0, Unit::ONE, "another workload");
        let weight = |at: usize| (at != workload).then(none).into();
        let alike = set == [workload] && capacity.measure.is_in_reference();
        self.cut(demand, set, level.into(), &weight, alike)
    }

    /// The capacity that limits it, if any.
    fn capacity(&self) -> Option<&Capacity<'s>> {
        match self.limit.as_ref()? {
            LoadLimit::Above(capacity) | LoadLimit::Within(capacity) => Some(capacity),
        }
    }

    /// Curve and query above or within the capacity. `alike`: the levels are comparable with the capacity.
    fn cut(
        &self,
        demand: &DraftDemand<'s>,
        set: &[usize],
        levels: FirmLevels,
        weight: Weights<'_, 's>,
        alike: bool,
    ) -> (Curve<'s>, CurveQuery<'s>) {
        let (Some(limit), Some(capacity)) = (&self.limit, self.capacity()) else {
            return demand.curve(set, levels, weight, None);
        };
        // for partly failing work, the useful share is cut by the level at work
        let is_own_gauge =
            !matches!(levels.level, FirmLevel::Finished | FirmLevel::Useful) || !demand.loses_firm_work(set);
        let gauge = |workload: usize| capacity.measure.weight(demand.draft, workload, levels.level);
        // the capacity in the unit of the levels, if they have one
        let comparable = match demand.only_firm_work(set) {
            _ if !is_own_gauge => None,
            _ if alike => Some(capacity.level),
            Some(only) if weight(only).whole.or(gauge(only).whole).is_none() => {
                let level = capacity.measure.reference(only, capacity.level);
                Some(weight(only).factor.map_or(level, |factor| level * factor))
            }
            _ => None,
        };
        match (limit, comparable) {
            (LoadLimit::Above(_), None) => {
                let curve = demand.curve_above(set, levels, (weight, &gauge), capacity.level);
                (curve, CurveQuery::default())
            }
            (LoadLimit::Above(_), Some(level)) => {
                let (curve, query) = demand.curve(set, levels, weight, None);
                (curve, CurveQuery { above: Some(level), ..query })
            }
            (LoadLimit::Within(_), None) => {
                let (curve, query) = demand.curve(set, levels, weight, Some(&gauge));
                (curve, CurveQuery { cap: Some(capacity.level), ..query })
            }
            (LoadLimit::Within(_), Some(level)) => {
                let (curve, query) = demand.curve(set, levels, weight, None);
                (curve, CurveQuery { cap: Some(level), ..query })
            }
        }
    }
}
