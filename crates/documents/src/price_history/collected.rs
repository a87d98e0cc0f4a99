//! Offers of price lists, collected as series.

use super::PriceHistory;
use super::estimate::{Estimate, LogChange};
use super::series::{Observation, Pooling, PriceKind, PricePool, Series, SeriesName};
use crate::catalog::{Kinds, ListKeeper, Offer, OfferListed, PriceList, kinds, last_day};
use crate::scenario::{CalendarMonth, Date};
use language::suggest::{nearest, shown};
use rust_decimal::Decimal;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Which prices are shown.
#[derive(Clone, Debug)]
pub struct HistoryRequest {
    /// Name of the accelerator, in any spelling.
    pub accelerator: String,
    /// Provider.
    pub provider: Option<String>,
    /// Region; of a list with zones the region without its zone is enough.
    pub region: Option<String>,
    /// Kind of price.
    pub kind: Option<PriceKind>,
    /// First month.
    pub from: Option<CalendarMonth>,
    /// Last month.
    pub to: Option<CalendarMonth>,
    /// Most rows of the table for each kind; `None` for all.
    pub rows: Option<usize>,
}

impl HistoryRequest {
    /// All prices of an accelerator.
    #[must_use]
    pub fn all(accelerator: &str) -> HistoryRequest {
        HistoryRequest {
            accelerator: accelerator.to_owned(),
            provider: None,
            region: None,
            kind: None,
            from: None,
            to: None,
            rows: None,
        }
    }
}

/// Why there is no history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistoryError {
    /// A row has no date.
    Undated {
        /// Index of the list.
        list: usize,
        /// Line of the row.
        line: u64,
        /// Kind of the list.
        keeper: ListKeeper,
    },
    /// The same file twice: its content is that of another one.
    Twice {
        /// Index of the second.
        list: usize,
        /// Index of the first.
        before: usize,
    },
    /// No price matches.
    NoMatch(Unmatched),
}

/// The first property that no price has, and what there is instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// What was requested: `accelerator`.
    pub property: Property,
    /// The requested value.
    pub requested: String,
    /// Values of the prices that have all properties before it, in alphabetical order.
    pub values: BTreeSet<String>,
}

/// A property of a price, in the order in which they are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    /// Accelerator.
    Accelerator,
    /// Provider.
    Provider,
    /// Region.
    Region,
    /// Kind of price.
    Kind,
    /// Month.
    Month,
}

/// Collects offers as series.
#[derive(Debug)]
pub struct PriceCollector {
    request: HistoryRequest,
    wanted: Option<Kinds>,
    series: BTreeMap<SeriesName, BTreeMap<CalendarMonth, (Date, Decimal)>>,
    /// Values that do not match, by the first such property.
    others: BTreeMap<Property, BTreeSet<String>>,
    undated: Option<(usize, u64)>,
    contradicted: usize,
    zeros: usize,
}

impl PriceCollector {
    /// Most other values that are kept for a message.
    const MOST_OTHERS: usize = 1000;

    /// A collector without offers.
    #[must_use]
    pub fn new(request: HistoryRequest) -> PriceCollector {
        PriceCollector {
            wanted: kinds(&request.accelerator),
            request,
            series: BTreeMap::new(),
            others: BTreeMap::new(),
            undated: None,
            contradicted: 0,
            zeros: 0,
        }
    }

    /// Takes the prices of an offer.
    pub fn take(&mut self, offer: &Offer) {
        if let Some((property, value)) = self.other(offer) {
            return self.miss(property, value);
        }
        let day = offer.as_of.as_deref().and_then(last_day);
        let Some((day, month)) = day.and_then(|day| Some((day, CalendarMonth::of(day)?))) else {
            if let OfferListed::Read { list, line } = offer.listed {
                self.undated.get_or_insert((list, line));
            }
            return;
        };
        let prices = PriceKind::ALL.into_iter().zip(ordered(offer)).filter_map(|(kind, price)| Some((kind, price?)));
        for (kind, price) in prices {
            if self.request.kind.is_some_and(|requested| requested != kind) {
                self.miss(Property::Kind, kind.name());
            } else if self.request.from.is_some_and(|from| month < from) || self.request.to.is_some_and(|to| month > to)
            {
                self.miss(Property::Month, &month.to_string());
            } else if price.is_zero() {
                self.zeros += 1;
            } else {
                self.observe(name(offer, kind), month, day, price);
            }
        }
    }

