//! What is bought: generations of an asset, what they cost, what they are sold for, and how that spreads over service.

use super::bought::{Bought, Generation};
use super::line::{CostGroup, DraftLine, Flow};
use crate::inputs::Inputs as _;
use crate::scenario::document::{Given, NodeId};
use crate::scenario::own::{HorizonValue, Own};
use crate::scenario::quantities::Months;
use crate::sheet::Figure;
use crate::timeline::{Cuts, Timeline};
use crate::unit::{BaseUnits as _, Unit};

/// Cuts the periods where a generation begins, ends, or leaves its warranty.
pub fn cut(cuts: &mut Cuts, generations: &[Generation], warranty: Option<u32>) {
    for generation in generations {
        cuts.span(generation.first, generation.last);
        if let Some(months) = warranty {
            cuts.begin(generation.first + months);
        }
    }
}

/// What a generation is worth once it has served for some months.
#[derive(Clone, Debug)]
pub enum AssetWorth<'s> {
    /// Shares of the price by age in years, linear between.
    Market(Vec<Figure<'s>>),
    /// A share of the price at the end of its life, and this at the horizon.
    Residual(Figure<'s>, HorizonValue),
    /// What a lease leaves of it: bought for a share of the price at the end of the term, it is worth the rest of its
    /// life from then on; nothing before.
    BoughtOut(Box<AssetWorth<'s>>, Buyout<'s>),
    /// Nothing at any time.
    Nothing,
}

/// A purchase at the end of a lease.
#[derive(Clone, Copy, Debug)]
pub struct Buyout<'s> {
    /// Share of the price.
    pub share: Figure<'s>,
    /// Months of the lease.
    pub term: u32,
}

/// The book value, times the `life` over which it falls in equal parts from what was paid, or a share of that, to a share of the
/// net price, once so many months of it are over.
fn falling<'s>(
    (net, paid): (Figure<'s>, Figure<'s>),
    (life, over): (Figure<'s>, Figure<'s>),
    bought_for: Option<Figure<'s>>,
    residual: Figure<'s>,
) -> Figure<'s> {
    if net.id() == paid.id() {
        // of one price, which is written once
        return match bought_for {
            None => paid * (life - (1 - residual) * over),
            Some(share) => paid * (share * life - (share - residual) * over),
        };
    }
    let paid = bought_for.map_or(paid, |share| paid * share);
    paid * (life - over) + net * residual * over
}

/// An asset in all its generations.
#[derive(Clone, Debug)]
pub struct Asset<'s> {
    /// Its name.
    pub name: String,
    /// Months that a generation serves.
    pub life: Figure<'s>,
    /// The same as a number, which shapes the sheet.
    pub life_months: u32,
    /// What was bought.
    pub bought: Vec<Bought<'s>>,
    /// What it is worth later.
    pub worth: AssetWorth<'s>,
    /// What the months of its generations follow from.
    pub dates: Vec<NodeId>,
}

/// Something bought, from its first month of service to the sale.
#[derive(Clone, Debug)]
pub struct Depreciable<'s> {
    /// What was paid for it.
    pub base: Figure<'s>,
    /// First month of service since then.
    pub first: u32,
    /// Months that it serves from then on, if it is not sold before.
    pub life: Figure<'s>,
    /// The same as a number.
    pub life_months: u32,
    /// The month at whose end it is sold, or counts as sold at the horizon.
    pub sold: u32,
    /// What for; none where it counts for nothing.
    pub receipt: Option<Figure<'s>>,
    /// What its months follow from.
    pub dates: Vec<NodeId>,
}

/// What an asset is sold for.
#[derive(Clone, Debug)]
pub struct Resale<'s> {
    /// The line.
    pub line: DraftLine<'s>,
    /// What of it is the book value of unexpired life at the horizon, which no market has confirmed.
    pub book: Option<Figure<'s>>,
}

