//! `catalog`: dated prices and specifications shipped with the program, and price lists read in addition.

mod throughput;

use super::Status;
use super::check::{day, policies};
use super::choice::{Choice, choice};
use super::console::Console;
use super::lists::{self, ListToRead, Taken};
use super::packs;
use super::question::OutputOptions;
use crate::catalog::{ApiListEntry, FactKind, FactQuery, NoMatch, Offer, catalog_pack};
use crate::report::FoundFacts;
use crate::scenario::Date;
use anyhow::{Result, bail, ensure};
use clap::builder::PossibleValue;
use clap::{Args, Subcommand};
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// Search published prices and specifications.
///
/// Use it to start a scenario or to judge a quote. Every entry has its date, its source and the quality of that source. The
/// catalog has accelerators, servers, hourly instance prices, prices of APIs per million tokens, other charges of sites and
/// clouds, and exchange rates. All words of QUERY must match: an accelerator name in any spelling (`h100`, `A100 80GB`), a cloud,
/// an instance, a region, a model (`llama 70b`), a currency or a measure (`electricity`).
///
/// The program does not access the network; each catalog price is as old as its date. For current prices, pass a list with
/// `--read`: a SkyPilot `vms.csv` (`~/.sky/catalogs/*/aws/vms.csv`), a gpuhunt catalog, or your own list, recognised by its
/// header; hosts without accelerators are skipped. For current prices of APIs, pass the JSON of genai-prices or LiteLLM; models
/// that a price per million tokens does not describe are left out and counted. If a list has no date, add one:
/// `--read 2026-11-20=vms.csv`.
///
/// With `--today`, each entry has its age. Prices that are older than 45 days, or than `max_price_age_days` of the `rackrent.toml`
/// of the current folder, are marked, and so are marketplaces, such as Vast.ai: their hosts set the prices.
///
/// Prices per instance and per accelerator have separate columns. A blank cell means not found, never zero.
///
/// `Paste` shows the prices of one to three APIs as a piece of a scenario.
///
/// `rackrent catalog throughput` searches published results of measured throughput instead.
///
/// Example: rackrent catalog h100 --read ~/.sky/catalogs/v8/aws/vms.csv
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    part: Option<Part>,
    /// Search words, which must all match; default: show everything.
    #[arg(value_name = "QUERY")]
    query: Vec<String>,
    /// Show only this kind of entry.
    #[arg(long, value_name = "KIND", value_parser = choice::<FactKind>())]
    kind: Option<FactKind>,
    /// Price list to read in addition to the catalog, with the date of its prices if the list has none. Repeatable.
    #[arg(long, value_name = "[DATE=]FILE", value_parser = ListToRead::parse)]
    read: Vec<ListToRead>,
    /// Write the shipped catalog as a pack into a new folder, to begin one of your own.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["query", "kind", "read", "today", "format", "output"])]
    export: Option<PathBuf>,
    /// Date from which ages are counted, such as 2026-11-21.
    #[arg(long, value_name = "DATE", value_parser = day)]
    today: Option<Date>,
    #[command(flatten)]
    written: OutputOptions,
}

/// A part of the catalog with its own search.
#[derive(Debug, Subcommand)]
enum Part {
    Throughput(throughput::Arguments),
}

impl Choice for FactKind {
    fn all() -> &'static [FactKind] {
        &[
            FactKind::Accelerators,
            FactKind::Servers,
            FactKind::Rentals,
            FactKind::Apis,
            FactKind::Measures,
            FactKind::ExchangeRates,
        ]
    }

    fn shown(self) -> PossibleValue {
        let (name, help) = match self {
            FactKind::Accelerators => ("accelerators", "Accelerator specifications and prices of single accelerators"),
            FactKind::Servers => ("servers", "Prices of complete servers"),
            FactKind::Rentals => ("rentals", "Hourly prices of instances"),
            FactKind::Apis => ("apis", "Prices of APIs per million tokens"),
            FactKind::Measures => {
                ("measures", "Electricity, colocation, storage, egress, staff, PUE, spot interruptions")
            }
            FactKind::ExchangeRates => ("exchange-rates", "Exchange rates of currencies"),
        };
        PossibleValue::new(name).help(help)
    }
}

/// Searches the catalog and the lists.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    if let Some(Part::Throughput(of)) = &arguments.part {
        return throughput::run(of, console);
    }
    if let Some(folder) = &arguments.export {
        ensure!(
            catalog_pack().is_none(),
            "--export writes the shipped catalog; omit --catalog, and copy your pack instead"
        );
        packs::export(folder)?;
        return Ok(Status::Fine);
    }
    let paths: Vec<&Path> = arguments.read.iter().map(|list| list.path.as_path()).collect();
    arguments.written.check(&paths, console)?;
    let Some(policy) = policies::around(Path::new("."), console) else { return Ok(Status::NoAnswer) };
    let query = FactQuery::of(&arguments.query.join(" "), arguments.kind);
    let (mut offers, mut api_prices, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    let unread = RefCell::new(query.words().to_vec());
    let offer = &mut |offer: Offer| {
        unread.borrow_mut().retain(|word| !offer.has_word(word));
        if query.has_offer(&offer) {
            offers.push(offer);
        }
    };
    let api = &mut |entry: ApiListEntry| match entry {
        ApiListEntry::Price(price) => {
            unread.borrow_mut().retain(|word| !price.has_word(word));
            if query.has_api_price(&price) {
                api_prices.push(*price);
            }
        }
        ApiListEntry::LeftOut(model) if query.has_left_out(&model.name) => left_out.push(model),
        ApiListEntry::LeftOut(_) => {}
    };
    let take = Taken { offer, api: Some(api) };
    let Some(lists) = lists::read_all(&arguments.read, take, console) else { return Ok(Status::NoAnswer) };
    let found = query.in_catalog().with(offers, api_prices);
    if found.is_empty() {
        let words = arguments.query.join(" ");
        match left_out.first() {
            Some(model) => bail!("no price for `{words}`: {} is left out, {}", model.name, model.reason.after_count()),
            None => bail!(nothing(&query.nothing(&unread.into_inner()), &words)),
        }
    }
    let facts = FoundFacts {
        query: arguments.query.join(" "),
        today: arguments.today,
        max_price_age_days: policy.max_price_age_days,
        found,
        lists: lists.rentals,
        api_lists: lists.apis,
        left_out,
    };
    arguments.written.write(&facts, console)?;
    Ok(Status::Fine)
}

/// Error if nothing matches, with the nearest word.
fn nothing(why: &NoMatch, words: &str) -> String {
    match why {
        NoMatch::Word { word, near: Some(near) } => {
            format!("no entry contains `{word}`; did you mean `{near}`?")
        }
        NoMatch::Word { word, near: None } => {
            format!("no entry contains `{word}`; run the command without QUERY to list everything")
        }
        NoMatch::Together => format!("no entry contains all words of `{words}`; remove one of them"),
    }
}
