//! Tables of facts, one per kind.

use super::FoundFacts;
use crate::catalog::{ApiPrice, Grade, MeasuredFact, Offer, OfferCovers};
use crate::number;
use crate::report::page::{Align, Cell, Column, Notation, RowsTitle, Table, TableRow};
use rust_decimal::Decimal;

/// Significant digits of a figure.
const DIGITS: u32 = 6;
/// Mark of an old price.
const OLD: &str = "old";
/// Decimals of an hourly price.
const OF_AN_HOUR: u32 = 2;

/// The group title of a row, its label, and its cells.
type GroupedRow = (Option<String>, Cell, Vec<Cell>);

/// The tables of the facts found.
pub(super) fn tables(facts: &FoundFacts) -> Vec<Table> {
    let by_currency = currencies(facts).into_iter().map(|currency| offers(facts, currency));
    let tables = [accelerators(facts), servers(facts)].into_iter().chain(by_currency);
    tables.chain([api_prices(facts), measures(facts), rates(facts)]).filter(|table| !table.rows.is_empty()).collect()
}

fn currencies(facts: &FoundFacts) -> Vec<&str> {
    let mut all: Vec<&str> = facts.found.offers.iter().map(|offer| offer.currency.as_str()).collect();
    all.dedup();
    all
}

/// A table without empty columns.
pub(super) fn table(title: &str, corner: &str, columns: Vec<(String, Align)>, rows: Vec<GroupedRow>) -> Table {
    let says: Vec<bool> = (0..columns.len())
        .map(|at| rows.iter().any(|(_, _, cells)| cells.get(at).is_some_and(|cell| !cell.is_absent())))
        .collect();
    let kept = |at: usize| says.get(at).copied().unwrap_or_default();
    let columns = columns.into_iter().enumerate().filter(|(at, _)| kept(*at));
    let columns = columns.map(|(_, (name, align))| Column::new(name, align)).collect();
    let mut above: Option<String> = None;
    let mut lines = Vec::new();
    for (group, label, cells) in rows {
        if let Some(title) = group.as_ref().filter(|_| group != above) {
            lines.push(TableRow::Title(RowsTitle { title: title.clone(), prefix: Some(title.clone()) }));
        }
        above = group;
        let cells = cells.into_iter().enumerate().filter(|(at, _)| kept(*at)).map(|(_, cell)| cell);
        lines.push(TableRow::plain(label, cells.collect::<Vec<Cell>>()));
    }
    Table { columns, corner: corner.to_owned(), ..Table::new(<[&str; 0]>::default(), lines) }.titled(title)
}

pub(super) fn right(name: &str) -> (String, Align) {
    (name.to_owned(), Align::Right)
}

pub(super) fn left(name: &str) -> (String, Align) {
    (name.to_owned(), Align::Left)
}

/// Adds the column of date and grade, with the age if the query has a date.
fn dated(columns: Vec<(String, Align)>, facts: &FoundFacts) -> Vec<(String, Align)> {
    let head = if facts.today.is_some() { "as of, grade, days" } else { "as of, grade" };
    columns.into_iter().chain([left(head)]).collect()
}

/// Date, grade and minimum age in days: `2026-06 B 45`.
fn date_cells(as_of: Option<&str>, grade: Option<Grade>, facts: &FoundFacts) -> Vec<Cell> {
    dated_cells(as_of, grade, facts, false)
}

/// The same for a price, with a mark if it is old: `2026-06 B 46 old`.
fn price_cells(as_of: Option<&str>, grade: Option<Grade>, facts: &FoundFacts) -> Vec<Cell> {
    dated_cells(as_of, grade, facts, facts.is_old(as_of) == Some(true))
}

fn dated_cells(as_of: Option<&str>, grade: Option<Grade>, facts: &FoundFacts, is_old: bool) -> Vec<Cell> {
    let days = facts.age_days(as_of).map(|days| number::grouped(days.into(), 0));
    let old = is_old.then_some(OLD);
    let parts: Vec<&str> = [as_of, grade.map(letter), days.as_deref(), old].into_iter().flatten().collect();
    vec![Some(parts.join(" ")).filter(|said| !said.is_empty()).into()]
}

/// The letter of a grade.
pub(super) fn letter(grade: Grade) -> &'static str {
    match grade {
        Grade::A => "A",
        Grade::B => "B",
        Grade::C => "C",
    }
}

fn figure(value: Option<Decimal>) -> Cell {
    value.map(|value| Cell::Number(value, Notation::Readable(DIGITS))).into()
}

fn whole(value: Option<Decimal>) -> Cell {
    value.map(|value| Cell::fixed(value, 0)).into()
}

fn accelerators(facts: &FoundFacts) -> Table {
    let columns = ["GB", "GB/s", "TFLOPS", "W", "from, USD", "to, USD"];
    let rows = facts.found.accelerators.iter().map(|row| {
        let figures = [Some(row.memory_gb), row.memory_bandwidth_gb_s, row.bf16_dense_tflops, row.board_power_w];
        let prices = [row.price_low, row.price_high].map(whole);
        let grade = Some(row.grade);
        let dated = match row.price_as_of.as_deref() {
            Some(as_of) => price_cells(Some(as_of), grade, facts),
            None => date_cells(Some(&row.spec_as_of), grade, facts),
        };
        let cells = figures.map(figure).into_iter().chain(prices).chain(dated);
        (None, (&*row.name).into(), cells.collect())
    });
    let columns = dated(columns.map(right).into(), facts);
    let title = "accelerators: memory, memory bandwidth, dense BF16, board power, and the price of a single one";
    table(title, "accelerator", columns, rows.collect())
}

