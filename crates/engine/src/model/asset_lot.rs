//! A purchase: order, delivery, service, cost and payments.

use super::indirect_tax::IndirectTax;
use super::line::Flow;
use super::quoted::Quoted;
use crate::inputs::Inputs as _;
use crate::scenario::document::Located;
use crate::scenario::own::PaymentTiming;
use crate::scenario::quantities::{Share, Term};
use crate::sheet::Figure;
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};

/// One life of an asset: order, delivery, service and end. Dates before the decision count as the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation {
    /// Month at whose end it is ordered and paid for; 0 is the decision.
    pub ordered: u32,
    /// Month at whose end it is delivered; 0 if it was delivered before the decision.
    pub delivered: u32,
    /// Months of service before the decision.
    pub served_before: u32,
    /// First month of service after the decision.
    pub first: u32,
    /// Last month of service; may lie beyond the horizon.
    pub last: u32,
    /// Whether it replaces an earlier generation.
    pub replaces: bool,
}

impl Generation {
    /// A generation that is ordered in a month, delivered `lead` months later, and serves `life` months.
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

    /// Months of service from the decision to the horizon.
    #[must_use]
    pub fn served(&self, horizon: u32) -> u32 {
        self.last.min(horizon) + 1 - self.first
    }

    /// First month after a number of months of service, counting only months from the decision on.
    #[must_use]
    pub fn after(&self, months: u32) -> u32 {
        self.first + months.saturating_sub(self.served_before)
    }
}

/// Generations of a purchase made in `month`. Generation j is ordered at `month + j · life`, serves `life` months
/// starting `lead` months later, and is bought only if it serves a month of the horizon. A replacement due for order
/// before the decision is paid for at the decision and still delivered when the servers before it reach the end of
/// their life.
#[must_use]
pub fn generations(month: i32, lead: u32, life: u32, horizon: u32) -> Vec<Generation> {
    let generation = |ordered| Generation { replaces: ordered != month, ..Generation::new(ordered, lead, life) };
    let all = (month..).step_by(life as usize).map(generation);
    all.take_while(|generation| generation.first <= horizon).filter(|generation| generation.last > 0).collect()
}

/// Split of a price between order and delivery.
#[derive(Clone, Copy, Debug)]
pub enum PaymentSplit<'s> {
    /// All at the order.
    Order,
    /// Shares at the order and at the delivery.
    Shares(Figure<'s>, Figure<'s>),
}

impl<'s> PaymentSplit<'s> {
    /// Split given by the scenario; one share alone implies the other.
    #[must_use]
    pub fn of(timeline: &Timeline<'s>, payment: Option<&PaymentTiming>) -> PaymentSplit<'s> {
        let share = |given: &Located<Share>| timeline.draft.given(given);
        let Some(payment) = payment else { return PaymentSplit::Order };
        match (&payment.order, &payment.delivery) {
            (Some(order), Some(delivery)) => PaymentSplit::Shares(share(order), share(delivery)),
            (Some(order), None) => PaymentSplit::Shares(share(order), 1 - share(order)),
            (None, Some(delivery)) => PaymentSplit::Shares(1 - share(delivery), share(delivery)),
            (None, None) => PaymentSplit::Order,
        }
    }
}

/// Length of service.
#[derive(Clone, Copy, Debug)]
pub struct Life<'s> {
    /// Months.
    pub figure: Figure<'s>,
    /// The same as a number, for decisions about the structure of the sheet.
    pub months: u32,
}

impl<'s> Life<'s> {
    /// Life as given.
    #[must_use]
    pub fn of(timeline: &Timeline<'s>, life: &Located<Term>) -> Life<'s> {
        let draft = timeline.draft;
        Life { figure: draft.given(life), months: draft.structural(life).count() }
    }

    /// Rest of the life after a number of months.
    #[must_use]
    pub fn after(self, timeline: &Timeline<'s>, months: u32, what: &'static str) -> Life<'s> {
        if months == 0 {
            return self;
        }
        let over = timeline.draft.constant(months, Unit::MONTH, what);
        Life { figure: self.figure - over, months: self.months - months }
    }
}

