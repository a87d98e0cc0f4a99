//! What programs read of a difference, where it is not field for field what it is.

use super::{Difference, Effect, GroupKind, GroupName, OptionDifference};
use crate::amount::Amount;
use crate::analysis::compare::statement::{BreakEven, PairStatement};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

impl Serialize for Difference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let effects: Vec<Attributed<'_>> = self.effects.iter().map(|effect| Attributed::of(self, effect)).collect();
        let mut fields = serializer.serialize_struct("Difference", 8)?;
        fields.serialize_field("old", &self.old)?;
        fields.serialize_field("new", &self.new)?;
        fields.serialize_field("changed", &!self.changes.is_empty())?;
        fields.serialize_field("flipped", &self.flipped())?;
        fields.serialize_field("changes", &self.changes)?;
        fields.serialize_field("options", &self.options)?;
        fields.serialize_field("effects", &effects)?;
        fields.serialize_field("break_even", &self.pair().map(Crossings::of))?;
        fields.end()
    }
}

#[derive(Serialize)]
struct Attributed<'a> {
    name: &'a GroupName,
    grouped: GroupKind,
    paths: Vec<&'a str>,
    amounts: Vec<Part<'a>>,
}

#[derive(Serialize)]
struct Part<'a> {
    option: &'a str,
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
struct Crossings<'a> {
    own: &'a str,
    rent: &'a str,
    old: &'a BreakEven,
    new: &'a BreakEven,
}

impl<'a> Crossings<'a> {
    fn of([old, new]: [&'a PairStatement; 2]) -> Crossings<'a> {
        Crossings { own: &old.own, rent: &old.rent, old: &old.break_even, new: &new.break_even }
    }
}
