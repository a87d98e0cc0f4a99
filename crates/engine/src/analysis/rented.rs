//! The rented option of a name.

use super::UnknownOption;
use crate::model::OptionId;
use crate::scenario::Scenario;
use crate::scenario::rent::Rent;

/// Reason why an option has no on-demand price per hour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoHourlyPrice {
    /// There is no such option.
    Unknown(UnknownOption),
    /// It is an owned option or a hybrid.
    NotRented {
        /// Its name.
        option: OptionId,
        /// The rented options.
        rented: Vec<OptionId>,
    },
    /// It is rented by the month, per unit or per token.
    NotByTheHour {
        /// Its name.
        option: OptionId,
    },
}

/// The rented option of a name, `rent.NAME`.
///
/// # Errors
/// If there is none, or it is not a rented one.
pub fn rented<'s>(scenario: &'s Scenario, name: &str) -> Result<(OptionId, &'s Rent), NoHourlyPrice> {
    let rented = || scenario.rent.iter().map(|entry| OptionId::rent(&entry.name));
    if let Some((id, entry)) = rented().zip(&scenario.rent).find(|(id, _)| id.as_str() == name) {
        return Ok((id, &entry.value));
    }
    let owned = scenario.own.iter().map(|entry| OptionId::own(&entry.name));
    let hybrids = scenario.hybrid.iter().map(|entry| OptionId::hybrid(&entry.name));
    let rented: Vec<OptionId> = rented().collect();
    Err(match owned.chain(hybrids).find(|id| id.as_str() == name) {
        Some(option) => NoHourlyPrice::NotRented { option, rented },
        None => NoHourlyPrice::Unknown(UnknownOption::new(name, rented.iter())),
    })
}
