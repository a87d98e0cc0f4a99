//! Reasons: the best month against an alternative, line by line.

use super::result::{Alternative, LineDifference, Never, OrderMonth, Reason};
use crate::amount::Amount;
use crate::variation::PrintedLine;
use rust_decimal::Decimal;

/// The best month against month 0 (or a later month, if month 0 is the best), and against never ordering.
pub(super) fn of_best(
    best: Option<usize>,
    later: Option<usize>,
    months: &[OrderMonth],
    never: Option<&Never>,
    minor_digits: u32,
) -> Vec<Reason> {
    let Some(at) = best else { return Vec::new() };
    let lines = &months[at].lines;
    let next = || months.iter().skip(1).find(|month| month.can_win());
    let other = match at {
        0 => later.map(|at| &months[at]).or_else(next),
        _ => months.first().filter(|now| now.can_win()),
    };
    let order = other.map(|other| (Alternative::Order { month: other.month }, &other.lines));
    let rented = never.map(|never| (Alternative::Never { option: never.option.clone() }, &never.lines));
    let reason = |(against, others): (Alternative, &Vec<PrintedLine>)| {
        let lines = differences(lines, others, minor_digits);
        let difference = Amount::sum(lines.iter().map(|line| line.difference), minor_digits);
        Reason { against, difference, lines }
    };
    [order, rented].into_iter().flatten().map(reason).collect()
}

/// Lines whose present values differ; a line that one side lacks counts as 0.
fn differences(best: &[PrintedLine], other: &[PrintedLine], minor_digits: u32) -> Vec<LineDifference> {
    let mut keys: Vec<&PrintedLine> = Vec::new();
    for line in best.iter().chain(other) {
        if !keys.iter().any(|known| is_same(known, line)) {
            keys.push(line);
        }
    }
    let of = |lines: &[PrintedLine], key: &PrintedLine| {
        lines.iter().filter(|line| is_same(line, key)).map(|line| line.present_value).reduce(|sum, next| sum + next)
    };
    let zero = Amount::new(Decimal::ZERO, minor_digits);
    let difference = |key: &PrintedLine| {
        let (best, other) = (of(best, key), of(other, key));
        LineDifference {
            group: key.group,
            name: key.name.clone(),
            is_already_owned: key.is_already_owned,
            best,
            other,
            difference: best.unwrap_or(zero) - other.unwrap_or(zero),
        }
    };
    keys.into_iter().map(difference).filter(|line| *line.difference != Decimal::ZERO).collect()
}

fn is_same(one: &PrintedLine, other: &PrintedLine) -> bool {
    one.group == other.group && one.name == other.name
}
