//! How long things last, which is said in months or by the date until which they do, and when servers arrive.

use super::Scenario;
use super::document::{Given, MonthByDate, NodeId};
use super::finance::Lease;
use super::own::Own;
use super::price::{ElectricityStep, PriceStep, StepStart};
use super::quantities::Term;
use super::rent::Commitment;
use language::one_of;

one_of! {
    /// How long a commitment or a lease is.
    pub enum TermLength of Commitment, Lease by term {
        /// So many months.
        Months(term_months: Given<Term>);
        /// From its beginning to the end of a month.
        Until(until: Given<MonthByDate>);
    }
}

/// How long something lasts, whenever it begins.
#[derive(Clone, Copy, Debug)]
pub struct Lasts {
    length: Length,
    /// Where that is said.
    pub at: NodeId,
}

#[derive(Clone, Copy, Debug)]
enum Length {
    Months(u32),
    Until(MonthByDate),
}

impl Lasts {
    /// So many months.
    pub(super) fn months(months: u32, at: NodeId) -> Lasts {
        Lasts { length: Length::Months(months), at }
    }

    /// To the end of a month.
    pub(super) fn until(until: &Given<MonthByDate>) -> Lasts {
        Lasts { length: Length::Until(until.value), at: until.at }
    }

    /// Months that it lasts where it begins after a month, counted from the decision; none where it is over by then.
    #[must_use]
    pub fn months_after(self, month: i32) -> u32 {
        match self.length {
            Length::Months(months) => months,
            Length::Until(until) => until.number.saturating_sub(month).max(0).unsigned_abs(),
        }
    }

    /// The month with whose end it is over, where that is said by its date.
    #[must_use]
    pub fn last(self) -> Option<MonthByDate> {
        match self.length {
            Length::Months(_) => None,
            Length::Until(until) => Some(until),
        }
    }
}

impl From<TermLength<'_>> for Lasts {
    fn from(length: TermLength<'_>) -> Lasts {
        match length {
            TermLength::Months(months) => Lasts::months(months.value.count(), months.at),
            TermLength::Until(until) => Lasts::until(until),
        }
    }
}

impl Commitment {
    /// How long its first term lasts.
    #[must_use]
    pub fn lasts(&self) -> Lasts {
        self.term().into()
    }

    /// Months of a first term that begins with a month.
    #[must_use]
    pub fn months_from(&self, first: u32) -> u32 {
        self.lasts().months_after(first.cast_signed() - 1)
    }

    /// Months of the first term of instances that are committed to for themselves.
    #[must_use]
    pub fn months(&self) -> u32 {
        self.months_from(self.starts_month.value.count())
    }
}

/// How long something lasts that begins with the delivery of servers: a lease, or their warranty.
#[derive(Clone, Copy, Debug)]
pub struct FromDelivery {
    /// How long.
    pub lasts: Lasts,
    /// Months from the order to the delivery.
    lead: u32,
}

impl FromDelivery {
    /// Months of what begins with the delivery of servers that are ordered in a month, counted from the decision. What replaces
    /// them has as many.
    #[must_use]
    pub fn months(self, ordered: i32) -> u32 {
        self.lasts.months_after(ordered.saturating_add_unsigned(self.lead))
    }
}

impl Own {
    /// The lease of its servers and how long it lasts, if it leases them.
    #[must_use]
    pub fn leased(&self) -> Option<(&Lease, FromDelivery)> {
        let lease = self.lease.as_ref()?;
        Some((lease, FromDelivery { lasts: lease.term().into(), lead: self.lead_time().value }))
    }

    /// The warranty of its servers, if they have one.
    #[must_use]
    pub fn warranty(&self) -> Option<FromDelivery> {
        let months = self.warranty_months.as_ref().map(|months| Lasts::months(months.value.count(), months.at));
        let lasts = months.or_else(|| self.warranty_until.as_ref().map(Lasts::until))?;
        Some(FromDelivery { lasts, lead: self.lead_time().value })
    }

