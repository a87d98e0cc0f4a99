//! Decision of a scenario at some values: the outcome of each option, and the winner.

use super::reason::{CannotWin, Impossible};
use crate::amount::{Amount, Ratio};
use crate::model::{OptionId, OptionKind};
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};

/// Outcomes of all options, and the winner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Options of the base case, in the order of the file: owned options, rented options, hybrids.
    pub options: Vec<OptionOutcome>,
    /// Index of the winner: the eligible and comparable option with the lowest printed present value; ties go to the
    /// earlier.
    pub winner: Option<usize>,
}

/// Outcome of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionOutcome {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub name: OptionId,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Its cost, or the reason why it is not possible.
    #[serde(flatten, serialize_with = "cost")]
    #[cfg_attr(feature = "schema", schemars(with = "OptionOutcomeJson<'static>"))]
    pub cost: Result<OptionCost, Impossible>,
}

/// Cost of an option; amounts are sums of printed lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionCost {
    /// Cash over the horizon.
    pub total: Amount,
    /// Present value of its cash.
    pub present_value: Amount,
    /// Unrounded present value.
    pub unrounded: Decimal,
    /// Levelized cost per useful accelerator-hour; none without useful hours.
    pub per_useful_hour: Option<Ratio>,
    /// Reasons why it cannot win; it can if there are none.
    pub cannot_win_because: Vec<CannotWin>,
}

/// Whether an option is possible, the reason and its code if not, and its cost.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OptionOutcomeJson<'a> {
    /// Whether it is possible at these values.
    possible: bool,
    /// Reason why not, as a sentence; null if possible.
    impossible_because: Option<&'a Impossible>,
    /// Code of the error of a scenario with these values; null if possible.
    code: Option<&'static str>,
    #[serde(flatten)]
    amounts: OptionCostJson<'a>,
}

/// Cost of an option that may not be possible.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OptionCostJson<'a> {
    /// Reasons why it cannot win, one sentence each; empty if it can, or if it is not possible.
    cannot_win_because: &'a [CannotWin],
    /// Cash over the horizon; null if not possible.
    total: Option<Amount>,
    /// Present value of its cash; null if not possible.
    present_value: Option<Amount>,
    /// Levelized cost per useful accelerator-hour, in the currency; null without useful hours, or if not possible.
    per_useful_hour: Option<Ratio>,
}

impl OptionCostJson<'_> {
    fn of(cost: Option<&OptionCost>) -> OptionCostJson<'_> {
        OptionCostJson {
            cannot_win_because: cost.map(|cost| cost.cannot_win_because.as_slice()).unwrap_or_default(),
            total: cost.map(|cost| cost.total),
            present_value: cost.map(|cost| cost.present_value),
            per_useful_hour: cost.and_then(|cost| cost.per_useful_hour),
        }
    }
}

fn cost<S: Serializer>(cost: &Result<OptionCost, Impossible>, serializer: S) -> Result<S::Ok, S::Error> {
    let (cost, why) = (cost.as_ref().ok(), cost.as_ref().err());
    let code = why.map(|why| why.code().text());
    let amounts = OptionCostJson::of(cost);
    OptionOutcomeJson { possible: cost.is_some(), impossible_because: why, code, amounts }.serialize(serializer)
}

/// Outcome of an option in a scenario that has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Position<'a> {
    /// Whether it is possible.
    possible: bool,
    /// Reason why not, as a sentence; null if possible.
    impossible_because: Option<&'a Impossible>,
    #[serde(flatten)]
    amounts: OptionCostJson<'a>,
}

#[allow(clippy::ref_option, reason = "serde hands fields over by reference")]
pub(crate) fn position<S: Serializer>(
    option_outcome: &Option<OptionOutcome>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let position = option_outcome.as_ref().map(|OptionOutcome { cost, .. }| Position {
        possible: cost.is_ok(),
        impossible_because: cost.as_ref().err(),
        amounts: OptionCostJson::of(cost.as_ref().ok()),
    });
    position.serialize(serializer)
}

/// The best owned option or hybrid, and the best rented one: of those that can win, the one with the lowest printed
/// present value; ties go to the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestOfEach {
    /// Index of the owned option.
    pub own: usize,
    /// Index of the rented option.
    pub rent: usize,
}

impl OptionOutcome {
    /// Its printed present value, if possible.
    #[must_use]
    pub fn present_value(&self) -> Option<Amount> {
        self.cost.as_ref().ok().map(|cost| cost.present_value)
    }

    /// Whether it is possible, eligible and comparable.
    #[must_use]
    pub fn can_win(&self) -> bool {
        self.cost.as_ref().is_ok_and(|cost| cost.cannot_win_because.is_empty())
    }
}

impl Decision {
    /// Decision between options in the order of the file.
    pub(super) fn of(options: Vec<OptionOutcome>) -> Decision {
        let ranked = options.iter().enumerate().filter(|(_, option)| option.can_win());
        let winner = ranked.min_by_key(|(_, option)| option.present_value()).map(|(at, _)| at);
        Decision { options, winner }
    }

    /// The option that wins.
    #[must_use]
    pub fn winning(&self) -> Option<&OptionOutcome> {
        self.winner.map(|at| &self.options[at])
    }

    /// Option with this ID.
    #[must_use]
    pub fn option(&self, id: &OptionId) -> Option<&OptionOutcome> {
        self.options.iter().find(|option| option.name == *id)
    }

    /// Best option of each side; none if a side has no option that can win.
    #[must_use]
    pub fn best_of_each(&self) -> Option<BestOfEach> {
        let options = self.options.iter().enumerate();
        let best = |of_side: fn(OptionKind) -> bool| {
            let able = options.clone().filter(|(_, option)| option.can_win() && of_side(option.kind));
            able.min_by_key(|(_, option)| option.present_value()).map(|(at, _)| at)
        };
        let own = best(|kind| kind != OptionKind::Rent)?;
        let rent = best(|kind| kind == OptionKind::Rent)?;
        Some(BestOfEach { own, rent })
    }
}
