//! Steps of a price path beyond every observed one.

use crate::check::rules::Subject;
use crate::check::rules::words::{quoted_price, share};
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{CurrencyCode, Located, NodeId};
use crate::scenario::price::{NextPrice, PriceStep};
use crate::scenario::quantity::{Money, Quantity};
use crate::scenario::rent::{CommittedPrice, Rent, Spot, Tariff};
use rust_decimal::Decimal;

/// Steps to less than this share of the previous price, or to more than its inverse, were not observed: the list price of AWS
/// p5.48xlarge fell to 56 % in June 2025.
const STEP: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// A price with its currency; `None` is the currency of the scenario.
#[derive(Clone, Copy)]
struct Price {
    amount: Decimal,
    currency: Option<CurrencyCode>,
}

impl Price {
    fn of<Q: Money>(given: &Located<Q>) -> Price {
        Price { amount: given.value.amount(), currency: given.value.currency() }
    }

    fn times(self, count: Decimal) -> Option<Price> {
        Some(Price { amount: self.amount.checked_mul(count)?, ..self })
    }
}

/// A step beyond the observed ones.
struct LargeStep {
    at: NodeId,
    before: Price,
    after: Decimal,
}

/// Steps to less than half or more than twice the previous price.
pub(super) fn steps(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let of_rent = scenario.rent.iter().flat_map(|option| {
        let rent = &option.value;
        let own = rent.price_path.iter().map(|path| (today(rent), path));
        let spot = rent.spot.iter().filter_map(|spot| Some((today_on_spot(rent, spot), spot.price_path.as_ref()?)));
        own.chain(spot).flat_map(|(today, path)| of_path(rent, today, path)).collect::<Vec<_>>()
    });
    let of_electricity = scenario.own.iter().flat_map(|option| {
        let own = &option.value;
        let path = own.electricity_price_path.iter().flatten();
        let steps = path.map(|step| (step.per_kwh.at, Price::of(&step.per_kwh)));
        own.electricity_per_kwh.as_ref().map(|today| beyond(Price::of(today), steps)).unwrap_or_default()
    });
    of_rent.chain(of_electricity).map(|step| of_step(subject, &step)).collect()
}

fn of_step(subject: &Subject<'_>, step: &LargeStep) -> Diagnostic {
    let document = &subject.answer.loaded.document;
    let ratio = step.after.checked_div(step.before.amount).unwrap_or_default();
    let message = format!(
        "`{}` changes the price to {} of the previous one, {}; the largest observed step is to 56 % (AWS p5.48xlarge, 2025)",
        document.path(step.at),
        share(ratio.round_dp(3)),
        quoted_price(subject, step.before.amount, step.before.currency)
    );
    let finding = subject.finding(Code::RateUnlikely, step.at, message);
    finding.label("write the full price from that month, in the unit of its key")
}

/// Steps beyond the observed ones; prices in different currencies are not compared.
fn beyond(today: Price, steps: impl Iterator<Item = (NodeId, Price)>) -> Vec<LargeStep> {
    let mut before = today;
    let mut found = Vec::new();
    for (at, price) in steps {
        let (least, most) = (before.amount * STEP, before.amount.checked_div(STEP));
        let is_beyond = price.amount < least || most.is_some_and(|most| price.amount > most);
        if is_beyond && !before.amount.is_zero() && before.currency == price.currency {
            found.push(LargeStep { at, before, after: price.amount });
        }
        before = price;
    }
    found
}

/// Steps of a price per instance or unit; a price per accelerator is multiplied by the accelerators of an instance.
fn of_path(rent: &Rent, today: Option<Price>, path: &[PriceStep]) -> Vec<LargeStep> {
    let each = accelerators(rent);
    let steps = path.iter().filter_map(|step| {
        Some(match step.price() {
            NextPrice::InstanceHour(price) => (price.at, Price::of(price)),
            NextPrice::AcceleratorHour(price) => (price.at, Price::of(price).times(each)?),
            NextPrice::InstanceMonth(price) => (price.at, Price::of(price)),
            NextPrice::AcceleratorMonth(price) => (price.at, Price::of(price).times(each)?),
            NextPrice::PerUnit(price) => (price.at, Price::of(price)),
        })
    });
    today.map(|today| beyond(today, steps)).unwrap_or_default()
}

fn accelerators(rent: &Rent) -> Decimal {
    rent.accelerators_per_instance.as_ref().map_or(Decimal::ONE, |each| each.value.decimal())
}

/// List price of an instance or a unit.
fn today(rent: &Rent) -> Option<Price> {
    match rent.tariff() {
        Tariff::OnDemandInstance(price) => Some(Price::of(price)),
        Tariff::OnDemandAccelerator(price) => Price::of(price).times(accelerators(rent)),
        Tariff::DedicatedInstance(price) => Some(Price::of(price)),
        Tariff::DedicatedAccelerator(price) => Price::of(price).times(accelerators(rent)),
        Tariff::PerUnit(price) => Some(Price::of(price)),
        // a price path needs one list price
        Tariff::PerTokens(_) => None,
    }
}

/// Spot price of an instance.
fn today_on_spot(rent: &Rent, spot: &Spot) -> Option<Price> {
    match spot.price() {
        CommittedPrice::Discount(share) => today(rent)?.times(Decimal::ONE - share.value.decimal()),
        CommittedPrice::Instance(price) => Some(Price::of(price)),
        CommittedPrice::Accelerator(price) => Price::of(price).times(accelerators(rent)),
    }
}
