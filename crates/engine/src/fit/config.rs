//! Reads a model from a Hugging Face `config.json`. Kinds of model differ in fields that no config states (biases, norms, which layers
//! have a window), so a kind that is not known is refused.

use super::fields::{ConfigError, Fields};
use super::model::{Attention, Experts, Layer, Model};
use super::number_format::NumberFormat;
use serde_json::Value;
use std::ops::RangeInclusive;

/// Maximum size of a `config.json` in bytes; real ones have some kilobytes.
const MOST_BYTES: usize = 1 << 20;

const LAYERS: RangeInclusive<u64> = 1..=1_000;
const HEADS: RangeInclusive<u64> = 1..=4_096;
const HEAD: RangeInclusive<u64> = 1..=4_096;
const HIDDEN: RangeInclusive<u64> = 1..=131_072;
const WIDTH: RangeInclusive<u64> = 1..=1_048_576;
const VOCABULARY: RangeInclusive<u64> = 1..=4_194_304;
const EXPERTS: RangeInclusive<u64> = 1..=16_384;
const POSITIONS: RangeInclusive<u64> = 1..=1_000_000_000;

/// Kinds of model whose parameters are known, by the `model_type` of their config.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Llama,
    Llama4,
    Mistral,
    Mixtral,
    Qwen2,
    Qwen2Experts,
    Qwen3,
    Qwen3Experts,
    DeepSeek,
    Gemma,
    Gemma2,
    Gemma3,
    GptOss,
}

/// Values of `model_type`, with their kinds.
const KINDS: &[(&str, Kind)] = &[
    ("llama", Kind::Llama),
    ("llama4_text", Kind::Llama4),
    ("mistral", Kind::Mistral),
    ("mixtral", Kind::Mixtral),
    ("phi3", Kind::Mistral),
    ("qwen2", Kind::Qwen2),
    ("qwen2_moe", Kind::Qwen2Experts),
    ("qwen3", Kind::Qwen3),
    ("qwen3_vl_text", Kind::Qwen3),
    ("qwen3_moe", Kind::Qwen3Experts),
    ("qwen3_vl_moe_text", Kind::Qwen3Experts),
    ("deepseek_v2", Kind::DeepSeek),
    ("deepseek_v3", Kind::DeepSeek),
    ("kimi_k2", Kind::DeepSeek),
    ("gemma", Kind::Gemma),
    ("gemma2", Kind::Gemma2),
    ("gemma3_text", Kind::Gemma3),
    ("gpt_oss", Kind::GptOss),
];

impl Model {
    /// Reads the text of a `config.json`. The language model of a multimodal config is its `text_config`.
    ///
    /// # Errors
    /// If the text is larger than 1 MiB or not JSON, or if a field is missing, has another type, is outside its bounds, or is not known.
    pub fn read(text: &str) -> Result<Model, ConfigError> {
        if text.len() > MOST_BYTES {
            return Err(ConfigError::whole("it is larger than 1 MiB; expected a Hugging Face config.json"));
        }
        let config: Value = serde_json::from_str(text).map_err(|error| {
            ConfigError::whole(format!("it is not JSON ({error}); expected a Hugging Face config.json"))
        })?;
        Model::of(&config)
    }

