//! `flip`: which single number would have to change, and by how much, to reverse the decision.

use super::Status;
use super::console::Console;
use super::question::{Question, Searched};
use crate::analysis::Answer;
use crate::analysis::flip::Scope;
use crate::check;
use crate::number;
use crate::report::Weighed;
use anyhow::{Result, bail};
use clap::Args;
use rust_decimal::Decimal;

/// Which single number would have to change, and by how much, to reverse the decision.
///
/// Use it when a decision is on the table: what is the most we should pay per node, from which discount on is renting
/// cheaper, how long must we keep it? Each line is one number of the scenario, also one that was assumed: its value today,
/// the nearest value that reverses the decision between the best option to own and the best to rent, the change, and who wins
/// beyond it. Prices, rates and terms stand first, then demand, then where an option stops being possible, then everything
/// else, each with the nearest first: those are the numbers to check. A price that may rise by a half before it matters needs
/// no second quote.
///
/// One number moves at a time; everything else stays as it is, also what would follow it in life: another discount rate
/// leaves the prices alone, more demand leaves a stated number of nodes alone. The shares of a profile move together, and so
/// do the numbers of any other list. Options that are not possible, not eligible or not comparable at a value do not count
/// there, and where that reverses the decision it is said. Months and other numbers that decide what is paid when are tried
/// one by one, up to ten years.
///
/// Example: rackrent flip quote.yaml --only own.hgx --within 50%
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// Only this number, or all those of this part of the scenario; may be repeated.
    #[arg(long, value_name = "PATH")]
    only: Vec<String>,
    /// Only as far from today's value as this share of it.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    within: Option<Decimal>,
    #[command(flatten)]
    searched: Searched,
}

/// Finds what reverses the decision.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let Some(answer) = arguments.question.decided(arguments.searched.effort(), console)? else {
        return Ok(Status::NoAnswer);
    };
    arguments.only.iter().try_for_each(|path| known(path, &answer))?;
    let scope = Scope { only: arguments.only.clone(), within: arguments.within };
    let weighing = check::weighing(&answer);
    let flips = answer.flips(&scope).beside(check::standing(&weighing));
    let weighed = Weighed::of_flips(&flips, weighing);
    arguments.question.write_weighed(&weighed, &answer.loaded.sources, console)?;
    Ok(Status::Fine)
}

/// Refuses a path at which there is no number.
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
        bail!("there is no number at `{path}`; only numbers are moved");
    }
    Ok(())
}

/// A share above nothing, `50%` or `0.5`; more than 100 % with the sign.
fn share(text: &str) -> Result<Decimal, String> {
    let (digits, percent) = text.strip_suffix('%').map_or((text, false), |digits| (digits.trim_end(), true));
    let value = number::decimal(digits).map_err(|_| "write a share such as 50%".to_owned())?;
    let value = if percent { value / Decimal::ONE_HUNDRED } else { value };
    if value <= Decimal::ZERO || !percent && value > Decimal::ONE {
        return Err("write a share above 0%, such as 50% or 200%".to_owned());
    }
    Ok(value)
}
