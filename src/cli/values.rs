//! With which values scenarios are read.

use crate::door::ScenarioText;
use crate::scenario::Setting;
use clap::Args;

/// With which values scenarios are read.
#[derive(Debug, Args)]
pub(super) struct Values {
    /// Asks one of the scenario's `cases` in its place; `stated` is the file as it stands.
    #[arg(long, value_name = "NAME")]
    pub(super) case: Option<String>,
    /// Replaces a value of the scenario, as in `own.hgx.node.price=310000`, on top of a case; may be repeated.
    #[arg(long, value_name = "PATH=VALUE", value_parser = Setting::parse)]
    pub(super) set: Vec<Setting>,
}

impl Values {
    /// A scenario that is to be read with these values.
    pub(super) fn of<'a>(&'a self, scenario: ScenarioText<'a>) -> ScenarioText<'a> {
        let scenario = scenario.set(&self.set);
        match &self.case {
            Some(case) => scenario.case(case),
            None => scenario,
        }
    }
}