    /// Reads a parsed `config.json`.
    ///
    /// # Errors
    /// As [`Model::read`].
    pub fn of(config: &Value) -> Result<Model, ConfigError> {
        let config = config.as_object().ok_or_else(|| {
            ConfigError::whole(
                "it is not an object; expected a Hugging Face config.json such as { \"model_type\": \"llama\", … }",
            )
        })?;
        let outer = Fields::of(config, "");
        let inner = outer.object("text_config", "text_config.")?;
        let of = inner.unwrap_or(outer);
        let kind = kind(of)?;
        let hidden = of.whole("hidden_size", HIDDEN)?;
        let heads = of.whole("num_attention_heads", HEADS)?;
        let attention = attention(of, kind, hidden, heads)?;
        let layers = layers(of, kind)?;
        let has = |has_experts| layers.iter().any(|layer| layer.has_experts == has_experts);
        let experts = if has(true) { Some(experts(of, kind, hidden)?) } else { None };
        let dense_key = if kind == Kind::Llama4 { "intermediate_size_mlp" } else { "intermediate_size" };
        let dense_width = if has(false) { of.whole(dense_key, WIDTH)? } else { 0 };
        let has_mlp_bias = kind == Kind::Llama && of.flag("mlp_bias")?.unwrap_or_default();
        let tied = of.flag("tie_word_embeddings")?.or(outer.flag("tie_word_embeddings")?);
        let default_vocabulary = if kind == Kind::Gemma3 { of.get("vocab_size").is_none() } else { false };
        Ok(Model {
            model_type: of.text("model_type")?.unwrap_or_default().to_owned(),
            hidden,
            // the default of Gemma3TextConfig, which the configs of Gemma 3 leave out
            vocabulary: if default_vocabulary { 262_208 } else { of.whole("vocab_size", VOCABULARY)? },
            heads,
            attention,
            attention_extras: attention_extras(of, kind, hidden, heads, attention)?,
            norms: if matches!(kind, Kind::Gemma2 | Kind::Gemma3) { 4 } else { 2 },
            layers,
            dense_width,
            dense_biases: if has_mlp_bias { 2 * dense_width + hidden } else { 0 },
            experts,
            is_tied: tied.unwrap_or(matches!(kind, Kind::Gemma | Kind::Gemma2 | Kind::Gemma3)),
            most_positions: of.optional("max_position_embeddings", POSITIONS)?,
            prediction_layers: of.optional("num_nextn_predict_layers", 0..=1_000)?.unwrap_or_default(),
            has_other_parts: inner.is_some(),
            stated_weights: stated_weights(outer, of),
        })
    }
}

fn kind(of: Fields<'_>) -> Result<Kind, ConfigError> {
    let named = of.text("model_type")?;
    let known = KINDS.iter().find(|(name, _)| Some(*name) == named);
    known.map(|(_, kind)| *kind).ok_or_else(|| {
        let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
        of.unexpected("model_type", &format!("one of {}", names.join(", ")))
    })
}

/// Keys and values of a layer.
fn attention(of: Fields<'_>, kind: Kind, hidden: u128, heads: u128) -> Result<Attention, ConfigError> {
    if kind == Kind::DeepSeek {
        return Ok(Attention::Latent {
            query_rank: of.optional("q_lora_rank", WIDTH)?,
            rank: of.whole("kv_lora_rank", WIDTH)?,
            rotary: of.whole("qk_rope_head_dim", HEAD)?,
            plain: of.whole("qk_nope_head_dim", HEAD)?,
            value: of.whole("v_head_dim", HEAD)?,
        });
    }
    let head = match of.optional("head_dim", HEAD)? {
        Some(head) => head,
        None if hidden.is_multiple_of(heads) => hidden / heads,
        None => {
            return Err(of.unexpected("head_dim", "a whole number, because hidden_size is no multiple of the heads"));
        }
    };
    let key_value_heads = match of.optional("num_key_value_heads", HEADS)? {
        Some(heads) => heads,
        None if kind == Kind::Llama => heads,
        None => of.whole("num_key_value_heads", HEADS)?,
    };
    if !heads.is_multiple_of(key_value_heads) {
        let message = format!("is {key_value_heads}; expected a divisor of num_attention_heads, {heads}");
        return Err(of.wrong("num_key_value_heads", message));
    }
    Ok(Attention::Grouped { key_value_heads, head })
}

/// Biases, norms of queries and keys, and sinks of the attention of a layer.
fn attention_extras(
    of: Fields<'_>,
    kind: Kind,
    hidden: u128,
    heads: u128,
    attention: Attention,
) -> Result<u128, ConfigError> {
    let has_bias = of.flag("attention_bias")?.unwrap_or_default();
    Ok(match attention {
        // norms of the compressed vectors
        Attention::Latent { query_rank, rank, .. } => query_rank.unwrap_or_default() + rank,
        Attention::Grouped { key_value_heads, head } => {
            let inputs = (heads + 2 * key_value_heads) * head;
            let biases = match kind {
                Kind::Qwen2 | Kind::Qwen2Experts => inputs,
                _ if has_bias => inputs + hidden,
                _ => 0,
            };
            let norms = if matches!(kind, Kind::Qwen3 | Kind::Qwen3Experts | Kind::Gemma3) { 2 * head } else { 0 };
            let sinks = if kind == Kind::GptOss { heads } else { 0 };
            biases + norms + sinks
        }
    })
}

