//! What programs read of a difference, where it is not field for field what it is.

use super::{DiffSide, Difference, Effect, GroupKind, GroupName, InputChange, OptionDifference};
use crate::amount::Amount;
use crate::analysis::compare::statement::{BreakEven, PairStatement};
use crate::written::written_as;
use serde::Serialize;

written_as! {
    Difference => WrittenDifference<'_>;
}

/// What differs between two scenarios, and what that does.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenDifference<'a> {
    /// The scenario as it was, and what it decides.
    old: &'a DiffSide,
    /// The scenario as it is, and what it decides.
    new: &'a DiffSide,
    /// Whether any input differs.
    changed: bool,
    /// Whether another option wins.
    flipped: bool,
    /// Every input that differs.
    changes: &'a [InputChange],
    /// The options of both, those of the new one first.
    options: &'a [OptionDifference],
    /// What is attributed to which changes.
    effects: Vec<Attributed<'a>>,
    /// The break-even of one pair before and after; none where no pair is in both.
    break_even: Option<Crossings<'a>>,
}

impl<'a> From<&'a Difference> for WrittenDifference<'a> {
    fn from(difference: &'a Difference) -> WrittenDifference<'a> {
        WrittenDifference {
            old: &difference.old,
            new: &difference.new,
            changed: !difference.changes.is_empty(),
            flipped: difference.flipped(),
            changes: &difference.changes,
            options: &difference.options,
            effects: difference.effects.iter().map(|effect| Attributed::of(difference, effect)).collect(),
            break_even: difference.pair().map(Crossings::of),
        }
    }
}

/// What some changes do.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Attributed<'a> {
    /// The path of the change, or what the changes have in common.
    name: &'a GroupName,
    /// Why they are one.
    grouped: GroupKind,
    /// The paths of the changes.
    paths: Vec<&'a str>,
    /// Their parts of the changes of present values; those of an option add up to its `change`.
    amounts: Vec<Part<'a>>,
}

/// A part of the change of an option's present value.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Part<'a> {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    option: &'a str,
    /// By how much its present value changes.
    change: Amount,
}

impl<'a> Attributed<'a> {
    fn of(difference: &'a Difference, effect: &'a Effect) -> Attributed<'a> {
        let amounts = difference.options.iter().zip(&effect.amounts);
        let part = |(option, amount): (&'a OptionDifference, &Option<Amount>)| {
            // an option that does not depend on the changes has nothing of them
            let change = amount.unwrap_or(option.change? - option.change?);
            Some(Part { option: &option.name, change })
        };
        Attributed {
            name: &effect.group.name,
            grouped: effect.group.kind,
            paths: effect.group.changes.iter().map(|at| difference.changes[*at].path.as_str()).collect(),
            amounts: amounts.filter_map(part).collect(),
        }
    }
}

/// The break-even of a pair before and after.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Crossings<'a> {
    /// The owned option, or hybrid.
    own: &'a str,
    /// The rented option.
    rent: &'a str,
    /// The break-even as it was.
    old: &'a BreakEven,
    /// The break-even as it is.
    new: &'a BreakEven,
}

impl<'a> Crossings<'a> {
    fn of([old, new]: [&'a PairStatement; 2]) -> Crossings<'a> {
        Crossings { own: &old.own, rent: &old.rent, old: &old.break_even, new: &new.break_even }
    }
}
