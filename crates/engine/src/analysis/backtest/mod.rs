//! Backtest: the decision of every past month with the rental prices of that month, and what it would have cost with the
//! prices that followed. All other inputs are those of the scenario.

mod coverage;
mod priced;
mod result;

pub use result::{
    Backtest, BacktestError, BacktestMonth, Coverage, Outlook, OutlookResult, PastDecision, PriceFile, PricedOption,
};

use super::header::header;
use super::rented;
use crate::amount::{Amount, Ratio};
use crate::demand::trace::Traces;
use crate::model::OptionKind;
use crate::parallel::on_all_cores;
use crate::scenario::document::Document;
use crate::scenario::quantities::Change;
use crate::scenario::quantity::Quantity as _;
use crate::scenario::{CalendarMonth, Loaded, Scenario};
use crate::variation::{Decision, OptionOutcome, Variation};
use priced::Priced;
use rust_decimal::Decimal;
use std::num::NonZeroU32;

/// Months of a year.
const YEAR: u32 = 12;

/// Longest series: a century.
const MOST_MONTHS: u32 = 1_200;

/// Change per year of the outlook of falling prices.
const FALLING: Decimal = Decimal::from_parts(8, 0, 0, true, 2);

/// Accelerator of a rented option, if the scenario names it.
///
/// # Errors
/// If there is no such option, or it is not a rented one.
pub fn accelerator<'s>(scenario: &'s Scenario, option: &str) -> Result<Option<&'s str>, BacktestError> {
    let (_, rent) = rented(scenario, option).map_err(BacktestError::NoHourlyPrice)?;
    Ok(rent.accelerator.as_ref().map(|name| name.value.as_str()))
}

/// What to evaluate.
#[derive(Debug)]
pub struct BacktestRequest {
    /// Files of the prices.
    pub files: Vec<PriceFile>,
    /// Rented options with dated prices; the others keep the stated ones.
    pub options: Vec<DatedOption>,
    /// Months between two decisions.
    pub every: NonZeroU32,
    /// Months with observed prices after which a decision counts, its own included; at most the horizon.
    pub least: u32,
}

/// Dated prices of a rented option.
#[derive(Debug)]
pub struct DatedOption {
    /// `rent.NAME`.
    pub option: String,
    /// Name of the series of its list price.
    pub series: String,
    /// Currency code of the prices.
    pub currency: String,
    /// List prices.
    pub list: PricesByMonth,
    /// Spot prices.
    pub spot: Option<PricesByMonth>,
    /// Estimates from the prices up to a month, by months since the first of `list`; empty if none are requested.
    pub estimates: Vec<Option<PriceEstimate>>,
}

/// Expected change of a price, and its volatility, per year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceEstimate {
    /// Change of the median.
    pub change: Decimal,
    /// Standard deviation of the change of the logarithm.
    pub volatility: Decimal,
}

/// Prices per accelerator-hour of consecutive months; a month without an observation has the price of the month before.
#[derive(Clone, Debug)]
pub struct PricesByMonth {
    first: CalendarMonth,
    prices: Vec<Decimal>,
    /// Number of months without an observation.
    missing: u32,
}

impl PricesByMonth {
    /// Prices from observations in ascending order; `None` without one, or if they span more than a century.
    #[must_use]
    pub fn of(observations: impl Iterator<Item = (CalendarMonth, Decimal)>) -> Option<PricesByMonth> {
        let mut found: Option<PricesByMonth> = None;
        for (month, price) in observations {
            let series = found.get_or_insert_with(|| PricesByMonth { first: month, prices: Vec::new(), missing: 0 });
            let months = month.months_since(series.first).filter(|months| *months < MOST_MONTHS)? as usize;
            let held = series.prices.last().copied().unwrap_or(price);
            series.missing += u32::try_from(months.saturating_sub(series.prices.len())).unwrap_or(u32::MAX);
            series.prices.resize(months, held);
            series.prices.push(price);
        }
        found
    }

    /// First and last month.
    #[must_use]
    pub fn months(&self) -> [CalendarMonth; 2] {
        let more = u32::try_from(self.prices.len().saturating_sub(1)).unwrap_or(u32::MAX);
        [self.first, self.first.later(more)]
    }

    /// Number of a month, from 0; `None` before the first.
    fn number(&self, month: CalendarMonth) -> Option<usize> {
        month.months_since(self.first).map(|months| months as usize)
    }

    /// Price of a month, if it is not outside the series.
    #[must_use]
    pub fn within(&self, month: CalendarMonth) -> Option<Decimal> {
        self.prices.get(self.number(month)?).copied()
    }

