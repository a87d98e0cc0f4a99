//! Renting: what an option charges for a load, whether that is the whole demand or what an owned fleet leaves to it.

use super::line::{DraftLine, Flow, Group};
use super::operating::{self, Measures, Span};
use crate::demand::Demand;
use crate::scenario::bases::{CommittedPrice, Tariff};
use crate::scenario::document::{Entry, Given, NodeId};
use crate::scenario::quantities::Instances;
use crate::scenario::rent::{Commitment, Rent, Scaling};
use crate::sheet::{CurveId, Figure};
use crate::timeline::{Cuts, Timeline};
use crate::unit::Unit;

/// Firm work that is asked of an option.
#[derive(Clone, Debug)]
pub struct Load<'s> {
    /// Parts that add up.
    pub parts: Vec<LoadPart<'s>>,
    /// First month in which it is asked.
    pub first: u32,
    /// Last month in which it is asked.
    pub last: u32,
    /// What these months follow from.
    pub because: Vec<NodeId>,
}

/// What lies above a level of a curve, for a share of its hours.
#[derive(Clone, Copy, Debug)]
pub struct LoadPart<'s> {
    /// The curve, in reference accelerators.
    pub curve: CurveId,
    /// Only what lies above this, in reference accelerators.
    pub above: Option<Figure<'s>>,
    /// Only for this share of the hours.
    pub share: Option<Figure<'s>>,
}

impl<'s> Load<'s> {
    /// The whole demand over the whole horizon.
    #[must_use]
    pub fn whole(timeline: &Timeline<'s>, demand: &Demand<'s>) -> Load<'s> {
        let part = LoadPart { curve: demand.curve, above: None, share: None };
        Load { parts: vec![part], first: 1, last: timeline.horizon, because: Vec::new() }
    }

    /// Sum over the parts of unit-hours a month, in the months in which it is asked.
    fn hours(&self, timeline: &Timeline<'s>, of: impl Fn(&LoadPart<'s>) -> Figure<'s>) -> Figure<'s> {
        let part = |part: &LoadPart<'s>| part.share.map_or_else(|| of(part), |share| share * of(part));
        let sum = self.parts.iter().map(part).reduce(|a, b| a + b).expect("a load has parts");
        timeline.limited(sum, self.first, self.last, &self.because)
    }

    /// Useful hours, in reference accelerator-hours a month.
    #[must_use]
    pub fn useful(&self, timeline: &Timeline<'s>) -> Figure<'s> {
        self.hours(timeline, |part| timeline.draft.hours(part.curve, part.above, None, None))
    }

    /// The highest level of the month, in reference accelerators.
    fn peak(&self, timeline: &Timeline<'s>) -> Figure<'s> {
        let part = |part: &LoadPart<'s>| {
            let peak = timeline.draft.peak(part.curve);
            let peak = part.above.map_or(peak, |above| (peak - above).above_zero());
            part.share.map_or(peak, |share| share.any() * peak)
        };
        let peak = self.parts.iter().map(part).reduce(|a, b| a.max(b)).expect("a load has parts");
        timeline.limited(peak, self.first, self.last, &self.because)
    }
}

/// A commitment as it is made for a load.
#[derive(Clone, Copy, Debug)]
pub struct Committed<'a> {
    /// The commitment of the option.
    pub entry: &'a Entry<Commitment>,
    /// How many instances of it.
    pub instances: &'a Given<Instances>,
    /// First month of the first term.
    pub first: u32,
}

/// The commitments of an option as stated for itself.
#[must_use]
pub fn stated(rent: &Rent) -> Vec<Committed<'_>> {
    let committed =
        |entry| Committed { entry, instances: &entry.value.instances, first: entry.value.starts_month.value.count() };
    rent.commitments.iter().map(committed).collect()
}

/// One term of a commitment, cut at the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term {
    first: u32,
    last: u32,
    renewal: bool,
}

fn terms(committed: &Committed<'_>, horizon: u32) -> Vec<Term> {
    let commitment = &committed.entry.value;
    let length = commitment.term_months.value.count();
    let count = if commitment.renew.value { usize::MAX } else { 1 };
    (committed.first..=horizon)
        .step_by(length as usize)
        .take(count)
        .map(|first| Term { first, last: (first + length - 1).min(horizon), renewal: first > committed.first })
        .collect()
}

