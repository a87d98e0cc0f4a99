//! Maximum numbers of elements in a scenario.

/// Options to own, and options to rent.
pub const MOST_OPTIONS: usize = 64;
/// Workloads.
pub const MOST_WORKLOADS: usize = 64;
/// Lines per option: capital, operating and one-off together.
pub const MOST_LINES: usize = 256;
/// Purchases per owned option.
pub const MOST_PURCHASES: usize = 100;
/// Lines of all options together.
pub const MAX_COMBINED_LINES: usize = 2_048;
/// Tags per scenario or workload.
pub const MOST_TAGS: usize = 32;
/// Exchange rates.
pub const MOST_CURRENCIES: usize = 32;
/// Cases, without the base case.
pub const MOST_CASES: usize = 16;
/// Pairs of an owned option or a hybrid with a rented option.
pub const MOST_PAIRS: usize = 512;
/// Correlations of uncertain inputs.
pub const MOST_CORRELATIONS: usize = 1_000;
/// Inputs that are correlated with each other, directly or through others.
pub const MOST_CORRELATED: usize = 40;
