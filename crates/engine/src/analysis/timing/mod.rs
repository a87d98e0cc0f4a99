//! Timing: when to order the servers of an owned option. Every month of ordering is the scenario itself with its
//! purchases moved to that month, evaluated like any other: the price moves by its own trend, rented capacity serves until
//! the delivery, and later servers are worth more at the horizon.

mod close;
mod outlook;
mod reasons;
mod replacement;
mod result;
mod shift;

pub use close::CloseYears;
pub use outlook::{ExpectedCost, OrderRule, Outlook, RentedCost, SignalPrice, WalkingPrice};
pub use replacement::{Keep, KeptYear, Life, Replacement, ReplacementError, replacement};
pub use result::{
    Alternative, LineDifference, Never, OrderMonth, Reason, Successor, Timing, TimingChoice, TimingError, When,
};

use super::UnknownOption;
use super::header::header;
use crate::amount::{Amount, Ratio};
use crate::demand::trace::Traces;
use crate::model::{OptionId, OptionKind};
use crate::parallel::on_all_cores;
use crate::scenario::Loaded;
use crate::scenario::document::Entry;
use crate::scenario::own::Own;
use crate::variation::{Decision, Impossible, OptionLines, Variation};
use outlook::Timed;
use rust_decimal::Decimal;
use shift::Shift;
use std::num::NonZeroU32;

/// Most scenarios that are evaluated: months of ordering, times rented options that could serve until delivery.
pub const MOST_EVALUATIONS: usize = 10_000;

/// What to time.
#[derive(Clone, Copy, Debug)]
pub struct OrderRequest<'a> {
    /// Owned option to order.
    pub option: &'a str,
    /// Owned option to order instead, from the month of its first purchase on, where it costs less.
    pub successor: Option<&'a str>,
    /// Months between two rows.
    pub every: NonZeroU32,
    /// Number of draws of rental prices that walk; default: 20,000, or fewer if they need too much memory.
    pub draws: Option<usize>,
    /// Seed of their random numbers.
    pub seed: Option<u64>,
}

impl<'a> OrderRequest<'a> {
    /// Every month, without a successor.
    #[must_use]
    pub fn of(option: &'a str) -> OrderRequest<'a> {
        OrderRequest { option, successor: None, every: NonZeroU32::MIN, draws: None, seed: None }
    }
}

/// Present value of ordering the servers of an owned option in every month, or in every so many, up to the horizon; with rental
/// prices that walk also its expected value.
///
/// # Errors
/// If the option is not an owned one with purchases that can be moved, or there is too much to evaluate.
pub fn timing(loaded: &Loaded, traces: &Traces, request: &OrderRequest<'_>) -> Result<Timing, TimingError> {
    let variation = Variation::of(loaded, traces);
    let decision = variation.base_case();
    let shift = movable(loaded, &decision, request.option)?;
    let successor = request.successor.map(|option| movable(loaded, &decision, option)).transpose()?;
    if successor.as_ref().is_some_and(|new| new.option == shift.option) {
        return Err(TimingError::OwnSuccessor { option: shift.option });
    }
    let rented = rented_options(&decision);
    let every = request.every.get();
    let last = shift.last_month();
    if every > last.max(1) {
        return Err(TimingError::Sparse { every, last });
    }
    let months = months(&shift, successor.as_ref(), every);
    let orders: Vec<Order<'_>> = months
        .iter()
        .flat_map(|month| {
            let new = successor.iter().filter(|new| new.stated_month <= *month);
            let of_month = [&shift].into_iter().chain(new).filter(|shift| *month <= shift.last_month());
            of_month.flat_map(|shift| orders_of(shift, *month, &rented))
        })
        .collect();
    if orders.len() > MOST_EVALUATIONS {
        return Err(TimingError::TooMany { evaluations: orders.len(), most: MOST_EVALUATIONS });
    }
    let evaluated: Vec<Ordered<'_>> = on_all_cores(orders, |order| {
        let change = |document: &mut _| order.shift.apply(document, order.month, order.until.map(OptionId::name));
        let outcome = variation.option_after(&order.shift.option, change);
        Ordered { order, outcome }
    });
    let months = with_differences(months.iter().map(|month| cheapest(*month, &evaluated)).collect());
    let shifts: Vec<&Shift<'_>> = [&shift].into_iter().chain(&successor).collect();
    let timed = Timed { loaded, traces, variation: &variation, shifts: &shifts, months: &months, rented: &rented };
    let outlook = timed.outlook(request)?;
    let never = never(&variation, &decision);
    let header = header(loaded);
    let (best, later) = (best(&months), later(&months));
    Ok(Timing {
        choice: choice(&months, later, never.as_ref(), header.close_call),
        reasons: reasons::of_best(best, later, &months, never.as_ref(), header.minor_digits),
        best_month: best.map(|at| months[at].month),
        stated_month: shift.stated_month,
        lead_time_months: shift.lead_time,
        successor: successor.map(|new| Successor {
            first_month: new.stated_month,
            lead_time_months: new.lead_time,
            option: new.option,
        }),
        every,
        option: shift.option,
        header,
        never,
        months,
        outlook,
    })
}

