//! A difference in every format.

mod json;
mod words;

use super::csv::{text, unwritten};
use super::grid::{Grid, Row};
use super::markdown::{self, escape};
use super::table::{titled, wrap};
use super::{Canvas, Meaning, Report};
use crate::analysis::difference::{Change, Difference};
use crate::diagnostic::clean;
use crate::number;
use crate::scenario::own::with_age;
use std::io::{self, Write};
use words::Which;

/// Characters of a value in Markdown; the rest is in the JSON.
const LONGEST: usize = 120;
/// Characters of a value in a table, however narrow.
const SHORTEST: usize = 10;

impl Report for Difference {
    /// The verdict, the changes with their lines, and what each adds to the present value of each option.
    fn table(&self, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
        let grids = [changes_grid(self, longest(self, canvas)), effects_grid(self)];
        let table = grids.iter().flatten().map(|(_, grid)| grid.width(canvas)).max().unwrap_or(canvas.width);
        let mut lines = titled(&self.new.header, canvas, table);
        lines.push(String::new());
        let verdict = words::verdict(self);
        let meaning = if self.flipped() { Meaning::Warning } else { Meaning::Winner };
        lines.extend(section("Verdict", &[verdict], canvas, Some(meaning)));
        for (title, grid) in grids.iter().flatten() {
            lines.push(String::new());
            lines.extend(wrap(title, "", canvas));
            lines.extend(grid.lines(canvas));
        }
        lines.push(String::new());
        for (heading, says) in words::sections(self) {
            lines.extend(section(heading, &says, canvas, None));
        }
        lines.extend(wrap(&words::footer(self), " ", canvas));
        lines.iter().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }

    /// `change, before, after, line_before, line_after, option, present_value`: one row for each thing that is attributed and
    /// option whose cost depends on it, with what it adds to the present value, and one without option for each change that
    /// no amount depends on. Values and lines are those of a single change.
    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        let columns = ["change", "before", "after", "line_before", "line_after", "option", "present_value"];
        csv.write_record(columns).map_err(unwritten)?;
        for record in records(self) {
            csv.write_record(&record).map_err(unwritten)?;
        }
        csv.flush()
    }

    /// The verdict first, then what each change adds, then the changes with their lines.
    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "**{}**", escape(&words::verdict(self)))?;
        let sections = words::sections(self);
        writeln!(out)?;
        for (heading, says) in &sections {
            says.iter().try_for_each(|text| writeln!(out, "- {heading}: {}", escape(text)))?;
        }
        let grids = [effects_grid(self), changes_grid(self, LONGEST)];
        for (title, grid) in grids.iter().flatten() {
            writeln!(out, "\n{}\n", escape(title))?;
            markdown::head(grid.heads.iter().map(|head| escape(head)), out)?;
            for row in &grid.rows {
                if let Row::Cells(label, cells) = row {
                    markdown::cells(&escape(label.trim()), cells, out)?;
                }
            }
        }
        writeln!(out, "\n{}", escape(&words::footer(self)))
    }
}

/// A table with its title; none where there is nothing to show.
type Titled = Option<(String, Grid)>;

/// Every change with what it says before and after, and on which lines; those of `sources` are only counted.
fn changes_grid(difference: &Difference, longest: usize) -> Titled {
    let row = |change: &Change| {
        let value = |side| words::value(change, side, longest).map(|value| clean(&value));
        let lines = words::lines(change);
        Row::Cells(
            format!(" {}", clean(&with_age(&change.path))),
            vec![value(Which::Old), value(Which::New), Some(lines)],
        )
    };
    let rows: Vec<Row> = words::shown(difference).map(row).collect();
    let title = number::counted(u32::try_from(rows.len()).unwrap_or(u32::MAX), "changed input");
    let heads = ["before", "after", "line"].map(str::to_owned).to_vec();
    (!rows.is_empty()).then_some((title, Grid { heads, winner: None, rows }))
}

/// Characters of a value, so that before and after stand beside each other.
fn longest(difference: &Difference, canvas: &Canvas) -> usize {
    let widest = |text: fn(&Difference, &Change) -> String| {
        words::shown(difference).map(|change| text(difference, change).chars().count()).max().unwrap_or_default()
    };
    let label = (widest(|_, change| with_age(&change.path).into_owned()) + 1).min(44).min(canvas.width / 2);
    let room = canvas.width.saturating_sub(label + widest(|_, change| words::lines(change)) + 9);
    (room / 2).clamp(SHORTEST, LONGEST)
}

