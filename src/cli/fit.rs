//! `fit`: the memory of a model, and the accelerators that hold it.

use super::Status;
use super::choice::{Choice, choice};
use super::console::Console;
use super::input::{self, StandardInput};
use super::question::OutputOptions;
use crate::catalog::{Accelerator, accelerators, kinds};
use crate::fit::{
    FitRequest, MOST_CONCURRENCY, MOST_CONTEXT, Model, ModelSource, NoSuchModel, NumberFormat, fit, shipped_model,
    shipped_models,
};
use crate::number;
use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::PossibleValue;
use rust_decimal::Decimal;
use std::path::{Path, PathBuf};

/// Compute whether a model fits an accelerator, and how many one replica takes.
///
/// Use it before writing a scenario: the number of accelerators of a replica is that of its workload. From a Hugging Face
/// `config.json`, or the name of a model that ships with the program, it computes parameters, weights, KV cache, and the smallest
/// replica on each accelerator of the catalog, with the largest number of sequences that fits. Every figure has its formula.
///
/// Accelerators divide the layers of a model (tensor parallelism) within a node of 8; beyond a node, further ones are stages
/// (pipeline parallelism). Lengths can be written as `32k`: 32 × 1,024 tokens.
///
/// Example: rackrent fit --model llama-3.1-70b --weights fp8 --context 32k --concurrency 64 --accelerator H100
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The model: a `config.json`, `-` for standard input, or the name of a shipped model such as `llama-3.1-70b`.
    #[arg(long, value_name = "FILE|NAME")]
    model: PathBuf,
    /// Number format of the weights; default: that of the config.
    #[arg(long, value_name = "NUMBERS", value_parser = choice::<NumberFormat>())]
    weights: Option<NumberFormat>,
    /// Number format of the KV cache; default: 16 bits.
    #[arg(long, value_name = "NUMBERS", value_parser = choice::<NumberFormat>(), hide_possible_values = true)]
    kv: Option<NumberFormat>,
    /// Tokens of a sequence, prompt and answer together, such as `32k`; default: 8k, or the model's maximum if it is shorter.
    #[arg(long, value_name = "TOKENS", value_parser = tokens)]
    context: Option<u128>,
    /// Sequences that are served at the same time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = concurrency)]
    concurrency: u128,
    /// Accelerator of the catalog, in any spelling; default: all. Repeatable.
    #[arg(long, value_name = "NAME")]
    accelerator: Vec<String>,
    /// Share of the memory that may be used, `gpu_memory_utilization` of vLLM; the rest is for the driver, buffers and graphs.
    #[arg(long, value_name = "SHARE", default_value = "90%", value_parser = share)]
    memory_utilization: Decimal,
    /// Tokens of a forward pass, for whose activations memory is allowed: `max_num_batched_tokens` of vLLM.
    #[arg(long, value_name = "TOKENS", default_value = "8k", value_parser = tokens)]
    batched_tokens: u128,
    #[command(flatten)]
    written: OutputOptions,
    #[command(flatten)]
    standard_input: StandardInput,
}

impl Choice for NumberFormat {
    fn all() -> &'static [NumberFormat] {
        NumberFormat::ALL
    }

    fn shown(self) -> PossibleValue {
        PossibleValue::new(self.name()).help(format!("{} bits", self.bits().normalize()))
    }
}

/// Prints the memory of the model and the replicas.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    arguments.written.check(&[&arguments.model], console)?;
    let request = FitRequest {
        weights: arguments.weights,
        kv_cache: arguments.kv,
        context: arguments.context,
        concurrency: arguments.concurrency,
        memory_utilization: arguments.memory_utilization,
        batched_tokens: arguments.batched_tokens,
        accelerators: chosen(&arguments.accelerator)?,
    };
    let (name, source, model) = served_model(&arguments.model, &arguments.standard_input, console)?;
    let fitted = fit(&name, source.as_ref(), &model, &request);
    let fitted = fitted.with_context(|| cannot_fit(&arguments.model, &arguments.standard_input))?;
    arguments.written.write(&fitted, console)?;
    Ok(Status::Fine)
}

