//! A new scenario that begins with a model and its tokens: options, prompts, and the size of the service.

use super::options::{named, says};
use super::request::Prompter;
use super::{Arguments, CreationRequest};
use crate::catalog::{Accelerator, BenchmarkScenario};
use crate::cli::choice::{Choice, choice};
use crate::cli::console::Console;
use crate::cli::fit::served_model;
use crate::cli::input::StandardInput;
use crate::fit::{NumberFormat, shipped_models};
use crate::number;
use crate::template::{
    self, AmountOfWork, Answers, DECISIONS, Question, ServedModel, Service, Site, Template, service_template,
};
use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;
use clap::builder::PossibleValue;
use language::suggest::listed;
use rust_decimal::Decimal;
use std::path::{Path, PathBuf};

/// Proposed model.
const MODEL: &str = "llama-3.1-70b";
/// Proposed requests per month, and tokens that each reads and writes.
const REQUESTS: u32 = 1_000_000;
const INPUT: u32 = 1_000;
const OUTPUT: u32 = 300;

/// Options of a service of a model.
#[derive(Debug, Args)]
pub(super) struct ServiceOptions {
    /// For `serve` and `endpoint`: begin with a model and its tokens. A `config.json`, or the name of a shipped model such as
    /// `llama-3.1-70b`.
    #[arg(long, value_name = "FILE|NAME")]
    model: Option<PathBuf>,
    /// Requests to the model: `300k/month`, `10k a day`; or tokens, `20 M tokens a day`. Default period: a month.
    #[arg(long, value_name = "NUMBER", value_parser = template::work_per_month, conflicts_with = "tokens")]
    requests: Option<AmountOfWork>,
    /// Tokens that are read and written, instead of requests: `600M`, `20M/day`. Default period: a month.
    #[arg(long, value_name = "NUMBER", value_parser = template::tokens_per_month)]
    tokens: Option<AmountOfWork>,
    /// Tokens that a request reads: its prompt with the context, on average, such as `1_000` or `1k`.
    #[arg(long, value_name = "TOKENS", value_parser = template::tokens_per_request)]
    input_tokens: Option<Decimal>,
    /// Tokens that a request writes, on average.
    #[arg(long, value_name = "TOKENS", value_parser = template::tokens_per_request)]
    output_tokens: Option<Decimal>,
    /// Share of the input that a prefix cache has, `40%` or `40`.
    #[arg(long, value_name = "SHARE", value_parser = template::cached)]
    cached: Option<Decimal>,
    /// Latency target, in the terms of MLPerf results.
    #[arg(long, value_name = "TARGET", value_parser = choice::<BenchmarkScenario>())]
    target: Option<BenchmarkScenario>,
    /// Number format of the weights; default: that of the published result, otherwise that of the model.
    #[arg(long, value_name = "NUMBERS", value_parser = choice::<NumberFormat>(), hide_possible_values = true)]
    weights: Option<NumberFormat>,
}

impl Choice for BenchmarkScenario {
    fn all() -> &'static [BenchmarkScenario] {
        &[BenchmarkScenario::Interactive, BenchmarkScenario::Server, BenchmarkScenario::Offline]
    }

    fn shown(self) -> PossibleValue {
        match self {
            BenchmarkScenario::Interactive => {
                PossibleValue::new("interactive").help("MLPerf Interactive, for a 70B model 40 ms for each token")
            }
            BenchmarkScenario::Server => PossibleValue::new("relaxed")
                .alias("server")
                .help("MLPerf Server, for a 70B model 200 ms for each token"),
            BenchmarkScenario::Offline => {
                PossibleValue::new("none").alias("offline").help("MLPerf Offline: a batch that can wait")
            }
        }
    }
}

impl ServiceOptions {
    /// Options with a question, by name, and whether they are given.
    fn asked(&self) -> [(&'static str, bool); 6] {
        [
            ("--model", self.model.is_some()),
            ("--requests", self.work().is_some()),
            ("--input-tokens", self.input_tokens.is_some()),
            ("--output-tokens", self.output_tokens.is_some()),
            ("--cached", self.cached.is_some()),
            ("--target", self.target.is_some()),
        ]
    }

    /// First option that is given.
    pub(super) fn first(&self) -> Option<&'static str> {
        let asked = self.asked().into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name);
        asked.or_else(|| self.weights.map(|_| "--weights"))
    }

    fn work(&self) -> Option<AmountOfWork> {
        self.requests.or(self.tokens)
    }
}

