//! Reasons: the best month against an alternative, line by line.

use super::result::{Against, LineDifference, Never, OrderMonth, Reason};
use crate::amount::Amount;
use crate::variation::PrintedLine;
use rust_decimal::Decimal;

/// The best month against month 0 (or the next month, if month 0 is the best), and against never ordering.
pub(super) fn of_best(
    best: Option<usize>,
    months: &[OrderMonth],
    never: Option<&Never>,
    minor_digits: u32,
) -> Vec<Reason> {
    let Some(at) = best else { return Vec::new() };
    let lines = &months[at].lines;
    let other = months.get(usize::from(at == 0)).filter(|month| month.present_value.is_some());
    let order = other.map(|other| (Against::Order { month: other.month }, &other.lines));
    let rented = never.map(|never| (Against::Never { option: never.option.clone() }, &never.lines));
    let reason = |(against, others): (Against, &Vec<PrintedLine>)| {
        let lines = differences(lines, others, minor_digits);
        let difference = Amount::sum(lines.iter().map(|line| line.difference), minor_digits);
        Reason { against, difference, lines }
    };
    [order, rented].into_iter().flatten().map(reason).collect()
}

/// Lines whose present values differ; a line that one side lacks costs nothing there.
fn differences(best: &[PrintedLine], other: &[PrintedLine], minor_digits: u32) -> Vec<LineDifference> {
    let mut keys: Vec<&PrintedLine> = Vec::new();
    for line in best.iter().chain(other) {
        if !keys.iter().any(|known| is_same(known, line)) {
            keys.push(line);
        }
    }
    let of = |lines: &[PrintedLine], key: &PrintedLine| {
        Amount::sum(lines.iter().filter(|line| is_same(line, key)).map(|line| line.present_value), minor_digits)
    };
    let difference = |key: &PrintedLine| {
        let (best, other) = (of(best, key), of(other, key));
        LineDifference {
            group: key.group,
            name: key.name.clone(),
            is_already_owned: key.is_already_owned,
            best,
            other,
            difference: best - other,
        }
    };
    keys.into_iter().map(difference).filter(|line| *line.difference != Decimal::ZERO).collect()
}

fn is_same(one: &PrintedLine, other: &PrintedLine) -> bool {
    one.group == other.group && one.name == other.name
}
