//! Serialized form of a difference.

use super::{DiffSide, Difference, Effect, GroupKind, GroupName, InputChange, OptionDifference};
use crate::amount::Amount;
use crate::analysis::compare::statement::{BreakEven, PairResult};
use crate::model::OptionId;
use crate::serialized::serialized_as;
use serde::Serialize;

serialized_as! {
    Difference => DifferenceJson<'_>;
}

/// Difference between two scenarios, and its effects.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct DifferenceJson<'a> {
    /// Old scenario with its decision.
    old: &'a DiffSide,
    /// New scenario with its decision.
    new: &'a DiffSide,
    /// Whether any input changed.
    changed: bool,
    /// Whether another option wins.
    flipped: bool,
    /// Changed inputs.
    changes: &'a [InputChange],
    /// Options of both scenarios, those of the new one first.
    options: &'a [OptionDifference],
    /// Effects of the changes.
    effects: Vec<EffectJson<'a>>,
    /// Break-even of one pair in both scenarios; null if they have no pair in common.
    break_even: Option<PairBreakEvensJson<'a>>,
}

impl<'a> From<&'a Difference> for DifferenceJson<'a> {
    fn from(difference: &'a Difference) -> DifferenceJson<'a> {
        DifferenceJson {
            old: &difference.old,
            new: &difference.new,
            changed: !difference.changes.is_empty(),
            flipped: difference.flipped(),
            changes: &difference.changes,
            options: &difference.options,
            effects: difference.effects.iter().map(|effect| EffectJson::of(difference, effect)).collect(),
            break_even: difference.pair.as_ref().map(|pair| PairBreakEvensJson::of(&pair.results)),
        }
    }
}

/// Effect of a group of changes.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct EffectJson<'a> {
    /// Path of the change, or name of the group.
    name: &'a GroupName,
    /// Reason for the group.
    grouped: GroupKind,
    /// Paths of the changes.
    paths: Vec<&'a str>,
    /// Their contributions to the changes of present values; those of an option add up to its `change`.
    amounts: Vec<EffectAmountJson<'a>>,
}

/// Contribution to the change of an option's present value.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct EffectAmountJson<'a> {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    option: &'a OptionId,
    /// Change of its present value.
    change: Amount,
}

impl<'a> EffectJson<'a> {
    fn of(difference: &'a Difference, effect: &'a Effect) -> EffectJson<'a> {
        let amounts = difference.options.iter().zip(&effect.amounts);
        let part = |(option, amount): (&'a OptionDifference, &Option<Amount>)| {
            // zero for an option that does not depend on the changes
            let change = amount.unwrap_or(option.change? - option.change?);
            Some(EffectAmountJson { option: &option.name, change })
        };
        EffectJson {
            name: &effect.group.name,
            grouped: effect.group.kind,
            paths: effect.group.changes.iter().map(|at| difference.changes[*at].path.as_str()).collect(),
            amounts: amounts.filter_map(part).collect(),
        }
    }
}

/// Break-even of a pair in both scenarios.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PairBreakEvensJson<'a> {
    /// The owned option or hybrid.
    own: &'a OptionId,
    /// The rented option.
    rent: &'a OptionId,
    /// Break-even in the old scenario.
    old: &'a BreakEven,
    /// Break-even in the new scenario.
    new: &'a BreakEven,
}

impl<'a> PairBreakEvensJson<'a> {
    fn of([old, new]: &'a [PairResult; 2]) -> PairBreakEvensJson<'a> {
        PairBreakEvensJson { own: &old.own, rent: &old.rent, old: &old.break_even, new: &new.break_even }
    }
}
