//! A price history: estimates of drift and volatility, a chart by quarter, a table of series, JSON (`rackrent.history/1`), and CSV
//! with a row per series.

mod json;
mod words;

#[cfg(feature = "schema")]
pub(in crate::report) use json::HistoryJson;

use super::json::{self as json_of, Contract};
use super::page::{
    Block, Cell, Chart, ChartOf, Data, LineOf, Lines, Meaning, Notation, Page, RowsTitle, Section, Snippet, Table,
    TableRow,
};
use super::{Report, header};
use crate::number;
use crate::price_history::{Estimate, Pooling, PriceHistory, PriceKind, PricePool, Series, Spread, common, ranked};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Width of the column of section headings, in cells.
const MARGIN: usize = 12;
/// Significant digits of a price.
const DIGITS: u32 = 4;
/// Most series of the chart.
const DRAWN: usize = 5;

impl Report for PriceHistory {
    fn page(&self) -> Page {
        let outlook = self.outlook();
        let meaning = if outlook.is_ok() { Meaning::Winner } else { Meaning::Warning };
        let details = [
            Section::detail("Method", words::method()),
            Section::detail("Note", words::notes(self)),
            Section::detail("Files", words::files(self)),
        ];
        let nothing = outlook.as_ref().err().map(|why| words::nothing(*why)).unwrap_or_default();
        let lines = outlook.map(|outlook| outlook.lines()).unwrap_or_default();
        let snippet = Snippet { heading: "Paste", language: "yaml", lines, nothing };
        let mut blocks = vec![Block::Sections(vec![Section::answer("Estimate", meaning, words::answer(self))])];
        blocks.extend((!self.estimates.is_empty()).then(|| Block::Table(estimates(self))));
        blocks.extend(chart(self).map(|lines| Block::Chart(Chart::Lines(lines))));
        blocks.push(Block::Table(table(self)));
        blocks.push(Block::Sections(details.into_iter().flatten().collect()));
        blocks.push(Block::Snippet(snippet));
        header::page_alone(words::title(self), words::conventions(self), MARGIN, blocks, data(self))
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json_of::write(Contract::History, &json::HistoryJson::of(self), out)
    }
}

/// Table of the pooled estimates.
fn estimates(of: &PriceHistory) -> Table {
    let percent =
        |share: Option<Decimal>| -> Cell { share.map(|share| Cell::Number(share, Notation::Percent(1))).into() };
    let row = |(pool, estimate): &(PricePool, Estimate)| {
        let is_of_a_year = estimate.is_of_a_year();
        let spread = estimate.spread.as_ref().filter(|_| is_of_a_year);
        let ends = spread.and_then(|spread| spread.confidence_interval);
        let cells: [Cell; 8] = [
            Cell::fixed(Decimal::from(of.pooled(*pool).count()), 0),
            Cell::fixed(Decimal::from(estimate.providers), 0),
            Cell::fixed(estimate.years, 1),
            words::changes(estimate).into(),
            percent(estimate.change.filter(|_| is_of_a_year)),
            percent(ends.map(|(low, _)| low)),
            percent(ends.map(|(_, high)| high)),
            spread.map(words::volatility).into(),
        ];
        TableRow::plain(pool.display_name(), cells)
    };
    let heads = ["series", "providers", "years", "changes", "per year", "low", "high", "volatility"];
    Table { corner: "kind".to_owned(), ..Table::new(heads, of.estimates.iter().map(row).collect()) }
        .titled("change per year with its 95 % confidence interval (low, high); annual volatility ± standard error")
}

/// The best observed series by quarter, of one currency; `None` without one of three quarters.
fn chart(of: &PriceHistory) -> Option<Lines> {
    let drawn = drawn(of);
    let prices: Vec<(&Series, BTreeMap<u32, Decimal>)> = drawn.into_iter().map(|one| (one, one.by_quarter())).collect();
    let quarters = || prices.iter().flat_map(|(_, prices)| prices.keys().copied());
    let quarters = quarters().min()?..=quarters().max()?;
    let currency = prices.first()?.0.name.currency.clone();
    let kinds_differ = common(prices.iter().map(|(one, _)| one.name.kind)).is_none();
    let providers_differ = common(prices.iter().map(|(one, _)| &one.name.provider)).is_none();
    let line = |(one, prices): &(&Series, BTreeMap<u32, Decimal>)| LineOf {
        name: words::line(of, one, kinds_differ, providers_differ),
        amounts: quarters.clone().map(|quarter| prices.get(&quarter).copied()).collect(),
    };
    Some(Lines {
        of: ChartOf::Prices,
        title: format!(
            "{currency} per accelerator-hour by quarter: the last observed price, held until the next observation"
        ),
        currency,
        decimals: 2,
        values: quarters.clone().map(Decimal::from).collect(),
        written: quarters.clone().map(|quarter| format!("{} Q{}", quarter / 4, quarter % 4 + 1).into()).collect(),
        today: None,
        options: prices.iter().map(line).collect(),
        winners: Vec::new(),
    })
}