impl<'s> AssetWorth<'s> {
    /// Of the servers of an option.
    #[must_use]
    pub fn of_nodes(timeline: &Timeline<'s>, own: &Own) -> AssetWorth<'s> {
        let bought = || {
            if let Some(values) = &own.market_values {
                return AssetWorth::Market(values.iter().map(|share| timeline.draft.given(share)).collect());
            }
            let at_horizon = timeline.draft.structural(&own.value_at_horizon);
            AssetWorth::Residual(timeline.draft.given(&own.residual_value), at_horizon)
        };
        match &own.lease {
            None => bought(),
            Some(lease) => lease.buyout.as_ref().map_or(AssetWorth::Nothing, |share| {
                let term = timeline.draft.structural(&lease.term_months).count();
                AssetWorth::BoughtOut(Box::new(bought()), Buyout { share: timeline.draft.given(share), term })
            }),
        }
    }

    /// What a generation is sold for, or counts for at the horizon, after its months of service.
    fn of(&self, timeline: &Timeline<'s>, bought: &Bought<'s>, life: Figure<'s>) -> Option<Figure<'s>> {
        let (generation, net) = (bought.generation, bought.net);
        let served = generation.last.min(timeline.horizon) + 1 - generation.first;
        let finished = generation.last <= timeline.horizon;
        match self {
            AssetWorth::Market(values) => Some(market_value(timeline, bought.price_when_ordered, values, served)),
            AssetWorth::Residual(residual, _) if finished => Some(net * *residual),
            AssetWorth::Residual(residual, HorizonValue::Residual) => Some(net * *residual),
            AssetWorth::Nothing | AssetWorth::Residual(_, HorizonValue::None) => None,
            AssetWorth::Residual(residual, HorizonValue::Book) => {
                let months = timeline.draft.constant(served, Unit::MONTH, "months served at the horizon");
                Some(falling((net, bought.paid), (life, months), None, *residual) / life)
            }
            AssetWorth::BoughtOut(_, buyout) if served < buyout.term => None,
            AssetWorth::BoughtOut(worth, buyout) => match &**worth {
                AssetWorth::Residual(residual, HorizonValue::Book) if !finished => {
                    let draft = timeline.draft;
                    let since = draft.constant(served - buyout.term, Unit::MONTH, "months since the buyout");
                    let term = draft.constant(buyout.term, Unit::MONTH, "months of the lease");
                    let rest = life - term;
                    let price = (bought.price_when_ordered, bought.invoiced_when_ordered);
                    Some(falling(price, (rest, since), Some(buyout.share), *residual) / rest)
                }
                worth => worth.of(timeline, bought, life),
            },
        }
    }

    fn is_book(&self) -> bool {
        match self {
            AssetWorth::Residual(_, HorizonValue::Book) => true,
            AssetWorth::BoughtOut(worth, _) => worth.is_book(),
            AssetWorth::Residual(_, HorizonValue::Residual | HorizonValue::None)
            | AssetWorth::Market(_)
            | AssetWorth::Nothing => false,
        }
    }
}

/// Linear between 100 % when new and the shares at the age of 1, 2, … years; the last one is kept.
fn market_value<'s>(timeline: &Timeline<'s>, price: Figure<'s>, values: &[Figure<'s>], age: u32) -> Figure<'s> {
    let constant = |value: u32, why| timeline.draft.constant(value, Unit::ONE, why);
    let new = || constant(1, "of the price, when new");
    let share_at = |year: u32| match (year as usize).checked_sub(1) {
        None => new(),
        Some(at) => values.get(at).or(values.last()).copied().unwrap_or_else(new),
    };
    let (year, months) = (age / 12, age % 12);
    let before = share_at(year) * constant(12 - months, "months until the next birthday");
    let after = share_at(year + 1) * constant(months, "months since the last birthday");
    price * (before + after) / constant(12, "months of a year")
}

