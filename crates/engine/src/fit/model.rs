//! A model as far as its memory depends on it: the shapes of its layers.

use super::fields::ConfigError;
use super::number_format::NumberFormat;

/// A decoder-only language model. Sizes are numbers of values; every factor is bounded, so that no product of them overflows.
#[derive(Clone, Debug)]
pub struct Model {
    /// Kind of model, as the config names it.
    pub model_type: String,
    /// Width of the hidden state.
    pub hidden: u128,
    /// Tokens of the vocabulary.
    pub vocabulary: u128,
    /// Attention (query) heads of a layer.
    pub heads: u128,
    /// Keys and values of a layer.
    pub attention: Attention,
    /// Biases, norms of queries and keys, and sinks of the attention of a layer.
    pub attention_extras: u128,
    /// Norms of the hidden state in a layer.
    pub norms: u128,
    /// Layers, in order.
    pub layers: Vec<Layer>,
    /// Width of the feed-forward network of layers without experts.
    pub dense_width: u128,
    /// Biases of the feed-forward network of a layer without experts.
    pub dense_biases: u128,
    /// Experts of the layers that have some.
    pub experts: Option<Experts>,
    /// Whether the output head is the embedding.
    pub is_tied: bool,
    /// Maximum number of positions, if it is stated.
    pub most_positions: Option<u128>,
    /// Layers for predicting several tokens at once, which are not counted.
    pub prediction_layers: u128,
    /// Whether the config is that of a model with other parts, such as a vision encoder, which are not counted.
    pub has_other_parts: bool,
    /// Format of the weights that the config states.
    pub stated_weights: Result<NumberFormat, ConfigError>,
}

/// Keys and values of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attention {
    /// Heads of keys and values, each shared by one or more query heads: multi-head, grouped-query and multi-query attention.
    Grouped {
        /// Heads of keys, and of values.
        key_value_heads: u128,
        /// Width of a head.
        head: u128,
    },
    /// Multi-head latent attention: one compressed vector for all heads.
    Latent {
        /// Rank of the compressed queries; `None` if they are not compressed.
        query_rank: Option<u128>,
        /// Rank of the compressed keys and values.
        rank: u128,
        /// Width of the rotary part of a key, which all heads share.
        rotary: u128,
        /// Width of the rest of a key.
        plain: u128,
        /// Width of a value.
        value: u128,
    },
}

/// A layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Maximum number of tokens to which it attends; `None` for all.
    pub window: Option<u128>,
    /// Whether its feed-forward network consists of experts.
    pub has_experts: bool,
}

/// Experts of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experts {
    /// Routed experts.
    pub count: u128,
    /// Routed experts that a token uses.
    pub active: u128,
    /// Width of a routed expert.
    pub width: u128,
    /// Total width of the experts that every token uses.
    pub shared_width: u128,
    /// Biases of a routed expert.
    pub biases: u128,
    /// Biases of the router, and the gate of shared experts.
    pub router_extras: u128,
}

impl Attention {
    /// Values that a layer caches for a token: 2 × key-value heads × head width, or the compressed vector and the rotary part.
    #[must_use]
    pub fn cached(self) -> u128 {
        match self {
            Attention::Grouped { key_value_heads, head } => 2 * key_value_heads * head,
            Attention::Latent { rank, rotary, .. } => rank + rotary,
        }
    }

    /// Parts into which a number of accelerators divides the cache of a layer: at most one for each key-value head, because with
    /// more accelerators the heads are replicated; one for a compressed cache, which each of them holds whole.
    #[must_use]
    pub fn parts(self, tensor_parallel: u128) -> u128 {
        match self {
            Attention::Grouped { key_value_heads, .. } => tensor_parallel.min(key_value_heads),
            Attention::Latent { .. } => 1,
        }
    }
}

impl Model {
    /// Number of layers.
    #[must_use]
    pub fn depth(&self) -> u128 {
        self.layers.len() as u128
    }

    /// Layers with a window, and the widest one; `None` if no layer has one.
    #[must_use]
    pub fn windowed(&self) -> Option<(u128, u128)> {
        let windows: Vec<u128> = self.layers.iter().filter_map(|layer| layer.window).collect();
        Some((windows.len() as u128, windows.into_iter().max()?))
    }

    /// Tokens that all layers together cache for a sequence of this length: Σ min(context, window).
    #[must_use]
    pub fn cached_tokens(&self, context: u128) -> u128 {
        self.layers.iter().map(|layer| layer.window.map_or(context, |window| window.min(context))).sum()
    }

    /// Whether its heads can be divided among this many accelerators: they divide the attention heads, and the key-value heads
    /// are divided among them, or each of these is replicated equally often.
    #[must_use]
    pub fn divides(&self, accelerators: u128) -> bool {
        let key_values = match self.attention {
            Attention::Grouped { key_value_heads, .. } => {
                key_value_heads.is_multiple_of(accelerators) || accelerators.is_multiple_of(key_value_heads)
            }
            Attention::Latent { .. } => true,
        };
        self.heads.is_multiple_of(accelerators) && key_values
    }

    /// Width of the widest feed-forward network through which a token passes.
    #[must_use]
    pub fn widest(&self) -> u128 {
        let of_experts = self.experts.map_or(0, |experts| experts.active * experts.width + experts.shared_width);
        let is_dense = self.layers.iter().any(|layer| !layer.has_experts);
        if is_dense { of_experts.max(self.dense_width) } else { of_experts }
    }
}
