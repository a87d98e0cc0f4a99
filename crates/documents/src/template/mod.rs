//! Scenarios with holes: from a few answers and the catalog to a scenario of one's own, in which every number says where it comes
//! from or that it is a guess.
//!
//! A template is a scenario in which `<name>` stands for what is to be filled in. Its first line, a comment, is its title; a line
//! `# defaults: --accelerator h100 --count 8` beside it says what is proposed. [`HOLES`] lists what there is. Three rules:
//!
//! - A line with a hole of a list in its key, or a comment with one, is written with all below it once for each item; for none,
//!   not at all. A key that is left with nothing below it goes too.
//! - A hole of a list anywhere else stands for the first item. Where there is none, the template can't be used.
//! - Values have types: numbers, names, and texts, which are quoted. None can end a line or begin another entry.

mod answers;
mod begun;
mod facts;
mod fill;
mod form;
mod hole;
mod place;
mod value;

pub use answers::{Answers, ChosenAccelerator, Question, accelerator, count, offered, price, utilization};
pub use begun::{BegunScenario, NotBegun, begun};
pub use fill::TemplateError;
pub use form::form;
pub use hole::{HOLES, Hole, List};
pub use place::Site;

use crate::catalog::Accelerator;
use fill::{Filler, Line, Record};
use rust_decimal::Decimal;

/// What begins the line of a template that says what is proposed.
const DEFAULTS: &str = "# defaults:";

/// A scenario with holes.
#[derive(Clone, Debug)]
pub struct Template {
    name: String,
    path: String,
    text: String,
}

/// What a template proposes.
#[derive(Clone, Debug)]
pub struct Proposed {
    /// The accelerator.
    pub accelerator: &'static Accelerator,
    /// How many of them.
    pub count: u32,
    /// The share of the time that they are busy.
    pub utilization: Decimal,
    /// Where.
    pub place: &'static Site,
}

macro_rules! shipped {
    ($($name:literal)*) => {
        /// The templates that are part of the program, in the order in which they are offered.
        #[must_use]
        pub fn templates() -> Vec<Template> {
            vec![$(Template::new($name, concat!($name, ".template.yaml"), include_str!(concat!("decisions/", $name, ".template.yaml")))),*]
        }
    };
}

shipped!("serve" "train" "quote" "endpoint" "extend" "edge");

impl Template {
    /// A template by its name, where it was read, and its text.
    #[must_use]
    pub fn new(name: impl Into<String>, path: impl Into<String>, text: impl Into<String>) -> Template {
        Template { name: name.into(), path: path.into(), text: text.into() }
    }

    /// Its name on the command line.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it was read.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Its text, with its holes.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it is about: its first line, a comment.
    #[must_use]
    pub fn title(&self) -> &str {
        let first = self.text.lines().next().unwrap_or_default();
        first.strip_prefix('#').map_or(self.name.as_str(), str::trim)
    }

    /// Whether it has a hole.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.text.lines().any(|line| hole::written(line).iter().any(|hole| hole.name == name))
    }

    /// What it proposes; what it does not say is eight H100s in the United States that are busy for 60 % of the time.
    ///
    /// # Errors
    /// If it says something that is none of the options, or a value that these don't take.
    pub fn proposed(&self) -> Result<Proposed, TemplateError> {
        let place = Site::all().first().expect("a test reads the places");
        let first = accelerator("H100 SXM").expect("a test reads the catalog").accelerator;
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
                _ => Err("it is none of --accelerator, --count, --utilization and --where".to_owned()),
            };
            taken.map_err(|why| wrong(format!("the default `--{}`: {why}", option.trim())))?;
        }
        Ok(proposed)
    }

    /// Why it can't be used for an accelerator: one that is only rented, in a template that buys.
    ///
    /// # Errors
    /// At the hole for which there is nothing.
    pub fn takes(&self, accelerator: &'static Accelerator, place: &'static Site) -> Result<(), TemplateError> {
        let answers = Answers { accelerator, count: 1, utilization: Decimal::ONE, place, price: None, name: None };
        self.filled(&answers).map(drop)
    }

    /// Whether anything in it follows from an answer: then it is filled to something else by another one. What the scenario is called
    /// where nobody says it does not count. Of a template that cannot be filled nothing is known.
    #[must_use]
    pub fn asks(&self, question: Question) -> bool {
        let Ok(Proposed { accelerator, count, utilization, place }) = self.proposed() else { return true };
        let answers = Answers { accelerator, count, utilization, place, price: None, name: Some(String::new()) };
        let Ok(filled) = self.filled(&answers) else { return true };
        question.others(&answers).iter().any(|other| self.filled(other).as_ref() != Ok(&filled))
    }

    /// Its lines without holes, but for what a comparison and a check say.
    fn filled(&self, answers: &Answers) -> Result<Vec<String>, TemplateError> {
        let fillings = facts::fillings(answers, self.title());
        let lines: Vec<_> = self.lines().collect();
        Filler::new(&self.path, &fillings).filled(&lines)
    }

    /// Its lines but for the one that proposes.
    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let lines = self.text.lines().zip(1..).map(|(text, number)| Line { number, text });
        lines.filter(|line| !line.text.starts_with(DEFAULTS))
    }
}
