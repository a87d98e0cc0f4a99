//! `fit`: memory and replicas of models, against published figures and calculations by hand.

use crate::generated::cases;
use crate::models::{deepseek_v2_lite, small, small_with};
use proptest::prelude::*;
use rackrent::catalog::accelerators;
use rackrent::fit::{Fit, FitRequest, Model, NumberFormat, Replica, fit, shipped_model, shipped_models};
use rust_decimal::Decimal;
use serde_json::{Value, json};

const GIB: u128 = 1 << 30;

/// A sequence of 8,192 tokens, on every accelerator.
fn request() -> FitRequest {
    FitRequest {
        weights: None,
        kv_cache: None,
        context: None,
        concurrency: 1,
        memory_utilization: Decimal::new(9, 1),
        batched_tokens: 8_192,
        accelerators: accelerators().iter().collect(),
    }
}

fn fitted(name: &str, request: &FitRequest) -> Fit {
    let shipped = shipped_model(name).unwrap();
    fit(&shipped.name, Some(&shipped.source), &shipped.model, request).unwrap()
}

fn replica(fit: &Fit, name: &str) -> Option<Replica> {
    fit.accelerators.iter().find(|placement| placement.name == name).unwrap().replica
}

#[test]
fn the_kv_cache_of_a_token_is_as_published() {
    // "Insights into DeepSeek-V3" (ISCA 2025, arXiv 2505.09343), table 1; Qwen-2.5 72B has the shape of Qwen2 72B. Llama 3.1 8B
    // and 70B: 15.62 and 39.06 GiB for 128,000 tokens (huggingface.co/blog/llama31)
    for (name, bytes) in [
        ("deepseek-v3", 70_272),
        ("qwen2-72b", 327_680),
        ("llama-3.1-405b", 516_096),
        ("llama-3.1-70b", 327_680),
        ("llama-3.1-8b", 131_072),
    ] {
        assert_eq!(fitted(name, &request()).kv_cache.bytes_per_token, bytes, "{name}");
    }
    for (name, hundredths) in [("llama-3.1-8b", 1_562), ("llama-3.1-70b", 3_906)] {
        let long = fitted(name, &FitRequest { context: Some(128_000), ..request() }).kv_cache.bytes;
        assert_eq!(long * 100 / GIB, hundredths, "{name}");
    }
    // the blog has twice as much for 405B (123.05): with 16 key-value heads, of which the released config has 8
    let large = fitted("llama-3.1-405b", &FitRequest { context: Some(128_000), ..request() }).kv_cache.bytes;
    assert_eq!(large * 2 * 100 / GIB, 12_304);
}

#[test]
fn weights_have_the_size_of_their_checkpoints() {
    let bytes = |name, weights| fitted(name, &FitRequest { weights, ..request() }).weights.bytes;
    // the model card of gpt-oss, table 1: 12.8 and 60.8 GiB; only the experts are in mxfp4
    assert_eq!((bytes("gpt-oss-20b", None) * 10 + GIB / 2) / GIB, 128);
    assert_eq!((bytes("gpt-oss-120b", None) * 10 + GIB / 2) / GIB, 608);
    // `total_size` of model.safetensors.index.json of Qwen3-235B-A22B
    assert_eq!(bytes("qwen3-235b-a22b", None), 470_187_269_120);
    // vLLM loads Llama 3 8B, which has the shape of 3.1, in 14.96 GiB (vllm-project/vllm issue 12330)
    assert_eq!((bytes("llama-3.1-8b", None) * 100 + GIB / 2) / GIB, 1_496);
    // DeepSeek-V3 in fp8: 680B of 684.5B parameters, with the 14B of the layer for predicting two tokens that is not counted here
    let deepseek = fitted("deepseek-v3", &request()).weights;
    assert!(deepseek.parameters > 666_000_000_000 && deepseek.format.name == NumberFormat::Fp8, "{deepseek:?}");
}

/// Measured by vLLM on an A100 of 39.5 GiB (vllm-project/vllm issue 12330): 11.12 GiB of KV cache hold 5,691 blocks of 16 tokens.
#[test]
fn as_many_tokens_fit_as_vllm_measures() {
    let per_token = fitted("llama-3.1-8b", &request()).kv_cache.bytes_per_token;
    let tokens = 1_112 * GIB / 100 / per_token;
    assert!(tokens.abs_diff(5_691 * 16) < 100, "{tokens}");
}

