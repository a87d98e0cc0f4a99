//! Purchased assets: their generations, cost and resale value, and how these are amortized over service.

use super::asset_lot::{AssetLot, Generation, Life};
use super::line::{CostGroup, DraftLine, Flow};
use crate::inputs::Inputs as _;
use crate::scenario::dates::DeliveryTerm;
use crate::scenario::document::NodeId;
use crate::scenario::own::{HorizonValue, Own};
use crate::sheet::Figure;
use crate::timeline::{Cuts, Timeline};
use crate::unit::{BaseUnits as _, Unit};

/// Cuts the periods where a generation begins, ends, or leaves its warranty.
pub fn cut(cuts: &mut Cuts, generations: &[Generation], warranty: Option<u32>) {
    for generation in generations {
        cuts.span(generation.first, generation.last);
        if let Some(months) = warranty {
            cuts.begin(generation.after(months));
        }
    }
}

/// Resale value of a generation after some months of service.
#[derive(Clone, Debug)]
pub enum ResaleValue<'s> {
    /// Shares of the price by age in years, interpolated linearly.
    Market(Vec<Figure<'s>>),
    /// A share of the price at the end of its life, and the rule for its value at the horizon.
    Residual(Figure<'s>, HorizonValue),
    /// A leased asset with a buyout: bought for a share of the price at the end of the term; from then on it has the
    /// inner resale value, before that none.
    BoughtOut(Box<ResaleValue<'s>>, Buyout<'s>),
    /// No resale value.
    Nothing,
}

/// A purchase at the end of a lease.
#[derive(Clone, Copy, Debug)]
pub struct Buyout<'s> {
    /// Share of the price.
    pub share: Figure<'s>,
    /// Term of the lease.
    lease: DeliveryTerm,
}

impl Buyout<'_> {
    /// Months of the lease of a generation.
    fn term(&self, bought: &AssetLot<'_>) -> u32 {
        self.lease.months(bought.order)
    }
}

/// Book value after `over` months, times `life`. The book value falls linearly over `life` from the amount paid (or the
/// share `bought_for` of it) to the share `residual` of the net price.
fn falling<'s>(
    (net, paid): (Figure<'s>, Figure<'s>),
    (life, over): (Figure<'s>, Figure<'s>),
    bought_for: Option<Figure<'s>>,
    residual: Figure<'s>,
) -> Figure<'s> {
    if net.id() == paid.id() {
        // net and paid are one price: use one term
        return match bought_for {
            None => paid * (life - (1 - residual) * over),
            Some(share) => paid * (share * life - (share - residual) * over),
        };
    }
    let paid = bought_for.map_or(paid, |share| paid * share);
    paid * (life - over) + net * residual * over
}

/// An asset with all its generations.
#[derive(Clone, Debug)]
pub struct Asset<'s> {
    /// Its name.
    pub name: String,
    /// Its generations.
    pub bought: Vec<AssetLot<'s>>,
    /// Its resale value.
    pub resale_value: ResaleValue<'s>,
    /// Document nodes that determine the months of its generations.
    pub dates: Vec<NodeId>,
}

/// A depreciable purchase, from its first month of service to its sale.
#[derive(Clone, Debug)]
pub struct Depreciable<'s> {
    /// Depreciable base: the amount paid, or the part not yet depreciated; none if nothing is left.
    pub base: Option<Figure<'s>>,
    /// Depreciation method.
    pub depreciation: DepreciationBasis,
    /// First month of service after the decision or the purchase.
    pub first: u32,
    /// Months of service from then on, if it is not sold before.
    pub life: Life<'s>,
    /// Month at whose end it is sold, or counts as sold at the horizon.
    pub sold: u32,
    /// Sale price; none if it has no value.
    pub receipt: Option<Figure<'s>>,
    /// Document nodes that determine its months.
    pub dates: Vec<NodeId>,
}

/// Depreciation method of a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepreciationBasis {
    /// The schedule of the scenario, from its beginning.
    Schedule,
    /// Straight line over the remaining life, for assets bought before the decision.
    LifeLeft,
}

/// Resale of an asset.
#[derive(Clone, Debug)]
pub struct Resale<'s> {
    /// The line.
    pub line: DraftLine<'s>,
    /// The part that is the book value of unexpired life at the horizon, not a market price.
    pub book: Option<Figure<'s>>,
}

