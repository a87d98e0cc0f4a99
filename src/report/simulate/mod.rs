//! A simulation in every format.

mod json;
mod words;

use super::csv::{text, unwritten};
use super::grid::{Grid, Row};
use super::markdown::escape;
use super::said::{markdown_grid, value};
use super::table::{titled, wrap};
use super::words::{conventions_of, footer_of};
use super::{Canvas, Report};
use crate::analysis::simulate::{DrawnInput, DrawnOption, PERCENTS, Quantiles, Simulation};
use crate::diagnostic::clean;
use crate::number;
use crate::scenario::own::with_age;
use rust_decimal::Decimal;
use std::io::{self, Write};

impl Report for Simulation {
    /// The chances of each option, the percentiles of what it comes to, and what was drawn.
    fn table(&self, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
        let grids = grids(self);
        let table = grids.iter().map(|(_, grid)| grid.width(canvas)).max().unwrap_or(canvas.width);
        let mut lines = titled(&self.header, canvas, table);
        lines.extend(wrap(&words::title(self), "", canvas));
        for (title, grid) in &grids {
            lines.push(String::new());
            lines.extend(wrap(title, "", canvas));
            lines.extend(grid.lines(canvas));
        }
        lines.push(String::new());
        for said in words::sections(self) {
            lines.extend(said.lines(canvas));
        }
        lines.extend(wrap(&footer_of(&self.header), " ", canvas));
        lines.iter().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }

    /// `what, name, stated, mean, p5 … p95, wins, cannot_win, not_possible, expected_regret`: one row for each `input`, for
    /// each `option` (amounts are present values), and for the `difference` of the best to own and the best to rent, whose
    /// `wins` is the share in which owning costs less.
    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        let percents = PERCENTS.map(|percent| format!("p{percent}"));
        let heads = ["what", "name", "stated", "mean"].map(str::to_owned).into_iter().chain(percents);
        let ends = ["wins", "cannot_win", "not_possible", "expected_regret"].map(str::to_owned);
        csv.write_record(heads.chain(ends)).map_err(unwritten)?;
        for record in records(self) {
            csv.write_record(&record).map_err(unwritten)?;
        }
        csv.flush()
    }

    /// What the draws say first, then the tables.
    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "## {}\n", escape(&self.header.name))?;
        let (verdict, rest): (Vec<_>, Vec<_>) =
            words::sections(self).into_iter().partition(|said| said.heading == "Verdict");
        for text in verdict.iter().flat_map(|said| &said.texts) {
            writeln!(out, "**{}**\n", escape(text))?;
        }
        writeln!(out, "{}\n\n{}", escape(&words::title(self)), escape(&conventions_of(&self.header)))?;
        for (title, grid) in &grids(self) {
            markdown_grid(title, grid, out)?;
        }
        rest.iter().try_for_each(|said| said.markdown(out))?;
        writeln!(out, "\n{}", escape(&footer_of(&self.header)))
    }
}

/// The tables with their titles.
fn grids(simulation: &Simulation) -> Vec<(String, Grid)> {
    let mut all = vec![("Chances".to_owned(), chances(simulation))];
    all.push(("Present value".to_owned(), present_values(simulation)));
    all.push(("What is drawn".to_owned(), inputs(simulation)));
    all
}

fn option_names(simulation: &Simulation) -> Vec<String> {
    simulation.options.iter().map(|option| clean(&option.name)).collect()
}

/// Who wins how often, and what each choice costs on average over the best.
fn chances(simulation: &Simulation) -> Grid {
    let share = |of: &dyn Fn(&DrawnOption) -> Option<Decimal>| -> Vec<Option<String>> {
        simulation.options.iter().map(|option| of(option).map(words::chance)).collect()
    };
    let regret = simulation.options.iter().map(|option| option.regret.map(|regret| number::grouped(regret, 0)));
    let can = |option: &DrawnOption| option.cannot_win_because.is_empty();
    let something = |share: Decimal| Some(share).filter(|share| !share.is_zero());
    let rows = vec![
        Row::Cells(" wins".to_owned(), share(&|option| Some(option.wins).filter(|_| can(option)))),
        Row::Cells(" cannot win there".to_owned(), share(&|option| something(option.cannot_win))),
        Row::Cells(" not possible".to_owned(), share(&|option| something(option.not_possible))),
        Row::Cells(" expected regret".to_owned(), regret.collect()),
    ];
    let rows = rows.into_iter().filter(|row| match row {
        Row::Cells(_, cells) => cells.iter().any(Option::is_some),
        Row::Title(_) | Row::Rule => true,
    });
    Grid { heads: option_names(simulation), winner: words::most_often(simulation), rows: rows.collect() }
}

