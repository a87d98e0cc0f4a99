//! Steps of a price path that no market has seen.

use crate::check::rules::Subject;
use crate::check::rules::words::{few_digits, share};
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::price::{NextPrice, PriceStep};
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::{CommittedPrice, Rent, Spot, Tariff};
use rust_decimal::Decimal;

/// A step down to less than this share of the price before, or up to more than its inverse, has not been seen: the list price of
/// AWS p5.48xlarge fell to 56 % in June 2025.
const STEP: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// Steps by which a price falls to less than half or rises to more than twice.
pub(super) fn steps(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let of_rent = scenario.rent.iter().flat_map(|option| {
        let rent = &option.value;
        let spot = rent.spot.iter().filter_map(|spot| Some((today_on_spot(rent, spot), spot.price_path.as_ref()?)));
        let own = rent.price_path.iter().map(|path| (today(rent), path));
        own.chain(spot).flat_map(|(today, path)| of_path(option, today, path)).collect::<Vec<_>>()
    });
    let of_electricity = scenario.own.iter().flat_map(|option| {
        let own = &option.value;
        let path = own.electricity_price_path.iter().flatten();
        let steps = path.map(|step| (step.per_kwh.at, step.per_kwh.value.decimal()));
        let today = own.electricity_per_kwh.as_ref().map(|price| price.value.decimal());
        today.into_iter().flat_map(move |today| beyond(today, steps.clone())).collect::<Vec<_>>()
    });
    let found = of_rent.chain(of_electricity);
    found.map(|(at, before, after)| of_step(subject, at, before, after)).collect()
}

fn of_step(subject: &Subject<'_>, at: NodeId, before: Decimal, after: Decimal) -> Diagnostic {
    let document = &subject.answer.loaded.document;
    let ratio = after.checked_div(before).unwrap_or_default();
    let message = format!(
        "`{}` takes the price to {} of the one before, {}; the largest step that was seen is to 56 % (AWS p5.48xlarge, 2025)",
        document.path(at),
        share(ratio.round_dp(3)),
        few_digits(before)
    );
    let finding = subject.finding(Code::RateUnlikely, at, message);
    finding.label("write the whole price from that month on, in the measure of its key")
}

/// The steps that are beyond what was seen: where, from and to.
fn beyond(today: Decimal, steps: impl Iterator<Item = (NodeId, Decimal)>) -> Vec<(NodeId, Decimal, Decimal)> {
    let mut before = today;
    let mut found = Vec::new();
    for (at, price) in steps {
        let (least, most) = (before * STEP, before.checked_div(STEP));
        if !before.is_zero() && (price < least || most.is_some_and(|most| price > most)) {
            found.push((at, before, price));
        }
        before = price;
    }
    found
}

/// The same of instances or output: accelerators of an instance are counted together.
fn of_path(option: &Entry<Rent>, today: Option<Decimal>, path: &[PriceStep]) -> Vec<(NodeId, Decimal, Decimal)> {
    let each = accelerators(&option.value);
    let steps = path.iter().filter_map(|step| {
        Some(match step.price() {
            NextPrice::InstanceHour(price) => (price.at, price.value.decimal()),
            NextPrice::AcceleratorHour(price) => (price.at, price.value.decimal().checked_mul(each)?),
            NextPrice::InstanceMonth(price) => (price.at, price.value.decimal()),
            NextPrice::AcceleratorMonth(price) => (price.at, price.value.decimal().checked_mul(each)?),
            NextPrice::PerUnit(price) => (price.at, price.value.decimal()),
        })
    });
    today.map(|today| beyond(today, steps)).unwrap_or_default()
}

fn accelerators(rent: &Rent) -> Decimal {
    rent.accelerators_per_instance.as_ref().map_or(Decimal::ONE, |each| each.value.decimal())
}

/// The list price of an instance or a unit.
fn today(rent: &Rent) -> Option<Decimal> {
    match rent.tariff() {
        Tariff::OnDemandInstance(price) => Some(price.value.decimal()),
        Tariff::OnDemandAccelerator(price) => price.value.decimal().checked_mul(accelerators(rent)),
        Tariff::DedicatedInstance(price) => Some(price.value.decimal()),
        Tariff::DedicatedAccelerator(price) => price.value.decimal().checked_mul(accelerators(rent)),
        Tariff::PerUnit(price) => Some(price.value.decimal()),
    }
}

/// The price of an instance on spot.
fn today_on_spot(rent: &Rent, spot: &Spot) -> Option<Decimal> {
    match spot.price() {
        CommittedPrice::Discount(share) => today(rent)?.checked_mul(Decimal::ONE - share.value.decimal()),
        CommittedPrice::Instance(price) => Some(price.value.decimal()),
        CommittedPrice::Accelerator(price) => price.value.decimal().checked_mul(accelerators(rent)),
    }
}