/// Cuts the periods where what an option charges for a load from `first` to `last` begins or ends.
pub fn cut(cuts: &mut Cuts, rent: &Rent, committed: &[Committed<'_>], (first, last): (u32, u32), horizon: u32) {
    cuts.span(first, last);
    for committed in committed {
        for term in terms(committed, horizon) {
            cuts.span(term.first, term.last);
        }
    }
    // the need for dedicated instances rises at anniversaries and where the load begins; what began then ends a term later
    if let Some(term) = &rent.minimum_term_months {
        let begins: Vec<u32> = (1..=horizon).step_by(12).chain([first]).collect();
        for begin in begins {
            cuts.begin(begin + term.value.count());
        }
    }
}

/// What an option charges for a load.
#[derive(Clone, Debug)]
pub struct Usage<'s> {
    /// Lines by their reserved names.
    pub lines: Vec<DraftLine<'s>>,
    /// Metered charges of the month, commitments counted as if nothing were upfront.
    pub bill: Figure<'s>,
    /// 1 in months in which anything is rented or committed.
    pub rented: Figure<'s>,
    /// Useful hours served, reference accelerator-hours a month.
    pub useful: Figure<'s>,
    /// Instance-hours paid for in a month; none with a price per unit.
    pub paid: Option<Paid<'s>>,
    /// How each commitment is used.
    pub commitments: Vec<CommitmentUse<'s>>,
}

/// Instances paid for.
#[derive(Clone, Copy, Debug)]
pub struct Paid<'s> {
    /// Instance-hours a month.
    pub instance_hours: Figure<'s>,
    /// Reference accelerators that an instance replaces.
    pub step: Figure<'s>,
}

/// How a commitment is used.
#[derive(Clone, Debug)]
pub struct CommitmentUse<'s> {
    /// Its name.
    pub name: String,
    /// Hours used over hours paid for.
    pub used_share: Figure<'s>,
    /// Hours used over all hours needed.
    pub covered_share: Figure<'s>,
}

/// The charges of a rent option for a load: commitments first, the rest by its other price.
/// `group` is the group that its lines stand in.
#[must_use]
pub fn usage<'s>(
    timeline: &Timeline<'s>,
    demand: &Demand<'s>,
    rent: &Rent,
    load: &Load<'s>,
    committed: &[Committed<'_>],
    group: Group,
) -> Usage<'s> {
    let metering = Metering { timeline, rent, load, group };
    match rent.tariff() {
        Tariff::OnDemandInstance(price) => {
            let list = timeline.draft.given(price);
            metering.on_demand(list, committed)
        }
        Tariff::OnDemandAccelerator(price) => {
            let list = timeline.draft.given(price) * metering.accelerators();
            metering.on_demand(list, committed)
        }
        Tariff::DedicatedInstance(price) => metering.dedicated(timeline.draft.given(price)),
        Tariff::DedicatedAccelerator(price) => {
            metering.dedicated(timeline.draft.given(price) * metering.accelerators())
        }
        Tariff::PerUnit(price) => metering.per_unit(timeline.draft.given(price), demand),
    }
}

struct Metering<'a, 's> {
    timeline: &'a Timeline<'s>,
    rent: &'a Rent,
    load: &'a Load<'s>,
    group: Group,
}

