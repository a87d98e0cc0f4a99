//! Several scenarios together: what the options that win cost a month, by those whose work it is, in each currency; when each is
//! looked at again, and what would turn the verdict of each.

mod member;
mod together;

pub use together::{CurrencyTotal, GroupTotal, MonthlyCost};

use super::flip::Flip;
use super::groups::{Grouping, UnknownTag, known_tag};
use super::header::Header;
use crate::amount::Amount;
use crate::model::OptionKind;
use serde::Serialize;
use std::collections::BTreeSet;

/// Several scenarios together.
#[derive(Debug)]
pub struct Portfolio {
    /// By what costs are told apart.
    pub by: Grouping,
    /// The scenarios that have an answer, in their order.
    pub members: Vec<Member>,
}

/// One scenario of a portfolio.
#[derive(Debug)]
pub struct Member {
    /// What was asked, and of which file.
    pub header: Header,
    /// How many options it compares.
    pub options: usize,
    /// The option that wins; none where none may be chosen.
    pub winner: Option<MemberWinner>,
    /// The days until which it should be looked at again, the first before the others.
    pub reviews: Vec<ReviewDay>,
    /// The price, or the discount rate, that is nearest to reversing the verdict; none where half as much or half as much again
    /// of none does.
    pub nearest: Option<Flip>,
    /// The names of its tags, and of those of its workloads.
    tags: BTreeSet<String>,
}

/// The option that wins in a scenario, and what it costs a month.
#[derive(Debug)]
pub struct MemberWinner {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub option: String,
    /// What its author calls it.
    pub label: Option<String>,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Whether the verdict is too close to call.
    pub close: bool,
    /// Cash over the horizon.
    pub total: Amount,
    /// Its present value.
    pub present_value: Amount,
    /// The cash over the months of the horizon.
    pub per_month: Amount,
    /// Its parts, which add up to it.
    pub groups: Vec<MemberGroup>,
}

/// What the work of one owner, or with one tag, costs a month.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MemberGroup {
    /// The owner, or the value of the tag; none where neither the work nor the scenario says it.
    pub group: Option<String>,
    /// Cash over the horizon, divided by its months.
    pub per_month: Amount,
}

/// A day until which a scenario, or a workload of it, should be looked at again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewDay {
    /// The day.
    pub day: String,
    /// The file of the scenario.
    pub file: String,
    /// The workload that it is about; none of the whole scenario.
    pub workload: Option<String>,
    /// Who answers for it.
    pub owner: Option<String>,
}

impl Portfolio {
    /// Scenarios together.
    ///
    /// # Errors
    /// If nothing in any of them bears the tag by which they are told apart.
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

    /// What would turn each verdict, the nearest first.
    #[must_use]
    pub fn nearest(&self) -> Vec<(&Member, &Flip)> {
        let mut all: Vec<(&Member, &Flip)> =
            self.members.iter().filter_map(|member| Some((member, member.nearest.as_ref()?))).collect();
        all.sort_by_key(|(_, flip)| flip.order());
        all
    }
}
