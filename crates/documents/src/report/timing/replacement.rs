//! Keep or replace: annual equivalent cost by years of service, and the further years of servers already owned.

use super::words::headline;
use crate::analysis::timing::{CloseYears, Keep, Replacement};
use crate::model::OptionId;
use crate::number::counted;
use crate::report::figures;
use crate::report::json::{self, Contract};
use crate::report::page::{
    Block, Cell, Chart, ChartOf, Data, LineOf, Lines, Meaning, Page, Section, Table, TableLine, TableRow,
};
use crate::report::{Report, header};
use rust_decimal::Decimal;
use std::io::{self, Write};

/// Width of the column of section headings, in cells.
const MARGIN: usize = 11;

impl Report for Replacement {
    /// The answer, new servers by years of service with a chart, and the further years of servers already owned.
    fn page(&self) -> Page {
        let mut page = header::page(&self.header, MARGIN, data(self));
        page.request = Some(format!("Years to keep the servers of {}; all other inputs fixed", self.option));
        let answer = Section::answer("Keep", Meaning::Winner, answer(self));
        page.blocks = vec![Block::Sections(vec![answer])];
        page.blocks
            .extend(self.keep.iter().filter(|keep| !keep.kept.is_empty()).map(|keep| Block::Table(owned(self, keep))));
        page.blocks.push(Block::Table(new(self)));
        page.blocks.push(Block::Chart(Chart::Lines(lines(self))));
        page.blocks.push(Block::Sections(details(self)));
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(Contract::Replacement, self, out)
    }
}

fn answer(found: &Replacement) -> Vec<String> {
    let annual = headline(&found.header.currency, found.annual_equivalent_cost);
    let life = counted(found.economic_life_years, "year");
    let new = new_servers(&found.option, &found.successor);
    let close_life = close(&found.close, "years");
    let says = match &found.keep {
        None => vec![Some(format!("Replace the servers of {} after {life}: {annual} a year.", found.successor))],
        Some(keep) if keep.kept.is_empty() => vec![
            Some("Servers already owned last less than a year, so only new servers are evaluated.".to_owned()),
            Some(format!("Replace {new} after {life}: {annual} a year.")),
        ],
        Some(keep) => vec![
            Some(kept(found, keep, &new, &annual)),
            close(&keep.close, "more years"),
            Some(format!("Replace {new} after {life}.")),
        ],
    };
    says.into_iter().chain([close_life]).flatten().collect()
}

/// How much longer to keep the servers already owned.
fn kept(found: &Replacement, keep: &Keep, new: &str, annual: &str) -> String {
    let owned = &found.option;
    let next = keep.kept.iter().find(|kept| kept.year == keep.years + 1);
    let next = next.map(|kept| headline(&found.header.currency, kept.marginal_cost));
    let years = counted(keep.years, "more year");
    match next {
        Some(cost) if keep.years == 0 => {
            format!("Replace the servers of {owned} now: their next year costs {cost}, {new} {annual} a year.")
        }
        Some(cost) => {
            format!("Keep the servers of {owned} for {years}: the year after costs {cost}, {new} {annual} a year.")
        }
        None => {
            format!("Keep the servers of {owned} for {years}, the longest tested: {new} cost {annual} a year.")
        }
    }
}

/// Warning that several numbers of years cost about the same.
fn close(close: &CloseYears, noun: &str) -> Option<String> {
    let years = match close.close_years.as_slice() {
        [] | [_] => return None,
        [one, other] => format!("{one} and {other}"),
        [first, .., last] if (*first..=*last).eq(close.close_years.iter().copied()) => format!("{first} to {last}"),
        all => all.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    };
    let cost = if close.close_within.is_zero() {
        "the same".to_owned()
    } else {
        format!("within {} of the lowest", figures::share(*close.close_within))
    };
    Some(format!("Too close to call: {years} {noun} cost {cost}."))
}

/// New servers, with their option if it is another.
fn new_servers(option: &OptionId, successor: &OptionId) -> String {
    if option == successor { "new ones".to_owned() } else { format!("those of {successor}") }
}

