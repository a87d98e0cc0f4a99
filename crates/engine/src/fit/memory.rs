//! Bytes of weights, KV cache and activations, whole and for each accelerator.

use super::model::{Attention, Model};
use super::number_format::NumberFormat;
use super::parameters::{Parameters, compressions};

/// Bytes of the weights, by how accelerators divide them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WeightBytes {
    /// Parameters in the requested format.
    pub(super) quantized: u128,
    /// Parameters that stay in 16 bits.
    pub(super) unquantized: u128,
    /// Everything.
    pub(super) total: u128,
    /// Parts of layers that the accelerators of a stage divide among them.
    divided: u128,
    /// Parts of layers that every accelerator of a stage holds whole: norms, biases, routers and compressions.
    pub(super) replicated: u128,
    embedding: u128,
    output_head: u128,
}

impl WeightBytes {
    /// Bytes of the weights in a format. A checkpoint in fewer than 16 bits keeps embedding, output head, routers, norms and biases
    /// in 16 bits; one in `mxfp4` also everything but its routed experts, if it has some.
    pub(super) fn of(model: &Model, parameters: &Parameters, format: NumberFormat) -> WeightBytes {
        let of_experts_alone = format == NumberFormat::Mxfp4 && parameters.routed_experts > 0;
        let networks = parameters.attention + parameters.feed_forward;
        let quantized = match (format.is_quantized(), of_experts_alone) {
            (false, _) => parameters.total,
            (true, true) => parameters.routed_experts,
            (true, false) => networks + parameters.routed_experts,
        };
        let unquantized = parameters.total - quantized;
        let whole = if format.is_quantized() { NumberFormat::Bf16 } else { format };
        let total = format.bytes(quantized) + whole.bytes(unquantized);
        let of_compressions = if of_experts_alone { whole } else { format };
        let replicated = whole.bytes(parameters.router + parameters.norms_and_biases)
            + of_compressions.bytes(model.depth() * compressions(model));
        let (embedding, output_head) = (whole.bytes(parameters.embedding), whole.bytes(parameters.output_head));
        let divided = total - replicated - embedding - output_head;
        WeightBytes { quantized, unquantized, total, divided, replicated, embedding, output_head }
    }

    /// Bytes of the fullest accelerator: its share of the layers of a stage, which has ⌈layers ÷ stages⌉ of them; its share of
    /// embedding and output head, or with several stages of the larger of both, because they stand at opposite ends; and what it
    /// holds whole.
    pub(super) fn of_each(&self, model: &Model, size: Size) -> u128 {
        let (depth, in_stage) = (model.depth(), size.layers_of_stage(model));
        let head = if model.is_tied { self.embedding } else { self.output_head };
        let ends = if size.stages == 1 { self.embedding + self.output_head } else { self.embedding.max(head) };
        let divided = (self.divided * in_stage + ends * depth).div_ceil(depth * size.ranks);
        divided + (self.replicated * in_stage).div_ceil(depth)
    }
}

/// How a replica is divided: the product is its number of accelerators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    /// Accelerators that divide each layer (tensor parallelism).
    pub(super) ranks: u128,
    /// Stages that divide the layers (pipeline parallelism).
    pub(super) stages: u128,
}

impl Size {
    /// Layers of the fullest stage.
    fn layers_of_stage(self, model: &Model) -> u128 {
        model.depth().div_ceil(self.stages)
    }
}

/// Bytes that a sequence of this length caches: values of a layer × Σ min(context, window) × bytes of a value.
pub(super) fn cache_of_sequence(model: &Model, format: NumberFormat, context: u128) -> u128 {
    format.bytes(model.attention.cached() * model.cached_tokens(context))
}

/// Bytes of a sequence on each accelerator: the cache of ⌈layers ÷ stages⌉ layers, divided by [`Attention::parts`].
pub(super) fn cache_of_each(model: &Model, of_sequence: u128, size: Size) -> u128 {
    let parts = Attention::parts(model.attention, size.ranks);
    (of_sequence * size.layers_of_stage(model)).div_ceil(model.depth() * parts)
}

/// Bytes of activations of a forward pass: tokens × (4 × hidden + 3 × the widest feed-forward network) × 2 bytes. An assumption:
/// hidden state, residual, and input and output of a layer; gate, up-projection and their product.
pub(super) fn activations(model: &Model, tokens: u128) -> u128 {
    tokens * (4 * model.hidden + 3 * model.widest()) * 2
}
