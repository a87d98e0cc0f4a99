//! A purchase: when it is ordered, delivered and serves, what it costs, and when that is paid.

use super::indirect_tax::IndirectTax;
use super::line::Flow;
use super::quoted::Quoted;
use crate::inputs::Inputs as _;
use crate::scenario::document::Given;
use crate::scenario::own::PaymentTiming;
use crate::scenario::quantities::{Share, Term};
use crate::sheet::Figure;
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};

/// One life of an asset: ordered, delivered, in service, at an end. What lies before the decision counts from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation {
    /// Month at whose end it is ordered and paid for; 0 is the moment of the decision.
    pub ordered: u32,
    /// Month at whose end it is delivered; 0 of what was delivered before the decision.
    pub delivered: u32,
    /// Months that it has served before the decision.
    pub served_before: u32,
    /// First month of service after the decision.
    pub first: u32,
    /// Last month of service, which may lie beyond the horizon.
    pub last: u32,
    /// Whether it replaces an earlier one.
    pub replaces: bool,
}

impl Generation {
    /// That which is ordered in a month and delivered `lead` months later, to serve `life` months.
    #[must_use]
    pub fn new(ordered: i32, lead: u32, life: u32) -> Generation {
        let delivered = ordered.saturating_add_unsigned(lead);
        let since_decision = |month: i32| month.max(0).unsigned_abs();
        Generation {
            ordered: since_decision(ordered),
            delivered: since_decision(delivered),
            served_before: delivered.min(0).unsigned_abs(),
            first: since_decision(delivered) + 1,
            last: since_decision(delivered.saturating_add_unsigned(life)),
            replaces: false,
        }
    }

    /// Months that it serves from the decision on and within the horizon.
    #[must_use]
    pub fn served(&self, horizon: u32) -> u32 {
        self.last.min(horizon) + 1 - self.first
    }

    /// The first month after so many months of service, of those from the decision on.
    #[must_use]
    pub fn after(&self, months: u32) -> u32 {
        self.first + months.saturating_sub(self.served_before)
    }
}

/// Generation j of what is bought in `month` is ordered at `month + j · life`, serves `life` months from `lead` months
/// later on, and is bought only if it serves a month of the horizon. A replacement that should have been ordered before the
/// decision is paid for at it, and delivered all the same when the servers before it reach their end.
#[must_use]
pub fn generations(month: i32, lead: u32, life: u32, horizon: u32) -> Vec<Generation> {
    let generation = |ordered| Generation { replaces: ordered != month, ..Generation::new(ordered, lead, life) };
    let all = (month..).step_by(life as usize).map(generation);
    all.take_while(|generation| generation.first <= horizon).filter(|generation| generation.last > 0).collect()
}

/// How a price is split between the order and the delivery.
#[derive(Clone, Copy, Debug)]
pub enum Split<'s> {
    /// All of it at the order.
    Order,
    /// Shares at the order and at the delivery.
    Shares(Figure<'s>, Figure<'s>),
}

impl<'s> Split<'s> {
    /// As the scenario says; one share alone implies the other.
    #[must_use]
    pub fn of(timeline: &Timeline<'s>, payment: Option<&PaymentTiming>) -> Split<'s> {
        let share = |given: &Given<Share>| timeline.draft.given(given);
        let Some(payment) = payment else { return Split::Order };
        match (&payment.order, &payment.delivery) {
            (Some(order), Some(delivery)) => Split::Shares(share(order), share(delivery)),
            (Some(order), None) => Split::Shares(share(order), 1 - share(order)),
            (None, Some(delivery)) => Split::Shares(1 - share(delivery), share(delivery)),
            (None, None) => Split::Order,
        }
    }
}

/// How long something serves.
#[derive(Clone, Copy, Debug)]
pub struct Life<'s> {
    /// Months.
    pub figure: Figure<'s>,
    /// The same as a number, which shapes the sheet.
    pub months: u32,
}

impl<'s> Life<'s> {
    /// As it is stated.
    #[must_use]
    pub fn of(timeline: &Timeline<'s>, life: &Given<Term>) -> Life<'s> {
        let draft = timeline.draft;
        Life { figure: draft.given(life), months: draft.structural(life).count() }
    }

    /// What is left of it after so many months.
    #[must_use]
    pub fn after(self, timeline: &Timeline<'s>, months: u32, what: &'static str) -> Life<'s> {
        if months == 0 {
            return self;
        }
        let over = timeline.draft.constant(months, Unit::MONTH, what);
        Life { figure: self.figure - over, months: self.months - months }
    }
}

/// What servers that are owned already count for at the decision.
#[derive(Clone, Copy, Debug)]
pub struct OwnedAlready<'s> {
    /// What they would bring.
    pub worth: Figure<'s>,
    /// What of their price is not yet allowed against profits; none where nothing is left of it.
    pub tax_book_value: Option<Figure<'s>>,
}