/// Series of the chart: the first of each kind, then the second of each, and so on.
fn drawn(of: &PriceHistory) -> Vec<&Series> {
    let currency = of.series.first().map(|one| one.name.currency.as_str());
    // seven months are in at least three quarters
    let is_long = |one: &&Series| one.last().month.months_since(one.first().month).is_some_and(|months| months >= 6);
    let long = of.series.iter().filter(is_long).filter(|one| Some(one.name.currency.as_str()) == currency);
    let mut ranked = ranked(long, |one| one.name.kind);
    ranked.sort_by_key(|(rank, one)| (*rank, one.name.kind));
    ranked.truncate(DRAWN);
    ranked.sort_by_key(|(rank, one)| (one.name.kind, *rank));
    ranked.into_iter().map(|(_, one)| one).collect()
}

/// Table of the series, grouped by kind.
fn table(of: &PriceHistory) -> Table {
    let mut rows = Vec::new();
    let mut left_out = 0;
    for kind in PriceKind::ALL {
        let all: Vec<&Series> = of.series.iter().filter(|one| one.name.kind == kind).collect();
        let shown = of.request.rows.unwrap_or(all.len()).min(all.len());
        left_out += all.len() - shown;
        if shown > 0 {
            let title = kind.display_name().to_owned();
            rows.push(TableRow::Title(RowsTitle { title: title.clone(), prefix: Some(title) }));
        }
        rows.extend(all.into_iter().take(shown).map(|one| TableRow::plain(words::series(of, one), cells(one))));
    }
    let heads = ["from", "to", "first", "last", "per year", "changes", "lowest", "highest", "months", "missing"];
    let notes = words::more(left_out).into_iter().collect();
    Table { corner: "series".to_owned(), notes, ..Table::new(heads, rows) }.titled(words::of_table(of))
}

fn cells(one: &Series) -> Vec<Cell> {
    let price = |price: Decimal| Cell::Number(price, Notation::Readable(DIGITS));
    let (low, high) = one.range();
    let change = one.estimate.as_ref().filter(|estimate| estimate.is_of_a_year()).and_then(|estimate| estimate.change);
    vec![
        one.first().month.to_string().into(),
        one.last().month.to_string().into(),
        price(one.first().price),
        price(one.last().price),
        change.map(|change| Cell::Number(change, Notation::Percent(1))).into(),
        Cell::fixed(Decimal::from(one.changes()), 0),
        price(low),
        price(high),
        Cell::fixed(Decimal::from(one.observations.len()), 0),
        Cell::fixed(Decimal::from(one.missing()), 0),
    ]
}

const COLUMNS: [&str; 22] = [
    "kind",
    "provider",
    "instance",
    "region",
    "accelerator",
    "currency",
    "first_month",
    "last_month",
    "months",
    "first",
    "lowest",
    "highest",
    "last",
    "change_per_year",
    "changes",
    "missing_months",
    "years",
    "drift",
    "drift_standard_error",
    "volatility",
    "volatility_standard_error",
    "pooled",
];

/// One row per series.
fn data(of: &PriceHistory) -> Data {
    let text = |text: &String| Cell::from(Some(text).filter(|text| !text.is_empty()));
    let exact = |value: Decimal| Cell::exact(number::ratio(value));
    let maybe = |value: Option<Decimal>| -> Cell { value.map(exact).into() };
    let rows = of.series.iter().map(|one| {
        let (low, high) = one.range();
        let estimate = one.estimate.as_ref();
        let spread = estimate.and_then(|estimate| estimate.spread.as_ref());
        let spread = |figure: fn(&Spread) -> Option<Decimal>| maybe(spread.and_then(figure));
        vec![
            one.name.kind.name().into(),
            text(&one.name.provider),
            text(&one.name.instance),
            text(&one.name.region),
            text(&one.name.accelerator),
            text(&one.name.currency),
            one.first().month.to_string().into(),
            one.last().month.to_string().into(),
            exact(Decimal::from(one.observations.len())),
            exact(one.first().price),
            exact(low),
            exact(high),
            exact(one.last().price),
            maybe(estimate.and_then(|estimate| estimate.change)),
            exact(Decimal::from(one.changes())),
            exact(Decimal::from(one.missing())),
            maybe(estimate.map(|estimate| estimate.years)),
            maybe(estimate.map(|estimate| estimate.drift)),
            spread(|spread| Some(spread.drift_error)),
            spread(|spread| Some(spread.volatility)),
            spread(|spread| Some(spread.volatility_error)),
            if one.pooling == Pooling::Used { "yes" } else { "no" }.into(),
        ]
    });
    Data::new(COLUMNS, rows)
}
