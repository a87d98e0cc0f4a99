//! Instances committed to for a term: when their terms run, what they cost, and how they are used.

use super::metering::Metering;
use super::usage::CommitmentUse;
use crate::inputs::Inputs as _;
use crate::model::line::Flow;
use crate::model::price::MovingPrice;
use crate::model::quoted::Quoted;
use crate::scenario::document::{Entry, Given, NodeId};
use crate::scenario::quantities::Instances;
use crate::scenario::rent::{Commitment, CommittedPrice, Rent};
use crate::sheet::Figure;
use crate::unit::{BaseUnits as _, Unit};

/// The line that all commitments of an option are charged on.
pub const COMMITTED: &str = "committed";

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
pub struct CommitmentTerm {
    /// First month.
    pub first: u32,
    /// Last month.
    pub last: u32,
    /// Whether it follows another.
    pub renewal: bool,
}

/// The terms of a commitment within the horizon.
#[must_use]
pub fn terms(committed: &Committed<'_>, horizon: u32) -> Vec<CommitmentTerm> {
    let commitment = &committed.entry.value;
    let length = commitment.months_from(committed.first);
    if length == 0 {
        return Vec::new();
    }
    let count = if commitment.renew.value { usize::MAX } else { 1 };
    (committed.first..=horizon)
        .step_by(length as usize)
        .take(count)
        .map(|first| CommitmentTerm {
            first,
            last: (first + length - 1).min(horizon),
            renewal: first > committed.first,
        })
        .collect()
}

/// A commitment over the horizon.
pub(super) struct Scheduled<'s> {
    pub(super) name: String,
    pub(super) flows: Vec<Flow<Figure<'s>>>,
    /// Instances a month.
    pub(super) instances: Figure<'s>,
    /// What it costs a month, counted as if nothing were upfront.
    pub(super) charge: Figure<'s>,
}

impl<'s> Metering<'_, 's> {
    /// When the instances of a commitment are paid for, and what they cost; `list` is the list price on demand.
    pub(super) fn schedule(&self, committed: &Committed<'_>, list: &MovingPrice<'s>) -> Scheduled<'s> {
        let (timeline, draft, commitment) = (self.timeline, self.timeline.draft, &committed.entry.value);
        // a renewal is at the price of its date; one that is stated for itself follows no path of the list price
        let price = |renewed: Option<u32>| {
            let at = |price: Quoted<'s>| renewed.map_or(price, |month| list.index_at(timeline, price, month));
            match commitment.price() {
                CommittedPrice::Discount(share) => at(list.today_or_at(renewed) * (1 - draft.given(share))),
                CommittedPrice::Instance(price) => at(Quoted::of(timeline, price)),
                CommittedPrice::Accelerator(price) => at(Quoted::of(timeline, price) * self.accelerators()),
            }
        };
        let count = draft.given(committed.instances).named(format!("instances of {}", committed.entry.name));
        draft.shaped_by(commitment.lasts().at);
        draft.structural(&commitment.starts_month);
        draft.structural(&commitment.renew);
        let upfront = draft.given(&commitment.upfront);
        let (mut flows, mut active, mut charge) = (Vec::new(), None, None);
        let dates = [commitment.starts_month.at, commitment.lasts().at, commitment.renew.at];
        let because: Vec<NodeId> = dates.into_iter().chain(self.load.because.iter().copied()).collect();
        let add = |sum: Option<Figure<'s>>, figure: Figure<'s>| Some(sum.map_or(figure, |sum| sum + figure));
        for term in terms(committed, timeline.horizon) {
            let since = term.first - 1;
            let charged = count * timeline.hours * price(term.renewal.then_some(since));
            let monthly = charged.monthly(timeline);
            let within = timeline.within(term.first, term.last, &because);
            let months = draft.constant(term.last - since, Unit::MONTH, "months of the term within the horizon");
            let before = charged.paid_in(timeline, since) * upfront * months;
            flows.push(Flow::Once { month: since, amount: self.invoiced(before) });
            flows.push(Flow::Monthly(self.invoiced(monthly * (1 - upfront) * within)));
            active = add(active, count * within);
            charge = add(charge, monthly * within);
        }
        let never = || draft.calendar("1 in the months it applies to", Unit::ONE, |_| 0.into());
        Scheduled {
            name: committed.entry.name.clone(),
            flows,
            instances: active.unwrap_or_else(|| count * never()),
            charge: charge.unwrap_or_else(|| (count * timeline.hours * price(None)).monthly(timeline) * never()),
        }
    }

    /// How a commitment is used, for `used` of the instance-hours `needed` a month.
    pub(super) fn commitment_use(
        &self,
        schedule: &Scheduled<'s>,
        used: Figure<'s>,
        needed: Figure<'s>,
    ) -> CommitmentUse<'s> {
        let months = self.timeline.months;
        let used = used.dot(months).named("committed hours used");
        let bought = (schedule.instances * self.timeline.hours).dot(months).named("committed hours paid for");
        CommitmentUse {
            name: schedule.name.clone(),
            instances: schedule.instances,
            used_share: used / bought,
            covered_share: used / needed.dot(months).named("instance-hours needed"),
        }
    }
}
