//! Texts of the language that are more than any text: paths of options, names of profiles and of rules, a few words.

use super::{may_be_allowed, profiles};
use crate::diagnostic::Code;
use language::declaration::{Misplaced, Text, any_text};
use serde_json::{Value, json};

/// The word for a scenario in which no option may be chosen.
pub const NO_WINNER: &str = "none";
/// The word for a month that does not come within the horizon.
pub const NEVER: &str = "never";
/// The word for a break-even where owning costs no more at any demand.
pub const ALWAYS_OWN: &str = "always_own";
/// The word for a break-even where renting costs less at any demand.
pub const ALWAYS_RENT: &str = "always_rent";

/// Paths of options as keys of entries; editors look at the key of a merge as at any other.
pub(super) const OPTIONS: &str = r"^(own|rent|hybrid)\.[a-z0-9][a-z0-9_-]*$|^<<$";

/// A name of the author's own.
pub(super) static NAME: Text = Text {
    schema: || any_text(json!({ "pattern": "^[a-z0-9][a-z0-9_-]*$" })),
    reference: || "a name".to_owned(),
    example: None,
    or: "",
};

/// Where a key belongs that workloads have, or the demand as a whole.
pub(super) const OF_WORKLOADS: &str = "belongs in a workload of `demand`";

/// What companies ask for and the language has no key for, each with what is done about it instead.
pub(super) const TAX: Misplaced = Misplaced::instead(
    &["tax", "taxes", "tax_rate", "corporate_tax", "corporate_tax_rate", "income_tax"],
    "is the `rate` of a `tax`, of the scenario as a whole",
    "write `tax: { rate: 25% }` at the top, with a `discount_rate` after tax",
);
pub(super) const INDIRECT_TAX: Misplaced = Misplaced::instead(
    &["vat", "vat_rate", "gst", "sales_tax", "mwst", "value_added_tax", "non_recoverable_vat"],
    "is an `indirect_tax` if nobody refunds it, and counts for nothing if it is refunded",
    "write `indirect_tax: 19%` for what is not refunded, or remove it",
);
pub(super) const INFLATION: Misplaced = Misplaced::instead(
    &["inflation", "inflation_rate", "cpi"],
    "is no number of its own: amounts are nominal, and each price changes at its own rate",
    "remove it; write it where prices rise, as `growth_per_year` of a cost or `price_change_per_year` of an option",
);
pub(super) const EXCHANGE: Misplaced = Misplaced::instead(
    &["fx", "fx_rate", "exchange_rate", "exchange_rates", "currency_rate", "currency"],
    "is said once for the whole file",
    "write `exchange_rates: { USD: … }` beside `currency`, and the code behind each amount: `3.20 USD`",
);
pub(super) const DEPRECIATION: Misplaced = Misplaced::instead(
    &["depreciation_method", "amortization", "amortisation", "bonus_depreciation"],
    "says how a `tax` allows a price; what servers are worth follows from how long they serve and what they sell for",
    "write `useful_life_months` and `residual_value`, and for tax `depreciation` or `first_year_share`",
);

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
        let none = NO_WINNER;
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
    schema: || words(&[ALWAYS_OWN, ALWAYS_RENT]),
    reference: || format!("`{ALWAYS_OWN}`, `{ALWAYS_RENT}`"),
    example: None,
    or: "",
};

/// That a month does not come.
pub(super) static MONTH: Text =
    Text { schema: || words(&[NEVER]), reference: || format!("`{NEVER}`"), example: None, or: "" };

fn words(words: &[&str]) -> Value {
    json!({ "enum": words })
}

/// The name of a profile.
pub(super) static PROFILE: Text = Text {
    schema: || {
        let names: Vec<&str> = profiles::all().iter().map(|profile| profile.name.as_str()).collect();
        json!({ "enum": names })
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
