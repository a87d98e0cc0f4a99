//! Terms, given in months or by their end date, and delivery dates of servers.

use super::Scenario;
use super::document::{Located, MonthByDate, NodeId};
use super::finance::{Lease, TermLength};
use super::own::Own;
use super::price::{ElectricityStep, PriceStep, StepStart};
use super::purchase::Purchase;
use super::quantities::Term;
use super::rent::Commitment;

/// Length of a term, independent of its start.
#[derive(Clone, Copy, Debug)]
pub struct TermDuration {
    length: Length,
    /// Node that gives the length.
    pub at: NodeId,
}

#[derive(Clone, Copy, Debug)]
enum Length {
    Months(u32),
    Until(MonthByDate),
}

impl TermDuration {
    /// A term of a number of months.
    pub(super) fn months(months: u32, at: NodeId) -> TermDuration {
        TermDuration { length: Length::Months(months), at }
    }

    /// A term until the end of a month.
    pub(super) fn until(until: &Located<MonthByDate>) -> TermDuration {
        TermDuration { length: Length::Until(until.value), at: until.at }
    }

    /// Months of the term if it begins after a month, counted from the decision; 0 if it is over by then.
    #[must_use]
    pub fn months_after(self, month: i32) -> u32 {
        match self.length {
            Length::Months(months) => months,
            Length::Until(until) => until.number.saturating_sub(month).max(0).unsigned_abs(),
        }
    }

    /// Last month of the term, if given as a date.
    #[must_use]
    pub fn last(self) -> Option<MonthByDate> {
        match self.length {
            Length::Months(_) => None,
            Length::Until(until) => Some(until),
        }
    }
}

impl From<TermLength<'_>> for TermDuration {
    fn from(length: TermLength<'_>) -> TermDuration {
        match length {
            TermLength::Months(months) => TermDuration::months(months.value.count(), months.at),
            TermLength::Until(until) => TermDuration::until(until),
        }
    }
}

impl Commitment {
    /// Length of the first term.
    #[must_use]
    pub fn lasts(&self) -> TermDuration {
        self.term().into()
    }

    /// Months of a first term that begins in month `first`.
    #[must_use]
    pub fn months_from(&self, first: u32) -> u32 {
        self.lasts().months_after(first.cast_signed() - 1)
    }

    /// Months of the first term of a commitment of a rent option.
    #[must_use]
    pub fn months(&self) -> u32 {
        self.months_from(self.starts_month.value.count())
    }
}

/// A term that begins with the delivery of servers: a lease or a warranty.
#[derive(Clone, Copy, Debug)]
pub struct DeliveryTerm {
    /// Length of the term.
    pub lasts: TermDuration,
    /// Months from the order to the delivery.
    lead: u32,
}

impl DeliveryTerm {
    /// Months of the term for servers ordered in a month, counted from the decision. Replacements have the same term.
    #[must_use]
    pub fn months(self, ordered: i32) -> u32 {
        self.lasts.months_after(ordered.saturating_add_unsigned(self.lead))
    }
}

impl Own {
    /// Lease of the servers and its term, if any.
    #[must_use]
    pub fn leased(&self) -> Option<(&Lease, DeliveryTerm)> {
        let lease = self.lease.as_ref()?;
        Some((lease, DeliveryTerm { lasts: lease.term().into(), lead: self.lead_time().value }))
    }

    /// Warranty of the servers, if any.
    #[must_use]
    pub fn warranty(&self) -> Option<DeliveryTerm> {
        let months = self.warranty_months.as_ref().map(|months| TermDuration::months(months.value.count(), months.at));
        let lasts = months.or_else(|| self.warranty_until.as_ref().map(TermDuration::until))?;
        Some(DeliveryTerm { lasts, lead: self.lead_time().value })
    }

    /// Months from the order of a server to its delivery, with the node that gives them. Weeks are rounded up to months; 52 weeks
    /// are 12 months.
    #[must_use]
    pub fn lead_time(&self) -> Located<u32> {
        match &self.lead_time_weeks {
            Some(weeks) => Located { value: months_begun(weeks.value.count()), at: weeks.at },
            None => Located { value: self.lead_time_months.value.count(), at: self.lead_time_months.at },
        }
    }

