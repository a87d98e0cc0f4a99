//! Sentences of a fit: which accelerators hold the model, and the formula of every figure with its numbers.

use super::gigabytes;
use crate::fit::{Fit, FitModel, NumberFormatUsed, Placement, Replica};
use crate::number;
use crate::report::figures;
use crate::report::page::{Meaning, Section};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// A whole number with grouped digits.
pub(super) fn grouped(value: u128) -> String {
    number::grouped(Decimal::from(value), 0)
}

/// Sequences: `1 sequence`, `64 sequences`.
pub(super) fn sequences(count: u128) -> String {
    format!("{} {}", grouped(count), if count == 1 { "sequence" } else { "sequences" })
}

/// Size of a replica: `4`, or `16 (2 stages)`.
pub(super) fn size(replica: &Replica) -> String {
    match replica.pipeline_parallel {
        1 => replica.accelerators.to_string(),
        stages => format!("{} ({stages} stages)", replica.accelerators),
    }
}

/// Memory: `141.11 GB (131.42 GiB)`.
fn memory(bytes: u128) -> String {
    let gibibytes = Decimal::from(bytes) / Decimal::from(1_u32 << 30);
    format!("{} GB ({} GiB)", number::grouped(gigabytes(bytes), 2), number::grouped(gibibytes, 2))
}

/// Formats and size of the request, for the heading.
pub(super) fn conventions(fit: &Fit) -> String {
    format!(
        "{} weights, {} KV cache, {} of {} tokens",
        fit.weights.format.name.name(),
        fit.kv_cache.format.name.name(),
        sequences(fit.concurrency),
        grouped(fit.context)
    )
}

/// The accelerators by the size of their replica.
pub(super) fn answer(fit: &Fit) -> Section {
    let mut by_size: BTreeMap<u128, Vec<&str>> = BTreeMap::new();
    let (fitting, others): (Vec<&Placement>, Vec<&Placement>) =
        fit.accelerators.iter().partition(|placement| placement.replica.is_some());
    for (placement, replica) in fitting.iter().filter_map(|placement| Some((placement, placement.replica?))) {
        by_size.entry(replica.accelerators).or_default().push(&placement.name);
    }
    let fits = by_size.iter().map(|(size, names)| match size {
        1 => format!("1 accelerator holds a replica: {}", names.join(", ")),
        size => format!("{size} accelerators hold a replica: {}", names.join(", ")),
    });
    let names: Vec<&str> = others.iter().map(|placement| placement.name.as_str()).collect();
    let tried = others.iter().map(|placement| placement.tried).max();
    let none = tried.map(|tried| format!("{tried} accelerators do not hold a replica: {}", names.join(", ")));
    let meaning = if fitting.is_empty() { Meaning::Warning } else { Meaning::Winner };
    Section::answer("Fits", meaning, fits.chain(none).collect())
}

/// The formula of every figure.
pub(super) fn formulas(fit: &Fit) -> Vec<Section> {
    let sections = [
        Section::detail("Parameters", parameters(fit)),
        Section::detail("Weights", vec![weights(fit)]),
        Section::detail("KV cache", cache(fit)),
        Section::detail("Allowance", allowance(fit)),
        Section::detail("Each", each(fit)),
        Section::detail("Note", notes(fit)),
    ];
    sections.into_iter().flatten().collect()
}

fn parameters(fit: &Fit) -> Vec<String> {
    let of = &fit.parameters;
    let parts = [
        ("embedding", of.embedding),
        ("output head", of.output_head),
        ("attention", of.attention),
        ("feed-forward", of.feed_forward),
        ("routed experts", of.routed_experts),
        ("biases of experts", of.expert_biases),
        ("routers", of.router),
        ("norms and biases", of.norms_and_biases),
    ];
    let parts = parts.into_iter().filter(|(_, count)| *count > 0);
    let parts: Vec<String> = parts.map(|(name, count)| format!("{name} {}", grouped(count))).collect();
    let looked_up = if of.output_head > 0 { of.embedding } else { 0 };
    let unused = of.total - of.active - looked_up;
    let less = [("embedding", looked_up), ("experts that a token does not use", unused)];
    let less = less.into_iter().filter(|(_, count)| *count > 0);
    let less: Vec<String> = less.map(|(name, count)| format!(" − {name} {}", grouped(count))).collect();
    vec![
        format!("{} = {}", grouped(of.total), parts.join(" + ")),
        format!("{} of them active for a token = {}{}", grouped(of.active), grouped(of.total), less.concat()),
    ]
}

fn bits(format: NumberFormatUsed) -> String {
    format!("{} bits ÷ 8", format.bits.normalize())
}

fn weights(fit: &Fit) -> String {
    let of = &fit.weights;
    let rest = if of.in_16_bits > 0 && of.parameters > 0 {
        format!(" + {} × 2 (embedding, output head and others stay in 16 bits)", grouped(of.in_16_bits))
    } else {
        String::new()
    };
    let stated = if of.is_stated { "as the config states" } else { "as requested" };
    format!(
        "{} = {} bytes = {} × {}{rest}; {}, {stated}",
        memory(of.bytes),
        grouped(of.bytes),
        grouped(of.parameters),
        bits(of.format),
        of.format.name.name()
    )
}

