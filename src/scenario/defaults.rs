//! The one table of defaults: what is assumed for a key that its author left out, in the text an author would write.

/// A key that may be left out, with what is then assumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Default {
    /// The type of the part.
    pub part: &'static str,
    /// The key.
    pub key: &'static str,
    /// What is assumed, as it would be typed.
    pub text: &'static str,
}

const fn default(part: &'static str, key: &'static str, text: &'static str) -> Default {
    Default { part, key, text }
}

/// Every default.
pub const DEFAULTS: &[Default] = &[
    default("Scenario", "hours_per_month", "730"),
    default("Scenario", "close_call", "5%"),
    default("Demand", "growth_per_year", "0%"),
    default("Workload", "failed_share", "0%"),
    default("Workload", "elastic", "false"),
    default("Workload", "warm_accelerators", "0"),
    default("Workload", "headroom", "0%"),
    default("Own", "spare_nodes", "0"),
    default("Own", "availability", "100%"),
    default("Own", "relative_throughput", "1"),
    default("Own", "lead_time_months", "0"),
    default("Own", "residual_value", "0%"),
    default("Own", "value_at_horizon", "book"),
    default("Own", "replacement_price_change_per_year", "0%"),
    default("Own", "electricity_growth_per_year", "0%"),
    default("CapitalEntry", "residual_value", "0%"),
    default("HardwareNode", "discount", "0%"),
    default("OwnedLine", "growth_per_year", "0%"),
    default("OwnedLine", "after_warranty", "false"),
    default("RentedLine", "growth_per_year", "0%"),
    default("Rent", "available_after_months", "0"),
    default("Rent", "relative_throughput", "1"),
    default("Rent", "discount", "0%"),
    default("Rent", "price_change_per_year", "0%"),
    default("Rent", "scaling", "autoscale"),
    default("Rent", "idle_overhead", "0%"),
    default("Lease", "in_advance", "true"),
    default("Spot", "share", "100%"),
    default("Spot", "checkpoint_minutes", "0"),
    default("Spot", "restart_minutes", "0"),
    default("Commitment", "starts_month", "1"),
    default("Commitment", "upfront", "0%"),
    default("Commitment", "renew", "false"),
];

/// What is assumed for a key of a part; none if it is required, or if its absence means something of its own.
#[must_use]
pub fn of(part: &str, key: &str) -> Option<&'static str> {
    DEFAULTS.iter().find(|default| default.part == part && default.key == key).map(|default| default.text)
}
