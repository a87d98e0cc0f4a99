//! The one table of choices: which keys of a part exclude each other, and which belong together. The check, its errors
//! and the schema come from it.

use super::document::{Document, NodeId};
use super::suggest::{listed, spoken, together};
use crate::diagnostic::{Code, Diagnostic};

/// How many of the alternatives must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needed {
    /// Exactly one.
    One,
    /// One or none.
    AtMostOne,
}

/// Whether a part has keys that the language does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    None,
    Some,
}

/// Alternatives of a part.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The type of the part.
    pub part: &'static str,
    /// How many of them must be there.
    pub needed: Needed,
    /// The alternatives: each a set of keys that belong together.
    pub alternatives: &'static [&'static [&'static str]],
    /// What is said when one is needed and none is there: `has no price`.
    pub missing: &'static str,
    /// What to type then.
    pub example: &'static str,
}

/// A figure is expected to be at least one thing, at most another, or both.
const BOUNDS: &[&[&str]] = &[&["min"], &["max"], &["min", "max"]];
const NO_BOUND: &str = "does not say what is expected";

/// Every choice.
pub const CHOICES: &[Choice] = &[
    Choice {
        part: "Uncertainty",
        needed: Needed::One,
        alternatives: &[&["low", "high"], &["low", "likely", "high"], &["p10", "p90"]],
        missing: "does not say between which values the number lies",
        example: "add `low` and `high`, with `likely` between them, or `p10` and `p90`",
    },
    Choice {
        part: "Demand",
        needed: Needed::One,
        alternatives: &[&["accelerators", "utilization"], &["workloads"]],
        missing: "does not say what is demanded",
        example: "add `accelerators: 8` and `utilization: 65%`, or `workloads`",
    },
    Choice {
        part: "Workload",
        needed: Needed::One,
        alternatives: &[
            &["accelerators", "utilization"],
            &["runs_per_month", "hours_per_run", "accelerators"],
            &["runs_per_year", "hours_per_run", "accelerators"],
            &["peak_accelerators", "profile"],
            &["peak_units_per_hour", "profile"],
            &["units_per_month", "profile"],
            &["accelerator_hours_per_month"],
            &["accelerator_hours_per_month", "accelerators"],
            &["trace"],
        ],
        missing: "does not say what it demands",
        example: "add `accelerators: 8` and `utilization: 65%`, or runs, a profile, accelerator-hours or a trace",
    },
    Choice {
        part: "Spot",
        needed: Needed::One,
        alternatives: &[&["discount"], &["per_instance_hour"], &["per_accelerator_hour"]],
        missing: "has no price",
        example: "add `discount: 65%` off the list price, `per_instance_hour` or `per_accelerator_hour`",
    },
    Choice {
        part: "Spot",
        needed: Needed::AtMostOne,
        alternatives: &[&["interruptions_per_month"], &["interruptions_per_hour"]],
        missing: "",
        example: "",
    },
    Choice {
        part: "HardwareNode",
        needed: Needed::One,
        alternatives: &[&["price"], &["price_per_accelerator"]],
        missing: "has no price",
        example: "add `price: 289_000` for one node, or `price_per_accelerator: 36_125`",
    },
    Choice {
        part: "Own",
        needed: Needed::AtMostOne,
        alternatives: &[&["nodes"], &["purchases"]],
        missing: "",
        example: "",
    },
    Choice {
        part: "Own",
        needed: Needed::AtMostOne,
        alternatives: &[&["residual_value"], &["market_values"]],
        missing: "",
        example: "",
    },
    Choice {
        part: "CapitalEntry",
        needed: Needed::One,
        alternatives: &[&["per_node"], &["count", "price"], &["amount"], &["per_kw"], &["share_of_nodes"]],
        missing: "does not say what it costs",
        example: "add what it costs, such as `amount: 220_000` or `per_node: 31_000`",
    },
    Choice {
        part: "OwnedLine",
        needed: Needed::One,
        alternatives: &[
            &["per_month"],
            &["per_year"],
            &["fte", "per_fte_year"],
            &["per_node_month"],
            &["per_node_year"],
            &["per_accelerator_month"],
            &["per_kw_month"],
            &["share_of_capital_per_year"],
            &["per_useful_hour"],
            &["share_of_bill"],
            &["stored_tb", "per_tb_month"],
            &["transferred_tb_per_month", "per_tb"],
            &["transferred_tb_per_month", "tiers"],
        ],
        missing: "does not say what it costs",
        example: "add what it costs, such as `per_month: 9_500` or `per_node_year: 9_500`",
    },
    Choice {
        part: "RentedLine",
        needed: Needed::One,
        alternatives: &[
            &["per_month"],
            &["per_year"],
            &["fte", "per_fte_year"],
            &["per_useful_hour"],
            &["share_of_bill"],
            &["stored_tb", "per_tb_month"],
            &["transferred_tb_per_month", "per_tb"],
            &["transferred_tb_per_month", "tiers"],
        ],
        missing: "does not say what it costs",
        example: "add what it costs, such as `per_month: 9_500` or `share_of_bill: 3%`",
    },
    Choice {
        part: "Rent",
        needed: Needed::One,
        alternatives: &[
            &["on_demand_per_instance_hour"],
            &["on_demand_per_accelerator_hour"],
            &["dedicated_per_instance_month"],
            &["dedicated_per_accelerator_month"],
            &["price_per_unit"],
        ],
        missing: "has no price",
        example: "add a price, such as `on_demand_per_accelerator_hour: 6.88`",
    },
    Choice {
        part: "Commitment",
        needed: Needed::One,
        alternatives: &[&["discount"], &["per_instance_hour"], &["per_accelerator_hour"]],
        missing: "has no price",
        example: "add `discount: 45%` off the list price, `per_instance_hour` or `per_accelerator_hour`",
    },
    Choice {
        part: "ShareBounds",
        needed: Needed::One,
        alternatives: BOUNDS,
        missing: NO_BOUND,
        example: "add `max: 60%`, or both `min` and `max`",
    },
    Choice {
        part: "AmountBounds",
        needed: Needed::One,
        alternatives: BOUNDS,
        missing: NO_BOUND,
        example: "add `max: 6_000_000`, or both `min` and `max`",
    },
    Choice {
        part: "MonthBounds",
        needed: Needed::One,
        alternatives: BOUNDS,
        missing: NO_BOUND,
        example: "add `max: 30`, or both `min` and `max`",
    },
    Choice {
        part: "ReturnBounds",
        needed: Needed::One,
        alternatives: BOUNDS,
        missing: NO_BOUND,
        example: "add `min: 15%`, or both `min` and `max`",
    },
];

