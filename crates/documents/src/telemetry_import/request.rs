//! Request for a trace of measured load, and what a level counts.

use super::moment::Moment;
use super::result::GapFilling;
use jiff::SignedDuration;
use jiff::tz::TimeZone;

/// What a level of a trace counts. To size a fleet, use allocated accelerators; how busy they are is a separate question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counting {
    /// Accelerators held by jobs, busy or idle.
    Allocated,
    /// Accelerators requested, including by waiting work.
    Requested,
    /// Busy accelerators, each weighted by its busy share of the time.
    Busy,
}

impl Counting {
    /// All of them.
    pub const ALL: [Counting; 3] = [Counting::Allocated, Counting::Requested, Counting::Busy];

    /// Name in JSON and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Counting::Allocated => "allocated",
            Counting::Requested => "requested",
            Counting::Busy => "busy",
        }
    }

    /// Meaning, as the rest of a sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Counting::Allocated => "held by jobs, busy or idle",
            Counting::Requested => "requested by running and waiting work",
            Counting::Busy => "weighted by the busy share of the time",
        }
    }
}

/// Length of a step, from a second to 366 days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepLength {
    milliseconds: i64,
}

impl StepLength {
    /// Shortest and longest length, in seconds.
    const SECONDS: std::ops::RangeInclusive<i64> = 1..=366 * 86_400;

    /// Parses a duration such as `1h`, `15min` or `1d`. A day has 24 hours.
    ///
    /// # Errors
    /// If it is not a duration or out of bounds; the message says what to write.
    pub fn parse(text: &str) -> Result<StepLength, String> {
        let days = text.strip_suffix('d').and_then(|count| count.parse::<i64>().ok());
        let seconds = match days {
            Some(days) => days.checked_mul(86_400),
            None => text.parse::<SignedDuration>().ok().filter(|it| it.subsec_nanos() == 0).map(|it| it.as_secs()),
        };
        match seconds {
            Some(seconds) if Self::SECONDS.contains(&seconds) => Ok(StepLength { milliseconds: seconds * 1_000 }),
            Some(_) => Err("a step must be from 1s to 366d".to_owned()),
            None => Err("write a duration such as 1h, 15min or 1d".to_owned()),
        }
    }

    /// Length in milliseconds.
    #[must_use]
    pub fn milliseconds(self) -> i64 {
        self.milliseconds
    }

    /// Length in whole seconds.
    #[must_use]
    pub fn seconds(self) -> i64 {
        self.milliseconds / 1_000
    }
}

/// Time zone of times without one.
#[derive(Clone, Debug)]
pub enum LocalTimes {
    /// Unspecified: the times are read as UTC, with a remark.
    AssumedUtc,
    /// Zone of the machine that wrote them.
    In(TimeZone),
}

impl LocalTimes {
    /// Parses a name of the IANA database, such as `Europe/Berlin`, or an offset such as `+01:00`.
    ///
    /// # Errors
    /// If it is neither; the message says what to write.
    pub fn parse(text: &str) -> Result<LocalTimes, String> {
        if text.eq_ignore_ascii_case("utc") || text == "Z" {
            return Ok(LocalTimes::In(TimeZone::UTC));
        }
        let offset = || jiff::fmt::temporal::DateTimeParser::new().parse_time_zone(text).ok();
        let zone = TimeZone::get(text).ok().or_else(offset);
        zone.map(LocalTimes::In).ok_or_else(|| "write UTC, a zone such as Europe/Berlin, or +01:00".to_owned())
    }

    pub(super) fn zone(&self) -> TimeZone {
        match self {
            LocalTimes::AssumedUtc => TimeZone::UTC,
            LocalTimes::In(zone) => zone.clone(),
        }
    }
}

/// Request for a trace of measured load.
#[derive(Clone, Debug)]
pub struct TraceRequest {
    /// Length of a step.
    pub step: StepLength,
    /// Start of the first step; by default the first measurement, rounded down to a multiple of the step since 1970 in UTC.
    pub from: Option<Moment>,
    /// End; by default the last measurement.
    pub to: Option<Moment>,
    /// Time zone of times without one.
    pub local_times: LocalTimes,
    /// How gaps are filled.
    pub gaps: GapFilling,
    /// What is counted, if the files do not specify it.
    pub counting: Option<Counting>,
    /// Type of accelerators to count, as in the files; by default all.
    pub accelerator: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_a_duration_within_bounds() {
        let seconds = |text: &str| StepLength::parse(text).map(StepLength::seconds);
        for (text, expected) in
            [("1h", 3_600), ("15min", 900), ("5m", 300), ("1d", 86_400), ("30s", 30), ("1h30m", 5_400)]
        {
            assert_eq!(seconds(text), Ok(expected), "{text}");
        }
        for text in ["0s", "-1h", "367d", "0d"] {
            assert_eq!(seconds(text), Err("a step must be from 1s to 366d".to_owned()), "{text}");
        }
        for text in ["", "hourly", "1", "1.5d", "9999999999999999d", "99999999999999999999h"] {
            assert_eq!(seconds(text), Err("write a duration such as 1h, 15min or 1d".to_owned()), "{text}");
        }
    }

    #[test]
    fn zones_are_those_of_the_database_and_offsets() {
        for text in ["UTC", "utc", "Z", "Europe/Berlin", "America/New_York", "+01:00", "-03:30"] {
            assert!(LocalTimes::parse(text).is_ok(), "{text}");
        }
        for text in ["", "Berlin", "Mars/Olympus", "local", "+99:00"] {
            assert!(LocalTimes::parse(text).is_err(), "{text}");
        }
    }
}
