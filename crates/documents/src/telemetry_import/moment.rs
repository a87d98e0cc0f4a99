//! Moments: parsing of the times that clusters write, and output for traces.

use super::request::LocalTimes;
use crate::number::decimal;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::AmbiguousOffset;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::{Serialize, Serializer};

/// From 2000 to 2200, in milliseconds since 1970. Other times are implausible for a cluster with accelerators.
const PLAUSIBLE: std::ops::Range<i64> = 946_684_800_000..7_258_118_400_000;

/// Moment in milliseconds since 1970, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub(super) i64);

impl Moment {
    /// Moment of milliseconds since 1970, if plausible.
    pub(super) fn of(milliseconds: i64) -> Option<Moment> {
        PLAUSIBLE.contains(&milliseconds).then_some(Moment(milliseconds))
    }

    /// Moment of seconds since 1970, rounded down to milliseconds.
    pub(super) fn of_seconds(seconds: Decimal) -> Option<Moment> {
        seconds.checked_mul(Decimal::ONE_THOUSAND)?.floor().to_i64().and_then(Moment::of)
    }

    /// Parses a moment; a date is its midnight.
    ///
    /// # Errors
    /// If it is not a time between 2000 and 2200; the message says what to write.
    pub fn parse(text: &str, local_times: &LocalTimes) -> Result<Moment, String> {
        let read = Clock::new(local_times.clone()).read(text);
        read.ok_or_else(|| "write a time such as 2026-11-01T00:00:00Z, or a day such as 2026-11-01".to_owned())
    }
}

/// RFC 3339 in UTC: `2026-11-01T00:00:00Z`.
impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match Timestamp::from_millisecond(self.0) {
            Ok(timestamp) => write!(formatter, "{timestamp}"),
            Err(_) => write!(formatter, "{} ms", self.0),
        }
    }
}

/// Parser of times that counts those without a zone and ambiguous ones.
#[derive(Debug)]
pub(super) struct Clock {
    local_times: LocalTimes,
    /// Number of times without a zone.
    pub(super) local: u64,
    /// Number of local times that occur twice, at the end of summer time; each is read as the first of the two.
    pub(super) twice: u64,
}

impl Clock {
    pub(super) fn new(local_times: LocalTimes) -> Clock {
        Clock { local_times, local: 0, twice: 0 }
    }

    /// Whether times without a zone were read as UTC without being specified as such.
    pub(super) fn takes_for_utc(&self) -> bool {
        self.local > 0 && matches!(self.local_times, LocalTimes::AssumedUtc)
    }

    /// Parses RFC 3339, seconds since 1970, or a local time; none if it is not a plausible time. A local time skipped at the
    /// start of summer time is moved forward.
    pub(super) fn read(&mut self, text: &str) -> Option<Moment> {
        if text.starts_with(|first: char| first.is_ascii_digit()) && !text.contains(['-', ':', 'T']) {
            return Moment::of_seconds(decimal(text).ok()?);
        }
        if let Ok(timestamp) = text.parse::<Timestamp>() {
            return Moment::of(timestamp.as_millisecond());
        }
        let civil = text.parse::<DateTime>().ok()?;
        let ambiguous = self.local_times.zone().to_ambiguous_timestamp(civil);
        let moment = match ambiguous.offset() {
            AmbiguousOffset::Unambiguous { .. } | AmbiguousOffset::Gap { .. } => ambiguous.compatible(),
            AmbiguousOffset::Fold { .. } => {
                self.twice += 1;
                ambiguous.earlier()
            }
        };
        let moment = Moment::of(moment.ok()?.as_millisecond())?;
        self.local += 1;
        Some(moment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(zone: &str) -> Clock {
        Clock::new(LocalTimes::parse(zone).unwrap())
    }

    #[test]
    fn a_moment_is_read_as_clusters_write_it() {
        let mut berlin = clock("Europe/Berlin");
        // 1,795,416,054 s: `date --utc --date=2026-11-23T06:40:54Z +%s`
        let expected = Moment(1_795_416_054_000);
        for text in [
            "2026-11-23T07:40:54",
            "2026-11-23T06:40:54Z",
            "2026-11-23T07:40:54+0100",
            "2026-11-23T07:40:54+01:00",
            "1795416054",
        ] {
            assert_eq!(berlin.read(text), Some(expected), "{text}");
        }
        assert_eq!(berlin.read("1795416054.7819"), Some(Moment(1_795_416_054_781)));
        assert_eq!(berlin.local, 1);
        for text in [
            "",
            "Unknown",
            "None",
            "2026-13-01T00:00:00",
            "1970-01-01T01:00:00",
            "1e300",
            "0",
            "-5",
            "9999-01-01T00:00:00Z",
            "99999999999999999999",
        ] {
            assert_eq!(berlin.read(text), None, "{text}");
        }
        assert_eq!(expected.to_string(), "2026-11-23T06:40:54Z");
    }

    #[test]
    fn the_hour_that_there_is_twice_is_the_first_of_the_two() {
        let mut berlin = clock("Europe/Berlin");
        // summer time ended at 03:00 on 2026-10-25: 02:30 was at 00:30 and at 01:30 UTC
        assert_eq!(berlin.read("2026-10-25T02:30:00").unwrap().to_string(), "2026-10-25T00:30:00Z");
        assert_eq!(berlin.twice, 1);
        // and began at 02:00 on 2026-03-29: 02:30 would have been 01:30 UTC
        assert_eq!(berlin.read("2026-03-29T02:30:00").unwrap().to_string(), "2026-03-29T01:30:00Z");
        assert_eq!((berlin.twice, berlin.local), (1, 2));
    }
}
