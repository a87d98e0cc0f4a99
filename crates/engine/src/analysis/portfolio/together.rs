//! What scenarios come to together: a sum for each currency, because amounts in two of them are never added.

use super::{Member, MemberWinner, Portfolio};
use crate::amount::{Amount, Ratio};
use crate::model::OptionKind;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What the scenarios in one currency come to.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CurrencyTotal {
    /// ISO 4217 code.
    pub currency: String,
    /// Digits of the currency's minor unit.
    #[serde(skip)]
    pub minor_digits: u32,
    /// How many scenarios are added: those in which an option wins.
    pub scenarios: usize,
    /// What the winning options cost a month.
    pub per_month: MonthlyCost,
    /// The same by owner or tag, the dearest first; what nobody is named for comes last.
    pub groups: Vec<GroupTotal>,
}

/// What one owner, or one tag, comes to in one currency.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupTotal {
    /// The owner, or the value of the tag; none where neither the work nor the scenario says it.
    pub group: Option<String>,
    /// The files of the scenarios that it has a part of.
    pub scenarios: Vec<String>,
    /// What its parts of the winning options cost a month.
    pub per_month: MonthlyCost,
    /// As a share of all in the currency; none where that is nothing.
    pub share: Option<Ratio>,
}

/// Cash a month of winning options: what each costs over its horizon, divided by its months.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonthlyCost {
    /// Of all of them.
    pub all: Amount,
    /// Of those that are owned.
    pub own: Amount,
    /// Of those that are rented.
    pub rent: Amount,
    /// Of those that are both.
    pub hybrid: Amount,
}

impl MonthlyCost {
    /// Nothing, in a currency with so many digits.
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
    /// What the scenarios come to, a currency each, in the order of their codes.
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

/// What winners in one currency come to; none where there are none.
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