/// Whether a decision can begin with a model.
pub(super) fn suits(arguments: &Arguments, template: &Template) -> bool {
    template.has("model") || arguments.templates.is_none() && DECISIONS.contains(&template.name())
}

/// Template of a decision that begins with a model; none if neither an option nor the template asks for one.
///
/// # Errors
/// If the decision cannot begin with a model, or another option contradicts it.
pub(super) fn template_of(arguments: &Arguments, template: &Template) -> Result<Option<Template>> {
    if template.has("model") {
        return without_contradiction(arguments).map(|()| Some(template.clone()));
    }
    let Some(given) = arguments.service.first() else { return Ok(None) };
    let found = service_template(template.name()).filter(|_| suits(arguments, template));
    let Some(found) = found else {
        bail!("`{}` does not use {given}, which applies to {}: omit it", template.name(), listed(&DECISIONS, "and"));
    };
    without_contradiction(arguments)?;
    Ok(Some(found))
}

/// Rejects answers that follow from the requests.
fn without_contradiction(arguments: &Arguments) -> Result<()> {
    for question in [Question::Count, Question::Utilization] {
        if says(arguments, question) {
            let with = arguments.service.first().unwrap_or("the placeholders of the template");
            bail!(
                "{} contradicts {with}: accelerators and their utilization follow from the requests; omit it, or describe the \
                 accelerators instead of the model",
                named(question)
            );
        }
    }
    Ok(())
}

/// Request from options alone, with proposals for the others if they are accepted.
///
/// # Errors
/// If an answer is missing, or the service has no size.
pub(super) fn request_of(
    arguments: &Arguments,
    template: Template,
    decision: &'static [&'static str],
    console: &mut Console<'_>,
) -> Result<CreationRequest> {
    let options = &arguments.service;
    let places = [Question::Accelerator, Question::Place].map(|question| (named(question), says(arguments, question)));
    let unsaid = options.asked().into_iter().chain(places).filter(|(_, is_given)| !is_given).map(|(name, _)| name);
    let missing: Vec<&str> = decision.iter().copied().chain(unsaid).collect();
    super::accepted(&missing, arguments)?;
    let place = arguments.r#where.unwrap_or(template.proposed()?.place);
    let service = Service {
        model: model(arguments.service.model.as_deref().unwrap_or(Path::new(MODEL)), console)?,
        work: options.work().unwrap_or(AmountOfWork::Requests(REQUESTS.into())),
        input: options.input_tokens.unwrap_or(INPUT.into()),
        output: options.output_tokens.unwrap_or(OUTPUT.into()),
        cached: options.cached.unwrap_or_default(),
        target: options.target.unwrap_or(BenchmarkScenario::Server),
        weights: options.weights,
    };
    let accelerator = arguments.accelerator.as_ref().map(|chosen| Ok(chosen.accelerator));
    let accelerator = accelerator.unwrap_or_else(|| service.proposed())?;
    let output = arguments.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}.yaml", template.name())));
    created(arguments, template, &service, accelerator, place, output)
}