impl<'s> ResaleValue<'s> {
    /// Resale value of the servers of an option.
    #[must_use]
    pub fn of_nodes(timeline: &Timeline<'s>, own: &Own) -> ResaleValue<'s> {
        let bought = || {
            if let Some(values) = &own.market_values {
                return ResaleValue::Market(values.iter().map(|share| timeline.draft.given(share)).collect());
            }
            let at_horizon = timeline.draft.structural(&own.value_at_horizon);
            ResaleValue::Residual(timeline.draft.given(&own.residual_value), at_horizon)
        };
        match own.leased() {
            Some((lease, term)) => lease.buyout.as_ref().map_or(ResaleValue::Nothing, |share| {
                timeline.draft.shaped_by(term.lasts.at);
                let buyout = Buyout { share: timeline.draft.given(share), lease: term };
                ResaleValue::BoughtOut(Box::new(bought()), buyout)
            }),
            None => bought(),
        }
    }

    /// Sale price of a generation, or its value at the horizon, after its months of service.
    fn of(&self, timeline: &Timeline<'s>, bought: &AssetLot<'s>) -> Option<Figure<'s>> {
        let (generation, net, life) = (bought.generation, bought.net, bought.life.figure);
        let served = generation.served_before + generation.served(timeline.horizon);
        let finished = generation.last <= timeline.horizon;
        match self {
            ResaleValue::Market(values) => Some(market_value(timeline, bought.price_when_ordered, values, served)),
            ResaleValue::Residual(residual, _) if finished => Some(at_the_end(bought, *residual)),
            ResaleValue::Residual(residual, HorizonValue::Residual) => Some(at_the_end(bought, *residual)),
            ResaleValue::Nothing | ResaleValue::Residual(_, HorizonValue::None) => None,
            ResaleValue::Residual(residual, HorizonValue::Book) if bought.already.is_some() => {
                Some(book_of_owned(timeline, bought, *residual))
            }
            ResaleValue::Residual(residual, HorizonValue::Book) => {
                let months = timeline.draft.constant(served, Unit::MONTH, "months served at the horizon");
                Some(falling((net, bought.paid), (life, months), None, *residual) / life)
            }
            ResaleValue::BoughtOut(_, buyout) if served < buyout.term(bought) => None,
            ResaleValue::BoughtOut(resale_value, buyout) => match &**resale_value {
                ResaleValue::Residual(residual, HorizonValue::Book) if !finished => {
                    let (draft, leased) = (timeline.draft, buyout.term(bought));
                    let since = draft.constant(served - leased, Unit::MONTH, "months since the buyout");
                    let term = draft.constant(leased, Unit::MONTH, "months of the lease");
                    let rest = life - term;
                    let price = (bought.price_when_ordered, bought.invoiced_when_ordered);
                    Some(falling(price, (rest, since), Some(buyout.share), *residual) / rest)
                }
                resale_value => resale_value.of(timeline, bought),
            },
        }
    }

    fn is_book(&self) -> bool {
        match self {
            ResaleValue::Residual(_, HorizonValue::Book) => true,
            ResaleValue::BoughtOut(resale_value, _) => resale_value.is_book(),
            ResaleValue::Residual(_, HorizonValue::Residual | HorizonValue::None)
            | ResaleValue::Market(_)
            | ResaleValue::Nothing => false,
        }
    }
}

/// Sale price at the end of life: a share of the net price; for assets bought before the decision at most their value
/// at the decision.
fn at_the_end<'s>(bought: &AssetLot<'s>, residual: Figure<'s>) -> Figure<'s> {
    let share = bought.net * residual;
    bought.already.map_or(share, |already| already.resale_value.min(share))
}

/// Book value at the horizon of an asset bought before the decision: it falls linearly from its value at the decision
/// to its sale price at the end of life.
fn book_of_owned<'s>(timeline: &Timeline<'s>, bought: &AssetLot<'s>, residual: Figure<'s>) -> Figure<'s> {
    let draft = timeline.draft;
    let Generation { delivered, .. } = bought.generation;
    let over = draft.constant(timeline.horizon, Unit::MONTH, "months from the decision to the horizon");
    let left = bought.life_left(timeline).figure;
    // an asset not yet delivered has its whole life after the delivery
    let until = draft.constant(delivered, Unit::MONTH, "months from the decision to the delivery");
    let all = if delivered == 0 { left } else { left + until };
    (bought.paid * (all - over) + at_the_end(bought, residual) * over) / all
}

/// Market value, linear between 100 % when new and the shares at the age of 1, 2, … years; the last share stays.
fn market_value<'s>(timeline: &Timeline<'s>, price: Figure<'s>, values: &[Figure<'s>], age: u32) -> Figure<'s> {
    let constant = |value: u32, why| timeline.draft.constant(value, Unit::ONE, why);
    let new = || constant(1, "of the price, when new");
    let share_at = |year: u32| match (year as usize).checked_sub(1) {
        None => new(),
        Some(at) => values.get(at).or(values.last()).copied().unwrap_or_else(new),
    };
    let (year, months) = (age / 12, age % 12);
    let before = share_at(year) * constant(12 - months, "months until the next full year of age");
    let after = share_at(year + 1) * constant(months, "months since the last full year of age");
    price * (before + after) / constant(12, "months of a year")
}

