//! `check --explain`: the page of a rule, or all rules.

use super::super::console::Console;
use super::super::{Status, unwritten};
use super::format::CheckFormat;
use crate::diagnostic::Code;
use crate::report::check::rules;
use crate::scenario::nearest;
use anyhow::{Result, bail};

/// The word for all of them.
const ALL: &str = "rules";

/// Writes the page of a rule, or the list of all.
pub(super) fn run(rule: &str, format: CheckFormat, console: &mut Console<'_>) -> Result<Status> {
    let written = if rule == ALL {
        list(format, console)?
    } else {
        let code = find(rule)?;
        let canvas = console.canvas();
        rules::detail(code, &canvas, &mut console.output)
    };
    written.map_err(unwritten)?;
    Ok(Status::Fine)
}

fn list(format: CheckFormat, console: &mut Console<'_>) -> Result<std::io::Result<()>> {
    let canvas = console.canvas();
    let out = &mut console.output;
    Ok(match format {
        CheckFormat::Human => rules::overview(&canvas, out),
        CheckFormat::Json => rules::json(out),
        CheckFormat::Markdown => rules::markdown(out),
        CheckFormat::Concise | CheckFormat::Github | CheckFormat::Gitlab | CheckFormat::Junit | CheckFormat::Sarif => {
            bail!("rules are listed with --format human, json or markdown")
        }
    })
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
