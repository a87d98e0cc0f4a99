//! `backtest`: decisions of past months, with the prices that followed.

use super::Status;
use super::console::Console;
use super::history::collected;
use super::lists::{self, ListToRead};
use super::question::{Question, from_one};
use crate::analysis::backtest::{BacktestRequest, DatedOption, PriceFile, accelerator, backtest};
use crate::price_history::{HistoryRequest, PriceCollector, PriceHistory};
use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;
use std::num::NonZeroU32;
use std::path::Path;

/// Test how decisions of past months would have turned out.
///
/// For every month with prices, it decides with the rental prices of that month, and evaluates the decision with the prices of the
/// months that followed. It counts how often the verdict held (own or rent was right), and states the regret: what the chosen option
/// cost more than the best one.
///
/// FILE is the scenario of today; its servers and all other inputs stay the same. A series has the on-demand prices of one provider,
/// instance and region; `rackrent history` lists them. Spot prices of the same instance replace the spot price of the option, if the
/// scenario states one. A price that the files do not have stays the stated one, and the report lists it.
///
/// The scenario's expected price change is compared with constant prices, a fall of 8 % a year, and the change over the twelve months
/// before the decision.
///
/// Example: rackrent backtest scenarios/serving-8xh100.yaml --history history/prices.csv --accelerator H100
/// --series "rent.aws-p5=aws p5.48xlarge us-east-1"
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// Price history, or price list with the date of its prices if it has none, such as 2026-11-20=vms.csv.
    #[arg(long, value_name = "[DATE=]FILE", required = true, value_parser = ListToRead::parse)]
    history: Vec<ListToRead>,
    /// Rented option and its series: provider, instance and region, or some of their words.
    #[arg(long, value_name = "OPTION=SERIES", required = true, value_parser = OptionSeries::parse)]
    series: Vec<OptionSeries>,
    /// Accelerator of the series; default: that of the option.
    #[arg(long, value_name = "NAME")]
    accelerator: Option<String>,
    /// Decide only every so many months.
    #[arg(long, value_name = "MONTHS", default_value = "1", value_parser = from_one::<NonZeroU32>)]
    every: NonZeroU32,
    /// Months with observed prices that a decision needs, its own included.
    #[arg(long, value_name = "MONTHS", default_value = "13", value_parser = from_one::<NonZeroU32>)]
    least: NonZeroU32,
    /// Compare with the change and volatility that `rackrent history` would have estimated in each month.
    #[arg(long)]
    out_of_sample: bool,
}

/// A rented option and the name of its series.
#[derive(Clone, Debug)]
struct OptionSeries {
    option: String,
    series: String,
}

impl OptionSeries {
    fn parse(text: &str) -> Result<OptionSeries, String> {
        let parts = text.split_once('=').filter(|(option, series)| !option.is_empty() && !series.trim().is_empty());
        let (option, series) = parts.ok_or("write the option and its series: rent.aws=aws p5.48xlarge us-east-1")?;
        Ok(OptionSeries { option: option.to_owned(), series: series.to_owned() })
    }
}

/// Decides in every month and prints how the decisions turned out.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let paths: Vec<&Path> = arguments.history.iter().map(|list| list.path.as_path()).collect();
    let Some((loaded, traces)) = arguments.question.loaded_with(&paths, console)? else { return Ok(Status::NoAnswer) };
    let (mut histories, mut options): (Vec<PriceHistory>, Vec<DatedOption>) = (Vec::new(), Vec::new());
    for named in &arguments.series {
        if options.iter().any(|option| option.option == named.option) {
            bail!("`{}` has two series; name one", named.option);
        }
        let of_option = accelerator(&loaded.scenario, &named.option)?;
        let name = arguments.accelerator.as_deref().or(of_option);
        let name =
            name.with_context(|| format!("`{}` names no accelerator; add `--accelerator H100`", named.option))?;
        let known = histories.iter().position(|history| history.request.accelerator == name);
        let at = known.unwrap_or(histories.len());
        if known.is_none() {
            let Some(history) = history(arguments, name, console)? else { return Ok(Status::NoAnswer) };
            histories.push(history);
        }
        let dated = histories[at].dated_option(&named.option, &named.series, arguments.out_of_sample);
        options.push(dated.map_err(|why| anyhow!("--series {}: {why}", named.option))?);
    }
    // every history is of all files
    let files = histories.iter().take(1).flat_map(|history| &history.files);
    let files = files.map(|file| PriceFile { name: file.name.clone(), sha256: file.sha256.clone() }).collect();
    let request = BacktestRequest { files, options, every: arguments.every, least: arguments.least.get() };
    let found = backtest(&loaded, &traces, &request)?;
    arguments.question.write(&found, console)?;
    Ok(Status::Fine)
}

/// Prices of an accelerator; `None` if a list is invalid (already reported).
fn history(arguments: &Arguments, accelerator: &str, console: &mut Console<'_>) -> Result<Option<PriceHistory>> {
    let mut collector = PriceCollector::new(HistoryRequest::all(accelerator));
    let Some(files) = lists::read_dated(&arguments.history, &mut |offer| collector.take(&offer), console) else {
        return Ok(None);
    };
    collected(collector, files, &arguments.history, console)
}