/// An order of an option in a month, and a rented option until its delivery.
#[derive(Clone, Copy)]
struct Order<'a> {
    month: u32,
    shift: &'a Shift<'a>,
    until: Option<&'a OptionId>,
}

/// What an order costs.
struct Ordered<'a> {
    order: Order<'a>,
    outcome: Result<OptionLines, Impossible>,
}

impl Ordered<'_> {
    /// Order of preference: can be chosen, is possible, costs less.
    fn rank(&self) -> (bool, bool, Option<Amount>) {
        let cost = self.outcome.as_ref().ok().map(|found| &found.cost);
        let can_win = cost.is_some_and(|cost| cost.cannot_win_because.is_empty());
        (!can_win, cost.is_none(), cost.map(|cost| cost.present_value))
    }
}

/// The owned option with this name, as purchases to move.
fn movable<'a>(loaded: &'a Loaded, decision: &Decision, option: &str) -> Result<Shift<'a>, TimingError> {
    let entry = owned(loaded, option, decision.options.iter().map(|option| &option.name))?;
    Shift::of(entry, loaded.scenario.horizon_months.value.count())
}

/// The owned option with this name, among those of the scenario.
fn owned<'a, 'o>(
    loaded: &'a Loaded,
    option: &str,
    options: impl Iterator<Item = &'o OptionId>,
) -> Result<&'a Entry<Own>, TimingError> {
    let options: Vec<&OptionId> = options.collect();
    let Some(id) = options.iter().find(|id| id.as_str() == option) else {
        return Err(TimingError::Unknown(UnknownOption::new(option, options.into_iter())));
    };
    let entry = loaded.scenario.own.iter().find(|entry| Some(entry.name.as_str()) == id.owned());
    entry.ok_or_else(|| TimingError::NotOwned {
        option: (*id).clone(),
        owned: options.iter().copied().filter(|id| id.kind() == OptionKind::Own).cloned().collect(),
    })
}

/// Rented options that can be chosen, in the order of the file.
fn rented_options(decision: &Decision) -> Vec<OptionId> {
    let rented = decision.options.iter().filter(|option| option.kind == OptionKind::Rent && option.can_win());
    rented.map(|option| option.name.clone()).collect()
}

/// Months of ordering: the first, every so many, that of the scenario, and the first of a successor.
fn months(shift: &Shift<'_>, successor: Option<&Shift<'_>>, every: u32) -> Vec<u32> {
    let is_first = |month: u32| successor.is_some_and(|new| new.stated_month == month);
    let is_row = |month: &u32| month.is_multiple_of(every) || *month == shift.stated_month || is_first(*month);
    // between the last order of the option and the first of its successor, nothing can be ordered
    let of_successor = successor.map_or(0..0, |new| new.stated_month..new.last_month() + 1);
    let is_possible = |month: &u32| *month <= shift.last_month() || of_successor.contains(month);
    (0..of_successor.end.max(shift.last_month() + 1)).filter(is_possible).filter(is_row).collect()
}

/// An order with every rented option that could serve until its delivery; none if the scenario decides it.
fn orders_of<'a>(shift: &'a Shift<'a>, month: u32, rented: &'a [OptionId]) -> Vec<Order<'a>> {
    if rented.is_empty() || !shift.lacks_service(month) {
        return vec![Order { month, shift, until: None }];
    }
    rented.iter().map(|option| Order { month, shift, until: Some(option) }).collect()
}

