//! What is asked of measured load, and what it counts.

use super::moment::Moment;
use super::result::GapFilling;
use jiff::SignedDuration;
use jiff::tz::TimeZone;

/// What a level of a trace counts. A scenario that sizes a fleet wants what jobs hold; how busy they keep it is another question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counting {
    /// Accelerators that jobs hold, whether they compute or not.
    Allocated,
    /// Accelerators that are asked for, also by what still waits for them.
    Requested,
    /// Accelerators that compute: each by the share of the time in which it does.
    Busy,
}

impl Counting {
    /// All of them.
    pub const ALL: [Counting; 3] = [Counting::Allocated, Counting::Requested, Counting::Busy];

    /// Its name, for programs and for the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Counting::Allocated => "allocated",
            Counting::Requested => "requested",
            Counting::Busy => "busy",
        }
    }

    /// What it means, as the rest of a sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Counting::Allocated => "held by jobs, whether they compute or not",
            Counting::Requested => "asked for, also by what still waits for them",
            Counting::Busy => "computing, each by the share of the time in which it does",
        }
    }
}

/// How long each row of a trace lasts: at least a second, at most 366 days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepLength {
    milliseconds: i64,
}

impl StepLength {
    /// The shortest and the longest, in seconds.
    const SECONDS: std::ops::RangeInclusive<i64> = 1..=366 * 86_400;

    /// A duration such as `1h`, `15min` or `1d`, where a day has 24 hours.
    ///
    /// # Errors
    /// If it is none, or is shorter or longer than a step may be; says what to write.
    pub fn parse(text: &str) -> Result<StepLength, String> {
        let days = text.strip_suffix('d').and_then(|count| count.parse::<i64>().ok());
        let seconds = match days {
            Some(days) => days.checked_mul(86_400),
            None => text.parse::<SignedDuration>().ok().filter(|it| it.subsec_nanos() == 0).map(|it| it.as_secs()),
        };
        match seconds {
            Some(seconds) if Self::SECONDS.contains(&seconds) => Ok(StepLength { milliseconds: seconds * 1_000 }),
            Some(_) => Err("a step lasts from 1s to 366d".to_owned()),
            None => Err("write a duration such as 1h, 15min or 1d".to_owned()),
        }
    }

    /// It in milliseconds.
    #[must_use]
    pub fn milliseconds(self) -> i64 {
        self.milliseconds
    }

    /// It in whole seconds.
    #[must_use]
    pub fn seconds(self) -> i64 {
        self.milliseconds / 1_000
    }
}

/// The zone of times that name none.
#[derive(Clone, Debug)]
pub enum LocalTimes {
    /// Nobody said; they are taken for UTC, and that is told.
    TakenForUtc,
    /// That of the machine that wrote them.
    In(TimeZone),
}

impl LocalTimes {
    /// A zone by its name in the IANA database, such as `Europe/Berlin`, or an offset such as `+01:00`.
    ///
    /// # Errors
    /// If there is none; says what to write.
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
            LocalTimes::TakenForUtc => TimeZone::UTC,
            LocalTimes::In(zone) => zone.clone(),
        }
    }
}

/// What is asked of measured load.
#[derive(Clone, Debug)]
pub struct AskedTrace {
    /// How long each row lasts.
    pub step: StepLength,
    /// From when on, and where the first step begins; otherwise from the first that was measured on, at a whole multiple of the
    /// step since 1970 in UTC.
    pub from: Option<Moment>,
    /// Until when; otherwise until the last that was measured.
    pub to: Option<Moment>,
    /// The zone of times that name none.
    pub local_times: LocalTimes,
    /// What is done where nothing is known.
    pub gaps: GapFilling,
    /// What is counted, where the files cannot say.
    pub counting: Option<Counting>,
    /// The accelerators that are counted, by their name in the files; otherwise all.
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
            assert_eq!(seconds(text), Err("a step lasts from 1s to 366d".to_owned()), "{text}");
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
