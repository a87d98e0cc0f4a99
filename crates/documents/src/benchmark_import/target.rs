//! Latency targets: conditions such as `ttft_p99<=2s`.

use crate::number;
use rust_decimal::Decimal;
use std::fmt;

/// A latency of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Latency {
    /// Time to the first token.
    Ttft,
    /// Time per output token after the first, the mean of a request.
    Tpot,
    /// Time of the whole request.
    EndToEnd,
}

/// A statistic over the requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Statistic {
    /// Arithmetic mean.
    Mean,
    /// Median.
    P50,
    /// 90th percentile.
    P90,
    /// 95th percentile.
    P95,
    /// 99th percentile.
    P99,
}

/// A latency with its statistic: `ttft_p99`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LatencyFigure {
    /// Latency.
    pub latency: Latency,
    /// Statistic.
    pub statistic: Statistic,
}

/// Limit of a latency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What is limited.
    pub figure: LatencyFigure,
    /// Highest value that keeps the target, in milliseconds.
    pub most_ms: Decimal,
}

/// Conditions that a rate must keep together; none for a rate without a target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LatencyTarget(pub Vec<Condition>);

impl Latency {
    /// All of them.
    pub const ALL: [Latency; 3] = [Latency::Ttft, Latency::Tpot, Latency::EndToEnd];

    /// Name in targets and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Latency::Ttft => "ttft",
            Latency::Tpot => "tpot",
            Latency::EndToEnd => "e2e",
        }
    }

    fn display_name(self) -> &'static str {
        match self {
            Latency::Ttft => "TTFT",
            Latency::Tpot => "TPOT",
            Latency::EndToEnd => "end-to-end",
        }
    }

    fn parse(text: &str) -> Option<Latency> {
        Latency::ALL.into_iter().find(|latency| latency.name() == text)
    }
}

impl Statistic {
    /// All of them.
    pub const ALL: [Statistic; 5] = [Statistic::Mean, Statistic::P50, Statistic::P90, Statistic::P95, Statistic::P99];

    /// Name in targets and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Statistic::Mean => "mean",
            Statistic::P50 => "p50",
            Statistic::P90 => "p90",
            Statistic::P95 => "p95",
            Statistic::P99 => "p99",
        }
    }
}

impl LatencyFigure {
    /// Every latency with every statistic.
    pub fn all() -> impl Iterator<Item = LatencyFigure> {
        let of = |latency| Statistic::ALL.map(|statistic| LatencyFigure { latency, statistic });
        Latency::ALL.into_iter().flat_map(of)
    }

    /// Name in targets and JSON: `ttft_p99`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{}_{}", self.latency.name(), self.statistic.name())
    }

    fn parse(text: &str) -> Result<LatencyFigure, String> {
        let parts = text.split_once('_').and_then(|(latency, statistic)| {
            let is_it = |one: &Statistic| one.name() == statistic;
            Some(LatencyFigure {
                latency: Latency::parse(latency)?,
                statistic: Statistic::ALL.into_iter().find(is_it)?,
            })
        });
        parts.ok_or_else(|| {
            format!("`{text}` is not a latency; write ttft, tpot or e2e with _mean, _p50, _p90, _p95 or _p99, such as ttft_p99")
        })
    }
}

impl Condition {
    fn parse(text: &str) -> Result<Condition, String> {
        let Some((figure, limit)) = text.split_once("<=").or_else(|| text.split_once('≤')) else {
            return Err(format!("`{text}` has no limit; write a latency, <= and a time, such as ttft_p99<=2s"));
        };
        Ok(Condition {
            figure: LatencyFigure::parse(&figure.trim().to_ascii_lowercase())?,
            most_ms: time(limit.trim())?,
        })
    }
}

/// Parses a time in milliseconds: `40ms` or `2s`.
fn time(text: &str) -> Result<Decimal, String> {
    let (digits, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(digits), _) => (digits, Decimal::ONE),
        (None, Some(digits)) => (digits, Decimal::ONE_THOUSAND),
        (None, None) => return Err(format!("`{text}` has no unit; write a time such as 40ms or 2s")),
    };
    let time = number::decimal(digits.trim()).ok().and_then(|number| number.checked_mul(unit));
    let time = time.filter(|time| *time > Decimal::ZERO);
    time.ok_or_else(|| format!("`{text}` is not a time above 0; write a time such as 40ms or 2s"))
}

impl LatencyTarget {
    /// Parses conditions separated by commas: `ttft_p99<=2s,tpot_p99<=40ms`.
    ///
    /// # Errors
    /// If one is no condition, or limits what another one limits.
    pub fn parse(text: &str) -> Result<LatencyTarget, String> {
        let mut conditions: Vec<Condition> = Vec::new();
        for part in text.split(',') {
            let condition = Condition::parse(part.trim())?;
            if conditions.iter().any(|before| before.figure == condition.figure) {
                return Err(format!("{} is limited twice; write one limit", condition.figure.name()));
            }
            conditions.push(condition);
        }
        Ok(LatencyTarget(conditions))
    }
}

/// Milliseconds, or seconds from one second on: `40 ms`, `2 s`.
#[must_use]
pub fn duration(milliseconds: Decimal) -> String {
    if milliseconds < Decimal::ONE_THOUSAND {
        return format!("{} ms", milliseconds.normalize());
    }
    format!("{} s", (milliseconds / Decimal::ONE_THOUSAND).normalize())
}

/// `TTFT p99`.
impl fmt::Display for LatencyFigure {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} {}", self.latency.display_name(), self.statistic.name())
    }
}

/// `TTFT p99 2 s`.
impl fmt::Display for Condition {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} {}", self.figure, duration(self.most_ms))
    }
}

/// `TTFT p99 2 s, TPOT p99 40 ms`, as `latency` of a rate.
impl fmt::Display for LatencyTarget {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(Condition::to_string).collect();
        to.write_str(&all.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_read_and_written() {
        let target = |text| LatencyTarget::parse(text).map(|target| target.to_string());
        assert_eq!(target("ttft_p99<=2s,tpot_p99<=40ms"), Ok("TTFT p99 2 s, TPOT p99 40 ms".to_owned()));
        assert_eq!(
            target(" tpot_mean <= 0.5 s , e2e_p50≤1_500ms"),
            Ok("TPOT mean 500 ms, end-to-end p50 1.5 s".to_owned())
        );
    }

    #[test]
    fn a_mistake_in_a_target_is_explained() {
        for (text, part) in [
            ("", "`` has no limit"),
            ("ttft_p99<2s", "`ttft_p99<2s` has no limit"),
            ("ttft_p99<=2", "`2` has no unit"),
            ("ttft_p99<=2min", "`2min` has no unit"),
            ("ttft_p99<=-2s", "`-2s` is not a time above 0"),
            ("ttft_p99<=0ms", "`0ms` is not a time above 0"),
            ("ttft_p99<=79228162514264337593543950335s", "is not a time above 0"),
            ("ttft<=2s", "`ttft` is not a latency"),
            ("ttft_p98<=2s", "`ttft_p98` is not a latency"),
            // vLLM and inference-perf also write the time between tokens, which is not the mean of a request
            ("itl_p99<=2s", "`itl_p99` is not a latency"),
            ("ttft_p99<=2s,ttft_p99<=3s", "ttft_p99 is limited twice"),
            ("ttft_p99<=2s,", "`` has no limit"),
        ] {
            let message = LatencyTarget::parse(text).unwrap_err();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
