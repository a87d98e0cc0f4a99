//! A scenario that a template begins: filled, compared and checked, so that it says itself which option wins and what is open.

use super::answers::Answers;
use super::fill::{Filler, Filling, Fillings, TemplateError};
use super::hole::List;
use super::value::Value;
use super::{Record, Template, facts};
use crate::check::{Checked, Decided, Policy, checked_answer};
use crate::diagnostic::Diagnostic;
use crate::scenario::Files;
use language::diagnostic::Coded;

/// The widest line of comment that is written.
const WIDTH: usize = 110;
/// What marks a number as a guess, alone and behind another comment.
const GUESSES: [&str; 2] = ["# guess", "; guess"];

/// A scenario to go on with.
#[derive(Debug)]
pub struct BegunScenario {
    /// Its text.
    pub text: String,
    /// How many of its lines have a number that is marked as a guess.
    pub guesses: usize,
    /// What a check finds in it.
    pub checked: Checked,
}

/// Why there is none.
#[derive(Debug)]
pub enum NotBegun {
    /// The template has a hole that can't be filled.
    Template(TemplateError),
    /// What it was filled to has no answer.
    Refused(Box<Checked>),
}

impl From<TemplateError> for NotBegun {
    fn from(error: TemplateError) -> NotBegun {
        NotBegun::Template(error)
    }
}

/// The scenario of a template and of answers, which will be called `file` and read its own files from `files`.
///
/// It is filled three times: to see which option wins, which `<winner>` then says; to see what a check finds in that, which the
/// lines of `<open.…>` then say; they are comments, and change no finding.
///
/// # Errors
/// If a hole of the template can't be filled, or what it is filled to is no valid scenario.
pub fn begun(template: &Template, answers: &Answers, file: &str, files: &dyn Files) -> Result<BegunScenario, NotBegun> {
    let mut fillings = facts::fillings(answers, template.title());
    let decided = decided(file, &filled(template, &fillings)?, files)?;
    let winner = decided.winner.unwrap_or_else(|| "none".to_owned());
    fillings.single.insert("winner", Filling::known(Value::Name(winner)));
    let found = checked(file, &filled(template, &fillings)?, files).findings;
    fillings.lists.insert(List::Open, open(&found));
    let text = filled(template, &fillings)?;
    let guesses = text.lines().filter(|line| GUESSES.iter().any(|mark| line.contains(mark))).count();
    let checked = checked(file, &text, files);
    Ok(BegunScenario { text, guesses, checked })
}

fn checked(file: &str, text: &str, files: &dyn Files) -> Checked {
    checked_answer(file, text, &[], files, &Policy::default()).0
}

fn decided(file: &str, text: &str, files: &dyn Files) -> Result<Decided, NotBegun> {
    let checked = checked(file, text, files);
    checked.decided.clone().ok_or_else(|| NotBegun::Refused(Box::new(checked)))
}

/// What is found, rule by rule in the order in which they first find something.
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
            ("open.rule", Filling::known(Value::Words(first.code.name().to_owned()))),
            ("open.what", Filling::known(Value::Text(what))),
        ])
    };
    by_rule.into_iter().map(record).collect()
}

/// The text of a template without its holes, and without what only `rackrent new` reads; long comments in several lines.
fn filled(template: &Template, fillings: &Fillings) -> Result<String, TemplateError> {
    let lines: Vec<_> = template.lines().collect();
    let filled = Filler::new(template.path(), fillings).filled(&lines)?;
    let lines: Vec<String> = filled.iter().flat_map(|line| wrapped(line)).collect();
    let ended = lines.iter().flat_map(|line| [line.trim_end(), "\n"]);
    Ok(ended.collect())
}

/// A line; of a comment that is too long as many as it takes, set in below the first.
fn wrapped(line: &str) -> Vec<String> {
    if line.chars().count() <= WIDTH || !line.starts_with("# ") {
        return vec![line.to_owned()];
    }
    let options = textwrap::Options::new(WIDTH).subsequent_indent("#     ").break_words(false);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(line, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}
