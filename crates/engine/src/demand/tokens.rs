//! Work in tokens: output of requests, and the rate at which an accelerator works through them.

use super::Output;
use crate::inputs::Inputs as _;
use crate::scenario::Scenario;
use crate::scenario::document::NodeId;
use crate::scenario::tokens::{MILLION_TOKENS, TokenAmount, TokenRate, TokenThroughput, Tokens};
use crate::sheet::{Draft, Figure};
use crate::unit::{BaseUnits as _, Unit};

/// Tokens of the requests of a workload.
#[derive(Clone, Debug)]
pub struct TokenWork<'s> {
    /// Tokens read per request.
    input: Figure<'s>,
    /// Tokens written per request.
    output: Figure<'s>,
    /// Share of the tokens read that the prefix cache has.
    cached: Figure<'s>,
    /// Tokens per request, read and written.
    all: Figure<'s>,
    /// Name of the workload.
    workload: String,
    /// Rate of the reference accelerator; none if no option has accelerators for the workload.
    reference: Option<ReferenceRate<'s>>,
}

/// Rate of the reference accelerator of a workload.
#[derive(Clone, Copy, Debug)]
struct ReferenceRate<'s> {
    /// First number of the rate, which identifies it.
    at: NodeId,
    /// Tokens per accelerator and second.
    rate: Figure<'s>,
}

/// Shares of the tokens of a request by price.
#[derive(Clone, Copy, Debug)]
pub struct TokenShares<'s> {
    /// Read, and not in the cache.
    pub input: Figure<'s>,
    /// Read from the cache.
    pub cached: Figure<'s>,
    /// Written.
    pub output: Figure<'s>,
}

impl<'s> TokenWork<'s> {
    /// Tokens of a workload. The first option of the file that states a rate for it has the reference accelerator.
    pub(super) fn of(draft: &'s Draft, scenario: &Scenario, workload: &str, tokens: &Tokens) -> TokenWork<'s> {
        let (input, output) = (draft.given(&tokens.input), draft.given(&tokens.output));
        let all = (input + output).named(format!("tokens per request of {workload}"));
        let work = TokenWork {
            input,
            output,
            cached: draft.given(&tokens.cached),
            all,
            workload: workload.to_owned(),
            reference: None,
        };
        let owned = scenario.own.iter().map(|option| &option.value.token_throughput);
        let rented = scenario.rent.iter().map(|option| &option.value.token_throughput);
        let first = owned.chain(rented).find_map(|rates| rates.get(workload));
        let reference = first.map(|entry| ReferenceRate {
            at: first_number(&entry.value),
            rate: work
                .rate(draft, &entry.value)
                .named(format!("tokens per second of the reference accelerator for {workload}")),
        });
        TokenWork { reference, ..work }
    }

    /// Output of the reference accelerator, in millions of tokens: `R · 3600 / 10^6` an hour.
    pub(super) fn reference_output(&self, draft: &'s Draft, tokens: &Tokens) -> Output<'s> {
        let per_hour = self.reference.map_or_else(
            || {
                let unit = Unit::OUTPUT.per(Unit::REFERENCE.times(Unit::HOUR));
                draft.constant(1, unit, "output of the reference accelerator; no option has accelerators for it")
            },
            |reference| {
                let seconds = draft.constant(3_600, Unit::SECOND.per(Unit::HOUR), "seconds of an hour");
                let one = draft.constant(1, Unit::ACCELERATOR.per(Unit::REFERENCE), REFERENCE);
                let output = reference.rate * seconds * one / million(draft);
                output.named(format!("output of the reference accelerator for {}", self.workload))
            },
        );
        Output { name: MILLION_TOKENS.to_owned(), per_hour, value: tokens.value_per_million }
    }

    /// Output per month, in millions of tokens: `requests · (input + output) / 10^6`.
    pub(super) fn per_month(&self, draft: &'s Draft, tokens: &Tokens) -> Figure<'s> {
        match tokens.amount() {
            TokenAmount::Requests(requests) => draft.given(requests) * self.all / million(draft),
            TokenAmount::Millions(millions) => draft.given(millions),
        }
    }

    /// Tokens that an accelerator reads and writes per second: the rate itself, or of its phases
    /// `(I + O) / (I · (1 − c) / prefill + O / decode)`, times every speedup.
    fn rate(&self, draft: &'s Draft, throughput: &TokenThroughput) -> Figure<'s> {
        let rate = match throughput.rate() {
            TokenRate::Mixed(rate) => draft.given(rate),
            TokenRate::Phases(prefill, decode) => {
                let seconds = self.input * (1 - self.cached) / draft.given(prefill) + self.output / draft.given(decode);
                self.all / seconds.named("accelerator-seconds per request")
            }
        };
        throughput.speedup.iter().fold(rate, |rate, entry| rate * draft.given(&entry.value))
    }

    /// Throughput of an accelerator relative to the reference accelerator; none without one.
    pub(super) fn relative(&self, draft: &'s Draft, throughput: &TokenThroughput) -> Option<Figure<'s>> {
        let reference = self.reference?;
        let one = draft.constant(1, Unit::REFERENCE.per(Unit::ACCELERATOR), REFERENCE);
        let is_reference = reference.at == first_number(throughput);
        Some(if is_reference { one } else { self.rate(draft, throughput) / reference.rate * one })
    }

    /// Shares of a request's tokens by price.
    #[must_use]
    pub fn shares(&self) -> TokenShares<'s> {
        let share =
            |what: &str, tokens: Figure<'s>| tokens.named(format!("share of tokens {what} by {}", self.workload));
        TokenShares {
            input: share("read", self.input * (1 - self.cached) / self.all),
            cached: share("read from the cache", self.input * self.cached / self.all),
            output: share("written", self.output / self.all),
        }
    }
}

/// Note of the conversion between an option's accelerators and reference accelerators.
const REFERENCE: &str = "the first accelerator with a rate is the reference";

/// Tokens of a unit of output.
fn million(draft: &Draft) -> Figure<'_> {
    draft.constant(1_000_000, Unit::TOKEN.per(Unit::OUTPUT), "tokens of a million")
}

/// First number of a rate.
fn first_number(throughput: &TokenThroughput) -> NodeId {
    match throughput.rate() {
        TokenRate::Mixed(rate) | TokenRate::Phases(rate, _) => rate.at,
    }
}
