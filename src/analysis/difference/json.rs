//! What programs read of a difference, where it is not field for field what it is.

use super::changes::{Bearing, Stated};
use super::{Difference, Effect};
use crate::amount::Amount;
use crate::analysis::compare::statement::{BreakEven, PairStatement};
use crate::diagnostic::SourceId;
use crate::variation::{Standing, amounts};
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

/// Whether an amount can depend on a change.
pub(super) fn bears_cost<S: Serializer>(bearing: &Bearing, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(*bearing == Bearing::Cost)
}

/// What a scenario says, and where in its file.
impl Serialize for Stated {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // a line of a `--set` is no line of the file
        let place = self.place.filter(|place| place.source == SourceId::FILE);
        let mut fields = serializer.serialize_struct("Stated", 5)?;
        fields.serialize_field("text", &self.text)?;
        fields.serialize_field("number", &self.number.map(crate::amount::Ratio::from))?;
        fields.serialize_field("assumed", &self.assumed)?;
        fields.serialize_field("line", &place.map(|place| place.line))?;
        fields.serialize_field("column", &place.map(|place| place.column))?;
        fields.end()
    }
}

/// Where an option stands, if a scenario has it.
pub(super) fn position<S: Serializer>(standing: &Option<Standing>, serializer: S) -> Result<S::Ok, S::Error> {
    standing.as_ref().map(Position).serialize(serializer)
}

struct Position<'a>(&'a Standing);

impl Serialize for Position<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let worth = &self.0.worth;
        let mut fields = serializer.serialize_struct("Position", 6)?;
        fields.serialize_field("possible", &worth.is_ok())?;
        fields.serialize_field("impossible_because", &worth.as_ref().err())?;
        amounts(worth.as_ref().ok(), &mut fields)?;
        fields.end()
    }
}

#[derive(Serialize)]
struct Attributed<'a> {
    name: &'a str,
    grouped: super::GroupKind,
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
        let part = |(option, amount): (&'a super::OptionDifference, &Option<Amount>)| {
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
