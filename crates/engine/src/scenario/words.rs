//! Display names of inputs in reports, with their owners.

use super::Scenario;
use super::labels::Labels;
use language::declaration::{Key, Keyed, Owners, Step};

/// Display name of an input, or of anything else with a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayName {
    /// Name without an article: `price of a node`.
    pub display_name: String,
    /// Owner: an option or a workload.
    pub owner: Option<String>,
}

impl Labels {
    /// Display name of a path; the path itself if nothing is declared there.
    ///
    /// ```
    /// use engine::scenario::Labels;
    /// let words = |path| Labels::default().words(path).heading();
    /// assert_eq!(words("own.hgx.node.price"), "price of a node, own.hgx");
    /// assert_eq!(words("own.hgx.market_values.2"), "market value at age 3, own.hgx");
    /// assert_eq!(words("rent.cloud.commitments.base.discount"), "commitment discount of base, rent.cloud");
    /// assert_eq!(words("demand.workloads.chat.headroom"), "headroom, chat");
    /// assert_eq!(words("horizon_months"), "horizon");
    /// ```
    #[must_use]
    pub fn words(&self, path: &str) -> DisplayName {
        let alone = |display_name: String| DisplayName { display_name, owner: None };
        let steps = Scenario::PART.steps(path.split('.'));
        let whole = steps.len() == path.split('.').count();
        // the entries of some keys are named by other paths
        let by_path =
            matches!(steps.as_slice(), [Step::Key(key), _, ..] if is_keyed_by_path(key) || key.speaks_of_others());
        if !whole || by_path {
            return alone(path.to_owned());
        }
        let named: Vec<Named> = self.steps(path, &steps);
        let owner = named.iter().position(|named| named.owner.is_some());
        let below = owner.map_or(0, |owner| owner + 1);
        let Some((last, around)) = named[below..].split_last() else {
            return alone(named.into_iter().last().map(|named| named.display_name).unwrap_or_default());
        };
        let around = around.iter().rev().filter_map(|named| named.within.as_ref());
        let around: String = around.flat_map(|within| [" of ", within]).collect();
        DisplayName {
            display_name: format!("{}{around}", last.display_name),
            owner: owner.and_then(|owner| named[owner].owner.clone()),
        }
    }

    /// Display names of all steps of a path.
    fn steps(&self, path: &str, steps: &[Step<'_>]) -> Vec<Named> {
        let ends = path.match_indices('.').map(|(at, _)| at).chain([path.len()]);
        steps.iter().zip(ends).map(|(step, end)| self.step(*step, &path[..end])).collect()
    }

    /// Display names of a step at the end of a path.
    fn step(&self, step: Step<'_>, path: &str) -> Named {
        match step {
            Step::Key(key) => Named { display_name: key.display_text(), within: None, owner: None },
            Step::Entry(key, name) => {
                let label = self.of(path);
                let name = label.unwrap_or(name).to_owned();
                let (display_name, owner) = match key.owners {
                    Some(Owners::ByPath) => (label.unwrap_or(path).to_owned(), Some(label.unwrap_or(path).to_owned())),
                    Some(Owners::ByName) => (each(key, &name), Some(name.clone())),
                    None => (each(key, &name), None),
                };
                Named { display_name, within: Some(name), owner }
            }
            Step::Item(key, number) => {
                // paths count from 0, people from 1
                let number =
                    number.parse::<u32>().map_or_else(|_| number.to_owned(), |at| (u64::from(at) + 1).to_string());
                let display_name = each(key, &number);
                Named { within: Some(display_name.clone()), display_name, owner: None }
            }
        }
    }
}

/// Whether the entries of a key are named by paths.
fn is_keyed_by_path(key: &Key) -> bool {
    match key.keyed {
        Keyed::ByPath | Keyed::ByNameThenPath => true,
        Keyed::ByName | Keyed::ByPattern(_) => false,
    }
}

/// Display names of a step of a path.
struct Named {
    /// Name as the last step.
    display_name: String,
    /// Name as an enclosing step: `of network`; none for a key, whose part needs no name.
    within: Option<String>,
    /// Name as the owner of inputs.
    owner: Option<String>,
}

/// Display name of an entry or an item with its name or number: `purchase 2`.
fn each(key: &Key, name: &str) -> String {
    key.each.map_or_else(|| name.to_owned(), |each| format!("{each} {name}"))
}

impl DisplayName {
    /// Form for tables: `price of a node, own.hgx-h100`.
    #[must_use]
    pub fn heading(&self) -> String {
        let owner = self.owner.iter().flat_map(|owner| [", ", owner]);
        [self.display_name.as_str()].into_iter().chain(owner).collect()
    }

