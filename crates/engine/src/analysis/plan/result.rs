//! What a plan says.

#[cfg(feature = "schema")]
use super::change::WrittenChanges;
use super::change::{PlannedChange, by_name, changes};
use super::tranches::{LoadCurve, Tranche};
use crate::amount::Amount;
use crate::analysis::header::Header;
use crate::diagnostic::Diagnostic;
use crate::scenario::rent::Meter;
use crate::variation::{CannotWin, Impossible, NoValue};
use crate::written::written_as;
use rust_decimal::Decimal;
use serde::Serialize;

/// What to own, what to commit to, what to leave on demand.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plans {
    /// The scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// Hours of an average month.
    #[serde(skip)]
    pub hours_per_month: Decimal,
    /// The pair with the least printed present value among those that may be chosen; a tie goes to the earlier.
    pub best: Option<usize>,
    /// Flexible workloads, which fill hours that firm ones leave: no curve shows them.
    pub flexible: Vec<String>,
    /// The cheapest mix of every owned and every rented option that serve every workload.
    pub pairs: Vec<PairPlan>,
    /// Pairs that are not planned, each with the reason.
    pub left_out: Vec<LeftOut>,
}

/// A pair that is not planned.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// `own.NAME`.
    pub own: String,
    /// `rent.NAME`.
    pub rent: String,
    /// Why not.
    pub because: NotPlanned,
}

/// Why a pair is not planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPlanned {
    /// An option of it does not serve these workloads.
    DoesNotServe {
        /// `own.NAME` or `rent.NAME`.
        option: String,
        /// The workloads.
        workloads: Vec<String>,
    },
    /// The rented option has more commitments than a plan is searched over.
    TooManyCommitments {
        /// `rent.NAME`.
        rent: String,
        /// How many.
        commitments: usize,
    },
    /// No mix of the two is possible.
    NoMix,
    /// To prove which mix costs the least takes more than may be worked out.
    TooMuch,
    /// The rules between keys refuse the scenario of the pair.
    Refused(Box<Diagnostic>),
    /// A figure of it has no value.
    NoValue(NoValue),
}

/// The cheapest mix of a pair, and what stands beside it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairPlan {
    /// `own.NAME`.
    pub own: String,
    /// `rent.NAME`.
    pub rent: String,
    /// The plan.
    #[serde(flatten)]
    pub plan: Mix,
    /// Where the site does not deliver the power of the plan's nodes: the cheapest mix that it does.
    pub within_power: Option<Mix>,
    /// Everything on the rented option without commitments.
    pub all_rent_on_demand: Option<Mix>,
    /// Everything on the rented option with its best commitments.
    pub all_rent_best: Option<Mix>,
    /// Nodes for all of the demand, without commitments.
    pub all_own: Option<Mix>,
    /// What the scenario states, where it is possible: present values of the owned and of the rented option.
    pub stated: StatedOptions,
    /// What a plan with nodes of its own keeps from being chosen; nothing if it may be.
    pub cannot_win_because: Vec<CannotWin>,
    /// How the plan's nodes are had.
    pub nodes_are: NodesAre,
    /// Nodes that are owned already, beside which the plan buys; it leaves them as they are.
    pub nodes_owned_already: u32,
    /// Everything rented with its best commitments, the nodes that are owned already sold for what they are worth, where that
    /// costs less than the plan and may be chosen: a plan keeps them.
    pub selling: Option<Selling>,
    /// Nodes that are enough for all of the demand, beside those that are owned already: so many were looked at.
    pub nodes_max: u32,
    /// Instances of each commitment that are.
    pub commitments_max: u32,
    /// Mixes and regions of mixes that the search looked at.
    pub looked_at: usize,
    /// What the plan changes in the scenario.
    #[serde(flatten, serialize_with = "changes")]
    #[cfg_attr(feature = "schema", schemars(with = "WrittenChanges<'static>"))]
    pub changes: Vec<PlannedChange>,
    /// What its costs are made of.
    pub costs: Vec<Cost>,
    /// The steps of nodes and of commitments, each with the hours it is busy and those from which on it pays.
    pub tranches: Vec<Tranche>,
    /// Jobs that no single node is large enough for.
    #[serde(skip)]
    pub large_jobs: Vec<LargeJob>,
    /// The load that the tranches are laid against; none where no firm work is demanded.
    pub curve: Option<LoadCurve>,
}

/// How the nodes of an owned option are had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NodesAre {
    /// Bought for a price.
    Bought,
    /// Leased by the month.
    Leased,
}

/// A job that runs on no fewer nodes than these: each of them is idle for it until the last is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LargeJob {
    /// The workload.
    pub workload: String,
    /// The nodes.
    pub nodes: u32,
}

impl Plans {
    /// The pair that is said the most of: the best, or where none may be chosen the one with the least present value.
    #[must_use]
    pub fn foremost(&self) -> Option<&PairPlan> {
        let best = self.best.and_then(|at| self.pairs.get(at));
        best.or_else(|| self.pairs.iter().min_by_key(|pair| pair.plan.present_value))
    }
}

/// Nodes and commitments with what they come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mix {
    /// Nodes bought at month 0.
    pub nodes: u32,
    /// Instances of each commitment, in the order of the file.
    #[serde(serialize_with = "by_name")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, u32>"))]
    pub commitments: Vec<(String, u32)>,
    /// The sum of the printed present values of the lines.
    pub present_value: Amount,
    /// The sum of their printed cash amounts over the horizon.
    pub total: Amount,
}

/// What is owned already sold, and everything rented.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Selling {
    /// What is rented.
    #[serde(flatten)]
    pub mix: Mix,
    /// By how much its printed present value is below that of the plan.
    pub saving: Amount,
}

/// Printed present values as the scenario states the options; none where one is not possible, which is said then.
#[derive(Debug)]
pub struct StatedOptions {
    /// Of the owned option.
    pub own: Result<Amount, Impossible>,
    /// Of the rented option.
    pub rent: Result<Amount, Impossible>,
}

/// What a part of the plan's present value is spent on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CostOf {
    /// What is owned.
    Owned,
    /// What is rented until it is delivered.
    UntilDelivery,
    /// A line of the rented option.
    Line(String),
}

/// A part of the plan's present value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cost {
    /// What it is spent on.
    #[serde(rename = "name")]
    pub of: CostOf,
    /// By which price it is metered, if it is.
    #[serde(skip)]
    pub meter: Option<Meter>,
    /// Its printed present value.
    pub present_value: Amount,
}

written_as! {
    StatedOptions => WrittenOptions<'_>;
}

/// Present values as the scenario states the options, each with the reason where it is not possible.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenOptions<'a> {
    /// Present value of the owned option; none where it is not possible.
    own: Option<Amount>,
    /// Why it is not possible.
    own_because: Option<&'a Impossible>,
    /// Present value of the rented option; none where it is not possible.
    rent: Option<Amount>,
    /// Why it is not possible.
    rent_because: Option<&'a Impossible>,
}

impl<'a> From<&'a StatedOptions> for WrittenOptions<'a> {
    fn from(stated: &'a StatedOptions) -> WrittenOptions<'a> {
        WrittenOptions {
            own: stated.own.as_ref().ok().copied(),
            own_because: stated.own.as_ref().err(),
            rent: stated.rent.as_ref().ok().copied(),
            rent_because: stated.rent.as_ref().err(),
        }
    }
}
