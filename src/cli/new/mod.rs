//! `new`: creates a scenario from a few answers and compares it.

mod options;
mod request;
mod service;
mod templates;

use super::console::Console;
use super::folder::Folder;
use super::input;
use super::replace;
use super::{Status, unwritten};
use crate::api::ScenarioText;
use crate::catalog::Accelerator;
use crate::report::{Compared, Extent, Format};
use crate::scenario::{CalendarMonth, Rejected};
use crate::template::{
    self, Answers, ChosenAccelerator, NewScenario, NewScenarioError, Proposed, Question, Site, Template, Terms,
    new_scenario,
};
use anyhow::{Context as _, Result, anyhow, ensure};
use clap::Args;
use language::suggest::listed;
use rust_decimal::Decimal;
use service::ServiceOptions;
use std::path::{Path, PathBuf};

/// Create a scenario from a few answers and compare it.
///
/// Use it when you have no scenario yet. On a terminal it asks for the decision, the accelerator, the number of accelerators,
/// their utilization and the place; Enter accepts the proposal. Elsewhere options give the answers. `serve` and `endpoint` can
/// begin with a model and its tokens instead (`--model`): the accelerators then follow from its memory, from published throughput
/// and from the requests, and an API is compared too. The file takes prices from the catalog, each with its date and source; every number that still needs a price of your own is marked `guess` and says whom
/// to ask, and the head of the file lists the findings of `rackrent check`. Then it prints the verdict, as `rackrent compare
/// --brief` does.
///
/// Example: rackrent new serve --accelerator h100 --count 16 --utilization 40% --where us
///
/// Example: rackrent new serve --model llama-3.1-70b --requests 300k/month --defaults
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Decision to make: serve, train, quote, endpoint, extend or edge, or a template of --templates.
    #[arg(value_name = "DECISION")]
    decision: Option<String>,
    /// Accelerator that does the work, such as `h100`, "L40S" or "TPU v6e".
    #[arg(long, value_name = "NAME", value_parser = template::accelerator)]
    accelerator: Option<ChosenAccelerator>,
    /// Number of accelerators: `16`, `1,000`.
    #[arg(long, value_name = "N", value_parser = template::count)]
    count: Option<u32>,
    /// Utilization: share of all hours in which the accelerators are busy, `60%` or `60`.
    #[arg(long, value_name = "SHARE", value_parser = template::utilization)]
    utilization: Option<Decimal>,
    #[command(flatten)]
    service: ServiceOptions,
    /// Place: us, eu, a country or a state, or other.
    #[arg(long, value_name = "PLACE", value_parser = Site::named)]
    r#where: Option<&'static Site>,
    /// For `quote`: price of one server, in the currency of the place, or with a currency: `289,000`, `$289k`, `289_000 USD`.
    #[arg(long, value_name = "AMOUNT")]
    price: Option<String>,
    /// First month, such as `2027-04`: figures then have dates. Default: months are counted from the decision.
    #[arg(long, value_name = "MONTH", value_parser = template::start)]
    start: Option<CalendarMonth>,
    /// Rate of the tax on profits, `25%` or `25`; all figures are then after tax.
    #[arg(long, value_name = "SHARE", value_parser = template::tax_rate)]
    tax: Option<Decimal>,
    /// Rate of value added tax or sales tax on invoices, if it is not recovered.
    #[arg(long, value_name = "SHARE", value_parser = template::tax_rate)]
    vat: Option<Decimal>,
    /// Name of the scenario; default: derived from the answers.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    name: Option<String>,
    /// File to write; default: named after the decision. `-` writes to standard output and skips the comparison.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long)]
    overwrite: bool,
    /// Accept the proposals for everything not given, and ask nothing.
    #[arg(long)]
    defaults: bool,
    /// Use the templates of a folder, each a `.template.yaml` file, instead of the built-in ones.
    #[arg(long, value_name = "FOLDER")]
    templates: Option<PathBuf>,
    /// Print the template of the decision, with its placeholders.
    #[arg(
        long,
        conflicts_with_all = ["accelerator", "count", "utilization", "where", "price", "start", "tax", "vat", "name", "output", "overwrite"]
    )]
    print_template: bool,
}