/// The present values before, what each change adds, and the present values after.
fn effects_grid(difference: &Difference) -> Titled {
    let options = words::attributed(difference);
    if options.is_empty() {
        return None;
    }
    let mut rows = vec![Row::Cells(
        " present value before".to_owned(),
        words::present_values(difference, |option| option.old.as_ref()),
    )];
    for effect in &difference.effects {
        let amounts = words::amounts(difference, effect);
        rows.push(Row::Cells(format!("   {}", clean(&words::effect(&effect.group))), amounts));
    }
    rows.push(Row::Rule);
    let after = words::present_values(difference, |option| option.new.as_ref());
    rows.push(Row::Cells(" present value after".to_owned(), after));
    rows.push(Row::Cells(" change".to_owned(), words::changes(difference)));
    let mut heads: Vec<String> = options.iter().map(|option| clean(&option.name)).collect();
    let mut title = "What each change adds to the present value".to_owned();
    if let Some([own, rent]) = words::set_against(difference) {
        let names = [own, rent].map(|at| difference.options[at].name.as_str());
        title = format!("{title}; difference: {} less {}", names[0], names[1]);
        heads.push("difference".to_owned());
    }
    Some((title, Grid { heads, winner: None, rows }))
}

/// The heading in the margin, and beside it what is said.
fn section(heading: &str, says: &[String], canvas: &Canvas, meaning: Option<Meaning>) -> Vec<String> {
    let margin = " ".repeat(13);
    let mut lines: Vec<String> = says.iter().flat_map(|text| wrap(&clean(text), &margin, canvas)).collect();
    let shown = meaning.map_or_else(|| heading.to_owned(), |meaning| canvas.colour.paint(heading, meaning));
    if let Some(first) = lines.first_mut() {
        let rest = first.get(1 + heading.len()..).unwrap_or_default();
        *first = format!(" {shown}{rest}");
    }
    lines
}

/// What a change says on a side, as a cell: a number as it is, also below zero, and any other text so that no spreadsheet
/// makes a formula of it.
fn cell(change: &Change, side: Which) -> String {
    let exact = words::exact(change, side).unwrap_or_default();
    if words::is_number(change, side) { exact } else { text(&exact) }
}

fn records(difference: &Difference) -> Vec<[String; 7]> {
    let digits = difference.new.header.minor_digits;
    let single = |changes: &[usize]| match changes {
        [only] => Some(&difference.changes[*only]),
        _ => None,
    };
    let said = |change: Option<&Change>| {
        let value = |side| change.map(|change| cell(change, side)).unwrap_or_default();
        // a spreadsheet would take line and column for a time
        let line = |place: String| text(place.split(':').next().unwrap_or_default());
        let place = |side| change.and_then(|change| words::place(change, side)).map(line).unwrap_or_default();
        [value(Which::Old), value(Which::New), place(Which::Old), place(Which::New)]
    };
    let mut records = Vec::new();
    for effect in &difference.effects {
        let [before, after, line_before, line_after] = said(single(&effect.group.changes));
        for (option, amount) in difference.options.iter().zip(&effect.amounts) {
            let Some(amount) = amount else { continue };
            let (name, option) = (text(&effect.group.name), text(&option.name));
            let [before, after] = [before.clone(), after.clone()];
            let lines = [line_before.clone(), line_after.clone()];
            let [line_before, line_after] = lines;
            records.push([name, before, after, line_before, line_after, option, number::plain(*amount, digits)]);
        }
    }
    let attributed: Vec<usize> = difference
        .effects
        .iter()
        .filter(|effect| effect.amounts.iter().any(Option::is_some))
        .flat_map(|effect| effect.group.changes.iter().copied())
        .collect();
    let rest = difference.changes.iter().enumerate().filter(|(at, _)| !attributed.contains(at));
    for (_, change) in rest {
        let [before, after, line_before, line_after] = said(Some(change));
        records.push([text(&change.path), before, after, line_before, line_after, String::new(), String::new()]);
    }
    records
}
