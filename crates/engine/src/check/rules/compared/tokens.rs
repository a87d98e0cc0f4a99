//! Rates of accelerators that were measured with requests of other lengths, or without a cache.

use crate::check::rules::Subject;
use crate::check::rules::words::{few_digits, share};
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::OptionRate;
use crate::scenario::document::Located;
use crate::scenario::quantities::TokensPerRequest;
use crate::scenario::quantity::Quantity;
use crate::scenario::tokens::{TokenMix, TokenRate, TokenThroughput, Tokens};
use rust_decimal::Decimal;

/// Largest change of a length, as a share of that of the workload, at which a measured rate still tells much about it.
const QUARTER: Decimal = Decimal::from_parts(25, 0, 0, false, 2);

/// Rates measured with requests whose input or output is longer or shorter than that of the workload by more than a quarter. The
/// rate of the reference accelerator counts if no option states its own.
pub(super) fn other_requests(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let rates: Vec<OptionRate<'_>> = scenario.token_rates().collect();
    let references = scenario.demand.workloads.iter().filter_map(|workload| {
        let reference = workload.value.tokens.as_ref()?.reference.as_ref()?;
        let is_alone = rates.iter().all(|rate| rate.entry.name != workload.name);
        is_alone.then_some(("the reference accelerator".to_owned(), workload.name.as_str(), reference))
    });
    let of_options =
        rates.iter().map(|OptionRate { option, entry, .. }| (option.to_string(), entry.name.as_str(), &entry.value));
    of_options.chain(references).filter_map(|(of, workload, rate)| of_rate(subject, &of, workload, rate)).collect()
}

fn of_rate(subject: &Subject<'_>, of: &str, workload: &str, throughput: &TokenThroughput) -> Option<Diagnostic> {
    let tokens = subject.answer.loaded.scenario.demand.workloads.get(workload)?.value.tokens.as_ref()?;
    // rates by phase follow the lengths and the cache
    let TokenRate::Mixed(rate) = throughput.rate() else { return None };
    if !tokens.cached.value.decimal().is_zero() {
        let message = format!(
            "the rate of {of} for `{workload}` reads every token, but {} of the input is in the cache",
            share(tokens.cached.value.decimal())
        );
        let label = "write `prefill_tokens_per_second` and `decode_tokens_per_second`, which a cache changes";
        return Some(subject.finding(Code::RateOfOtherRequests, rate.at, message).label(label));
    }
    let measured = throughput.at.as_ref()?;
    let (other, asked) = other_length(measured, tokens)?;
    let lengths = |input: &Located<TokensPerRequest>, output: &Located<TokensPerRequest>| {
        format!("{} tokens in and {} out", few_digits(input.value.decimal()), few_digits(output.value.decimal()))
    };
    let message = format!(
        "the rate of {of} for `{workload}` was measured with {}, and a request has {}",
        lengths(&measured.input, &measured.output),
        lengths(&tokens.input, &tokens.output)
    );
    let label = "measure with requests like those of the workload, or write `prefill_tokens_per_second` and \
                 `decode_tokens_per_second`";
    let place = subject.answer.loaded.document.place(asked.at);
    Some(subject.finding(Code::RateOfOtherRequests, other.at, message).label(label).related(place, "the workload"))
}

/// The first length of a measurement that differs by more than a quarter, and that of the workload.
fn other_length<'m>(
    measured: &'m TokenMix,
    tokens: &'m Tokens,
) -> Option<(&'m Located<TokensPerRequest>, &'m Located<TokensPerRequest>)> {
    let differs = |measured: &Located<TokensPerRequest>, asked: &Located<TokensPerRequest>| {
        let (measured, asked) = (measured.value.decimal(), asked.value.decimal());
        (measured - asked).abs() > asked * QUARTER
    };
    let lengths = [(&measured.input, &tokens.input), (&measured.output, &tokens.output)];
    lengths.into_iter().find(|(measured, asked)| differs(measured, asked))
}
