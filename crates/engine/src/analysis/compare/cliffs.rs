//! Cliffs: large changes in the monthly cost of an option, and their causes.

use super::statement::{Cliff, CliffCause, CliffLine};
use crate::amount::{Amount, Ratio};
use crate::model::{CostGroup, CostLine, Event, EventKind, Flow, OptionModel, PriceChange, PriceStepping};
use crate::number;
use crate::sheet::{FigureId, Number, Period};
use crate::variation::Evaluated;
use rust_decimal::Decimal;

/// A cliff is a change of at least this share of the option's average monthly cost; a line or cause is listed if it
/// explains at least this share of the change.
const SHARE: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

/// Cliffs of an option, by month.
///
/// The cost of a month is the sum of its lines, rounded as they are printed: everything paid monthly, in the month for
/// which it is paid. Purchases, resale, prepayments, loans, tax and one-time payments are excluded. Costs are constant
/// within a period, so only the first months of periods are compared.
pub(super) fn cliffs(evaluated: &Evaluated, option: &OptionModel, minor_digits: u32) -> Vec<Cliff> {
    let periods = evaluated.model.sheet.periods();
    let costs = option.lines.iter().filter(|line| !matches!(line.group, CostGroup::Tax | CostGroup::Financing));
    let monthly: Vec<Monthly<'_>> = costs.map(|line| Monthly::of(evaluated, line, minor_digits)).collect();
    let cost = |at: usize| -> Decimal { monthly.iter().map(|line| line.amounts[at]).sum() };
    let all: Decimal = periods.iter().enumerate().map(|(at, period)| cost(at) * Decimal::from(period.months())).sum();
    let least = all / Decimal::from(evaluated.model.horizon) * SHARE;
    let is_cliff = |at: &usize| {
        let change = (cost(*at) - cost(at - 1)).abs();
        !change.is_zero() && change >= least
    };
    let cliff = |at: usize| {
        let step = Step { evaluated, option, at, change: cost(at) - cost(at - 1), before: cost(at - 1) };
        let mut lines: Vec<&Monthly<'_>> = monthly.iter().filter(|line| step.is_of_weight(line.change(at))).collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.change(at).abs()));
        let amount = |amount| Amount::new(amount, minor_digits);
        let cliff_line = |line: &&Monthly<'_>| CliffLine {
            name: line.line.name.clone(),
            group: line.line.group,
            from: amount(line.amounts[at - 1]),
            to: amount(line.amounts[at]),
        };
        Cliff {
            month: periods[at].first,
            from: amount(cost(at - 1)),
            to: amount(cost(at)),
            causes: step.causes(&lines),
            lines: lines.iter().map(cliff_line).collect(),
        }
    };
    (1..periods.len()).filter(is_cliff).map(cliff).collect()
}

/// Monthly cost of a line, by period.
struct Monthly<'a> {
    line: &'a CostLine,
    amounts: Vec<Decimal>,
}

impl<'a> Monthly<'a> {
    fn of(evaluated: &Evaluated, line: &'a CostLine, minor_digits: u32) -> Monthly<'a> {
        let rows = || {
            line.flows.iter().filter_map(|flow| match flow {
                Flow::Monthly(row) | Flow::InAdvance(row) => Some(*row),
                Flow::FirstMonth(_) | Flow::Once { .. } => None,
            })
        };
        let amount = |at| number::money(rows().map(|row| evaluated.value_in(row, at)).sum(), minor_digits);
        Monthly { line, amounts: (0..evaluated.model.sheet.periods().len()).map(amount).collect() }
    }

    fn change(&self, at: usize) -> Decimal {
        self.amounts[at] - self.amounts[at - 1]
    }
}

/// Change from one period to the next.
struct Step<'a> {
    evaluated: &'a Evaluated,
    option: &'a OptionModel,
    /// Index of the later period.
    at: usize,
    /// Change of the option's monthly cost.
    change: Decimal,
    /// Monthly cost before.
    before: Decimal,
}

