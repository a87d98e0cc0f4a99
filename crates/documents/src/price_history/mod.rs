//! Price history: dated prices of an accelerator as monthly series, with the drift and the volatility of their logarithms. It knows
//! no scenario, but gives a backtest the dated prices of an option.

mod chosen;
mod collected;
mod estimate;
mod outlook;
mod series;

pub use chosen::NoSeries;
pub use collected::{HistoryError, HistoryRequest, PriceCollector};
pub(crate) use collected::{common, ranked};
pub use estimate::{Estimate, Spread};
pub use outlook::{NoOutlook, Outlook};
pub use series::{Observation, Pooling, PriceKind, PricePool, Series, SeriesName};

use crate::catalog::PriceList;
use crate::scenario::CalendarMonth;

/// Series of prices, and what they say about changes.
#[derive(Clone, Debug)]
pub struct PriceHistory {
    /// What was requested.
    pub request: HistoryRequest,
    /// Files.
    pub files: Vec<PriceList>,
    /// Series: for each provider and kind first the one with the most observations.
    pub series: Vec<Series>,
    /// Currency of all series; `None` if they differ.
    pub currency: Option<String>,
    /// Estimates over all pooled series, for each pool that has a pair of observations.
    pub estimates: Vec<(PricePool, Estimate)>,
    /// Number of rows with another price than the one used, of the same series and day.
    pub contradicted: usize,
    /// Number of prices of 0, which are not used.
    pub zeros: usize,
}

impl PriceHistory {
    /// Series that an estimate pools.
    pub fn pooled(&self, pool: PricePool) -> impl Iterator<Item = &Series> {
        self.series.iter().filter(move |series| series.is_estimated() && series.name.kind.pool() == pool)
    }

    /// First and last month of some series.
    pub fn months<'s>(series: impl Iterator<Item = &'s Series>) -> Option<(CalendarMonth, CalendarMonth)> {
        series
            .map(|series| (series.first().month, series.last().month))
            .reduce(|(from, to), (first, last)| (from.min(first), to.max(last)))
    }

    /// Outlook of the first pool that has a pair of observations: on demand, then commitments, then spot.
    ///
    /// # Errors
    /// If no price changed, which proves no volatility of 0, less than a year was observed, or no scenario can state the estimate.
    pub fn outlook(&self) -> Result<Outlook<'_>, NoOutlook> {
        Outlook::of(self)
    }
}
