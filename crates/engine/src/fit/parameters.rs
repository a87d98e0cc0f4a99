//! Number of parameters of a model, by part.

use super::model::{Attention, Model};
use serde::Serialize;

/// Parameters by part. They add up to the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Parameters {
    /// All parameters of the language model.
    pub total: u128,
    /// Parameters with which a token is multiplied: the total without the experts that it does not use, and without the input
    /// embedding, from which a row is looked up.
    pub active: u128,
    /// Input embedding: vocabulary × hidden size. If embeddings are tied, it is also the output head.
    pub embedding: u128,
    /// Output head: vocabulary × hidden size; 0 if it is the embedding.
    pub output_head: u128,
    /// Matrices of the attention of all layers.
    pub attention: u128,
    /// Matrices of feed-forward networks that every token uses: dense layers and shared experts.
    pub feed_forward: u128,
    /// Matrices of the routed experts.
    pub routed_experts: u128,
    /// Biases of the routed experts.
    pub expert_biases: u128,
    /// Routers.
    pub router: u128,
    /// Norms, and all other biases.
    pub norms_and_biases: u128,
}

/// Parameters of the down-projections of latent attention in a layer, which every accelerator holds whole.
pub(super) fn compressions(model: &Model) -> u128 {
    match model.attention {
        Attention::Grouped { .. } => 0,
        Attention::Latent { query_rank, rank, rotary, .. } => {
            model.hidden * (query_rank.unwrap_or_default() + rank + rotary)
        }
    }
}

/// Matrices of the attention of a layer.
fn attention(model: &Model) -> u128 {
    let (hidden, heads) = (model.hidden, model.heads);
    match model.attention {
        // queries, keys, values and output
        Attention::Grouped { key_value_heads, head } => 2 * hidden * heads * head + 2 * hidden * key_value_heads * head,
        Attention::Latent { query_rank, rank, rotary, plain, value } => {
            let queries = query_rank.unwrap_or(hidden) * heads * (plain + rotary);
            let keys_and_values = rank * heads * (plain + value);
            compressions(model) + queries + keys_and_values + heads * value * hidden
        }
    }
}

impl Parameters {
    /// Parameters of a model.
    #[must_use]
    pub fn of(model: &Model) -> Parameters {
        let (hidden, depth) = (model.hidden, model.depth());
        let with_experts = model.layers.iter().filter(|layer| layer.has_experts).count() as u128;
        let dense = depth - with_experts;
        // a gated network has three matrices
        let network = |width: u128| 3 * hidden * width;
        let experts = model.experts.map(|experts| {
            let all = with_experts * experts.count;
            (with_experts * network(experts.shared_width), all * network(experts.width), all * experts.biases)
        });
        let (shared, routed_experts, expert_biases) = experts.unwrap_or_default();
        let router = model.experts.map_or(0, |experts| with_experts * experts.count * hidden);
        let router_extras = model.experts.map_or(0, |experts| with_experts * experts.router_extras);
        let embedding = model.vocabulary * hidden;
        let parts = Parameters {
            total: 0,
            active: 0,
            embedding,
            output_head: if model.is_tied { 0 } else { embedding },
            attention: depth * attention(model),
            feed_forward: dense * network(model.dense_width) + shared,
            routed_experts,
            expert_biases,
            router,
            norms_and_biases: depth * (model.norms * hidden + model.attention_extras)
                + dense * model.dense_biases
                + router_extras
                + hidden,
        };
        let total = parts.sum();
        let looked_up = if model.is_tied { 0 } else { embedding };
        let unused = model
            .experts
            .map_or(0, |experts| (routed_experts + expert_biases) / experts.count * (experts.count - experts.active));
        Parameters { total, active: total - looked_up - unused, ..parts }
    }

    fn sum(&self) -> u128 {
        self.embedding
            + self.output_head
            + self.attention
            + self.feed_forward
            + self.routed_experts
            + self.expert_biases
            + self.router
            + self.norms_and_biases
    }
}
