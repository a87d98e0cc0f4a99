//! Interactive questions on a terminal. Enter accepts the proposal; questions that options answer are skipped.

use super::{Arguments, CreationRequest, options, service, takes, templates, with_proposals};
use crate::catalog::{Accelerator, BenchmarkScenario};
use crate::cli::choice::Choice as _;
use crate::cli::console::Console;
use crate::cli::{input, replace};
use crate::number;
use crate::report::Colour;
use crate::template::{self, Answers, Proposed, Question, Site, Template};
use anyhow::{Result, anyhow, bail, ensure};
use inquire::ui::RenderConfig;
use inquire::validator::{ErrorMessage, Validation};
use inquire::{InquireError, Select, Text};
use rust_decimal::Decimal;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

/// Choice in a list, with the line that shows it.
struct Choice<T> {
    of: T,
    line: String,
}

impl<T> Display for Choice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

/// Asks for everything that the options do not give.
///
/// # Errors
/// If the user cancels, or no template accepts the given options.
pub(super) fn creation_request(
    arguments: &Arguments,
    all: &[Template],
    console: &mut Console<'_>,
) -> Result<CreationRequest> {
    let prompter = Prompter { config: config(console.errors_colour()) };
    let template = match &arguments.decision {
        Some(name) => templates::named(all, name)?,
        None => prompter.decision(arguments, all)?,
    };
    options::have_a_place(arguments, template, all)?;
    if let Some(of_service) = of_service(arguments, template, &prompter, console)? {
        return Ok(of_service);
    }
    let is_open = |question| !options::says(arguments, question) && template.asks(question);
    let proposed = template.proposed()?;
    let proposed = with_proposals(arguments, &proposed);
    let Proposed { mut accelerator, mut count, mut utilization, mut place } = proposed;
    if is_open(Question::Accelerator) {
        accelerator = prompter.accelerator(template, accelerator, place)?;
    }
    if is_open(Question::Count) {
        let shown = |text: &str| template::count(text).map(|count| number::typed(count.into()));
        let typed = prompter.text("How many accelerators?", &number::typed(count.into()), shown)?;
        count = template::count(&typed).map_err(|why| anyhow!(why))?;
    }
    if is_open(Question::Utilization) {
        let percent = |share: Decimal| format!("{}%", (share * Decimal::ONE_HUNDRED).normalize());
        let question = "How busy are they, over all hours of a week?";
        let typed = prompter.text(question, &percent(utilization), |text| template::utilization(text).map(percent))?;
        utilization = template::utilization(&typed).map_err(|why| anyhow!(why))?;
    }
    if is_open(Question::Place) {
        place = prompter.place(place)?;
    }
    takes(template, accelerator, place)?;
    let price = prompter.price(arguments, template, place)?;
    let output = prompter.output(arguments, template)?;
    let (name, terms) = (arguments.name.clone(), arguments.terms());
    let answers = Answers { accelerator, count, utilization, place, price, name, terms, service: None };
    Ok(CreationRequest { template: template.clone(), answers, output })
}

/// Request that begins with a model; none if the accelerators are described instead.
fn of_service(
    arguments: &Arguments,
    template: &Template,
    prompter: &Prompter,
    console: &mut Console<'_>,
) -> Result<Option<CreationRequest>> {
    let given = service::template_of(arguments, template)?;
    let is_described =
        [Question::Count, Question::Utilization].iter().any(|question| options::says(arguments, *question));
    let can_be_unknown = given.is_none();
    let offered = || template::service_template(template.name()).filter(|_| service::suits(arguments, template));
    let Some(of_service) = given.or_else(|| if is_described { None } else { offered() }) else { return Ok(None) };
    let model = service::asked_model(arguments, can_be_unknown, prompter, console)?;
    model.map(|model| service::asked(arguments, of_service, model, prompter)).transpose()
}

pub(super) struct Prompter {
    config: RenderConfig<'static>,
}