    /// The first property of an offer that does not match, with its value.
    fn other<'o>(&self, offer: &'o Offer) -> Option<(Property, &'o str)> {
        let is_wanted = match &self.wanted {
            // an offer that may be another accelerator is not one of those requested
            Some(wanted) => offer.kinds.as_ref().is_some_and(|kinds| kinds.names().iter().all(|name| wanted.has(name))),
            None => offer.accelerator.eq_ignore_ascii_case(&self.request.accelerator),
        };
        if !is_wanted {
            return Some((Property::Accelerator, &offer.accelerator));
        }
        let provider = offer.provider.as_deref().unwrap_or_default();
        if self.request.provider.as_ref().is_some_and(|requested| !requested.eq_ignore_ascii_case(provider)) {
            return Some((Property::Provider, provider));
        }
        let region = offer.region.as_deref().unwrap_or_default();
        let is_in =
            |requested: &String| [region, without_zone(region)].iter().any(|name| requested.eq_ignore_ascii_case(name));
        self.request.region.as_ref().is_some_and(|requested| !is_in(requested)).then_some((Property::Region, region))
    }

    fn miss(&mut self, property: Property, value: &str) {
        let values = self.others.entry(property).or_default();
        if !value.is_empty() && !values.contains(value) && values.len() < Self::MOST_OTHERS {
            values.insert(value.to_owned());
        }
    }

    /// Keeps the last price of a month; of several on one day the lowest.
    fn observe(&mut self, name: SeriesName, month: CalendarMonth, day: Date, price: Decimal) {
        let known = self.series.entry(name).or_default().entry(month).or_insert((day, price));
        if known.0 == day && known.1 != price {
            self.contradicted += 1;
            known.1 = known.1.min(price);
        } else if known.0 < day {
            *known = (day, price);
        }
    }

    /// The history of all offers that were taken.
    ///
    /// # Errors
    /// If a row has no date, a file was read twice, or nothing matches.
    pub fn history(self, files: Vec<PriceList>) -> Result<PriceHistory, HistoryError> {
        if let Some((list, line, file)) = self.undated.and_then(|(list, line)| Some((list, line, files.get(list)?))) {
            return Err(HistoryError::Undated { list, line, keeper: file.keeper });
        }
        for (list, file) in files.iter().enumerate() {
            let is_same = |other: &PriceList| other.sha256 == file.sha256 && other.as_of == file.as_of;
            if let Some(before) = files.iter().take(list).position(is_same) {
                return Err(HistoryError::Twice { list, before });
            }
        }
        if self.series.is_empty() {
            return Err(HistoryError::NoMatch(self.unmatched()));
        }
        let series = self.series.into_iter().map(|(name, months)| {
            let observations = months.into_iter().map(|(month, (day, price))| Observation { month, day, price });
            Series::new(name, observations.collect())
        });
        let mut series = in_order(series.collect());
        mark_repeated(&mut series);
        let estimates = estimates(&series);
        let currency = common(series.iter().map(|one| one.name.currency.as_str())).map(str::to_owned);
        let (request, contradicted, zeros) = (self.request, self.contradicted, self.zeros);
        Ok(PriceHistory { request, files, series, currency, estimates, contradicted, zeros })
    }

    /// The last property up to which some price matches.
    fn unmatched(mut self) -> Unmatched {
        let (property, values) = self.others.pop_last().unwrap_or((Property::Accelerator, BTreeSet::new()));
        let HistoryRequest { accelerator, provider, region, kind, from, to, .. } = self.request;
        let requested = match property {
            Property::Accelerator => accelerator,
            Property::Provider => provider.unwrap_or_default(),
            Property::Region => region.unwrap_or_default(),
            Property::Kind => kind.map(|kind| kind.name().to_owned()).unwrap_or_default(),
            Property::Month => match (from, to) {
                (Some(from), Some(to)) => format!("from {from} to {to}"),
                (Some(from), None) => format!("from {from} on"),
                (None, to) => to.map(|to| format!("up to {to}")).unwrap_or_default(),
            },
        };
        Unmatched { property, requested, values }
    }
}

/// Region without its zone: `us-east-1` of `us-east-1 use1-az2`. The second of two words is a zone if it is a code with a digit, so
/// `US East` has none.
fn without_zone(region: &str) -> &str {
    let is_zone = |word: &str| {
        word.contains(|c: char| c.is_ascii_digit()) && !word.contains(|c: char| c == ' ' || c.is_uppercase())
    };
    region.split_once(' ').filter(|(_, zone)| is_zone(zone)).map_or(region, |(region, _)| region)
}

/// Prices per accelerator, in the order of [`PriceKind::ALL`].
fn ordered(offer: &Offer) -> [Option<Decimal>; 4] {
    let each = offer.per_accelerator_hour();
    [each.on_demand, each.committed_1_year, each.committed_3_years, each.spot]
}

