//! Picture of rental prices that walk: the range of the price in each month.

use super::super::page::{
    Cell, ChartOf, Drawing, LineChart, LineSeries, Measure, OptionOutcome, Picture, Table, TableRow,
};
use crate::analysis::simulate::{DrawnInput, Simulation};
use crate::number;
use crate::reasons::listed;
use crate::scenario::OptionId;
use crate::scenario::price_walk::{RandomWalk, WalkPath};
use rust_decimal::Decimal;

/// Rented options whose prices walk alike.
struct Alike<'s> {
    walk: &'s RandomWalk,
    options: Vec<String>,
}

/// 80 % range and median of the simulated prices by month, relative to today's; none if no price walks.
pub(in crate::report) fn picture(simulation: &Simulation) -> Option<Picture> {
    let walks = alike(&simulation.inputs);
    let months = walks.iter().map(|alike| alike.walk.steps()).max()?;
    let line = |alike: &Alike<'_>, path: WalkPath| {
        let (name, outcome) = match path {
            WalkPath::P10 => ("P10", OptionOutcome::Stands),
            WalkPath::Median => ("median", OptionOutcome::Wins),
            WalkPath::P90 => ("P90", OptionOutcome::Stands),
        };
        let of = if walks.len() > 1 { format!(" {}", alike.options.join(", ")) } else { String::new() };
        let price = |month| Some(alike.walk.price_after(path, month) * Decimal::ONE_HUNDRED);
        LineSeries { name: format!("{name}{of}"), outcome, amounts: (0..=months).map(price).collect() }
    };
    let paths = [WalkPath::P90, WalkPath::Median, WalkPath::P10];
    let lines: Vec<LineSeries> = walks.iter().flat_map(|alike| paths.map(|path| line(alike, path))).collect();
    let names: Vec<&str> = walks.iter().flat_map(|alike| &alike.options).map(String::as_str).collect();
    let row = |month: u32| {
        let prices =
            lines.iter().map(|line| line.amounts[month as usize].map_or(Cell::Absent, |price| Cell::fixed(price, 0)));
        let after = if month == 0 { "today".to_owned() } else { format!("after {}", number::counted(month, "month")) };
        TableRow::plain(after, prices)
    };
    let rows = (0..=months).filter(|month| month.is_multiple_of(12) || *month == months).map(row).collect();
    Some(Picture {
        of: ChartOf::Prices,
        title: format!("Simulated price of {} by month, in % of today's price", listed(&names)),
        caption: "P10 and P90: in 80 % of simulations, the price of a month is between them.".to_owned(),
        table: Some(Table::new(lines.iter().map(|line| &line.name), rows)),
        drawing: Drawing::LineChart(LineChart {
            currency: "% of today's price".to_owned(),
            measure: Measure::Months,
            across: (0..=months).map(Decimal::from).collect(),
            lines,
            today: None,
            crossings: Vec::new(),
        }),
    })
}

/// Walks, those of the same course together.
fn alike(inputs: &[DrawnInput]) -> Vec<Alike<'_>> {
    let mut found: Vec<Alike<'_>> = Vec::new();
    for input in inputs {
        let Some((walk, option)) = input.spread.walk().zip(OptionId::of_path(&input.path)) else { continue };
        match found.iter_mut().find(|alike| alike.walk.moves_like(walk)) {
            Some(alike) => alike.options.push(option.to_string()),
            None => found.push(Alike { walk, options: vec![option.to_string()] }),
        }
    }
    found
}
