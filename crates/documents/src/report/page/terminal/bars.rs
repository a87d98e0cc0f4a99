//! Terminal drawing of the cost of each option as bars. The winner is marked, and options that can't win show why.

use super::super::{Bars, Canvas, Meaning, OptionBar, OptionOutcome};
use crate::diagnostic::clean;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use unicode_width::UnicodeWidthStr;

/// Minimum and maximum cells of the longest bar.
const LENGTH: (usize, usize) = (8, 40);
/// Marks before the winning option and before the others.
const MARKS: [&str; 2] = ["▸ ", "  "];
/// Eighths of a cell, ascending.
const EIGHTHS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

/// Column widths.
struct Columns {
    name: usize,
    amount: usize,
    unit_cost: usize,
    bar: usize,
}

/// A line per option, and a legend.
pub(super) fn lines(bars: &Bars, canvas: &Canvas) -> Vec<String> {
    let widest = |of: fn(&OptionBar) -> String| bars.options.iter().map(|bar| of(bar).width()).max().unwrap_or(0);
    let (amount, unit_cost) = (widest(|bar| bar.amount.text()), widest(|bar| bar.unit_cost.text()));
    let least = 1 + MARKS[0].width() + 2 + amount + 2 + LENGTH.0 + 2 + unit_cost;
    let name = widest(|bar| clean(&bar.name)).min(canvas.width.saturating_sub(least).max(12));
    let bar = canvas.width.saturating_sub(least - LENGTH.0 + name).clamp(LENGTH.0, LENGTH.1);
    let columns = Columns { name, amount, unit_cost, bar };
    let mut lines: Vec<String> = bars.options.iter().flat_map(|bar| columns.lines(bar, canvas)).collect();
    let legend = format!("{} · {}", bars.amount, bars.unit_cost);
    let indent = (1 + MARKS[0].width() + columns.name + 2).min(canvas.width.saturating_sub(legend.width()));
    lines.push(format!("{:indent$}{legend}", ""));
    lines
}

impl Columns {
    /// Line of an option; a name that is too long is on a line of its own.
    fn lines(&self, bar: &OptionBar, canvas: &Canvas) -> Vec<String> {
        let name = clean(&bar.name);
        let mark = MARKS[usize::from(bar.outcome != OptionOutcome::Wins)];
        let (amount, unit_cost) = (bar.amount.text(), bar.unit_cost.text());
        let drawn = match bar.outcome {
            OptionOutcome::Wins | OptionOutcome::Stands => drawn(bar.length, self.bar),
            OptionOutcome::Out(why) => why.chars().take(self.bar).collect(),
        };
        let fill = |text: &str, width: usize| " ".repeat(width.saturating_sub(text.width()));
        let figures = format!(
            "  {}{amount}  {drawn}{}  {}{unit_cost}",
            fill(&amount, self.amount),
            fill(&drawn, self.bar),
            fill(&unit_cost, self.unit_cost)
        );
        let lines = if name.width() > self.name {
            vec![format!(" {mark}{name}"), format!("   {}{figures}", " ".repeat(self.name))]
        } else {
            vec![format!(" {mark}{name}{}{figures}", fill(&name, self.name))]
        };
        let painted = |line: String| match bar.outcome {
            OptionOutcome::Wins => canvas.colour.paint(line.trim_end(), Meaning::Winner),
            OptionOutcome::Stands | OptionOutcome::Out(_) => line,
        };
        lines.into_iter().map(painted).collect()
    }
}

/// A bar of at most `cells` cells, to the eighth of a cell.
fn drawn(length: Decimal, cells: usize) -> String {
    let eighths = (length * Decimal::from(8 * cells)).round().to_usize().unwrap_or(0).min(8 * cells);
    let part = (eighths % 8).checked_sub(1).and_then(|at| EIGHTHS.get(at));
    "█".repeat(eighths / 8).chars().chain(part.copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_share() {
        assert_eq!(drawn(Decimal::ONE, 4), "████");
        assert_eq!(drawn(Decimal::new(5, 1), 4), "██");
        // 0.53125 · 4 cells = 2 cells and an eighth
        assert_eq!(drawn(Decimal::new(53125, 5), 4), "██▏");
        assert_eq!(drawn(Decimal::ZERO, 4), "");
    }
}
