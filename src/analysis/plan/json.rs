//! What programs read of a plan, where it is not field for field what it is.

use super::tranches::TrancheKind;
use super::{Change, Stated, snippet};
use crate::amount::Ratio;
use rust_decimal::Decimal;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// Counts by name, as an object.
pub(super) fn by_name<S: Serializer>(counts: &[(String, u32)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(name, count)| (name, count)))
}

/// Present values as the scenario states the options, each with the reason where it is not possible.
pub(super) fn stated<S: Serializer>(stated: &Stated, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct("Stated", 4)?;
    fields.serialize_field("own", &stated.own.as_ref().ok())?;
    fields.serialize_field("own_because", &stated.own.as_ref().err())?;
    fields.serialize_field("rent", &stated.rent.as_ref().ok())?;
    fields.serialize_field("rent_because", &stated.rent.as_ref().err())?;
    fields.end()
}

/// The changes, and the same as a piece of the scenario.
pub(super) fn changes<S: Serializer>(changes: &[Change], serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct("Changes", 2)?;
    fields.serialize_field("changes", changes)?;
    fields.serialize_field("yaml", &snippet::yaml(changes).join("\n"))?;
    fields.end()
}

/// The levels of a curve, each with the share of the hours in which it is held.
pub(super) fn levels<S: Serializer>(levels: &[(Decimal, Decimal)], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Level {
        level: Ratio,
        share: Ratio,
    }
    let level = |(level, share): &(Decimal, Decimal)| Level { level: (*level).into(), share: (*share).into() };
    serializer.collect_seq(levels.iter().map(level))
}

/// What units are, and of which commitment.
impl Serialize for TrancheKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (kind, commitment) = match self {
            TrancheKind::Nodes => ("nodes", None),
            TrancheKind::Committed(name) => ("committed", Some(name)),
        };
        let mut fields = serializer.serialize_struct("TrancheKind", 2)?;
        fields.serialize_field("kind", kind)?;
        fields.serialize_field("commitment", &commitment)?;
        fields.end()
    }
}
