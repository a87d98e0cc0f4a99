//! `flip`: the changes of a single number that reverse the decision (switching values).

use super::Status;
use super::console::Console;
use super::question::{Question, Searched};
use crate::analysis::Answer;
use crate::analysis::flip::Scope;
use crate::check;
use crate::number;
use crate::report::WithCaveats;
use anyhow::{Result, bail};
use clap::Args;
use rust_decimal::Decimal;

/// Find the changes of one number that reverse the decision.
///
/// Use it when a decision is on the table: what is the most we should pay per node, from which discount on is renting cheaper,
/// how long must we keep it? Each line is one number of the scenario, including assumed ones: its value today, the nearest value
/// that reverses the decision between the best owned and the best rented option (the switching value), the change, and the winner
/// beyond it. Prices, rates and terms come first, then demand, then values at which an option becomes impossible, then everything
/// else; the nearest come first in each group. These are the numbers to check: a price that may rise by half before it matters
/// needs no second quote.
///
/// One number changes at a time; all others stay fixed, including those that would follow it in practice: another discount rate
/// does not change prices, and more demand does not change a stated number of nodes. The shares of a profile change together, and
/// so do the numbers of any other list. Options that are not possible, not eligible or not comparable at a value do not count
/// there; if that reverses the decision, the output says so. Months and other numbers that determine when something is paid are
/// tested one by one, up to five years or twice their value; `--effort 2` tests up to ten years.
///
/// Example: rackrent flip quote.yaml --only own.hgx --within 50%
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// Test only this number, or all numbers of this part of the scenario. Repeatable.
    #[arg(long, value_name = "PATH")]
    only: Vec<String>,
    /// Test only values within this share of today's value.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    within: Option<Decimal>,
    #[command(flatten)]
    searched: Searched,
}

/// Searches for the values that reverse the decision.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let Some(answer) = arguments.question.decided(arguments.searched.effort(), console)? else {
        return Ok(Status::NoAnswer);
    };
    arguments.only.iter().try_for_each(|path| known(path, &answer))?;
    let scope = Scope { only: arguments.only.clone(), within: arguments.within };
    let caveats = check::caveats(&answer);
    let flips = answer.flips(&scope).with_findings(check::standing(&caveats));
    let with_caveats = WithCaveats::of_flips(&flips, caveats);
    arguments.question.write_with_caveats(&with_caveats, &answer.loaded.sources, console)?;
    Ok(Status::Fine)
}

/// Rejects a path without a number.
fn known(path: &str, answer: &Answer) -> Result<()> {
    let document = &answer.loaded.document;
    let Some(at) = document.find(path) else {
        match document.nearest_path(path) {
            Some(near) => bail!("`{path}` is not a path of the scenario; did you mean `{near}`?"),
            None => bail!("`{path}` is not a path of the scenario; write one such as `own` or `discount_rate`"),
        }
    };
    let below = format!("{path}.");
    let numbers = document.numbers();
    let mut numbers = numbers.iter().filter(|number| number.at == at || document.path(number.at).starts_with(&below));
    if numbers.next().is_none() {
        bail!("there is no number at `{path}`; flip changes only numbers");
    }
    Ok(())
}

/// Parses a positive share: `50%` or `0.5`; a share above 100 % requires the percent sign.
fn share(text: &str) -> Result<Decimal, String> {
    let (digits, percent) = text.strip_suffix('%').map_or((text, false), |digits| (digits.trim_end(), true));
    let value = number::decimal(digits).map_err(|_| "write a share such as 50%".to_owned())?;
    let value = if percent { value / Decimal::ONE_HUNDRED } else { value };
    if value <= Decimal::ZERO || !percent && value > Decimal::ONE {
        return Err("write a share above 0%, such as 50% or 200%".to_owned());
    }
    Ok(value)
}