/// A row per number of years of new servers; the economic life is marked.
fn new(found: &Replacement) -> Table {
    let digits = found.header.minor_digits;
    let rows = found.lives.iter().map(|life| {
        let amounts = [life.present_value, life.annual_equivalent_cost, life.marginal_cost];
        let line = TableLine::new(counted(life.years, "year"), amounts.map(|amount| Cell::fixed(amount, digits)));
        let lowest = (life.years == found.economic_life_years).then_some(1);
        TableRow::Cells(line.below().marked(lowest, "economic life"))
    });
    let heads = ["present value", "annual equivalent cost", "cost of the last year"];
    Table::new(heads, rows.collect()).titled(format!("{} of {}", counted(found.nodes, "new server"), found.successor))
}

/// A row per further year of servers already owned; the last year to keep them is marked.
fn owned(found: &Replacement, keep: &Keep) -> Table {
    let digits = found.header.minor_digits;
    let rows = keep.kept.iter().map(|kept| {
        let cells = [
            Cell::fixed(kept.marginal_cost, digits),
            Cell::added(Some(kept.against_new), digits),
            Cell::added(Some(kept.against_replacing_now), digits),
        ];
        let last = (kept.year == keep.years).then_some(2);
        let line = TableLine::new(format!("further year {}", kept.year), cells);
        TableRow::Cells(line.below().marked(last, "last year to keep them"))
    });
    let heads = ["cost of the year", "against new servers", "present value against replacing now"];
    let title = format!("{} of {}, already owned", counted(keep.nodes, "server"), found.option);
    Table::new(heads, rows.collect()).titled(title)
}

/// Annual equivalent cost and cost of the last year, by years of service.
fn lines(found: &Replacement) -> Lines {
    let lives = || found.lives.iter();
    let years = || lives().map(|life| Decimal::from(life.years));
    let line = |name: &str, amounts: Vec<Option<Decimal>>| LineOf { name: name.to_owned(), amounts };
    Lines {
        of: ChartOf::Sweep,
        title: "Cost of a year by years of service".to_owned(),
        currency: found.header.currency.clone(),
        decimals: 0,
        values: years().collect(),
        written: years().map(Cell::exact).collect(),
        today: None,
        options: vec![
            line("annual equivalent cost", lives().map(|life| Some(life.annual_equivalent_cost.into())).collect()),
            line("cost of the last year", lives().map(|life| Some(life.marginal_cost.into())).collect()),
        ],
        winners: lives().map(|_| None).collect(),
    }
}

fn details(found: &Replacement) -> Vec<Section> {
    let is_longest = found.lives.len() == found.economic_life_years as usize;
    let longest = is_longest.then(|| {
        format!(
            "{} is the longest life tested (useful life: {} months)",
            counted(found.economic_life_years, "year"),
            found.useful_life_months
        )
    });
    let counted = vec![
        "the servers alone: purchases, other capital, one-time payments, running costs and tax, less resale, from the \
         first month of service; without lead time, and without rent for work beyond them"
            .to_owned(),
        "every replacement costs the same as the first".to_owned(),
    ];
    let details = [Section::detail("Life", longest.into_iter().collect()), Section::detail("Counted", counted)];
    details.into_iter().flatten().collect()
}

/// One row per number of years: `servers, years, best, present_value, annual_equivalent_cost, marginal_cost, against_new,
/// against_replacing_now`; `servers` is `new` or `owned`.
fn data(found: &Replacement) -> Data {
    let columns = [
        "servers",
        "years",
        "best",
        "present_value",
        "annual_equivalent_cost",
        "marginal_cost",
        "against_new",
        "against_replacing_now",
    ];
    let digits = found.header.minor_digits;
    let new = found.lives.iter().map(|life| {
        vec![
            "new".into(),
            Cell::exact(life.years),
            (life.years == found.economic_life_years).to_string().into(),
            Cell::fixed(life.present_value, digits),
            Cell::fixed(life.annual_equivalent_cost, digits),
            Cell::fixed(life.marginal_cost, digits),
            Cell::Absent,
            Cell::Absent,
        ]
    });
    let owned = found.keep.iter().flat_map(|keep| {
        keep.kept.iter().map(|kept| {
            vec![
                "owned".into(),
                Cell::exact(kept.year),
                (kept.year == keep.years).to_string().into(),
                Cell::Absent,
                Cell::fixed(kept.annual_equivalent_cost, digits),
                Cell::fixed(kept.marginal_cost, digits),
                Cell::fixed(kept.against_new, digits),
                Cell::fixed(kept.against_replacing_now, digits),
            ]
        })
    });
    Data::new(columns, new.chain(owned))
}
