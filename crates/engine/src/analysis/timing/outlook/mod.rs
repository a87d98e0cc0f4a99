//! Timing with rental prices that walk: the expected cost of every month of ordering, and of a rule that decides month by month.
//!
//! Every month of ordering, renting, and the rule are evaluated in the same draws. The rule is chosen with one half of them and
//! evaluated with the other, so that its result is no better by chance.

mod result;
mod rule;

pub use result::{ExpectedCost, OrderRule, Outlook, RentedCost, SignalPrice, WalkingPrice};

use super::OrderRequest;
use super::result::{Alternative, OrderMonth, TimingError};
use super::shift::Shift;
use crate::analysis::simulate::{Sampling, WalkDraws, Walks};
use crate::demand::trace::Traces;
use crate::model::OptionId;
use crate::parallel::on_all_cores;
use crate::scenario::Loaded;
use crate::scenario::document::Document;
use crate::scenario::rent::Tariff;
use crate::variation::Variation;
use rule::RuleSearch;

/// Most numbers that are kept, 256 MiB: a draw has one for each month of ordering, two for each rented option, and one for each
/// month of a walk.
const MOST_NUMBERS: usize = 1 << 25;

/// What is timed.
pub(super) struct Timed<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) traces: &'a Traces,
    pub(super) variation: &'a Variation<'a>,
    /// The options whose purchases are moved.
    pub(super) shifts: &'a [&'a Shift<'a>],
    /// The months, evaluated at the stated prices.
    pub(super) months: &'a [OrderMonth],
    /// Rented options that can be chosen.
    pub(super) rented: &'a [OptionId],
}

impl Timed<'_> {
    /// Expected costs with walking prices; none if no rental price walks.
    ///
    /// # Errors
    /// If the requested draws need too much memory, or are requested although no price walks.
    pub(super) fn outlook(&self, request: &OrderRequest<'_>) -> Result<Option<Outlook>, TimingError> {
        let Some(walks) = Walks::of(self.loaded) else {
            let is_requested = request.draws.is_some() || request.seed.is_some();
            return if is_requested { Err(TimingError::NoWalk) } else { Ok(None) };
        };
        let most = MOST_NUMBERS / 2 / (self.months.len() + 2 * self.rented.len() + walks.months());
        let draws = request.draws.unwrap_or(Sampling::USUAL_TIMING_DRAWS.min(most));
        if draws > most {
            return Err(TimingError::TooManyDraws { draws, most });
        }
        let sampling = Sampling { draws, seed: request.seed.unwrap_or(Sampling::USUAL.seed) };
        let draws = walks.draws(Sampling { draws: 2 * draws, ..sampling });
        Ok(Some(Drawing { timed: self, draws, sampling }.outlook()))
    }
}

/// Evaluation of the alternatives in draws.
struct Drawing<'a> {
    timed: &'a Timed<'a>,
    /// Those that evaluate a rule, and as many that choose it.
    draws: WalkDraws,
    sampling: Sampling,
}

/// An alternative with its present value in every draw.
struct Drawn {
    present_values: Vec<f64>,
    expected: ExpectedCost,
}

