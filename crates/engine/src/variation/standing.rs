//! What a scenario decides at some values: what each option comes to, or why it is not possible there, and which wins.

use super::reason::{CannotWin, Impossible};
use crate::amount::{Amount, Ratio};
use crate::model::OptionKind;
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};

/// What is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Every option of the stated scenario, in the order of the file: owned ones, rented ones, hybrids.
    pub options: Vec<Standing>,
    /// The option that wins: of those that are eligible and comparable the one with the least printed present value; a tie
    /// goes to the earlier.
    pub winner: Option<usize>,
}

/// Where an option stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub name: String,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// What it comes to, where it is possible.
    #[serde(flatten, serialize_with = "worth")]
    #[cfg_attr(feature = "schema", schemars(with = "WrittenWorth<'static>"))]
    pub worth: Result<OptionWorth, Impossible>,
}

/// What an option comes to: amounts are sums of printed lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionWorth {
    /// Cash over the horizon.
    pub total: Amount,
    /// Present value of it.
    pub present_value: Amount,
    /// Present value before any rounding.
    pub unrounded: Decimal,
    /// Levelized cost of a useful accelerator-hour; none where nothing useful is done.
    pub per_useful_hour: Option<Ratio>,
    /// Why it cannot win; it can when there is no reason.
    pub cannot_win_because: Vec<CannotWin>,
}

/// Whether an option is possible, why not and by which code, and what it comes to.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenWorth<'a> {
    /// Whether it is possible at these values.
    possible: bool,
    /// Why not, in a sentence.
    impossible_because: Option<&'a Impossible>,
    /// The code of the error that the scenario would be refused with.
    code: Option<&'static str>,
    #[serde(flatten)]
    amounts: WrittenAmounts<'a>,
}

/// What programs read of an option that may not be possible, beside the reason.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenAmounts<'a> {
    /// Why it cannot win, a sentence each; it can when there is no reason.
    cannot_win_because: &'a [CannotWin],
    /// Cash over the horizon.
    total: Option<Amount>,
    /// Present value of it.
    present_value: Option<Amount>,
    /// Levelized cost of a useful accelerator-hour, in the currency; none where nothing useful is done.
    per_useful_hour: Option<Ratio>,
}

impl WrittenAmounts<'_> {
    fn of(worth: Option<&OptionWorth>) -> WrittenAmounts<'_> {
        WrittenAmounts {
            cannot_win_because: worth.map(|worth| worth.cannot_win_because.as_slice()).unwrap_or_default(),
            total: worth.map(|worth| worth.total),
            present_value: worth.map(|worth| worth.present_value),
            per_useful_hour: worth.and_then(|worth| worth.per_useful_hour),
        }
    }
}

fn worth<S: Serializer>(worth: &Result<OptionWorth, Impossible>, serializer: S) -> Result<S::Ok, S::Error> {
    let (worth, why) = (worth.as_ref().ok(), worth.as_ref().err());
    let code = why.map(|why| why.code().text());
    let amounts = WrittenAmounts::of(worth);
    WrittenWorth { possible: worth.is_some(), impossible_because: why, code, amounts }.serialize(serializer)
}

/// Where an option stands, if a scenario has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Position<'a> {
    /// Whether it is possible.
    possible: bool,
    /// Why not, in a sentence.
    impossible_because: Option<&'a Impossible>,
    #[serde(flatten)]
    amounts: WrittenAmounts<'a>,
}

#[allow(clippy::ref_option, reason = "serde hands fields over by reference")]
pub(crate) fn position<S: Serializer>(standing: &Option<Standing>, serializer: S) -> Result<S::Ok, S::Error> {
    let position = standing.as_ref().map(|Standing { worth, .. }| Position {
        possible: worth.is_ok(),
        impossible_because: worth.as_ref().err(),
        amounts: WrittenAmounts::of(worth.as_ref().ok()),
    });
    position.serialize(serializer)
}

/// The best option to own, or hybrid, and the best to rent: of those that can win, the one with the least printed present
/// value; a tie goes to the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestOfEach {
    /// Index of the option to own.
    pub own: usize,
    /// Index of the option to rent.
    pub rent: usize,
}

impl Standing {
    /// Its printed present value, where it is possible.
    #[must_use]
    pub fn present_value(&self) -> Option<Amount> {
        self.worth.as_ref().ok().map(|worth| worth.present_value)
    }

    /// Whether it is possible, eligible and comparable.
    #[must_use]
    pub fn can_win(&self) -> bool {
        self.worth.as_ref().is_ok_and(|worth| worth.cannot_win_because.is_empty())
    }
}

impl Decision {
    /// Of options in the order of the file.
    pub(super) fn of(options: Vec<Standing>) -> Decision {
        let ranked = options.iter().enumerate().filter(|(_, option)| option.can_win());
        let winner = ranked.min_by_key(|(_, option)| option.present_value()).map(|(at, _)| at);
        Decision { options, winner }
    }

    /// The option that wins.
    #[must_use]
    pub fn winning(&self) -> Option<&Standing> {
        self.winner.map(|at| &self.options[at])
    }

    /// The option of a name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&Standing> {
        self.options.iter().find(|option| option.name == name)
    }

    /// The two options that a question of owning or renting comes down to; none where one of the sides has no option that
    /// can win.
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
