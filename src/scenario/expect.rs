//! What a scenario is expected to say: the figures that a reviewer agreed to. A check holds them against what is printed;
//! nothing is computed from them.

use super::document::{Given, Named, NodeId, ScalarOr};
use super::quantities::{Balance, Months, Return, Share};
use super::quantity::{Kind, Quantity};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;

/// The word for a scenario in which no option may be chosen.
pub const NO_WINNER: &str = "none";
/// The word for a month that does not come within the horizon.
pub const NEVER: &str = "never";
/// The word for a break-even where owning costs no more at any demand.
pub const ALWAYS_OWN: &str = "always_own";
/// The word for a break-even where renting costs less at any demand.
pub const ALWAYS_RENT: &str = "always_rent";

/// What the comparison is expected to say; `check` holds it against the printed figures.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The option that wins, `own.NAME`, `rent.NAME` or `hybrid.NAME`; `none` if none may be chosen; or a list of which one does.
    pub winner: Option<ScalarOr<Given<String>, Vec<Given<String>>>>,
    /// The saving over the runner-up, as a share of its present value.
    pub margin: Option<Given<ShareBounds>>,
    /// Whether the verdict is too close to call.
    pub close: Option<Given<bool>>,
    /// The fleet's utilization at which the winner changes, of the owned and the rented option that have the least present
    /// value of those that may win; `always_own` or `always_rent` where it does not change.
    pub break_even_utilization: Option<ScalarOr<Given<String>, Given<ShareBounds>>>,
    /// Cash over the horizon, by option.
    #[serde(default)]
    pub totals: Named<AmountBounds>,
    /// Present values, by option.
    #[serde(default)]
    pub present_values: Named<AmountBounds>,
    /// What is expected of two options that are compared.
    pub pairs: Option<Vec<Given<ExpectedPair>>>,
}

/// What is expected of an owned option, or a hybrid, beside a rented one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedPair {
    /// The name of the owned option, or `hybrid.NAME`.
    pub own: Given<String>,
    /// The name of the rented option.
    pub rent: Given<String>,
    /// The fleet's utilization at which the winner changes; `always_own` or `always_rent` where it does not change.
    pub break_even_utilization: Option<ScalarOr<Given<String>, Given<ShareBounds>>>,
    /// The month in which owning has paid back in cash, without resale; or `never`.
    pub payback_month: Option<ScalarOr<Given<String>, Given<MonthBounds>>>,
    /// The same of discounted cash; or `never`.
    pub discounted_payback_month: Option<ScalarOr<Given<String>, Given<MonthBounds>>>,
    /// The shortest horizon from which on owning wins; or `never`.
    pub break_even_horizon_months: Option<ScalarOr<Given<String>, Given<MonthBounds>>>,
    /// Return of buying instead of renting, effective a year.
    pub irr: Option<Given<ReturnBounds>>,
    /// Resale that owning needs in order to win.
    pub resale_needed: Option<Given<AmountBounds>>,
}

/// The least and the most that a figure is expected to be, whatever it is.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The kind of quantity in which they are written.
    pub kind: &'static Kind,
    /// The least.
    pub min: Option<Given<Decimal>>,
    /// The most.
    pub max: Option<Given<Decimal>>,
}

/// Something that is expected to lie within bounds.
pub trait Bounded {
    /// The bounds.
    fn bounds(&self) -> Bounds;
}

macro_rules! bounded {
    ($( $(#[doc = $doc:literal])+ $name:ident: $quantity:ident; )*) => {
        $(
            $(#[doc = $doc])+
            #[derive(Debug, Deserialize, JsonSchema)]
            #[serde(deny_unknown_fields)]
            pub struct $name {
                /// The least that is expected.
                pub min: Option<Given<$quantity>>,
                /// The most that is expected.
                pub max: Option<Given<$quantity>>,
            }

            impl Bounded for $name {
                fn bounds(&self) -> Bounds {
                    let exact = |end: &Option<Given<$quantity>>| {
                        end.as_ref().map(|end| Given { value: end.value.decimal(), at: end.at })
                    };
                    Bounds { kind: $quantity::KIND, min: exact(&self.min), max: exact(&self.max) }
                }
            }
        )*
    };
}

bounded! {
    /// Between which shares a figure is expected: at least one of the two.
    ShareBounds: Share;
    /// Between which amounts a figure is expected: at least one of the two.
    AmountBounds: Balance;
    /// Between which months a figure is expected: at least one of the two.
    MonthBounds: Months;
    /// Between which returns a figure is expected: at least one of the two.
    ReturnBounds: Return;
}

/// A month or a utilization that is expected within bounds, or not at all, in a word.
#[derive(Clone, Copy, Debug)]
pub enum Expected<'a> {
    /// A word, such as `never`.
    Word(&'a Given<String>),
    /// Bounds, with the node of the part.
    Within(Bounds, NodeId),
}

impl<'a> Expected<'a> {
    /// Of a key that takes a word or bounds.
    #[must_use]
    pub fn of<T: Bounded>(stated: &'a ScalarOr<Given<String>, Given<T>>) -> Expected<'a> {
        match stated {
            ScalarOr::Scalar(word) => Expected::Word(word),
            ScalarOr::Part(bounds) => Expected::Within(bounds.value.bounds(), bounds.at),
        }
    }
}

impl Expect {
    /// The options of which one is expected to win.
    #[must_use]
    pub fn winners(&self) -> &[Given<String>] {
        match &self.winner {
            None => &[],
            Some(ScalarOr::Scalar(one)) => std::slice::from_ref(one),
            Some(ScalarOr::Part(list)) => list,
        }
    }

    /// The pairs of which something is expected.
    pub fn pairs(&self) -> impl Iterator<Item = &Given<ExpectedPair>> {
        self.pairs.iter().flatten()
    }
}

impl ExpectedPair {
    /// The option that the pair names as owned: `own.NAME`, or `hybrid.NAME`.
    #[must_use]
    pub fn owned(&self) -> String {
        let name = &self.own.value;
        if name.starts_with("hybrid.") { name.clone() } else { format!("own.{name}") }
    }

    /// The rented option: `rent.NAME`.
    #[must_use]
    pub fn rented(&self) -> String {
        format!("rent.{}", self.rent.value)
    }

    /// The months that are expected, by their keys.
    #[must_use]
    pub fn months(&self) -> [(&'static str, Option<Expected<'_>>); 3] {
        [
            ("payback_month", self.payback_month.as_ref().map(Expected::of)),
            ("discounted_payback_month", self.discounted_payback_month.as_ref().map(Expected::of)),
            ("break_even_horizon_months", self.break_even_horizon_months.as_ref().map(Expected::of)),
        ]
    }
}
