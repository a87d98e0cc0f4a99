//! Interactive questions on a terminal. Enter accepts the proposal; questions that options answer are skipped.

use super::{Arguments, CreationRequest, options, takes, templates, with_proposals};
use crate::catalog::Accelerator;
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
    console: &Console<'_>,
) -> Result<CreationRequest> {
    let prompter = Prompter { config: config(console.errors_colour()) };
    let template = match &arguments.decision {
        Some(name) => templates::named(all, name)?,
        None => prompter.decision(arguments, all)?,
    };
    options::have_a_place(arguments, template, all)?;
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
    let answers = Answers { accelerator, count, utilization, place, price, name, terms };
    Ok(CreationRequest { template: template.clone(), answers, output })
}

struct Prompter {
    config: RenderConfig<'static>,
}

impl Prompter {
    fn decision<'t>(&self, arguments: &Arguments, all: &'t [Template]) -> Result<&'t Template> {
        let accelerator = arguments.accelerator.as_ref().map(|chosen| chosen.accelerator);
        let place = arguments.r#where.map_or_else(|| Site::named("us"), Ok).map_err(|why| anyhow!(why))?;
        let takes = |template: &&Template| accelerator.is_none_or(|one| template.takes(one, place).is_ok());
        let fits = |template: &&Template| takes(template) && options::missing_question(arguments, template).is_none();
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
        let choices: Vec<_> = all.map(|of| Choice { of, line: accelerator_line(of) }).collect();
        if choices.is_empty() {
            // the error of the template explains why
            template.takes(proposed, place)?;
        }
        let at = choices.iter().position(|choice| choice.of.name == proposed.name).unwrap_or_default();
        self.choose("Which accelerator?", choices, at)
    }

    fn place(&self, proposed: &'static Site) -> Result<&'static Site> {
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

    fn output(&self, arguments: &Arguments, template: &Template) -> Result<PathBuf> {
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

    fn choose<T>(&self, question: &str, choices: Vec<Choice<T>>, at: usize) -> Result<T> {
        let select = Select::new(question, choices).with_starting_cursor(at).with_render_config(self.config);
        let help = "Enter selects, arrows move, letters search";
        Ok(answered(select.with_help_message(help).with_page_size(9).prompt())?.of)
    }

    /// Asks for a text. `shown` gives what the prompt shows of an answer, or why it is invalid.
    fn text(
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
    let had = if one.form_factor.ends_with("only") { "only rented" } else { one.form_factor.as_str() };
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
