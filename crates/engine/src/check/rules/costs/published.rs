//! Prices and measures far from every published value.

use super::prices::{FAR, is_price_of_one, is_server_at_price_of_one, offers, recognized_kinds, sold};
use crate::analysis::usual_costs;
use crate::catalog::{FactMeasure, Kinds, Published, PublishedFigure};
use crate::check::rules::{CATALOG_CURRENCY, Converted, Subject};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::number;
use crate::scenario::document::{Entry, Located, NodeId};
use crate::scenario::line::OperatingBasis;
use crate::scenario::own::{NodePrice, Own};
use crate::scenario::quantities::{PricePerInstanceHour, PricePerNode};
use crate::scenario::quantity::{Money, Quantity};
use crate::scenario::rent::{Rent, Tariff};
use rust_decimal::Decimal;

/// Distance from the published values that is reported, with its wording.
#[derive(Clone, Copy)]
pub(super) struct Tolerance {
    /// Divisor of the lowest value.
    under: Decimal,
    less: &'static str,
    /// Factor of the highest value.
    over: Decimal,
    more: &'static str,
}

/// For list prices of a known product, of which many are published.
const HALF_AGAIN: Tolerance = Tolerance {
    under: Decimal::from_parts(15, 0, 0, false, 1),
    less: "less than two thirds of the lowest published value",
    over: Decimal::from_parts(15, 0, 0, false, 1),
    more: "more than one and a half times the highest published value",
};

const TWICE: Tolerance = Tolerance {
    under: Decimal::TWO,
    less: "less than half of the lowest published value",
    over: Decimal::TWO,
    more: "more than twice the highest published value",
};

/// For values that few publish, or that differ much between places.
pub(super) const THRICE: Tolerance = Tolerance {
    under: FAR,
    less: "less than a third of the lowest published value",
    over: FAR,
    more: "more than three times the highest published value",
};

/// Quantity that is compared with the catalog.
pub(super) struct PublishedQuantity {
    /// Words before the value.
    pub(super) what: &'static str,
    /// Words after the value.
    pub(super) unit: &'static str,
    /// Label of the finding.
    pub(super) label: &'static str,
    /// Zero point of the comparison: 1 for a PUE.
    pub(super) zero: Decimal,
    /// Distance that is reported.
    pub(super) far: Tolerance,
    /// Divisors for likely unit errors, with their condition in words.
    pub(super) units: &'static [(Decimal, &'static str)],
}

const fn price(what: &'static str, unit: &'static str, label: &'static str, far: Tolerance) -> PublishedQuantity {
    PublishedQuantity { what, unit, label, zero: Decimal::ZERO, far, units: &[] }
}

const fn times(units: u32) -> Decimal {
    Decimal::from_parts(units, 0, 0, false, 0)
}

const ELECTRICITY: PublishedQuantity = PublishedQuantity {
    units: &[(times(100), "if these are cents"), (times(1_000), "if this is per megawatt-hour")],
    ..price("a kilowatt-hour costs", "", "write the price per kilowatt-hour: 9.4 cents are 0.094", OF_POWER)
};
const PUE: PublishedQuantity = PublishedQuantity {
    what: "the PUE is",
    unit: "",
    label: "write site power divided by server power, such as 1.3",
    zero: Decimal::ONE,
    far: THRICE,
    units: &[],
};
const COLOCATION: PublishedQuantity = PublishedQuantity {
    units: &[(times(12), "if this is per year")],
    ..price(
        "a kilowatt of colocation costs",
        " a month",
        "write the price per kilowatt of rated power and month",
        THRICE,
    )
};
const STORAGE: PublishedQuantity =
    price("a terabyte of storage costs", " a month", "write the price per terabyte: 0.023 per gigabyte is 23", THRICE);
const EGRESS: PublishedQuantity =
    price("a terabyte of egress costs", "", "write the price per terabyte: 0.09 per gigabyte is 90", THRICE);