fn servers(facts: &FoundFacts) -> Table {
    let columns =
        [left("accelerators"), right("price from, USD"), right("to, USD"), right("power, kW"), right("rack units")];
    let rows = facts.found.servers.iter().map(|row| {
        let holds = Cell::from(format!("{} × {}", row.accelerators, row.accelerator));
        let prices = [row.price_low, row.price_high].map(whole);
        let built = [figure(row.power_kw), whole(row.rack_units.map(Decimal::from))];
        let dated = price_cells(row.price_as_of.as_deref(), Some(row.grade), facts);
        let cells = [holds].into_iter().chain(prices).chain(built).chain(dated);
        (None, (&*row.name).into(), cells.collect())
    });
    table("servers, with the price of a complete one", "server", dated(columns.into(), facts), rows.collect())
}

fn offers(facts: &FoundFacts, currency: &str) -> Table {
    let columns = [
        right("count"),
        right("instance"),
        right("each"),
        right("spot, each"),
        right("1 year, each"),
        right("3 years, each"),
    ];
    let of = facts.found.offers.iter().filter(|offer| offer.currency == currency);
    let rows = of.map(|offer| {
        let whole = match offer.covers {
            OfferCovers::Instance => offer.per_hour.on_demand,
            OfferCovers::AcceleratorsAlone => None,
        };
        let hourly = |price: Option<Decimal>| Cell::amount(price, OF_AN_HOUR);
        let each = offer.per_accelerator_hour().all().map(hourly);
        let dated = price_cells(offer.as_of.as_deref(), offer.grade, facts);
        let holds = figure(Some(offer.accelerators));
        let cells = [holds, hourly(whole)].into_iter().chain(each).chain(dated);
        (Some(offer.accelerator_name()), named(offer).into(), cells.collect())
    });
    let title = format!(
        "hourly prices in {currency}: number of accelerators, price of the instance, price of each accelerator"
    );
    table(&title, "offer", dated(columns.into(), facts), rows.collect())
}

/// Display name of an offer: `aws p5.48xlarge, us-east-1`; a star if the host is charged separately, and a mark for a marketplace.
fn named(offer: &Offer) -> String {
    let named = [offer.provider.as_deref(), offer.instance.as_deref()];
    let named = named.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let place = offer.place().map(|place| format!(", {place}"));
    let star = match offer.covers {
        OfferCovers::Instance => "",
        OfferCovers::AcceleratorsAlone => " *",
    };
    let marketplace = if offer.is_of_marketplace() { ", marketplace" } else { "" };
    format!("{named}{}{marketplace}{star}", place.unwrap_or_default())
}

fn api_prices(facts: &FoundFacts) -> Table {
    let columns = ["input", "cached", "cache write", "output", "batch: in, out"];
    let rows = facts.found.api_prices.iter().map(|price| {
        let requests = Some(price.requests.to_string()).filter(|lengths| !lengths.is_empty());
        let dated = price_cells(price.as_of.as_deref(), price.grade, facts);
        let prices = price.standard.all().into_iter().map(figure);
        let cells = prices.chain([batch_cell(price), requests.into()]).chain(dated);
        (None, api_name(price).into(), cells.collect())
    });
    let columns = columns.map(right).into_iter().chain([left("request, tokens")]).collect();
    let title = "prices of APIs in USD per million tokens of text";
    table(title, "provider, model", dated(columns, facts), rows.collect())
}

/// Prices of reading and writing in a batch: `0.075, 0.3`; an unknown one is `—`.
fn batch_cell(price: &ApiPrice) -> Cell {
    let both = [price.batch.input, price.batch.output];
    let is_known = both.iter().any(Option::is_some);
    let both = both.map(|price| price.map_or_else(|| "—".to_owned(), |price| number::readable(price, DIGITS)));
    is_known.then(|| both.join(", ")).into()
}

/// Display name of a price of an API: `deepinfra, openai/gpt-oss-120b`.
fn api_name(price: &ApiPrice) -> String {
    format!("{}, {}", price.provider, price.model)
}

fn measures(facts: &FoundFacts) -> Table {
    let rows = facts.found.measures.iter().map(|row| {
        let cells = [figure(Some(row.value)), Cell::from(unit(row))].into_iter();
        let cells = cells.chain(date_cells(Some(&row.as_of), Some(row.grade), facts));
        (Some(row.measure.display_name().to_owned()), (&*row.scope).into(), cells.collect())
    });
    let columns = dated(vec![right("figure"), left("unit")], facts);
    table("other published figures of sites and clouds: prices and measurements", "scope", columns, rows.collect())
}

/// The unit of a figure: `USD/kWh`; `None` for a ratio.
pub(super) fn unit(row: &MeasuredFact) -> Option<String> {
    let of = row.measure.per()?;
    Some(row.currency.as_ref().map_or_else(|| of.to_owned(), |currency| format!("{currency}/{of}")))
}

fn rates(facts: &FoundFacts) -> Table {
    let rows = facts.found.rates.iter().map(|row| {
        let dated = date_cells(Some(&row.as_of), Some(row.grade), facts);
        let cells = [figure(Some(row.per_euro))].into_iter().chain(dated);
        (None, (&*row.currency).into(), cells.collect())
    });
    table("exchange rates of the euro", "currency", dated(vec![right("per euro")], facts), rows.collect())
}
