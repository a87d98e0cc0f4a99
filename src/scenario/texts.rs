//! Texts of the language that are more than any text: paths of options, names of profiles and of rules, a few words.

use super::{expect, may_be_allowed, profiles};
use crate::diagnostic::Code;
use language::declaration::Text;
use serde_json::{Value, json};

/// Paths of options as keys of entries; editors look at the key of a merge as at any other.
pub(super) const OPTIONS: &str = r"^(own|rent|hybrid)\.[a-z0-9][a-z0-9_-]*$|^<<$";

/// A name of the author's own.
pub(super) static NAME: Text = Text {
    schema: || json!({ "type": ["string", "number", "boolean"], "pattern": "^[a-z0-9][a-z0-9_-]*$" }),
    reference: || "a name".to_owned(),
    example: None,
    or: "",
};

/// Where a key belongs that workloads have, or the demand as a whole.
pub(super) const OF_WORKLOADS: &str = "belongs in a workload of `demand`";

/// The path of an option that may be a part of a hybrid.
pub(super) static OPTION: Text = Text {
    schema: || json!({ "type": "string", "pattern": r"^(own|rent)\.[a-z0-9][a-z0-9_-]*$" }),
    reference: an_option,
    example: Some("own.hgx-h100"),
    or: "or another option that serves it",
};

/// The path of an option that is expected to win, or that none does.
pub(super) static WINNER: Text = Text {
    schema: || {
        let none = expect::NO_WINNER;
        json!({ "type": "string", "pattern": format!(r"^(own|rent|hybrid)\.[a-z0-9][a-z0-9_-]*$|^{none}$") })
    },
    reference: an_option,
    example: None,
    or: "",
};

fn an_option() -> String {
    "the path of an option".to_owned()
}

/// That a winner does not change.
pub(super) static UTILIZATION: Text = Text {
    schema: || words(&[expect::ALWAYS_OWN, expect::ALWAYS_RENT]),
    reference: || format!("`{}`, `{}`", expect::ALWAYS_OWN, expect::ALWAYS_RENT),
    example: None,
    or: "",
};

/// That a month does not come.
pub(super) static MONTH: Text =
    Text { schema: || words(&[expect::NEVER]), reference: || format!("`{}`", expect::NEVER), example: None, or: "" };

fn words(words: &[&str]) -> Value {
    json!({ "enum": words })
}

/// The name of a profile.
pub(super) static PROFILE: Text = Text {
    schema: || {
        let names: Vec<&str> = profiles::all().iter().map(|profile| profile.name.as_str()).collect();
        json!({ "type": ["string", "number", "boolean"], "enum": names })
    },
    reference: || {
        let names: Vec<String> = profiles::all().iter().map(|profile| format!("`{}`", profile.name)).collect();
        names.join(", ")
    },
    example: None,
    or: "",
};

/// The name of a rule that may be allowed.
pub(super) static RULE: Text = Text {
    schema: || {
        let allowed = Code::ALL.iter().filter(|code| may_be_allowed(**code));
        let named = allowed.map(|code| json!({ "const": code.text(), "description": code.description() }));
        json!({ "oneOf": named.collect::<Vec<Value>>() })
    },
    reference: || "the name of a rule".to_owned(),
    example: None,
    or: "",
};