const ON_DEMAND: PublishedQuantity = PublishedQuantity {
    units: &[
        (times(8), "if this is per instance with eight accelerators"),
        (times(24), "if this is per day"),
        (times(730), "if this is per month"),
    ],
    ..price(
        "an accelerator costs",
        " an hour",
        "check whether the price is per instance or per accelerator, the accelerators per instance, and the decimal point",
        HALF_AGAIN,
    )
};
const SERVER: PublishedQuantity = PublishedQuantity {
    units: &[(times(8), "if this is per server with eight accelerators")],
    ..price(
        "a server costs",
        " per accelerator",
        "check whether the price is per server or per accelerator, the accelerators per server, and the decimal point",
        THRICE,
    )
};

/// For electricity: next to a dam it may cost very little, but nowhere twice what Californian businesses pay.
const OF_POWER: Tolerance = Tolerance { under: THRICE.under, less: THRICE.less, over: TWICE.over, more: TWICE.more };

impl PublishedQuantity {
    /// Suggestion with the first unit in which the value is usual.
    fn suggestion(&self, value: Decimal, known: Option<&Published>, rate: Decimal) -> Option<String> {
        let known = known?;
        let usual = |value: &Decimal| (known.low.value..=known.high.value).contains(value);
        let units = self.units.iter().filter_map(|(times, what)| Some((value.checked_div(*times)?, what)));
        let (usual_value, what) = units.into_iter().find(|(value, _)| usual(value))?;
        let stated = usual_value.checked_div(rate)?;
        Some(format!("write {} {what}; otherwise check the decimal point", number::readable(stated, 6)))
    }
}

/// Side of the published values on which a value lies.
pub(super) enum Side<'a> {
    Below(&'a PublishedFigure),
    Above(&'a PublishedFigure),
}

/// Side of the published values on which a value is far off, if it is.
pub(super) fn far<'a>(held: &PublishedQuantity, value: Decimal, known: &'a Published) -> Option<Side<'a>> {
    let (least, most) = (known.low.value - held.zero, known.high.value - held.zero);
    let value = value - held.zero;
    if value.checked_mul(held.far.under).is_some_and(|multiple| multiple < least) {
        Some(Side::Below(&known.low))
    } else if value > most * held.far.over {
        Some(Side::Above(&known.high))
    } else {
        None
    }
}

pub(super) fn message(
    of: &OptionId,
    held: &PublishedQuantity,
    (value, currency): (Decimal, &str),
    side: &Side<'_>,
) -> String {
    let counted = held.zero.is_zero();
    let (what, bound) = match side {
        Side::Below(least) if counted => (held.far.less, least),
        Side::Below(least) => ("far below the lowest published value", least),
        Side::Above(most) if counted => (held.far.more, most),
        Side::Above(most) => ("far above the highest published value", most),
    };
    let (value, published) = (number::readable(value, 6), number::readable(bound.value, 6));
    let PublishedQuantity { what: costs, unit, .. } = held;
    format!("in {of}, {costs} {value}{currency}{unit}, {what}: {published}{currency} ({}, {})", bound.of, bound.as_of)
}

/// Collects findings about values that are far off.
struct Search<'a, 's> {
    subject: &'s Subject<'a>,
    currency: &'a str,
    found: Vec<Diagnostic>,
}

impl Search<'_, '_> {
    /// Compares a value with the published ones, if there are any.
    fn hold(
        &mut self,
        of: &OptionId,
        held: &PublishedQuantity,
        (at, value): (NodeId, Decimal),
        known: Option<&Published>,
    ) {
        let Some(side) = known.and_then(|known| far(held, value, known)) else { return };
        let finding = self.subject.finding(Code::OutsidePublished, at, message(of, held, (value, ""), &side));
        let label = held.suggestion(value, known, Decimal::ONE).unwrap_or_else(|| held.label.to_owned());
        self.found.push(finding.label(label));
    }

