//! Rules on the comparison: too few options, and commitments and fleets that do not fit the demand.

mod commitments;
mod delivery;
mod ends;
mod growth;
mod idle;
mod loads;
mod numbers;
mod options;
mod tokens;
mod uncertainty;

use super::{Found, Rule};
use crate::diagnostic::Code;

/// The rules.
pub(super) const RULES: &[Rule] = &[
    Rule { code: Code::OneOption, since: 1, found: Found::By(options::one_option) },
    Rule { code: Code::OnePriceKind, since: 1, found: Found::By(options::one_price_kind) },
    Rule { code: Code::CommitmentUnused, since: 1, found: Found::By(commitments::unused) },
    Rule { code: Code::CommitmentBelowNeed, since: 1, found: Found::By(commitments::below_need) },
    Rule { code: Code::CommitmentBeforeDemand, since: 1, found: Found::By(commitments::before_demand) },
    Rule { code: Code::OutlivesDemand, since: 1, found: Found::By(ends::outlives_demand) },
    Rule { code: Code::IdleAfterWork, since: 1, found: Found::By(idle::after_work) },
    Rule { code: Code::LeaseOutlastsHorizon, since: 1, found: Found::By(ends::lease_outlasts_horizon) },
    Rule { code: Code::AlwaysOnLowLoad, since: 1, found: Found::By(loads::always_on_low_load) },
    Rule { code: Code::RateOfOtherRequests, since: 1, found: Found::By(tokens::other_requests) },
    Rule { code: Code::UtilizationHigh, since: 1, found: Found::By(loads::utilization_high) },
    Rule { code: Code::GrowthUndiscounted, since: 1, found: Found::By(numbers::growth_undiscounted) },
    Rule { code: Code::DiscountBeforeTax, since: 1, found: Found::By(numbers::discount_before_tax) },
    Rule { code: Code::FleetOutgrown, since: 1, found: Found::By(growth::outgrown) },
    Rule { code: Code::OutsideUncertainty, since: 1, found: Found::By(uncertainty::outside) },
    Rule { code: Code::UncertaintyWithoutEffect, since: 1, found: Found::By(uncertainty::without_effect) },
    Rule { code: Code::UncertaintyBeyondHorizon, since: 1, found: Found::By(uncertainty::beyond_horizon) },
    Rule { code: Code::DeliveryTooLate, since: 1, found: Found::By(delivery::too_late) },
];
