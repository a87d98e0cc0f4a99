//! `check --explain`: the page of a rule, or the list of all rules.

use super::super::Status;
use super::super::console::Console;
use super::format::CheckFormat;
use crate::diagnostic::Code;
use crate::report::check::{RulePages, rules};
use crate::scenario::nearest;
use anyhow::{Result, bail};

/// Argument that lists all rules.
const ALL: &str = "rules";

/// Writes the page of a rule, or the list of all.
pub(super) fn run(rule: &str, format: CheckFormat, pages: &RulePages, console: &mut Console<'_>) -> Result<Status> {
    let only = if rule == ALL { None } else { Some(find(rule)?) };
    let canvas = console.canvas();
    let out = &mut console.output;
    let written = match (format, only) {
        (CheckFormat::Human, None) => rules::overview(&canvas, out),
        (CheckFormat::Human, Some(code)) => rules::detail(code, &canvas, out),
        (CheckFormat::Json, only) => rules::json(only, pages, out),
        (CheckFormat::Markdown, None) => rules::markdown(out),
        (CheckFormat::Markdown, Some(code)) => rules::page(code, pages, out),
        (
            CheckFormat::Concise | CheckFormat::Github | CheckFormat::Gitlab | CheckFormat::Junit | CheckFormat::Sarif,
            _,
        ) => bail!("--explain supports only --format human, json and markdown"),
    };
    super::super::written(written)?;
    Ok(Status::Fine)
}

fn find(rule: &str) -> Result<Code> {
    let Some(code) = Code::named(rule) else {
        match nearest(rule, Code::ALL.iter().map(|code| code.text())) {
            Some(near) => bail!("there is no rule `{rule}`; did you mean `{near}`?"),
            None => bail!("there is no rule `{rule}`; `rackrent check --explain rules` lists all of them"),
        }
    };
    Ok(code)
}
