//! A sweep in every format.

mod chart;
mod json;
mod map;
mod words;

use super::csv::{text, unwritten};
use super::grid::{Grid, Row};
use super::markdown::escape;
use super::table::{titled, wrap};
use super::words::{conventions_of, footer_of};
use super::{Canvas, Colour, Meaning, Report};
use crate::analysis::sweep::{Point, Sweep};
use crate::diagnostic::clean;
use crate::number;
use crate::reasons;
use std::io::{self, Write};
use words::Wins;

/// What stands before the amount that wins.
const WINS: &str = "▸ ";

impl Report for Sweep {
    /// A row for each value of one input and the lines of the options; of two inputs a map of who wins.
    fn table(&self, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
        let (mut lines, table) = match self.inputs.len() {
            1 => {
                let grid = grid(self);
                (grid_lines(&grid, canvas), grid.width(canvas))
            }
            _ => (map::lines(self, canvas), canvas.width),
        };
        let mut all = titled(&self.header, canvas, table);
        all.extend(wrap(&words::title(self), "", canvas));
        all.push(String::new());
        all.append(&mut lines);
        if let Some(chart) = chart::lines(self, canvas) {
            all.push(String::new());
            all.extend(chart);
        }
        all.push(String::new());
        for (heading, says) in words::sections(self) {
            all.extend(section(heading, &says, canvas));
        }
        all.extend(wrap(&footer_of(&self.header), " ", canvas));
        all.iter().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }

    /// One row for each point and option: a column for each input under its path, then `option, possible, wins, total,
    /// present_value, per_useful_hour, because`: why the option is not possible, or cannot win.
    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        let columns = ["option", "possible", "wins", "total", "present_value", "per_useful_hour", "because"];
        let inputs = self.inputs.iter().map(|input| text(&input.path));
        csv.write_record(inputs.chain(columns.map(str::to_owned))).map_err(unwritten)?;
        for point in &self.points {
            for option in 0..point.decision.options.len() {
                csv.write_record(record(self, point, option)).map_err(unwritten)?;
            }
        }
        csv.flush()
    }

    /// Who wins from where to where, then a row for each value, of two inputs for each value of the first with the winner
    /// at each of the second.
    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "## {}\n", escape(&self.header.name))?;
        let sections = words::sections(self);
        for text in sections.iter().filter(|(heading, _)| *heading == "Winner").flat_map(|(_, says)| says) {
            writeln!(out, "**Winner: {}**\n", escape(text))?;
        }
        writeln!(out, "{}\n\n{}\n", escape(&words::title(self)), escape(&conventions_of(&self.header)))?;
        match self.inputs.len() {
            1 => markdown_rows(self, out)?,
            _ => markdown_map(self, out)?,
        }
        for (heading, says) in sections.iter().filter(|(heading, _)| *heading != "Winner") {
            writeln!(out, "\n**{heading}**\n")?;
            says.iter().try_for_each(|text| writeln!(out, "- {}", escape(text)))?;
        }
        writeln!(out, "\n{}", escape(&footer_of(&self.header)))
    }
}

/// A row for each value, a line across where the winner changes.
fn grid(sweep: &Sweep) -> Grid {
    let labels: Vec<String> =
        sweep.points.iter().map(|point| words::value(&sweep.inputs[0], point.values[0])).collect();
    let widest = labels.iter().map(|label| label.chars().count()).max().unwrap_or_default();
    let mut rows = Vec::new();
    let mut winner = sweep.points.first().and_then(|point| point.decision.winner);
    for (point, label) in sweep.points.iter().zip(labels) {
        if point.decision.winner != winner {
            rows.push(Row::Rule);
            winner = point.decision.winner;
        }
        let today = if sweep.is_stated(point) { "  today" } else { "" };
        let cells = (0..point.decision.options.len()).map(|option| match words::amount(sweep, point, option) {
            (amount, Wins::Yes) => Some(format!("{WINS}{amount}")),
            (amount, Wins::No) => Some(amount),
        });
        rows.push(Row::Cells(format!("   {label:>widest$}{today}"), cells.collect()));
    }
    let names = sweep.points.first().map(|point| point.decision.options.as_slice()).unwrap_or_default();
    Grid { heads: names.iter().map(|option| clean(&option.name)).collect(), winner: None, rows }
}

