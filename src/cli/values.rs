//! Values with which scenarios are evaluated.

use crate::api::ScenarioText;
use crate::scenario::Setting;
use clap::Args;

/// Values with which scenarios are evaluated.
#[derive(Debug, Args)]
pub(super) struct Values {
    /// Evaluate one of the scenario's `cases`; `stated` is the base case, the file as it stands.
    #[arg(long, value_name = "NAME")]
    pub(super) case: Option<String>,
    /// Override a value of the scenario, such as `own.hgx.node.price=310000`; applied after --case. Repeatable.
    #[arg(long, value_name = "PATH=VALUE", value_parser = Setting::parse)]
    pub(super) set: Vec<Setting>,
}

impl Values {
    /// Applies these values to a scenario.
    pub(super) fn of<'a>(&'a self, scenario: ScenarioText<'a>) -> ScenarioText<'a> {
        let scenario = scenario.set(&self.set);
        match &self.case {
            Some(case) => scenario.case(case),
            None => scenario,
        }
    }
}
