//! Events within the horizon that change the monthly cost of an option.

use super::line::CostGroup;
use crate::scenario::OptionId;
use serde::Serialize;

/// Kind of an event.
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
    /// A lease has ended without a renewal.
    LeaseEnds,
    /// A lease is renewed at the rate of its date.
    LeaseRenewed,
    /// The first term of a commitment begins.
    CommitmentBegins(CommitmentName),
    /// The last term of a commitment has ended: its hours are charged at other prices.
    CommitmentEnds(CommitmentName),
    /// A term of a commitment is renewed at the price of its date.
    CommitmentRenewed(CommitmentName),
    /// Instances reach the end of their minimum term and may be returned.
    MinimumTermEnds,
    /// A price takes the next value of its price path.
    NextPrice,
    /// A line with a first month begins.
    LineBegins {
        /// Name of the line.
        line: String,
    },
    /// A line with a last month has ended.
    LineEnds {
        /// Name of the line.
        line: String,
    },
}

/// A commitment by its name and its rent option.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
pub struct CommitmentName {
    /// `rent.NAME`.
    pub option: OptionId,
    /// Name of the commitment.
    pub name: String,
}

/// Lines whose cost an event can change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Touches {
    /// Any line of the option.
    Any,
    /// Lines of a group.
    Group(CostGroup),
    /// One line.
    Line(CostGroup, String),
}

/// An event at the beginning of a month.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    /// First month in which it holds.
    pub month: u32,
    /// Kind of the event.
    pub kind: EventKind,
    /// Lines that it can change.
    pub touches: Touches,
}

impl Event {
    /// Whether it can change the cost of a line.
    #[must_use]
    pub fn touches(&self, group: CostGroup, name: &str) -> bool {
        match &self.touches {
            Touches::Any => true,
            Touches::Group(touched) => *touched == group,
            Touches::Line(touched, line) => *touched == group && line == name,
        }
    }
}