impl Drawing<'_> {
    fn outlook(&self) -> Outlook {
        let timed = self.timed;
        let ordered = |month: &OrderMonth| {
            let until = month.until_delivery.as_ref().map(OptionId::name);
            let shift = timed.shifts.iter().find(|shift| shift.option == month.option)?;
            self.drawn(&shift.option, |document| shift.apply(document, month.month, until)).filter(|_| month.can_win())
        };
        let months: Vec<Option<Drawn>> = on_all_cores(timed.months, ordered);
        let never = self.cheapest(|option| self.drawn(option, |_| ()));
        let fixed = self.fixed(&months, never.as_ref());
        let rule = self.rule(&months, never.as_ref(), fixed.as_ref().map(|(_, drawn)| *drawn));
        let walks = self.draws.walks();
        let walks = walks.map(|(option, walk)| WalkingPrice { option, volatility_per_year: walk.volatility.into() });
        Outlook {
            sampling: self.sampling,
            walks: walks.collect(),
            followers: self.draws.followers().map(str::to_owned).collect(),
            months: months.iter().map(|drawn| drawn.as_ref().map(|drawn| drawn.expected)).collect(),
            best_expected: fixed.as_ref().map(|(_, drawn)| drawn.expected),
            best_fixed: fixed.map(|(choice, _)| choice),
            never: never.map(|(option, drawn)| RentedCost { option, expected: drawn.expected }),
            rule,
        }
    }

    /// An option after a change of the document; none if it is not possible in some draw.
    fn drawn(&self, option: &OptionId, change: impl Fn(&mut Document)) -> Option<Drawn> {
        let loaded = self.timed.variation.allowed_after(change)?;
        let present_values = self.draws.present_values(&loaded, self.timed.traces, option).ok().flatten()?;
        let expected = self.expected(&present_values)?;
        Some(Drawn { present_values, expected })
    }

    /// Expected cost in the draws that evaluate.
    fn expected(&self, present_values: &[f64]) -> Option<ExpectedCost> {
        let digits = self.timed.loaded.scenario.currency.value.minor_digits();
        ExpectedCost::of(&present_values[..self.sampling.draws], digits)
    }

    /// The rented option with the lowest expected cost, the earliest if several are equal.
    fn cheapest(&self, drawn: impl Fn(&OptionId) -> Option<Drawn> + Sync) -> Option<(OptionId, Drawn)> {
        let all = on_all_cores(self.timed.rented, |option| Some((option.clone(), drawn(option)?)));
        all.into_iter().flatten().min_by_key(|(_, drawn)| drawn.expected.mean)
    }

    /// The alternative with the lowest expected cost that is chosen today; ties go to the earlier month, and to ordering.
    fn fixed<'d>(
        &self,
        months: &'d [Option<Drawn>],
        never: Option<&'d (OptionId, Drawn)>,
    ) -> Option<(Alternative, &'d Drawn)> {
        let order = |(month, drawn): (&OrderMonth, &'d Option<Drawn>)| {
            Some((Alternative::Order { month: month.month }, drawn.as_ref()?))
        };
        let orders = self.timed.months.iter().zip(months).filter_map(order);
        let rent = never.map(|(option, drawn)| (Alternative::Never { option: option.clone() }, drawn));
        orders.chain(rent).min_by_key(|(_, drawn)| drawn.expected.mean)
    }

    /// The best rule, against the best choice of today.
    fn rule(
        &self,
        months: &[Option<Drawn>],
        never: Option<&(OptionId, Drawn)>,
        fixed: Option<&Drawn>,
    ) -> Option<OrderRule> {
        let can_win = |option: &OptionId, change: &dyn Fn(&mut Document)| {
            let found = self.timed.variation.option_after(option, change);
            found.is_ok_and(|found| found.cost.cannot_win_because.is_empty())
        };
        let (otherwise, rent) = self.cheapest(|option| {
            let uncommitted = |document: &mut Document| document.remove_at(&option.path("commitments"));
            can_win(option, &uncommitted).then(|| self.drawn(option, uncommitted))?
        })?;
        let preferred = [never.map(|(option, _)| option), Some(&otherwise)];
        let walks: Vec<OptionId> = self.draws.walks().map(|(option, _)| option).collect();
        let signal = preferred.into_iter().flatten().find(|option| walks.contains(option)).or(walks.first())?;
        let rows = self.timed.months.iter().zip(months).filter_map(|(month, drawn)| {
            let costs = drawn.as_ref()?.present_values.as_slice();
            Some((month.month, self.draws.prices(signal, month.month)?, costs))
        });
        let search = RuleSearch { rows: rows.collect(), rent: &rent.present_values };
        let found = search.best(self.sampling.draws..self.draws.count())?;
        let outcome = search.outcome(found, 0..self.sampling.draws);
        let savings = fixed.and_then(|fixed| self.expected(&outcome.savings(&fixed.present_values)));
        Some(OrderRule {
            price: self.list_price(signal),
            signal: signal.clone(),
            above: found.above,
            until_month: search.rows[found.last].0,
            otherwise,
            orders: outcome.orders,
            mean_month: outcome.mean_month,
            expected: self.expected(&outcome.present_values)?,
            saving: savings.map(|savings| savings.mean),
            saving_standard_error: savings.map(|savings| savings.standard_error),
        })
    }

    /// Today's list price of a rented option; none for prices per token, of which there are several.
    fn list_price(&self, option: &OptionId) -> Option<SignalPrice> {
        let Loaded { scenario, document, .. } = self.timed.loaded;
        let rent = scenario.rent.iter().find(|entry| OptionId::rent(&entry.name) == *option)?;
        let at = match rent.value.tariff() {
            Tariff::OnDemandInstance(price) => price.at,
            Tariff::OnDemandAccelerator(price) => price.at,
            Tariff::DedicatedInstance(price) => price.at,
            Tariff::DedicatedAccelerator(price) => price.at,
            Tariff::PerUnit(price) => price.at,
            Tariff::PerTokens(_) => return None,
        };
        let number = document.number(at)?;
        Some(SignalPrice { today: number.value, unit: number.unit_text(scenario.currency.value.code()) })
    }
}
