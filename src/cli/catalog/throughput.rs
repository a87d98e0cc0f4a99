//! `catalog throughput`: published results of measured throughput.

use super::super::Status;
use super::super::check::policies;
use super::super::console::Console;
use super::super::question::{OutputOptions, from_one};
use super::nothing;
use crate::catalog::FactQuery;
use crate::report::FoundThroughput;
use anyhow::{Result, bail};
use clap::Args;
use std::num::NonZeroUsize;
use std::path::Path;

/// Search published results of measured throughput.
///
/// Use it for a first rate of `token_throughput`; measure your own load before you decide. The results are those of the MLPerf™
/// Inference v5.1 benchmarks on language models: tokens that a system writes per second while it reads the prompts of the
/// benchmark. A result holds for its model, its requests and its latency limits; none is scaled to others.
///
/// All words of QUERY must match: a model (`llama2-70b`), an accelerator in any spelling, a scenario (`offline`, `server`,
/// `interactive`), a submitter, a word of the system's name, or the number of a result. The results are sorted by model and
/// scenario, the highest rate per accelerator first.
///
/// `Paste` is the highest rate as a piece of a scenario, converted to tokens read and written with the mean lengths of the
/// benchmark's requests. It needs one model, one scenario and one accelerator.
///
/// Example: rackrent catalog throughput llama2-70b server h200-sxm
#[derive(Debug, Args)]
pub(in crate::cli) struct Arguments {
    /// Search words, which must all match; default: show everything.
    #[arg(value_name = "QUERY")]
    query: Vec<String>,
    /// Number of results to show of each model and scenario; default: all.
    #[arg(long, value_name = "N", value_parser = from_one::<NonZeroUsize>)]
    top: Option<NonZeroUsize>,
    #[command(flatten)]
    written: OutputOptions,
}

/// Searches the results.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    arguments.written.check(&[], console)?;
    // it names the catalog
    if policies::around(Path::new("."), console).is_none() {
        return Ok(Status::NoAnswer);
    }
    let words = arguments.query.join(" ");
    let query = FactQuery::of(&words, None);
    let found = query.results();
    if found.is_empty() {
        bail!(nothing(&query.no_result(), &words));
    }
    arguments.written.write(&FoundThroughput::new(words, &found, arguments.top), console)?;
    Ok(Status::Fine)
}
