//! Quoted prices in any currency, and their conversion at the date of a payment.

use crate::inputs::Inputs as _;
use crate::scenario::document::Located;
use crate::scenario::exchange::LocatedRate;
use crate::scenario::quantity::Money;
use crate::sheet::Figure;
use crate::timeline::Timeline;
use std::borrow::Cow;
use std::ops::Mul;

/// An amount in its quoted currency. It is converted at the payment.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'s> {
    amount: Figure<'s>,
    /// Exchange rate; none if the amount is in the currency of the scenario.
    rate: Option<QuotedRate<'s>>,
}

/// Exchange rate of a quoted currency.
#[derive(Clone, Copy, Debug)]
struct QuotedRate<'s> {
    /// Rate at the decision.
    now: Figure<'s>,
    /// Change per year; none if it is constant.
    change: Option<Figure<'s>>,
}

/// Monthly payment of a given amount, by period.
#[must_use]
pub fn monthly<'s, Q: Money>(timeline: &Timeline<'s>, given: &Located<Q>) -> Figure<'s> {
    Quoted::of(timeline, given).monthly(timeline)
}

impl<'s> Quoted<'s> {
    /// Quote of a given amount.
    ///
    /// # Panics
    /// If its currency has no exchange rate, which a rule between keys excludes.
    #[must_use]
    pub fn of<Q: Money>(timeline: &Timeline<'s>, given: &Located<Q>) -> Quoted<'s> {
        let draft = timeline.draft;
        let rate = given.value.currency().map(|currency| {
            let stated = timeline.rates.and_then(|rates| LocatedRate::of_currency(rates, currency));
            let LocatedRate { rate, change } = stated.expect("a rule: every currency of an amount has a rate");
            QuotedRate { now: draft.exchange_rate(rate, currency), change: change.map(|change| draft.given(change)) }
        });
        Quoted { amount: draft.amount(given), rate }
    }

    /// An amount that is already in the currency of the scenario.
    #[must_use]
    pub fn converted(amount: Figure<'s>) -> Quoted<'s> {
        Quoted { amount, rate: None }
    }

    /// Names the amount.
    #[must_use]
    pub fn named(self, name: impl Into<Cow<'static, str>>) -> Quoted<'s> {
        Quoted { amount: self.amount.named(name), ..self }
    }

    /// Whether its converted amount depends on the date of the payment.
    #[must_use]
    pub fn is_moved_by_its_rate(self) -> bool {
        self.rate.is_some_and(|rate| rate.change.is_some())
    }

    /// Payment in every month, by period: `amount · rate · (1 + c)^(Y(m) − 1)`.
    #[must_use]
    pub fn monthly(self, timeline: &Timeline<'s>) -> Figure<'s> {
        self.at_rate(|change| timeline.growth(change))
    }

    /// Payment at the end of a month: `amount · rate · (1 + c)^⌊month / 12⌋`.
    #[must_use]
    pub fn paid_in(self, timeline: &Timeline<'s>, month: u32) -> Figure<'s> {
        if month < 12 {
            let Some(rate) = self.rate else { return self.amount };
            return self.amount * rate.now;
        }
        self.at_rate(|change| timeline.price_index(change, month))
    }

    /// Payment at the end of the first month of each period, converted as in [`Quoted::paid_in`].
    #[must_use]
    pub fn paid_in_first_months(self, timeline: &Timeline<'s>) -> Figure<'s> {
        self.at_rate(|change| timeline.index_of_first_months(change))
    }

    fn at_rate(self, index: impl FnOnce(Figure<'s>) -> Figure<'s>) -> Figure<'s> {
        match self.rate {
            None => self.amount,
            Some(QuotedRate { now, change: None }) => self.amount * now,
            Some(QuotedRate { now, change: Some(change) }) => self.amount * now * index(change),
        }
    }
}

impl<'s> Mul<Figure<'s>> for Quoted<'s> {
    type Output = Quoted<'s>;

    fn mul(self, by: Figure<'s>) -> Quoted<'s> {
        Quoted { amount: self.amount * by, ..self }
    }
}

impl<'s> Mul<Quoted<'s>> for Figure<'s> {
    type Output = Quoted<'s>;

    fn mul(self, quoted: Quoted<'s>) -> Quoted<'s> {
        Quoted { amount: self * quoted.amount, ..quoted }
    }
}
