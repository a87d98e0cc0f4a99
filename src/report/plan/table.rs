//! A plan as text for a terminal.

use super::super::grid::{self, Grid};
use super::super::table::{titled, wrap};
use super::super::words::footer_of;
use super::super::{Canvas, Meaning};
use super::{drawing, snippet, words};
use crate::analysis::plan::{PairPlan, Plans};
use crate::diagnostic::clean;
use std::io::{self, Write};

/// Cells before the text of a section: the heading stands there.
const MARGIN: usize = 11;

pub(super) fn write(plans: &Plans, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let Some(pair) = plans.foremost() else { return Ok(()) };
    let mixes = grid(&words::mix_heads(pair), words::mixes(plans, pair));
    let mut lines = titled(&plans.header, canvas, mixes.width(canvas));
    lines.push(String::new());
    lines.extend(section("Plan", &words::plan(plans, pair), canvas));
    lines.push(String::new());
    lines.extend(mixes.lines(canvas));
    if plans.pairs.len() > 1 {
        lines.push(String::new());
        lines.extend(wrap("The cheapest mix of every pair", "", canvas));
        let heads = words::PAIR_HEADS.map(str::to_owned);
        lines.extend(grid(&heads, words::pairs(plans)).lines(canvas));
    }
    lines.extend(steps(plans, pair, canvas));
    lines.push(String::new());
    lines.extend(section("Made of", &[words::costs(plans, pair)], canvas));
    lines.extend(section("Held", &[words::held(pair)], canvas));
    lines.extend(section("Missing", &words::missing(plans, pair), canvas));
    lines.push(String::new());
    lines.extend(paste(pair));
    lines.push(String::new());
    lines.extend(wrap(&footer_of(&plans.header), " ", canvas));
    lines.iter().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}

/// The load with its tranches, and below it the hours of each step.
fn steps(plans: &Plans, pair: &PairPlan, canvas: &Canvas) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(curve) = &pair.curve {
        lines.push(String::new());
        lines.extend(drawing::lines(curve, canvas.width));
    }
    lines.push(String::new());
    lines.extend(wrap(&words::steps_title(plans), "", canvas));
    lines.extend(grid(&words::STEP_HEADS.map(str::to_owned), words::steps(plans, pair)).lines(canvas));
    let notes = words::steps_notes(plans, pair);
    lines.extend(notes.iter().flat_map(|note| wrap(&clean(note), " ", canvas)));
    lines
}

fn grid(heads: &[String], rows: Vec<words::Row>) -> Grid {
    let rows = rows.into_iter().map(|(label, cells)| grid::Row::Cells(format!(" {}", clean(&label)), cells));
    Grid { heads: heads.iter().map(|head| clean(head)).collect(), winner: None, rows: rows.collect() }
}

/// The plan as a piece of the scenario; its lines are not wrapped.
fn paste(pair: &PairPlan) -> Vec<String> {
    let margin = " ".repeat(MARGIN);
    let mut lines: Vec<String> = snippet::yaml(&pair.changes).iter().map(|line| format!("{margin}{line}")).collect();
    match lines.first_mut() {
        Some(first) => *first = format!(" Paste     {}", first.trim_start()),
        None => lines.push(format!(" Paste     nothing: it is {} as stated", clean(&pair.rent))),
    }
    lines
}

/// The heading in the margin, and beside it what is said.
fn section(heading: &str, says: &[String], canvas: &Canvas) -> Vec<String> {
    let margin = " ".repeat(MARGIN);
    let mut lines: Vec<String> = says.iter().flat_map(|text| wrap(&clean(text), &margin, canvas)).collect();
    let shown = match heading {
        "Plan" => canvas.colour.paint(heading, Meaning::Winner),
        other => other.to_owned(),
    };
    if let Some(first) = lines.first_mut() {
        let rest = first.get(1 + heading.len()..).unwrap_or_default();
        *first = format!(" {shown}{rest}");
    }
    lines
}
