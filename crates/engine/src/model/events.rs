//! What begins or ends within the horizon, so that an option costs more or less a month from then on.

use super::line::CostGroup;
use serde::Serialize;

/// What begins or ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "cause", rename_all = "snake_case")]
pub enum EventKind {
    /// Owned servers are delivered and enter service.
    Delivery,
    /// Owned servers are replaced at the end of their life.
    Replacement,
    /// The warranty of owned servers has ended.
    WarrantyEnds,
    /// A lease has ended, and no other follows.
    LeaseEnds,
    /// A lease is followed by the next, at the rate of its date.
    LeaseRenewed,
    /// The first term of a commitment begins.
    CommitmentBegins(CommitmentName),
    /// The last term of a commitment has ended: what it covered is paid at other prices.
    CommitmentEnds(CommitmentName),
    /// A term of a commitment is followed by the next, at the price of its date.
    CommitmentRenewed(CommitmentName),
    /// Instances that were kept for a minimum term may be given back.
    MinimumTermEnds,
    /// A price takes the next value of its path.
    NextPrice,
    /// A line that has a first month begins.
    LineBegins {
        /// Its name.
        line: String,
    },
    /// A line that has a last month has ended.
    LineEnds {
        /// Its name.
        line: String,
    },
}

/// A commitment by its name, and the option that it is made at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
pub struct CommitmentName {
    /// `rent.NAME`.
    pub option: String,
    /// Its name.
    pub name: String,
}

/// The lines whose cost an event can change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Touches {
    /// Any of the option.
    Any,
    /// Those of a group.
    Group(CostGroup),
    /// One.
    Line(CostGroup, String),
}

/// Something that begins or ends with a month.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    /// The first month in which it is so.
    pub month: u32,
    /// What begins or ends.
    pub kind: EventKind,
    /// What it can change.
    pub touches: Touches,
}

impl Event {
    /// Whether it can change what a line costs.
    #[must_use]
    pub fn touches(&self, group: CostGroup, name: &str) -> bool {
        match &self.touches {
            Touches::Any => true,
            Touches::Group(touched) => *touched == group,
            Touches::Line(touched, line) => *touched == group && line == name,
        }
    }
}
