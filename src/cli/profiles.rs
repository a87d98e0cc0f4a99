//! `profiles`: the demand profiles that a scenario can name.

use super::console::Console;
use super::{Status, unwritten};
use crate::report::profiles as report;
use crate::scenario::profiles::{self, Profile};
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

/// Show the named demand profiles of a day or a week.
///
/// Use it to choose the `profile` of a workload when you know its peak but have no telemetry: a fleet sized for the peak has the
/// mean share as its utilization. The profiles are drawn in the terminal; with NAME, one is shown hour by hour. For a profile of
/// your own, write 24 shares (hours of the day) or 168 (hours of the week, Monday 00:00 first) instead of a name; with telemetry,
/// use `trace`.
///
/// Example: `rackrent profiles business_hours`
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Profile to show hour by hour.
    name: Option<String>,
    /// Format of standard output.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: ProfilesFormat,
}

/// Output format of `profiles`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ProfilesFormat {
    /// Text with charts.
    Table,
    /// JSON for programs: shares, sources and mean-to-peak ratios.
    Json,
    /// CSV for spreadsheets: one row for each profile and hour.
    Csv,
}

/// Prints all profiles, or one.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let canvas = console.canvas();
    let out = &mut console.output;
    let written = match (&arguments.name, arguments.format) {
        (None, ProfilesFormat::Table) => report::overview(profiles::all(), &canvas, out),
        (None, ProfilesFormat::Json) => report::json(profiles::all(), out),
        (None, ProfilesFormat::Csv) => report::csv(profiles::all(), out),
        (Some(name), format) => {
            let profile = find(name)?;
            match format {
                ProfilesFormat::Table => report::detail(profile, &canvas, out),
                ProfilesFormat::Json => report::json(std::slice::from_ref(profile), out),
                ProfilesFormat::Csv => report::csv(std::slice::from_ref(profile), out),
            }
        }
    };
    written.map_err(unwritten)?;
    Ok(Status::Fine)
}

fn find(name: &str) -> Result<&'static Profile> {
    let Some(profile) = profiles::named(name) else {
        match profiles::nearest(name) {
            Some(near) => bail!("there is no profile `{name}`; did you mean `{near}`?"),
            None => bail!("there is no profile `{name}`; run the command without NAME to show all of them"),
        }
    };
    Ok(profile)
}
