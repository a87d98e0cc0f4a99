//! Constrained texts of the language: paths of options, names of profiles and rules, fixed words; and advice for misplaced keys.

use super::profiles;
use crate::diagnostic::Code;
use language::declaration::{Misplaced, Text, any_text};
use serde_json::{Value, json};

/// Word for a scenario in which no option can be chosen.
pub const NO_WINNER: &str = "none";
/// Word for a month that is not reached within the horizon.
pub const NEVER: &str = "never";
/// Word for a break-even if owning costs no more at any demand.
pub const ALWAYS_OWN: &str = "always_own";
/// Word for a break-even if renting costs less at any demand.
pub const ALWAYS_RENT: &str = "always_rent";

/// Pattern of option paths as keys; editors also match the YAML merge key against it.
pub(super) const OPTIONS: &str = r"^(own|rent|hybrid)\.[a-z0-9][a-z0-9_-]*$|^<<$";

/// Name chosen by the author.
pub(super) static NAME: Text = Text {
    schema: || any_text(json!({ "pattern": "^[a-z0-9][a-z0-9_-]*$" })),
    reference: || "a name".to_owned(),
    example: None,
    or: "",
};

/// Advice for misplaced keys of workloads or of the demand.
pub(super) const OF_WORKLOADS: &str = "belongs in a workload of `demand`";

// keys that people expect but the language does not have, each with what to write instead
pub(super) const TAX: Misplaced = Misplaced::instead(
    &["tax", "taxes", "tax_rate", "corporate_tax", "corporate_tax_rate", "income_tax"],
    "is the `rate` of `tax`, set once for the whole scenario",
    "write `tax: { rate: 25% }` at the top, with a `discount_rate` after tax",
);
pub(super) const INDIRECT_TAX: Misplaced = Misplaced::instead(
    &["vat", "vat_rate", "gst", "sales_tax", "mwst", "value_added_tax", "non_recoverable_vat"],
    "is an `indirect_tax` if it is not recoverable; recoverable tax is not a cost",
    "write `indirect_tax: 19%` for non-recoverable tax, or remove it",
);
pub(super) const INFLATION: Misplaced = Misplaced::instead(
    &["inflation", "inflation_rate", "cpi"],
    "is not an input: amounts are nominal, and each price has its own rate of change",
    "remove it; use `growth_per_year` of a cost or `price_change_per_year` of an option",
);
pub(super) const EXCHANGE: Misplaced = Misplaced::instead(
    &["fx", "fx_rate", "exchange_rate", "exchange_rates", "currency_rate", "currency"],
    "is set once for the whole scenario",
    "write `exchange_rates: { USD: … }` next to `currency`, and the code after each amount: `3.20 USD`",
);
pub(super) const DEPRECIATION: Misplaced = Misplaced::instead(
    &["depreciation_method", "amortization", "amortisation", "bonus_depreciation"],
    "applies to `tax` only; the value of servers follows from useful life and residual value",
    "write `useful_life_months` and `residual_value`, and for tax `depreciation` or `first_year_share`",
);

/// Path of an option that can be part of a hybrid.
pub(super) static OPTION: Text = Text {
    schema: || json!({ "type": "string", "pattern": r"^(own|rent)\.[a-z0-9][a-z0-9_-]*$" }),
    reference: an_option,
    example: Some("own.hgx-h100"),
    or: "or another option that serves it",
};

/// Path of an expected winner, or `none`.
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

/// Word for a break-even without a change of the winner.
pub(super) static UTILIZATION: Text = Text {
    schema: || words(&[ALWAYS_OWN, ALWAYS_RENT]),
    reference: || format!("`{ALWAYS_OWN}`, `{ALWAYS_RENT}`"),
    example: None,
    or: "",
};

/// Word for a month that is not reached.
pub(super) static MONTH: Text =
    Text { schema: || words(&[NEVER]), reference: || format!("`{NEVER}`"), example: None, or: "" };

fn words(words: &[&str]) -> Value {
    json!({ "enum": words })
}

/// Name of a profile.
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

/// Name of a rule that can be allowed.
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

/// Why a finding cannot be allowed, and what to do instead.
pub(super) fn not_allowed_because(code: Code) -> Option<(&'static str, &'static str)> {
    if matches!(code, Code::ExpiredAllowance | Code::UnusedAllowance | Code::OpenAllowance) {
        Some(("is about allowances", "fix the allowance instead"))
    } else if code == Code::StaleBaseline {
        Some(("is about a baseline", "regenerate the baseline instead"))
    } else if code == Code::ReasonShort {
        Some(("is about reasons", "give a reason instead"))
    } else {
        (!code.may_be_set_aside()).then_some(("is an error", "fix it instead"))
    }
}

/// Whether a scenario can allow findings with this code.
#[must_use]
pub fn may_be_allowed(code: Code) -> bool {
    not_allowed_because(code).is_none()
}

/// Whether a text is a valid name: lower-case letters, digits, hyphens and underscores, beginning with a letter or a digit.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let within = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    text.chars().all(within) && text.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
}

/// Valid name derived from a text.
#[must_use]
pub fn as_name(text: &str) -> String {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty()).collect();
    let name = words.join("-").trim_start_matches('_').to_owned();
    if name.is_empty() { "a-name".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_and_mended() {
        assert!(["hgx-h100", "8x", "three_year", "a"].iter().all(|name| is_name(name)));
        assert!(["", "-a", "_a", "A", "a b", "a.b", "größe"].iter().all(|name| !is_name(name)));
        assert_eq!(as_name("HGX H100 (8x)"), "hgx-h100-8x");
        assert_eq!(as_name("東京"), "a-name");
        assert!(is_name(&as_name("__Größe.2")));
    }
}