/// Asks for everything that the options do not give.
///
/// # Errors
/// If the user cancels, or the service has no size.
pub(super) fn asked(
    arguments: &Arguments,
    template: Template,
    model: ServedModel,
    prompter: &Prompter,
) -> Result<CreationRequest> {
    let options = &arguments.service;
    let work = match options.work() {
        Some(work) => Ok(work),
        None => prompter.parsed(
            "How many requests a month? (or 20 M tokens a day)",
            &number::typed(REQUESTS.into()),
            template::work_per_month,
            AmountOfWork::text,
        ),
    }?;
    let tokens = |given: Option<Decimal>, question: &str, proposed: u32| match given {
        Some(tokens) => Ok(tokens),
        None => prompter.parsed(question, &number::typed(proposed.into()), template::tokens_per_request, number::typed),
    };
    let input = tokens(options.input_tokens, "How many tokens does a request read?", INPUT)?;
    let output = tokens(options.output_tokens, "How many tokens does it write?", OUTPUT)?;
    let percent = |share: Decimal| format!("{}%", (share * Decimal::ONE_HUNDRED).normalize());
    let cached = match options.cached {
        Some(cached) => cached,
        None => prompter.parsed("Which share of the input is in a prefix cache?", "0%", template::cached, percent)?,
    };
    let target = match options.target {
        Some(target) => target,
        None => prompter.target()?,
    };
    let service = Service { model, work, input, output, cached, target, weights: options.weights };
    let proposed = service.proposed()?;
    let accelerator = match &arguments.accelerator {
        Some(chosen) => chosen.accelerator,
        None => prompter.accelerator_of(service.accelerators(), proposed)?,
    };
    let place = match arguments.r#where {
        Some(place) => place,
        None => prompter.place(template.proposed()?.place)?,
    };
    // before the name of the file is asked for
    service.sized(accelerator, place)?;
    let output = prompter.output(arguments, &template)?;
    created(arguments, template, &service, accelerator, place, output)
}

fn created(
    arguments: &Arguments,
    template: Template,
    service: &Service,
    accelerator: &'static Accelerator,
    place: &'static Site,
    output: PathBuf,
) -> Result<CreationRequest> {
    let sized = service.sized(accelerator, place)?;
    let (count, utilization) = (sized.count, sized.utilization);
    let (name, terms) = (arguments.name.clone(), arguments.terms());
    let price = arguments.price.as_deref().map(|text| template::price(text, place)).transpose();
    let price = price.map_err(|why| anyhow!("--price {why}"))?;
    let answers = Answers { accelerator, count, utilization, place, price, name, terms, service: Some(sized) };
    Ok(CreationRequest { template, answers, output })
}

/// The model of a name or a `config.json`.
///
/// # Errors
/// If there is none, or the config cannot be read.
pub(super) fn model(path: &Path, console: &mut Console<'_>) -> Result<ServedModel> {
    let standard_input = StandardInput { stdin_name: "config.json".to_owned() };
    let (name, source, model) =
        served_model(path, &standard_input, console).with_context(|| format!("--model {}", path.display()))?;
    Ok(ServedModel { name, source, model })
}

/// Models of a prompt.
pub(super) enum ModelChoice {
    /// A model of the program.
    Shipped(&'static str),
    /// A `config.json`.
    Config,
    /// None: the accelerators are known.
    Unknown,
}

/// Model of `--model`, otherwise the one that the user chooses; none if the user describes accelerators instead.
///
/// # Errors
/// If the user cancels, or the model cannot be read.
pub(super) fn asked_model(
    arguments: &Arguments,
    can_be_unknown: bool,
    prompter: &Prompter,
    console: &mut Console<'_>,
) -> Result<Option<ServedModel>> {
    if let Some(path) = &arguments.service.model {
        return model(path, console).map(Some);
    }
    let shipped = shipped_models().iter().map(|one| (ModelChoice::Shipped(&one.name), one.name.clone()));
    let config = (ModelChoice::Config, "another model: its Hugging Face config.json".to_owned());
    let unknown = (ModelChoice::Unknown, "no model: describe the accelerators instead".to_owned());
    let choices: Vec<_> = shipped.chain([config]).chain(can_be_unknown.then_some(unknown)).collect();
    let at = choices.iter().position(|(_, line)| line == MODEL).unwrap_or_default();
    match prompter.chosen("Which model?", choices, at)? {
        ModelChoice::Shipped(name) => model(Path::new(name), console).map(Some),
        ModelChoice::Config => {
            let file = |text: &str| {
                let path = PathBuf::from(text.trim());
                if path.is_file() { Ok(path) } else { Err(format!("there is no file {}", path.display())) }
            };
            let shown = |path: PathBuf| path.display().to_string();
            model(&prompter.parsed("Which config.json?", "config.json", file, shown)?, console).map(Some)
        }
        ModelChoice::Unknown => Ok(None),
    }
}