/// The choices of a part.
pub fn of(part: &str) -> impl Iterator<Item = &'static Choice> {
    CHOICES.iter().filter(move |choice| choice.part == part)
}

impl Choice {
    /// Every key that takes part in the choice, once.
    #[must_use]
    pub fn keys(&self) -> Vec<&'static str> {
        let mut keys: Vec<&str> = self.alternatives.iter().flat_map(|set| set.iter().copied()).collect();
        let mut seen = Vec::new();
        keys.retain(|key| {
            !seen.contains(key) && {
                seen.push(*key);
                true
            }
        });
        keys
    }

    /// What is wrong with the keys of a part, if anything. That some are missing is no finding where a key is unknown:
    /// one of them was meant, and that is reported.
    pub(super) fn check(&self, document: &Document, part: NodeId, unknown: Unknown) -> Option<Diagnostic> {
        let known = self.keys();
        let given: Vec<NodeId> = document
            .children(part)
            .iter()
            .copied()
            .filter(|&child| known.contains(&document.node(child).key.as_str()))
            .collect();
        let keys: Vec<&str> = given.iter().map(|&child| document.node(child).key.as_str()).collect();
        if keys.is_empty() {
            let is_missing = self.needed == Needed::One && unknown == Unknown::None;
            return is_missing.then(|| self.none(document, part));
        }
        let holding = self.holding(&keys);
        if holding.iter().any(|set| set.len() == keys.len()) {
            None
        } else if holding.is_empty() {
            self.mistaken(document, &given, &keys).or_else(|| self.exclusive(document, &given))
        } else {
            (unknown == Unknown::None).then(|| self.incomplete(document, &given, &keys))
        }
    }

    /// The alternatives that hold all of some keys.
    fn holding(&self, keys: &[&str]) -> Vec<&'static [&'static str]> {
        self.alternatives.iter().copied().filter(|set| keys.iter().all(|key| set.contains(key))).collect()
    }

    fn none(&self, document: &Document, part: NodeId) -> Diagnostic {
        let path = document.path(part);
        let message = format!("`{path}` {}", self.missing);
        let diagnostic = Diagnostic::new(Code::MissingChoice, path, document.place(part), message).label(self.example);
        // a label names three at most
        if self.alternatives.len() > 3 { diagnostic.help(format!("one of {}", self.spoken())) } else { diagnostic }
    }

    /// The alternatives in words: `` `per_month`, `fte` with `per_fte_year` ``.
    fn spoken(&self) -> String {
        let words: Vec<String> = self.alternatives.iter().map(|set| together(set)).collect();
        words.join(", ")
    }

    /// Two keys that no alternative holds together: the later one is the error, the earlier one is shown.
    fn exclusive(&self, document: &Document, given: &[NodeId]) -> Option<Diagnostic> {
        let together = |a: &str, b: &str| self.alternatives.iter().any(|set| set.contains(&a) && set.contains(&b));
        let key = |at: NodeId| document.node(at).key.as_str();
        let pairs =
            given.iter().enumerate().flat_map(|(i, &second)| given[..i].iter().map(move |&first| (first, second)));
        let (first, second) = pairs.into_iter().find(|&(first, second)| !together(key(first), key(second)))?;
        let message = format!("`{}` and `{}` exclude each other", key(first), key(second));
        let diagnostic =
            Diagnostic::new(Code::ExclusiveKeys, document.path(second), document.key_place(second), message)
                .label("remove this one")
                .related(document.key_place(first), "or this one");
        Some(diagnostic)
    }

    /// One key that excludes the others in the place of one that goes together with them: `accelerators` beside a
    /// `profile`, which has `peak_accelerators`.
    fn mistaken(&self, document: &Document, given: &[NodeId], keys: &[&str]) -> Option<Diagnostic> {
        let known = self.keys();
        let alike = |a: &str, b: &str| a.ends_with(b) || b.ends_with(a);
        let mended = |wrong: &str, meant: &'static str| {
            let others = keys.iter().copied().filter(|key| *key != wrong);
            !keys.contains(&meant)
                && alike(wrong, meant)
                && !self.holding(&others.chain([meant]).collect::<Vec<_>>()).is_empty()
        };
        let (wrong, meant) = given
            .iter()
            .zip(keys)
            .find_map(|(at, wrong)| known.iter().find(|meant| mended(wrong, meant)).map(|meant| (*at, *meant)))?;
        let other = given.iter().copied().find(|at| *at != wrong)?;
        let message = format!("`{}` does not go together with `{}`", document.key(wrong), document.key(other));
        let diagnostic = Diagnostic::new(Code::ExclusiveKeys, document.path(wrong), document.key_place(wrong), message)
            .label(format!("did you mean `{meant}`?"))
            .related(document.key_place(other), "beside this");
        Some(diagnostic)
    }

    /// A key without those it belongs together with.
    fn incomplete(&self, document: &Document, given: &[NodeId], keys: &[&str]) -> Diagnostic {
        let mut missing: Vec<Vec<&str>> = Vec::new();
        for set in self.holding(keys) {
            let rest: Vec<&str> = set.iter().copied().filter(|key| !keys.contains(key)).collect();
            if !missing.contains(&rest) {
                missing.push(rest);
            }
        }
        // the key that tells most about what is meant
        let of = |at: &&NodeId| self.alternatives.iter().filter(|set| set.contains(&document.key(**at))).count();
        let at = given.iter().min_by_key(of).copied().unwrap_or(NodeId::ROOT);
        let (words, are) = match missing.as_slice() {
            [one] => (listed(one, "and"), if one.len() > 1 { "are" } else { "is" }),
            several => (spoken(&several.iter().map(|set| together(set)).collect::<Vec<_>>(), "or"), "is"),
        };
        let message = format!("`{}` goes together with {words}, which {are} not there", document.key(at));
        let added: Vec<String> =
            missing.iter().take(1).flatten().map(|key| format!("`{key}: {}`", companion(key))).collect();
        Diagnostic::new(Code::IncompleteChoice, document.path(at), document.key_place(at), message)
            .label(format!("add {} beside it", spoken(&added, "and")))
    }
}

/// What may be typed for a key that goes together with another.
fn companion(key: &str) -> &'static str {
    match key {
        "count" => "4",
        "price" => "31_200",
        "fte" => "1.5",
        "per_fte_year" => "185_000",
        "stored_tb" => "120",
        "per_tb_month" => "23",
        "transferred_tb_per_month" | "runs_per_year" => "30",
        "per_tb" => "90",
        "accelerators" | "peak_accelerators" => "8",
        "utilization" => "65%",
        "runs_per_month" => "12",
        "hours_per_run" => "18",
        "profile" => "business_hours",
        "accelerator_hours_per_month" => "9_000",
        _ => "…",
    }
}
