//! The options that answer a question, and whether a template asks it.

use super::Arguments;
use crate::template::{Question, Template};
use anyhow::{Result, bail};
use language::suggest::listed;

/// What answers a question on the command line.
pub(super) const fn named(question: Question) -> &'static str {
    match question {
        Question::Accelerator => "--accelerator",
        Question::Count => "--count",
        Question::Utilization => "--utilization",
        Question::Place => "--where",
        Question::Price => "--price",
        Question::Name => "--name",
    }
}

/// Whether it is answered there.
pub(super) fn says(arguments: &Arguments, question: Question) -> bool {
    match question {
        Question::Accelerator => arguments.accelerator.is_some(),
        Question::Count => arguments.count.is_some(),
        Question::Utilization => arguments.utilization.is_some(),
        Question::Place => arguments.r#where.is_some(),
        Question::Price => arguments.price.is_some(),
        Question::Name => arguments.name.is_some(),
    }
}

/// The first question that is answered and that a template does not ask.
pub(super) fn unasked(arguments: &Arguments, template: &Template) -> Option<Question> {
    Question::ALL.into_iter().find(|question| says(arguments, *question) && !template.asks(*question))
}

/// Refuses an option from which nothing in a template follows, with the templates that have a place for it.
///
/// # Errors
/// If there is one.
pub(super) fn have_a_place(arguments: &Arguments, template: &Template, all: &[Template]) -> Result<()> {
    let Some(question) = unasked(arguments, template) else { return Ok(()) };
    let others: Vec<&str> = all.iter().filter(|other| other.asks(question)).map(Template::name).collect();
    let others = if others.is_empty() { String::new() } else { format!(", which is for {}", listed(&others, "and")) };
    bail!(
        "`{}` has no place for {}{others}: leave it out, and change the file once it is written",
        template.name(),
        named(question)
    )
}