impl Arguments {
    fn terms(&self) -> Terms {
        Terms { start: self.start, tax: self.tax, vat: self.vat }
    }
}

/// Everything needed to create a scenario.
#[derive(Debug)]
struct CreationRequest {
    template: Template,
    answers: Answers,
    output: PathBuf,
}

/// Writes a scenario, compares it, and prints the next steps.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let templates = templates::of(arguments.templates.as_deref(), console)?;
    if arguments.print_template {
        let Some(name) = &arguments.decision else { return Err(anyhow!("name a decision: {}", names(&templates))) };
        let template = templates::named(&templates, name)?;
        let of_service = service::template_of(arguments, template)?;
        write!(console.output, "{}", of_service.as_ref().unwrap_or(template).text()).map_err(unwritten)?;
        return Ok(Status::Fine);
    }
    let asks = console.can_ask() && !arguments.defaults;
    let creation = if asks {
        request::creation_request(arguments, &templates, console)?
    } else {
        request_of(arguments, &templates, console)?
    };
    let status = write(&creation, arguments, console)?;
    if let Some(note) = arguments.accelerator.as_ref().and_then(taken_as) {
        console.note(&note);
    }
    if let Some(note) = arguments.price.as_deref().and_then(|typed| price_read(typed, &creation.answers)) {
        console.note(&note);
    }
    Ok(status)
}

/// Note about an accelerator name that could mean several.
fn taken_as(ChosenAccelerator { accelerator, others }: &ChosenAccelerator) -> Option<String> {
    let others: Vec<&str> = others.iter().map(|one| &*one.name).collect();
    let suggestion = format!(
        "The accelerator was interpreted as {}; the name also matches {}.",
        accelerator.name,
        listed(&others, "and")
    );
    (!others.is_empty()).then_some(suggestion)
}

/// Note about a price that was not typed in the notation of scenarios.
fn price_read(typed: &str, answers: &Answers) -> Option<String> {
    let read = template::price_text(answers.price.as_ref()?);
    let ungrouped = |text: &str| text.trim().replace('_', "");
    let is_in_notation = ungrouped(typed).starts_with(&ungrouped(&read));
    (!is_in_notation).then(|| format!("The price `{typed}` was read as {read}."))
}

fn names(templates: &[Template]) -> String {
    listed(&templates.iter().map(Template::name).collect::<Vec<_>>(), "or")
}

/// Answers from options, with proposals for the others.
///
/// # Errors
/// If something is missing and proposals are not accepted.
fn request_of(arguments: &Arguments, templates: &[Template], console: &mut Console<'_>) -> Result<CreationRequest> {
    let named = arguments.decision.as_deref().map(|name| templates::named(templates, name)).transpose()?;
    let template = named.or(templates.first()).context("there are no templates")?;
    if let Some(of_service) = service::template_of(arguments, template)? {
        options::have_a_place(arguments, template, templates)?;
        let decision: &[&str] = if named.is_none() { &["DECISION"] } else { &[] };
        return service::request_of(arguments, of_service, decision, console);
    }
    accepted(&missing(arguments, named), arguments)?;
    options::have_a_place(arguments, template, templates)?;
    let Proposed { accelerator, count, utilization, place } = with_proposals(arguments, &template.proposed()?);
    takes(template, accelerator, place)?;
    let price = arguments.price.as_deref().map(|text| template::price(text, place)).transpose();
    let price = price.map_err(|why| anyhow!("--price {why}"))?;
    let (name, terms) = (arguments.name.clone(), arguments.terms());
    let answers = Answers { accelerator, count, utilization, place, price, name, terms, service: None };
    let output = arguments.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}.yaml", template.name())));
    Ok(CreationRequest { template: template.clone(), answers, output })
}

/// Rejects missing answers, unless the proposals are accepted.
fn accepted(missing: &[&str], arguments: &Arguments) -> Result<()> {
    ensure!(
        missing.is_empty() || arguments.defaults,
        "there is no terminal to ask on; pass {}, or accept the proposals with --defaults",
        listed(missing, "and")
    );
    Ok(())
}

