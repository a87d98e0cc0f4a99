//! Price and power of servers: from catalog prices of whole servers, else from prices of the accelerator, else from its rent. The
//! last two are guesses.

use super::rental::middle_price;
use super::{around, day_of, dollars, rounded, source_of, staff, weak};
use crate::catalog::{Accelerator, Server, accelerators, servers};
use crate::number;
use crate::template::answers::Answers;
use crate::template::fill::{PlaceholderValue, Record};
use crate::template::place::Site;
use crate::template::value::Value;
use rust_decimal::Decimal;

/// Price of a server without cards, per card, in USD. A guess: a server of 20,000 USD with eight cards.
const HOST_PER_CARD: u32 = 2_500;
/// Power of a server over the power of its accelerators, if unknown: 10.2 kW for eight H100s of 700 W.
const POWER_OF_SERVER: Decimal = Decimal::from_parts(18, 0, 0, false, 1);
/// Power of a small server without its card, in kW. A guess.
const POWER_OF_HOST: Decimal = Decimal::from_parts(1, 0, 0, false, 1);
/// Board power of an accelerator that the catalog has none for, in W. A guess.
const BOARD_POWER_W: u32 = 400;
/// Idle power over full power of a server: 2.4 of 10.2 kW. A guess.
const IDLE_SHARE: Decimal = Decimal::from_parts(24, 0, 0, false, 2);
/// Servers per full-time equivalent. A guess.
const SERVERS_PER_FTE: u32 = 40;
/// Network cost over server price. A guess: 4 % of the cost of servers, facility and network at 64 servers.
const NETWORK_SHARE: Decimal = Decimal::from_parts(5, 0, 0, false, 2);

const ASK_FOR_QUOTE: &str = "ask a vendor for a quote for the whole server, with network cards";
const ASK_FOR_POWER: &str = "ask the vendor for the power at your load";

/// Estimated price with its bounds and source.
struct Estimate {
    likely: Decimal,
    low: Decimal,
    high: Decimal,
    source: Value,
    guess: Option<String>,
}

/// Server with this accelerator; none for accelerators that are only rented.
pub(super) fn server(answers: &Answers) -> Option<Record> {
    let accelerator = answers.accelerator;
    if is_only_rented(accelerator) {
        return None;
    }
    let row = servers().iter().find(|row| row.accelerator == accelerator.name);
    let held = accelerators_of_server(accelerator);
    let nodes = answers.count.div_ceil(held);
    let name = row.map_or_else(|| Value::name(&accelerator.name), |row| Value::name(&row.option_name()));
    let estimate = row
        .and_then(of_server)
        .or_else(|| of_accelerators(accelerator, held))
        .or_else(|| of_rent(accelerator, held))?;
    let power = row.and_then(|row| row.power_kw);
    let guessed = (board_power_kw(accelerator) * Decimal::from(held) * POWER_OF_SERVER).round_dp(1);
    let at_work = power.unwrap_or(guessed);
    let network = dollars(rounded(estimate.likely * NETWORK_SHARE), answers.place);
    let mut record = Record::from([
        ("server.network", PlaceholderValue::guess(network, "ask the vendor for the price of switches and cables")),
        ("server", PlaceholderValue::known(name)),
        ("server.accelerators", PlaceholderValue::known(Value::Number(held.into()))),
        ("server.nodes", PlaceholderValue::known(Value::Number(nodes.into()))),
        (
            "server.nodes.owned",
            PlaceholderValue::guess(Value::Number(nodes.div_ceil(2).into()), "count the existing servers"),
        ),
        ("server.nodes.added", PlaceholderValue::known(Value::Number((nodes - nodes.div_ceil(2)).max(1).into()))),
        (
            "server.staff",
            PlaceholderValue::guess(Value::Number(staff(nodes, SERVERS_PER_FTE)), "ask who operates them"),
        ),
        (
            "server.worth",
            PlaceholderValue::guess(
                dollars(rounded(estimate.likely * Decimal::new(4, 1)), answers.place),
                "ask a broker for today's resale price of one",
            ),
        ),
        (
            "server.power",
            PlaceholderValue {
                value: Value::Number(at_work),
                guess: power.is_none().then(|| ASK_FOR_POWER.to_owned()),
            },
        ),
        (
            "server.power.idle",
            PlaceholderValue::guess(Value::Number((at_work * IDLE_SHARE).round_dp(1)), ASK_FOR_POWER),
        ),
    ]);
    priced(
        &mut record,
        ["server.price", "server.price.source", "server.price.low", "server.price.high"],
        &estimate,
        answers.place,
    );
    Some(record)
}

/// Small server with one card; none for accelerators that are not cards.
pub(super) fn card(answers: &Answers) -> Option<Record> {
    let accelerator = answers.accelerator;
    if accelerator.form_factor != "PCIe" {
        return None;
    }
    let estimate = of_accelerators(accelerator, 1).or_else(|| of_rent(accelerator, 1))?;
    let at_work = board_power_kw(accelerator) + POWER_OF_HOST;
    let mut record = Record::from([
        ("card.power", PlaceholderValue::guess(Value::Number(at_work.normalize()), ASK_FOR_POWER)),
        (
            "card.power.idle",
            PlaceholderValue::guess(Value::Number((at_work * IDLE_SHARE).round_dp(2).normalize()), ASK_FOR_POWER),
        ),
    ]);
    priced(
        &mut record,
        ["card.price", "card.price.source", "card.price.low", "card.price.high"],
        &estimate,
        answers.place,
    );
    Some(record)
}

