//! Series of monthly prices.

use super::estimate::{Estimate, LogChange};
use crate::analysis::backtest::PricesByMonth;
use crate::scenario::{CalendarMonth, Date};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::fmt;

/// Kind of a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PriceKind {
    /// On demand.
    OnDemand,
    /// Committed for one year.
    Committed1Year,
    /// Committed for three years.
    Committed3Years,
    /// Spot.
    Spot,
}

/// Kinds that one estimate pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PricePool {
    /// On demand.
    OnDemand,
    /// Commitments of one and three years.
    Committed,
    /// Spot.
    Spot,
}

/// What distinguishes a series from others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeriesName {
    /// Kind of its prices.
    pub kind: PriceKind,
    /// Provider; empty if the list does not give it.
    pub provider: String,
    /// Instance; empty if accelerators are priced without one.
    pub instance: String,
    /// Region; empty if the list does not give it.
    pub region: String,
    /// Accelerator, as the list names it.
    pub accelerator: String,
    /// Currency code.
    pub currency: String,
}

/// The last price of a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Month.
    pub month: CalendarMonth,
    /// Day.
    pub day: Date,
    /// Price per accelerator-hour, above zero.
    pub price: Decimal,
}

/// Whether an estimate over several series uses a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pooling {
    /// It does.
    Used,
    /// It does not: the price of a single chip repeats that of an instance.
    Repeats,
}

/// Monthly prices of an instance, in a region, of a kind.
#[derive(Clone, Debug)]
pub struct Series {
    /// What it is of.
    pub name: SeriesName,
    /// Observations, at least one, by month.
    pub observations: Vec<Observation>,
    /// Its own estimate; `None` with fewer than two observations.
    pub estimate: Option<Estimate>,
    /// Whether pooled estimates use it.
    pub pooling: Pooling,
}

/// `aws p5.48xlarge us-east-1`.
impl fmt::Display for SeriesName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [&self.provider, &self.instance, &self.region].into_iter().filter(|part| !part.is_empty());
        out.write_str(&parts.map(String::as_str).collect::<Vec<_>>().join(" "))
    }
}

impl PriceKind {
    /// All kinds, in the order of reports.
    pub const ALL: [PriceKind; 4] =
        [PriceKind::OnDemand, PriceKind::Committed1Year, PriceKind::Committed3Years, PriceKind::Spot];

    /// Name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PriceKind::OnDemand => "on_demand",
            PriceKind::Committed1Year => "reserved_1y",
            PriceKind::Committed3Years => "reserved_3y",
            PriceKind::Spot => "spot",
        }
    }

    /// Name in a sentence.
    #[must_use]
    pub fn display_name(self) -> &'static str {
        match self {
            PriceKind::OnDemand => "on demand",
            PriceKind::Committed1Year => "committed for 1 year",
            PriceKind::Committed3Years => "committed for 3 years",
            PriceKind::Spot => "spot",
        }
    }

    /// Kinds with which it is estimated.
    #[must_use]
    pub fn pool(self) -> PricePool {
        match self {
            PriceKind::OnDemand => PricePool::OnDemand,
            PriceKind::Committed1Year | PriceKind::Committed3Years => PricePool::Committed,
            PriceKind::Spot => PricePool::Spot,
        }
    }
}

impl PricePool {
    /// All pools, in the order of reports.
    pub const ALL: [PricePool; 3] = [PricePool::OnDemand, PricePool::Committed, PricePool::Spot];

    /// Name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PricePool::OnDemand => "on_demand",
            PricePool::Committed => "committed",
            PricePool::Spot => "spot",
        }
    }

    /// Name in a sentence.
    #[must_use]
    pub fn display_name(self) -> &'static str {
        match self {
            PricePool::OnDemand => "on demand",
            PricePool::Committed => "committed",
            PricePool::Spot => "spot",
        }
    }

    /// Name before `prices`.
    #[must_use]
    pub fn adjective(self) -> &'static str {
        match self {
            PricePool::OnDemand => "on-demand",
            PricePool::Committed | PricePool::Spot => self.display_name(),
        }
    }
}

impl Series {
    /// Prefix of instances in the shipped history whose price is of a single chip, from a page that does not say the instance.
    const OF_A_CHIP: &str = "per-chip:";

    /// A series with its own estimate.
    ///
    /// # Panics
    /// If there is no observation.
    #[must_use]
    pub fn new(name: SeriesName, observations: Vec<Observation>) -> Series {
        assert!(!observations.is_empty(), "a series has an observation");
        let series = Series { name, observations, estimate: None, pooling: Pooling::Used };
        Series { estimate: Estimate::of(&series.log_changes(0)), ..series }
    }

    /// First observation.
    #[must_use]
    pub fn first(&self) -> &Observation {
        self.observations.first().expect("a series has an observation")
    }

    /// Last observation.
    #[must_use]
    pub fn last(&self) -> &Observation {
        self.observations.last().expect("a series has an observation")
    }

    /// Lowest and highest price.
    #[must_use]
    pub fn range(&self) -> (Decimal, Decimal) {
        let start = self.first().price;
        self.observations.iter().fold((start, start), |(low, high), one| (low.min(one.price), high.max(one.price)))
    }

    /// Number of observations whose price differs from the one before.
    #[must_use]
    pub fn changes(&self) -> usize {
        self.observations.windows(2).filter(|pair| pair[0].price != pair[1].price).count()
    }

    /// Number of months between the first and the last observation that have none.
    #[must_use]
    pub fn missing(&self) -> usize {
        let months = self.last().month.months_since(self.first().month).unwrap_or_default();
        (months as usize + 1).saturating_sub(self.observations.len())
    }

    /// Whether a pooled estimate uses its changes.
    #[must_use]
    pub fn is_estimated(&self) -> bool {
        self.pooling == Pooling::Used && self.estimate.is_some()
    }

    /// Whether its price is of a single chip.
    pub(super) fn is_of_a_chip(&self) -> bool {
        self.name.instance.starts_with(Series::OF_A_CHIP)
    }

    /// Changes between consecutive observations, for a provider with this number.
    pub(super) fn log_changes(&self, provider: usize) -> Vec<LogChange> {
        let pairs = self.observations.windows(2);
        pairs.filter_map(|pair| LogChange::between(provider, &pair[0], &pair[1])).collect()
    }

    /// Price by month.
    #[must_use]
    pub fn by_month(&self) -> Option<PricesByMonth> {
        PricesByMonth::of(self.observations.iter().map(|one| (one.month, one.price)))
    }

    /// The series up to a month; `None` if it begins later.
    pub(super) fn until(&self, month: CalendarMonth) -> Option<Series> {
        let known = self.observations.iter().take_while(|one| one.month <= month).copied();
        let known: Vec<Observation> = known.collect();
        (!known.is_empty()).then(|| Series { pooling: self.pooling, ..Series::new(self.name.clone(), known) })
    }

    /// Price by quarter, by the number of the quarter since year 0: that of the last observation up to its end; none before the
    /// first and after the last observation.
    #[must_use]
    pub fn by_quarter(&self) -> BTreeMap<u32, Decimal> {
        let quarter = |month: CalendarMonth| month.year() * 4 + (month.of_year() - 1) / 3;
        let mut prices = BTreeMap::new();
        let mut held: Option<(u32, Decimal)> = None;
        for one in &self.observations {
            let now = quarter(one.month);
            if let Some((before, price)) = held {
                prices.extend((before..now).map(|between| (between, price)));
            }
            held = Some((now, one.price));
        }
        prices.extend(held);
        prices
    }
}
