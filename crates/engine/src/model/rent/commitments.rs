//! Commitments to instances for a term: their terms, cost and use.

use super::metering::Metering;
use super::usage::CommitmentUse;
use crate::inputs::Inputs as _;
use crate::model::line::Flow;
use crate::model::price::ChangingPrice;
use crate::model::quoted::Quoted;
use crate::scenario::document::{Entry, Located, NodeId};
use crate::scenario::quantities::Instances;
use crate::scenario::rent::{Commitment, CommittedPrice, Rent};
use crate::sheet::Figure;
use crate::unit::{BaseUnits as _, Unit};

/// Name of the line of all commitments of an option.
pub const COMMITTED: &str = "committed";

/// A commitment made for a load.
#[derive(Clone, Copy, Debug)]
pub struct Committed<'a> {
    /// The commitment of the option.
    pub entry: &'a Entry<Commitment>,
    /// Number of instances committed to.
    pub instances: &'a Located<Instances>,
    /// First month of the first term.
    pub first: u32,
}

/// Commitments that an option makes for itself.
#[must_use]
pub fn own_commitments(rent: &Rent) -> Vec<Committed<'_>> {
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
    /// Whether it renews an earlier term.
    pub renewal: bool,
}

/// Terms of a commitment within the horizon.
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
    /// Instances, by month.
    pub(super) instances: Figure<'s>,
    /// Cost per month, as if nothing were paid upfront.
    pub(super) charge: Figure<'s>,
}

impl<'s> Metering<'_, 's> {
    /// Payments and instances of a commitment over the horizon; `list` is the on-demand list price.
    pub(super) fn schedule(&self, committed: &Committed<'_>, list: &ChangingPrice<'s>) -> Scheduled<'s> {
        let (timeline, draft, commitment) = (self.timeline, self.timeline.draft, &committed.entry.value);
        // a renewal has the price of its date; a committed price of its own doesn't follow a path of the list price
        let price = |renewed: Option<u32>| {
            let at = |price: Quoted<'s>| renewed.map_or(price, |month| list.index_at(timeline, price, month));
            match commitment.price() {
                CommittedPrice::Discount(share) => at(list.today_or_at(renewed) * (1 - draft.given(share))),
                CommittedPrice::Instance(price) => at(Quoted::of(timeline, price)),
                CommittedPrice::Accelerator(price) => at(Quoted::of(timeline, price) * self.accelerators()),
            }
        };
        let count = draft.given(committed.instances).named_with(|| format!("instances of {}", committed.entry.name));
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

    /// Use of a commitment, with `used` of the `needed` instance-hours per month.
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