#[test]
fn every_system_of_mlperf_inference_holds_its_model() {
    let mut reader = csv::Reader::from_path("tests/fit/mlperf-inference-5.1.csv").unwrap();
    let mut tested = 0;
    for row in reader.records().map(Result::unwrap) {
        let [id, _, _, model, _, accelerator, count, weights] = row.iter().collect::<Vec<_>>().try_into().unwrap();
        let weights = NumberFormat::ALL.iter().find(|format| format.name() == weights);
        let request = FitRequest { weights: Some(*weights.unwrap()), concurrency: 16, ..request() };
        let replica = replica(&fitted(model, &request), accelerator).unwrap();
        assert!(replica.accelerators <= count.parse().unwrap(), "{id}: {replica:?} of {count}");
        tested += 1;
    }
    assert_eq!(tested, 49);
}

#[test]
fn the_memory_of_a_small_model_is_that_calculated_by_hand() {
    let model = Model::of(&small()).unwrap();
    let all = fit("small", None, &model, &FitRequest { concurrency: 3, context: Some(10), ..request() }).unwrap();
    // embedding 100 · 32 = 3,200 and head as much; attention 32 · (32 + 2 · 16) + 32 · 32 = 3,072; network 3 · 32 · 64 = 6,144
    let of = &all.parameters;
    assert_eq!((of.embedding, of.output_head, of.attention, of.feed_forward), (3_200, 3_200, 6_144, 12_288));
    // two norms of 32 in each layer, and one at the end
    assert_eq!((of.norms_and_biases, of.total, of.active), (160, 24_992, 21_792));
    assert_eq!((all.weights.bytes, all.weights.replicated_bytes), (49_984, 320));
    // 2 layers · 2 · 2 heads · 8 · 2 bytes = 128 a token
    let cache = &all.kv_cache;
    assert_eq!((cache.bytes_per_token, cache.bytes_per_sequence, cache.bytes), (128, 1_280, 3_840));
    // 8,192 · (4 · 32 + 3 · 64) · 2
    assert_eq!(all.activation_bytes, 5_242_880);
    let one = replica(&all, "L4").unwrap();
    // 90 % of 24 GB, less weights and activations, by 1,280 bytes: 21,594,707,136 ÷ 1,280 = 16,870,864.9
    assert_eq!((one.accelerators, one.needed_bytes, one.largest_concurrency), (1, 5_296_704, 16_870_864));
    // in fp8 only the matrices of layers take one byte: 18,432 + 2 · 6,560
    let small = fit("small", None, &model, &FitRequest { weights: Some(NumberFormat::Fp8), ..request() }).unwrap();
    assert_eq!(small.weights.bytes, 31_552);
}

