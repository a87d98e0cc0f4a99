//! Models that are read from a Hugging Face `config.json`: their parameters against published counts, their windows and number
//! formats, and errors that name their key.

use rackrent::fit::{Model, NumberFormat, Parameters, shipped_model, shipped_models};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn parameters(name: &str) -> Parameters {
    Parameters::of(&shipped_model(name).unwrap().model)
}

/// Parameter counts of checkpoints, as their repositories on Hugging Face state them (`safetensors.total`), or `KerasHub`
/// (`keras_hub/src/models/*/*_presets.py`) for Mixtral 8x7B, Qwen2 72B, Qwen3 235B and the text model of Gemma 3.
const PUBLISHED: [(&str, u128); 13] = [
    ("llama-2-70b", 68_976_648_192),
    ("llama-3.1-8b", 8_030_261_248),
    ("llama-3.1-70b", 70_553_706_496),
    ("llama-3.1-405b", 405_853_388_800),
    ("mixtral-8x7b", 46_702_792_704),
    ("mixtral-8x22b", 140_620_634_112),
    ("qwen2-72b", 72_706_203_648),
    ("qwen3-32b", 32_762_123_264),
    ("qwen3-235b-a22b", 235_093_634_560),
    ("gemma-3-27b", 27_009_002_240),
    ("gpt-oss-20b", 20_914_757_184),
    ("gpt-oss-120b", 116_829_156_672),
    ("deepseek-v3", 671_026_419_200),
];

#[test]
fn shipped_models_have_their_published_parameters() {
    for (name, published) in PUBLISHED {
        assert_eq!(parameters(name).total, published, "{name}");
    }
    let r1 = parameters("deepseek-r1");
    assert_eq!(r1, parameters("deepseek-v3"));
    // the checkpoint of Llama 4 Scout has 108,641,793,536 with its vision encoder, of less than 1 %
    let scout = parameters("llama-4-scout").total;
    assert!(scout < 108_641_793_536 && scout > 108_641_793_536 / 100 * 99, "{scout}");
    let tested: BTreeSet<&str> =
        PUBLISHED.iter().map(|(name, _)| *name).chain(["deepseek-r1", "llama-4-scout"]).collect();
    assert_eq!(tested, shipped_models().iter().map(|model| model.name.as_str()).collect());
}

#[test]
fn active_parameters_are_those_that_are_published() {
    // in tens of millions: the model card of gpt-oss (arXiv 2508.10925, table 1) leaves the embedding out, as here
    for (name, tens_of_millions) in [("gpt-oss-20b", 361), ("gpt-oss-120b", 513)] {
        let active = parameters(name).active;
        assert_eq!((active + 5_000_000) / 10_000_000, tens_of_millions, "{name}: {active}");
    }
    // in billions, with the embedding: Mixtral 12.9B (arXiv 2401.04088) and 39B, Llama 4 Scout 17B, Qwen3 22B, DeepSeek-V3 37B
    for (name, tenths, within) in [
        ("mixtral-8x7b", 129, 1),
        ("mixtral-8x22b", 390, 5),
        ("llama-4-scout", 170, 5),
        ("qwen3-235b-a22b", 220, 5),
        ("deepseek-v3", 370, 6),
    ] {
        let of = parameters(name);
        let with_embedding = i128::try_from((of.active + of.embedding) / 100_000_000).unwrap();
        assert!((with_embedding - tenths).abs() <= within, "{name}: {with_embedding}");
    }
    // a dense model uses everything but its embedding, and a tied embedding is the output head
    let dense = parameters("llama-3.1-8b");
    assert_eq!(dense.active, 8_030_261_248 - 128_256 * 4_096);
    let tied = parameters("gemma-3-27b");
    assert_eq!((tied.active, tied.output_head), (tied.total, 0));
}

