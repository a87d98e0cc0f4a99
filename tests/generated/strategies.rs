//! Strategies of random scenarios, and the number of cases per property.

use super::{Dice, Tree, dates, jobs, scenario, workloads};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngSeed, TestRunner};
use std::fmt;

/// Random scenario; a failure shows it as YAML.
#[derive(Clone)]
pub struct Generated(pub Tree);

impl Generated {
    /// YAML text of the scenario.
    pub fn text(&self) -> String {
        self.0.yaml("")
    }
}

impl fmt::Debug for Generated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.text())
    }
}

/// Scenarios in the short form.
pub fn short_scenarios() -> impl Strategy<Value = Generated> {
    prop::collection::vec(any::<u16>(), 0..260).prop_map(|rolls| some_by_date(scenario(&mut Dice::new(&rolls))))
}

/// Replaces months with dates if the scenario starts in May 2027.
fn some_by_date(scenario: Tree) -> Generated {
    let by_date = scenario.get("start").and_then(Tree::text) == Some("2027-05");
    Generated(if by_date { dates::dated(&scenario).0 } else { scenario })
}

/// Scenarios with workloads; a quarter of them have jobs of different sizes, some larger than the fleet.
pub fn workload_scenarios() -> impl Strategy<Value = Generated> {
    let rolls = || prop::collection::vec(any::<u16>(), 0..420);
    prop_oneof![
        3 => rolls().prop_map(|rolls| some_by_date(workloads::scenario(&mut Dice::new(&rolls)))),
        1 => rolls().prop_map(|rolls| Generated(jobs::scenario(&mut Dice::new(&rolls)))),
    ]
}

/// Texts of scenarios by number, the same in every run.
pub fn numbered() -> impl Iterator<Item = String> {
    let mut runner = TestRunner::deterministic();
    std::iter::repeat_with(move || scenarios().new_tree(&mut runner).unwrap().current().text())
}

/// Scenarios in the short form and scenarios with workloads, in equal numbers.
pub fn scenarios() -> impl Strategy<Value = Generated> {
    prop_oneof![short_scenarios(), workload_scenarios()]
}

/// Configuration with a number of cases. The cases are the same in every run; `PROPTEST_RNG_SEED` selects others.
pub fn cases(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let rng_seed = match default.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        chosen @ RngSeed::Fixed(_) => chosen,
    };
    ProptestConfig { cases, rng_seed, failure_persistence: None, max_shrink_iters: 500, ..default }
}
