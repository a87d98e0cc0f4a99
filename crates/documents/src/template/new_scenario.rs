//! New scenario from a template: filled, compared and checked, so that it lists its winner and its open points.

use super::answers::Answers;
use super::fill::{Filler, PlaceholderValue, PlaceholderValues, TemplateError};
use super::hole::List;
use super::value::Value;
use super::{Record, Template, facts};
use crate::check::{Checked, Decided, Policy, checked_answer};
use crate::diagnostic::Diagnostic;
use crate::scenario::Files;
use language::diagnostic::Coded;

/// Longest comment line.
const WIDTH: usize = 110;
/// Marks of a guess: after a value and after another comment.
const GUESSES: [&str; 2] = ["# guess", "; guess"];

/// New scenario.
#[derive(Debug)]
pub struct NewScenario {
    /// Text.
    pub text: String,
    /// Number of lines with a guess.
    pub guesses: usize,
    /// Result of a check.
    pub checked: Checked,
}

/// Why there is no scenario.
#[derive(Debug)]
pub enum NewScenarioError {
    /// The template has a placeholder that cannot be filled.
    Template(TemplateError),
    /// The filled template has no answer.
    Refused(Box<Checked>),
}

impl From<TemplateError> for NewScenarioError {
    fn from(error: TemplateError) -> NewScenarioError {
        NewScenarioError::Template(error)
    }
}

/// Scenario of a template with these answers, named `file`, which reads its own files from `files`.
///
/// The template is filled three times: first to find the winner for `<winner>`, then to find the findings for the lines of
/// `<open.…>`. These lines are comments, so they change no finding.
///
/// # Errors
/// If a placeholder cannot be filled, or the filled template is not a valid scenario.
pub fn new_scenario(
    template: &Template,
    answers: &Answers,
    file: &str,
    files: &dyn Files,
) -> Result<NewScenario, NewScenarioError> {
    let mut fillings = facts::fillings(answers, template.title());
    let decided = decided(file, &filled(template, &fillings)?, files)?;
    let winner = decided.winner.map_or("none".to_owned(), |winner| winner.to_string());
    fillings.single.insert("winner", PlaceholderValue::known(Value::Name(winner)));
    let found = checked(file, &filled(template, &fillings)?, files).findings;
    fillings.lists.insert(List::Open, open(&found));
    let text = filled(template, &fillings)?;
    let guesses = text.lines().filter(|line| GUESSES.iter().any(|mark| line.contains(mark))).count();
    let checked = checked(file, &text, files);
    Ok(NewScenario { text, guesses, checked })
}

fn checked(file: &str, text: &str, files: &dyn Files) -> Checked {
    checked_answer(file, text, &[], files, &Policy::default()).0
}

fn decided(file: &str, text: &str, files: &dyn Files) -> Result<Decided, NewScenarioError> {
    let checked = checked(file, text, files);
    checked.decided.clone().ok_or_else(|| NewScenarioError::Refused(Box::new(checked)))
}

/// Findings by rule, in the order of their first finding.
fn open(found: &[Diagnostic]) -> Vec<Record> {
    let mut by_rule: Vec<(&Diagnostic, u32)> = Vec::new();
    for finding in found {
        match by_rule.iter_mut().find(|(first, _)| first.code == finding.code) {
            Some((_, more)) => *more += 1,
            None => by_rule.push((finding, 0)),
        }
    }
    let record = |(first, more): (&Diagnostic, u32)| {
        let more = if more == 0 { String::new() } else { format!("; and {more} more") };
        let what = format!("{}{more}", first.message);
        Record::from([
            ("open.rule", PlaceholderValue::known(Value::Words(first.code.name().to_owned()))),
            ("open.what", PlaceholderValue::known(Value::Text(what))),
        ])
    };
    by_rule.into_iter().map(record).collect()
}

/// Text of a template with its placeholders filled, without lines for `rackrent new`; long comments are wrapped.
fn filled(template: &Template, fillings: &PlaceholderValues) -> Result<String, TemplateError> {
    let lines: Vec<_> = template.lines().collect();
    let filled = Filler::new(template.path(), fillings).filled(&lines)?;
    let lines: Vec<String> = filled.iter().flat_map(|line| wrapped(line)).collect();
    let ended = lines.iter().flat_map(|line| [line.trim_end(), "\n"]);
    Ok(ended.collect())
}

/// A line; a long comment as several lines, indented below the first.
fn wrapped(line: &str) -> Vec<String> {
    if line.chars().count() <= WIDTH || !line.starts_with("# ") {
        return vec![line.to_owned()];
    }
    let options = textwrap::Options::new(WIDTH).subsequent_indent("#     ").break_words(false);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(line, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}