    /// Price of a month: before the series the first, after it the last.
    fn at(&self, month: CalendarMonth) -> Decimal {
        let number = self.number(month).unwrap_or_default().min(self.prices.len().saturating_sub(1));
        self.prices.get(number).copied().unwrap_or_default()
    }
}

/// Decides in every month with the prices of that month, by the scenario's outlook and by others, and evaluates each decision
/// with the prices of the months that followed.
///
/// # Errors
/// If an option is not rented by the hour or states a price path, the prices are too short, or a month has no result.
pub fn backtest(loaded: &Loaded, traces: &Traces, request: &BacktestRequest) -> Result<Backtest, BacktestError> {
    let scenario = &loaded.scenario;
    let priced = request.options.iter().map(|dated| Priced::of(scenario, dated)).collect::<Result<Vec<_>, _>>()?;
    let header = header(loaded);
    let past = Past { variation: Variation::of(loaded, traces), traces, priced, horizon: header.horizon_months };
    let months = past.months(request.least, request.every)?;
    let months = on_all_cores(months, |month| past.decided(month));
    let months: Vec<BacktestMonth> = months.into_iter().collect::<Result<_, BacktestError>>()?;
    let all = Outlook::ALL
        .into_iter()
        .filter(|outlook| *outlook == Outlook::Stated || months.iter().any(|month| month.by(*outlook).is_some()));
    let outlooks = all.map(|outlook| past.summary(outlook, &months, header.minor_digits)).collect();
    Ok(Backtest {
        files: request.files.clone(),
        options: past.priced.iter().map(Past::option).collect(),
        unchanged: priced::unchanged(scenario, &past.priced),
        every: request.every.get(),
        complete: count(months.iter().filter(|month| month.observed_months == header.horizon_months)),
        outlooks,
        header,
        months,
    })
}

impl Outlook {
    /// All, that of the scenario first.
    pub const ALL: [Outlook; 5] =
        [Outlook::Stated, Outlook::Flat, Outlook::Falling, Outlook::LastYear, Outlook::Estimated];

    /// Expected change of the list price per year in a month; none if it is not known, or stated by the scenario.
    fn change(self, dated: &DatedOption, month: CalendarMonth) -> Option<Decimal> {
        match self {
            Outlook::Stated => None,
            Outlook::Flat => Some(Decimal::ZERO),
            Outlook::Falling => Some(FALLING),
            Outlook::LastYear => {
                let before = dated.list.number(month)?.checked_sub(YEAR as usize)?;
                let change = dated.list.at(month).checked_div(*dated.list.prices.get(before)?)? - Decimal::ONE;
                Some(change.round_dp(4).clamp(Change::KIND.minimum(), Change::KIND.maximum()))
            }
            Outlook::Estimated => dated.estimate(month).map(|estimate| estimate.change),
        }
    }
}

impl DatedOption {
    fn estimate(&self, month: CalendarMonth) -> Option<PriceEstimate> {
        self.estimates.get(self.list.number(month)?).copied().flatten()
    }
}

/// A scenario with dated prices.
struct Past<'a> {
    variation: Variation<'a>,
    traces: &'a Traces,
    priced: Vec<Priced<'a>>,
    horizon: u32,
}

