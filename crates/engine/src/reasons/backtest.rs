//! Reasons why an option has no hourly prices to replace, and why there is no backtest.

use super::listed;
use super::timing::unknown;
use crate::analysis::NoHourlyPrice;
use crate::analysis::backtest::BacktestError;
use crate::diagnostic::Severity;
use crate::model::OptionId;
use std::error::Error;
use std::fmt;

impl fmt::Display for NoHourlyPrice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoHourlyPrice::Unknown(option) => out.write_str(&unknown(option)),
            NoHourlyPrice::NotRented { option, rented } => {
                let names: Vec<&str> = rented.iter().map(OptionId::as_str).collect();
                let instead =
                    if names.is_empty() { String::new() } else { format!("; rented options: {}", listed(&names)) };
                write!(out, "`{option}` is not a rented option, so it has no hourly price to replace{instead}")
            }
            NoHourlyPrice::NotByTheHour { option } => write!(
                out,
                "`{option}` has no on-demand price per hour to replace; name an option with `on_demand_per_accelerator_hour` or \
                 `on_demand_per_instance_hour`"
            ),
        }
    }
}

impl fmt::Display for BacktestError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BacktestError::NoHourlyPrice(why) => why.fmt(out),
            BacktestError::HasPath { option } => write!(
                out,
                "`{option}` has a `price_path`, which says nothing about other months; write `price_change_per_year` instead"
            ),
            BacktestError::TooShort { least } => write!(
                out,
                "the series have fewer than {least} months in common, the least that must be observed from a decision on; lower \
                 `--least`, or use longer series"
            ),
            BacktestError::Refused { month, rejected } => {
                let error = rejected.diagnostics.iter().find(|finding| finding.severity == Severity::Error);
                let message = error.map_or("", |finding| finding.message.as_str());
                write!(out, "the scenario is not valid with the prices of {month}: {message}")
            }
            BacktestError::NoChoice { month } => {
                write!(out, "no option can be chosen with the prices of {month}; `rackrent compare` says why")
            }
        }
    }
}

impl Error for NoHourlyPrice {}
impl Error for BacktestError {}