    /// Compares a price with the published ones. A price of zero is taken as intended.
    fn hold_price<M: Money>(
        &mut self,
        of: &OptionId,
        held: &PublishedQuantity,
        price: &Located<M>,
        measure: FactMeasure,
    ) {
        let own = price.value.currency().map_or(self.currency, |own| own.code());
        let known = [own, self.currency, CATALOG_CURRENCY].into_iter().find_map(|currency| {
            let known = Published::of(measure, Some(currency))?;
            Some((known, self.subject.in_currency(&price.value, currency)?))
        });
        if let Some((known, price_there)) = known.filter(|_| !price.value.amount().is_zero()) {
            self.hold_converted(of, held, (price.at, price_there), &known);
        }
    }

    /// Compares a converted price with the published ones. At the reference rate of another day, limits are not narrower than a
    /// factor of two.
    fn hold_converted(
        &mut self,
        of: &OptionId,
        held: &PublishedQuantity,
        (at, price): (NodeId, Converted<'_>),
        known: &Published,
    ) {
        let is_narrow = held.far.over < TWICE.over && price.by_reference.is_some();
        let far = if is_narrow { TWICE } else { held.far };
        let held = PublishedQuantity { far, ..*held };
        let Some(side) = self::far(&held, price.value, known) else { return };
        let message = message(of, &held, (price.value, &price.currency_suffix(self.subject)), &side);
        let finding = self.subject.finding(Code::OutsidePublished, at, message);
        let label = held.suggestion(price.value, Some(known), price.rate).unwrap_or_else(|| held.label.to_owned());
        self.found.push(price.explained(finding.label(label)));
    }

    fn own(&mut self, option: &Entry<Own>) {
        let (name, own) = (OptionId::own(&option.name), &option.value);
        if let Some(price) = &own.electricity_per_kwh {
            self.hold_price(&name, &ELECTRICITY, price, FactMeasure::ElectricityPerKwh);
            if let Some(pue) = &own.pue {
                self.hold(&name, &PUE, (pue.at, pue.value.decimal()), Published::of(FactMeasure::Pue, None).as_ref());
            }
        }
        for line in &own.operating {
            let basis = line.value.basis();
            if let OperatingBasis::PerKilowattMonth(price) = basis
                && is_space(&line.name)
            {
                self.hold_price(&name, &COLOCATION, price, FactMeasure::ColocationPerKwMonth);
            }
            self.line(&name, &basis);
        }
        self.server(&name, option);
    }

    fn rent(&mut self, option: &Entry<Rent>) {
        let name = OptionId::rent(&option.name);
        for line in &option.value.operating {
            self.line(&name, &line.value.basis());
        }
        self.on_demand(&name, option);
    }

    fn line(&mut self, of: &OptionId, basis: &OperatingBasis<'_>) {
        match basis {
            OperatingBasis::Stored(_, price) => {
                self.hold_price(of, &STORAGE, price, FactMeasure::StoragePerTbMonth);
            }
            OperatingBasis::Moved(_, price) => {
                self.hold_price(of, &EGRESS, price, FactMeasure::EgressPerTb);
            }
            OperatingBasis::Tiers(_, tiers) => {
                for tier in *tiers {
                    self.hold_price(of, &EGRESS, &tier.per_tb, FactMeasure::EgressPerTb);
                }
            }
            OperatingBasis::PerMonth(_)
            | OperatingBasis::PerYear(_)
            | OperatingBasis::Staff(..)
            | OperatingBasis::PerNodeMonth(_)
            | OperatingBasis::PerNodeYear(_)
            | OperatingBasis::PerAcceleratorMonth(_)
            | OperatingBasis::PerKilowattMonth(_)
            | OperatingBasis::ShareOfCapital(_)
            | OperatingBasis::PerUsefulHour(_)
            | OperatingBasis::ShareOfBill(_)
            | OperatingBasis::Requests(..) => {}
        }
    }

    /// Checks the price per accelerator-hour, unless another rule takes it for the price of an instance.
    fn on_demand(&mut self, of: &OptionId, option: &Entry<Rent>) {
        let rent = &option.value;
        let recognized = recognized_kinds(rent.accelerator.as_ref(), &option.name);
        let far = if recognized.is_some() { HALF_AGAIN } else { TWICE };
        let known = offers(recognized.as_ref());
        let accelerators = rent.accelerators_per_instance.as_ref().map(|count| count.value.decimal());
        let (Some(known), Some(accelerators)) = (known, accelerators) else { return };
        let is_said = |price: &PricePerInstanceHour| {
            let price = self.subject.in_catalog_currency(price);
            price.is_some_and(|price| is_price_of_one(price.value, accelerators, &known))
        };
        let (at, price, for_each) = match rent.tariff() {
            Tariff::OnDemandAccelerator(price) => {
                (price.at, self.subject.in_catalog_currency(&price.value), Decimal::ONE)
            }
            Tariff::OnDemandInstance(price) if !is_said(&price.value) => {
                (price.at, self.subject.in_catalog_currency(&price.value), accelerators)
            }
            Tariff::DedicatedInstance(price) => {
                (price.at, self.subject.in_catalog_currency(&price.value), accelerators * HOURS)
            }
            Tariff::DedicatedAccelerator(price) => (price.at, self.subject.in_catalog_currency(&price.value), HOURS),
            Tariff::OnDemandInstance(_) | Tariff::PerUnit(_) | Tariff::PerTokens(_) => return,
        };
        let Some(price) = price.filter(|price| !price.value.is_zero()) else { return };
        let each = Converted { value: price.value.checked_div(for_each).unwrap_or_default(), ..price };
        let before = self.found.len();
        self.hold_converted(of, &PublishedQuantity { far, ..ON_DEMAND }, (at, each.clone()), &known);
        let of_provider = recognized.as_ref().and_then(|recognized| published_by(&option.name, recognized));
        if let Some(known) = of_provider.filter(|_| self.found.len() == before) {
            self.hold_converted(of, &PublishedQuantity { far: THRICE, ..ON_DEMAND }, (at, each), &known);
        }
    }

    /// Checks the server price per accelerator, unless another rule takes it for the price of an accelerator.
    fn server(&mut self, of: &OptionId, option: &Entry<Own>) {
        let own = &option.value;
        let known = sold(recognized_kinds(own.accelerator.as_ref(), &option.name).as_ref());
        let Some(known) = known else { return };
        let accelerators = own.node.accelerators.value.decimal();
        let is_said = |price: &PricePerNode| {
            let price = self.subject.in_catalog_currency(price);
            price.is_some_and(|price| is_server_at_price_of_one(price.value, accelerators, &known))
        };
        let (at, price, for_each) = match own.node.list_price() {
            NodePrice::Accelerator(price) => (price.at, self.subject.in_catalog_currency(&price.value), Decimal::ONE),
            NodePrice::Node(price) if !is_said(&price.value) => {
                (price.at, self.subject.in_catalog_currency(&price.value), accelerators)
            }
            NodePrice::Node(_) => return,
        };
        let Some(price) = price.filter(|price| !price.value.is_zero()) else { return };
        let each = Converted { value: price.value.checked_div(for_each).unwrap_or_default(), ..price };
        self.hold_converted(of, &SERVER, (at, each), &known);
    }
}

/// Published prices for these accelerators of the provider in an option's name.
fn published_by(option: &str, recognized: &Kinds) -> Option<Published> {
    let mut words = option.split(['-', '_', '.']);
    words.find_map(|word| Published::of_provider(word, recognized))
}

/// Whether a line pays for space only.
fn is_space(line: &str) -> bool {
    let mut costs = usual_costs("own", line).peekable();
    costs.peek().is_some() && costs.all(|cost| cost == "space")
}

/// Prices and measures of the options that are far from every published value.
pub(super) fn outside(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let currency = subject.answer.comparison.header.currency.as_str();
    let mut search = Search { subject, currency, found: Vec::new() };
    scenario.own.iter().for_each(|option| search.own(option));
    scenario.rent.iter().for_each(|option| search.rent(option));
    search.found
}

/// Hours in a month.
pub(super) const HOURS: Decimal = Decimal::from_parts(730, 0, 0, false, 0);
