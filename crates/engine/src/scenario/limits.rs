//! How many of a thing a scenario may have.

/// Options a side.
pub const MOST_OPTIONS: usize = 64;
/// Workloads of the demand.
pub const MOST_WORKLOADS: usize = 64;
/// Lines an option: capital, operating and one-off together.
pub const MOST_LINES: usize = 256;
/// Purchases of an owned option.
pub const MOST_PURCHASES: usize = 100;
/// Lines of all options together.
pub const MOST_LINES_TOGETHER: usize = 2_048;
/// Tags of a scenario, or of a workload.
pub const MOST_TAGS: usize = 32;
/// Currencies with a rate.
pub const MOST_CURRENCIES: usize = 32;
/// Cases beside the file as it stands.
pub const MOST_CASES: usize = 16;
/// Pairs of an owned option or a hybrid with a rented one.
pub const MOST_PAIRS: usize = 512;
/// Correlations of uncertain numbers.
pub const MOST_CORRELATIONS: usize = 1_000;
/// Numbers that are correlated with each other, directly or through others.
pub const MOST_CORRELATED: usize = 40;