impl<'s> Metering<'_, 's> {
    fn accelerators(&self) -> Figure<'s> {
        let given = self.rent.accelerators_per_instance.as_ref().expect("a rule: instances have accelerators");
        self.timeline.draft.given(given)
    }

    /// Reference accelerators that an instance replaces: its accelerators × their relative throughput.
    fn step(&self) -> Figure<'s> {
        (self.accelerators() * self.timeline.draft.given(&self.rent.relative_throughput))
            .named("capacity of an instance")
    }

    fn list_less_discount(&self, list: Figure<'s>) -> Figure<'s> {
        list * (1 - self.timeline.draft.given(&self.rent.discount))
    }

    fn growth(&self) -> Figure<'s> {
        self.timeline.growth(self.timeline.draft.given(&self.rent.price_change_per_year))
    }

    fn line(&self, name: &str, monthly: Figure<'s>) -> DraftLine<'s> {
        DraftLine::new(self.timeline, name, self.group, &[Flow::Monthly(monthly)])
    }

    fn on_demand(&self, list: Figure<'s>, committed: &[Committed<'_>]) -> Usage<'s> {
        let (timeline, draft, step) = (self.timeline, self.timeline.draft, self.step());
        let scheduled: Vec<Scheduled<'s>> = committed.iter().map(|c| self.schedule(c, list)).collect();
        let mut uses = Vec::new();
        let mut reserved: Option<Figure<'s>> = None;
        let needed = self.needed(None, step);
        let mut left = needed;
        for schedule in &scheduled {
            let total = reserved.map_or(schedule.instances, |sum| sum + schedule.instances);
            reserved = Some(total);
            let rest = self.needed(Some(total), step);
            uses.push(self.commitment_use(schedule, left - rest, needed));
            left = rest;
        }
        let overhead = draft.given(&self.rent.idle_overhead);
        let metered = (left * (1 + overhead)).named("instance-hours on demand");
        let charge = (metered * self.list_less_discount(list) * self.growth()).named("on-demand charge");
        let mut lines = Vec::new();
        let flows: Vec<Flow<Figure<'s>>> = scheduled.iter().flat_map(|schedule| schedule.flows.clone()).collect();
        if !flows.is_empty() {
            lines.push(DraftLine::new(timeline, "committed", self.group, &flows));
        }
        lines.push(self.line("on-demand", charge));
        let bill = scheduled.iter().fold(charge, |sum, schedule| sum + schedule.charge);
        let reserved_hours = reserved.map(|reserved| reserved * timeline.hours);
        let paid = reserved_hours.map_or(metered, |hours| (hours + metered).named("instance-hours paid for"));
        Usage {
            lines,
            bill: bill.named("metered charges"),
            rented: paid.any().named("whether anything is rented"),
            useful: self.load.useful(timeline),
            paid: Some(Paid { instance_hours: paid, step }),
            commitments: uses,
        }
    }

    /// Instance-hours a month that the load needs beyond `reserved` instances.
    fn needed(&self, reserved: Option<Figure<'s>>, step: Figure<'s>) -> Figure<'s> {
        let (timeline, draft) = (self.timeline, self.timeline.draft);
        match draft.structural(&self.rent.scaling) {
            Scaling::Autoscale => self.load.hours(timeline, |part| {
                let covered = reserved.map(|instances| instances * step);
                let above = match (part.above, covered) {
                    (Some(above), Some(covered)) => Some(above + covered),
                    (above, covered) => above.or(covered),
                };
                draft.hours(part.curve, above, Some(step), None)
            }),
            Scaling::AlwaysOn => {
                let instances = (self.load.peak(timeline) / step).ceil();
                let rest = reserved.map_or(instances, |reserved| (instances - reserved).above_zero());
                rest * timeline.hours
            }
        }
    }

    fn schedule(&self, committed: &Committed<'_>, list: Figure<'s>) -> Scheduled<'s> {
        let (timeline, draft, commitment) = (self.timeline, self.timeline.draft, &committed.entry.value);
        let price = match commitment.price() {
            CommittedPrice::Discount(share) => list * (1 - draft.given(share)),
            CommittedPrice::Instance(price) => draft.given(price),
            CommittedPrice::Accelerator(price) => draft.given(price) * self.accelerators(),
        };
        let count = draft.given(committed.instances).named(format!("instances of {}", committed.entry.name));
        draft.structural(&commitment.term_months);
        draft.structural(&commitment.starts_month);
        draft.structural(&commitment.renew);
        let upfront = draft.given(&commitment.upfront);
        let (mut flows, mut active, mut charge) = (Vec::new(), None, None);
        let dates = [commitment.starts_month.at, commitment.term_months.at, commitment.renew.at];
        let because: Vec<NodeId> = dates.into_iter().chain(self.load.because.iter().copied()).collect();
        let add = |sum: Option<Figure<'s>>, figure: Figure<'s>| Some(sum.map_or(figure, |sum| sum + figure));
        for term in terms(committed, timeline.horizon) {
            let since = term.first - 1;
            let renewed = || timeline.price_index(draft.given(&self.rent.price_change_per_year), since);
            let price = if term.renewal { price * renewed() } else { price };
            let monthly = count * timeline.hours * price;
            let within = timeline.within(term.first, term.last, &because);
            let months = draft.constant(term.last - since, Unit::MONTH, "months of the term within the horizon");
            flows.push(Flow::Once { month: since, amount: monthly * upfront * months });
            flows.push(Flow::Monthly(monthly * (1 - upfront) * within));
            active = add(active, count * within);
            charge = add(charge, monthly * within);
        }
        let never = || draft.calendar("1 in the months it applies to", Unit::ONE, |_| 0.into());
        Scheduled {
            name: committed.entry.name.clone(),
            flows,
            instances: active.unwrap_or_else(|| count * never()),
            charge: charge.unwrap_or_else(|| count * timeline.hours * price * never()),
        }
    }

    fn commitment_use(&self, schedule: &Scheduled<'s>, used: Figure<'s>, needed: Figure<'s>) -> CommitmentUse<'s> {
        let months = self.timeline.months;
        let used = used.dot(months).named("committed hours used");
        let bought = (schedule.instances * self.timeline.hours).dot(months).named("committed hours paid for");
        CommitmentUse {
            name: schedule.name.clone(),
            used_share: used / bought,
            covered_share: used / needed.dot(months).named("instance-hours needed"),
        }
    }

    fn dedicated(&self, list: Figure<'s>) -> Usage<'s> {
        let (timeline, step) = (self.timeline, self.step());
        let need = (self.load.peak(timeline) / step).ceil().named("instances needed");
        let paid = self.paid_dedicated(need).named("instances paid for");
        let charge = paid * self.list_less_discount(list) * self.growth();
        let charge = charge.named("dedicated charge");
        Usage {
            lines: vec![self.line("dedicated", charge)],
            bill: charge,
            rented: paid.any().named("whether anything is rented"),
            useful: self.load.useful(timeline),
            paid: Some(Paid { instance_hours: paid * timeline.hours, step }),
            commitments: Vec::new(),
        }
    }

    /// `paid(m) = max(need(m), Σ starts of the last minimum-term months)`, `starts(m) = max(0, need(m) − paid(m−1))`.
    /// The need rises only where a period begins, so starts stand at the first month of a period.
    fn paid_dedicated(&self, need: Figure<'s>) -> Figure<'s> {
        let draft = self.timeline.draft;
        let Some(term) = &self.rent.minimum_term_months else {
            return need;
        };
        let term = draft.structural(term).count();
        let (mut starts, mut paid): (Vec<Figure<'s>>, Vec<Figure<'s>>) = (Vec::new(), Vec::new());
        for (at, period) in draft.periods().iter().enumerate() {
            let needed = need.pick(at);
            let start = paid.last().map_or(needed, |before| (needed - *before).above_zero());
            starts.push(start);
            let bound = draft.periods().iter().zip(&starts).filter(|(begun, _)| begun.first + term > period.first);
            let bound = draft.sum(Unit::INSTANCE, bound.map(|(_, start)| *start));
            paid.push(needed.max(bound));
        }
        draft.join(&paid)
    }

    fn per_unit(&self, list: Figure<'s>, demand: &Demand<'s>) -> Usage<'s> {
        let useful = self.load.useful(self.timeline);
        let output = demand.output.expect("a rule: a price per unit needs a unit");
        let charge = useful * output * self.list_less_discount(list) * self.growth();
        let charge = charge.named("endpoint charge");
        Usage {
            lines: vec![self.line("endpoint", charge)],
            bill: charge,
            rented: useful.any().named("whether anything is rented"),
            useful,
            paid: None,
            commitments: Vec::new(),
        }
    }
}

struct Scheduled<'s> {
    name: String,
    flows: Vec<Flow<Figure<'s>>>,
    instances: Figure<'s>,
    charge: Figure<'s>,
}

