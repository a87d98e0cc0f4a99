//! Instance and server prices that look like the price of one accelerator.

use crate::catalog::{Kinds, Published, kinds, recognized};
use crate::check::rules::Subject;
use crate::check::rules::words::money;
use crate::diagnostic::{Code, Diagnostic, Fix, FixSafety};
use crate::number;
use crate::scenario::document::{Entry, Located, NodeId};
use crate::scenario::own::{NodePrice, Own};
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::{Rent, Tariff};
use rust_decimal::Decimal;

/// Factor by which a price is far from a published one.
pub(super) const FAR: Decimal = Decimal::from_parts(3, 0, 0, false, 0);

/// Accelerators that an option names, if the catalog knows them.
pub(super) fn named(accelerator: Option<&Located<String>>) -> Option<Kinds> {
    accelerator.and_then(|text| kinds(&text.value))
}

/// Accelerators that an option names or is named after, if the catalog knows them.
pub(super) fn recognized_kinds(accelerator: Option<&Located<String>>, name: &str) -> Option<Kinds> {
    recognized(accelerator.map(|text| text.value.as_str()), name)
}

/// Known on-demand prices for these accelerators, or else for all.
pub(super) fn offers(of: Option<&Kinds>) -> Option<Published> {
    Published::on_demand_per_accelerator_hour(of).or_else(|| Published::on_demand_per_accelerator_hour(None))
}

/// Whether the price of an instance, in the currency of the catalog, looks like the price of one accelerator: within the
/// published range for one, and, divided by the accelerators, below two thirds of the lowest published price.
pub(super) fn is_price_of_one(price: Decimal, accelerators: Decimal, known: &Published) -> bool {
    let (least, most) = (known.low.value, known.high.value);
    let is_one = least <= price && price <= most;
    accelerators > Decimal::ONE && is_one && price * Decimal::from(3) < least * accelerators * Decimal::TWO
}

/// Instances at the price of one accelerator.
pub(super) fn of_instances(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.rent.iter().filter_map(|option| of_instance(subject, option)).collect()
}

fn of_instance(subject: &Subject<'_>, option: &Entry<Rent>) -> Option<Diagnostic> {
    let Tariff::OnDemandInstance(price) = option.value.tariff() else { return None };
    let accelerators = option.value.accelerators_per_instance.as_ref()?.value.decimal();
    let known = offers(recognized_kinds(option.value.accelerator.as_ref(), &option.name).as_ref())?;
    let converted = subject.in_catalog_currency(&price.value)?;
    let amount = number::ratio(converted.value);
    if !is_price_of_one(amount, accelerators, &known) {
        return None;
    }
    let currency = converted.currency_suffix(subject);
    let message = format!(
        "an instance of rent.{} with {accelerators} accelerators costs {amount}{currency} an hour, {}{currency} each; the lowest \
         published price is {}{currency} ({}, {})",
        option.name,
        number::readable(amount.checked_div(accelerators)?, 3),
        number::readable(known.low.value, 4),
        known.low.of,
        known.low.as_of
    );
    let finding = subject.finding(Code::InstancePriceLow, price.at, message);
    let text = subject.answer.loaded.document.text(price.at).unwrap_or_default();
    let fix = renamed(subject, price.at, "on_demand_per_accelerator_hour");
    let label = format!("if this is the price per accelerator, write `on_demand_per_accelerator_hour: {text}`");
    Some(converted.explained(finding.label(label).fix(fix)))
}

/// Fix that renames the key of a number.
fn renamed(subject: &Subject<'_>, number: NodeId, key: &str) -> Option<Fix> {
    Fix::replace(FixSafety::Unsafe, subject.answer.loaded.document.node(number).key_place, key)
}

/// Known server prices per accelerator, for these accelerators or else for all.
pub(super) fn sold(of: Option<&Kinds>) -> Option<Published> {
    let both = |of| {
        let (servers, alone) = (Published::server_price_per_accelerator(of), Published::price_of_accelerator(of));
        match (servers, alone) {
            (Some(servers), Some(alone)) => Some(servers.and(alone)),
            (servers, alone) => servers.or(alone),
        }
    };
    both(of).or_else(|| both(None))
}

/// Whether the price of a server looks like the price of one accelerator: within the published range for one, and, divided by
/// the accelerators, below a third of the lowest published price.
pub(super) fn is_server_at_price_of_one(price: Decimal, accelerators: Decimal, known: &Published) -> bool {
    let (least, most) = (known.low.value, known.high.value);
    accelerators > Decimal::ONE && least <= price && price <= most && price * FAR < least * accelerators
}

/// Servers at the price of one accelerator.
pub(super) fn of_servers(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| of_server(subject, option)).collect()
}

fn of_server(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let NodePrice::Node(price) = option.value.node.list_price() else { return None };
    let converted = subject.in_catalog_currency(&price.value)?;
    let (amount, accelerators) = (converted.value, option.value.node.accelerators.value.decimal());
    let known = sold(recognized_kinds(option.value.accelerator.as_ref(), &option.name).as_ref())?;
    let least = known.low.value;
    let is_price_of_one = is_server_at_price_of_one(amount, accelerators, &known);
    let each = amount.checked_div(accelerators).filter(|_| is_price_of_one)?;
    let currency = converted.currency_suffix(subject);
    let message = format!(
        "a server of own.{} with {accelerators} accelerators costs {}{currency}, {}{currency} each; the lowest published price is \
         {}{currency} ({}, {})",
        option.name,
        money(subject, amount),
        money(subject, each),
        money(subject, least),
        known.low.of,
        known.low.as_of
    );
    let finding = subject.finding(Code::ServerPriceLow, price.at, message);
    let text = subject.answer.loaded.document.text(price.at).unwrap_or_default();
    let fix = renamed(subject, price.at, "price_per_accelerator");
    let label = format!("if this is the price per accelerator, write `price_per_accelerator: {text}`");
    Some(converted.explained(finding.label(label).fix(fix)))
}
