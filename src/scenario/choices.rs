//! The one table of choices: which keys of a part exclude each other, and which belong together. The check, its errors
//! and the schema come from it.

use super::document::{Document, NodeId};
use super::suggest::listed;
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

/// Every choice.
pub const CHOICES: &[Choice] = &[
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

    /// What is wrong with the keys of a part, if anything. None of the alternatives is no finding where a key is unknown: that
    /// one was meant, and is reported.
    pub(super) fn check(&self, document: &Document, part: NodeId, unknown: Unknown) -> Option<Diagnostic> {
        let known = self.keys();
        let given: Vec<NodeId> = document
            .children(part)
            .iter()
            .copied()
            .filter(|&child| known.contains(&document.node(child).key.as_str()))
            .collect();
        let keys: Vec<&str> = given.iter().map(|&child| document.node(child).key.as_str()).collect();
        let holding: Vec<_> = self.alternatives.iter().filter(|set| keys.iter().all(|key| set.contains(key))).collect();
        if keys.is_empty() {
            let is_missing = self.needed == Needed::One && unknown == Unknown::None;
            return is_missing.then(|| self.none(document, part));
        }
        if holding.iter().any(|set| set.len() == keys.len()) {
            return None;
        }
        if holding.is_empty() {
            self.exclusive(document, &given)
        } else {
            incomplete(document, &given, &keys, &holding)
        }
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
        let words: Vec<String> = self.alternatives.iter().map(|set| listed(set, "with")).collect();
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
        "transferred_tb_per_month" => "30",
        "per_tb" => "90",
        _ => "…",
    }
}

fn incomplete(
    document: &Document,
    given: &[NodeId],
    keys: &[&str],
    holding: &[&&'static [&'static str]],
) -> Option<Diagnostic> {
    let missing: Vec<&str> =
        holding.iter().flat_map(|set| set.iter().copied().filter(|key| !keys.contains(key))).collect();
    let (at, key) = (*given.first()?, *keys.first()?);
    let message = format!("`{key}` goes together with {}, which is not there", listed(&missing, "or"));
    let example = missing.first().map(|key| format!("add `{key}: {}` beside it", companion(key))).unwrap_or_default();
    Some(Diagnostic::new(Code::IncompleteChoice, document.path(at), document.key_place(at), message).label(example))
}