impl Past<'_> {
    fn option(priced: &Priced<'_>) -> PricedOption {
        let [first_month, last_month] = priced.dated.list.months();
        PricedOption {
            option: priced.option.clone(),
            series: priced.dated.series.clone(),
            first_month,
            last_month,
            missing_months: priced.dated.list.missing,
            has_spot_prices: priced.has_spot_prices(),
        }
    }

    /// Months of decisions.
    fn months(&self, least: u32, every: NonZeroU32) -> Result<Vec<CalendarMonth>, BacktestError> {
        let least = least.clamp(1, self.horizon);
        let all = self.priced.iter().map(Priced::months).reduce(|all, one| [all[0].max(one[0]), all[1].min(one[1])]);
        let span = all.and_then(|[first, last]| Some((first, last.months_since(first)?)));
        let span = span.and_then(|(first, span)| Some((first, (span + 1).checked_sub(least)?)));
        let (first, last) = span.ok_or(BacktestError::TooShort { least })?;
        Ok((0..=last).step_by(every.get() as usize).map(|number| first.later(number)).collect())
    }

    /// Months of the horizon of a decision that have observed prices.
    fn observed(&self, month: CalendarMonth) -> u32 {
        let of = |one: &Priced<'_>| one.months()[1].months_since(month).map_or(0, |months| months + 1);
        self.priced.iter().map(of).min().unwrap_or_default().min(self.horizon)
    }

    /// The decisions of a month, and their regrets.
    fn decided(&self, month: CalendarMonth) -> Result<BacktestMonth, BacktestError> {
        let horizon = self.horizon;
        let followed = self.evaluated(month, |document| {
            for one in &self.priced {
                one.set_later_prices(document, month, horizon);
            }
        })?;
        let best = winner(&followed, month)?;
        let best_present_value = best.present_value().ok_or(BacktestError::NoChoice { month })?;
        let decisions =
            Outlook::ALL.into_iter().filter_map(|outlook| self.decision(outlook, month, &followed).transpose());
        let others = followed.options.iter().filter(|option| option.can_win() && is_rented(option) != is_rented(best));
        Ok(BacktestMonth {
            month,
            prices: self.priced.iter().map(|one| Ratio::from(one.dated.list.at(month))).collect(),
            observed_months: self.observed(month),
            best: best.name.clone(),
            best_present_value,
            other_side_present_value: others.filter_map(OptionOutcome::present_value).min(),
            decisions: decisions.collect::<Result<_, _>>()?,
        })
    }

    /// The decision by an outlook, and its regret with what followed; none if the outlook is not known.
    fn decision(
        &self,
        outlook: Outlook,
        month: CalendarMonth,
        followed: &Decision,
    ) -> Result<Option<PastDecision>, BacktestError> {
        let changes: Vec<Option<Decimal>> = self.priced.iter().map(|one| outlook.change(one.dated, month)).collect();
        if outlook != Outlook::Stated && changes.iter().any(Option::is_none) {
            return Ok(None);
        }
        let expected = self.evaluated(month, |document| {
            for (one, change) in self.priced.iter().zip(&changes) {
                if let Some(change) = change {
                    one.set_change(document, *change);
                }
            }
        })?;
        let (choice, best) = (winner(&expected, month)?, winner(followed, month)?);
        let afterwards = followed.options.iter().find(|option| option.name == choice.name && option.can_win());
        let costs = afterwards.and_then(OptionOutcome::present_value).zip(best.present_value());
        let (cost, least) = costs.ok_or(BacktestError::NoChoice { month })?;
        Ok(Some(PastDecision {
            outlook,
            choice: choice.name.clone(),
            held: is_rented(choice) == is_rented(best),
            regret: cost - least,
        }))
    }

    /// The scenario with the prices of a month and another change.
    fn evaluated(&self, month: CalendarMonth, change: impl Fn(&mut Document)) -> Result<Decision, BacktestError> {
        let read = self.variation.read(|document| {
            // they refer to keys that change here, and decide nothing
            for key in ["uncertainty", "cases", "expect", "sources"] {
                document.remove_at(key);
            }
            for one in &self.priced {
                one.set_prices(document, month);
            }
            change(document);
        });
        let loaded = read.map_err(|rejected| BacktestError::Refused { month, rejected: Box::new(rejected) })?;
        Ok(Variation::of(&loaded, self.traces).base_case())
    }

    /// How often an outlook led to the right side, and at which cost.
    fn summary(&self, outlook: Outlook, months: &[BacktestMonth], minor_digits: u32) -> OutlookResult {
        let found: Vec<(&BacktestMonth, &PastDecision)> =
            months.iter().filter_map(|month| Some((month, month.by(outlook)?))).collect();
        let regrets: Vec<Decimal> = found.iter().map(|(_, decision)| decision.regret.into()).collect();
        let mean = regrets.iter().sum::<Decimal>().checked_div(Decimal::from(regrets.len()));
        let worst = found.iter().rev().max_by_key(|(_, decision)| decision.regret);
        OutlookResult {
            outlook,
            decisions: count(found.iter()),
            own: count(found.iter().filter(|(_, decision)| decision.choice.kind() != OptionKind::Rent)),
            held: count(found.iter().filter(|(_, decision)| decision.held)),
            mean_regret: mean.map(|mean| Amount::rounded(mean, minor_digits)),
            worst_regret: worst.map(|(_, decision)| decision.regret),
            worst_month: worst.map(|(month, _)| month.month),
            coverage: coverage::of(outlook, self, months),
        }
    }
}

/// The option that wins.
fn winner(decision: &Decision, month: CalendarMonth) -> Result<&OptionOutcome, BacktestError> {
    decision.winner.and_then(|at| decision.options.get(at)).ok_or(BacktestError::NoChoice { month })
}

fn is_rented(option: &OptionOutcome) -> bool {
    option.kind == OptionKind::Rent
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}
