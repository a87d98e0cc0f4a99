//! `catalog`: dated facts that come with the program, and price lists of today that are read beside them.

use super::Status;
use super::check::day;
use super::choice::{Choice, choice};
use super::console::Console;
use super::lists::{self, ListToRead};
use super::question::Written;
use crate::catalog::{FactKind, FactQuery, NothingFits, Offer};
use crate::report::FoundFacts;
use crate::scenario::Date;
use anyhow::{Result, bail};
use clap::Args;
use clap::builder::PossibleValue;
use std::path::Path;

/// Published prices and specifications, each with its date, its source and how good that is.
///
/// Use it to begin a scenario, or to see whether a quote is usual. It has accelerators, servers, instances by the hour, what sites
/// and clouds charge beside that, and exchange rates. QUERY is words that must all fit: the name of an accelerator in any spelling
/// (`h100`, `A100 80GB`), a cloud, an instance, a region, a currency, what is measured (`electricity`).
///
/// The program asks no network, so that its prices are as old as they say. For those of today hand it a list with `--read`: a
/// `vms.csv` of SkyPilot (`~/.sky/catalogs/*/aws/vms.csv`), a catalog of gpuhunt, or a list of your own, which is known by its
/// header; hosts without accelerators are left out. A list that says no date gets one as `--read 2026-11-20=vms.csv`.
///
/// Prices of an instance and of an accelerator stand in columns of their own. A blank was not found; it is never nothing.
///
/// Example: rackrent catalog h100 --read ~/.sky/catalogs/v8/aws/vms.csv
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Words that must all fit; without them everything is shown.
    #[arg(value_name = "QUERY")]
    query: Vec<String>,
    /// Shows facts of one kind.
    #[arg(long, value_name = "KIND", value_parser = choice::<FactKind>())]
    kind: Option<FactKind>,
    /// A price list to read beside the catalog, and the day of its prices where it says none. May be repeated.
    #[arg(long, value_name = "[DATE=]FILE", value_parser = ListToRead::parse)]
    read: Vec<ListToRead>,
    /// The day from which ages are counted, as in 2026-11-21.
    #[arg(long, value_name = "DATE", value_parser = day)]
    today: Option<Date>,
    #[command(flatten)]
    written: Written,
}

impl Choice for FactKind {
    fn all() -> &'static [FactKind] {
        &[FactKind::Accelerators, FactKind::Servers, FactKind::Rentals, FactKind::Measures, FactKind::ExchangeRates]
    }

    fn shown(self) -> PossibleValue {
        let (name, help) = match self {
            FactKind::Accelerators => ("accelerators", "What accelerators are, and what one alone is sold for"),
            FactKind::Servers => ("servers", "What whole servers are sold for"),
            FactKind::Rentals => ("rentals", "What is asked for instances by the hour"),
            FactKind::Measures => {
                ("measures", "Electricity, colocation, storage, egress, staff, PUE, spot interruptions")
            }
            FactKind::ExchangeRates => ("exchange-rates", "What currencies were worth"),
        };
        PossibleValue::new(name).help(help)
    }
}

/// Shows what fits.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let paths: Vec<&Path> = arguments.read.iter().map(|list| list.path.as_path()).collect();
    arguments.written.check(&paths, console)?;
    let query = FactQuery::of(&arguments.query.join(" "), arguments.kind);
    let mut fitting = Vec::new();
    let mut unread = query.words().to_vec();
    let take = &mut |offer: Offer| {
        unread.retain(|word| !offer.has_word(word));
        if query.has_offer(&offer) {
            fitting.push(offer);
        }
    };
    let Some(lists) = lists::read_all(&arguments.read, take, console) else { return Ok(Status::NoAnswer) };
    let found = query.in_catalog().with(fitting);
    if found.is_empty() {
        bail!(nothing(&query.nothing(&unread), &arguments.query.join(" ")));
    }
    let facts = FoundFacts { query: arguments.query.join(" "), today: arguments.today, found, lists };
    arguments.written.write(&facts, console)?;
    Ok(Status::Fine)
}

/// Why nothing fits, and what is near.
fn nothing(why: &NothingFits, words: &str) -> String {
    match why {
        NothingFits::Word { word, near: Some(near) } => {
            format!("nothing has the word `{word}`; did you mean `{near}`?")
        }
        NothingFits::Word { word, near: None } => {
            format!("nothing has the word `{word}`; without QUERY the command shows everything")
        }
        NothingFits::Together => format!("nothing has all words of `{words}`; leave one of them out"),
    }
}
