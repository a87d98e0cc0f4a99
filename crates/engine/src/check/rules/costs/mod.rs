//! Rules on costs: missing costs, costs counted twice, and prices far from every published one.

mod accelerators;
mod checkpoints;
mod electricity;
mod licences;
mod lives;
mod network;
mod prices;
mod published;
mod spot;
mod twice;
mod usual;
mod warranty;

use super::{Found, Rule, Subject};
use crate::analysis::statement::OptionResult;
use crate::diagnostic::Code;
use crate::model::OptionModel;

/// The rules.
pub(super) const RULES: &[Rule] = &[
    Rule { code: Code::NoElectricity, since: 1, found: Found::EveryCommand },
    Rule { code: Code::ElectricityUnstated, since: 1, found: Found::By(electricity::unstated) },
    Rule { code: Code::NameplatePower, since: 1, found: Found::By(electricity::nameplate) },
    Rule { code: Code::BookResale, since: 1, found: Found::EveryCommand },
    Rule { code: Code::LeftOut, since: 1, found: Found::By(usual::left_out) },
    Rule { code: Code::UnevenCosts, since: 1, found: Found::By(usual::uneven) },
    Rule { code: Code::MaintenanceInWarranty, since: 1, found: Found::By(warranty::maintenance) },
    Rule { code: Code::WarrantyEnds, since: 1, found: Found::By(warranty::ends) },
    Rule { code: Code::NoNetwork, since: 1, found: Found::By(network::unpaid) },
    Rule { code: Code::LicencesTooFew, since: 1, found: Found::By(licences::too_few) },
    Rule { code: Code::PaidTwice, since: 1, found: Found::By(twice::paid) },
    Rule { code: Code::OverBudget, since: 1, found: Found::EveryCommand },
    Rule { code: Code::PaybackReversals, since: 1, found: Found::EveryCommand },
    Rule { code: Code::InstancePriceLow, since: 1, found: Found::By(prices::of_instances) },
    Rule { code: Code::ServerPriceLow, since: 1, found: Found::By(prices::of_servers) },
    Rule { code: Code::LifeInYears, since: 1, found: Found::By(lives::in_years) },
    Rule { code: Code::InterruptionsUnusual, since: 1, found: Found::By(spot::interruptions) },
    Rule { code: Code::SpotWithoutCheckpoints, since: 1, found: Found::By(checkpoints::absent) },
    Rule { code: Code::OutsidePublished, since: 1, found: Found::By(published::outside) },
    Rule { code: Code::MemoryBeyondNeed, since: 1, found: Found::By(accelerators::memory) },
    Rule { code: Code::UnlikeAccelerators, since: 1, found: Found::By(accelerators::unlike) },
];

/// Every option with its result.
fn options<'a>(subject: &Subject<'a>) -> impl Iterator<Item = (&'a OptionModel, &'a OptionResult)> {
    subject.answer.evaluated.model.options.iter().zip(&subject.answer.comparison.options)
}
