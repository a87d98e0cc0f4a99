//! Cost of each option by the owners of its work, or by a tag, for showback.

mod grouping;
mod split;

pub(super) use grouping::tags;
pub use grouping::{Grouping, UnknownTag, known_tag};

use crate::amount::{Amount, Ratio};
use crate::model::OptionId;
use serde::Serialize;

/// Cost of each option, split by the owners of its work or by a tag. Parts are sums of the amounts of workloads, so
/// they add up to the option.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkGroups {
    /// Criterion: `owner`, or `tag:NAME`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub by: Grouping,
    /// Options in the order of the comparison.
    pub options: Vec<OptionGroups>,
}

/// One option, split into groups.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionGroups {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub name: OptionId,
    /// Its groups, in the order of their first workload in the file; work without a group comes last.
    pub groups: Vec<GroupResult>,
    /// Cash over the horizon: the sum of its groups, equal to the total of the option.
    pub total: Amount,
    /// Present value: the sum of its groups, equal to the present value of the option.
    pub present_value: Amount,
}

/// Cost of the work of one group with an option.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupResult {
    /// Owner, or value of the tag; null if neither the work nor the scenario has one.
    pub group: Option<String>,
    /// Workloads; empty in the short form.
    pub workloads: Vec<String>,
    /// Useful reference accelerator-hours of these workloads served by the option over the horizon.
    pub useful_hours: Ratio,
    /// Cash over the horizon.
    pub total: Amount,
    /// Its present value.
    pub present_value: Amount,
    /// Cash as a share of the option's; null if that is zero.
    pub share: Option<Ratio>,
    /// Present value of costs divided by present value of useful hours; null without useful hours.
    pub per_useful_hour: Option<Ratio>,
}
