//! Options that answer a question, and the templates that ask it.

use super::Arguments;
use crate::template::{Question, Template};
use anyhow::{Result, bail};
use language::suggest::listed;

/// Option that answers a question.
pub(super) const fn named(question: Question) -> &'static str {
    match question {
        Question::Accelerator => "--accelerator",
        Question::Count => "--count",
        Question::Utilization => "--utilization",
        Question::Place => "--where",
        Question::Price => "--price",
        Question::Start => "--start",
        Question::Tax => "--tax",
        Question::Vat => "--vat",
        Question::Name => "--name",
    }
}

/// Whether the option is given.
pub(super) fn says(arguments: &Arguments, question: Question) -> bool {
    match question {
        Question::Accelerator => arguments.accelerator.is_some(),
        Question::Count => arguments.count.is_some(),
        Question::Utilization => arguments.utilization.is_some(),
        Question::Place => arguments.r#where.is_some(),
        Question::Price => arguments.price.is_some(),
        Question::Start => arguments.start.is_some(),
        Question::Tax => arguments.tax.is_some(),
        Question::Vat => arguments.vat.is_some(),
        Question::Name => arguments.name.is_some(),
    }
}

/// First question that is answered but that a template does not ask.
pub(super) fn missing_question(arguments: &Arguments, template: &Template) -> Option<Question> {
    Question::ALL.into_iter().find(|question| says(arguments, *question) && !template.asks(*question))
}

/// Rejects an option that has no effect in a template, naming the templates that use it.
///
/// # Errors
/// If there is one.
pub(super) fn have_a_place(arguments: &Arguments, template: &Template, all: &[Template]) -> Result<()> {
    let Some(question) = missing_question(arguments, template) else { return Ok(()) };
    let others: Vec<&str> = all.iter().filter(|other| other.asks(question)).map(Template::name).collect();
    let others =
        if others.is_empty() { String::new() } else { format!(", which applies to {}", listed(&others, "and")) };
    bail!(
        "`{}` does not use {}{others}: omit it, and edit the file once it is written",
        template.name(),
        named(question)
    )
}
