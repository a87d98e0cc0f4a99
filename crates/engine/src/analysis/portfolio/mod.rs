//! Portfolio of several scenarios: monthly cost of the winning options by owner or tag in each currency, review dates,
//! and the input closest to flipping each verdict.

mod member;
mod together;

pub use together::{CurrencyTotal, GroupTotal, MonthlyCost};

use super::flip::Flip;
use super::groups::{Grouping, UnknownTag, known_tag};
use super::header::Header;
use crate::amount::Amount;
use crate::model::{OptionId, OptionKind};
use serde::Serialize;
use std::collections::BTreeSet;

/// A portfolio of scenarios.
#[derive(Debug)]
pub struct Portfolio {
    /// Criterion to group costs by.
    pub by: Grouping,
    /// The scenarios that have an answer, in their order.
    pub members: Vec<Member>,
}

/// One scenario of a portfolio.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Member {
    /// Settings and file of the scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// Number of options compared.
    #[serde(skip)]
    pub options: usize,
    /// Winning option; null if no option can be chosen.
    pub winner: Option<MemberWinner>,
    /// Review dates, earliest first.
    #[serde(skip)]
    pub reviews: Vec<ReviewDay>,
    /// The price, or the discount rate, closest to flipping the verdict; none if a change of half its value flips it for
    /// no input.
    #[serde(skip)]
    pub nearest: Option<Flip>,
    /// Names of its tags and those of its workloads.
    #[serde(skip)]
    tags: BTreeSet<String>,
}

/// Winning option of a scenario, with its monthly cost.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemberWinner {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    #[serde(rename = "name")]
    pub option: OptionId,
    /// Label given by the author; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Whether the verdict is too close to call.
    pub close: bool,
    /// Cash over the horizon.
    pub total: Amount,
    /// Its present value.
    pub present_value: Amount,
    /// Cash divided by the months of the horizon, as in the totals of the portfolio.
    pub per_month: Amount,
    /// Monthly cost by owner or tag; the groups add up to it.
    pub groups: Vec<MemberGroup>,
}

/// Monthly cost of the work of one group.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemberGroup {
    /// Owner, or value of the tag; null if neither the work nor the scenario has one.
    pub group: Option<String>,
    /// Cash over the horizon divided by its months.
    pub per_month: Amount,
}

/// Review date of a scenario or a workload.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewDay {
    /// The date.
    pub day: String,
    /// File of the scenario.
    pub file: String,
    /// Workload under review; null for the whole scenario.
    pub workload: Option<String>,
    /// Owner; null if none is given.
    pub owner: Option<String>,
}

impl Portfolio {
    /// Portfolio of scenarios.
    ///
    /// # Errors
    /// If it is grouped by a tag that no scenario has.
    pub fn of(by: Grouping, members: Vec<Member>) -> Result<Portfolio, UnknownTag> {
        let known = members.iter().flat_map(|member| &member.tags).cloned().collect();
        if !members.is_empty() {
            known_tag(&by, &known)?;
        }
        Ok(Portfolio { by, members })
    }

    /// All reviews, the next one first.
    #[must_use]
    pub fn reviews(&self) -> Vec<&ReviewDay> {
        let mut all: Vec<&ReviewDay> = self.members.iter().flat_map(|member| &member.reviews).collect();
        all.sort();
        all
    }

    /// Nearest flip of each verdict, nearest first.
    #[must_use]
    pub fn nearest(&self) -> Vec<(&Member, &Flip)> {
        let mut all: Vec<(&Member, &Flip)> =
            self.members.iter().filter_map(|member| Some((member, member.nearest.as_ref()?))).collect();
        all.sort_by_key(|(_, flip)| flip.order());
        all
    }
}