impl Prompter {
    fn decision<'t>(&self, arguments: &Arguments, all: &'t [Template]) -> Result<&'t Template> {
        let accelerator = arguments.accelerator.as_ref().map(|chosen| chosen.accelerator);
        let place = arguments.r#where.map_or_else(|| Site::named("us"), Ok).map_err(|why| anyhow!(why))?;
        let takes = |template: &&Template| accelerator.is_none_or(|one| template.takes(one, place).is_ok());
        let begins = |template: &&Template| arguments.service.first().is_none() || service::suits(arguments, template);
        let fits = |template: &&Template| {
            takes(template) && begins(template) && options::missing_question(arguments, template).is_none()
        };
        let choices: Vec<_> =
            all.iter().filter(fits).map(|of| Choice { of, line: format!("{:<9} {}", of.name(), of.title()) }).collect();
        ensure!(!choices.is_empty(), "no decision uses all the given options; omit some");
        self.choose("What is to be decided?", choices, 0)
    }

    fn accelerator(
        &self,
        template: &Template,
        proposed: &'static Accelerator,
        place: &'static Site,
    ) -> Result<&'static Accelerator> {
        let all = template::offered().into_iter().filter(|one| template.takes(one, place).is_ok());
        let all: Vec<_> = all.collect();
        if all.is_empty() {
            // the error of the template explains why
            template.takes(proposed, place)?;
        }
        self.accelerator_of(all, proposed)
    }

    pub(super) fn accelerator_of(
        &self,
        all: Vec<&'static Accelerator>,
        proposed: &'static Accelerator,
    ) -> Result<&'static Accelerator> {
        let at = all.iter().position(|one| one.name == proposed.name).unwrap_or_default();
        let choices = all.into_iter().map(|of| Choice { of, line: accelerator_line(of) }).collect();
        self.choose("Which accelerator?", choices, at)
    }

    /// Latency target; by default the relaxed one.
    pub(super) fn target(&self) -> Result<BenchmarkScenario> {
        let line = |of: BenchmarkScenario| {
            let shown = of.shown();
            format!("{:<11} {}", shown.get_name(), shown.get_help().map(ToString::to_string).unwrap_or_default())
        };
        let choices: Vec<_> = BenchmarkScenario::all().iter().map(|of| Choice { of: *of, line: line(*of) }).collect();
        let at = choices.iter().position(|choice| choice.of == BenchmarkScenario::Server).unwrap_or_default();
        self.choose("Which latency target?", choices, at)
    }

    pub(super) fn place(&self, proposed: &'static Site) -> Result<&'static Site> {
        let choices: Vec<_> = Site::all()
            .iter()
            .map(|of| Choice { of, line: format!("{:<14} {}, in {}", of.name, of.label, of.currency) })
            .collect();
        let at = choices.iter().position(|choice| choice.of.name == proposed.name).unwrap_or_default();
        self.choose("Where?", choices, at)
    }

    /// Price of the quote, if the template asks for it.
    fn price(
        &self,
        arguments: &Arguments,
        template: &Template,
        place: &'static Site,
    ) -> Result<Option<(Decimal, Option<String>)>> {
        let typed = match &arguments.price {
            Some(price) => price.clone(),
            None if template.asks(Question::Price) => {
                let question = format!("What does one server cost, in {}?", place.currency);
                let shown = |text: &str| {
                    if text.trim().is_empty() {
                        Ok(String::new())
                    } else {
                        template::price(text, place).map(|price| template::price_text(&price))
                    }
                };
                self.text_or_nothing(&question, "Enter uses the midpoint of published prices, as a guess", shown)?
            }
            None => String::new(),
        };
        if typed.trim().is_empty() {
            return Ok(None);
        }
        template::price(&typed, place).map(Some).map_err(|why| anyhow!("--price {why}"))
    }

    pub(super) fn output(&self, arguments: &Arguments, template: &Template) -> Result<PathBuf> {
        if let Some(output) = &arguments.output {
            return Ok(output.clone());
        }
        let free = |text: &str| {
            let path = Path::new(text.trim());
            let is_free =
                arguments.overwrite || input::is_standard_input(path) || std::fs::symlink_metadata(path).is_err();
            if is_free { Ok(text.to_owned()) } else { Err(format!("{text} already exists; name another file")) }
        };
        let numbered = (2..100).map(|number| format!("{}-{number}.yaml", template.name()));
        let mut names = std::iter::once(format!("{}.yaml", template.name())).chain(numbered);
        let proposed =
            names.find(|name| free(name).is_ok()).ok_or_else(|| anyhow!(replace::is_there(Path::new("it"))))?;
        let typed = self.text("Which file to write?", &proposed, free)?;
        Ok(PathBuf::from(typed.trim()))
    }

    /// Asks for one of some values, each with its line.
    pub(super) fn chosen<T>(&self, question: &str, choices: Vec<(T, String)>, at: usize) -> Result<T> {
        self.choose(question, choices.into_iter().map(|(of, line)| Choice { of, line }).collect(), at)
    }

    /// Asks for a value. `shown` gives what the prompt shows of it.
    pub(super) fn parsed<T>(
        &self,
        question: &str,
        proposed: &str,
        read: impl Fn(&str) -> Result<T, String> + Clone,
        shown: impl Fn(T) -> String + Clone,
    ) -> Result<T> {
        let typed = self.text(question, proposed, |text: &str| read(text).map(&shown))?;
        read(&typed).map_err(|why| anyhow!(why))
    }

    fn choose<T>(&self, question: &str, choices: Vec<Choice<T>>, at: usize) -> Result<T> {
        let select = Select::new(question, choices).with_starting_cursor(at).with_render_config(self.config);
        let help = "Enter selects, arrows move, letters search";
        Ok(answered(select.with_help_message(help).with_page_size(9).prompt())?.of)
    }

    /// Asks for a text. `shown` gives what the prompt shows of an answer, or why it is invalid.
    pub(super) fn text(
        &self,
        question: &str,
        proposed: &str,
        shown: impl Fn(&str) -> Result<String, String> + Clone,
    ) -> Result<String> {
        let show = formatter(&shown);
        let text = Text::new(question).with_default(proposed).with_render_config(self.config).with_formatter(&show);
        answered(text.with_validator(validator(shown.clone())).prompt())
    }

    fn text_or_nothing(
        &self,
        question: &str,
        help: &str,
        shown: impl Fn(&str) -> Result<String, String> + Clone,
    ) -> Result<String> {
        let show = formatter(&shown);
        let text = Text::new(question).with_help_message(help).with_render_config(self.config).with_formatter(&show);
        answered(text.with_validator(validator(shown.clone())).prompt())
    }
}