/// A month with the cheapest option and rented option until delivery; ties go to the earlier in the file.
fn cheapest(month: u32, evaluated: &[Ordered<'_>]) -> OrderMonth {
    let of_month = evaluated.iter().filter(|ordered| ordered.order.month == month);
    let Ordered { order, outcome } = of_month.min_by_key(|ordered| ordered.rank()).expect("every month is evaluated");
    let (found, why) = (outcome.as_ref().ok(), outcome.as_ref().err());
    OrderMonth {
        month,
        option: order.shift.option.clone(),
        first_month_of_service: month + order.shift.lead_time + 1,
        until_delivery: order.until.cloned(),
        impossible_because: why.cloned(),
        cannot_win_because: found.map(|found| found.cost.cannot_win_because.clone()).unwrap_or_default(),
        total: found.map(|found| found.cost.total),
        present_value: found.map(|found| found.cost.present_value),
        against_now: None,
        against_before: None,
        lines: found.map(|found| found.lines.clone()).unwrap_or_default(),
    }
}

/// Adds the differences to the first row and to the row before, between months that can be chosen.
fn with_differences(mut months: Vec<OrderMonth>) -> Vec<OrderMonth> {
    let present_values: Vec<Option<Amount>> =
        months.iter().map(|month| month.present_value.filter(|_| month.can_win())).collect();
    let less = |at: usize, other: Option<&Option<Amount>>| Some(present_values[at]? - (*other?)?);
    for (at, month) in months.iter_mut().enumerate() {
        month.against_now = less(at, present_values.first());
        month.against_before = less(at, at.checked_sub(1).and_then(|before| present_values.get(before)));
    }
    months
}

/// Index of the cheapest month that can be chosen, the earliest if several are equal.
fn best(months: &[OrderMonth]) -> Option<usize> {
    let able = months.iter().enumerate().filter(|(_, month)| month.can_win());
    able.min_by_key(|(_, month)| month.present_value).map(|(at, _)| at)
}

/// Index of the cheapest month to wait for: it can be chosen, and costs less than the row before, or that can't be chosen.
/// Other months are no alternative to the month before, because they always cost about the same.
fn later(months: &[OrderMonth]) -> Option<usize> {
    let pays = |at: &usize| {
        let (before, month) = (&months[at - 1], &months[*at]);
        month.can_win() && (!before.can_win() || month.present_value < before.present_value)
    };
    (1..months.len()).filter(pays).min_by_key(|at| months[*at].present_value)
}

/// The cheapest rented option that can be chosen, with its lines.
fn never(variation: &Variation<'_>, decision: &Decision) -> Option<Never> {
    let rented = decision.options.iter().filter(|option| option.kind == OptionKind::Rent && option.can_win());
    let option = rented.min_by_key(|option| option.present_value())?.name.clone();
    let found = variation.option_after(&option, |_| ()).ok()?;
    Some(Never { present_value: found.cost.present_value, lines: found.lines, option })
}

/// The cheapest of now, later and never; ties go to the one named first.
fn choice(months: &[OrderMonth], later: Option<usize>, never: Option<&Never>, close_call: Ratio) -> TimingChoice {
    let order = |at: usize, when: When| {
        let month = months.get(at).filter(|month| month.can_win())?;
        Some((when, month.present_value?))
    };
    let later = later.and_then(|at| order(at, When::Wait));
    let rented = never.map(|never| (When::Never, never.present_value));
    let mut ranked: Vec<(When, Amount)> = [order(0, When::Now), later, rented].into_iter().flatten().collect();
    ranked.sort_by_key(|(_, present_value)| *present_value);
    let Some((choice, least)) = ranked.first().copied() else { return TimingChoice::default() };
    let next = ranked.get(1).copied();
    let saving = next.map(|(_, present_value)| present_value - least);
    let saving_share = next.and_then(|(_, other)| (other - least).checked_div(*other)).map(Ratio::rounded);
    TimingChoice {
        choice: Some(choice),
        runner_up: next.map(|(when, _)| when),
        saving,
        saving_share,
        close: saving.is_some_and(|saving| *saving == Decimal::ZERO)
            || saving_share.is_some_and(|share| share < close_call),
    }
}
