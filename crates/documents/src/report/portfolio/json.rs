//! A portfolio as JSON, `rackrent.portfolio/1`.

use super::{PortfolioReport, UnansweredFile};
use crate::amount::Ratio;
use crate::analysis::flip::Flip;
use crate::analysis::groups::Grouping;
use crate::analysis::portfolio::{CurrencyTotal, Member, ReviewDay};
use crate::report::json::{self, Contract};
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(report: &PortfolioReport, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::Portfolio, &PortfolioJson::from(report), out)
}

/// Several scenarios together.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct PortfolioJson<'a> {
    /// Grouping of costs: `owner` or `tag:NAME`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    by: &'a Grouping,
    /// Monthly cost of the winning options by currency; amounts of different currencies are never added.
    currencies: Vec<CurrencyTotal>,
    /// Scenarios with a result, in file order.
    scenarios: &'a [Member],
    /// Review dates of scenarios and workloads, next one first.
    reviews: Vec<&'a ReviewDay>,
    /// Inputs that change each verdict, nearest first.
    turns: Vec<ScenarioFlip<'a>>,
    /// Scenarios without a result.
    unanswered: &'a [UnansweredFile],
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

impl<'a> From<&'a PortfolioReport> for PortfolioJson<'a> {
    fn from(report: &'a PortfolioReport) -> PortfolioJson<'a> {
        let PortfolioReport { portfolio, unanswered } = report;
        let nearest = portfolio.nearest().into_iter();
        PortfolioJson {
            by: &portfolio.by,
            currencies: portfolio.currencies(),
            scenarios: &portfolio.members,
            reviews: portfolio.reviews(),
            turns: nearest.map(|(member, flip)| ScenarioFlip::of(member, flip)).collect(),
            unanswered,
        }
    }
}

impl<'a> ScenarioFlip<'a> {
    fn of(member: &'a Member, flip: &'a Flip) -> ScenarioFlip<'a> {
        ScenarioFlip { scenario: &member.header.file, distance_share: flip.distance_share().map(Ratio::from), flip }
    }
}