impl<'s> Asset<'s> {
    /// Everything that was bought, with what it is sold for: a lease ends with a purchase, or with none.
    #[must_use]
    pub fn depreciables(&self, timeline: &Timeline<'s>) -> Vec<Depreciable<'s>> {
        let one = |bought: &Bought<'s>| {
            let Generation { delivered, last, .. } = bought.generation;
            let (base, leased) = match &self.worth {
                AssetWorth::Market(_) | AssetWorth::Residual(..) => (bought.paid, 0),
                AssetWorth::BoughtOut(_, buyout) => (bought.invoiced_when_ordered * buyout.share, buyout.term),
                AssetWorth::Nothing => return None,
            };
            let lease = || timeline.draft.constant(leased, Unit::MONTH, "months of the lease");
            (delivered + leased <= timeline.horizon).then(|| Depreciable {
                base,
                first: delivered + leased + 1,
                life: if leased == 0 { self.life } else { self.life - lease() },
                life_months: self.life_months - leased,
                sold: last.min(timeline.horizon),
                receipt: self.worth.of(timeline, bought, self.life),
                dates: self.dates.clone(),
            })
        };
        self.bought.iter().filter_map(one).collect()
    }

    /// The purchase line: what was paid and when, spread over the months of service.
    #[must_use]
    pub fn purchase(&self, timeline: &Timeline<'s>) -> Option<DraftLine<'s>> {
        let flows: Vec<Flow<Figure<'s>>> = self.bought.iter().flat_map(Bought::flows).collect();
        let spread =
            self.bought.iter().map(|b| spread(timeline, b.generation, b.paid, &self.dates)).reduce(|a, b| a + b)?;
        Some(DraftLine::new(timeline, &self.name, CostGroup::Purchase, &flows).amortized(spread))
    }

    /// What it is sold for: receipts at the end of each life, and what unexpired life counts for at the horizon.
    #[must_use]
    pub fn resale(&self, timeline: &Timeline<'s>) -> Option<Resale<'s>> {
        let (mut flows, mut spreads, mut book) = (Vec::new(), Vec::new(), None);
        for bought in &self.bought {
            let Some(worth) = self.worth.of(timeline, bought, self.life) else {
                continue;
            };
            let generation = bought.generation;
            let amount = timeline.draft.nothing(Unit::MONEY) - worth;
            flows.push(Flow::Once { month: generation.last.min(timeline.horizon), amount });
            spreads.push(spread(timeline, generation, amount, &self.dates));
            if generation.last > timeline.horizon && self.worth.is_book() {
                book = Some(book.map_or(worth, |book| book + worth));
            }
        }
        let spread = spreads.into_iter().reduce(|a, b| a + b)?;
        let line = DraftLine::new(timeline, &self.name, CostGroup::Resale, &flows).amortized(spread);
        Some(Resale { line, book })
    }

    /// The price of what is in service, for longer than `after` months where that is given.
    #[must_use]
    pub fn price_in_service(&self, timeline: &Timeline<'s>, after: Option<&Given<Months>>) -> Option<Figure<'s>> {
        let generations = self.bought.iter().map(|bought| (bought.generation, bought.net));
        in_service(timeline, generations, after, &self.dates)
    }
}

/// Σ of what belongs to each generation in the months in which it serves, for longer than `after` months where given.
#[must_use]
pub fn in_service<'s>(
    timeline: &Timeline<'s>,
    generations: impl Iterator<Item = (Generation, Figure<'s>)>,
    after: Option<&Given<Months>>,
    dates: &[NodeId],
) -> Option<Figure<'s>> {
    let because: Vec<NodeId> = dates.iter().copied().chain(after.map(|after| after.at)).collect();
    let rows = generations.filter_map(|(generation, figure)| {
        let first = generation.first + after.map_or(0, |after| after.value.count());
        let last = generation.last.min(timeline.horizon);
        (first <= last).then(|| figure * timeline.within(first, last, &because))
    });
    rows.reduce(|a, b| a + b)
}

/// An amount in equal parts over the months in which a generation serves within the horizon.
pub(super) fn spread<'s>(
    timeline: &Timeline<'s>,
    generation: Generation,
    amount: Figure<'s>,
    because: &[NodeId],
) -> Figure<'s> {
    let last = generation.last.min(timeline.horizon);
    let months = timeline.draft.constant(last + 1 - generation.first, Unit::MONTH, "months of service");
    amount / months * timeline.within(generation.first, last, because)
}
