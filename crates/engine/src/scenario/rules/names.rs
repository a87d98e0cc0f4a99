//! Rules of names: valid characters, reserved names, maximum numbers.

use super::Rules;
use crate::diagnostic::{Code, FixSafety};
use crate::scenario::cases::STATED;
use crate::scenario::document::{Named, NodeId, quoted};
use crate::scenario::limits::{
    MAX_COMBINED_LINES, MOST_CASES, MOST_LINES, MOST_OPTIONS, MOST_PAIRS, MOST_PURCHASES, MOST_WORKLOADS,
};
use crate::scenario::option::LABEL;
use crate::scenario::rent::Meter;
use crate::scenario::texts::{as_name, is_name};

/// Word for no rent option.
pub(super) const WAIT: &str = "wait";
/// Names of lines that reports add to owned options.
const OWN_LINES: &[&str] = &["nodes", "electricity", "delay"];
/// Names of lines that reports add to rented options.
const RENT_LINES: &[&str] = &[
    "nodes",
    "electricity",
    "delay",
    "committed",
    Meter::Spot.name(),
    Meter::OnDemand.name(),
    Meter::Dedicated.name(),
    Meter::Endpoint.name(),
];

impl Rules<'_> {
    pub(super) fn names(&mut self) {
        let scenario = self.scenario;
        let mut together = Vec::new();
        self.named(&scenario.own, &[WAIT]);
        self.named(&scenario.rent, &[WAIT]);
        self.limit(&ids(&scenario.own), MOST_OPTIONS, "options to own");
        self.named(&scenario.hybrid, &[]);
        self.named(&scenario.cases, &[STATED]);
        self.limit(&ids(&scenario.cases), MOST_CASES, "cases");
        self.named(&scenario.demand.workloads, &[LABEL.name]);
        self.limit(&ids(&scenario.rent), MOST_OPTIONS, "options to rent");
        self.limit(&ids(&scenario.hybrid), MOST_OPTIONS, "hybrids");
        self.limit(&ids(&scenario.demand.workloads), MOST_WORKLOADS, "workloads");
        for option in &scenario.own {
            let own = &option.value;
            self.named(&own.capital, OWN_LINES);
            self.named(&own.operating, OWN_LINES);
            self.named(&own.one_off, OWN_LINES);
            self.named(&own.not_applicable, &[]);
            let purchases: Vec<NodeId> = own.purchases.iter().flatten().map(|purchase| purchase.month.at).collect();
            self.limit(&purchases, MOST_PURCHASES, "purchases in an option");
            let lines = [ids(&own.capital), ids(&own.operating), ids(&own.one_off)].concat();
            self.limit(&lines, MOST_LINES, "lines in an option");
            together.extend(lines);
        }
        for option in &scenario.rent {
            let rent = &option.value;
            self.named(&rent.operating, RENT_LINES);
            self.named(&rent.one_off, RENT_LINES);
            self.named(&rent.commitments, &[]);
            self.named(&rent.not_applicable, &[]);
            let lines = [ids(&rent.operating), ids(&rent.one_off), ids(&rent.commitments)].concat();
            self.limit(&lines, MOST_LINES, "lines in an option");
            together.extend(lines);
        }
        self.limit(&together, MAX_COMBINED_LINES, "lines in all options");
        self.pairs();
    }

    /// Maximum number of pairs; every pair of an owned and a rented option is compared.
    fn pairs(&mut self) {
        let (owned, rented) = (self.scenario.own.len() + self.scenario.hybrid.len(), &self.scenario.rent);
        // too many options of one kind are reported there
        let Some(most) = MOST_PAIRS.checked_div(owned).filter(|_| rented.len() <= MOST_OPTIONS) else { return };
        if let Some(first_over) = rented.iter().nth(most) {
            let message = format!(
                "there are {owned} options to own and {} to rent; at most {MOST_PAIRS} pairs are compared",
                rented.len()
            );
            let diagnostic = self.at_key(Code::TooMany, first_over.at, message);
            self.found.push(diagnostic.label(format!("keep at most {most} of these in a scenario")));
        }
    }

    fn named<T>(&mut self, entries: &Named<T>, reserved: &[&str]) {
        for entry in entries {
            if !is_name(&entry.name) {
                let message = format!("{} is not a valid name; use a-z, 0-9, `-` and `_`", quoted(&entry.name));
                let diagnostic = self.at_key(Code::InvalidName, entry.at, message);
                let name = as_name(&entry.name);
                // other references to the name would have to change too
                self.found.push(diagnostic.label(format!("write `{name}`")).instead(FixSafety::Unsafe, name));
            } else if reserved.contains(&entry.name.as_str()) {
                let why = match entry.name.as_str() {
                    WAIT => "is reserved: it means that no option serves",
                    STATED => "is reserved: it is the name of the base case",
                    name if name == LABEL.name => "is reserved: it is the key of a hybrid's label",
                    _ => "is reserved: reports add a line with this name",
                };
                let diagnostic = self.at_key(Code::ReservedName, entry.at, format!("`{}` {why}", entry.name));
                self.found.push(diagnostic.label("choose another name"));
            }
        }
    }

    fn limit(&mut self, entries: &[NodeId], most: usize, what: &str) {
        if let Some(&first_over) = entries.get(most) {
            let message = format!("there are {} {what}; at most {most} are allowed", entries.len());
            let diagnostic = self.at_key(Code::TooMany, first_over, message);
            self.found.push(diagnostic.label("the limit is exceeded from here on"));
        }
    }
}

pub(super) fn ids<T>(entries: &Named<T>) -> Vec<NodeId> {
    entries.iter().map(|entry| entry.at).collect()
}
