//! What servers for an accelerator cost and draw: as the catalog has it of whole servers, else from what the accelerator is sold
//! for, else from what it is rented for. The last two are guesses.

use super::rental::middle_price;
use super::{around, day_of, dollars, rounded, source_of, staff, weak};
use crate::catalog::{Accelerator, Server, accelerators, servers};
use crate::number;
use crate::template::answers::Answers;
use crate::template::fill::{Filling, Record};
use crate::template::place::Site;
use crate::template::value::Value;
use rust_decimal::Decimal;

/// USD for the share of a card in what is around it: a guess by a server of 20,000 USD with eight.
const HOST_PER_CARD: u32 = 2_500;
/// Power of a server by that of its accelerators, where it is not known: 10.2 kW of eight H100s of 700 W.
const POWER_OF_SERVER: Decimal = Decimal::from_parts(18, 0, 0, false, 1);
/// Power of a small server beside its card, in kW: a guess.
const POWER_OF_HOST: Decimal = Decimal::from_parts(1, 0, 0, false, 1);
/// Watts of an accelerator whose power the catalog does not know: a guess.
const BOARD_POWER_W: u32 = 400;
/// The share of its power that a server draws without work: 2.4 of 10.2 kW, a guess.
const IDLE_SHARE: Decimal = Decimal::from_parts(24, 0, 0, false, 2);
/// Servers that a full-time equivalent runs, a guess.
const SERVERS_PER_FTE: u32 = 40;
/// The share of a server's price that its part of the network costs, a guess: 4 % of servers, facility and network at 64 servers.
const NETWORK_SHARE: Decimal = Decimal::from_parts(5, 0, 0, false, 2);

const ASK_FOR_QUOTE: &str = "ask a vendor for a quote of the whole server, with its network cards";
const ASK_FOR_POWER: &str = "ask the vendor for the power at your load";

/// What something costs, within which bounds, and who says so.
struct Estimate {
    likely: Decimal,
    low: Decimal,
    high: Decimal,
    source: Value,
    guess: Option<String>,
}

/// The server in which an accelerator is sold; none of one that is only rented.
pub(super) fn server(answers: &Answers) -> Option<Record> {
    let accelerator = answers.accelerator;
    if is_only_rented(accelerator) {
        return None;
    }
    let row = servers().iter().find(|row| row.accelerator == accelerator.name);
    let held = row.map_or_else(|| usual(accelerator), |row| row.accelerators);
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
        ("server.network", Filling::guess(network, "ask the vendor for switches and cables")),
        ("server", Filling::known(name)),
        ("server.accelerators", Filling::known(Value::Number(held.into()))),
        ("server.nodes", Filling::known(Value::Number(nodes.into()))),
        ("server.nodes.owned", Filling::guess(Value::Number(nodes.div_ceil(2).into()), "count what is there")),
        ("server.nodes.added", Filling::known(Value::Number((nodes - nodes.div_ceil(2)).max(1).into()))),
        ("server.staff", Filling::guess(Value::Number(staff(nodes, SERVERS_PER_FTE)), "ask who would run them")),
        (
            "server.worth",
            Filling::guess(
                dollars(rounded(estimate.likely * Decimal::new(4, 1)), answers.place),
                "ask a broker what one would bring today",
            ),
        ),
        (
            "server.power",
            Filling { value: Value::Number(at_work), guess: power.is_none().then(|| ASK_FOR_POWER.to_owned()) },
        ),
        ("server.power.idle", Filling::guess(Value::Number((at_work * IDLE_SHARE).round_dp(1)), ASK_FOR_POWER)),
    ]);
    priced(
        &mut record,
        ["server.price", "server.price.source", "server.price.low", "server.price.high"],
        &estimate,
        answers.place,
    );
    Some(record)
}

/// A small server with one card; none of an accelerator that is no card.
pub(super) fn card(answers: &Answers) -> Option<Record> {
    let accelerator = answers.accelerator;
    if accelerator.form_factor != "PCIe" {
        return None;
    }
    let estimate = of_accelerators(accelerator, 1).or_else(|| of_rent(accelerator, 1))?;
    let at_work = board_power_kw(accelerator) + POWER_OF_HOST;
    let mut record = Record::from([
        ("card.power", Filling::guess(Value::Number(at_work.normalize()), ASK_FOR_POWER)),
        (
            "card.power.idle",
            Filling::guess(Value::Number((at_work * IDLE_SHARE).round_dp(2).normalize()), ASK_FOR_POWER),
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
    record.insert(price, Filling { value: dollars(*likely, place), guess: guess.clone() });
    record.insert(source, Filling::known(said.clone()));
    record.insert(low, Filling::known(dollars(estimate.low, place)));
    record.insert(high, Filling::known(dollars(estimate.high, place)));
    if estimate.low == estimate.high {
        around(record, [low, high], *likely, |value| dollars(value, place));
    }
}

/// As whole servers are sold: the middle between the least and the most.
fn of_server(row: &Server) -> Option<Estimate> {
    let low = row.price_low?;
    let high = row.price_high.unwrap_or(low);
    let source =
        source_of(row.price_source.as_deref()?, Some(&between(&row.name, low, high)), row.price_as_of.as_deref()?);
    Some(Estimate { likely: middle(low, high), low, high, source, guess: weak(row.grade) })
}

/// As the accelerators are sold, and of cards with their share of a server.
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

/// As many hours of its rent as the servers of other accelerators cost.
fn of_rent(one: &Accelerator, held: u32) -> Option<Estimate> {
    let mut hours: Vec<Decimal> = servers().iter().filter_map(hours_of_rent).collect();
    hours.sort();
    let hours = hours.get(hours.len() / 2)?.round_dp(0);
    let rent = middle_price(one)?;
    let likely = rounded(hours * rent * Decimal::from(held));
    let from = format!(
        "a guess, no price is published: the middle rent of {} USD for {} hours, as many as servers of others cost",
        number::typed(rent),
        number::typed(hours)
    );
    let guess = Some(ASK_FOR_QUOTE.to_owned());
    Some(Estimate { likely, low: likely, high: likely, source: Value::Source { from, date: None }, guess })
}

/// The hours for which the accelerators of a server could be rented for its price.
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
    if low == high { format!("{name}, {least} USD") } else { format!("{name}, the middle of {least} to {most} USD") }
}

/// Whether nobody sells it.
fn is_only_rented(one: &Accelerator) -> bool {
    one.form_factor.ends_with("only")
}

/// How many accelerators a server usually holds, by how they are built in.
fn usual(one: &Accelerator) -> u32 {
    match one.form_factor.as_str() {
        "superchip" => 1,
        "PCIe" => 4,
        _ => 8,
    }
}

fn board_power_kw(one: &Accelerator) -> Decimal {
    one.board_power_w.unwrap_or(Decimal::from(BOARD_POWER_W)) / Decimal::ONE_THOUSAND
}