/// A shipped model with its name and origin, or that of a `config.json` with the name of the file.
///
/// # Errors
/// If there is none, or the config cannot be read.
pub(super) fn served_model(
    path: &Path,
    standard_input: &StandardInput,
    console: &mut Console<'_>,
) -> Result<(String, Option<ModelSource>, Model)> {
    let name = path.to_string_lossy();
    match shipped_model(&name) {
        Ok(shipped) if !path.exists() => {
            Ok((shipped.name.clone(), Some(shipped.source.clone()), shipped.model.clone()))
        }
        Err(unknown) if is_no_file(path) => bail!(no_model(&name, &unknown)),
        Ok(_) | Err(_) => {
            let text = input::read(path, standard_input, &mut console.input)?;
            let model = Model::read(&text.text).with_context(|| cannot_fit(path, standard_input))?;
            Ok((text.name, None, model))
        }
    }
}

fn cannot_fit(path: &Path, standard_input: &StandardInput) -> String {
    format!("cannot fit {}", input::name(path, standard_input))
}

/// Whether a text cannot be meant as a file: nothing has this path, and it has no folder and no ending of JSON.
fn is_no_file(path: &Path) -> bool {
    let is_path = path.components().count() > 1 || path.extension().is_some_and(|ending| ending == "json");
    !is_path && !input::is_standard_input(path) && !path.exists()
}

fn no_model(name: &str, unknown: &NoSuchModel) -> String {
    let names: Vec<&str> = shipped_models().iter().map(|model| model.name.as_str()).collect();
    let rest = match unknown.near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("shipped models: {}", names.join(", ")),
    };
    format!("there is no file and no shipped model `{name}`; {rest}")
}

/// Accelerators of the catalog that some names may mean, in its order; all without a name.
fn chosen(names: &[String]) -> Result<Vec<&'static Accelerator>> {
    let mut meant: Vec<&str> = Vec::new();
    for name in names {
        let Some(kinds) = kinds(name) else {
            bail!("no accelerator of the catalog is `{name}`; `rackrent catalog --kind accelerators` lists them");
        };
        meant.extend(kinds.names());
    }
    let is_chosen = |one: &&'static Accelerator| names.is_empty() || meant.contains(&&*one.name);
    Ok(accelerators().iter().filter(is_chosen).collect())
}

/// Parses a number of tokens: digits, also with `_`, and `k` or `m` for 1,024 or 1,024².
fn tokens(text: &str) -> Result<u128, String> {
    let lower = text.to_ascii_lowercase();
    let (digits, unit) = match (lower.strip_suffix('k'), lower.strip_suffix('m')) {
        (Some(digits), _) => (digits, 1 << 10),
        (None, Some(digits)) => (digits, 1 << 20),
        (None, None) => (lower.as_str(), 1),
    };
    let whole = whole(digits, MOST_CONTEXT)?;
    Some(whole * unit).filter(|tokens| *tokens <= MOST_CONTEXT).ok_or_else(|| expected(MOST_CONTEXT))
}

fn concurrency(text: &str) -> Result<u128, String> {
    whole(text, MOST_CONCURRENCY)
}

fn whole(digits: &str, most: u128) -> Result<u128, String> {
    let number = number::decimal(digits).ok().filter(|number| number.fract().is_zero());
    let number = number.and_then(|number| u128::try_from(number).ok());
    number.filter(|number| (1..=most).contains(number)).ok_or_else(|| expected(most))
}

fn expected(most: u128) -> String {
    format!("write a whole number from 1 to {}", number::grouped(Decimal::from(most), 0))
}

/// Parses a share above 0 and at most 1: `90%` or `0.9`.
fn share(text: &str) -> Result<Decimal, &'static str> {
    let share = match text.strip_suffix('%') {
        Some(percent) => number::decimal(percent).map(|percent| percent / Decimal::ONE_HUNDRED),
        None => number::decimal(text),
    };
    let share = share.ok().filter(|share| *share > Decimal::ZERO && *share <= Decimal::ONE);
    share.ok_or("write a share above 0 % and at most 100 %, such as 90%")
}
