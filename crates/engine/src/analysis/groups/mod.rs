//! What each option costs by those whose work it does, or by a tag of the work: for showback.

mod grouping;
mod split;

pub(super) use grouping::tags;
pub use grouping::{Grouping, UnknownTag, known_tag};

use crate::amount::{Amount, Ratio};
use serde::Serialize;

/// What each option costs, split by the owners of its work or by a tag of it. Parts are sums of what is stated for workloads, so
/// they add up to the stated option.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkGroups {
    /// By what: `owner`, or `tag:NAME`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub by: Grouping,
    /// Every option, in the order of the comparison.
    pub options: Vec<OptionGroups>,
}

/// One option, split.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionGroups {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub name: String,
    /// Its parts, in the order in which the file names their first workload; what nobody is named for comes last.
    pub groups: Vec<GroupStatement>,
    /// Cash over the horizon: the sum of its parts, and the stated total of the option.
    pub total: Amount,
    /// The same of present values.
    pub present_value: Amount,
}

/// What the work of one owner, or with one tag, costs with an option.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupStatement {
    /// The owner, or the value of the tag; none where neither the work nor the scenario says it.
    pub group: Option<String>,
    /// The workloads; none in the short form.
    pub workloads: Vec<String>,
    /// Useful reference accelerator-hours that the option does of them, over the horizon.
    pub useful_hours: Ratio,
    /// Cash over the horizon.
    pub total: Amount,
    /// Its present value.
    pub present_value: Amount,
    /// The cash as a share of the option's; none where that is nothing.
    pub share: Option<Ratio>,
    /// Present value of costs over present value of useful hours; none where nothing is done.
    pub per_useful_hour: Option<Ratio>,
}
