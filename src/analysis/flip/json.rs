//! What programs read of flips, where it is not field for field what they are.

use super::range::InRange;
use super::result::{Because, Flip, Out, Steady};
use crate::amount::Ratio;
use crate::diagnostic::SourceId;
use crate::scenario::document::Origin;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

impl Serialize for Flip {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = &self.number;
        // a line of a `--set` is no line of the file
        let place = number.place.filter(|place| place.source == SourceId::FILE);
        let (out, entered): (&[Out], &[String]) = match &self.because {
            Because::Out(out) => (out, &[]),
            Because::In(options) => (&[], options),
            Because::Equal | Because::Jump => (&[], &[]),
        };
        let mut flip = serializer.serialize_struct("Flip", 20)?;
        flip.serialize_field("path", &number.path)?;
        flip.serialize_field("measure", number.measure.name())?;
        flip.serialize_field("group", self.group().name())?;
        flip.serialize_field("assumed", &(number.origin == Origin::Assumed))?;
        flip.serialize_field("file", &place.map(|_| &number.file))?;
        flip.serialize_field("line", &place.map(|place| place.line))?;
        flip.serialize_field("column", &place.map(|place| place.column))?;
        flip.serialize_field("today", &Ratio::from(number.today))?;
        flip.serialize_field("flips_at", &Ratio::from(self.at))?;
        flip.serialize_field("side", self.beyond().name())?;
        flip.serialize_field("other_until", &self.other_until.map(Ratio::from))?;
        flip.serialize_field("distance", &Ratio::from(self.distance()))?;
        flip.serialize_field("distance_share", &self.distance_share().map(Ratio::from))?;
        flip.serialize_field("range_share", &self.in_range().and_then(InRange::share).map(Ratio::from))?;
        flip.serialize_field("because", self.because.name())?;
        flip.serialize_field("out", out)?;
        flip.serialize_field("in", entered)?;
        flip.serialize_field("wins", &self.wins)?;
        flip.serialize_field("outgrown", &self.outgrown)?;
        flip.serialize_field("findings", &self.findings.iter().map(|code| code.text()).collect::<Vec<_>>())?;
        flip.end()
    }
}

impl Serialize for Steady {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut steady = serializer.serialize_struct("Steady", 6)?;
        steady.serialize_field("path", &self.number.path)?;
        steady.serialize_field("measure", self.number.measure.name())?;
        steady.serialize_field("today", &Ratio::from(self.number.today))?;
        steady.serialize_field("least", &Ratio::from(self.least))?;
        steady.serialize_field("most", &Ratio::from(self.most))?;
        steady.serialize_field("proof", &self.proof)?;
        steady.end()
    }
}
