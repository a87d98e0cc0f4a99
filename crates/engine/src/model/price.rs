//! Prices that change over time.

use crate::inputs::Inputs as _;
use crate::model::line::{PriceChange, PriceStepping};
use crate::model::quoted::Quoted;
use crate::scenario::document::Located;
use crate::scenario::price::PriceMove;
use crate::sheet::Figure;
use crate::timeline::{DatedPrice, PriceWalk, Timeline};

/// A price with its changes.
#[derive(Clone, Debug)]
pub struct ChangingPrice<'s> {
    /// Today's quoted price; with a price path, the converted price of each period.
    pub quoted: Quoted<'s>,
    today: Quoted<'s>,
    /// Price index of each period relative to today, if it changes by a rate.
    index: Option<Figure<'s>>,
    /// Rate of change.
    change: Option<PriceChange<Figure<'s>>>,
    /// Steps of its price path, if it has one.
    steps: Vec<(Located<u32>, Quoted<'s>)>,
    /// Its random walk, in a simulation.
    walk: Option<&'s PriceWalk<'s>>,
}

impl<'s> ChangingPrice<'s> {
    /// Price from `today` with its changes; `step` reads the month and price of a step of its path.
    pub fn new<S>(
        timeline: &Timeline<'s>,
        today: Quoted<'s>,
        moves: &PriceMove<'_, S>,
        step: impl Fn(&S) -> (Located<u32>, Quoted<'s>),
    ) -> ChangingPrice<'s> {
        let moved = |rate: Figure<'s>, every, index| ChangingPrice {
            quoted: today,
            today,
            index: Some(index),
            change: Some(PriceChange { rate, every, currency: None, until: None }),
            steps: Vec::new(),
            walk: None,
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
                let steps: Vec<(Located<u32>, Quoted<'s>)> = path.iter().map(step).collect();
                let dated =
                    |(month, price): &(_, Quoted<'s>)| DatedPrice { month: *month, price: price.monthly(timeline) };
                let dated: Vec<DatedPrice<'s>> = steps.iter().map(dated).collect();
                let quoted = Quoted::converted(timeline.path(today.monthly(timeline), &dated));
                ChangingPrice { quoted, today, index: None, change: None, steps, walk: None }
            }
        }
    }

    /// The same price around which a drawn one walks.
    #[must_use]
    pub fn walking(self, walk: &'s PriceWalk<'s>) -> ChangingPrice<'s> {
        ChangingPrice { index: self.index.map(|index| index * walk.by_month), walk: Some(walk), ..self }
    }

    /// Applies the price index to `amount`, which is computed from `stated` and converted.
    #[must_use]
    pub fn moved(&self, amount: Figure<'s>) -> Figure<'s> {
        self.index.map_or(amount, |index| amount * index)
    }

    /// Rate of change, if it changes by a rate.
    #[must_use]
    pub fn change(&self) -> Option<PriceChange<Figure<'s>>> {
        self.change
    }

    /// First month of the first step of its path, if it has one.
    #[must_use]
    pub fn first_step(&self) -> Option<u32> {
        self.steps.first().map(|(month, _)| month.value)
    }

    /// Today's price, or the price that its path gives for the time after a month.
    #[must_use]
    pub fn today_or_at(&self, month: Option<u32>) -> Quoted<'s> {
        let reached = |after: u32| self.steps.iter().rfind(|(month, _)| month.value <= after + 1);
        month.and_then(reached).map_or(self.today, |(_, price)| *price)
    }

    /// Today's price indexed to the end of a month; unchanged without a rate.
    #[must_use]
    pub fn index_at(&self, timeline: &Timeline<'s>, price: Quoted<'s>, month: u32) -> Quoted<'s> {
        let price = self.change.map_or(price, |change| match change.every {
            PriceStepping::Year => price * timeline.price_index(change.rate, month),
            PriceStepping::Month => price * timeline.monthly_price_index(change.rate, month),
        });
        self.walk.and_then(|walk| walk.after(month)).map_or(price, |factor| price * factor)
    }
}