/// The lines of the grid, the amounts that win coloured.
fn grid_lines(grid: &Grid, canvas: &Canvas) -> Vec<String> {
    let painted = |line: String| match line.split_once(WINS) {
        None => line,
        Some((before, rest)) => {
            let end = rest.find(' ').unwrap_or(rest.len());
            let (amount, after) = rest.split_at(end);
            format!("{before}{}{after}", canvas.colour.paint(&format!("{WINS}{amount}"), Meaning::Winner))
        }
    };
    grid.lines(canvas).into_iter().map(painted).collect()
}

/// The heading in the margin, and beside it what is said.
fn section(heading: &str, says: &[String], canvas: &Canvas) -> Vec<String> {
    let margin = " ".repeat(12);
    let mut lines: Vec<String> = says.iter().flat_map(|text| wrap(&clean(text), &margin, canvas)).collect();
    let meaning = match (heading, canvas.colour) {
        ("Winner", colour @ Colour::Ansi) => colour.paint(heading, Meaning::Winner),
        (heading, Colour::Ansi | Colour::Plain) => heading.to_owned(),
    };
    if let Some(first) = lines.first_mut() {
        let rest = first.get(1 + heading.len()..).unwrap_or_default();
        *first = format!(" {meaning}{rest}");
    }
    lines
}

fn record(sweep: &Sweep, point: &Point, option: usize) -> Vec<String> {
    let digits = sweep.header.minor_digits;
    let standing = &point.decision.options[option];
    let (worth, why) = (standing.worth.as_ref().ok(), standing.worth.as_ref().err());
    let because = match (worth, why) {
        (Some(worth), _) => reasons::joined(&worth.cannot_win_because, reasons::cannot_win),
        (None, why) => why.map(reasons::impossible).unwrap_or_default(),
    };
    let values = point.values.iter().map(|value| number::ratio(*value).to_string());
    let rest = [
        text(&standing.name),
        worth.is_some().to_string(),
        (point.decision.winner == Some(option)).to_string(),
        worth.map(|worth| number::plain(worth.total, digits)).unwrap_or_default(),
        worth.map(|worth| number::plain(worth.present_value, digits)).unwrap_or_default(),
        worth.and_then(|worth| worth.per_useful_hour).map(|cost| cost.to_string()).unwrap_or_default(),
        text(&because),
    ];
    values.chain(rest).collect()
}

fn markdown_rows(sweep: &Sweep, out: &mut dyn Write) -> io::Result<()> {
    let names = sweep.points.first().map(|point| point.decision.options.as_slice()).unwrap_or_default();
    let heads: Vec<String> = names.iter().map(|option| format!(" {} |", escape(&option.name))).collect();
    let heads = heads.concat();
    writeln!(
        out,
        "| {} |{heads}\n|---:|{}",
        escape(&words::input(sweep, &sweep.inputs[0])),
        "---:|".repeat(names.len())
    )?;
    for point in &sweep.points {
        let cells = (0..names.len()).map(|option| match words::amount(sweep, point, option) {
            (amount, Wins::Yes) => format!(" **{}** |", escape(&amount)),
            (amount, Wins::No) => format!(" {} |", escape(&amount)),
        });
        let today = if sweep.is_stated(point) { ", today" } else { "" };
        let label = escape(&words::value(&sweep.inputs[0], point.values[0]));
        writeln!(out, "| {label}{today} |{}", cells.collect::<String>())?;
    }
    Ok(())
}

fn markdown_map(sweep: &Sweep, out: &mut dyn Write) -> io::Result<()> {
    let [down, across] = sweep.inputs.as_slice() else { return Ok(()) };
    let heads = across.values.iter().map(|value| format!(" {} |", escape(&words::value(across, *value))));
    let heads = heads.collect::<Vec<String>>().concat();
    let corner = format!("{} down, {} across", words::input(sweep, down), words::input(sweep, across));
    writeln!(out, "| {} |{heads}\n|---:|{}", escape(&corner), ":---|".repeat(across.values.len()))?;
    for (value, row) in down.values.iter().zip(sweep.points.chunks(across.values.len())) {
        let cells = row.iter().map(|point| {
            let name = point.decision.winning().map_or("none", |option| option.name.as_str());
            if sweep.is_stated(point) { format!(" **{}** |", escape(name)) } else { format!(" {} |", escape(name)) }
        });
        writeln!(out, "| {} |{}", escape(&words::value(down, *value)), cells.collect::<String>())?;
    }
    Ok(())
}
