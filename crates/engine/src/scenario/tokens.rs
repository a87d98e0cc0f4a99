//! Work in tokens: requests of a workload, throughput of an option, and prices of an endpoint.

use super::document::{Document, Located, Named, NodeId};
use super::limits::MOST_LINES;
use super::quantities::{
    OutputPerMonth, PricePerOutput, RequestsPerMonth, Share, Speedup, TokensPerRequest, TokensPerSecond,
};
use language::choice::Choice;
use language::declaration::{KeyRole, Nature};
use language::{one_of, part, words};

/// Name of the unit of output of a workload in tokens.
pub const MILLION_TOKENS: &str = "1M tokens";

one_of! {
    /// Amount of work of a workload in tokens.
    pub enum TokenAmount of Tokens by amount {
        /// Requests per month.
        Requests(requests_per_month: Located<RequestsPerMonth>);
        /// Millions of tokens per month, read and written.
        Millions(millions_per_month: Located<OutputPerMonth>);
    }
}

part! {
    /// Requests of a workload in tokens. A unit of output is a million tokens, read and written.
    pub struct Tokens {
        /// Requests per month.
        requests_per_month: Option<Located<RequestsPerMonth>>, aliases(&["requests"]), display_name("requests per month");
        /// Millions of tokens per month, read and written.
        millions_per_month: Option<Located<OutputPerMonth>>, aliases(&["million_tokens_per_month"]), display_name("millions of tokens per month");
        /// Tokens that a request reads: its prompt with the context, on average.
        input: Located<TokensPerRequest>, aliases(&["input_tokens", "prompt", "prompt_tokens"]), display_name("tokens read per request");
        /// Tokens that a request writes, on average.
        output: Located<TokensPerRequest>, example("256"), aliases(&["output_tokens", "completion", "completion_tokens"]), display_name("tokens written per request");
        /// Share of the tokens read that a prefix cache has already.
        cached: Located<Share> = "0%", example("40%"), aliases(&["cached_input", "cache_hit_rate"]), display_name("share of cached input");
        /// Rate of the reference accelerator of the workload; default: that of the first option that states one.
        reference: Option<TokenThroughput>, example("{ tokens_per_second: 4_250 }");
        /// Value of a million tokens to their users; reported next to the cost, without effect on the decision.
        value_per_million: Option<Located<PricePerOutput>>, role(KeyRole::Separate), display_name("value of a million tokens");
    }
    choices(&[
        Choice::one_of(
            TokenAmount::KEYS,
            "has no amount of work",
            "add `requests_per_month: 7_000_000`, or `millions_per_month`",
        ),
    ]);
}

/// States the reference rate of every workload in tokens, which is that of the first option with one, so that hours keep their
/// meaning when options are removed.
pub fn state_references(document: &mut Document) {
    let children = |document: &Document, path: &str| -> Vec<NodeId> {
        document.find(path).map(|part| document.children(part).to_vec()).unwrap_or_default()
    };
    let options: Vec<NodeId> = ["own", "rent"].iter().flat_map(|side| children(document, side)).collect();
    for workload in children(document, "demand.workloads") {
        let Some(tokens) = document.member(workload, "tokens") else { continue };
        let name = document.key(workload);
        let rate = |option: &NodeId| document.member(document.member(*option, "token_throughput")?, name);
        let first = options.iter().find_map(rate).filter(|_| document.member(tokens, "reference").is_none());
        if let Some(rate) = first {
            let path = format!("{}.reference", document.path(tokens));
            document.set_copy(&path, rate);
        }
    }
}

one_of! {
    /// Rate at which an accelerator works through tokens.
    pub enum TokenRate of TokenThroughput by rate {
        /// Tokens read and written per second.
        Mixed(tokens_per_second: Located<TokensPerSecond>);
        /// Tokens read per second while it only reads, and tokens written per second while it only writes.
        Phases(prefill_tokens_per_second: Located<TokensPerSecond>, decode_tokens_per_second: Located<TokensPerSecond>);
    }
}

part! {
    /// Throughput of one accelerator of an option for a workload in tokens, under load and within its latency target.
    pub struct TokenThroughput {
        /// Tokens read and written per second by an accelerator.
        tokens_per_second: Option<Located<TokensPerSecond>>, aliases(&["total_tokens_per_second"]), display_name("tokens per second");
        /// Tokens read per second by an accelerator that only reads.
        prefill_tokens_per_second: Option<Located<TokensPerSecond>>, example("25_000"), aliases(&["prefill", "input_tokens_per_second"]), display_name("tokens read per second");
        /// Tokens written per second by an accelerator that only writes.
        decode_tokens_per_second: Option<Located<TokensPerSecond>>, example("1_100"), aliases(&["decode", "output_tokens_per_second"]), display_name("tokens written per second");
        /// Tokens per request at which the rate was measured; default: those of the workload.
        at: Option<TokenMix>, example("{ input: 1_024, output: 256 }"), role(KeyRole::Describes);
        /// Latency target that the rate holds, in words.
        latency: Option<Located<String>>, example("TTFT p99 2 s, TPOT p99 40 ms"), role(KeyRole::Describes);
        /// How well the rate is known.
        grade: Option<Located<RateGrade>>, example("published"), role(KeyRole::Describes);
        /// Factors on the rate, such as that of quantization, each by name.
        speedup: Named<Located<Speedup>>, example("{ fp8: 1.6 }"), nature(Nature::Negotiated), at_most(MOST_LINES), each("speedup by");
    }
    choices(&[
        Choice::one_of(
            TokenRate::KEYS,
            "has no rate",
            "add `tokens_per_second: 4_250` of one accelerator, or `prefill_tokens_per_second` and `decode_tokens_per_second`",
        ),
    ]);
}

part! {
    /// Tokens of a request in a measurement.
    pub struct TokenMix {
        /// Tokens read per request.
        input: Located<TokensPerRequest>, role(KeyRole::Describes), display_name("measured tokens read");
        /// Tokens written per request.
        output: Located<TokensPerRequest>, example("256"), role(KeyRole::Describes), display_name("measured tokens written");
    }
}

words! {
    /// How well a rate is known.
    pub enum RateGrade {
        /// Measured by the author, with this model and load.
        Measured = "measured";
        /// Published by somebody else.
        Published = "published";
        /// Derived from other figures.
        Estimated = "estimated";
    }
}

part! {
    /// Prices of an endpoint per million tokens.
    pub struct TokenPrices {
        /// Price of a million tokens read.
        input: Located<PricePerOutput>, price(" per 1M tokens"), display_name("price of input");
        /// Price of a million tokens read from the prefix cache; default: that of `input`.
        cached_input: Option<Located<PricePerOutput>>, example("0.03"), aliases(&["cached", "cache_read"]), price(" per 1M tokens"), display_name("price of cached input");
        /// Price of a million tokens written.
        output: Located<PricePerOutput>, price(" per 1M tokens"), display_name("price of written tokens");
        /// Discount on all prices for workloads that can wait.
        batch_discount: Located<Share> = "0%", example("50%"), nature(Nature::Negotiated), display_name("batch discount");
    }
}