/// Layers with their windows, and which of them have experts.
fn layers(of: Fields<'_>, kind: Kind) -> Result<Vec<Layer>, ConfigError> {
    let depth = of.whole("num_hidden_layers", LAYERS)?;
    let windows = windows(of, kind, depth)?;
    let has_experts = layers_with_experts(of, kind, depth)?;
    let layers = windows.into_iter().zip(has_experts);
    Ok(layers.map(|(window, has_experts)| Layer { window, has_experts }).collect())
}

/// Window of each layer.
fn windows(of: Fields<'_>, kind: Kind, depth: u128) -> Result<Vec<Option<u128>>, ConfigError> {
    let key = if kind == Kind::Llama4 { "attention_chunk_size" } else { "sliding_window" };
    let listed = of.list("layer_types")?;
    let is_unused = matches!(kind, Kind::Qwen2 | Kind::Qwen2Experts | Kind::Qwen3 | Kind::Qwen3Experts)
        && !of.flag("use_sliding_window")?.unwrap_or_default();
    if let Some(types) = listed {
        if types.len() as u128 != depth {
            let message = format!("has {} layers; expected {depth}, as in num_hidden_layers", types.len());
            return Err(of.wrong("layer_types", message));
        }
        let window = |layer: &Value| match layer.as_str() {
            Some("full_attention") => Ok(None),
            Some("sliding_attention" | "chunked_attention") => of.whole(key, POSITIONS).map(Some),
            _ => Err(of.wrong(
                "layer_types",
                format!("contains {layer}; expected full_attention, sliding_attention or chunked_attention"),
            )),
        };
        return types.iter().map(window).collect();
    }
    let window = if is_unused { None } else { of.optional(key, POSITIONS)? };
    let first_windowed = match kind {
        Kind::Qwen2 | Kind::Qwen2Experts | Kind::Qwen3 | Kind::Qwen3Experts if window.is_some() => {
            of.whole("max_window_layers", 0..=1_000)?
        }
        _ => 0,
    };
    // every layer with a number that is a multiple of this attends to all tokens
    let every = match kind {
        Kind::Gemma2 | Kind::GptOss => Some(2),
        Kind::Llama4 => Some(4),
        Kind::Gemma3 => Some(of.optional("sliding_window_pattern", LAYERS)?.unwrap_or(6)),
        _ => None,
    };
    let is_windowed =
        |layer: u128| layer >= first_windowed && every.is_none_or(|every| !(layer + 1).is_multiple_of(every));
    Ok((0..depth).map(|layer| window.filter(|_| is_windowed(layer))).collect())
}

/// Whether each layer has experts.
fn layers_with_experts(of: Fields<'_>, kind: Kind, depth: u128) -> Result<Vec<bool>, ConfigError> {
    let all = |has: &dyn Fn(u128) -> bool| (0..depth).map(has).collect();
    Ok(match kind {
        Kind::Llama | Kind::Mistral | Kind::Qwen2 | Kind::Qwen3 | Kind::Gemma | Kind::Gemma2 | Kind::Gemma3 => {
            all(&|_| false)
        }
        Kind::Mixtral | Kind::GptOss => all(&|_| true),
        Kind::Llama4 => {
            let step = of.optional("interleave_moe_layer_step", LAYERS)?.unwrap_or(1);
            all(&|layer| (layer + 1).is_multiple_of(step))
        }
        Kind::Qwen2Experts | Kind::Qwen3Experts => {
            let step = of.optional("decoder_sparse_step", LAYERS)?.unwrap_or(1);
            let dense = of.list("mlp_only_layers")?.unwrap_or_default();
            let number = |layer: &Value| {
                layer
                    .as_u64()
                    .map(u128::from)
                    .ok_or_else(|| of.unexpected("mlp_only_layers", "a list of layer numbers"))
            };
            let dense = dense.iter().map(number).collect::<Result<Vec<u128>, ConfigError>>()?;
            all(&|layer| (layer + 1).is_multiple_of(step) && !dense.contains(&layer))
        }
        Kind::DeepSeek => {
            let first = of.optional("first_k_dense_replace", 0..=1_000)?.unwrap_or_default();
            let every = of.optional("moe_layer_freq", LAYERS)?.unwrap_or(1);
            all(&|layer| layer >= first && layer.is_multiple_of(every))
        }
    })
}