/// The config of DeepSeek-V2-Lite, whose queries are not compressed; of 15,706,484,224 parameters (`safetensors.total`).
pub fn deepseek_v2_lite() -> Value {
    json!({
        "model_type": "deepseek_v2", "hidden_size": 2048, "intermediate_size": 10944, "num_hidden_layers": 27,
        "num_attention_heads": 16, "num_key_value_heads": 16, "vocab_size": 102_400, "torch_dtype": "bfloat16",
        "first_k_dense_replace": 1, "moe_layer_freq": 1, "moe_intermediate_size": 1408, "n_routed_experts": 64,
        "n_shared_experts": 2, "num_experts_per_tok": 6, "topk_method": "greedy", "tie_word_embeddings": false,
        "q_lora_rank": null, "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128
    })
}

#[test]
fn latent_attention_without_compressed_queries_is_counted() {
    let model = Model::of(&deepseek_v2_lite()).unwrap();
    assert_eq!(Parameters::of(&model).total, 15_706_484_224);
}

#[test]
fn every_shipped_model_names_its_source() {
    for shipped in shipped_models() {
        let source = &shipped.source;
        assert!(source.source.contains('/') && source.revision.len() == 40 && source.as_of.len() == 10, "{source:?}");
        assert!(!source.licence.is_empty() && shipped.model.stated_weights.is_ok(), "{source:?}");
        assert_eq!(shipped_model(&source.repository.to_uppercase()).unwrap().name, shipped.name);
    }
    assert_eq!(shipped_model("llama-3.1-7b").unwrap_err().near, Some("llama-3.1-70b"));
    assert_eq!(shipped_model("x").unwrap_err().near, None);
}

/// A small model: 2 layers of 4 heads of width 8, of which 2 for keys and values.
pub fn small() -> Value {
    json!({
        "model_type": "llama", "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "num_key_value_heads": 2, "vocab_size": 100, "torch_dtype": "bfloat16", "max_position_embeddings": 4096
    })
}

/// The small model with other values of some keys.
pub fn small_with(changes: &Value) -> Value {
    let mut config = small();
    for (key, value) in changes.as_object().unwrap() {
        config[key] = value.clone();
    }
    config
}

#[test]
fn a_window_bounds_the_cache_of_its_layers() {
    let cached = |changes: Value, context| Model::of(&small_with(&changes)).unwrap().cached_tokens(context);
    let full = json!({});
    assert_eq!(cached(full, 1_000), 2_000);
    let mistral = json!({ "model_type": "mistral", "sliding_window": 100 });
    assert_eq!((cached(mistral.clone(), 50), cached(mistral, 1_000)), (100, 200));
    let unused = json!({ "model_type": "qwen2", "sliding_window": 100, "max_window_layers": 1 });
    assert_eq!(cached(unused, 1_000), 2_000);
    let later =
        json!({ "model_type": "qwen2", "sliding_window": 100, "max_window_layers": 1, "use_sliding_window": true });
    assert_eq!(cached(later, 1_000), 1_100);
    let listed = json!({ "sliding_window": 100, "layer_types": ["full_attention", "sliding_attention"] });
    assert_eq!(cached(listed, 1_000), 1_100);
    // the first of two layers of Gemma 2 has a window, five of six of Gemma 3, three of four chunks of Llama 4
    assert_eq!(cached(json!({ "model_type": "gemma2", "sliding_window": 100 }), 1_000), 1_100);
    let six = json!({ "model_type": "gemma3_text", "sliding_window": 100, "num_hidden_layers": 6 });
    assert_eq!(cached(six, 1_000), 1_500);
    let four = json!({
        "model_type": "llama4_text", "attention_chunk_size": 100, "num_hidden_layers": 4, "num_local_experts": 2,
        "num_experts_per_tok": 1
    });
    assert_eq!(cached(four, 1_000), 1_300);
}

