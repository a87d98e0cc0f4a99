//! A portfolio as JSON, `rackrent.portfolio/1`.

use super::{PortfolioReport, UnansweredFile};
use crate::amount::{Amount, Ratio};
use crate::analysis::flip::Flip;
use crate::analysis::groups::Grouping;
use crate::analysis::portfolio::{CurrencyTotal, Member, MemberGroup, MemberWinner, ReviewDay};
use crate::analysis::statement::Header;
use crate::model::OptionKind;
use crate::report::Errors;
use crate::report::json::{self, Contract};
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(report: &PortfolioReport, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::Portfolio, &WrittenPortfolio::from(report), out)
}

/// Several scenarios together.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct WrittenPortfolio<'a> {
    /// By what costs are told apart: `owner`, or `tag:NAME`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    by: &'a Grouping,
    /// What the winning options cost a month, for each currency: amounts in two of them are never added.
    currencies: Vec<CurrencyTotal>,
    /// Every scenario that has an answer, in the order of the files.
    scenarios: Vec<WrittenMember<'a>>,
    /// The days until which scenarios and workloads should be looked at again, the next one first.
    reviews: Vec<&'a ReviewDay>,
    /// What would turn each verdict, the nearest first.
    turns: Vec<Turn<'a>>,
    /// The scenarios that have no answer.
    unanswered: Vec<WrittenUnanswered<'a>>,
}

/// One scenario.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenMember<'a> {
    /// What was asked, and of which file.
    scenario: &'a Header,
    /// The option that wins; none where none may be chosen.
    winner: Option<WrittenWinner<'a>>,
}

/// The option that wins, and what it costs a month.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenWinner<'a> {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    name: &'a str,
    /// What its author calls it; absent where that is not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    /// Owned, rented or both.
    kind: OptionKind,
    /// Whether the verdict is too close to call.
    close: bool,
    /// Cash over the horizon.
    total: Amount,
    /// Its present value.
    present_value: Amount,
    /// The cash over the months of the horizon: what is added.
    per_month: Amount,
    /// The same by owner or tag.
    groups: &'a [MemberGroup],
}

/// What would turn the verdict of a scenario.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Turn<'a> {
    /// Its file.
    scenario: &'a str,
    /// How far away it is, as a share of today's value; none where that is 0.
    distance_share: Option<Ratio>,
    /// What it is.
    flip: &'a Flip,
}

/// A scenario that has no answer.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenUnanswered<'a> {
    /// Its file.
    file: &'a str,
    /// Why.
    #[serde(flatten)]
    errors: &'a Errors,
}

impl<'a> From<&'a PortfolioReport> for WrittenPortfolio<'a> {
    fn from(report: &'a PortfolioReport) -> WrittenPortfolio<'a> {
        let PortfolioReport { portfolio, unanswered } = report;
        let nearest = portfolio.nearest().into_iter();
        WrittenPortfolio {
            by: &portfolio.by,
            currencies: portfolio.currencies(),
            scenarios: portfolio.members.iter().map(WrittenMember::of).collect(),
            reviews: portfolio.reviews(),
            turns: nearest.map(|(member, flip)| Turn::of(member, flip)).collect(),
            unanswered: unanswered.iter().map(WrittenUnanswered::of).collect(),
        }
    }
}

impl<'a> WrittenMember<'a> {
    fn of(member: &'a Member) -> WrittenMember<'a> {
        let winner = |winner: &'a MemberWinner| WrittenWinner {
            name: &winner.option,
            label: winner.label.as_deref(),
            kind: winner.kind,
            close: winner.close,
            total: winner.total,
            present_value: winner.present_value,
            per_month: winner.per_month,
            groups: &winner.groups,
        };
        WrittenMember { scenario: &member.header, winner: member.winner.as_ref().map(winner) }
    }
}

impl<'a> Turn<'a> {
    fn of(member: &'a Member, flip: &'a Flip) -> Turn<'a> {
        Turn { scenario: &member.header.file, distance_share: flip.distance_share().map(Ratio::from), flip }
    }
}

impl<'a> WrittenUnanswered<'a> {
    fn of(unanswered: &'a UnansweredFile) -> WrittenUnanswered<'a> {
        WrittenUnanswered { file: &unanswered.file, errors: &unanswered.errors }
    }
}
