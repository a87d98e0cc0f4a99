//! The smallest replica of a model on each accelerator.

use super::fields::ConfigError;
use super::memory::{Size, WeightBytes, activations, cache_of_each, cache_of_sequence};
use super::model::{Attention, Model};
use super::number_format::NumberFormat;
use super::parameters::Parameters;
use super::result::{Fit, FitModel, KvCache, Placement, Replica, Weights};
use super::shipped::ModelSource;
use crate::catalog::Accelerator;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Accelerators of a node.
const NODE: u128 = 8;
/// Sizes of replicas within a node.
const IN_NODE: [u128; 4] = [1, 2, 4, NODE];
/// Maximum number of accelerators of a replica.
pub const MOST_ACCELERATORS: u128 = 128;
/// Maximum number of tokens of a sequence or of a forward pass.
pub const MOST_CONTEXT: u128 = 100_000_000;
/// Maximum number of sequences.
pub const MOST_CONCURRENCY: u128 = 1_000_000;
/// Default number of tokens of a sequence, or the maximum of the model if that is shorter.
pub const USUAL_CONTEXT: u128 = 8_192;

/// What to fit.
#[derive(Clone, Debug)]
pub struct FitRequest {
    /// Format of the weights; `None` for that of the config.
    pub weights: Option<NumberFormat>,
    /// Format of the KV cache; `None` for 16 bits.
    pub kv_cache: Option<NumberFormat>,
    /// Tokens of a sequence, at most [`MOST_CONTEXT`]; `None` for [`USUAL_CONTEXT`].
    pub context: Option<u128>,
    /// Sequences at the same time, at most [`MOST_CONCURRENCY`].
    pub concurrency: u128,
    /// Share of the memory that may be used, above 0 and at most 1.
    pub memory_utilization: Decimal,
    /// Tokens of a forward pass, at most [`MOST_CONTEXT`].
    pub batched_tokens: u128,
    /// Accelerators.
    pub accelerators: Vec<&'static Accelerator>,
}

/// Computes the memory of a model, and the smallest replica on each accelerator.
///
/// # Errors
/// If the request has no format of the weights and the config states none that is known.
pub fn fit(name: &str, source: Option<&ModelSource>, model: &Model, request: &FitRequest) -> Result<Fit, ConfigError> {
    let format = request.weights.map_or_else(|| model.stated_weights.clone(), Ok)?;
    let kv_format = request.kv_cache.unwrap_or(match model.stated_weights {
        Ok(NumberFormat::Fp16) => NumberFormat::Fp16,
        _ => NumberFormat::Bf16,
    });
    let usual = USUAL_CONTEXT.min(model.most_positions.unwrap_or(USUAL_CONTEXT));
    let context = request.context.unwrap_or(usual);
    let parameters = Parameters::of(model);
    let weights = WeightBytes::of(model, &parameters, format);
    let needs = Needs {
        model,
        weights,
        of_sequence: cache_of_sequence(model, kv_format, context),
        concurrency: request.concurrency,
        activations: activations(model, request.batched_tokens),
    };
    let placed = request.accelerators.iter().map(|accelerator| needs.placed(accelerator, request.memory_utilization));
    Ok(Fit {
        model: described(name, source, model),
        context,
        concurrency: request.concurrency,
        memory_utilization: request.memory_utilization.into(),
        batched_tokens: request.batched_tokens,
        parameters,
        weights: Weights {
            format: format.into(),
            is_stated: request.weights.is_none(),
            parameters: weights.quantized,
            in_16_bits: weights.unquantized,
            bytes: weights.total,
            replicated_bytes: weights.replicated,
        },
        kv_cache: KvCache {
            format: kv_format.into(),
            bytes_per_token: kv_format.bytes(model.attention.cached() * model.depth()),
            cached_tokens: model.cached_tokens(context),
            bytes_per_sequence: needs.of_sequence,
            bytes: needs.of_sequence * request.concurrency,
        },
        activation_bytes: needs.activations,
        accelerators: placed.collect(),
    })
}

fn described(name: &str, source: Option<&ModelSource>, model: &Model) -> FitModel {
    let windowed = model.windowed();
    FitModel {
        name: name.to_owned(),
        model_type: model.model_type.clone(),
        source: source.cloned(),
        layers: model.depth(),
        windowed_layers: windowed.map_or(0, |(layers, _)| layers),
        window: windowed.map(|(_, window)| window),
        hidden_size: model.hidden,
        widest_network: model.widest(),
        attention_heads: model.heads,
        key_value_heads: match model.attention {
            Attention::Grouped { key_value_heads, .. } => Some(key_value_heads),
            Attention::Latent { .. } => None,
        },
        cached_values: model.attention.cached(),
        max_positions: model.most_positions,
        prediction_layers: model.prediction_layers,
        has_other_parts: model.has_other_parts,
    }
}

/// Memory that a replica needs.
struct Needs<'a> {
    model: &'a Model,
    weights: WeightBytes,
    of_sequence: u128,
    concurrency: u128,
    activations: u128,
}

impl Needs<'_> {
    /// The smallest replica on an accelerator.
    fn placed(&self, accelerator: &Accelerator, utilization: Decimal) -> Placement {
        let bytes = accelerator.memory_gb * Decimal::from(1_000_000_000_u32) * utilization;
        let available = bytes.floor().to_u128().unwrap_or_default();
        let sizes = sizes(self.model);
        let replica = sizes.iter().map(|size| self.replica(*size, available)).find(|of| of.needed_bytes <= available);
        Placement {
            name: accelerator.name.to_string(),
            memory_gb: accelerator.memory_gb.into(),
            available_bytes: available,
            replica,
            tried: sizes.last().map_or(0, |size| size.ranks * size.stages),
        }
    }

    fn replica(&self, size: Size, available: u128) -> Replica {
        let weight_bytes = self.weights.of_each(self.model, size);
        let of_sequence = cache_of_each(self.model, self.of_sequence, size);
        let kv_bytes = of_sequence * self.concurrency;
        let without_cache = weight_bytes + self.activations;
        Replica {
            accelerators: size.ranks * size.stages,
            tensor_parallel: size.ranks,
            pipeline_parallel: size.stages,
            weight_bytes,
            kv_parts: self.model.attention.parts(size.ranks),
            kv_bytes_per_sequence: of_sequence,
            kv_bytes,
            needed_bytes: without_cache + kv_bytes,
            largest_concurrency: available.saturating_sub(without_cache) / of_sequence,
        }
    }
}

/// Sizes of replicas that are tried, the smallest first: 1, 2, 4 and 8 accelerators, and multiples of 8. As many accelerators as
/// possible divide each layer, at most those of a node; further ones are stages.
fn sizes(model: &Model) -> Vec<Size> {
    let beyond = (2..=MOST_ACCELERATORS / NODE).map(|nodes| nodes * NODE);
    let sizes = IN_NODE.into_iter().chain(beyond).filter_map(|accelerators| {
        let ranks =
            IN_NODE.into_iter().rev().find(|ranks| accelerators.is_multiple_of(*ranks) && model.divides(*ranks))?;
        let stages = accelerators / ranks;
        (stages <= model.depth()).then_some(Size { ranks, stages })
    });
    sizes.collect()
}
