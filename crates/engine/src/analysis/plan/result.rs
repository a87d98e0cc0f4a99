//! Results of a plan.

use super::change::{PlannedChange, by_name};
use super::tranches::{LoadCurve, Tranche};
use crate::amount::Amount;
use crate::analysis::header::Header;
use crate::diagnostic::Diagnostic;
use crate::model::OptionId;
use crate::scenario::rent::Meter;
use crate::serialized::serialized_as;
use crate::variation::{CannotWin, Impossible, NoValue};
use rust_decimal::Decimal;
use serde::Serialize;

/// Plans: how much to own, to commit to, and to leave on demand.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plans {
    /// Settings of the scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// Hours of an average month.
    #[serde(skip)]
    pub hours_per_month: Decimal,
    /// Index of the pair with the lowest printed present value among those that can be chosen; ties go to the earlier.
    /// Null if there is none.
    pub best: Option<usize>,
    /// Flexible workloads, which fill hours left by firm ones and appear in no curve.
    pub flexible: Vec<String>,
    /// Cheapest mix of every pair of an owned and a rented option that both serve every workload.
    pub pairs: Vec<PairPlan>,
    /// Pairs that are not planned, with the reason.
    pub left_out: Vec<LeftOut>,
}

/// A pair that is not planned.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// `own.NAME`.
    pub own: OptionId,
    /// `rent.NAME`.
    pub rent: OptionId,
    /// Reason why it is not planned.
    pub because: NotPlanned,
}

/// Reason why a pair is not planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPlanned {
    /// One of its options does not serve these workloads.
    DoesNotServe {
        /// `own.NAME` or `rent.NAME`.
        option: OptionId,
        /// The workloads.
        workloads: Vec<String>,
    },
    /// The rented option has more commitments than the search supports.
    TooManyCommitments {
        /// `rent.NAME`.
        rent: OptionId,
        /// Number of commitments.
        commitments: usize,
    },
    /// No mix of the two options is possible.
    NoMix,
    /// Proving which mix is the cheapest exceeds the work budget.
    TooMuch,
    /// The scenario of the pair breaks rules between keys.
    Refused(Box<Diagnostic>),
    /// One of its figures cannot be computed.
    NoValue(NoValue),
}

/// Cheapest mix of a pair, with alternatives.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairPlan {
    /// `own.NAME`.
    pub own: OptionId,
    /// `rent.NAME`.
    pub rent: OptionId,
    /// The plan.
    #[serde(flatten)]
    pub plan: Mix,
    /// Cheapest mix within the available power; null unless the site lacks the power for the plan's nodes.
    pub within_power: Option<Mix>,
    /// Everything on the rented option without commitments; null if not possible.
    pub all_rent_on_demand: Option<Mix>,
    /// Everything on the rented option with its best commitments; null if not possible.
    pub all_rent_best: Option<Mix>,
    /// Nodes for the whole demand, without commitments; null if not possible.
    pub all_own: Option<Mix>,
    /// Present values of the owned and the rented option in the scenario.
    #[serde(rename = "stated")]
    pub base_case: BaseCaseOptions,
    /// Reasons why a plan with owned nodes can't be chosen; empty if it can.
    pub cannot_win_because: Vec<CannotWin>,
    /// Whether the plan's nodes are bought or leased.
    pub nodes_are: NodesAre,
    /// Nodes that are already owned; the plan keeps them and buys in addition.
    pub nodes_owned_already: u32,
    /// Everything rented with its best commitments, and the already owned nodes sold at their value; null unless that
    /// is cheaper than the plan, which keeps them, and can be chosen.
    pub selling: Option<Selling>,
    /// Nodes tested: enough for the whole demand in addition to already owned ones.
    pub nodes_max: u32,
    /// Instances of each commitment tested: enough for the whole demand.
    pub commitments_max: u32,
    /// Mixes and regions of mixes evaluated by the search.
    pub looked_at: usize,
    /// Changes of the scenario for this plan.
    pub changes: Vec<PlannedChange>,
    /// The same changes as YAML, ready to paste.
    pub yaml: String,
    /// Breakdown of its cost.
    pub costs: Vec<Cost>,
    /// Tranches of nodes and commitments, with their busy hours and break-even hours.
    pub tranches: Vec<Tranche>,
    /// Jobs larger than a node.
    #[serde(skip)]
    pub large_jobs: Vec<LargeJob>,
    /// Load curve of the tranches; null without firm work.
    pub curve: Option<LoadCurve>,
}

/// Whether nodes are bought or leased.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NodesAre {
    /// Bought at a price.
    Bought,
    /// Leased by the month.
    Leased,
}

/// A job that needs at least this number of nodes; until the last is there, the others are idle for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LargeJob {
    /// Workload of the job.
    pub workload: String,
    /// Number of nodes.
    pub nodes: u32,
}

impl Plans {
    /// The pair to report in detail: the best, or if none can be chosen, the one with the lowest present value.
    #[must_use]
    pub fn foremost(&self) -> Option<&PairPlan> {
        let best = self.best.and_then(|at| self.pairs.get(at));
        best.or_else(|| self.pairs.iter().min_by_key(|pair| pair.plan.present_value))
    }
}

/// A mix of nodes and commitments with its cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mix {
    /// Nodes bought at month 0.
    pub nodes: u32,
    /// Instances of each commitment, in the order of the file.
    #[serde(serialize_with = "by_name")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, u32>"))]
    pub commitments: Vec<(String, u32)>,
    /// Sum of the printed present values of its lines.
    pub present_value: Amount,
    /// Sum of their printed cash amounts over the horizon.
    pub total: Amount,
}

/// Already owned nodes sold, and everything rented.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Selling {
    /// The rented mix.
    #[serde(flatten)]
    pub mix: Mix,
    /// Amount by which its printed present value is below that of the plan.
    pub saving: Amount,
}

/// Printed present values of the options in the scenario, or the reason why an option is not possible.
#[derive(Debug)]
pub struct BaseCaseOptions {
    /// For the owned option.
    pub own: Result<Amount, Impossible>,
    /// For the rented option.
    pub rent: Result<Amount, Impossible>,
}

/// Subject of a part of the plan's present value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CostOf {
    /// Owned nodes.
    Owned,
    /// Rent until delivery.
    UntilDelivery,
    /// A line of the rented option.
    Line(String),
}

/// A part of the plan's present value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cost {
    /// Its subject.
    #[serde(rename = "name")]
    pub of: CostOf,
    /// The price that meters it, if metered.
    #[serde(skip)]
    pub meter: Option<Meter>,
    /// Its printed present value.
    pub present_value: Amount,
}

serialized_as! {
    BaseCaseOptions => BaseCaseOptionsJson<'_>;
}

/// Present values of the options in the scenario, with the reason if an option is not possible.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BaseCaseOptionsJson<'a> {
    /// Present value of the owned option; null if not possible.
    own: Option<Amount>,
    /// Reason why it is not possible; null if it is.
    own_because: Option<&'a Impossible>,
    /// Present value of the rented option; null if not possible.
    rent: Option<Amount>,
    /// Reason why it is not possible; null if it is.
    rent_because: Option<&'a Impossible>,
}

impl<'a> From<&'a BaseCaseOptions> for BaseCaseOptionsJson<'a> {
    fn from(base_case: &'a BaseCaseOptions) -> BaseCaseOptionsJson<'a> {
        BaseCaseOptionsJson {
            own: base_case.own.as_ref().ok().copied(),
            own_because: base_case.own.as_ref().err(),
            rent: base_case.rent.as_ref().ok().copied(),
            rent_because: base_case.rent.as_ref().err(),
        }
    }
}
