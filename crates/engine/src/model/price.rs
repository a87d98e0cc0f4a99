//! A price as it moves over the months.

use crate::inputs::Inputs as _;
use crate::model::line::{PriceChange, PriceStepping};
use crate::model::quoted::Quoted;
use crate::scenario::document::Given;
use crate::scenario::price::PriceMove;
use crate::sheet::Figure;
use crate::timeline::{DatedPrice, Timeline};

/// A price with what becomes of it.
#[derive(Clone, Debug)]
pub struct MovingPrice<'s> {
    /// The price as it is quoted today; where its path is stated that of each period, converted.
    pub stated: Quoted<'s>,
    today: Quoted<'s>,
    /// What each period's price is of today's, where it changes by a rate.
    index: Option<Figure<'s>>,
    /// The rate by which it changes.
    change: Option<PriceChange<Figure<'s>>>,
    /// The prices that it takes, where these are stated.
    steps: Vec<(Given<u32>, Quoted<'s>)>,
}

impl<'s> MovingPrice<'s> {
    /// The price of `today` as it moves; `step` is the price that a step of its path states.
    pub fn new<S>(
        timeline: &Timeline<'s>,
        today: Quoted<'s>,
        moves: &PriceMove<'_, S>,
        step: impl Fn(&S) -> (Given<u32>, Quoted<'s>),
    ) -> MovingPrice<'s> {
        let moved = |rate: Figure<'s>, every, index| MovingPrice {
            stated: today,
            today,
            index: Some(index),
            change: Some(PriceChange { rate, every, currency: None, until: None }),
            steps: Vec::new(),
        };
        match moves {
            PriceMove::EveryYear(change) => {
                let rate = timeline.draft.given(change);
                moved(rate, PriceStepping::Year, timeline.growth(rate))
            }
            PriceMove::EveryMonth(change) => {
                let rate = timeline.draft.given(change);
                moved(rate, PriceStepping::Month, timeline.monthly_growth(rate))
            }
            PriceMove::Path(path) => {
                let steps: Vec<(Given<u32>, Quoted<'s>)> = path.iter().map(step).collect();
                let dated =
                    |(month, price): &(_, Quoted<'s>)| DatedPrice { month: *month, price: price.monthly(timeline) };
                let dated: Vec<DatedPrice<'s>> = steps.iter().map(dated).collect();
                let stated = Quoted::converted(timeline.path(today.monthly(timeline), &dated));
                MovingPrice { stated, today, index: None, change: None, steps }
            }
        }
    }

    /// `amount`, which is of the stated price and converted, as the price of each period makes it.
    #[must_use]
    pub fn moved(&self, amount: Figure<'s>) -> Figure<'s> {
        self.index.map_or(amount, |index| amount * index)
    }

    /// The rate by which the price changes, if it does by a rate.
    #[must_use]
    pub fn change(&self) -> Option<PriceChange<Figure<'s>>> {
        self.change
    }

    /// The first month in which a step of its path holds, if it has one.
    #[must_use]
    pub fn first_step(&self) -> Option<u32> {
        self.steps.first().map(|(month, _)| month.value)
    }

    /// Today's price, or that which its path states for the time after a month.
    #[must_use]
    pub fn today_or_at(&self, month: Option<u32>) -> Quoted<'s> {
        let reached = |after: u32| self.steps.iter().rfind(|(month, _)| month.value <= after + 1);
        month.and_then(reached).map_or(self.today, |(_, price)| *price)
    }

    /// A price of today at the end of a month, as the rate moves it until then; the same where no rate is stated.
    #[must_use]
    pub fn index_at(&self, timeline: &Timeline<'s>, price: Quoted<'s>, month: u32) -> Quoted<'s> {
        self.change.map_or(price, |change| match change.every {
            PriceStepping::Year => price * timeline.price_index(change.rate, month),
            PriceStepping::Month => price * timeline.monthly_price_index(change.rate, month),
        })
    }
}