/// A generation with what was paid for it.
#[derive(Clone, Copy, Debug)]
pub struct Bought<'s> {
    /// Month of the order of its first generation, from the decision.
    pub order: i32,
    /// When it serves.
    pub generation: Generation,
    /// How long it serves in all.
    pub life: Life<'s>,
    /// What it counts for if it was bought before the decision.
    pub already: Option<OwnedAlready<'s>>,
    /// Its price, of which the shares are that it is sold for and that lines cost: what was paid, without the tax on it.
    pub net: Figure<'s>,
    /// What was paid for it, at the order and at the delivery: the price with the tax that is not recovered.
    pub paid: Figure<'s>,
    /// What is paid at the delivery and not at the order; none where all of it is paid at the order.
    at_delivery: Option<AtDelivery<'s>>,
    /// Its price, converted when it is ordered: what was paid, unless another rate holds at the delivery.
    pub price_when_ordered: Figure<'s>,
    /// The same with the tax on it.
    pub invoiced_when_ordered: Figure<'s>,
}

/// The two payments for a generation.
#[derive(Clone, Copy, Debug)]
struct AtDelivery<'s> {
    before: Figure<'s>,
    then: Figure<'s>,
}

impl<'s> Bought<'s> {
    /// A generation of a net price, each share of which is converted when it is paid, and the tax on it.
    #[must_use]
    pub fn new(
        timeline: &Timeline<'s>,
        (order, generation, life): (i32, Generation, Life<'s>),
        price: Quoted<'s>,
        (split, tax): (Split<'s>, IndirectTax<'s>),
    ) -> Bought<'s> {
        let when_ordered = price.paid_in(timeline, generation.ordered);
        let invoiced = tax.on(when_ordered);
        let same_rate = !price.is_moved_by_its_rate() || generation.ordered / 12 == generation.delivered / 12;
        let (net, paid, at_delivery) = match split {
            Split::Order => (when_ordered, invoiced, None),
            Split::Shares(first, rest) if same_rate => {
                (when_ordered, invoiced, Some(AtDelivery { before: invoiced * first, then: invoiced * rest }))
            }
            Split::Shares(first, rest) => {
                let (before, then) = (when_ordered * first, price.paid_in(timeline, generation.delivered) * rest);
                let net = before + then;
                (net, tax.on(net), Some(AtDelivery { before: tax.on(before), then: tax.on(then) }))
            }
        };
        Bought {
            order,
            generation,
            life,
            already: None,
            net,
            paid,
            at_delivery,
            price_when_ordered: when_ordered,
            invoiced_when_ordered: invoiced,
        }
    }

    /// What is paid, and when.
    #[must_use]
    pub fn flows(&self) -> Vec<Flow<Figure<'s>>> {
        let Generation { ordered, delivered, .. } = self.generation;
        match self.at_delivery {
            None => vec![Flow::Once { month: ordered, amount: self.paid }],
            Some(AtDelivery { before, then }) => {
                vec![Flow::Once { month: ordered, amount: before }, Flow::Once { month: delivered, amount: then }]
            }
        }
    }

    /// The same bought before the decision: its worth counts as paid for it at the decision.
    #[must_use]
    pub fn owned_already(self, already: OwnedAlready<'s>) -> Bought<'s> {
        Bought { already: Some(already), paid: already.worth, at_delivery: None, ..self }
    }

    /// What of its life is left from its first month of service after the decision on.
    #[must_use]
    pub fn life_left(&self, timeline: &Timeline<'s>) -> Life<'s> {
        self.life.after(timeline, self.generation.served_before, "months of service before the decision")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_is_bought_only_if_it_serves() {
        // ordered at 0, delivered after 4 months, serves 36: months 5 to 40; the next serves from 41 on
        let found = generations(0, 4, 36, 48);
        assert_eq!(found.len(), 2);
        let next = Generation { ordered: 36, delivered: 40, served_before: 0, first: 41, last: 76, replaces: true };
        assert_eq!(found[1], next);
        assert_eq!(generations(0, 4, 36, 40).len(), 1);
        assert!(generations(40, 4, 36, 44).is_empty());
    }

    #[test]
    fn what_was_bought_before_the_decision_serves_the_rest_of_its_life() {
        // ordered 18 months ago, delivered 14 months ago, serves 36: 22 more months; the next is ordered at 18
        let found = generations(-18, 4, 36, 48);
        let now = Generation { ordered: 0, delivered: 0, served_before: 14, first: 1, last: 22, replaces: false };
        let next = Generation { ordered: 18, delivered: 22, served_before: 0, first: 23, last: 58, replaces: true };
        assert_eq!(found, [now, next]);
        // 24 months of warranty are over after 10 more
        assert_eq!((now.after(24), now.after(12), next.after(24)), (11, 1, 47));
        // ordered 2 months ago and delivered in 2 months: nothing of its life is over
        let coming = Generation { ordered: 0, delivered: 2, served_before: 0, first: 3, last: 38, replaces: false };
        assert_eq!(generations(-2, 4, 36, 12), [coming]);
        // ordered 38 months ago it serves 2 more; what replaces it should have been ordered 2 months ago
        let late = Generation { ordered: 0, delivered: 2, served_before: 0, first: 3, last: 38, replaces: true };
        assert_eq!(generations(-38, 4, 36, 12)[1], late);
    }
}