impl Step<'_> {
    /// Whether an amount is a significant share of the change.
    fn is_of_weight(&self, amount: Decimal) -> bool {
        !amount.is_zero() && amount.abs() >= self.change.abs() * SHARE
    }

    /// Causes of the change of these lines in this month.
    fn causes(&self, lines: &[&Monthly<'_>]) -> Vec<CliffCause> {
        let mut causes: Vec<CliffCause> = Vec::new();
        let events = self.option.parts.iter().flat_map(|part| &part.events);
        let events = events.filter(|event| self.is_due(event, lines)).map(|event| event.kind.clone());
        for cause in events.map(CliffCause::Event).chain(lines.iter().flat_map(|line| self.prices(line))) {
            if !causes.contains(&cause) {
                causes.push(cause);
            }
        }
        let demand = self.demand(causes.is_empty());
        causes.into_iter().chain(demand).collect()
    }

    fn period(&self) -> Period {
        self.evaluated.model.sheet.periods()[self.at]
    }

    fn is_due(&self, event: &Event, lines: &[&Monthly<'_>]) -> bool {
        let mut touched = lines.iter().filter(|line| event.touches(line.line.group, &line.line.name));
        event.month == self.period().first
            && match event.kind {
                // instances may be returned or kept; a falling price is no return
                EventKind::MinimumTermEnds => touched.any(|line| {
                    let given_back = self.over_prices(line) - line.change(self.at);
                    given_back > Decimal::ZERO && self.is_of_weight(given_back)
                }),
                EventKind::Delivery
                | EventKind::Replacement
                | EventKind::WarrantyEnds
                | EventKind::LeaseEnds
                | EventKind::LeaseRenewed
                | EventKind::CommitmentBegins(_)
                | EventKind::CommitmentEnds(_)
                | EventKind::CommitmentRenewed(_)
                | EventKind::NextPrice
                | EventKind::LineBegins { .. }
                | EventKind::LineEnds { .. } => touched.next().is_some(),
            }
    }

    /// Change of a line due to its price changes alone.
    fn over_prices(&self, line: &Monthly<'_>) -> Decimal {
        let times: Decimal = self.stepping(line).map(|(rate, _)| Decimal::ONE + rate).product();
        line.amounts[self.at - 1] * (times - Decimal::ONE)
    }

    /// Rates at which prices of a line step into this period.
    fn stepping<'l>(&self, line: &Monthly<'l>) -> impl Iterator<Item = (Decimal, &'l PriceChange<FigureId>)> {
        let is_due = |change: &&PriceChange<FigureId>| {
            let steps = match change.every {
                PriceStepping::Year => self.is_anniversary(),
                PriceStepping::Month => true,
            };
            steps && change.until.is_none_or(|until| self.period().first < until)
        };
        line.line.price_changes.iter().filter(is_due).map(|change| (self.evaluated.value(change.rate), change))
    }

    fn is_anniversary(&self) -> bool {
        self.period().first % 12 == 1
    }

    /// Causes from the rates at which a line's prices step.
    fn prices(&self, line: &Monthly<'_>) -> Vec<CliffCause> {
        let last = self.evaluated.model.sheet.periods().last();
        let steps = |every| match every {
            PriceStepping::Year => last.map_or(0, |period| period.year() - 1),
            PriceStepping::Month => last.map_or(0, |period| period.first - 1),
        };
        let weighty = self.stepping(line).filter(|(rate, _)| self.is_of_weight(line.amounts[self.at - 1] * rate));
        let cause = |(rate, PriceChange { every, currency, until, .. }): (Decimal, &PriceChange<FigureId>)| {
            let every = *every;
            if let Some(currency) = currency {
                return CliffCause::ExchangeRate { currency: currency.code(), change: Ratio::rounded(rate) };
            }
            // a price that leaves the rate for a path doesn't reach the final level of the rate
            let left = Number::power(&(Decimal::ONE + rate), steps(every)).ok();
            let left = left.filter(|left| *left < SHARE && until.is_none());
            let (change, left) = (Ratio::rounded(rate), left.map(Ratio::rounded));
            CliffCause::Price { line: line.line.name.clone(), every, change, left }
        };
        weighty.map(cause).collect()
    }

    /// Change of the demand, if it is the only cause, or if it would explain a significant share in proportion.
    fn demand(&self, is_alone: bool) -> Option<CliffCause> {
        let hours = |at| self.evaluated.value_in(self.option.demand, at);
        let (before, after) = (hours(self.at - 1), hours(self.at));
        let change = (after - before).checked_div(before);
        let weighs = change.is_none_or(|change| self.is_of_weight(self.before * change));
        (before != after && (is_alone || weighs)).then(|| CliffCause::Demand { change: change.map(Ratio::rounded) })
    }
}