    /// Form for sentences: `the price of a node of own.hgx-h100`.
    #[must_use]
    pub fn phrase(&self) -> String {
        let owner = self.owner.iter().flat_map(|owner| [" of ", owner]);
        ["the ", self.display_name.as_str()].into_iter().chain(owner).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use language::declaration::KeyRole;
    use language::expected_type::ExpectedType;
    use language::reference::parts;

    fn heading(path: &str) -> String {
        Labels::default().words(path).heading()
    }

    #[test]
    fn whose_a_number_is_and_what_it_is_part_of_is_said() {
        assert_eq!(heading("demand.growth_per_year"), "demand growth per year");
        assert_eq!(
            heading("own.hgx.operating.egress.tiers.0.per_tb"),
            "price per terabyte of tier 1 of egress, own.hgx"
        );
        assert_eq!(heading("own.hgx.relative_throughput.chat"), "relative throughput for chat, own.hgx");
        assert_eq!(heading("own.hgx.relative_throughput"), "relative throughput, own.hgx");
        assert_eq!(heading("own.hgx.purchases.1.nodes"), "nodes of purchase 2, own.hgx");
        assert_eq!(heading("own.hgx.one_off.freight"), "one-off payment freight, own.hgx");
        let price = Labels::default().words("own.hgx.node.price");
        assert_eq!(price.phrase(), "the price of a node of own.hgx");
    }

    #[test]
    fn options_and_workloads_are_called_by_their_names() {
        assert_eq!(heading("own.hgx"), "own.hgx");
        assert_eq!(heading("demand.workloads.chat"), "workload chat");
    }

    #[test]
    fn what_is_not_declared_is_called_by_its_path() {
        for path in ["own.hgx.nodes.3", "nowhere", "", "sources.own.hgx.node.price", "uncertainty.horizon_months.low"] {
            assert_eq!(heading(path), path);
        }
    }

    /// Whether a key holds numbers.
    fn is_number(key: &Key) -> bool {
        fn quantity(expected: &ExpectedType) -> bool {
            match expected {
                ExpectedType::Quantity(_) => true,
                ExpectedType::Either(one, other) => quantity(one) || quantity(other),
                ExpectedType::Entries(below) | ExpectedType::List(below) => quantity(below),
                ExpectedType::Scalar(_)
                | ExpectedType::Text
                | ExpectedType::Boolean
                | ExpectedType::Word(_)
                | ExpectedType::Part(_) => false,
            }
        }
        quantity(key.expected)
    }

    #[test]
    fn every_key_of_a_number_says_what_it_is_called() {
        let others =
            |key: &&Key| matches!(key.role, KeyRole::Expectation | KeyRole::Uncertainty) || key.keyed != Keyed::ByName;
        let roots = Scenario::PART.keys.iter().filter(others).map(|key| key.name);
        let others: Vec<&str> = roots.collect();
        let mut checked = 0;
        for (path, part) in parts(Scenario::PART) {
            if others.iter().any(|root| path.split(['.', '[']).next() == Some(root)) {
                continue;
            }
            for key in part.keys.iter().filter(|key| is_number(key)) {
                checked += 1;
                assert!(key.display_name.is_some() || key.each.is_some(), "`{path}.{}` has no words", key.name);
            }
        }
        assert!(checked > 100, "{checked}");
    }
}
