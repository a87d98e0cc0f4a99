//! Expectations: the figures that a reviewer agreed to. `check` compares them with the printed results; no figure depends on
//! them.

use super::document::{Located, Named, NodeId, ScalarOr};
use super::quantities::{Balance, Months, Return, Share};
use super::quantity::{Quantity, QuantityKind};
use super::texts::{MONTH, OPTIONS, UTILIZATION, WINNER};
use crate::scenario::{OptionId, OptionKind};
use language::choice::Choice;
use language::declaration::{Bare, Keyed, ReferenceKind};
use language::part;
use rust_decimal::Decimal;

pub use super::texts::{ALWAYS_OWN, ALWAYS_RENT, NEVER, NO_WINNER};

/// Declares the expectations of a comparison: the common keys, followed by additional ones.
macro_rules! expectations {
    ($(#[doc = $doc:literal])+ pub struct $name:ident { $($more:tt)* }) => {
        part! {
            $(#[doc = $doc])+
            pub struct $name {
            /// Winning option: `own.NAME`, `rent.NAME` or `hybrid.NAME`; `none` if no option can be chosen; or a list of accepted
            /// winners.
            winner: Option<ScalarOr<Located<String>, Vec<Located<String>>>>,
                example("own.hgx-h100"),
                words("the path of an option such as `own.hgx-h100`, `none`, or a list of paths"),
                text(&WINNER),
                stands_for(ReferenceKind::AnyOption),
                not_empty("name an option, or `none`"),
                unique();
            /// Saving over the runner-up, as a share of the runner-up's present value.
            margin: Option<Located<ShareBounds>>, example("{ min: 5% }"), bare(Bare::Written("min"));
            /// Whether the verdict is too close to call.
            close: Option<Located<bool>>;
            /// Break-even utilization of the fleet, between the cheapest owned and the cheapest rented option that can be chosen;
            /// `always_own` or `always_rent` if the winner does not change.
            break_even_utilization: Option<ScalarOr<Located<String>, Located<ShareBounds>>>,
                example("{ max: 60% }"),
                words("`always_own`, `always_rent`, or a part with `min` or `max`"),
                text(&UTILIZATION);
            /// Total cash over the horizon, by option.
            totals: Named<AmountBounds>, example("{ own.hgx-h100: { max: 6_000_000 } }"), keyed(Keyed::ByPattern(OPTIONS)), named_after(ReferenceKind::AnyOption);
            /// Present values, by option.
            present_values: Named<AmountBounds>,
                example("{ own.hgx-h100: { max: 6_000_000 } }"),
                keyed(Keyed::ByPattern(OPTIONS)), named_after(ReferenceKind::AnyOption);
            /// Expectations for pairs of options.
            pairs: Option<Vec<Located<ExpectedPair>>>,
                example("[{ own: hgx-h100, rent: aws-p5, payback_month: { max: 30 } }]"),
                not_empty("add a pair, or remove the key");
                $($more)*
            }
            at_least(1);
        }

        impl $name {
            /// Expectations of the comparison, without those of cases.
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
    /// Expected results of the comparison, which `check` verifies.
    pub struct Expect {
        /// Expected results of each case, by its name.
        cases: Named<ExpectInCase>, example("{ downside: { winner: rent.aws-p5 } }"), named_after(ReferenceKind::Case);
    }
}

expectations! {
    /// Expected results of a case.
    pub struct ExpectInCase {}
}

/// Expectations of one comparison.
#[derive(Clone, Copy, Debug)]
pub struct Expectations<'a> {
    /// Winning option, or a list of accepted winners.
    pub winner: Option<&'a ScalarOr<Located<String>, Vec<Located<String>>>>,
    /// Saving over the runner-up, as a share of the runner-up's present value.
    pub margin: Option<&'a Located<ShareBounds>>,
    /// Whether the verdict is too close to call.
    pub close: Option<Located<bool>>,
    /// Break-even utilization between the best owned and the best rented option.
    pub break_even_utilization: Option<Expected<'a>>,
    /// Total cash over the horizon, by option.
    pub totals: &'a Named<AmountBounds>,
    /// Present values, by option.
    pub present_values: &'a Named<AmountBounds>,
    /// Expectations for pairs of options.
    pub pairs: &'a [Located<ExpectedPair>],
}

part! {
    /// Expected results of an owned option, or a hybrid, against a rented option.
    pub struct ExpectedPair {
        /// Name of the owned option, or `hybrid.NAME`.
        own: Located<String>, stands_for(ReferenceKind::OwnOption);
        /// Name of the rented option.
        rent: Located<String>, stands_for(ReferenceKind::RentOption);
        /// Break-even utilization of the fleet; `always_own` or `always_rent` if the winner does not change.
        break_even_utilization: Option<ScalarOr<Located<String>, Located<ShareBounds>>>,
            example("{ max: 60% }"),
            words("`always_own`, `always_rent`, or a part with `min` or `max`"),
            text(&UTILIZATION);
        /// Payback month of owning in cash, without resale; or `never`.
        payback_month: Option<ScalarOr<Located<String>, Located<MonthBounds>>>,
            example("{ max: 30 }"),
            words("`never`, or a part with `min` or `max`"),
            text(&MONTH);
        /// Payback month of owning in discounted cash, without resale; or `never`.
        discounted_payback_month: Option<ScalarOr<Located<String>, Located<MonthBounds>>>,
            example("{ max: 30 }"),
            words("`never`, or a part with `min` or `max`"),
            text(&MONTH);
        /// Shortest horizon from which owning wins; or `never`.
        break_even_horizon_months: Option<ScalarOr<Located<String>, Located<MonthBounds>>>,
            example("{ max: 30 }"),
            words("`never`, or a part with `min` or `max`"),
            text(&MONTH);
        /// Effective annual rate of return (IRR) of buying instead of renting.
        irr: Option<Located<ReturnBounds>>, example("{ min: 15% }"), bare(Bare::Written("min"));
        /// Resale value that owning needs to win.
        resale_needed: Option<Located<AmountBounds>>, example("{ max: 200_000 }");
    }
    at_least(3);
}

/// Expected range of a figure of any quantity.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedRange {
    /// Quantity of the bounds.
    pub kind: &'static QuantityKind,
    /// Minimum.
    pub min: Option<Located<Decimal>>,
    /// Maximum.
    pub max: Option<Located<Decimal>>,
}

/// Type with an expected range.
pub trait Bounded {
    /// Expected range.
    fn bounds(&self) -> ExpectedRange;
}

macro_rules! bounded {
    ($( $(#[doc = $doc:literal])+ $name:ident: $quantity:ident, $example:literal; )*) => {
        $(
            part! {
                $(#[doc = $doc])+
                pub struct $name {
                    /// Expected minimum.
                    min: Option<Located<$quantity>>;
                    /// Expected maximum.
                    max: Option<Located<$quantity>>;
                }
                choices(&[Choice::one_of(
                    &[&["min"], &["max"], &["min", "max"]],
                    "has no bounds",
                    $example,
                )]);
                bare(Bare::Written("max"));
            }

            impl Bounded for $name {
                fn bounds(&self) -> ExpectedRange {
                    let exact = |end: &Option<Located<$quantity>>| {
                        end.as_ref().map(|end| Located { value: end.value.decimal(), at: end.at })
                    };
                    ExpectedRange { kind: $quantity::KIND, min: exact(&self.min), max: exact(&self.max) }
                }
            }
        )*
    };
}

bounded! {
    /// Expected range of a share; at least one bound.
    ShareBounds: Share, "add `max: 60%`, or both `min` and `max`";
    /// Expected range of an amount; at least one bound.
    AmountBounds: Balance, "add `max: 6_000_000`, or both `min` and `max`";
    /// Expected range of a month; at least one bound.
    MonthBounds: Months, "add `max: 30`, or both `min` and `max`";
    /// Expected range of a rate of return; at least one bound.
    ReturnBounds: Return, "add `min: 15%`, or both `min` and `max`";
}

/// Expected month or utilization: bounds, or a word such as `never`.
#[derive(Clone, Copy, Debug)]
pub enum Expected<'a> {
    /// A word, such as `never`.
    Word(&'a Located<String>),
    /// Bounds, with the node of the part.
    Within(ExpectedRange, NodeId),
}

impl<'a> Expected<'a> {
    /// Expectation of a key that takes a word or bounds.
    #[must_use]
    pub fn of<T: Bounded>(stated: &'a ScalarOr<Located<String>, Located<T>>) -> Expected<'a> {
        match stated {
            ScalarOr::Scalar(word) => Expected::Word(word),
            ScalarOr::Part(bounds) => Expected::Within(bounds.value.bounds(), bounds.at),
        }
    }
}

impl<'a> Expectations<'a> {
    /// Accepted winners.
    #[must_use]
    pub fn winners(self) -> &'a [Located<String>] {
        match self.winner {
            None => &[],
            Some(ScalarOr::Scalar(one)) => std::slice::from_ref(one),
            Some(ScalarOr::Part(list)) => list,
        }
    }
}

impl ExpectedPair {
    /// The owned option: `own.NAME` or `hybrid.NAME`.
    #[must_use]
    pub fn owned(&self) -> OptionId {
        let name = &self.own.value;
        let hybrid = name.parse().ok().filter(|id: &OptionId| id.kind() == OptionKind::Hybrid);
        hybrid.unwrap_or_else(|| OptionId::own(name))
    }

    /// The rented option: `rent.NAME`.
    #[must_use]
    pub fn rented(&self) -> OptionId {
        OptionId::rent(&self.rent.value)
    }

    /// Expected months by key.
    #[must_use]
    pub fn months(&self) -> [(&'static str, Option<Expected<'_>>); 3] {
        [
            ("payback_month", self.payback_month.as_ref().map(Expected::of)),
            ("discounted_payback_month", self.discounted_payback_month.as_ref().map(Expected::of)),
            ("break_even_horizon_months", self.break_even_horizon_months.as_ref().map(Expected::of)),
        ]
    }
}