/// Values at the decision of servers that are already owned.
#[derive(Clone, Copy, Debug)]
pub struct OwnedAlready<'s> {
    /// Resale value.
    pub resale_value: Figure<'s>,
    /// Tax book value: the part of the price not yet depreciated; none if it is fully depreciated.
    pub tax_book_value: Option<Figure<'s>>,
}

/// A generation with its price and payments.
#[derive(Clone, Copy, Debug)]
pub struct AssetLot<'s> {
    /// Month of the order of its first generation, relative to the decision.
    pub order: i32,
    /// Its dates.
    pub generation: Generation,
    /// Length of its whole life.
    pub life: Life<'s>,
    /// Its values at the decision if it was bought before.
    pub already: Option<OwnedAlready<'s>>,
    /// Net price: the base for resale shares and for lines that are a share of the price. Excludes indirect tax.
    pub net: Figure<'s>,
    /// Amount paid at order and delivery: the price including non-recoverable tax.
    pub paid: Figure<'s>,
    /// The two payments if a part is paid at the delivery; none if all is paid at the order.
    at_delivery: Option<AtDelivery<'s>>,
    /// Price converted at the order: equal to `net` unless the exchange rate at delivery differs.
    pub price_when_ordered: Figure<'s>,
    /// `price_when_ordered` including tax.
    pub invoiced_when_ordered: Figure<'s>,
}

/// The two payments for a generation.
#[derive(Clone, Copy, Debug)]
struct AtDelivery<'s> {
    before: Figure<'s>,
    then: Figure<'s>,
}

impl<'s> AssetLot<'s> {
    /// A generation with its net price and tax; each payment is converted at its own date.
    #[must_use]
    pub fn new(
        timeline: &Timeline<'s>,
        (order, generation, life): (i32, Generation, Life<'s>),
        price: Quoted<'s>,
        (split, tax): (PaymentSplit<'s>, IndirectTax<'s>),
    ) -> AssetLot<'s> {
        let when_ordered = price.paid_in(timeline, generation.ordered);
        let invoiced = tax.on(when_ordered);
        let same_rate = !price.is_moved_by_its_rate() || generation.ordered / 12 == generation.delivered / 12;
        let (net, paid, at_delivery) = match split {
            PaymentSplit::Order => (when_ordered, invoiced, None),
            PaymentSplit::Shares(first, rest) if same_rate => {
                (when_ordered, invoiced, Some(AtDelivery { before: invoiced * first, then: invoiced * rest }))
            }
            PaymentSplit::Shares(first, rest) => {
                let (before, then) = (when_ordered * first, price.paid_in(timeline, generation.delivered) * rest);
                let net = before + then;
                (net, tax.on(net), Some(AtDelivery { before: tax.on(before), then: tax.on(then) }))
            }
        };
        AssetLot {
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

    /// Payments and their dates.
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

    /// Marks it as bought before the decision: its resale value counts as paid at the decision.
    #[must_use]
    pub fn owned_already(self, already: OwnedAlready<'s>) -> AssetLot<'s> {
        AssetLot { already: Some(already), paid: already.resale_value, at_delivery: None, ..self }
    }

    /// Rest of its life from its first month of service after the decision.
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
        // ordered at 0, delivered after 4 months, serves 36: months 5 to 40; the next serves from 41
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
        // 24 months of warranty end after 10 more
        assert_eq!((now.after(24), now.after(12), next.after(24)), (11, 1, 47));
        // ordered 2 months ago and delivered in 2 months: its whole life lies ahead
        let coming = Generation { ordered: 0, delivered: 2, served_before: 0, first: 3, last: 38, replaces: false };
        assert_eq!(generations(-2, 4, 36, 12), [coming]);
        // ordered 38 months ago, it serves 2 more; its replacement was due for order 2 months ago
        let late = Generation { ordered: 0, delivered: 2, served_before: 0, first: 3, last: 38, replaces: true };
        assert_eq!(generations(-38, 4, 36, 12)[1], late);
    }
}
