//! Work in tokens: output of requests, and the rate at which an accelerator works through them.

use super::Output;
use crate::inputs::Inputs as _;
use crate::scenario::Scenario;
use crate::scenario::document::{Located, NodeId};
use crate::scenario::quantities::TokensPerSecond;
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

/// Work of the reference accelerator of a workload.
#[derive(Clone, Copy, Debug)]
struct ReferenceRate<'s> {
    /// First number of the rate, which identifies it.
    at: NodeId,
    /// Accelerator-seconds per request.
    seconds: Figure<'s>,
    /// The part of them in which it reads; none if its rate is the same for all tokens.
    reading: Option<Figure<'s>>,
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
    /// Tokens of a workload. Its reference accelerator is the stated one, or that of the first option of the file that states a rate
    /// for it.
    pub(super) fn of(draft: &'s Draft, scenario: &Scenario, workload: &str, tokens: &Tokens) -> TokenWork<'s> {
        let (input, output) = (draft.given(&tokens.input), draft.given(&tokens.output));
        let all = (input + output).named_with(|| format!("tokens per request of {workload}"));
        let work = TokenWork {
            input,
            output,
            cached: draft.given(&tokens.cached),
            all,
            workload: workload.to_owned(),
            reference: None,
        };
        let first = scenario.token_rates().find(|rate| rate.entry.name == workload).map(|rate| &rate.entry.value);
        let reference = tokens.reference.as_ref().or(first).map(|rate| {
            let seconds = work.seconds(draft, rate);
            let seconds = seconds.named_with(|| format!("accelerator-seconds per request of {workload}"));
            ReferenceRate { at: first_number(rate), seconds, reading: work.reading(draft, rate) }
        });
        TokenWork { reference, ..work }
    }

    /// Output of the reference accelerator, in millions of tokens: `3600 / s · (I + O) / 10^6` an hour.
    pub(super) fn reference_output(&self, draft: &'s Draft, tokens: &Tokens) -> Output<'s> {
        let per_hour = if let Some(reference) = self.reference {
            let output = self.all / million(draft) / reference.seconds * seconds_per_hour(draft) * of_reference(draft);
            output.named_with(|| format!("output of the reference accelerator for {}", self.workload))
        } else {
            let unit = Unit::OUTPUT.per(Unit::REFERENCE.times(Unit::HOUR));
            draft.constant(1, unit, "output of the reference accelerator; no option has accelerators for it")
        };
        Output { name: MILLION_TOKENS.to_owned(), per_hour, value: tokens.value_per_million }
    }

    /// Useful hours of the reference accelerator per month: `requests · s / 3600`; requests of a given number of tokens are
    /// `tokens / (I + O)`.
    pub(super) fn hours_per_month(&self, draft: &'s Draft, tokens: &Tokens) -> Figure<'s> {
        let requests = match tokens.amount() {
            TokenAmount::Requests(requests) => draft.given(requests),
            TokenAmount::Millions(millions) => {
                let requests = draft.given(millions) * million(draft) / self.all;
                requests.named_with(|| format!("requests per month of {}", self.workload))
            }
        };
        match self.reference {
            Some(reference) => requests * reference.seconds / seconds_per_hour(draft) / of_reference(draft),
            None => requests * self.all / million(draft) / self.reference_output(draft, tokens).per_hour,
        }
    }

    /// Accelerator-seconds per request: `(I + O) / rate`, or of its phases `I · (1 − c) / prefill + O / decode`, divided by
    /// every speedup.
    fn seconds(&self, draft: &'s Draft, throughput: &TokenThroughput) -> Figure<'s> {
        let seconds = match throughput.rate() {
            TokenRate::Mixed(rate) => self.all / draft.given(rate),
            TokenRate::Phases(prefill, decode) => {
                let (reading, writing) = self.phases(draft, prefill, decode);
                reading + writing
            }
        };
        throughput.speedup.iter().fold(seconds, |seconds, entry| seconds / draft.given(&entry.value))
    }

    /// Accelerator-seconds per request of reading and of writing, without speedups.
    fn phases(
        &self,
        draft: &'s Draft,
        prefill: &Located<TokensPerSecond>,
        decode: &Located<TokensPerSecond>,
    ) -> (Figure<'s>, Figure<'s>) {
        (self.input * (1 - self.cached) / draft.given(prefill), self.output / draft.given(decode))
    }

    /// Share of an accelerator's time in which it reads; none if its rate is the same for all tokens.
    fn reading(&self, draft: &'s Draft, throughput: &TokenThroughput) -> Option<Figure<'s>> {
        let TokenRate::Phases(prefill, decode) = throughput.rate() else { return None };
        let (reading, writing) = self.phases(draft, prefill, decode);
        Some((reading / (reading + writing)).named_with(|| format!("share of time that reads for {}", self.workload)))
    }

    /// Share of the time of an option's accelerators in which they read: by its own rate, or that of the reference accelerator; none
    /// if that is the same for all tokens.
    #[must_use]
    pub fn share_of_reading(&self, draft: &'s Draft, own: Option<&TokenThroughput>) -> Option<Figure<'s>> {
        let reference = self.reference?;
        match own.filter(|own| first_number(own) != reference.at) {
            Some(own) => self.reading(draft, own),
            None => reference.reading,
        }
    }

    /// Throughput of an accelerator relative to the reference accelerator; none without one.
    pub(super) fn relative(&self, draft: &'s Draft, throughput: &TokenThroughput) -> Option<Figure<'s>> {
        let reference = self.reference?;
        if reference.at == first_number(throughput) {
            return Some(draft.constant(1, Unit::REFERENCE.per(Unit::ACCELERATOR), REFERENCE));
        }
        Some(reference.seconds / self.seconds(draft, throughput) / of_reference(draft))
    }

    /// Shares of a request's tokens by price.
    #[must_use]
    pub fn shares(&self) -> TokenShares<'s> {
        let share = |what: &str, tokens: Figure<'s>| {
            tokens.named_with(|| format!("share of tokens {what} by {}", self.workload))
        };
        // the share that is read is what is not written: intervals over the length of the input then stay within a whole
        let output = share("written", self.output / self.all);
        let read = 1 - output;
        TokenShares {
            input: share("read", read * (1 - self.cached)),
            cached: share("read from the cache", read * self.cached),
            output,
        }
    }
}

/// Note of the conversion between an option's accelerators and reference accelerators.
const REFERENCE: &str = "an accelerator with this rate is the reference";

/// Conversion of the accelerators of the first option with a rate to reference accelerators.
fn of_reference(draft: &Draft) -> Figure<'_> {
    draft.constant(1, Unit::ACCELERATOR.per(Unit::REFERENCE), REFERENCE)
}

fn seconds_per_hour(draft: &Draft) -> Figure<'_> {
    draft.constant(3_600, Unit::SECOND.per(Unit::HOUR), "seconds of an hour")
}

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