/// Percentiles of what each option comes to, and of the difference of the best of each side.
fn present_values(simulation: &Simulation) -> Grid {
    let difference = simulation.difference.as_ref();
    let mut heads = option_names(simulation);
    heads.extend(difference.map(|_| "own less rent".to_owned()));
    let options = || simulation.options.iter();
    let money = |amount: Option<Decimal>| amount.map(|amount| number::grouped(amount, 0));
    let stated = options().map(|option| option.stated).chain(difference.map(|difference| Some(difference.stated)));
    let mut rows = vec![Row::Cells(" as stated".to_owned(), stated.map(money).collect()), Row::Rule];
    let quantiles = || {
        let of_options = options().map(|option| option.present_value.as_ref());
        of_options.chain(difference.map(|difference| difference.quantiles.as_ref()))
    };
    for percent in PERCENTS {
        let cells = quantiles().map(|quantiles| money(quantiles.and_then(|quantiles| quantiles.at(percent))));
        rows.push(Row::Cells(format!(" P{percent}"), cells.collect()));
    }
    let means = quantiles().map(|quantiles| money(quantiles.map(|quantiles| quantiles.mean)));
    rows.push(Row::Cells(" mean".to_owned(), means.collect()));
    Grid { heads, winner: words::most_often(simulation), rows }
}

/// The inputs with their spread. The unit of an input is in its key.
fn inputs(simulation: &Simulation) -> Grid {
    let row = |drawn: &DrawnInput| {
        let cells = vec![Some(value(drawn.kind, drawn.stated)), Some(words::spread(drawn.kind, drawn.spread))];
        Row::Cells(format!(" {}", clean(&with_age(&drawn.path))), cells)
    };
    let heads = ["as stated", "drawn"].map(str::to_owned).to_vec();
    Grid { heads, winner: None, rows: simulation.inputs.iter().map(row).collect() }
}

fn records(simulation: &Simulation) -> Vec<Vec<String>> {
    let digits = simulation.header.minor_digits;
    let plain = |amount: Option<Decimal>| amount.map(|amount| number::plain(amount, digits)).unwrap_or_default();
    let ratio = |value: Decimal| number::ratio(value).to_string();
    let quantiles = |quantiles: Option<&Quantiles>, write: &dyn Fn(Decimal) -> String| -> Vec<String> {
        match quantiles {
            Some(quantiles) => std::iter::once(&quantiles.mean).chain(&quantiles.values).map(|v| write(*v)).collect(),
            None => vec![String::new(); PERCENTS.len() + 1],
        }
    };
    let amount = |value: Decimal| plain(Some(value));
    let inputs = simulation.inputs.iter().map(|input| {
        let head = vec!["input".to_owned(), text(&input.path), ratio(input.stated)];
        [head, quantiles(Some(&input.quantiles), &ratio), vec![String::new(); 4]].concat()
    });
    let options = simulation.options.iter().map(|option| {
        let head = vec!["option".to_owned(), text(&option.name), plain(option.stated)];
        let shares = [option.wins, option.cannot_win, option.not_possible].map(ratio);
        let tail = shares.into_iter().chain([plain(option.regret)]).collect();
        [head, quantiles(option.present_value.as_ref(), &amount), tail].concat()
    });
    let difference = simulation.difference.iter().map(|difference| {
        let name = text(&format!("{} less {}", difference.own, difference.rent));
        let head = vec!["difference".to_owned(), name, plain(Some(difference.stated))];
        let wins = difference.own_costs_less.map(ratio).unwrap_or_default();
        let tail = vec![wins, String::new(), String::new(), String::new()];
        [head, quantiles(difference.quantiles.as_ref(), &amount), tail].concat()
    });
    inputs.chain(options).chain(difference).collect()
}
