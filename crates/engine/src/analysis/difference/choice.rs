//! Winner of a decision and its margin.

use crate::amount::{Amount, Ratio};
use crate::model::OptionId;
use crate::variation::Decision;
use rust_decimal::Decimal;
use serde::Serialize;

/// Winner of a decision and its margin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chosen {
    /// Eligible and comparable option with the lowest present value of costs; null if there is none.
    pub winner: Option<OptionId>,
    /// Eligible and comparable option with the second-lowest present value; null if there is none.
    pub runner_up: Option<OptionId>,
    /// Difference of the two printed present values; null without a runner-up.
    pub saving: Option<Amount>,
    /// `saving` as a share of the runner-up's present value; null without a runner-up.
    pub saving_share: Option<Ratio>,
    /// Whether the difference to the runner-up is too small to decide.
    pub close: bool,
}

impl Chosen {
    /// Absolute change of the winner's margin, its saving as a share of the runner-up's present value, since another
    /// choice. None if another option wins, or if only one of the choices has a runner-up.
    #[must_use]
    pub fn margin_moved(&self, before: &Chosen) -> Option<Ratio> {
        match [before.saving_share, self.saving_share] {
            _ if before.winner != self.winner => None,
            [Some(before), Some(after)] => Some(Ratio::rounded((*after - *before).abs())),
            [None, None] => Some(Decimal::ZERO.into()),
            [Some(_), None] | [None, Some(_)] => None,
        }
    }

    /// Choice of a decision; a saving below the share `close_call` is too close to call.
    pub(in crate::analysis) fn of(decision: &Decision, close_call: Ratio) -> Chosen {
        let Some(winner) = decision.winner else { return Chosen::default() };
        let others = decision.options.iter().enumerate().filter(|(at, option)| *at != winner && option.can_win());
        let runner_up = others.map(|(_, option)| option).min_by_key(|option| option.present_value());
        let amounts =
            runner_up.and_then(|other| Some((other.present_value()?, decision.options[winner].present_value()?)));
        let saving = amounts.map(|(other, own)| other - own);
        let share = amounts.and_then(|(other, own)| (other - own).checked_div(*other)).map(Ratio::rounded);
        let tie = saving.is_some_and(|saving| saving.is_zero());
        Chosen {
            winner: Some(decision.options[winner].name.clone()),
            runner_up: runner_up.map(|option| option.name.clone()),
            saving,
            saving_share: share,
            close: tie || share.is_some_and(|share| share < close_call),
        }
    }
}