/// Experts of the layers that have some.
fn experts(of: Fields<'_>, kind: Kind, hidden: u128) -> Result<Experts, ConfigError> {
    let (count_key, width_key) = match kind {
        Kind::DeepSeek => ("n_routed_experts", "moe_intermediate_size"),
        Kind::Qwen2Experts | Kind::Qwen3Experts => ("num_experts", "moe_intermediate_size"),
        _ => ("num_local_experts", "intermediate_size"),
    };
    let count = of.whole(count_key, EXPERTS)?;
    let active = of.whole("num_experts_per_tok", EXPERTS)?;
    if active > count {
        return Err(
            of.wrong("num_experts_per_tok", format!("is {active}; expected at most {count}, as in {count_key}"))
        );
    }
    let width = of.whole(width_key, WIDTH)?;
    let shared_width = match kind {
        Kind::DeepSeek => of.optional("n_shared_experts", 0..=1_024)?.unwrap_or_default() * width,
        Kind::Qwen2Experts => of.whole("shared_expert_intermediate_size", WIDTH)?,
        Kind::Llama4 => width,
        _ => 0,
    };
    let has_correction = kind == Kind::DeepSeek && of.text("topk_method")? == Some("noaux_tc");
    Ok(Experts {
        count,
        active,
        width,
        shared_width,
        biases: if kind == Kind::GptOss { 2 * width + hidden } else { 0 },
        router_extras: match kind {
            Kind::GptOss => count,
            Kind::Qwen2Experts => hidden,
            _ if has_correction => count,
            _ => 0,
        },
    })
}

/// Format of the weights: that of `quantization_config`, otherwise `torch_dtype`. Both stand in the whole config or in its
/// `text_config`.
fn stated_weights(outer: Fields<'_>, of: Fields<'_>) -> Result<NumberFormat, ConfigError> {
    let quantization = match outer.object("quantization_config", "quantization_config.")? {
        Some(whole) => Some(whole),
        None => of.object("quantization_config", "text_config.quantization_config.")?,
    };
    if let Some(quantization) = quantization {
        return quantized(quantization);
    }
    let keys = [(of, "torch_dtype"), (outer, "torch_dtype"), (of, "dtype"), (outer, "dtype")];
    let (fields, key) =
        keys.into_iter().find(|(fields, key)| fields.get(key).is_some()).unwrap_or((outer, "torch_dtype"));
    match fields.text(key)? {
        Some("float32") => Ok(NumberFormat::Fp32),
        Some("bfloat16") => Ok(NumberFormat::Bf16),
        Some("float16") => Ok(NumberFormat::Fp16),
        _ => Err(fields.unexpected(key, "float32, bfloat16 or float16; otherwise state --weights")),
    }
}

fn quantized(of: Fields<'_>) -> Result<NumberFormat, ConfigError> {
    let bits = |key| -> Result<NumberFormat, ConfigError> {
        match of.get(key).and_then(Value::as_u64) {
            Some(4) => Ok(NumberFormat::Int4),
            Some(8) => Ok(NumberFormat::Int8),
            _ => Err(of.unexpected(key, "4 or 8; otherwise state --weights")),
        }
    };
    match of.text("quant_method")? {
        Some("fp8" | "fbgemm_fp8") => Ok(NumberFormat::Fp8),
        Some("mxfp4") => Ok(NumberFormat::Mxfp4),
        Some("awq" | "gptq") => bits("bits"),
        Some("modelopt") => match of.text("quant_algo")? {
            Some("FP8") => Ok(NumberFormat::Fp8),
            Some("NVFP4") => Ok(NumberFormat::Fp4),
            _ => Err(of.unexpected("quant_algo", "FP8 or NVFP4; otherwise state --weights")),
        },
        _ => {
            Err(of
                .unexpected("quant_method", "fp8, fbgemm_fp8, mxfp4, awq, gptq or modelopt; otherwise state --weights"))
        }
    }
}
