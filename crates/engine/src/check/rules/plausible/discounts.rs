//! Commitment and spot prices, compared with the list price.

use crate::check::rules::Subject;
use crate::check::rules::words::{few_digits, share};
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::{CommittedPrice, Rent, Tariff};
use rust_decimal::Decimal;

/// Largest published commitment discount: three years of A100s at Google Cloud (July 2026) and AWS (March 2025).
const COMMITTED: Decimal = Decimal::from_parts(65, 0, 0, false, 2);

/// Lowest plausible share of the list price: commitments and spot have been observed at a seventh of it, not at a twentieth.
const LEAST: Decimal = Decimal::from_parts(5, 0, 0, false, 2);

/// A commitment discount above this is beyond everything published.
const MOST_OFF: Decimal = Decimal::from_parts(85, 0, 0, false, 2);

/// Vendors do not give more than half off the list price of servers.
const HARDWARE: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// Commitments and spot above the list price, or at a few per cent of it.
pub(super) fn unlikely(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let rented = scenario.rent.iter().flat_map(|option| of_option(subject, option));
    let owned = scenario.own.iter().filter_map(|option| {
        let off = &option.value.node.discount;
        if off.value.decimal() <= HARDWARE {
            return None;
        }
        let off_said = share(off.value.decimal());
        let message =
            format!("a discount of {off_said} is taken off the list price of the servers of own.{}", option.name);
        Some(subject.finding(Code::DiscountUnlikely, off.at, message).label("write the discount: 8 %, not 80 %"))
    });
    rented.chain(owned).collect()
}

/// A price and its list price.
struct DiscountedPrice {
    what: String,
    at: NodeId,
    /// Share of the list price of an instance.
    of_list: Decimal,
    least: Decimal,
}

fn of_option(subject: &Subject<'_>, option: &Entry<Rent>) -> Vec<Diagnostic> {
    let rent = &option.value;
    let accelerators = rent.accelerators_per_instance.as_ref().map(|count| count.value.decimal());
    let list = match rent.tariff() {
        Tariff::OnDemandInstance(price) => subject.reported(&price.value),
        Tariff::OnDemandAccelerator(price) => {
            accelerators.and_then(|count| subject.reported(&price.value)?.checked_mul(count))
        }
        Tariff::DedicatedInstance(_) | Tariff::DedicatedAccelerator(_) | Tariff::PerUnit(_) | Tariff::PerTokens(_) => {
            None
        }
    };
    let (Some(list), Some(accelerators)) = (list.filter(|list| !list.is_zero()), accelerators) else {
        return Vec::new();
    };
    let of_list = |price: CommittedPrice<'_>| match price {
        CommittedPrice::Discount(off) => Some((off.at, Decimal::ONE - off.value.decimal())),
        CommittedPrice::Instance(price) => Some((price.at, subject.reported(&price.value)?.checked_div(list)?)),
        CommittedPrice::Accelerator(price) => {
            Some((price.at, subject.reported(&price.value)?.checked_mul(accelerators)?.checked_div(list)?))
        }
    };
    let committed = rent.commitments.iter().filter_map(|entry| {
        let (at, of_list) = of_list(entry.value.price())?;
        let what = format!("the commitment `{}` of rent.{}", entry.name, option.name);
        Some(DiscountedPrice { what, at, of_list, least: Decimal::ONE - MOST_OFF })
    });
    let spot = rent.spot.iter().filter_map(|spot| {
        let (at, of_list) = of_list(spot.price())?;
        Some(DiscountedPrice { what: format!("spot of rent.{}", option.name), at, of_list, least: LEAST })
    });
    committed.chain(spot).filter_map(|beside| found(subject, &beside)).collect()
}

fn found(subject: &Subject<'_>, beside: &DiscountedPrice) -> Option<Diagnostic> {
    let DiscountedPrice { what, at, of_list, least } = beside;
    let (message, label) = if *of_list > Decimal::ONE {
        let times = few_digits(*of_list);
        (
            format!("{what} costs {times} times the on-demand price"),
            "check the unit: this must be the price of one instance for an hour",
        )
    } else if of_list < least {
        let most = share(COMMITTED);
        let message = format!(
            "{what} costs {} of the on-demand price; the largest published discount is {most}, for three years",
            share(*of_list)
        );
        (message, "check whether this is the price of one accelerator, or the remaining share instead of the discount")
    } else {
        return None;
    };
    Some(subject.finding(Code::DiscountUnlikely, *at, message).label(label))
}
