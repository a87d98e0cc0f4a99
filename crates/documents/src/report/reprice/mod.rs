//! Price update: a table of prices before and after, JSON (`rackrent.reprice/1`), and CSV with a row per price.

mod words;

use super::json::{self, Contract};
use super::page::{Block, Cell, Data, Meaning, Notation, Page, RowsTitle, Section, Table, TableLine, TableRow};
use super::{Report, header};
use crate::reprice::{RepricedOption, RepricedPrice, Repricing};
use rust_decimal::Decimal;
use std::io::{self, Write};

/// Width of the column of section headings, in cells.
const MARGIN: usize = 11;

impl Report for Repricing {
    fn page(&self) -> Page {
        let mut page = header::page(&self.header, MARGIN, data(self));
        let meaning = if self.changed().next().is_some() { Meaning::Warning } else { Meaning::Winner };
        page.blocks.push(Block::Sections(vec![Section::answer("Prices", meaning, words::answer(self))]));
        page.blocks.extend(table(self).map(Block::Table));
        page.blocks.push(Block::Sections(words::details(self)));
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(Contract::Reprice, self, out)
    }
}

/// Prices that the offers have, before and after, by option; `None` without one.
fn table(of: &Repricing) -> Option<Table> {
    let row = |option: &RepricedOption, price: &RepricedPrice| {
        let cells: [Cell; 4] = [
            Cell::exact(Decimal::from(price.before).normalize()),
            Cell::exact(Decimal::from(price.after).normalize()),
            price.change.map(|change| Cell::Number(change.into(), Notation::Percent(1))).into(),
            words::line(of, price).into(),
        ];
        let key = price.path.strip_prefix(option.option.as_str()).map_or("", |key| key.trim_start_matches('.'));
        TableRow::Cells(TableLine::new(key, cells).below())
    };
    let rows = of.options.iter().filter(|option| !option.prices.is_empty()).flat_map(|option| {
        let title = option.option.to_string();
        let title = TableRow::Title(RowsTitle { title: title.clone(), prefix: Some(title) });
        std::iter::once(title).chain(option.prices.iter().map(|price| row(option, price)))
    });
    let table = Table::new(["before", "after", "change", "line"], rows.collect()).titled(words::of_table(of));
    (!table.rows.is_empty()).then_some(table)
}

const COLUMNS: [&str; 15] = [
    "option",
    "path",
    "file",
    "line",
    "changed",
    "before",
    "currency_before",
    "after",
    "currency_after",
    "change",
    "provider",
    "instance",
    "region",
    "date",
    "because",
];

/// A row per price; prices that stay have no values, but the reason.
fn data(of: &Repricing) -> Data {
    let rows = of.options.iter().flat_map(|option| {
        let prices = option.prices.iter().map(|price| {
            let cells: [Cell; 8] = [
                (&price.file).into(),
                Cell::exact(price.line),
                price.is_changed.into(),
                Cell::exact(Decimal::from(price.before)),
                (&price.currency_before).into(),
                Cell::exact(Decimal::from(price.after)),
                (&price.currency_after).into(),
                Cell::ratio(price.change.map(Decimal::from)),
            ];
            row(option, &price.path, cells, Cell::Absent)
        });
        let kept = option.kept.iter().map(|kept| {
            let none = [
                Cell::Absent,
                Cell::Absent,
                false.into(),
                Cell::Absent,
                Cell::Absent,
                Cell::Absent,
                Cell::Absent,
                Cell::Absent,
            ];
            row(option, &kept.path, none, words::reason_name(kept.because).into())
        });
        prices.chain(kept).collect::<Vec<_>>()
    });
    Data::new(COLUMNS, rows)
}

fn row(option: &RepricedOption, path: &str, cells: [Cell; 8], because: Cell) -> Vec<Cell> {
    let offer = &option.offer;
    let text = |text: &Option<String>| Cell::from(text.as_ref().map(Cell::from));
    let start = [Cell::from(&option.option), path.into()];
    let end = [text(&offer.provider), text(&offer.instance), text(&offer.region), (&offer.date).into(), because];
    start.into_iter().chain(cells).chain(end).collect()
}
