//! Cost of an owned accelerator-hour: as a page, as JSON (`rackrent.rate/1`), and in the files of other tools.

mod tools;
mod words;

pub use tools::{RateCost, RateFileError, RateTool, warning, write_for};

use super::compare::line_label;
use super::json::{self, Contract};
use super::page::{Align, Block, Cell, Column, Data, Notation, Page, Table, TableLine, TableRow, Weight};
use super::{Report, header};
use crate::amount::Ratio;
use crate::analysis::rate::{FleetRate, RateLine, Rates};
use rust_decimal::Decimal;
use std::io::{self, Write};

/// Width of the column of section headings, in cells.
const MARGIN: usize = 12;
/// Significant digits of a rate.
const DIGITS: u32 = 5;

impl Report for Rates {
    fn page(&self) -> Page {
        let mut page = header::page(&self.header, MARGIN, data(self));
        page.blocks.push(Block::Sections(words::answer(self)));
        if !self.fleets.is_empty() {
            page.blocks.push(Block::Table(summary(self)));
            page.blocks.extend(self.fleets.iter().map(|fleet| Block::Table(lines(fleet))));
            page.blocks.extend(utilizations(self).map(Block::Table));
            page.blocks.push(Block::Sections(words::notes(self)));
        }
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(Contract::Rate, self, out)
    }
}

fn rate(rate: Option<Ratio>) -> Cell {
    rate.map(|rate| Cell::Number(rate.into(), Notation::Readable(DIGITS))).into()
}

fn share(share: Option<Ratio>) -> Cell {
    share.map(|share| Cell::Number(share.into(), Notation::Percent(1))).into()
}

/// Table of the hourly costs, a column per fleet.
fn summary(rates: &Rates) -> Table {
    let row = |label: &str, weight: Weight, of: &dyn Fn(&FleetRate) -> Cell| {
        TableRow::Cells(TableLine { weight, ..TableLine::new(label, rates.fleets.iter().map(of)) })
    };
    let rows = vec![
        row("levelized, per useful accelerator-hour", Weight::Strong, &|fleet| {
            rate(fleet.levelized.per_useful_accelerator_hour)
        }),
        row("levelized, per accelerator-hour in service", Weight::Plain, &|fleet| {
            rate(fleet.levelized.per_accelerator_hour)
        }),
        row("levelized, per node-hour in service", Weight::Plain, &|fleet| rate(fleet.levelized.per_node_hour)),
        row("marginal, per useful accelerator-hour", Weight::Strong, &|fleet| {
            rate(fleet.marginal.per_useful_accelerator_hour)
        }),
        TableRow::Rule,
        row("utilization, at plan", Weight::Plain, &|fleet| share(fleet.utilization)),
        row("accelerator-hours in service", Weight::Plain, &|fleet| Cell::fixed(*fleet.hours_in_service, 0)),
        row("useful accelerator-hours", Weight::Plain, &|fleet| Cell::fixed(*fleet.useful_hours, 0)),
        row("present value", Weight::Plain, &|fleet| Cell::fixed(fleet.present_value, rates.header.minor_digits)),
    ];
    Table::new(rates.fleets.iter().map(words::display_name), rows)
}

/// Table of the cost lines of a fleet, per useful accelerator-hour.
fn lines(fleet: &FleetRate) -> Table {
    let columns = ["levelized", "marginal"].map(|name| Column::new(name, Align::Right));
    let row = |line: &RateLine| {
        TableRow::plain(
            line_label(&line.name, line.group, line.is_already_owned),
            [rate(line.per_useful_accelerator_hour), rate(line.marginal)],
        )
    };
    let rows = fleet.lines.iter().map(row);
    let total = [rate(fleet.levelized.per_useful_accelerator_hour), rate(fleet.marginal.per_useful_accelerator_hour)];
    let total = TableRow::Cells(TableLine { weight: Weight::Strong, ..TableLine::new("total", total) });
    let rows = rows.chain([TableRow::Rule, total]).collect();
    let table =
        Table { columns: columns.into(), corner: "line".to_owned(), ..Table::new(<[&str; 0]>::default(), rows) };
    table.titled(format!("Cost of a useful accelerator-hour of {}, by line", words::display_name(fleet)))
}

/// Tables of the hourly cost by utilization, for fleets of fixed size.
fn utilizations(rates: &Rates) -> impl Iterator<Item = Table> {
    rates.fleets.iter().filter(|fleet| !fleet.at.is_empty()).map(|fleet| {
        let rows = fleet.at.iter().map(|at| {
            let label = Cell::Number(at.utilization.into(), Notation::Percent(1));
            TableRow::plain(label, [rate(Some(at.per_useful_accelerator_hour)), rate(Some(at.per_accelerator_hour))])
        });
        let heads = ["per useful hour", "per hour in service"];
        let table =
            Table { corner: "utilization".to_owned(), labels: Align::Right, ..Table::new(heads, rows.collect()) };
        table.titled(format!(
            "Levelized cost of an accelerator-hour of {}, by utilization of the same fleet",
            words::display_name(fleet)
        ))
    })
}

/// One row per figure: `option, fleet, figure, group, line, utilization, value, unit`.
fn data(rates: &Rates) -> Data {
    let currency = &rates.header.currency;
    let rows = rates.fleets.iter().flat_map(|fleet| {
        let row = move |figure: &str, of: Option<&RateLine>, at: Option<Decimal>, value: Option<Ratio>, per: &str| {
            let value = value?;
            Some(vec![
                (&fleet.option).into(),
                (&fleet.fleet).into(),
                figure.into(),
                of.map(|line| line.group.name()).into(),
                of.map(|line| &line.name).into(),
                Cell::ratio(at),
                Cell::ratio(Some(value)),
                format!("{currency}/{per}").into(),
            ])
        };
        let plan = fleet.utilization.map(Decimal::from);
        let costs = [("levelized", fleet.levelized), ("marginal", fleet.marginal)];
        let of_plan = costs.into_iter().flat_map(move |(figure, hourly)| {
            [
                row(figure, None, plan, hourly.per_useful_accelerator_hour, "useful accelerator-hour"),
                row(figure, None, plan, hourly.per_accelerator_hour, "accelerator-hour in service"),
                row(figure, None, plan, hourly.per_node_hour, "node-hour in service"),
            ]
        });
        let of_lines = fleet.lines.iter().flat_map(move |line| {
            let name = Some(line);
            [
                row("levelized", name, plan, line.per_useful_accelerator_hour, "useful accelerator-hour"),
                row("marginal", name, plan, line.marginal, "useful accelerator-hour"),
            ]
        });
        let elsewhere = fleet.at.iter().flat_map(move |at| {
            let share = Some(at.utilization.into());
            [
                row("levelized", None, share, Some(at.per_useful_accelerator_hour), "useful accelerator-hour"),
                row("levelized", None, share, Some(at.per_accelerator_hour), "accelerator-hour in service"),
            ]
        });
        of_plan.chain(of_lines).chain(elsewhere).flatten().collect::<Vec<_>>()
    });
    Data::new(["option", "fleet", "figure", "group", "line", "utilization", "value", "unit"], rows)
}