#[test]
fn more_accelerators_than_key_value_heads_replicate_them() {
    // a token caches 2 layers · 2 · 2 · 8 · 2 = 128 bytes, 64 on each of 2 or 4 accelerators; queries need 4 heads
    let forced = |config: &Value, concurrency| {
        let model = Model::of(config).unwrap();
        let request = FitRequest { concurrency, context: Some(100_000_000), ..request() };
        fit("small", None, &model, &request).unwrap()
    };
    // 100,000,000 tokens take 12.8 GB in one sequence; L4 can use 21.6 GB
    let sizes = |concurrency| {
        let of = replica(&forced(&small(), concurrency), "L4").unwrap();
        (of.accelerators, of.tensor_parallel, of.pipeline_parallel, of.kv_parts, of.kv_bytes)
    };
    assert_eq!(sizes(1), (1, 1, 1, 1, 12_800_000_000));
    assert_eq!(sizes(2), (2, 2, 1, 2, 12_800_000_000));
    // four accelerators hold no more than two, and 8 are two stages of 4, each with one of the layers
    assert_eq!(sizes(4), (8, 4, 2, 2, 12_800_000_000));
    // every accelerator holds a compressed cache whole: 27 layers · 576 · 2 bytes
    let lite = deepseek_v2_lite();
    let latent =
        fit("lite", None, &Model::of(&lite).unwrap(), &FitRequest { concurrency: 1_000, ..request() }).unwrap();
    let of = replica(&latent, "H100-80GB-SXM5").unwrap();
    assert_eq!((latent.kv_cache.bytes_per_token, of.kv_parts), (31_104, 1));
    // 1,000 · 8,192 · 31,104 bytes = 254.8 GB do not fit 8 accelerators, which hold them eight times; they need stages
    assert_eq!((of.accelerators, of.tensor_parallel, of.pipeline_parallel), (32, 8, 4));
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn more_tokens_or_sequences_never_need_fewer_accelerators(
        at in 0..shipped_models().len(),
        context in 1_u128..200_000,
        more_context in 0_u128..200_000,
        concurrency in 1_u128..2_000,
        more_concurrency in 0_u128..2_000,
    ) {
        let name = &shipped_models()[at].name;
        let needed = |context, concurrency| fitted(name, &FitRequest { context: Some(context), concurrency, ..request() });
        let (less, more) = (needed(context, concurrency), needed(context + more_context, concurrency + more_concurrency));
        for (one, other) in less.accelerators.iter().zip(&more.accelerators) {
            let size = |replica: Option<Replica>| replica.map_or(u128::MAX, |replica| replica.accelerators);
            prop_assert!(size(one.replica) <= size(other.replica), "{}", one.name);
        }
    }

    #[test]
    fn the_largest_concurrency_fits_and_one_more_does_not(
        at in 0..shipped_models().len(),
        context in 1_u128..200_000,
        concurrency in 1_u128..500,
    ) {
        let name = &shipped_models()[at].name;
        let of = |concurrency| fitted(name, &FitRequest { context: Some(context), concurrency, ..request() });
        for placement in of(concurrency).accelerators {
            let Some(replica) = placement.replica else { continue };
            let without_cache = replica.needed_bytes - replica.kv_bytes;
            let needed = |sequences: u128| without_cache + sequences * replica.kv_bytes_per_sequence;
            prop_assert!(replica.largest_concurrency >= concurrency);
            prop_assert!(needed(replica.largest_concurrency) <= placement.available_bytes);
            prop_assert!(needed(replica.largest_concurrency + 1) > placement.available_bytes);
        }
    }
}

#[test]
fn a_larger_concurrency_takes_a_larger_replica() {
    let largest = replica(&fitted("llama-3.1-70b", &request()), "H200-141GB-SXM5").unwrap().largest_concurrency;
    let size =
        |concurrency| replica(&fitted("llama-3.1-70b", &FitRequest { concurrency, ..request() }), "H200-141GB-SXM5");
    assert_eq!(size(largest).unwrap().accelerators, 2);
    assert_eq!(size(largest + 1).unwrap().accelerators, 4);
}

#[test]
fn the_largest_model_and_request_do_not_overflow() {
    let largest = json!({
        "model_type": "qwen3_moe", "hidden_size": 131_072, "num_hidden_layers": 1_000, "num_attention_heads": 4_096,
        "num_key_value_heads": 4_096, "head_dim": 4_096, "vocab_size": 4_194_304, "num_experts": 16_384,
        "num_experts_per_tok": 16_384, "moe_intermediate_size": 1_048_576, "torch_dtype": "float32"
    });
    let request = FitRequest {
        weights: Some(NumberFormat::Fp32),
        kv_cache: Some(NumberFormat::Fp32),
        context: Some(100_000_000),
        concurrency: 1_000_000,
        batched_tokens: 100_000_000,
        ..request()
    };
    let fit = fit("largest", None, &Model::of(&largest).unwrap(), &request).unwrap();
    // 1,000 layers · 2 · 4,096 · 4,096 · 4 bytes · 10^8 tokens · 10^6 sequences
    assert_eq!(fit.kv_cache.bytes, 1_000 * 2 * 4_096 * 4_096 * 4 * 100_000_000 * 1_000_000);
    assert!(fit.accelerators.iter().all(|placement| placement.replica.is_none() && placement.tried == 128));
}

#[test]
fn weights_of_an_unknown_format_must_be_requested() {
    let unstated = Model::of(&small_with(&json!({ "torch_dtype": null }))).unwrap();
    assert!(fit("small", None, &unstated, &request()).is_err());
    assert!(fit("small", None, &unstated, &FitRequest { weights: Some(NumberFormat::Bf16), ..request() }).is_ok());
}
