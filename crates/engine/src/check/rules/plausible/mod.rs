//! Rules for implausible inputs: a unit, a factor or a price confused with another. Each finding gives the usual value, its
//! source, and a likely correction.

mod cooling;
mod counts;
mod discounts;
mod exchange;
mod fleets;
mod lines;
mod memory;
mod nameplate;
mod offers;
mod outcome;
mod paths;
mod power;
mod rates;
mod shares;
mod staff;
mod terms;
mod texts;
mod tokens;
mod values;

use super::{Found, Rule};
use crate::diagnostic::Code;

/// The rules.
pub(super) const RULES: &[Rule] = &[
    Rule { code: Code::PowerUnlikely, since: 1, found: Found::By(power::unlikely) },
    Rule { code: Code::BelowNameplate, since: 1, found: Found::By(nameplate::below) },
    Rule { code: Code::PueLow, since: 1, found: Found::By(cooling::pue_low) },
    Rule { code: Code::StaffUnlikely, since: 1, found: Found::By(staff::unlikely) },
    Rule { code: Code::TermInYears, since: 1, found: Found::By(terms::in_years) },
    Rule { code: Code::LeadTimeUnlikely, since: 1, found: Found::By(terms::lead_times) },
    Rule { code: Code::NoLeadTime, since: 1, found: Found::By(terms::no_lead_time) },
    Rule { code: Code::ShareTwice, since: 1, found: Found::By(shares::twice) },
    Rule { code: Code::ValueHolds, since: 1, found: Found::By(values::holding) },
    Rule { code: Code::DiscountUnlikely, since: 1, found: Found::By(discounts::unlikely) },
    Rule { code: Code::MemoryUnlike, since: 1, found: Found::By(memory::unlike) },
    Rule { code: Code::PriceOfAnother, since: 1, found: Found::By(offers::of_another) },
    Rule { code: Code::TextCut, since: 1, found: Found::By(texts::cut) },
    Rule { code: Code::HorizonLong, since: 1, found: Found::By(terms::long) },
    Rule { code: Code::FleetAboveNeed, since: 1, found: Found::By(fleets::above_need) },
    Rule { code: Code::FleetBelowNeed, since: 1, found: Found::By(fleets::below_need) },
    Rule { code: Code::AvailabilityLow, since: 1, found: Found::By(fleets::hardly_up) },
    Rule { code: Code::NeverDown, since: 1, found: Found::By(fleets::never_down) },
    Rule { code: Code::LineDominates, since: 1, found: Found::By(lines::all) },
    Rule { code: Code::InstanceSizeUnlikely, since: 1, found: Found::By(counts::too_many_in_one) },
    Rule { code: Code::ReserveAboveNeed, since: 1, found: Found::By(counts::above_need) },
    Rule { code: Code::RateUnlikely, since: 1, found: Found::By(rates::all) },
    Rule { code: Code::ExchangeRateUnlikely, since: 1, found: Found::By(exchange::unlikely) },
    Rule { code: Code::LeadUnlikely, since: 1, found: Found::By(outcome::lead) },
];
