//! Offers of price lists, evaluated as options of a scenario: as a page, and as JSON (`rackrent.scan/1`).

mod ages;
mod words;

use super::json::{self, Contract};
use super::page::{Align, Block, Cell, Column, Data, Meaning, Page, Section, Snippet, Table, TableRow};
use super::{Report, figures, header};
use crate::scan::{OfferCommitment, RankedOffer, Scan};
use rust_decimal::Decimal;
use std::io::{self, Write};

/// Width of the column of section headings, in cells.
const MARGIN: usize = 11;
/// Significant digits of a price.
const DIGITS: u32 = 5;

impl Report for Scan {
    /// The cheapest offer and its effect on the decision, the ranking, the mix, the offers left out, the template option, the
    /// lists, and the cheapest offer as a piece of the scenario.
    fn page(&self) -> Page {
        let mut page = header::page(&self.header, MARGIN, data(self));
        let meaning = if self.ranked.is_empty() { Meaning::Warning } else { Meaning::Winner };
        page.blocks.push(Block::Sections(vec![Section::answer("Offer", meaning, words::answer(self))]));
        if !self.ranked.is_empty() {
            page.blocks.push(Block::Table(ranking(self)));
        }
        let details = [
            Section::detail("Mix", words::mix(self)),
            Section::detail("Left out", words::left_out(self)),
            Section::detail("Based on", words::taken(self)),
            Section::detail("Lists", ages::lists(self)),
        ];
        page.blocks.push(Block::Sections(details.into_iter().flatten().collect()));
        page.blocks.extend(pasted(self));
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(Contract::Scan, self, out)
    }
}

fn ranking(scan: &Scan) -> Table {
    let digits = scan.header.minor_digits;
    let words = |name: &str| Column::new(name, Align::Left);
    let numbers = |name: &str| Column::new(name, Align::Right);
    let columns = vec![
        numbers("present value"),
        numbers("per useful hour"),
        numbers("per accelerator-hour"),
        words("accelerators"),
        words("mix"),
        words("price date"),
    ];
    let costs: Vec<Decimal> = scan.ranked.iter().filter_map(|offer| offer.per_useful_hour).map(Decimal::from).collect();
    let price = |offer: &RankedOffer| offer.per_accelerator_hour.on_demand;
    let prices: Vec<Decimal> = scan.ranked.iter().filter_map(price).collect();
    let (of_costs, of_prices) = (figures::rate_decimals(&costs), figures::rate_decimals(&prices));
    let row = |offer: &RankedOffer| {
        let cells = [
            Cell::fixed(offer.present_value, digits),
            Cell::amount(offer.per_useful_hour, of_costs),
            Cell::amount(price(offer), of_prices),
            format!("{} × {}", offer.accelerators_per_instance, offer.accelerator).into(),
            words::mix_of(offer).into(),
            ages::dated(ages::Priced::of(offer)).into(),
        ];
        TableRow::plain(format!("{} {}{}", offer.rank, words::named(offer), words::place(offer)), cells)
    };
    let rows = scan.ranked.iter().map(row).collect();
    Table { columns, corner: "offer".to_owned(), notes: words::notes(scan), ..Table::new(<[&str; 0]>::default(), rows) }
}

/// Pieces of the scenario: the mix if it is the cheapest of all, else the cheapest offer.
fn pasted(scan: &Scan) -> Option<Block> {
    let cheapest = scan.ranked.first()?;
    let (option, changes) = match words::cheapest_mix(scan).filter(|mix| mix.rents()) {
        Some(mix) => (&mix.option_yaml, mix.plan.yaml.as_str()),
        None => (&cheapest.yaml, ""),
    };
    let lines = option.lines().chain(changes.lines()).map(str::to_owned).collect();
    Some(Block::Snippet(Snippet { heading: "Paste", language: "yaml", lines, nothing: String::new() }))
}

/// One row per ranked offer.
fn data(scan: &Scan) -> Data {
    let digits = scan.header.minor_digits;
    let names = [
        "rank",
        "provider",
        "instance",
        "regions",
        "accelerator",
        "accelerators_per_instance",
        "currency",
        "on_demand_per_instance_hour",
        "spot_per_instance_hour",
        "committed_1_year_per_instance_hour",
        "committed_3_years_per_instance_hour",
        "committed_1_year_instances",
        "committed_3_years_instances",
        "spot",
        "total",
        "present_value",
        "per_useful_hour",
        "as_of",
        "list",
        "line",
        "option",
        "age_days",
        "old",
        "marketplace",
    ];
    let rows = scan.ranked.iter().map(|offer| {
        let prices = offer.per_instance_hour;
        let committed = |months: u32| {
            let of = |one: &&OfferCommitment| one.months == months;
            Cell::exact(offer.commitments.iter().find(of).map_or(0, |one| one.instances))
        };
        let list = offer.list.and_then(|list| scan.lists.get(list as usize));
        vec![
            Cell::exact(offer.rank),
            offer.provider.clone().into(),
            offer.instance.clone().into(),
            offer.regions.join("; ").into(),
            (&offer.accelerator).into(),
            Cell::exact(offer.accelerators_per_instance),
            (&offer.currency).into(),
            Cell::ratio(prices.on_demand),
            Cell::ratio(prices.spot),
            Cell::ratio(prices.committed_1_year),
            Cell::ratio(prices.committed_3_years),
            committed(12),
            committed(36),
            offer.spot.into(),
            Cell::fixed(offer.total, digits),
            Cell::fixed(offer.present_value, digits),
            Cell::ratio(offer.per_useful_hour),
            offer.as_of.clone().into(),
            list.map(|list| list.name.clone()).into(),
            offer.line.map(Cell::exact).into(),
            (&offer.option).into(),
            offer.age_days.map(Cell::exact).into(),
            offer.old.into(),
            offer.marketplace.into(),
        ]
    });
    Data::new(names, rows)
}
