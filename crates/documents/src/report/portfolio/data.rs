//! Data rows of a portfolio: one row per owner or tag of each scenario.

use crate::amount::Ratio;
use crate::analysis::flip::Flip;
use crate::analysis::portfolio::{Member, MemberWinner, Portfolio};
use crate::report::page::{Cell, Data};
use crate::scenario::cases::STATED;

/// Columns: scenario, then the group of the row and its part of the winning option, then facts of the scenario.
const COLUMNS: [&str; 18] = [
    "file",
    "scenario",
    "case",
    "date",
    "currency",
    "horizon_months",
    "by",
    "group",
    "option",
    "kind",
    "close",
    "per_month",
    "review_by",
    "turns_path",
    "turns_today",
    "turns_at",
    "turns_share",
    "option_label",
];

/// A row per group of each winning option; the rows of a currency add up to its total. A scenario without an eligible
/// option has one row without an option.
pub(super) fn data(portfolio: &Portfolio) -> Data {
    let rows = |member: &Member| match &member.winner {
        Some(winner) => of_winner(portfolio, member, winner),
        None => vec![row(portfolio, member, None)],
    };
    Data::new(COLUMNS, portfolio.members.iter().flat_map(rows))
}

fn of_winner(portfolio: &Portfolio, member: &Member, winner: &MemberWinner) -> Vec<Vec<Cell>> {
    (0..winner.groups.len()).map(|at| row(portfolio, member, Some((winner, at)))).collect()
}

fn row(portfolio: &Portfolio, member: &Member, part: Option<(&MemberWinner, usize)>) -> Vec<Cell> {
    let header = &member.header;
    let (winner, group) = part.map(|(winner, at)| (winner, &winner.groups[at])).unzip();
    let nearest = member.nearest.as_ref();
    let number = |of: fn(&Flip) -> Option<Ratio>| Cell::ratio(nearest.and_then(of));
    let close = |winner: &MemberWinner| if winner.close { "yes" } else { "no" };
    vec![
        (&header.file).into(),
        (&header.name).into(),
        header.case.as_deref().unwrap_or(STATED).into(),
        header.date.as_deref().into(),
        (&header.currency).into(),
        Cell::exact(header.horizon_months),
        portfolio.by.to_string().into(),
        group.and_then(|group| group.group.as_deref()).into(),
        winner.map(|winner| &winner.option).into(),
        winner.map(|winner| winner.kind.name()).into(),
        winner.map(close).into(),
        Cell::amount(group.map(|group| group.per_month), header.minor_digits),
        member.reviews.first().map(|review| &review.day).into(),
        nearest.map(|flip| &flip.number.path).into(),
        number(|flip| Some(flip.number.today.into())),
        number(|flip| Some(flip.at.into())),
        number(|flip| flip.distance_share().map(Ratio::from)),
        winner.and_then(|winner| winner.label.as_deref()).into(),
    ]
}
