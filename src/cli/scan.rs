//! `scan`: every offer of a price list as an option of a scenario.

use super::Status;
use super::check::day;
use super::console::Console;
use super::lists::{self, ListToRead};
use super::question::{Question, Searched, from_one};
use crate::catalog::{Offer, catalog_offers};
use crate::scan::{NotScanned, ScanAsked, StatedFactor, scan};
use crate::scenario::Date;
use anyhow::{Result, bail};
use clap::Args;
use std::num::NonZeroUsize;
use std::path::Path;

/// Which offer of a price list does the work for the least: each evaluated as an option of the scenario, with all its rules.
///
/// Use it before you ask for quotes, or to see whether one is usual. Every offer that can do the work is taken as one more option
/// to rent, ranked by present value, and the best of them is mixed with what the scenario owns. Without `--offers` they are the
/// rentals of the catalog, which are as old as they say; lists of today are those that `rackrent catalog --read` reads: a `vms.csv`
/// of SkyPilot, a catalog of gpuhunt, or a list of your own.
///
/// An offer is an option as one of the scenario's (`--like`): its operating lines, scaling, idle overhead, interruptions and
/// features are taken over, its prices, discount and commitments are not. Instances are committed to for one or three years where
/// the offer has a price for that and it costs less; flexible work runs on spot where that option says how often it is interrupted.
///
/// What an accelerator does against the reference is never guessed: an option of the scenario with the same accelerators says it,
/// or `--throughput`. Offers that are left out are counted, with the reason.
///
/// Each offer has the day of its price and how old that is, on `--today` or else on the day of the scenario's prices; no clock is read.
/// The answer says when the price of the cheapest is older than 45 days.
///
/// `Paste` is the cheapest as a piece of the scenario: with it, `rackrent compare` shows the same number to the cent.
///
/// Example: rackrent scan quote.yaml --offers 2026-11-20=~/.sky/catalogs/v8/aws/vms.csv --throughput H100=0.8
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// The price lists, each with the day of its prices where it says none; without them the offers are the catalog's.
    #[arg(long, value_name = "[DATE=]CSV", num_args = 1.., value_parser = ListToRead::parse)]
    offers: Vec<ListToRead>,
    /// The option to rent that offers are taken as; without it the first that rents instances.
    #[arg(long, value_name = "OPTION")]
    like: Option<String>,
    /// What accelerators do against the reference, as in `H200=1.4`. May be repeated.
    #[arg(long, value_name = "NAME=FACTOR", value_parser = StatedFactor::parse)]
    throughput: Vec<StatedFactor>,
    /// As many offers are ranked.
    #[arg(long, value_name = "N", default_value_t = ScanAsked::USUAL_TOP, value_parser = from_one::<NonZeroUsize>)]
    top: NonZeroUsize,
    /// The day from which ages of prices are counted, as in 2026-11-21; without it that of the scenario's prices.
    #[arg(long, value_name = "DATE", value_parser = day)]
    today: Option<Date>,
    #[command(flatten)]
    searched: Searched,
}

/// Ranks offers.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let files: Vec<&Path> = arguments.offers.iter().map(|list| list.path.as_path()).collect();
    let Some((loaded, traces)) = arguments.question.loaded_beside(&files, console)? else {
        return Ok(Status::NoAnswer);
    };
    let mut offers: Vec<Offer> = Vec::new();
    let Some(lists) = lists::read_all(&arguments.offers, &mut |offer| offers.push(offer), console) else {
        return Ok(Status::NoAnswer);
    };
    if arguments.offers.is_empty() {
        offers.extend(catalog_offers());
    }
    let asked = ScanAsked {
        like: arguments.like.clone(),
        factors: arguments.throughput.clone(),
        top: arguments.top,
        effort: arguments.searched.effort(),
        today: arguments.today,
    };
    match scan((&loaded, &traces), (&lists, offers), &asked) {
        Ok(scan) => {
            arguments.question.write(&scan, console)?;
            Ok(Status::Fine)
        }
        Err(NotScanned::NoOffers { rows: 0 }) => bail!("the lists have no rows below their headers"),
        Err(NotScanned::NoOffers { .. }) => bail!("the lists have no offer of accelerators: all their rows are hosts"),
        Err(NotScanned::Contradicting(one, other)) => {
            bail!("--throughput says two things of the same accelerators: `{one}` and `{other}`; leave one of them out")
        }
        Err(NotScanned::NoSuchOption { name, near: Some(near), .. }) => {
            bail!("--like names no option to rent: `{name}`; did you mean `{near}`?")
        }
        Err(NotScanned::NoSuchOption { name, near: None, options }) if options.is_empty() => {
            bail!("--like names no option to rent: `{name}`; the scenario has none, so leave it out")
        }
        Err(NotScanned::NoSuchOption { name, near: None, options }) => {
            bail!("--like names no option to rent: `{name}`; there is {}", options.join(", "))
        }
    }
}
