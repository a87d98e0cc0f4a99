//! `scan`: evaluates every offer of a price list as an option of a scenario.

use super::Status;
use super::check::{day, policies};
use super::console::Console;
use super::lists::{self, ListToRead, Taken};
use super::question::{Question, Searched, from_one};
use crate::catalog::{Offer, catalog_offers};
use crate::scan::{NotScanned, ScanRequest, ThroughputArgument, scan};
use crate::scenario::Date;
use anyhow::{Result, bail};
use clap::Args;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;

/// Rank the offers of a price list by present value.
///
/// Use it before you ask for quotes, or to judge one. Every offer that can do the work is evaluated as one more rented option of
/// the scenario, with all its rules, and ranked by present value; the best offer is also combined with what the scenario owns.
/// Without `--offers`, the offers are the rentals of the catalog, each as old as its date. For current prices, pass the lists
/// that `rackrent catalog --read` reads: a SkyPilot `vms.csv`, a gpuhunt catalog, or your own list.
///
/// An offer is modelled on a rented option of the scenario (`--like`): it takes its operating lines, scaling, idle overhead,
/// interruptions and features, but not its prices, discount and commitments. Instances are committed for one or three years where
/// the offer has a price for that and it costs less; flexible work runs on spot where that option states how often it is
/// interrupted.
///
/// The throughput of an accelerator relative to the reference is never guessed: it comes from an option of the scenario with the
/// same accelerators, or from `--throughput`. Offers that are left out are counted, with the reason.
///
/// Each offer shows the date of its price and its age, on `--today` or else on the date of the scenario's prices; the clock is
/// not read. The output marks prices that are older than 45 days, or than `max_price_age_days` of the repository's
/// `rackrent.toml`, and says if the headline rests on one. `--max-age` leaves older offers out.
///
/// It also marks offers of marketplaces, such as Vast.ai: their hosts set the prices, so none of them is a firm offer.
///
/// `Paste` is the cheapest offer as a piece of the scenario: with it, `rackrent compare` shows the same amount to the cent.
///
/// Example: rackrent scan quote.yaml --offers 2026-11-20=~/.sky/catalogs/v8/aws/vms.csv --throughput H100=0.8
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// Price lists, each with the date of its prices if the list has none; default: the catalog.
    #[arg(long, value_name = "[DATE=]CSV", num_args = 1.., value_parser = ListToRead::parse)]
    offers: Vec<ListToRead>,
    /// Rented option on which offers are modelled; default: the first that rents instances.
    #[arg(long, value_name = "OPTION")]
    like: Option<String>,
    /// Throughput of an accelerator relative to the reference, such as `H200=1.4`. Repeatable.
    #[arg(long, value_name = "NAME=FACTOR", value_parser = ThroughputArgument::parse)]
    throughput: Vec<ThroughputArgument>,
    /// Number of offers to rank.
    #[arg(long, value_name = "N", default_value_t = ScanRequest::USUAL_TOP, value_parser = from_one::<NonZeroUsize>)]
    top: NonZeroUsize,
    /// Date from which ages of prices are counted, such as 2026-11-21; default: the date of the scenario's prices.
    #[arg(long, value_name = "DATE", value_parser = day)]
    today: Option<Date>,
    /// Leave out offers whose price is older than this many days, or has no date.
    #[arg(long, value_name = "DAYS", value_parser = from_one::<NonZeroU32>)]
    max_age: Option<NonZeroU32>,
    #[command(flatten)]
    searched: Searched,
}

/// Ranks offers.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let files: Vec<&Path> = arguments.offers.iter().map(|list| list.path.as_path()).collect();
    let Some((loaded, traces)) = arguments.question.loaded_with(&files, console)? else {
        return Ok(Status::NoAnswer);
    };
    let Some(policy) = policies::around(arguments.question.folder(), console) else { return Ok(Status::NoAnswer) };
    let mut offers: Vec<Offer> = Vec::new();
    let take = Taken { offer: &mut |offer| offers.push(offer), api: None };
    let Some(lists) = lists::read_all(&arguments.offers, take, console) else { return Ok(Status::NoAnswer) };
    if arguments.offers.is_empty() {
        offers.extend(catalog_offers());
    }
    let request = ScanRequest {
        like: arguments.like.clone(),
        factors: arguments.throughput.clone(),
        top: arguments.top,
        effort: arguments.searched.effort(),
        today: arguments.today,
        max_price_age_days: policy.max_price_age_days,
        max_age: arguments.max_age.map(NonZeroU32::get),
    };
    match scan((&loaded, &traces), (&lists.rentals, offers), &request) {
        Ok(scan) => {
            arguments.question.write(&scan, console)?;
            Ok(Status::Fine)
        }
        Err(NotScanned::NoOffers { .. }) if arguments.offers.is_empty() => {
            bail!("the catalog has no rental offers; add a price list: --offers FILE")
        }
        Err(NotScanned::NoOffers { rows: 0 }) => bail!("the lists have no rows below their headers"),
        Err(NotScanned::NoOffers { .. }) => bail!("the lists have no accelerator offers: all their rows are hosts"),
        Err(NotScanned::NoToday) => {
            bail!("--max-age needs a day to count from: add --today DATE, or `date` to the scenario")
        }
        Err(NotScanned::Contradicting(one, other)) => {
            bail!("--throughput has two values for the same accelerators: `{one}` and `{other}`; remove one of them")
        }
        Err(NotScanned::NoSuchOption { name, near: Some(near), .. }) => {
            bail!("--like: there is no rented option `{name}`; did you mean `{near}`?")
        }
        Err(NotScanned::NoSuchOption { name, near: None, options }) if options.is_empty() => {
            bail!("--like: there is no rented option `{name}`; the scenario rents nothing, so omit --like")
        }
        Err(NotScanned::NoSuchOption { name, near: None, options }) => {
            bail!("--like: there is no rented option `{name}`; available options: {}", options.join(", "))
        }
    }
}
