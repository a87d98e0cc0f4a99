//! YAML of the rate of a result, with its source.

use super::ThroughputResult;
use crate::number;
use crate::scenario::tokens::RateGrade;
use crate::scenario::{OptionId, in_double_quotes};
use rust_decimal::{Decimal, RoundingStrategy};

/// Significant digits of a rate, and of the lengths at which it was measured.
const DIGITS: u32 = 6;

/// Lines of a scenario with the highest rate per accelerator of several results, and how it was derived. If a length of the
/// benchmark's requests is unknown, the lines are a comment that says so. `None` if the results have different benchmarks,
/// scenarios or accelerators, which a rate of one cannot stand for.
#[must_use]
pub fn pasted_rate(results: &[&'static ThroughputResult]) -> Option<Vec<String>> {
    let of = |one: &ThroughputResult| (&one.of_model().benchmark, one.scenario, one.accelerator);
    let best = results.iter().copied().max_by_key(|one| one.per_accelerator())?;
    results.iter().all(|one| of(one) == of(best)).then(|| lines(best))
}

/// Name of a result with everything by which it is found: benchmark, division, model, scenario, identifier, submitter, system.
fn named(of: &ThroughputResult) -> String {
    let round = of.of_round();
    let model = format!("{} {} {} {}", round.benchmark, round.division, of.model, of.scenario.display_name());
    let preview = if of.availability == "available" { String::new() } else { format!(" ({})", of.availability) };
    format!("{model}, result {}, {}, {}{preview}", of.id, of.submitter, of.system)
}

fn lines(of: &ThroughputResult) -> Vec<String> {
    let (model, round, name) = (of.of_model(), of.of_round(), named(of));
    let (dataset, count) = (&model.dataset, of.accelerators);
    let tokens = number::typed(of.tokens_per_second);
    let measured = format!("# {tokens} tokens/s written by {count} × {}, weights in {};", of.accelerator, of.weights);
    let (Some(rate), Some((input, output))) = (of.read_and_written_per_accelerator(), model.lengths()) else {
        let missing = if model.output.is_none() { "written" } else { "read" };
        return vec![
            format!("# {name}:"),
            measured,
            format!("# no rate: the mean number of tokens {missing} per request of {dataset} is unknown,"),
            "# and `tokens_per_second` counts tokens read and written".to_owned(),
        ];
    };
    let latency = of.latency().map(|limits| limits.to_string());
    let piece = RatePiece {
        option: &OptionId::rent("mine"),
        workload: "chat",
        tokens_per_second: rate,
        input,
        output,
        latency: latency.as_deref(),
        grade: RateGrade::Published,
        from: &format!("derived from {name}"),
        date: Some(&round.as_of),
        sha256: None,
    };
    let (input, output) = (number::typed(input), number::typed(output));
    let mut lines = vec![
        measured,
        format!("# a request of {dataset} reads {input} tokens and writes {output} on average,"),
        format!("# so an accelerator reads and writes {tokens} / {count} × ({input} + {output}) / {output} tokens/s;"),
        "# replace `mine` and `chat` by your option, rented or owned, and your workload".to_owned(),
    ];
    lines.extend(piece.lines());
    lines
}

/// Rate of an option's accelerators for a workload, with its source.
#[derive(Clone, Copy, Debug)]
pub struct RatePiece<'a> {
    /// Option, owned or rented.
    pub option: &'a OptionId,
    /// Workload.
    pub workload: &'a str,
    /// Tokens read and written per second by an accelerator; written with six significant digits.
    pub tokens_per_second: Decimal,
    /// Tokens that a request reads, on average.
    pub input: Decimal,
    /// Tokens that a request writes, on average.
    pub output: Decimal,
    /// Latency target, if the rate keeps one.
    pub latency: Option<&'a str>,
    /// How well the rate is known.
    pub grade: RateGrade,
    /// Source.
    pub from: &'a str,
    /// Date of the source.
    pub date: Option<&'a str>,
    /// SHA-256 of the file that `from` names, in hexadecimal.
    pub sha256: Option<&'a str>,
}

impl RatePiece<'_> {
    /// Lines of a scenario: `token_throughput` of the option, and its source.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let (side, option, workload) = (self.option.kind().name(), self.option.name(), self.workload);
        let rounded = |value| number::typed(number::significant(value, DIGITS, RoundingStrategy::MidpointAwayFromZero));
        let mut lines = vec![
            format!("{side}:"),
            format!("  {option}:"),
            "    token_throughput:".to_owned(),
            format!("      {workload}:"),
            format!("        tokens_per_second: {}", rounded(self.tokens_per_second)),
            format!("        at: {{ input: {}, output: {} }}", rounded(self.input), rounded(self.output)),
        ];
        lines.extend(self.latency.map(|limits| format!("        latency: {limits}")));
        lines.extend([
            format!("        grade: {}", self.grade.name()),
            "sources:".to_owned(),
            format!("  {side}.{option}.token_throughput.{workload}:"),
            format!("    from: {}", in_double_quotes(self.from)),
        ]);
        lines.extend(self.date.map(|date| format!("    date: {date}")));
        lines.extend(self.sha256.map(|hash| format!("    sha256: {hash}")));
        lines
    }
}
