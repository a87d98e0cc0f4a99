//! What a scenario is expected to say: the figures that a reviewer agreed to. A check holds them against what is printed;
//! nothing is computed from them.

use super::document::{Given, Named, NodeId, ScalarOr};
use super::quantities::{Balance, Months, Return, Share};
use super::quantity::{Quantity, QuantityKind};
use super::texts::{MONTH, OPTIONS, UTILIZATION, WINNER};
use language::choice::Choice;
use language::declaration::{Bare, Keyed, StandsFor};
use language::part;
use rust_decimal::Decimal;

pub use super::texts::{ALWAYS_OWN, ALWAYS_RENT, NEVER, NO_WINNER};

/// Declares what is expected of a comparison, with more keys behind those that every expectation may have.
macro_rules! expectations {
    ($(#[doc = $doc:literal])+ pub struct $name:ident { $($more:tt)* }) => {
        part! {
            $(#[doc = $doc])+
            pub struct $name {
            /// The option that wins, `own.NAME`, `rent.NAME` or `hybrid.NAME`; `none` if none may be chosen; or a list of which one does.
            winner: Option<ScalarOr<Given<String>, Vec<Given<String>>>>,
                example("own.hgx-h100"),
                words("the path of an option such as `own.hgx-h100`, `none`, or a list of paths"),
                text(&WINNER),
                stands_for(StandsFor::AnyOption),
                not_empty("name an option, or `none`"),
                unique();
            /// The saving over the runner-up, as a share of its present value.
            margin: Option<Given<ShareBounds>>, example("{ min: 5% }"), bare(Bare::Written("min"));
            /// Whether the verdict is too close to call.
            close: Option<Given<bool>>;
            /// The fleet's utilization at which the winner changes, of the owned and the rented option that have the least present
            /// value of those that may win; `always_own` or `always_rent` where it does not change.
            break_even_utilization: Option<ScalarOr<Given<String>, Given<ShareBounds>>>,
                example("{ max: 60% }"),
                words("`always_own`, `always_rent`, or a part with `min` or `max`"),
                text(&UTILIZATION);
            /// Cash over the horizon, by option.
            totals: Named<AmountBounds>, example("{ own.hgx-h100: { max: 6_000_000 } }"), keyed(Keyed::ByPattern(OPTIONS)), named_after(StandsFor::AnyOption);
            /// Present values, by option.
            present_values: Named<AmountBounds>,
                example("{ own.hgx-h100: { max: 6_000_000 } }"),
                keyed(Keyed::ByPattern(OPTIONS)), named_after(StandsFor::AnyOption);
            /// What is expected of two options that are compared.
            pairs: Option<Vec<Given<ExpectedPair>>>,
                example("[{ own: hgx-h100, rent: aws-p5, payback_month: { max: 30 } }]"),
                not_empty("name a pair, or remove the key");
                $($more)*
            }
            at_least(1);
        }

        impl $name {
            /// What is expected of the one comparison that this is about.
            #[must_use]
            pub fn here(&self) -> Expectations<'_> {
                Expectations {
                    winner: self.winner.as_ref(),
                    margin: self.margin.as_ref(),
                    close: self.close,
                    break_even_utilization: self.break_even_utilization.as_ref().map(Expected::of),
                    totals: &self.totals,
                    present_values: &self.present_values,
                    pairs: self.pairs.as_deref().unwrap_or_default(),
                }
            }
        }
    };
}

expectations! {
    /// What the comparison is expected to say; `check` holds it against the printed figures.
    pub struct Expect {
        /// What each case is expected to say, by its name.
        cases: Named<ExpectInCase>, example("{ downside: { winner: rent.aws-p5 } }"), named_after(StandsFor::Case);
    }
}

expectations! {
    /// What the comparison of a case is expected to say.
    pub struct ExpectInCase {}
}

/// What is expected of one comparison.
#[derive(Clone, Copy, Debug)]
pub struct Expectations<'a> {
    /// The option that wins, or a list of options of which one does.
    pub winner: Option<&'a ScalarOr<Given<String>, Vec<Given<String>>>>,
    /// The saving over the runner-up, as a share of its present value.
    pub margin: Option<&'a Given<ShareBounds>>,
    /// Whether the verdict is too close to call.
    pub close: Option<Given<bool>>,
    /// The utilization at which the winner changes, of the best owned and the best rented option.
    pub break_even_utilization: Option<Expected<'a>>,
    /// Cash over the horizon, by option.
    pub totals: &'a Named<AmountBounds>,
    /// Present values, by option.
    pub present_values: &'a Named<AmountBounds>,
    /// What is expected of two options that are compared.
    pub pairs: &'a [Given<ExpectedPair>],
}