    /// Months from the decision until servers can serve; 0 if some are already delivered.
    #[must_use]
    pub fn available_after(&self) -> u32 {
        let lead = self.lead_time().value;
        let is_there = |purchase: &Purchase| purchase.is_owned_already() && purchase.delivered(lead) <= 0;
        if self.purchases.iter().flatten().any(is_there) { 0 } else { lead }
    }

    /// Months, counted from the decision, at whose end servers are delivered. For a sized fleet: the possible deliveries, one at
    /// the start of each year with a month of service, not before the lead time.
    #[must_use]
    pub fn deliveries(&self, horizon: u32) -> Vec<i32> {
        let lead = self.lead_time().value;
        if self.nodes.is_some() {
            return vec![lead.cast_signed()];
        }
        if let Some(purchases) = &self.purchases {
            return purchases.iter().map(|purchase| purchase.delivered(lead)).collect();
        }
        let years = (0..horizon).step_by(12).filter(|before| (before + 12).min(horizon) > lead);
        years.map(|before| before.max(lead).cast_signed()).collect()
    }
}

impl Purchase {
    /// Service life of the servers.
    #[must_use]
    pub fn life<'a>(&'a self, own: &'a Own) -> &'a Located<Term> {
        self.useful_life_months.as_ref().unwrap_or(&own.useful_life_months)
    }
}

/// Weeks in months, rounded up; 52 weeks are 12 months.
fn months_begun(weeks: u32) -> u32 {
    (weeks * 12).div_ceil(52)
}

/// A date, or a time in weeks, converted to months of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResolvedDate {
    /// First month of a price.
    From(u32),
    /// Months from order to delivery.
    Delivery(u32),
    /// End of one or several terms.
    Ends {
        /// Last month, counted from the decision.
        month: i32,
        /// Months of the shortest term.
        fewest: u32,
        /// Months of the longest term.
        most: u32,
    },
}

impl Scenario {
    /// The date or delivery weeks at a node in months; none for other values.
    #[must_use]
    pub fn in_months(&self, at: NodeId) -> Option<ResolvedDate> {
        let weeks = self.own.iter().map(|option| &option.value).filter(|own| own.lead_time_weeks.is_some());
        if let Some(own) = weeks.into_iter().find(|own| own.lead_time().at == at) {
            return Some(ResolvedDate::Delivery(own.lead_time().value));
        }
        let of_instances = self.rent.iter().map(|option| &option.value).flat_map(|rent| {
            let of_spot = rent.spot.iter().filter_map(|spot| spot.price_path.as_ref());
            rent.price_path.iter().chain(of_spot).flatten().map(PriceStep::starts)
        });
        let of_electricity = self.own.iter().flat_map(|option| option.value.electricity_price_path.iter().flatten());
        let mut steps = of_instances.chain(of_electricity.map(ElectricityStep::starts));
        if let Some(StepStart::From(from)) = steps.find(|step| step.first().at == at) {
            return Some(ResolvedDate::From(StepStart::From(from).first().value));
        }
        let commitments = self.rent.iter().flat_map(|option| &option.value.commitments).map(|entry| &entry.value);
        let terms = commitments.map(|commitment| (commitment.lasts(), vec![commitment.months()]));
        let since_deliveries = |own: &Own, term: DeliveryTerm| {
            let deliveries = own.deliveries(self.horizon_months.value.count()).into_iter();
            (term.lasts, deliveries.map(|delivered| term.lasts.months_after(delivered)).collect())
        };
        let owned = self.own.iter().map(|option| &option.value).flat_map(|own| {
            let begun = [own.leased().map(|(_, term)| term), own.warranty()].into_iter().flatten();
            begun.map(move |term| since_deliveries(own, term))
        });
        let (lasts, months): (TermDuration, Vec<u32>) = terms.chain(owned).find(|(lasts, _)| lasts.at == at)?;
        let (month, fewest, most) = (lasts.last()?.number, *months.iter().min()?, *months.iter().max()?);
        Some(ResolvedDate::Ends { month, fewest, most })
    }
}

#[cfg(test)]
mod tests {
    use super::months_begun;

    #[test]
    fn weeks_are_the_months_that_they_begin() {
        // 13 weeks are a quarter of a year; 4 weeks are less than a month, 5 weeks more
        assert_eq!(
            [0, 1, 4, 5, 13, 14, 26, 36, 52, 53, 1_560].map(months_begun),
            [0, 1, 1, 2, 3, 4, 6, 9, 12, 13, 360]
        );
    }
}