/// Values that a layer caches for a token, with their formula.
fn cached_values(model: &FitModel) -> String {
    match model.key_value_heads {
        Some(heads) => {
            let width = model.cached_values / (2 * heads);
            format!("2 × {heads} key-value heads × {width}")
        }
        None => format!("{} compressed values", grouped(model.cached_values)),
    }
}

fn cache(fit: &Fit) -> Vec<String> {
    let (model, of) = (&fit.model, &fit.kv_cache);
    let context = grouped(fit.context);
    let tokens = match model.window {
        Some(window) => format!(
            "({} layers × {context} + {} layers × {}) tokens × {} × {}",
            model.layers - model.windowed_layers,
            model.windowed_layers,
            grouped(window.min(fit.context)),
            cached_values(model),
            bits(of.format)
        ),
        None => format!("{context} tokens × {}", grouped(of.bytes_per_token)),
    };
    vec![
        format!(
            "{} bytes per token = {} layers × {} × {}",
            grouped(of.bytes_per_token),
            model.layers,
            cached_values(model),
            bits(of.format)
        ),
        format!("{} bytes per sequence = {tokens}", grouped(of.bytes_per_sequence)),
        format!("{} = {} × {}", memory(of.bytes), sequences(fit.concurrency), grouped(of.bytes_per_sequence)),
    ]
}

fn allowance(fit: &Fit) -> Vec<String> {
    let model = &fit.model;
    vec![
        format!(
            "{} of activations = {} tokens of a pass × (4 × {} + 3 × {}) × 2 bytes; assumed, --batched-tokens changes it",
            memory(fit.activation_bytes),
            grouped(fit.batched_tokens),
            grouped(model.hidden_size),
            grouped(model.widest_network)
        ),
        format!(
            "{} of the memory is used; the rest is for the driver, buffers and graphs; --memory-utilization changes it",
            figures::rate(*fit.memory_utilization)
        ),
    ]
}

/// The memory of an accelerator, for the smallest replica.
fn each(fit: &Fit) -> Vec<String> {
    let fitting = fit.accelerators.iter().filter_map(|placement| Some((placement, placement.replica?)));
    let Some((placement, replica)) = fitting.min_by_key(|(_, replica)| replica.accelerators) else { return Vec::new() };
    let (ranks, stages) = (replica.tensor_parallel, replica.pipeline_parallel);
    let divided = fit.weights.bytes - fit.weights.replicated_bytes;
    let weights = match stages {
        1 => {
            format!("{} ÷ {ranks} + {} that each holds whole", grouped(divided), grouped(fit.weights.replicated_bytes))
        }
        _ => format!(
            "{} of {} layers, with the larger of embedding and output head, ÷ {ranks}",
            fit.model.layers.div_ceil(stages),
            fit.model.layers
        ),
    };
    let layers = match stages {
        1 => String::new(),
        _ => format!(" × {} ÷ {} layers", fit.model.layers.div_ceil(stages), fit.model.layers),
    };
    vec![
        format!(
            "for example {} × {}: weights {} = {weights}",
            replica.accelerators,
            placement.name,
            grouped(replica.weight_bytes)
        ),
        format!(
            "KV cache {} = {} × {}{layers} ÷ {}{}",
            grouped(replica.kv_bytes),
            grouped(fit.concurrency),
            grouped(fit.kv_cache.bytes_per_sequence),
            replica.kv_parts,
            parts(&fit.model, &replica)
        ),
        format!(
            "needed {} = weights + KV cache + activations, at most the available {} = {} GB × {}",
            grouped(replica.needed_bytes),
            grouped(placement.available_bytes),
            placement.memory_gb.normalize(),
            figures::rate(*fit.memory_utilization)
        ),
        format!(
            "most sequences {} = ⌊(available − weights − activations) ÷ {}⌋",
            grouped(replica.largest_concurrency),
            grouped(replica.kv_bytes_per_sequence)
        ),
    ]
}

/// Why a KV cache is divided into fewer parts than there are accelerators.
fn parts(model: &FitModel, replica: &Replica) -> &'static str {
    match (model.key_value_heads, replica.kv_parts < replica.tensor_parallel) {
        (_, false) => "",
        (Some(_), true) => ", the key-value heads; further accelerators replicate them",
        (None, true) => "; each accelerator holds the compressed cache whole",
    }
}

fn notes(fit: &Fit) -> Vec<String> {
    let model = &fit.model;
    let beyond = model.max_positions.filter(|most| fit.context > *most);
    let beyond =
        beyond.map(|most| format!("the context is longer than the {} positions that the config states", grouped(most)));
    let predicting = (model.prediction_layers > 0).then(|| {
        format!(
            "{} for predicting several tokens at once: not counted",
            number::counted(model.prediction_layers.try_into().unwrap_or(u32::MAX), "layer")
        )
    });
    let others =
        model.has_other_parts.then(|| "only the language model is counted, no vision or audio encoder".to_owned());
    let formats =
        "memory alone: whether an accelerator computes in these formats, and how fast, is not judged".to_owned();
    let memory = "a GB is 10^9 bytes, also for the memory of accelerators, as their vendors specify it".to_owned();
    let source = model.source.as_ref().map(|of| {
        let revision = of.revision.get(..8).unwrap_or(&of.revision);
        format!("config of {} ({}), from {} @{revision}, {}", of.repository, of.licence, of.source, of.as_of)
    });
    [beyond, predicting, others, Some(formats), Some(memory), source].into_iter().flatten().collect()
}