part! {
    /// What is expected of an owned option, or a hybrid, beside a rented one.
    pub struct ExpectedPair {
        /// The name of the owned option, or `hybrid.NAME`.
        own: Given<String>, stands_for(StandsFor::OwnOption);
        /// The name of the rented option.
        rent: Given<String>, stands_for(StandsFor::RentOption);
        /// The fleet's utilization at which the winner changes; `always_own` or `always_rent` where it does not change.
        break_even_utilization: Option<ScalarOr<Given<String>, Given<ShareBounds>>>,
            example("{ max: 60% }"),
            words("`always_own`, `always_rent`, or a part with `min` or `max`"),
            text(&UTILIZATION);
        /// The month in which owning has paid back in cash, without resale; or `never`.
        payback_month: Option<ScalarOr<Given<String>, Given<MonthBounds>>>,
            example("{ max: 30 }"),
            words("`never`, or a part with `min` or `max`"),
            text(&MONTH);
        /// The same of discounted cash; or `never`.
        discounted_payback_month: Option<ScalarOr<Given<String>, Given<MonthBounds>>>,
            example("{ max: 30 }"),
            words("`never`, or a part with `min` or `max`"),
            text(&MONTH);
        /// The shortest horizon from which on owning wins; or `never`.
        break_even_horizon_months: Option<ScalarOr<Given<String>, Given<MonthBounds>>>,
            example("{ max: 30 }"),
            words("`never`, or a part with `min` or `max`"),
            text(&MONTH);
        /// Return of buying instead of renting, effective a year.
        irr: Option<Given<ReturnBounds>>, example("{ min: 15% }"), bare(Bare::Written("min"));
        /// Resale that owning needs in order to win.
        resale_needed: Option<Given<AmountBounds>>, example("{ max: 200_000 }");
    }
    at_least(3);
}

/// The least and the most that a figure is expected to be, whatever it is.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedRange {
    /// The kind of quantity in which they are written.
    pub kind: &'static QuantityKind,
    /// The least.
    pub min: Option<Given<Decimal>>,
    /// The most.
    pub max: Option<Given<Decimal>>,
}

/// Something that is expected to lie within bounds.
pub trait Bounded {
    /// The bounds.
    fn bounds(&self) -> ExpectedRange;
}

macro_rules! bounded {
    ($( $(#[doc = $doc:literal])+ $name:ident: $quantity:ident, $example:literal; )*) => {
        $(
            part! {
                $(#[doc = $doc])+
                pub struct $name {
                    /// The least that is expected.
                    min: Option<Given<$quantity>>;
                    /// The most that is expected.
                    max: Option<Given<$quantity>>;
                }
                choices(&[Choice::one_of(
                    &[&["min"], &["max"], &["min", "max"]],
                    "does not say what is expected",
                    $example,
                )]);
                bare(Bare::Written("max"));
            }

            impl Bounded for $name {
                fn bounds(&self) -> ExpectedRange {
                    let exact = |end: &Option<Given<$quantity>>| {
                        end.as_ref().map(|end| Given { value: end.value.decimal(), at: end.at })
                    };
                    ExpectedRange { kind: $quantity::KIND, min: exact(&self.min), max: exact(&self.max) }
                }
            }
        )*
    };
}

bounded! {
    /// Between which shares a figure is expected: at least one of the two.
    ShareBounds: Share, "add `max: 60%`, or both `min` and `max`";
    /// Between which amounts a figure is expected: at least one of the two.
    AmountBounds: Balance, "add `max: 6_000_000`, or both `min` and `max`";
    /// Between which months a figure is expected: at least one of the two.
    MonthBounds: Months, "add `max: 30`, or both `min` and `max`";
    /// Between which returns a figure is expected: at least one of the two.
    ReturnBounds: Return, "add `min: 15%`, or both `min` and `max`";
}

/// A month or a utilization that is expected within bounds, or not at all, in a word.
#[derive(Clone, Copy, Debug)]
pub enum Expected<'a> {
    /// A word, such as `never`.
    Word(&'a Given<String>),
    /// Bounds, with the node of the part.
    Within(ExpectedRange, NodeId),
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

impl<'a> Expectations<'a> {
    /// The options of which one is expected to win.
    #[must_use]
    pub fn winners(self) -> &'a [Given<String>] {
        match self.winner {
            None => &[],
            Some(ScalarOr::Scalar(one)) => std::slice::from_ref(one),
            Some(ScalarOr::Part(list)) => list,
        }
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