    /// Months from the order of a server to its delivery, with where that is said: weeks are as many twelfths of a year as they
    /// begin, 52 of them twelve.
    #[must_use]
    pub fn lead_time(&self) -> Given<u32> {
        match &self.lead_time_weeks {
            Some(weeks) => Given { value: months_begun(weeks.value.count()), at: weeks.at },
            None => Given { value: self.lead_time_months.value.count(), at: self.lead_time_months.at },
        }
    }

    /// The months, from the decision, with whose end servers are delivered that are stated, or may be of those that are sized: at
    /// the beginning of every year with a month of service, or once they have arrived.
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

/// Months that have begun after some weeks, of which 52 are twelve months.
fn months_begun(weeks: u32) -> u32 {
    (weeks * 12).div_ceil(52)
}

/// What a date, or a time in weeks, comes to in the months of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InMonths {
    /// A price holds from this month on.
    From(u32),
    /// Servers are delivered so many months after they are ordered.
    Delivery(u32),
    /// Something ends with the end of this month, and has lasted for so many months then: the fewest and the most of all that end
    /// with it.
    Ends {
        /// The month, counted from the decision.
        month: i32,
        /// Months of the shortest.
        fewest: u32,
        /// Months of the longest.
        most: u32,
    },
}

impl Scenario {
    /// What the date at a node comes to, or the weeks of a delivery; none of another value.
    #[must_use]
    pub fn in_months(&self, at: NodeId) -> Option<InMonths> {
        let weeks = self.own.iter().map(|option| &option.value).filter(|own| own.lead_time_weeks.is_some());
        if let Some(own) = weeks.into_iter().find(|own| own.lead_time().at == at) {
            return Some(InMonths::Delivery(own.lead_time().value));
        }
        let of_instances = self.rent.iter().map(|option| &option.value).flat_map(|rent| {
            let of_spot = rent.spot.iter().filter_map(|spot| spot.price_path.as_ref());
            rent.price_path.iter().chain(of_spot).flatten().map(PriceStep::starts)
        });
        let of_electricity = self.own.iter().flat_map(|option| option.value.electricity_price_path.iter().flatten());
        let mut steps = of_instances.chain(of_electricity.map(ElectricityStep::starts));
        if let Some(StepStart::From(from)) = steps.find(|step| step.first().at == at) {
            return Some(InMonths::From(StepStart::From(from).first().value));
        }
        let commitments = self.rent.iter().flat_map(|option| &option.value.commitments).map(|entry| &entry.value);
        let terms = commitments.map(|commitment| (commitment.lasts(), vec![commitment.months()]));
        let since_deliveries = |own: &Own, term: FromDelivery| {
            let deliveries = own.deliveries(self.horizon_months.value.count()).into_iter();
            (term.lasts, deliveries.map(|delivered| term.lasts.months_after(delivered)).collect())
        };
        let owned = self.own.iter().map(|option| &option.value).flat_map(|own| {
            let begun = [own.leased().map(|(_, term)| term), own.warranty()].into_iter().flatten();
            begun.map(move |term| since_deliveries(own, term))
        });
        let (lasts, months): (Lasts, Vec<u32>) = terms.chain(owned).find(|(lasts, _)| lasts.at == at)?;
        let (month, fewest, most) = (lasts.last()?.number, *months.iter().min()?, *months.iter().max()?);
        Some(InMonths::Ends { month, fewest, most })
    }
}

#[cfg(test)]
mod tests {
    use super::months_begun;

    #[test]
    fn weeks_are_the_months_that_they_begin() {
        // a quarter of a year is 13 weeks; 4 weeks are 28 days, less than a month, and 5 are more than one
        assert_eq!(
            [0, 1, 4, 5, 13, 14, 26, 36, 52, 53, 1_560].map(months_begun),
            [0, 1, 1, 2, 3, 4, 6, 9, 12, 13, 360]
        );
    }
}