/// What a prompt shows of a valid answer.
fn formatter(shown: &impl Fn(&str) -> Result<String, String>) -> impl Fn(&str) -> String {
    move |text: &str| shown(text).unwrap_or_else(|_| text.to_owned())
}

/// Line for an accelerator: name, memory, and form factor.
fn accelerator_line(one: &Accelerator) -> String {
    let had = if one.form_factor.ends_with("only") { "only rented" } else { &*one.form_factor };
    format!("{:<18} {:>4} GB  {} {had}", one.name, one.memory_gb, one.vendor)
}

fn validator(
    shown: impl Fn(&str) -> Result<String, String> + Clone,
) -> impl Fn(&str) -> Result<Validation, inquire::CustomUserError> + Clone {
    move |text: &str| {
        Ok(match shown(text) {
            Ok(_) => Validation::Valid,
            Err(why) => Validation::Invalid(ErrorMessage::Custom(why)),
        })
    }
}

/// Answer, or an error if the user cancelled or the terminal failed.
fn answered<T>(answer: Result<T, InquireError>) -> Result<T> {
    match answer {
        Ok(answer) => Ok(answer),
        Err(InquireError::OperationCanceled | InquireError::OperationInterrupted) => {
            bail!("stopped; nothing was written")
        }
        Err(error) => Err(anyhow!(error).context("cannot show the prompt; nothing was written")),
    }
}

fn config(colour: Colour) -> RenderConfig<'static> {
    match colour {
        Colour::Ansi => RenderConfig::default_colored(),
        Colour::Plain => RenderConfig::empty(),
    }
}
