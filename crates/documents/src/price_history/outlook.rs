//! The outlook of a rental price, as a piece of a scenario.

use super::estimate::Estimate;
use super::series::PricePool;
use super::{HistoryRequest, PriceHistory};
use crate::number;
use crate::scenario::quantities::Change;
use crate::scenario::quantity::Quantity as _;
use crate::scenario::{Date, in_double_quotes};
use rust_decimal::Decimal;

/// Expected change and volatility of a price, with their origin.
#[derive(Clone, Debug)]
pub struct Outlook<'a> {
    history: &'a PriceHistory,
    estimate: &'a Estimate,
    /// Prices of which it is.
    pub pool: PricePool,
    /// Change of the median price per year, a share.
    pub drift_per_year: Decimal,
    /// Standard deviation of the log change in a year, a share.
    pub volatility_per_year: Decimal,
    /// Day of the last price.
    pub date: Date,
}

impl<'a> Outlook<'a> {
    /// Fewest observed years: a rate per year from less is an extrapolation.
    const LEAST_YEARS: Decimal = Decimal::ONE;

    pub(super) fn of(history: &'a PriceHistory, pool: PricePool, estimate: &'a Estimate) -> Option<Outlook<'a>> {
        if estimate.years < Self::LEAST_YEARS {
            return None;
        }
        // a scenario states no larger change
        let drift_per_year = estimate.change.filter(|change| *change <= Change::KIND.maximum())?;
        Some(Outlook {
            history,
            estimate,
            pool,
            drift_per_year,
            volatility_per_year: estimate.spread.as_ref()?.volatility,
            date: history.pooled(pool).map(|series| series.last().day).max()?,
        })
    }

    /// `12 series of H100 on demand, 2023-08 to 2026-08`.
    #[must_use]
    pub fn origin(&self) -> String {
        let HistoryRequest { accelerator, provider, region, .. } = &self.history.request;
        let provider = provider.as_ref().map(|provider| format!(" of {provider}")).unwrap_or_default();
        let region = region.as_ref().map(|region| format!(" in {region}")).unwrap_or_default();
        let count = self.history.pooled(self.pool).count();
        let months = PriceHistory::months(self.history.pooled(self.pool));
        let months = months.map(|(first, last)| format!(", {first} to {last}")).unwrap_or_default();
        format!("{count} series of {accelerator} {}{provider}{region}{months}", self.pool.display_name())
    }

    /// Lines of a scenario: the change of a rental price with its volatility, and its source. A drift that cannot be told from 0 is 0.
    /// The source of one file is its path with its hash, so that `check` finds a changed file; several files are listed.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let percent = |share: Decimal| {
            let hundredfold = share.checked_mul(Decimal::ONE_HUNDRED).unwrap_or(share);
            format!("{}%", number::typed(number::money(hundredfold, 1)))
        };
        let ends = self.estimate.spread.as_ref().and_then(|spread| spread.change_95);
        let (drift, volatility) = (percent(self.drift_per_year), percent(self.volatility_per_year));
        let is_unknown = ends.is_none_or(|(low, high)| low <= Decimal::ZERO && high >= Decimal::ZERO);
        let ends = ends.map(|(low, high)| {
            let ends = format!("# drift {drift} a year, with 95 % confidence {} to {}", percent(low), percent(high));
            if is_unknown { ends + ": not known to differ from 0%" } else { ends }
        });
        let change = if is_unknown { percent(Decimal::ZERO) } else { drift.clone() };
        let names: Vec<&str> = self.history.files.iter().map(|file| file.name.as_str()).collect();
        let origin = self.origin().replace(char::is_control, " ");
        let mut lines = vec![format!("# estimated from {origin}")];
        lines.extend(ends);
        lines.extend([
            "# replace `mine` by your option".to_owned(),
            "rent:".to_owned(),
            "  mine:".to_owned(),
            format!("    price_change_per_year: {change}"),
            "uncertainty:".to_owned(),
            format!("  rent.mine.price_change_per_year: {{ volatility_per_year: {volatility} }}"),
            "sources:".to_owned(),
            "  rent.mine.price_change_per_year:".to_owned(),
            format!("    from: {}", in_double_quotes(&names.join(", "))),
            format!("    date: {}", self.date),
        ]);
        if let [file] = self.history.files.as_slice() {
            lines.push(format!("    sha256: {}", file.sha256));
        }
        lines
    }
}
