//! Terminal drawing of the load over the hours of a month, highest first, filled by supply.

use super::super::LoadChart;
use crate::number;
use rust_decimal::Decimal;

/// Height in lines.
const HEIGHT: usize = 10;
/// Maximum width in columns.
const WIDTH: usize = 64;

/// The drawing in at most `width` columns.
pub(super) fn lines(load: &LoadChart, width: usize) -> Vec<String> {
    let peak = load.levels.first().map_or(Decimal::ONE, |(level, _)| *level);
    let whole = |level: Decimal| number::grouped(level.min(peak), 0);
    let labels: Vec<Option<String>> = (0..HEIGHT).map(|line| label(load, peak, line).map(whole)).collect();
    let margin = labels.iter().flatten().map(|label| label.chars().count()).max().unwrap_or(1);
    let columns = width.saturating_sub(margin + 3).clamp(10, WIDTH);
    let levels = sampled(load, columns);
    let mut lines: Vec<String> = Vec::new();
    for (line, label) in labels.iter().enumerate() {
        let middle = height(peak, line, 1);
        let stroke = |level: &Decimal| if *level < middle { ' ' } else { fill(load, middle) };
        let drawn: String = levels.iter().map(stroke).collect();
        lines.push(format!(" {:>margin$} │{}", label.as_deref().unwrap_or_default(), drawn));
    }
    lines.push(format!(" {:>margin$} └{}", "0", "─".repeat(columns)));
    let end = format!("{:>1$}", "100 % of the hours", columns - 3);
    lines.push(format!(" {:>margin$}  0 %{end}", ""));
    lines.push(format!(" {:>margin$}  {}", "", legend(load)));
    lines
}

/// Level at the lower edge of a line, plus a number of half lines.
fn height(peak: Decimal, line: usize, halves: usize) -> Decimal {
    peak * Decimal::from(2 * (HEIGHT - 1 - line) + halves) / Decimal::from(2 * HEIGHT)
}

fn fill(load: &LoadChart, level: Decimal) -> char {
    if level < load.owned {
        '█'
    } else if load.committed.is_some_and(|committed| level < committed) {
        '▓'
    } else {
        '░'
    }
}

/// Levels with a label: the peak, and the ends of fleet and commitments.
fn label(load: &LoadChart, peak: Decimal, line: usize) -> Option<Decimal> {
    let (lower, upper) = (height(peak, line, 0), height(peak, line, 2));
    let ends = [Some(peak), load.committed, Some(load.owned)];
    let within = |level: &Decimal| *level > lower && *level <= upper;
    ends.into_iter().flatten().find(within)
}

/// Level at the middle of each column.
fn sampled(load: &LoadChart, columns: usize) -> Vec<Decimal> {
    let (mut passed, mut at) = (Decimal::ZERO, 0);
    let middles = (0..columns).map(|column| Decimal::from(2 * column + 1) / Decimal::from(2 * columns));
    let level = |middle: Decimal| {
        while at + 1 < load.levels.len() && passed + load.levels[at].1 < middle {
            passed += load.levels[at].1;
            at += 1;
        }
        load.levels.get(at).map_or(Decimal::ZERO, |(level, _)| *level)
    };
    middles.map(level).collect()
}

fn legend(load: &LoadChart) -> String {
    let owned = (!load.owned.is_zero()).then_some("█ owned");
    let committed = load.committed.filter(|committed| *committed > load.owned).map(|_| "▓ committed");
    let rest = if load.committed.is_some() { "░ on demand" } else { "░ committed and on demand" };
    let parts: Vec<&str> = [owned, committed, Some(rest)].into_iter().flatten().collect();
    format!("{} · accelerators for firm work, hours sorted from highest", parts.join("  "))
}
