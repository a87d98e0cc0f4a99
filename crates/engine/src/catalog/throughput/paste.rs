//! YAML of the rate of a result, with its source.

use super::ThroughputResult;
use crate::number;
use crate::scenario::in_double_quotes;
use rust_decimal::RoundingStrategy;

/// Significant digits of the rate.
const DIGITS: u32 = 6;

/// Lines of a scenario with the highest rate per accelerator of several results, and how it was derived. If a length of the
/// benchmark's requests is unknown, the lines are a comment that says so. `None` if the results have different benchmarks,
/// scenarios or accelerators, which a rate of one cannot stand for.
#[must_use]
pub fn pasted_rate(results: &[&'static ThroughputResult]) -> Option<Vec<String>> {
    let of = |one: &ThroughputResult| (&one.of_model().benchmark, one.scenario, one.accelerator.clone());
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
    let rate = number::typed(number::significant(rate, DIGITS, RoundingStrategy::MidpointAwayFromZero));
    let (input, output) = (number::typed(input), number::typed(output));
    let mut lines = vec![
        measured,
        format!("# a request of {dataset} reads {input} tokens and writes {output} on average,"),
        format!("# so an accelerator reads and writes {tokens} / {count} × ({input} + {output}) / {output} tokens/s;"),
        "# replace `mine` and `chat` by your option, rented or owned, and your workload".to_owned(),
        "rent:".to_owned(),
        "  mine:".to_owned(),
        "    token_throughput:".to_owned(),
        "      chat:".to_owned(),
        format!("        tokens_per_second: {rate}"),
        format!("        at: {{ input: {input}, output: {output} }}"),
    ];
    lines.extend(of.latency().map(|limits| format!("        latency: {limits}")));
    lines.extend([
        "        grade: published".to_owned(),
        "sources:".to_owned(),
        "  rent.mine.token_throughput:".to_owned(),
        format!("    from: {}", in_double_quotes(&format!("derived from {name}"))),
        format!("    date: {}", round.as_of),
    ]);
    lines
}