fn priced(record: &mut Record, names: [&'static str; 4], estimate: &Estimate, place: &Site) {
    let [price, source, low, high] = names;
    let Estimate { likely, guess, source: said, .. } = estimate;
    record.insert(price, PlaceholderValue { value: dollars(*likely, place), guess: guess.clone() });
    record.insert(source, PlaceholderValue::known(said.clone()));
    record.insert(low, PlaceholderValue::known(dollars(estimate.low, place)));
    record.insert(high, PlaceholderValue::known(dollars(estimate.high, place)));
    if estimate.low == estimate.high {
        around(record, [low, high], *likely, |value| dollars(value, place));
    }
}

/// Estimate from the price of whole servers: the midpoint of the lowest and the highest.
fn of_server(row: &Server) -> Option<Estimate> {
    let low = row.price_low?;
    let high = row.price_high.unwrap_or(low);
    let source =
        source_of(row.price_source.as_deref()?, Some(&between(&row.name, low, high)), row.price_as_of.as_deref()?);
    Some(Estimate { likely: middle(low, high), low, high, source, guess: weak(row.grade) })
}

/// Estimate from the price of the accelerators; cards with their share of a server.
fn of_accelerators(one: &Accelerator, held: u32) -> Option<Estimate> {
    let (low, high) = (one.price_low?, one.price_high?);
    let host = if one.form_factor == "PCIe" { Decimal::from(HOST_PER_CARD) } else { Decimal::ZERO };
    let of_all = |each: Decimal| (each + host) * Decimal::from(held);
    let beside = if host.is_zero() {
        String::new()
    } else {
        format!(", and {HOST_PER_CARD} USD for each card's share of the server")
    };
    let what = format!("{held} × {}{beside}", between(&one.name, low, high));
    let from = format!("a guess: {what} ({})", one.price_source.as_deref()?);
    let source = Value::Source { from, date: one.price_as_of.as_deref().and_then(day_of) };
    let guess = Some(ASK_FOR_QUOTE.to_owned());
    Some(Estimate { likely: of_all(middle(low, high)), low: of_all(low), high: of_all(high), source, guess })
}

/// Estimate from the rent: as many rental hours as servers of other accelerators cost.
fn of_rent(one: &Accelerator, held: u32) -> Option<Estimate> {
    let mut hours: Vec<Decimal> = servers().iter().filter_map(hours_of_rent).collect();
    hours.sort();
    let hours = hours.get(hours.len() / 2)?.round_dp(0);
    let rent = middle_price(one)?;
    let likely = rounded(hours * rent * Decimal::from(held));
    let from = format!(
        "a guess, no price is published: the median rent of {} USD for {} hours, the median server price in rental hours",
        number::typed(rent),
        number::typed(hours)
    );
    let guess = Some(ASK_FOR_QUOTE.to_owned());
    Some(Estimate { likely, low: likely, high: likely, source: Value::Source { from, date: None }, guess })
}

/// Rental hours of the accelerators of a server that cost as much as the server.
fn hours_of_rent(row: &Server) -> Option<Decimal> {
    let one = accelerators().iter().find(|one| one.name == row.accelerator).filter(|_| row.grade.is_sound())?;
    let low = row.price_low?;
    let each = middle(low, row.price_high.unwrap_or(low)).checked_div(Decimal::from(row.accelerators))?;
    each.checked_div(middle_price(one)?)
}

fn middle(low: Decimal, high: Decimal) -> Decimal {
    ((low + high) / Decimal::TWO).round_dp(0)
}

fn between(name: &str, low: Decimal, high: Decimal) -> String {
    let (least, most) = (number::typed(low), number::typed(high));
    if low == high { format!("{name}, {least} USD") } else { format!("{name}, midpoint of {least} to {most} USD") }
}

/// Whether the accelerator is only rented.
pub(in crate::template) fn is_only_rented(one: &Accelerator) -> bool {
    one.form_factor.ends_with("only")
}

/// Accelerators of a server of the catalog, otherwise of a usual one.
pub(in crate::template) fn accelerators_of_server(one: &Accelerator) -> u32 {
    servers().iter().find(|row| row.accelerator == one.name).map_or_else(|| usual(one), |row| row.accelerators)
}

/// Usual number of accelerators in a server, by form factor.
fn usual(one: &Accelerator) -> u32 {
    match &*one.form_factor {
        "superchip" => 1,
        "PCIe" => 4,
        _ => 8,
    }
}

fn board_power_kw(one: &Accelerator) -> Decimal {
    one.board_power_w.unwrap_or(Decimal::from(BOARD_POWER_W)) / Decimal::ONE_THOUSAND
}
