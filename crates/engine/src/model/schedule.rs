//! Schedule of events: changes of an option's recurring cost within the horizon that follow from its structure.

use super::asset_lot::{Generation, generations};
use super::events::{CommitmentName, Event, EventKind, Touches};
use super::lease;
use super::line::CostGroup;
use super::own::{ELECTRICITY, OverflowTarget, Plan};
use super::rent::{self, Committed};
use crate::scenario::OptionId;
use crate::scenario::document::{Entry, Located};
use crate::scenario::quantities::Term;
use crate::scenario::rent::Rent;
use std::collections::BTreeSet;

/// Distinct events of an option, in order; `firsts` are the first months of all periods.
#[derive(Debug)]
struct Events<'a> {
    horizon: u32,
    firsts: &'a [u32],
    found: BTreeSet<Event>,
}

/// Events of an owned option and the options it rents.
#[must_use]
pub fn of_owned(plan: &Plan<'_>, firsts: &[u32], horizon: u32) -> Vec<Event> {
    let mut events = Events { horizon, firsts, found: BTreeSet::new() };
    events.add_fleet(plan);
    for step in plan.entry.value.electricity_price_path.iter().flatten() {
        let electricity = Touches::Line(CostGroup::Operating, ELECTRICITY.to_owned());
        events.add(step.starts().first().value, EventKind::NextPrice, electricity);
    }
    for line in &plan.entry.value.operating {
        let line = (line.name.as_str(), &line.value.starts_month, &line.value.ends_month);
        events.add_line(CostGroup::Operating, line);
    }
    for (elsewhere, group) in [(&plan.until_delivery, CostGroup::UntilDelivery), (&plan.burst, CostGroup::Burst)] {
        if let OverflowTarget::To(entry, committed) = elsewhere {
            events.add_rented(entry, committed, (group, group));
        }
    }
    events.found.into_iter().collect()
}

/// Events of a rent option, and of the one that serves the load above its quota.
#[must_use]
pub fn of_rented(entry: &Entry<Rent>, burst: Option<&Entry<Rent>>, firsts: &[u32], horizon: u32) -> Vec<Event> {
    let mut events = Events { horizon, firsts, found: BTreeSet::new() };
    events.add_rented(entry, &rent::own_commitments(&entry.value), (CostGroup::Usage, CostGroup::Operating));
    if let Some(burst) = burst {
        events.add_rented(burst, &[], (CostGroup::Burst, CostGroup::Burst));
    }
    events.found.into_iter().collect()
}

impl Events<'_> {
    /// Adds an event after the first month and within the horizon; one in the first month changes nothing.
    fn add(&mut self, month: u32, kind: EventKind, touches: Touches) {
        if (2..=self.horizon).contains(&month) {
            self.found.insert(Event { month, kind, touches });
        }
    }

    fn add_fleet(&mut self, plan: &Plan<'_>) {
        let own = &plan.entry.value;
        let lead = own.lead_time().value;
        for order in &plan.orders {
            let life = order.life.value.count();
            let covered = own.warranty().map(|warranty| warranty.months(order.month));
            for generation in generations(order.month, lead, life, self.horizon) {
                let kind = if generation.replaces { EventKind::Replacement } else { EventKind::Delivery };
                self.add(generation.first, kind, Touches::Any);
                let warranty = covered.map(|months| generation.after(months));
                if let Some(month) = warranty.filter(|month| *month <= generation.last) {
                    self.add_after_warranty(plan, month);
                }
            }
            let delivered = Generation::new(order.month, lead, life).delivered;
            let ends = own.lease.as_ref().map(|lease| lease::ends(lease, delivered, life, self.horizon));
            for end in ends.into_iter().flatten() {
                let kind = if end.renewed { EventKind::LeaseRenewed } else { EventKind::LeaseEnds };
                self.add(end.month, kind, Touches::Group(CostGroup::Lease));
            }
        }
    }

    fn add_after_warranty(&mut self, plan: &Plan<'_>, month: u32) {
        for line in plan.entry.value.operating.iter().filter(|line| line.value.after_warranty.value) {
            let line = Touches::Line(CostGroup::Operating, line.name.clone());
            self.add(month, EventKind::WarrantyEnds, line);
        }
    }

    /// Adds events of a rent option charged in the group `group`, with its other recurring lines in the second group.
    fn add_rented(&mut self, entry: &Entry<Rent>, committed: &[Committed<'_>], groups: (CostGroup, CostGroup)) {
        let (group, line_group) = groups;
        for committed in committed {
            self.add_commitment(entry, committed, group);
        }
        if let Some(term) = &entry.value.minimum_term_months {
            for first in self.firsts.iter().copied() {
                self.add(first + term.value.count(), EventKind::MinimumTermEnds, Touches::Group(group));
            }
        }
        let spot = entry.value.spot.iter().filter_map(|spot| spot.price_path.as_ref());
        for step in entry.value.price_path.iter().chain(spot).flatten() {
            self.add(step.starts().first().value, EventKind::NextPrice, Touches::Group(group));
        }
        for line in &entry.value.operating {
            self.add_line(line_group, (line.name.as_str(), &line.value.starts_month, &line.value.ends_month));
        }
    }

    fn add_commitment(&mut self, entry: &Entry<Rent>, committed: &Committed<'_>, group: CostGroup) {
        let commitment = || CommitmentName { option: OptionId::rent(&entry.name), name: committed.entry.name.clone() };
        let terms = rent::terms(committed, self.horizon);
        let Some(last) = terms.last() else { return };
        for term in &terms {
            // the start and end of a commitment shift work between prices; a renewal only changes its price
            let (kind, touches) = if term.renewal {
                let line = Touches::Line(group, rent::COMMITTED.to_owned());
                (EventKind::CommitmentRenewed(commitment()), line)
            } else {
                (EventKind::CommitmentBegins(commitment()), Touches::Group(group))
            };
            self.add(term.first, kind, touches);
        }
        self.add(last.last + 1, EventKind::CommitmentEnds(commitment()), Touches::Group(group));
    }

    fn add_line(
        &mut self,
        group: CostGroup,
        (name, starts, ends): (&str, &Option<Located<Term>>, &Option<Located<Term>>),
    ) {
        let line = || Touches::Line(group, name.to_owned());
        if let Some(month) = starts {
            self.add(month.value.count(), EventKind::LineBegins { line: name.to_owned() }, line());
        }
        if let Some(month) = ends {
            self.add(month.value.count() + 1, EventKind::LineEnds { line: name.to_owned() }, line());
        }
    }
}
