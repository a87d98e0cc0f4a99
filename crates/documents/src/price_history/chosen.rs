//! One series of a history, as the dated prices of a rented option.

use super::collected::estimates;
use super::{PriceHistory, PriceKind, Series};
use crate::analysis::backtest::{DatedOption, PriceEstimate, PricesByMonth};
use crate::scenario::CalendarMonth;
use language::suggest::shown;
use std::fmt;

/// Why a text names no series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unnamed {
    requested: String,
    /// Names of the series that it may be, or of all if it is none.
    series: Vec<String>,
    is_ambiguous: bool,
}

impl PriceHistory {
    /// Dated prices of a rented option: the on-demand series that `text` names by its provider, instance and region, or by some of
    /// their words, and the spot series of the same name. With estimates from the prices up to each month if `is_estimated`.
    ///
    /// # Errors
    /// If no series has all words, or several have.
    pub fn dated_option(&self, option: &str, text: &str, is_estimated: bool) -> Result<DatedOption, Unnamed> {
        let list = self.named(text)?;
        let prices = list.by_month().ok_or_else(|| self.unnamed(text, &[]))?;
        let same = |one: &&Series| one.name.kind == PriceKind::Spot && one.name.to_string() == list.name.to_string();
        let spot = self.series.iter().filter(|one| one.name.currency == list.name.currency).find(same);
        let estimates = if is_estimated { self.estimates_by_month(&prices) } else { Vec::new() };
        Ok(DatedOption {
            option: option.to_owned(),
            series: list.name.to_string(),
            currency: list.name.currency.clone(),
            spot: spot.and_then(Series::by_month),
            estimates,
            list: prices,
        })
    }

    /// The on-demand series of a name.
    fn named(&self, text: &str) -> Result<&Series, Unnamed> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let has_all = |one: &&Series| {
            let name = one.name.to_string();
            words.iter().all(|word| name.split_whitespace().any(|part| part.eq_ignore_ascii_case(word)))
        };
        let found: Vec<&Series> = self.on_demand().filter(has_all).collect();
        let exact = found.iter().find(|one| one.name.to_string().eq_ignore_ascii_case(text.trim()));
        match (exact, found.as_slice()) {
            (Some(one), _) | (None, [one]) => Ok(one),
            (None, several) => Err(self.unnamed(text, several)),
        }
    }

    fn unnamed(&self, text: &str, found: &[&Series]) -> Unnamed {
        let all: Vec<&Series> = if found.is_empty() { self.on_demand().collect() } else { found.to_vec() };
        Unnamed {
            requested: text.to_owned(),
            series: all.iter().map(|one| one.name.to_string()).collect(),
            is_ambiguous: !found.is_empty(),
        }
    }

    fn on_demand(&self) -> impl Iterator<Item = &Series> {
        self.series.iter().filter(|one| one.name.kind == PriceKind::OnDemand)
    }

    /// The estimate that a scenario could have stated in each month, from all on-demand prices up to then.
    fn estimates_by_month(&self, prices: &PricesByMonth) -> Vec<Option<PriceEstimate>> {
        let [first, last] = prices.months();
        let months = last.months_since(first).unwrap_or_default();
        (0..=months).map(|number| self.estimate_in(first.later(number))).collect()
    }

    fn estimate_in(&self, month: CalendarMonth) -> Option<PriceEstimate> {
        let series: Vec<Series> = self.on_demand().filter_map(|one| one.until(month)).collect();
        let known = PriceHistory { estimates: estimates(&series), series, ..self.clone() };
        let outlook = known.outlook().ok()?;
        Some(PriceEstimate { change: outlook.change_per_year, volatility: outlook.volatility_per_year })
    }
}

impl fmt::Display for Unnamed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 8;
        let requested = shown(&self.requested);
        if self.series.is_empty() {
            return out.write_str("there is no on-demand price");
        }
        let named: Vec<String> = self.series.iter().take(MOST).map(|name| format!("`{}`", shown(name))).collect();
        let more = self.series.len().saturating_sub(MOST);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let named = named.join(", ");
        if self.is_ambiguous {
            return write!(out, "`{requested}` fits {} series; add words: {named}{more}", self.series.len());
        }
        write!(out, "no on-demand series has the words `{requested}`; there are {named}{more}")
    }
}
