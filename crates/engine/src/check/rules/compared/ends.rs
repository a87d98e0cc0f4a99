//! Payments after the end of the work they are for, and after the horizon.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::model::{CostGroup, OptionId, PartModel};
use crate::number::counted;
use crate::scenario::calendar::DatedMonth;
use crate::scenario::demand::Workload;
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::own::Own;
use crate::scenario::rent::Rent;
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// Commitments, dedicated instances and fleets that are paid after all their work has ended.
pub(super) fn outlives_demand(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let options = &subject.answer.evaluated.model.options;
    let mut seen: BTreeSet<NodeId> = BTreeSet::new();
    let mut found = Vec::new();
    for part in options.iter().flat_map(|option| &option.parts) {
        let Some(work) = Work::that_ends(subject, part) else { continue };
        let own = scenario.own.iter().find(|entry| entry.at == part.at);
        let rent = scenario.rent.iter().find(|entry| entry.at == part.at);
        let outliving = own.and_then(|own| fleet(subject, own, work.last)).into_iter();
        let outliving = outliving.chain(rent.into_iter().flat_map(|rent| rented(subject, &rent.value, &work)));
        for outliving in outliving {
            // the same option may be part of several hybrids
            if seen.insert(outliving.at) {
                found.push(outliving.finding(subject, part, &work));
            }
        }
    }
    found
}

/// Work of an option that ends within the horizon.
struct Work {
    first: u32,
    last: u32,
    names: Vec<String>,
    /// Place that sets the end of the last work.
    ends: Option<Place>,
}

impl Work {
    fn that_ends(subject: &Subject<'_>, part: &PartModel) -> Option<Work> {
        let scenario = &subject.answer.loaded.scenario;
        let horizon = scenario.horizon_months.value.count();
        let workloads = scenario.demand.workloads.iter().enumerate();
        let served: Vec<&Entry<Workload>> =
            workloads.filter(|(at, _)| part.workloads.contains(at)).map(|(_, entry)| entry).collect();
        let ends =
            |entry: &&Entry<Workload>| entry.value.ends_month.as_ref().map_or(horizon, |month| month.value.count());
        let starts =
            |entry: &&Entry<Workload>| entry.value.starts_month.as_ref().map_or(1, |month| month.value.count());
        let last_one = served.iter().copied().max_by_key(ends)?;
        let last = ends(&last_one);
        let place = last_one.value.ends_month.and_then(|month| subject.answer.loaded.document.place(month.at));
        (last < horizon).then(|| Work {
            first: served.iter().map(starts).min().unwrap_or(1),
            last,
            names: served.iter().map(|entry| entry.name.clone()).collect(),
            ends: place,
        })
    }
}

/// A month, with its date if the scenario has a start.
fn dated(subject: &Subject<'_>, month: u32) -> DatedMonth {
    subject.answer.comparison.header.dated(month)
}

/// Something that is paid until a month.
struct OutlastingPayment {
    at: NodeId,
    /// What is paid and until when: the first part of a sentence.
    what: String,
    last: u32,
    label: String,
}

impl OutlastingPayment {
    fn finding(&self, subject: &Subject<'_>, part: &PartModel, work: &Work) -> Diagnostic {
        let last = dated(subject, work.last);
        let ends = match &work.names[..] {
            [one] => format!("{one}, the only work of {}, ends in {last}", part.option),
            _ => format!("the last work of {} ends in {last}", part.option),
        };
        let idle = counted(self.last - work.last, "month");
        let message = format!("{}, but {ends}: {idle} without work", self.what);
        let finding = subject.finding(Code::OutlivesDemand, self.at, message).label(self.label.clone());
        finding.related(work.ends, "the last work ends")
    }
}