impl<'s> Asset<'s> {
    /// All purchases with their resale. A lease has one only if it ends with a buyout.
    #[must_use]
    pub fn depreciables(&self, timeline: &Timeline<'s>) -> Vec<Depreciable<'s>> {
        let one = |bought: &AssetLot<'s>| {
            let Generation { delivered, last, .. } = bought.generation;
            let (base, leased) = match &self.resale_value {
                ResaleValue::Market(_) | ResaleValue::Residual(..) => (bought.paid, 0),
                ResaleValue::BoughtOut(_, buyout) => (bought.invoiced_when_ordered * buyout.share, buyout.term(bought)),
                ResaleValue::Nothing => return None,
            };
            (delivered + leased <= timeline.horizon).then(|| Depreciable {
                base: bought.already.map_or(Some(base), |already| already.tax_book_value),
                depreciation: if bought.already.is_some() {
                    DepreciationBasis::LifeLeft
                } else {
                    DepreciationBasis::Schedule
                },
                first: delivered + leased + 1,
                life: bought.life_left(timeline).after(timeline, leased, "months of the lease"),
                sold: last.min(timeline.horizon),
                receipt: self.resale_value.of(timeline, bought),
                dates: self.dates.clone(),
            })
        };
        self.bought.iter().filter_map(one).collect()
    }

    /// Purchase lines: payments, amortized over the months of service; assets already owned have a line of their own,
    /// which is the first.
    pub fn purchases(&self, timeline: &Timeline<'s>) -> impl Iterator<Item = DraftLine<'s>> {
        let already = |bought: &&AssetLot<'s>| bought.already.is_some();
        let (owned, bought): (Vec<&AssetLot<'s>>, Vec<&AssetLot<'s>>) = self.bought.iter().partition(already);
        let line = |name: &str, bought: &[&AssetLot<'s>]| {
            let flows: Vec<Flow<Figure<'s>>> = bought.iter().flat_map(|bought| bought.flows()).collect();
            let spreads = bought.iter().map(|bought| spread(timeline, bought.generation, bought.paid, &self.dates));
            let spread = spreads.reduce(|a, b| a + b)?;
            Some(DraftLine::new(timeline, name, CostGroup::Purchase, &flows).amortized(spread))
        };
        let owned = line(&format!("{}, already owned", self.name), &owned).map(DraftLine::already_owned);
        owned.into_iter().chain(line(&self.name, &bought))
    }

    /// Resale line: receipts at the end of each life, and the value of unexpired life at the horizon.
    #[must_use]
    pub fn resale(&self, timeline: &Timeline<'s>) -> Option<Resale<'s>> {
        let (mut flows, mut spreads, mut book) = (Vec::new(), Vec::new(), None);
        for bought in &self.bought {
            let Some(resale_value) = self.resale_value.of(timeline, bought) else {
                continue;
            };
            let generation = bought.generation;
            let amount = timeline.draft.nothing(Unit::MONEY) - resale_value;
            flows.push(Flow::Once { month: generation.last.min(timeline.horizon), amount });
            spreads.push(spread(timeline, generation, amount, &self.dates));
            if generation.last > timeline.horizon && self.resale_value.is_book() {
                book = Some(book.map_or(resale_value, |book| book + resale_value));
            }
        }
        let spread = spreads.into_iter().reduce(|a, b| a + b)?;
        let line = DraftLine::new(timeline, &self.name, CostGroup::Resale, &flows).amortized(spread);
        Some(Resale { line, book })
    }

    /// Price of the assets in service; with `after`, only of those past that term.
    #[must_use]
    pub fn price_in_service(&self, timeline: &Timeline<'s>, after: Option<DeliveryTerm>) -> Option<Figure<'s>> {
        let generations = self.bought.iter().map(|bought| (bought.order, bought.generation, bought.net));
        in_service(timeline, generations, after, &self.dates)
    }
}

/// Σ of a figure of each generation over the months in which it serves; with `after`, only past that term. Each
/// generation comes with the month in which its first generation was ordered.
#[must_use]
pub fn in_service<'s>(
    timeline: &Timeline<'s>,
    generations: impl Iterator<Item = (i32, Generation, Figure<'s>)>,
    after: Option<DeliveryTerm>,
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

/// An amount in equal parts over the months of service of a generation within the horizon.
pub(super) fn spread<'s>(
    timeline: &Timeline<'s>,
    generation: Generation,
    amount: Figure<'s>,
    because: &[NodeId],
) -> Figure<'s> {
    let months = timeline.draft.constant(generation.served(timeline.horizon), Unit::MONTH, "months of service");
    amount / months * timeline.within(generation.first, generation.last.min(timeline.horizon), because)
}