/// Rejects an accelerator for which a placeholder of the template has no value, such as one without a sale price in a template
/// that buys.
fn takes(template: &Template, accelerator: &'static Accelerator, place: &'static Site) -> Result<()> {
    let sold = if accelerator.form_factor.ends_with("only") { ", which is only rented" } else { "" };
    let refused = || format!("`{}` does not support {}{sold}", template.name(), accelerator.name);
    template.takes(accelerator, place).with_context(refused)
}

/// Names of the required answers that are missing, for one decision or any.
fn missing(arguments: &Arguments, template: Option<&Template>) -> Vec<&'static str> {
    let decision = arguments.decision.is_none().then_some("DECISION");
    let questions = [Question::Accelerator, Question::Count, Question::Utilization, Question::Place].into_iter();
    let unsaid = questions.filter(|question| !options::says(arguments, *question));
    let unsaid = unsaid.filter(|question| template.is_none_or(|template| template.asks(*question)));
    decision.into_iter().chain(unsaid.map(options::named)).collect()
}

/// Answers from options, with the template's proposals for the others.
fn with_proposals(arguments: &Arguments, proposed: &Proposed) -> Proposed {
    Proposed {
        accelerator: arguments.accelerator.as_ref().map_or(proposed.accelerator, |chosen| chosen.accelerator),
        count: arguments.count.unwrap_or(proposed.count),
        utilization: arguments.utilization.unwrap_or(proposed.utilization),
        place: arguments.r#where.unwrap_or(proposed.place),
    }
}

/// Writes the scenario to the requested place, and its verdict to standard output.
fn write(creation: &CreationRequest, arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let CreationRequest { template, answers, output } = creation;
    let is_shown = input::is_standard_input(output);
    let file = if is_shown { format!("{}.yaml", template.name()) } else { output.display().to_string() };
    if !is_shown && !arguments.overwrite {
        ensure!(std::fs::symlink_metadata(output).is_err(), replace::is_there(output));
    }
    let folder = Folder::of(&file).noted_in(&console.files_read);
    let created = match new_scenario(template, answers, &file, &folder) {
        Ok(created) => created,
        Err(NewScenarioError::Template(error)) => return Err(error.into()),
        Err(NewScenarioError::Refused(checked)) => {
            console.refuse(&checked.findings, &checked.sources);
            return Err(anyhow!("{} produces a scenario without a result; nothing was written", template.path()));
        }
    };
    if is_shown {
        write!(console.output, "{}", created.text).map_err(unwritten)?;
        return Ok(Status::Fine);
    }
    let text = created.text.as_bytes();
    if arguments.overwrite {
        ensure!(
            !console.files_read.has(&replace::place(output)),
            "{file} is an input of this command; write to another file"
        );
        replace::replace(output, |out| out.write_all(text))?;
    } else {
        replace::create(output, |out| out.write_all(text))?;
    }
    compare(&created.text, output, console)?;
    console.flush().map_err(unwritten)?;
    for line in next(&created, &file) {
        console.note(&line);
    }
    Ok(Status::Fine)
}

/// Prints the comparison.
fn compare(text: &str, file: &Path, console: &mut Console<'_>) -> Result<()> {
    let file = file.display().to_string();
    let folder = Folder::of(&file).noted_in(&console.files_read);
    match ScenarioText::new(text, &folder).named(&file).compare() {
        Ok(answer) => {
            let canvas = console.canvas();
            let compared = Compared::of(&answer, Extent::Brief, None);
            Format::Table.write(&compared, &canvas, &mut console.output).map_err(unwritten)
        }
        Err(Rejected { diagnostics, sources }) => {
            console.refuse(&diagnostics, &sources);
            Err(anyhow!("{file} was written, but has no result"))
        }
    }
}

/// Messages about the written file, its open points, and the next command.
fn next(created: &NewScenario, file: &str) -> [String; 2] {
    let (guesses, findings) = (created.guesses, created.checked.findings.len());
    [
        format!(
            "Wrote {file}: lines marked `guess` say whom to ask ({guesses} of them), and its head lists what `rackrent check` \
             finds ({findings})."
        ),
        format!("Next: replace the guesses, then rackrent compare {file}"),
    ]
}
