//! Templates: scenarios with placeholders. Filled from a few answers and the catalog, they become scenarios in which every number
//! has a source or is marked as a guess.
//!
//! A template is a scenario in which `<name>` is a placeholder. Its first line, a comment, is its title; a line
//! `# defaults: --accelerator h100 --count 8` next to it has the proposed answers. [`HOLES`] lists all placeholders. Three rules:
//!
//! - A line with a list placeholder in its key, or a comment with one, is written once per item with all lines below it; without
//!   items it is omitted. A key with nothing left below it is omitted too.
//! - A list placeholder anywhere else has the value of the first item. Without items the template cannot be used.
//! - Values have types: numbers, names, and texts, which are quoted. No value can end a line or begin another entry.

mod answers;
mod facts;
mod fill;
mod form;
mod hole;
mod new_scenario;
mod place;
mod service;
mod typed;
mod value;

pub use answers::{
    Answers, ChosenAccelerator, Question, Terms, accelerator, count, offered, price, price_text, start, tax_rate,
    utilization,
};
pub use fill::TemplateError;
pub use form::form;
pub use hole::{HOLES, List, Placeholder};
pub use new_scenario::{NewScenario, NewScenarioError, new_scenario};
pub use place::Site;
pub use service::{
    AmountOfWork, DECISIONS, ServedModel, Service, ServiceError, SizedService, cached, service_template,
    tokens_per_month, tokens_per_request, work_per_month,
};

use crate::catalog::Accelerator;
use fill::{Filler, Line, Record};
use rust_decimal::Decimal;

/// Start of the line with the proposed answers.
const DEFAULTS: &str = "# defaults:";

/// Template.
#[derive(Clone, Debug)]
pub struct Template {
    name: String,
    path: String,
    text: String,
}

/// Proposed answers of a template.
#[derive(Clone, Debug)]
pub struct Proposed {
    /// Accelerator.
    pub accelerator: &'static Accelerator,
    /// Number of accelerators.
    pub count: u32,
    /// Utilization.
    pub utilization: Decimal,
    /// Place.
    pub place: &'static Site,
}

macro_rules! shipped {
    ($($name:literal)*) => {
        /// Templates of the program, in display order.
        #[must_use]
        pub fn templates() -> Vec<Template> {
            vec![$(Template::new($name, concat!($name, ".template.yaml"), include_str!(concat!("decisions/", $name, ".template.yaml")))),*]
        }
    };
}

shipped!("serve" "train" "quote" "endpoint" "extend" "edge");

impl Template {
    /// Template with a name, a path and a text.
    #[must_use]
    pub fn new(name: impl Into<String>, path: impl Into<String>, text: impl Into<String>) -> Template {
        Template { name: name.into(), path: path.into(), text: text.into() }
    }

    /// Name on the command line.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Path it was read from.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Text with placeholders.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Title: its first line, a comment.
    #[must_use]
    pub fn title(&self) -> &str {
        let first = self.text.lines().next().unwrap_or_default();
        first.strip_prefix('#').map_or(self.name.as_str(), str::trim)
    }

    /// Whether it has a placeholder.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.text.lines().any(|line| hole::written(line).iter().any(|hole| hole.name == name))
    }

    /// Proposed answers; by default eight H100s in the United States with a utilization of 60 %.
    ///
    /// # Errors
    /// If the line has an unknown option or an invalid value.
    pub fn proposed(&self) -> Result<Proposed, TemplateError> {
        let place = Site::all().first().expect("a test reads the places");
        let no_proposal = |why: String| {
            let message = format!("the catalog has no accelerator to propose: {why}");
            TemplateError { template: self.path.clone(), line: 1, column: 1, message }
        };
        let first = accelerator("H100 SXM").map_err(no_proposal)?.accelerator;
        let mut proposed = Proposed { accelerator: first, count: 8, utilization: Decimal::new(6, 1), place };
        let line = self.text.lines().zip(1..).find_map(|(line, number)| Some((line.strip_prefix(DEFAULTS)?, number)));
        let Some((said, number)) = line else { return Ok(proposed) };
        let wrong = |message: String| TemplateError { template: self.path.clone(), line: number, column: 1, message };
        for option in said.split("--").skip(1) {
            let (name, value) = option.trim().split_once([' ', '=']).unwrap_or((option.trim(), ""));
            let taken = match name {
                "accelerator" => accelerator(value).map(|chosen| proposed.accelerator = chosen.accelerator),
                "count" => count(value).map(|count| proposed.count = count),
                "utilization" => utilization(value).map(|share| proposed.utilization = share),
                "where" => Site::named(value).map(|place| proposed.place = place),
                _ => Err("it must be --accelerator, --count, --utilization or --where".to_owned()),
            };
            taken.map_err(|why| wrong(format!("the default `--{}`: {why}", option.trim())))?;
        }
        Ok(proposed)
    }

    /// Checks that the template can be used for an accelerator. A template that buys cannot use one that is only rented.
    ///
    /// # Errors
    /// At the placeholder without a value.
    pub fn takes(&self, accelerator: &'static Accelerator, place: &'static Site) -> Result<(), TemplateError> {
        let (count, utilization, terms) = (1, Decimal::ONE, Terms::default());
        let answers = Answers { accelerator, count, utilization, place, price: None, name: None, terms, service: None };
        self.filled(&answers).map(drop)
    }

    /// Whether the filled template depends on an answer. The default name of the scenario does not count. True if the template
    /// cannot be filled.
    #[must_use]
    pub fn asks(&self, question: Question) -> bool {
        let Ok(Proposed { accelerator, count, utilization, place }) = self.proposed() else { return true };
        let (name, terms) = (Some(String::new()), Terms::default());
        let answers = Answers { accelerator, count, utilization, place, price: None, name, terms, service: None };
        let Ok(filled) = self.filled(&answers) else { return true };
        question.others(&answers).iter().any(|other| self.filled(other).as_ref() != Ok(&filled))
    }

    /// Lines with placeholders filled, except the results of comparison and check.
    fn filled(&self, answers: &Answers) -> Result<Vec<String>, TemplateError> {
        let fillings = facts::fillings(answers, self.title());
        let lines: Vec<_> = self.lines().collect();
        Filler::new(&self.path, &fillings).filled(&lines)
    }

    /// Lines without the line of proposed answers.
    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let lines = self.text.lines().zip(1..).map(|(text, number)| Line { number, text });
        lines.filter(|line| !line.text.starts_with(DEFAULTS))
    }
}
