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
    /// Grouping of costs: `owner` or `tag:NAME`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    by: &'a Grouping,
    /// Monthly cost of the winning options by currency; amounts of different currencies are never added.
    currencies: Vec<CurrencyTotal>,
    /// Scenarios with a result, in file order.
    scenarios: Vec<WrittenMember<'a>>,
    /// Review dates of scenarios and workloads, next one first.
    reviews: Vec<&'a ReviewDay>,
    /// Inputs that change each verdict, nearest first.
    turns: Vec<ScenarioFlip<'a>>,
    /// Scenarios without a result.
    unanswered: Vec<WrittenUnanswered<'a>>,
}

/// A scenario.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenMember<'a> {
    /// Settings and file of the scenario.
    scenario: &'a Header,
    /// Winning option; null if no option can be chosen.
    winner: Option<WrittenWinner<'a>>,
}

/// Winning option and its monthly cost.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenWinner<'a> {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    name: &'a str,
    /// Label given by the author; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    /// Kind: owned, rented or hybrid.
    kind: OptionKind,
    /// Whether the verdict is too close to call.
    close: bool,
    /// Cash over the horizon.
    total: Amount,
    /// Present value.
    present_value: Amount,
    /// Cash divided by the months of the horizon; this is what totals add up.
    per_month: Amount,
    /// Monthly cost by owner or tag.
    groups: &'a [MemberGroup],
}

/// An input that changes the verdict of a scenario.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ScenarioFlip<'a> {
    /// File of the scenario.
    scenario: &'a str,
    /// Distance as a share of the current value; null if that is 0.
    distance_share: Option<Ratio>,
    /// The switching value.
    flip: &'a Flip,
}

/// A scenario without a result.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct WrittenUnanswered<'a> {
    /// File.
    file: &'a str,
    /// Errors.
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
            turns: nearest.map(|(member, flip)| ScenarioFlip::of(member, flip)).collect(),
            unanswered: unanswered.iter().map(WrittenUnanswered::of).collect(),
        }
    }
}

impl<'a> WrittenMember<'a> {
    fn of(member: &'a Member) -> WrittenMember<'a> {
        let winner = |winner: &'a MemberWinner| WrittenWinner {
            name: winner.option.as_str(),
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

impl<'a> ScenarioFlip<'a> {
    fn of(member: &'a Member, flip: &'a Flip) -> ScenarioFlip<'a> {
        ScenarioFlip { scenario: &member.header.file, distance_share: flip.distance_share().map(Ratio::from), flip }
    }
}

impl<'a> WrittenUnanswered<'a> {
    /// Serialized form of a scenario without a result.
    pub(in crate::report) fn of(unanswered: &'a UnansweredFile) -> WrittenUnanswered<'a> {
        WrittenUnanswered { file: &unanswered.file, errors: &unanswered.errors }
    }
}
