//! Totals of a portfolio per currency; amounts in different currencies are never added.

use super::{Member, MemberWinner, Portfolio};
use crate::amount::{Amount, Ratio};
use crate::model::OptionKind;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Totals of the scenarios in one currency.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurrencyTotal {
    /// ISO 4217 code.
    pub currency: String,
    /// Digits of the currency's minor unit.
    #[serde(skip)]
    pub minor_digits: u32,
    /// Number of scenarios in the total: those with a winner.
    pub scenarios: usize,
    /// Monthly cost of the winning options.
    pub per_month: MonthlyCost,
    /// Monthly cost by owner or tag, most expensive first; work without a group comes last.
    pub groups: Vec<GroupTotal>,
}

/// Total of one owner or tag in one currency.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupTotal {
    /// Owner, or value of the tag; null if neither the work nor the scenario has one.
    pub group: Option<String>,
    /// Files of the scenarios with work of this group.
    pub scenarios: Vec<String>,
    /// Monthly cost of its parts of the winning options.
    pub per_month: MonthlyCost,
    /// Share in the total of the currency; null if that is zero.
    pub share: Option<Ratio>,
}

/// Monthly cash cost of winning options: each over its horizon, divided by its months.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonthlyCost {
    /// All winning options.
    pub all: Amount,
    /// Owned options.
    pub own: Amount,
    /// Rented options.
    pub rent: Amount,
    /// Hybrids.
    pub hybrid: Amount,
}

impl MonthlyCost {
    /// Zero, in a currency with these minor digits.
    fn nothing(minor_digits: u32) -> MonthlyCost {
        let nothing = Amount::sum(std::iter::empty(), minor_digits);
        MonthlyCost { all: nothing, own: nothing, rent: nothing, hybrid: nothing }
    }

    fn add(&mut self, amount: Amount, kind: OptionKind) {
        let of_kind = match kind {
            OptionKind::Own => &mut self.own,
            OptionKind::Rent => &mut self.rent,
            OptionKind::Hybrid => &mut self.hybrid,
        };
        *of_kind = *of_kind + amount;
        self.all = self.all + amount;
    }
}

impl Portfolio {
    /// Totals of the scenarios per currency, in the order of currency codes.
    #[must_use]
    pub fn currencies(&self) -> Vec<CurrencyTotal> {
        let mut all: BTreeMap<&str, Vec<(&Member, &MemberWinner)>> = BTreeMap::new();
        for member in &self.members {
            if let Some(winner) = &member.winner {
                all.entry(&member.header.currency).or_default().push((member, winner));
            }
        }
        all.into_values().filter_map(|winners| total(&winners)).collect()
    }
}

/// Total of the winners in one currency; none if there are none.
fn total(winners: &[(&Member, &MemberWinner)]) -> Option<CurrencyTotal> {
    let header = &winners.first()?.0.header;
    let mut per_month = MonthlyCost::nothing(header.minor_digits);
    for (_, winner) in winners {
        per_month.add(winner.per_month, winner.kind);
    }
    Some(CurrencyTotal {
        currency: header.currency.clone(),
        minor_digits: header.minor_digits,
        scenarios: winners.len(),
        groups: groups(winners, &per_month),
        per_month,
    })
}

fn groups(winners: &[(&Member, &MemberWinner)], all: &MonthlyCost) -> Vec<GroupTotal> {
    let mut groups: BTreeMap<Option<&str>, GroupTotal> = BTreeMap::new();
    for (member, winner) in winners {
        for part in &winner.groups {
            let group = groups.entry(part.group.as_deref()).or_insert_with(|| GroupTotal {
                group: part.group.clone(),
                scenarios: Vec::new(),
                per_month: MonthlyCost::nothing(member.header.minor_digits),
                share: None,
            });
            group.per_month.add(part.per_month, winner.kind);
            group.scenarios.push(member.header.file.clone());
        }
    }
    let share = |group: GroupTotal| GroupTotal {
        share: (*group.per_month.all).checked_div(*all.all).map(Ratio::rounded),
        ..group
    };
    let mut groups: Vec<GroupTotal> = groups.into_values().map(share).collect();
    groups.sort_by_key(|group| (group.group.is_none(), Reverse(group.per_month.all)));
    groups
}