fn name(offer: &Offer, kind: PriceKind) -> SeriesName {
    SeriesName {
        kind,
        provider: offer.provider.clone().unwrap_or_default(),
        instance: offer.instance.clone().unwrap_or_default(),
        region: offer.region.clone().unwrap_or_default(),
        accelerator: offer.accelerator.clone(),
        currency: offer.currency.clone(),
    }
}

/// The value of all items; `None` if they differ.
pub(crate) fn common<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// Items with their rank within their group, from 1.
pub(crate) fn ranked<T, G: Ord>(items: impl IntoIterator<Item = T>, group: impl Fn(&T) -> G) -> Vec<(usize, T)> {
    let mut seen: BTreeMap<G, usize> = BTreeMap::new();
    let ranked = items.into_iter().map(|item| {
        let rank = seen.entry(group(&item)).or_default();
        *rank += 1;
        (*rank, item)
    });
    ranked.collect()
}

/// Sorts by kind; within a kind first the best observed series of each provider, then the second of each, and so on.
fn in_order(mut series: Vec<Series>) -> Vec<Series> {
    series.sort_by_key(|one| Reverse(one.observations.len()));
    let mut ranked = ranked(series, |one| (one.name.kind, one.name.provider.clone()));
    // stable: of equal rank, more observations come first
    ranked.sort_by_key(|(rank, one)| (one.name.kind, one.estimate.is_none(), *rank));
    ranked.into_iter().map(|(_, one)| one).collect()
}

/// Takes prices of single chips out of pooled estimates if instances of the same provider, accelerator and kind have prices in an
/// overlapping time, since they repeat those.
fn mark_repeated(series: &mut [Series]) {
    let key = |one: &Series| (one.name.kind, one.name.provider.clone(), one.name.accelerator.clone());
    let mut instances: BTreeMap<_, (CalendarMonth, CalendarMonth)> = BTreeMap::new();
    for one in series.iter().filter(|one| !one.is_of_a_chip()) {
        let (first, last) = (one.first().month, one.last().month);
        let months = instances.entry(key(one)).or_insert((first, last));
        *months = (months.0.min(first), months.1.max(last));
    }
    for one in series.iter_mut().filter(|one| one.is_of_a_chip()) {
        let overlaps =
            |(first, last): &(CalendarMonth, CalendarMonth)| one.first().month <= *last && *first <= one.last().month;
        if instances.get(&key(one)).is_some_and(overlaps) {
            one.pooling = Pooling::Repeats;
        }
    }
}

/// Estimate of each pool that has a pair of observations.
pub(super) fn estimates(series: &[Series]) -> Vec<(PricePool, Estimate)> {
    let providers: BTreeSet<&str> = series.iter().map(|one| one.name.provider.as_str()).collect();
    let numbers: BTreeMap<&str, usize> =
        providers.into_iter().enumerate().map(|(number, name)| (name, number)).collect();
    let of = |pool: PricePool| {
        let pooled = series.iter().filter(|one| one.pooling == Pooling::Used && one.name.kind.pool() == pool);
        let changes: Vec<LogChange> = pooled
            .flat_map(|one| one.log_changes(numbers.get(one.name.provider.as_str()).copied().unwrap_or_default()))
            .collect();
        Some((pool, Estimate::of(&changes)?))
    };
    PricePool::ALL.into_iter().filter_map(of).collect()
}

/// `no price of …; accelerators are …`.
impl fmt::Display for Unmatched {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 20;
        let (requested, values) = (shown(&self.requested), &self.values);
        if self.property == Property::Month {
            let ends = [values.first(), values.last()].map(|end| end.map_or("", String::as_str));
            return write!(formatter, "no price {requested}; there are prices from {} to {}", ends[0], ends[1]);
        }
        let (one, many) = match self.property {
            Property::Accelerator => ("of", "accelerators"),
            Property::Provider => ("of the provider", "providers"),
            Property::Region => ("in the region", "regions"),
            Property::Kind | Property::Month => ("of the kind", "kinds"),
        };
        write!(formatter, "no price {one} `{requested}`")?;
        let named: Vec<String> = values.iter().take(MOST).map(|value| shown(value)).collect();
        let more = values.len().saturating_sub(MOST);
        if named.is_empty() {
            return write!(formatter, "; the files have no {many}");
        }
        write!(formatter, "; {many} are {}", named.join(", "))?;
        if more > 0 {
            write!(formatter, " and {more} more")?;
        }
        match nearest(&self.requested, values.iter().map(String::as_str)) {
            Some(near) => write!(formatter, "; did you mean `{}`?", shown(near)),
            None => Ok(()),
        }
    }
}