/// The operating lines of an option beside a usage; `only` limits them to months in which it is 1.
#[must_use]
pub fn operating<'s>(
    timeline: &Timeline<'s>,
    rent: &Rent,
    usage: &Usage<'s>,
    group: Group,
    only: Option<Figure<'s>>,
) -> Vec<DraftLine<'s>> {
    let measures = Measures { useful: Some(usage.useful), bill: Some(usage.bill), ..Measures::default() };
    let line = |entry: &Entry<crate::scenario::line::RentedLine>| {
        let amount = operating::amount(timeline, &entry.value.basis(), &measures)?;
        let span = Span {
            growth: &entry.value.growth_per_year,
            first: entry.value.starts_month.as_ref().map_or(1, |month| timeline.draft.structural(month).count()),
            last: entry
                .value
                .ends_month
                .as_ref()
                .map_or(timeline.horizon, |month| timeline.draft.structural(month).count()),
            because: [&entry.value.starts_month, &entry.value.ends_month].into_iter().flatten().map(|m| m.at).collect(),
        };
        let row = operating::row(timeline, amount, &span)?;
        let row = only.map_or(row, |only| row * only);
        Some(DraftLine::new(timeline, &entry.name, group, &[Flow::Monthly(row)]))
    };
    rent.operating.iter().filter_map(line).collect()
}
