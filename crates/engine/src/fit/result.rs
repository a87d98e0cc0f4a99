//! Result of `fit`.

use super::number_format::NumberFormat;
use super::parameters::Parameters;
use super::shipped::ModelSource;
use crate::amount::Ratio;
use serde::Serialize;

/// Memory of a model, and the accelerators that a replica of it takes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fit {
    /// The model.
    pub model: FitModel,
    /// Tokens of a sequence.
    pub context: u128,
    /// Sequences at the same time.
    pub concurrency: u128,
    /// Share of the memory that may be used.
    pub memory_utilization: Ratio,
    /// Tokens of a forward pass, for which activations are allowed.
    pub batched_tokens: u128,
    /// Number of parameters.
    pub parameters: Parameters,
    /// Weights.
    pub weights: Weights,
    /// KV cache.
    pub kv_cache: KvCache,
    /// Bytes allowed for activations on each accelerator: batched tokens × (4 × hidden size + 3 × widest network) × 2.
    pub activation_bytes: u128,
    /// Accelerators of the catalog, in its order.
    pub accelerators: Vec<Placement>,
}

/// The model, as far as figures are explained by it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FitModel {
    /// Name of a shipped model, or of the file.
    pub name: String,
    /// Kind of model, as its config names it.
    pub model_type: String,
    /// Origin of a shipped config; none for a file.
    pub source: Option<ModelSource>,
    /// Number of layers.
    pub layers: u128,
    /// Layers that cache at most a window; 0 if all of them attend to every token.
    pub windowed_layers: u128,
    /// Tokens of the window; none without such layers.
    pub window: Option<u128>,
    /// Width of the hidden state.
    pub hidden_size: u128,
    /// Width of the widest feed-forward network through which a token passes.
    pub widest_network: u128,
    /// Attention heads of a layer.
    pub attention_heads: u128,
    /// Key-value heads of a layer; none if keys and values are compressed into one vector.
    pub key_value_heads: Option<u128>,
    /// Values that a layer caches for a token.
    pub cached_values: u128,
    /// Maximum number of positions; none if the config does not state it.
    pub max_positions: Option<u128>,
    /// Layers for predicting several tokens at once, which are not counted.
    pub prediction_layers: u128,
    /// Whether the model has other parts, such as a vision encoder, which are not counted.
    pub has_other_parts: bool,
}

/// A number format with its bits.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumberFormatUsed {
    /// Name.
    pub name: NumberFormat,
    /// Bits of a value with its share of the scales.
    pub bits: Ratio,
}

impl From<NumberFormat> for NumberFormatUsed {
    fn from(name: NumberFormat) -> NumberFormatUsed {
        NumberFormatUsed { name, bits: name.bits().into() }
    }
}

/// Weights.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Weights {
    /// Format.
    pub format: NumberFormatUsed,
    /// Whether the config states the format; otherwise it was asked for.
    pub is_stated: bool,
    /// Parameters in this format.
    pub parameters: u128,
    /// Parameters that stay in 16 bits.
    pub in_16_bits: u128,
    /// Bytes of all parameters.
    pub bytes: u128,
    /// Bytes that every accelerator holds whole: routers, norms, biases and the compressions of latent attention.
    pub replicated_bytes: u128,
}

/// KV cache.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KvCache {
    /// Format.
    pub format: NumberFormatUsed,
    /// Bytes of a token in all layers, while the sequence is shorter than every window.
    pub bytes_per_token: u128,
    /// Tokens that all layers together cache for a sequence.
    pub cached_tokens: u128,
    /// Bytes of a sequence.
    pub bytes_per_sequence: u128,
    /// Bytes of all sequences.
    pub bytes: u128,
}

/// An accelerator, and the smallest replica on it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Placement {
    /// Name in the catalog.
    pub name: String,
    /// Memory in GB of 10^9 bytes, as its vendor specifies it.
    pub memory_gb: Ratio,
    /// Bytes of each accelerator that may be used: memory × utilization.
    pub available_bytes: u128,
    /// The smallest replica that holds the model with all sequences; none if no tried size does.
    pub replica: Option<Replica>,
    /// Largest number of accelerators that was tried.
    pub tried: u128,
}

/// A replica of the model. Bytes are those of its fullest accelerator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replica {
    /// Number of accelerators.
    pub accelerators: u128,
    /// Accelerators that divide each layer.
    pub tensor_parallel: u128,
    /// Stages that divide the layers.
    pub pipeline_parallel: u128,
    /// Bytes of weights.
    pub weight_bytes: u128,
    /// Parts into which the accelerators of a stage divide the KV cache.
    pub kv_parts: u128,
    /// Bytes of KV cache of one sequence.
    pub kv_bytes_per_sequence: u128,
    /// Bytes of KV cache.
    pub kv_bytes: u128,
    /// Bytes of weights, KV cache and activations.
    pub needed_bytes: u128,
    /// Largest number of sequences of this length that fits.
    pub largest_concurrency: u128,
}
