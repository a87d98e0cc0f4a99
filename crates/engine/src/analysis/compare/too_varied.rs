//! Limit on the levels of traces.

use crate::demand::trace::Traces;
use crate::scenario::Loaded;
use crate::scenario::document::NodeId;

/// Most levels of traces, summed over years and options: for example ten thousand levels over five years for forty
/// options.
const MOST_LEVELS_IN_ALL: u64 = 2_000_000;

/// Traces with too many levels for the years and options of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooVaried {
    /// The trace with the most levels.
    pub at: NodeId,
    /// Levels of all traces.
    pub levels: u64,
    /// Most levels allowed.
    pub most: u64,
    /// Number of years.
    pub years: u64,
    /// Number of options.
    pub options: u64,
}

/// Reason why the traces have too many levels, if they do.
#[must_use]
pub fn too_varied(loaded: &Loaded, traces: &Traces) -> Option<TooVaried> {
    let scenario = &loaded.scenario;
    let years = u64::from(scenario.horizon_months.value.count().div_ceil(12));
    let options = (scenario.own.len() + scenario.rent.len() + scenario.hybrid.len()) as u64;
    let levels_of = |name: &str| traces.get(name).map_or(0, |trace| trace.levels.len() as u64);
    let levels: u64 = scenario.demand.workloads.iter().map(|workload| levels_of(&workload.name)).sum();
    if levels.saturating_mul(years * options) <= MOST_LEVELS_IN_ALL {
        return None;
    }
    let most_varied = scenario.demand.workloads.iter().max_by_key(|workload| levels_of(&workload.name))?;
    let at = most_varied.value.trace.as_ref().map_or(most_varied.at, |trace| trace.at);
    Some(TooVaried { at, levels, most: MOST_LEVELS_IN_ALL / (years * options), years, options })
}