#[test]
fn a_quantized_config_states_its_format() {
    let stated =
        |changes: Value| Model::of(&small_with(&changes)).unwrap().stated_weights.map_err(|error| error.to_string());
    for (quantization, format) in [
        (json!({ "quant_method": "fp8" }), NumberFormat::Fp8),
        (json!({ "quant_method": "mxfp4" }), NumberFormat::Mxfp4),
        (json!({ "quant_method": "awq", "bits": 4 }), NumberFormat::Int4),
        (json!({ "quant_method": "gptq", "bits": 8 }), NumberFormat::Int8),
        (json!({ "quant_method": "modelopt", "quant_algo": "NVFP4" }), NumberFormat::Fp4),
    ] {
        assert_eq!(stated(json!({ "quantization_config": quantization })), Ok(format));
    }
    assert_eq!(stated(json!({ "torch_dtype": "float16" })), Ok(NumberFormat::Fp16));
    assert_eq!(stated(json!({ "torch_dtype": null, "dtype": "float32" })), Ok(NumberFormat::Fp32));
    let error = stated(json!({ "quantization_config": { "quant_method": "gptq", "bits": 3 } })).unwrap_err();
    assert_eq!(error, "`quantization_config.bits` is 3; expected 4 or 8; otherwise state --weights");
}

#[test]
fn a_wrong_field_is_named_with_what_was_expected() {
    let said = |changes: Value| Model::of(&small_with(&changes)).unwrap_err().to_string();
    for (changes, message) in [
        (json!({ "hidden_size": null }), "`hidden_size` is missing; expected a whole number from 1 to 131072"),
        (json!({ "num_attention_heads": 0 }), "`num_attention_heads` is 0; expected a whole number from 1 to 4096"),
        (json!({ "vocab_size": -1 }), "`vocab_size` is -1; expected a whole number from 1 to 4194304"),
        (json!({ "num_hidden_layers": "2" }), "`num_hidden_layers` is \"2\"; expected a whole number from 1 to 1000"),
        (
            json!({ "intermediate_size": 1e300 }),
            "`intermediate_size` is 1e+300; expected a whole number from 1 to 1048576",
        ),
        (
            json!({ "num_key_value_heads": 3 }),
            "`num_key_value_heads` is 3; expected a divisor of num_attention_heads, 4",
        ),
        (json!({ "tie_word_embeddings": 1 }), "`tie_word_embeddings` is 1; expected true or false"),
        (
            json!({ "layer_types": ["full_attention"] }),
            "`layer_types` has 1 layers; expected 2, as in num_hidden_layers",
        ),
        (
            json!({ "layer_types": ["full_attention", "linear_attention"] }),
            "`layer_types` contains \"linear_attention\"; expected full_attention, sliding_attention or chunked_attention",
        ),
        (json!({ "text_config": {} }), "`text_config.model_type` is missing; expected one of llama, llama4_text"),
        (json!({ "text_config": [] }), "`text_config` is a list; expected an object"),
        (json!({ "model_type": "mamba" }), "`model_type` is \"mamba\"; expected one of llama, llama4_text"),
        (
            json!({ "model_type": "mixtral", "num_local_experts": 4, "num_experts_per_tok": 5 }),
            "`num_experts_per_tok` is 5; expected at most 4, as in num_local_experts",
        ),
    ] {
        assert!(said(changes).starts_with(message), "{message}");
    }
    for (text, start) in [
        ("", "it is not JSON ("),
        ("model_type: llama", "it is not JSON ("),
        (&"[".repeat(1_000_000), "it is not JSON (recursion limit exceeded"),
        (&"[0,".repeat(1_000_000), "it is larger than 1 MiB; "),
        ("[]", "it is not an object; "),
        ("{}", "`model_type` is missing; "),
        (r#"{"model_type": 1}"#, "`model_type` is 1; expected a text"),
    ] {
        let error = Model::read(text).unwrap_err().to_string();
        assert!(error.starts_with(start), "{start}: {error}");
    }
}
