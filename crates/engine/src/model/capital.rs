//! What is bought: generations of an asset, what they cost, what they are sold for, and how that spreads over service.

use super::bought::{Bought, Generation, Life};
use super::line::{CostGroup, DraftLine, Flow};
use crate::inputs::Inputs as _;
use crate::scenario::dates::FromDelivery;
use crate::scenario::document::NodeId;
use crate::scenario::own::{HorizonValue, Own};
use crate::sheet::Figure;
use crate::timeline::{Cuts, Timeline};
use crate::unit::{BaseUnits as _, Unit};

/// What follows the name of an asset on the line of what was bought before the decision.
const OWNED_ALREADY: &str = ", already owned";

/// Whether a line, by its group and its name, is of what was bought before the decision.
#[must_use]
pub fn is_owned_already(group: CostGroup, name: &str) -> bool {
    group == CostGroup::Purchase && name.ends_with(OWNED_ALREADY)
}

/// Cuts the periods where a generation begins, ends, or leaves its warranty.
pub fn cut(cuts: &mut Cuts, generations: &[Generation], warranty: Option<u32>) {
    for generation in generations {
        cuts.span(generation.first, generation.last);
        if let Some(months) = warranty {
            cuts.begin(generation.after(months));
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
    /// How long the lease is.
    lease: FromDelivery,
}

impl Buyout<'_> {
    /// Months of the lease of a generation.
    fn term(&self, bought: &Bought<'_>) -> u32 {
        self.lease.months(bought.order)
    }
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
    /// What is allowed of it in all: what was paid for it, or what is left of that; none where nothing is.
    pub base: Option<Figure<'s>>,
    /// How it is depreciated.
    pub depreciation: AllowedBy,
    /// First month of service since then.
    pub first: u32,
    /// Months that it serves from then on, if it is not sold before.
    pub life: Life<'s>,
    /// The month at whose end it is sold, or counts as sold at the horizon.
    pub sold: u32,
    /// What for; none where it counts for nothing.
    pub receipt: Option<Figure<'s>>,
    /// What its months follow from.
    pub dates: Vec<NodeId>,
}

/// By what the base of something is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedBy {
    /// Its own schedule, from its beginning.
    Schedule,
    /// Equal parts over the life that is left, of what was bought before the decision.
    LifeLeft,
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
        match own.leased() {
            Some((lease, term)) => lease.buyout.as_ref().map_or(AssetWorth::Nothing, |share| {
                timeline.draft.shaped_by(term.lasts.at);
                let buyout = Buyout { share: timeline.draft.given(share), lease: term };
                AssetWorth::BoughtOut(Box::new(bought()), buyout)
            }),
            None => bought(),
        }
    }

    /// What a generation is sold for, or counts for at the horizon, after its months of service.
    fn of(&self, timeline: &Timeline<'s>, bought: &Bought<'s>) -> Option<Figure<'s>> {
        let (generation, net, life) = (bought.generation, bought.net, bought.life.figure);
        let served = generation.served_before + generation.served(timeline.horizon);
        let finished = generation.last <= timeline.horizon;
        match self {
            AssetWorth::Market(values) => Some(market_value(timeline, bought.price_when_ordered, values, served)),
            AssetWorth::Residual(residual, _) if finished => Some(at_the_end(bought, *residual)),
            AssetWorth::Residual(residual, HorizonValue::Residual) => Some(at_the_end(bought, *residual)),
            AssetWorth::Nothing | AssetWorth::Residual(_, HorizonValue::None) => None,
            AssetWorth::Residual(residual, HorizonValue::Book) if bought.already.is_some() => {
                Some(book_of_owned(timeline, bought, *residual))
            }
            AssetWorth::Residual(residual, HorizonValue::Book) => {
                let months = timeline.draft.constant(served, Unit::MONTH, "months served at the horizon");
                Some(falling((net, bought.paid), (life, months), None, *residual) / life)
            }
            AssetWorth::BoughtOut(_, buyout) if served < buyout.term(bought) => None,
            AssetWorth::BoughtOut(worth, buyout) => match &**worth {
                AssetWorth::Residual(residual, HorizonValue::Book) if !finished => {
                    let (draft, leased) = (timeline.draft, buyout.term(bought));
                    let since = draft.constant(served - leased, Unit::MONTH, "months since the buyout");
                    let term = draft.constant(leased, Unit::MONTH, "months of the lease");
                    let rest = life - term;
                    let price = (bought.price_when_ordered, bought.invoiced_when_ordered);
                    Some(falling(price, (rest, since), Some(buyout.share), *residual) / rest)
                }
                worth => worth.of(timeline, bought),
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

/// What is received at the end of a life: a share of the net price; of what was bought before the decision no more than it was
/// worth then.
fn at_the_end<'s>(bought: &Bought<'s>, residual: Figure<'s>) -> Figure<'s> {
    let share = bought.net * residual;
    bought.already.map_or(share, |already| already.worth.min(share))
}

/// The book value at the horizon of what was bought before the decision: it falls in equal parts from what it was worth then
/// to what is received at the end of its life.
fn book_of_owned<'s>(timeline: &Timeline<'s>, bought: &Bought<'s>, residual: Figure<'s>) -> Figure<'s> {
    let draft = timeline.draft;
    let Generation { delivered, .. } = bought.generation;
    let over = draft.constant(timeline.horizon, Unit::MONTH, "months from the decision to the horizon");
    let left = bought.life_left(timeline).figure;
    // what has yet to be delivered has all of its life left, after it
    let until = draft.constant(delivered, Unit::MONTH, "months from the decision to the delivery");
    let all = if delivered == 0 { left } else { left + until };
    (bought.paid * (all - over) + at_the_end(bought, residual) * over) / all
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
                AssetWorth::BoughtOut(_, buyout) => (bought.invoiced_when_ordered * buyout.share, buyout.term(bought)),
                AssetWorth::Nothing => return None,
            };
            (delivered + leased <= timeline.horizon).then(|| Depreciable {
                base: bought.already.map_or(Some(base), |already| already.tax_book_value),
                depreciation: if bought.already.is_some() { AllowedBy::LifeLeft } else { AllowedBy::Schedule },
                first: delivered + leased + 1,
                life: bought.life_left(timeline).after(timeline, leased, "months of the lease"),
                sold: last.min(timeline.horizon),
                receipt: self.worth.of(timeline, bought),
                dates: self.dates.clone(),
            })
        };
        self.bought.iter().filter_map(one).collect()
    }

    /// The purchase lines: what was paid and when, spread over the months of service; what was owned already on a line of its
    /// own, the first.
    pub fn purchases(&self, timeline: &Timeline<'s>) -> impl Iterator<Item = DraftLine<'s>> {
        let already = |bought: &&Bought<'s>| bought.already.is_some();
        let (owned, bought): (Vec<&Bought<'s>>, Vec<&Bought<'s>>) = self.bought.iter().partition(already);
        let line = |name: &str, bought: &[&Bought<'s>]| {
            let flows: Vec<Flow<Figure<'s>>> = bought.iter().flat_map(|bought| bought.flows()).collect();
            let spreads = bought.iter().map(|bought| spread(timeline, bought.generation, bought.paid, &self.dates));
            let spread = spreads.reduce(|a, b| a + b)?;
            Some(DraftLine::new(timeline, name, CostGroup::Purchase, &flows).amortized(spread))
        };
        let owned = line(&format!("{}{OWNED_ALREADY}", self.name), &owned);
        owned.into_iter().chain(line(&self.name, &bought))
    }

    /// What it is sold for: receipts at the end of each life, and what unexpired life counts for at the horizon.
    #[must_use]
    pub fn resale(&self, timeline: &Timeline<'s>) -> Option<Resale<'s>> {
        let (mut flows, mut spreads, mut book) = (Vec::new(), Vec::new(), None);
        for bought in &self.bought {
            let Some(worth) = self.worth.of(timeline, bought) else {
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

    /// The price of what is in service; where `after` is given, once that is over.
    #[must_use]
    pub fn price_in_service(&self, timeline: &Timeline<'s>, after: Option<FromDelivery>) -> Option<Figure<'s>> {
        let generations = self.bought.iter().map(|bought| (bought.order, bought.generation, bought.net));
        in_service(timeline, generations, after, &self.dates)
    }
}

/// Σ of what belongs to each generation, of what is first ordered in a month, in the months in which it serves; where `after` is
/// given, once that is over.
#[must_use]
pub fn in_service<'s>(
    timeline: &Timeline<'s>,
    generations: impl Iterator<Item = (i32, Generation, Figure<'s>)>,
    after: Option<FromDelivery>,
    dates: &[NodeId],
) -> Option<Figure<'s>> {
    let because: Vec<NodeId> = dates.iter().copied().chain(after.map(|after| after.lasts.at)).collect();
    let rows = generations.filter_map(|(ordered, generation, figure)| {
        let first = after.map_or(generation.first, |after| generation.after(after.months(ordered)));
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
    let months = timeline.draft.constant(generation.served(timeline.horizon), Unit::MONTH, "months of service");
    amount / months * timeline.within(generation.first, generation.last.min(timeline.horizon), because)
}
