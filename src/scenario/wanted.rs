//! What a place in the language asks for, in words and with an example: for errors about what is missing or of the wrong kind.

use super::quantity::{Form, Kind};
use super::suggest::listed;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    Quantity(&'static Kind),
    /// A quantity whose kind another key decides.
    Value,
    Text,
    Truth,
    Choice(&'static [&'static str]),
    Currency,
    Date,
    Part(&'static [&'static str]),
    Entries,
    List,
}

/// The shape of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar,
    Map,
    List,
}

impl Wanted {
    pub(super) fn shape(self) -> Shape {
        match self {
            Wanted::Quantity(_)
            | Wanted::Value
            | Wanted::Text
            | Wanted::Truth
            | Wanted::Choice(_)
            | Wanted::Currency
            | Wanted::Date => Shape::Scalar,
            Wanted::Part(_) | Wanted::Entries => Shape::Map,
            Wanted::List => Shape::List,
        }
    }

    /// `a number from 0 to 1,000 kW`.
    pub(super) fn words(self, currency: &str) -> String {
        match self {
            Wanted::Quantity(kind) => {
                let form = match kind.form {
                    Form::Number => "a number",
                    Form::Share => "a share",
                    Form::Count => "a whole number",
                };
                format!("{form} {}", kind.range(currency))
            }
            Wanted::Value => "a number or a share".to_owned(),
            Wanted::Text => "a text".to_owned(),
            Wanted::Truth => "true or false".to_owned(),
            Wanted::Choice(words) => listed(words, "or"),
            Wanted::Currency => "a currency code such as USD".to_owned(),
            Wanted::Date => "a day such as 2026-11-01".to_owned(),
            Wanted::Part(_) => "a part with keys".to_owned(),
            Wanted::Entries => "a part with named entries".to_owned(),
            Wanted::List => "a list".to_owned(),
        }
    }

    /// What is asked for under a key, in words; a few keys take either of two kinds.
    pub(super) fn words_for(self, key: &str, currency: &str) -> String {
        match EITHER.iter().find(|(known, _)| *known == key) {
            Some((_, words)) => (*words).to_owned(),
            None => self.words(currency),
        }
    }

    /// What to type for a key.
    pub(super) fn example(self, key: &str) -> String {
        if let Some((_, value)) = EXAMPLES.iter().find(|(known, _)| *known == key) {
            return format!("`{key}: {value}`");
        }
        match self {
            Wanted::Part(keys) if keys.len() > 6 => "its keys below it, indented".to_owned(),
            Wanted::Entries => "its entries below it, each with a name".to_owned(),
            wanted => format!("`{key}: {}`", wanted.value()),
        }
    }

    /// What to type for an item of a list.
    pub(super) fn item(self) -> String {
        format!("`{}`", self.value())
    }

    fn value(self) -> String {
        match self {
            Wanted::Quantity(kind) => kind.example().to_owned(),
            Wanted::Value => "38".to_owned(),
            Wanted::Text | Wanted::Entries => "…".to_owned(),
            Wanted::Truth => "true".to_owned(),
            Wanted::Choice(words) => words.first().unwrap_or(&"…").to_string(),
            Wanted::Currency => "USD".to_owned(),
            Wanted::Date => "2026-11-01".to_owned(),
            Wanted::Part(keys) => {
                let first: Vec<String> = keys.iter().take(3).map(|key| format!("{key}: …")).collect();
                format!("{{ {} }}", first.join(", "))
            }
            Wanted::List => "[ … ]".to_owned(),
        }
    }
}

/// Keys under which stands a single value, or a part or a list.
const EITHER: &[(&str, &str)] = &[
    ("profile", "the name of a profile, or a list of 24 or 168 shares"),
    ("relative_throughput", "a number, or a part with a number for each workload"),
    ("winner", "the path of an option such as `own.hgx-h100`, `none`, or a list of paths"),
    ("break_even_utilization", "`always_own`, `always_rent`, or a part with `min` or `max`"),
    ("payback_month", "`never`, or a part with `min` or `max`"),
    ("discounted_payback_month", "`never`, or a part with `min` or `max`"),
    ("break_even_horizon_months", "`never`, or a part with `min` or `max`"),
    ("burst_to", "the name of a rent option, `wait`, or a part with `option` and `commitments`"),
];

/// What to type for keys whose kind alone gives no good example.
const EXAMPLES: &[(&str, &str)] = &[
    ("name", "Eight H100s for serving"),
    ("demand", "{ accelerators: 8, utilization: 65% }"),
    ("node", "{ price: 289_000, accelerators: 8 }"),
    ("useful_life_months", "60"),
    ("discount", "12%"),
    ("instances", "3"),
    ("nodes", "6"),
    ("month", "12"),
    ("from", "quote Q-4471"),
    ("option", "aws-p5"),
    ("amount", "12_000"),
    ("per_tb", "90"),
    ("per_accelerator_hour", "9.5"),
    ("features", "[infiniband]"),
    ("market_values", "[65%, 42%, 30%]"),
    ("purchases", "[{ month: 0, nodes: 4 }]"),
    ("tiers", "[{ up_to_tb: 10, per_tb: 90 }, { per_tb: 70 }]"),
    ("uncertainty", "{ own.hgx-h100.node.price: { low: 265_000, high: 340_000 } }"),
    ("payment", "{ order: 30%, delivery: 70% }"),
    ("kind", "realtime_inference"),
    ("runs_per_month", "12"),
    ("runs_per_year", "30"),
    ("hours_per_run", "18"),
    ("peak_accelerators", "48"),
    ("profile", "business_hours"),
    ("trace", "traces/research.csv"),
    ("serves", "[chat]"),
    ("relative_throughput", "0.6"),
    ("lease", "{ per_node_month: 7_900, term_months: 36 }"),
    ("loan", "{ financed_share: 80%, rate: 7.5%, term_months: 36 }"),
    ("financed_share", "80%"),
    ("rate", "7.5%"),
    ("buyout", "12%"),
    ("spot", "{ discount: 65%, interruptions_per_month: 0.2 }"),
    ("requires", "{ features: [infiniband] }"),
    ("winner", "own.hgx-h100"),
    ("margin", "{ min: 5% }"),
    ("break_even_utilization", "{ max: 60% }"),
    ("totals", "{ own.hgx-h100: { max: 6_000_000 } }"),
    ("present_values", "{ own.hgx-h100: { max: 6_000_000 } }"),
    ("pairs", "[{ own: hgx-h100, rent: aws-p5, payback_month: { max: 30 } }]"),
    ("payback_month", "{ max: 30 }"),
    ("discounted_payback_month", "{ max: 30 }"),
    ("break_even_horizon_months", "{ max: 30 }"),
    ("irr", "{ min: 15% }"),
    ("resale_needed", "{ max: 200_000 }"),
    ("unit", "{ name: 1M tokens, per_accelerator_hour: 9.5 }"),
];
