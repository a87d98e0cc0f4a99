//! A purchase: when it is ordered, delivered and serves, what it costs, and when that is paid.

use super::indirect_tax::IndirectTax;
use super::line::Flow;
use super::quoted::Quoted;
use crate::inputs::Inputs as _;
use crate::scenario::document::Given;
use crate::scenario::own::PaymentTiming;
use crate::scenario::quantities::Share;
use crate::sheet::Figure;
use crate::timeline::Timeline;

/// One life of an asset: ordered, delivered, in service, at an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation {
    /// Month at whose end it is ordered; 0 is the moment of the decision.
    pub ordered: u32,
    /// Month at whose end it is delivered.
    pub delivered: u32,
    /// First month of service.
    pub first: u32,
    /// Last month of service, which may lie beyond the horizon.
    pub last: u32,
}

/// Generation j of what is bought in `month` is ordered at `month + j · life`, serves `life` months from `lead` months
/// later on, and is bought only if it serves a month of the horizon.
#[must_use]
pub fn generations(month: u32, lead: u32, life: u32, horizon: u32) -> Vec<Generation> {
    let orders = (month..).step_by(life as usize);
    let generation = |ordered| {
        let delivered = ordered + lead;
        Generation { ordered, delivered, first: delivered + 1, last: delivered + life }
    };
    orders.map(generation).take_while(|generation| generation.first <= horizon).collect()
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

/// A generation with what was paid for it.
#[derive(Clone, Copy, Debug)]
pub struct Bought<'s> {
    /// Month of the order of its first generation.
    pub order: u32,
    /// When it serves.
    pub generation: Generation,
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
        (order, generation): (u32, Generation),
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

    /// Whether it replaces nothing.
    #[must_use]
    pub fn is_first(&self) -> bool {
        self.generation.ordered == self.order
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
        assert_eq!(found[1], Generation { ordered: 36, delivered: 40, first: 41, last: 76 });
        assert_eq!(generations(0, 4, 36, 40).len(), 1);
        assert!(generations(40, 4, 36, 44).is_empty());
    }
}
