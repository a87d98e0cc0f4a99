//! The outlook of a rental price, as a piece of a scenario.

use super::estimate::{Estimate, Spread};
use super::series::{PriceKind, PricePool};
use super::{HistoryRequest, PriceHistory};
use crate::number;
use crate::scenario::quantities::{Change, Volatility};
use crate::scenario::quantity::Quantity as _;
use crate::scenario::{Date, in_double_quotes};
use rust_decimal::Decimal;

/// Expected change and volatility of a price as a scenario states them, with their origin.
#[derive(Clone, Debug)]
pub struct Outlook<'a> {
    history: &'a PriceHistory,
    estimate: &'a Estimate,
    spread: &'a Spread,
    /// Prices of which it is.
    pub pool: PricePool,
    /// Change of the median price per year, a share; 0 if the confidence interval of the drift contains 0.
    pub change_per_year: Decimal,
    /// Standard deviation of the log change in a year, a share.
    pub volatility_per_year: Decimal,
    /// Day of the last price.
    pub date: Date,
}

/// Reason why there is no outlook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOutlook {
    /// No series has two observations.
    Unpaired,
    /// No price changed.
    Unchanged {
        /// Prices that did not change.
        pool: PricePool,
        /// Kind of other prices that did.
        changed: Option<PriceKind>,
    },
    /// Less than one year was observed.
    TooShort,
    /// Observations are too few for a volatility.
    TooFew,
    /// No scenario can state the change.
    ChangeOutOfBounds,
    /// The volatility rounds to 0.
    NoVolatility,
    /// No scenario can state the volatility.
    VolatilityOutOfBounds,
}

impl<'a> Outlook<'a> {
    pub(super) fn of(history: &'a PriceHistory) -> Result<Outlook<'a>, NoOutlook> {
        let (pool, estimate) = history.estimates.first().ok_or(NoOutlook::Unpaired)?;
        let pool = *pool;
        if estimate.changes == 0 {
            let mut others = history.series.iter().filter(|one| one.is_estimated() && one.name.kind.pool() != pool);
            let changed = others.find(|one| one.changes() > 0).map(|one| one.name.kind);
            return Err(NoOutlook::Unchanged { pool, changed });
        }
        // a rate per year from less is an extrapolation
        if !estimate.is_of_a_year() {
            return Err(NoOutlook::TooShort);
        }
        let spread = estimate.spread.as_ref().ok_or(NoOutlook::TooFew)?;
        let change = if spread.is_drift_known { estimate.change.map(written) } else { Some(Decimal::ZERO) };
        let is_a_change = |change: &Decimal| (Change::KIND.minimum()..=Change::KIND.maximum()).contains(change);
        let change_per_year = change.filter(is_a_change).ok_or(NoOutlook::ChangeOutOfBounds)?;
        let volatility_per_year = written(spread.volatility);
        if volatility_per_year.is_zero() {
            return Err(NoOutlook::NoVolatility);
        }
        if volatility_per_year > Volatility::KIND.maximum() {
            return Err(NoOutlook::VolatilityOutOfBounds);
        }
        let date = history.pooled(pool).map(|series| series.last().day).max().ok_or(NoOutlook::Unpaired)?;
        Ok(Outlook { history, estimate, spread, pool, change_per_year, volatility_per_year, date })
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

    /// Lines of a scenario: the change of a rental price with its volatility, and its source. The source of one file is its path with
    /// its hash, so that `check` finds a changed file; several files are listed.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let names: Vec<&str> = self.history.files.iter().map(|file| file.name.as_str()).collect();
        let origin = self.origin().replace(char::is_control, " ");
        let mut lines = vec![format!("# estimated from {origin}")];
        if let Some((drift, (low, high))) = self.estimate.change.zip(self.spread.confidence_interval) {
            let [drift, low, high] = [drift, low, high].map(|share| percent(written(share)));
            lines.push(format!("# drift {drift} a year, 95 % confidence {low} to {high}"));
        }
        if !self.spread.is_drift_known {
            lines.push("# the interval contains 0%, so the change is set to 0%".to_owned());
        }
        lines.extend([
            "# replace `mine` by your option".to_owned(),
            "rent:".to_owned(),
            "  mine:".to_owned(),
            format!("    price_change_per_year: {}", percent(self.change_per_year)),
            "uncertainty:".to_owned(),
            format!(
                "  rent.mine.price_change_per_year: {{ volatility_per_year: {} }}",
                percent(self.volatility_per_year)
            ),
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

/// A share with the precision of a scenario: a tenth of a percent.
fn written(share: Decimal) -> Decimal {
    number::money(share, 3)
}

/// A share as a scenario writes it: `-12.7%`.
fn percent(share: Decimal) -> String {
    let hundredfold = share.checked_mul(Decimal::ONE_HUNDRED).unwrap_or(share);
    format!("{}%", number::typed(hundredfold))
}