/// A fleet that is kept to the horizon without resale; a leased fleet is paid in any case.
fn fleet(subject: &Subject<'_>, own: &Entry<Own>, last: u32) -> Option<OutlastingPayment> {
    let horizon = subject.answer.loaded.scenario.horizon_months.value.count();
    if let Some((_, term)) = own.value.leased() {
        let until = lease_ends(&own.value, 0, horizon).map_or(horizon, |ends| ends.min(horizon));
        let what = format!("the servers are leased until {}", dated(subject, until));
        let label = format!("lease until {}, or end the comparison then", dated(subject, last));
        return (until > last).then_some(OutlastingPayment { at: term.lasts.at, what, last: until, label });
    }
    let name = OptionId::own(&own.name);
    let option = subject.statement(&name)?;
    let of_nodes = |name: &str| name.split(',').next() == Some("nodes");
    let sold =
        option.lines.iter().any(|l| l.group == CostGroup::Resale && of_nodes(&l.name) && l.total != Decimal::ZERO);
    (!sold).then(|| OutlastingPayment {
        at: own.value.useful_life_months.at,
        what: format!("the servers are kept until {} without resale", dated(subject, horizon)),
        last: horizon,
        label: format!("give their resale value, or end the comparison in {}", dated(subject, last)),
    })
}

/// Commitments and minimum terms that outlast the work, up to the horizon.
fn rented(subject: &Subject<'_>, rent: &Rent, work: &Work) -> Vec<OutlastingPayment> {
    let horizon = subject.answer.loaded.scenario.horizon_months.value.count();
    let mut found = Vec::new();
    for entry in &rent.commitments {
        let commitment = &entry.value;
        let (starts, term) = (commitment.starts_month.value.count(), commitment.months());
        if commitment.instances.value.count() == 0 || starts > work.last {
            continue;
        }
        let ends = starts - 1 + term;
        let renews = commitment.renew.value && ends < horizon;
        let last = if renews { horizon } else { ends.min(horizon) };
        if last > work.last {
            let renewed = if renews { ", because it renews" } else { "" };
            let what = format!("`{}` is paid until {}{renewed}", entry.name, dated(subject, last));
            let label = format!("commit for at most {}, not renewed", counted(work.last + 1 - starts, "month"));
            let label = if renews { label } else { label.replace(", not renewed", "") };
            found.push(OutlastingPayment { at: commitment.lasts().at, what, last, label });
        }
    }
    if let Some(term) = &rent.minimum_term_months {
        let last = (work.first - 1 + term.value.count()).min(horizon);
        if last > work.last {
            let what =
                format!("instances rented in {} are paid until {}", dated(subject, work.first), dated(subject, last));
            let label = "rent on demand, or for fewer months".to_owned();
            found.push(OutlastingPayment { at: term.at, what, last, label });
        }
    }
    found
}

/// Leases that outlast the horizon: payments owed after it are not counted.
pub(super) fn lease_outlasts_horizon(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let horizon = scenario.horizon_months.value.count();
    let of_option = |entry: &Entry<Own>| {
        let (_, term) = entry.value.leased()?;
        let orders: Vec<u32> = match &entry.value.purchases {
            Some(purchases) => purchases.iter().map(|purchase| purchase.month.value.paid_in()).collect(),
            None => vec![0],
        };
        let ends = orders.iter().filter_map(|order| lease_ends(&entry.value, *order, horizon)).max()?;
        let message = format!(
            "a lease of own.{} runs until {}; {} after month {horizon}, the horizon, are owed but not counted",
            entry.name,
            dated(subject, ends),
            counted(ends.saturating_sub(horizon), "month")
        );
        let finding = subject.finding(Code::LeaseOutlastsHorizon, term.lasts.at, message);
        (ends > horizon).then(|| finding.label("extend the horizon to the end of the lease, or lease for fewer months"))
    };
    scenario.own.iter().filter_map(of_option).collect()
}

/// Last month of the last lease that begins within the horizon, for servers ordered in a month. Returned servers are leased again
/// at once; bought-out servers when they are replaced.
fn lease_ends(own: &Own, order: u32, horizon: u32) -> Option<u32> {
    let (lease, term) = own.leased()?;
    let first = order + own.lead_time().value + 1;
    let term = term.months(order.cast_signed());
    let every = if lease.buyout.is_some() { own.useful_life_months.value.count() } else { term };
    let last_begin = (first..=horizon).step_by(every as usize).last()?;
    Some(last_begin + term - 1)
}
