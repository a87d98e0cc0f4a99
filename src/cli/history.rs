//! `history`: dated prices of an accelerator, their drift and volatility.

use super::Status;
use super::choice::{Choice, choice};
use super::console::Console;
use super::lists::{self, ListToRead};
use super::question::OutputOptions;
use crate::catalog::{ListKeeper, PriceList};
use crate::price_history::{HistoryError, HistoryRequest, PriceCollector, PriceHistory, PriceKind};
use crate::scenario::CalendarMonth;
use anyhow::{Result, bail};
use clap::Args;
use clap::builder::PossibleValue;
use std::path::Path;

/// Most rows of the table for each kind of price.
const ROWS: usize = 6;

/// Show dated prices of an accelerator, and estimate their drift and volatility.
///
/// Use it when prices may change within the term of a commitment. FILE is a price history (`history/prices.csv` of the repository of
/// rackrent has prices of 2022 to 2026), or a price list as `catalog --read` reads it. Give lists of several days to compare
/// them, each with its date if the list has none.
///
/// A series is one provider, instance, region, kind of price and currency. Its price of a month is the last one observed, per
/// accelerator-hour. Variants of an accelerator are separate series: `--accelerator H100` includes `H100 PCIe` and `H100 NVL`.
///
/// `a year` is the change of the median price per year, and volatility the standard deviation of its logarithm in a year, under a
/// random walk. Each month of a provider counts once, because its prices move together.
///
/// `Paste` is the change of a rental price with its volatility, and the file as its source; of the first of on-demand, committed and
/// spot prices with two observed months, or of --kind. A drift whose confidence interval contains 0 is 0.
///
/// Example: `rackrent history history/prices.csv --accelerator H100 --kind spot`
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Price history, or price list with the date of its prices if it has none, such as 2026-11-20=vms.csv.
    #[arg(value_name = "[DATE=]FILE", required = true, value_parser = ListToRead::parse)]
    files: Vec<ListToRead>,
    /// Read the revisions of a price list in a git repository, each with the date of its commit: the last of every month.
    #[arg(long)]
    revisions: bool,
    /// Accelerator, in any spelling: `h100`, `H100 SXM`, `A100 80GB`.
    #[arg(long, value_name = "NAME")]
    accelerator: String,
    /// Only prices of this provider.
    #[arg(long, value_name = "NAME")]
    provider: Option<String>,
    /// Only prices of this region.
    #[arg(long, value_name = "REGION")]
    region: Option<String>,
    /// Only prices of this kind.
    #[arg(long, value_name = "KIND", value_parser = choice::<PriceKind>())]
    kind: Option<PriceKind>,
    /// First month, such as 2024-01.
    #[arg(long, value_name = "MONTH", value_parser = month)]
    from: Option<CalendarMonth>,
    /// Last month.
    #[arg(long, value_name = "MONTH", value_parser = month)]
    to: Option<CalendarMonth>,
    /// Show every series; default: the first six of each kind.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    written: OutputOptions,
}

impl Choice for PriceKind {
    fn all() -> &'static [PriceKind] {
        &PriceKind::ALL
    }

    fn shown(self) -> PossibleValue {
        PossibleValue::new(self.name()).help(match self {
            PriceKind::OnDemand => "On demand",
            PriceKind::Committed1Year => "Committed for one year",
            PriceKind::Committed3Years => "Committed for three years",
            PriceKind::Spot => "Spot, which can be interrupted",
        })
    }
}

fn month(text: &str) -> Result<CalendarMonth, String> {
    CalendarMonth::read(text).map_err(|problem| problem.label)
}

/// Reads the lists and prints the series.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let paths: Vec<&Path> = arguments.files.iter().map(|list| list.path.as_path()).collect();
    arguments.written.check(&paths, console)?;
    if let Some((from, to)) = arguments.from.zip(arguments.to).filter(|(from, to)| from > to) {
        bail!("--from {from} is after --to {to}");
    }
    let mut collector = PriceCollector::new(HistoryRequest {
        accelerator: arguments.accelerator.clone(),
        provider: arguments.provider.clone(),
        region: arguments.region.clone(),
        kind: arguments.kind,
        from: arguments.from,
        to: arguments.to,
        rows: (!arguments.all).then_some(ROWS),
    });
    let mut take = |offer| collector.take(&offer);
    let read = if arguments.revisions {
        let [file] = arguments.files.as_slice() else {
            bail!("--revisions reads one file; {} are given", arguments.files.len())
        };
        lists::read_revisions(file, &mut take, console)?
    } else {
        lists::read_dated(&arguments.files, &mut take, console).map(|read| (arguments.files.clone(), read))
    };
    let Some((files, read)) = read else { return Ok(Status::NoAnswer) };
    let Some(history) = collected(collector, read, &files, console)? else { return Ok(Status::NoAnswer) };
    arguments.written.write(&history, console)?;
    Ok(Status::Fine)
}

/// The history of all offers of lists; `None` if a row has no date (already reported).
pub(super) fn collected(
    collector: PriceCollector,
    files: Vec<PriceList>,
    lists: &[ListToRead],
    console: &mut Console<'_>,
) -> Result<Option<PriceHistory>> {
    let name = |list: usize| lists.get(list).map(|list| list.path.display().to_string()).unwrap_or_default();
    match collector.history(files) {
        Ok(history) => Ok(Some(history)),
        Err(HistoryError::NoMatch(why)) => bail!("{why}"),
        Err(HistoryError::Twice { list, before }) => {
            bail!("{} has the same content as {}; give each file once", name(list), name(before))
        }
        Err(HistoryError::Undated { list, line, keeper }) => {
            let file = name(list);
            let before = format!("write the day before the file: 2026-11-20={file}");
            let message = match keeper {
                ListKeeper::Own => format!("this row has no date; fill `as_of`, or {before}"),
                ListKeeper::Skypilot | ListKeeper::Gpuhunt | ListKeeper::History => {
                    format!("its prices have no date; {before}")
                }
            };
            console.complain_of(&file, Some(line), &message);
            Ok(None)
        }
    }
}
