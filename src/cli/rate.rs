//! `rate`: the cost of an hour of an owned accelerator, also in the formats of other tools.

use super::Status;
use super::answers::decided;
use super::choice::{Choice, choice};
use super::console::Console;
use super::input::StandardInput;
use super::output::{self, FileFormat, Output};
use super::values::Values;
use super::written;
use crate::analysis::BudgetMultiple;
use crate::analysis::rate::{Rates, rates};
use crate::diagnostic::{CommandEscape, CommandFilter};
use crate::report::{Dialect, Format, RateCost, RateFileError, RateTool, warning, write_for};
use anyhow::{Result, anyhow, bail, ensure};
use clap::Args;
use clap::builder::PossibleValue;
use language::suggest::nearest;
use std::io::Write;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Compute the cost of an hour of an owned accelerator.
///
/// Use it to charge the users of a cluster, or to tell a scheduler what your own servers cost compared with a cloud. It shows the
/// levelized cost, the marginal cost, and the cost by utilization. The levelized cost is the total cost of the fleet itself
/// divided by its hours, both as present values: per useful hour, and per hour in service, busy or not. The marginal cost is the
/// cost of one more useful hour on existing servers: energy above idle, and lines that are paid per useful hour. Capacity rented
/// in place of the fleet and the cost of waiting are not included.
///
/// `--format skypilot` writes the prices that SkyPilot reads for a Kubernetes cluster, and `--format skypilot-slurm` those for a
/// Slurm cluster, at the cost of a useful hour: SkyPilot charges the hours in which somebody holds accelerators. `--format
/// opencost` writes the custom pricing of OpenCost, at the cost of an hour in service: OpenCost charges what is held, and shows
/// the rest as idle cost.
///
/// The fleet is fixed: the table by utilization shows the same servers with more or less of the same demand.
///
/// Example: rackrent rate cluster.yaml --format skypilot
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenario file; `-` reads standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    values: Values,
    /// Format of standard output.
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = choice::<RateFormat>())]
    format: RateFormat,
    /// CSV dialect.
    #[arg(long, value_name = "DIALECT", default_value = "standard", value_parser = choice::<Dialect>())]
    csv_dialect: Dialect,
    /// Use only what this option owns: `own.NAME` or `hybrid.NAME`. Default: all fleets; for a tool, only those that are not part
    /// of a hybrid.
    #[arg(long, value_name = "OPTION")]
    option: Option<String>,
    /// Cost of an hour in the formats for tools; default: levelized. The other formats show both.
    #[arg(long, value_name = "COST", value_parser = choice::<RateCost>())]
    cost: Option<RateCost>,
    /// Files written in addition to standard output.
    #[arg(long, value_name = "[FORMAT=]FILE", value_parser = Output::<RateFormat>::parse, help = output::help::<RateFormat>())]
    output: Vec<Output<RateFormat>>,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// Output format of `rate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RateFormat {
    /// Report of the rates.
    Report(Format),
    /// File for another tool.
    Tool(RateTool),
}

static ALL: LazyLock<Vec<RateFormat>> = LazyLock::new(|| {
    let reports = Format::ALL.iter().copied().filter(|format| !format.is_chart()).map(RateFormat::Report);
    reports.chain([RateTool::Skypilot, RateTool::SkypilotSlurm, RateTool::Opencost].map(RateFormat::Tool)).collect()
});

impl RateFormat {
    /// Tool that reads the format, if any.
    fn tool(self) -> Option<RateTool> {
        match self {
            RateFormat::Report(_) => None,
            RateFormat::Tool(tool) => Some(tool),
        }
    }
}

impl Choice for RateFormat {
    fn all() -> &'static [RateFormat] {
        &ALL
    }

    fn shown(self) -> PossibleValue {
        match self {
            RateFormat::Report(format) => format.shown(),
            RateFormat::Tool(RateTool::Skypilot) => {
                PossibleValue::new("skypilot").help("SkyPilot prices of a Kubernetes cluster, for ~/.sky/config.yaml")
            }
            RateFormat::Tool(RateTool::SkypilotSlurm) => {
                PossibleValue::new("skypilot-slurm").help("SkyPilot prices of a Slurm cluster, for ~/.sky/config.yaml")
            }
            RateFormat::Tool(RateTool::Opencost) => {
                PossibleValue::new("opencost").help("OpenCost custom pricing (default.json)")
            }
        }
    }
}

impl FileFormat for RateFormat {
    const SAID: &str = "opencost=default.json";

    fn endings(self) -> &'static [&'static str] {
        match self {
            RateFormat::Report(format) => format.endings(),
            RateFormat::Tool(_) => &[],
        }
    }
}

impl Choice for RateCost {
    fn all() -> &'static [RateCost] {
        &[RateCost::Levelized, RateCost::Marginal]
    }

    fn shown(self) -> PossibleValue {
        match self {
            RateCost::Levelized => PossibleValue::new("levelized").help("Total cost, spread over the hours"),
            RateCost::Marginal => PossibleValue::new("marginal").help("Cost of additional use of existing servers"),
        }
    }
}

/// Computes and writes the rates.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    output::check(&arguments.output, std::slice::from_ref(&arguments.file))?;
    let is_shown = match arguments.format {
        RateFormat::Report(format) => format.is_text() || !console.is_looked_at(),
        RateFormat::Tool(_) => true,
    };
    ensure!(is_shown, "this format cannot be shown on a terminal; write it to a file: --output rates.xlsx");
    let formats: Vec<RateFormat> =
        arguments.output.iter().map(|output| output.format).chain([arguments.format]).collect();
    let tools = || formats.iter().filter_map(|format| format.tool());
    ensure!(
        arguments.cost.is_none() || tools().next().is_some(),
        "--cost applies to the formats skypilot, skypilot-slurm and opencost; other formats show both costs, so omit it"
    );
    let Arguments { file, standard_input, values, .. } = arguments;
    let Some(answer) = decided(file, standard_input, values, BudgetMultiple::USUAL, console) else {
        return Ok(Status::NoAnswer);
    };
    let rates = of_option(rates(&answer), arguments.option.as_deref())?;
    // build the files for tools before anything is written
    for tool in tools() {
        tool_file(tool, &rates, arguments)?;
        if let Some(warning) = warning(tool) {
            console.note(&format!("note: {warning}"));
        }
    }
    let place = console.file_canvas();
    let write = |format: &RateFormat, canvas: &crate::report::Canvas, out: &mut dyn Write| match format {
        RateFormat::Report(format) => format.write(&rates, canvas, out),
        RateFormat::Tool(tool) => {
            let escape = match tool {
                RateTool::Skypilot | RateTool::SkypilotSlurm => CommandEscape::Space,
                RateTool::Opencost => CommandEscape::Json,
            };
            let file = tool_file(*tool, &rates, arguments).map_err(std::io::Error::other)?;
            CommandFilter::to(out, escape).write_all(&file)
        }
    };
    let dialect = |canvas: crate::report::Canvas| crate::report::Canvas { dialect: arguments.csv_dialect, ..canvas };
    let place = dialect(place);
    output::write_files(&arguments.output, &console.files_read, |format, out| write(format, &place, out))?;
    let canvas = dialect(console.canvas());
    written(write(&arguments.format, &canvas, &mut console.output))?;
    Ok(Status::Fine)
}

/// Rates of one option, or of all.
///
/// # Errors
/// If no option with this name owns anything, with suggestions.
fn of_option(rates: Rates, option: Option<&str>) -> Result<Rates> {
    let Some(option) = option else { return Ok(rates) };
    if let Some(id) = rates.fleets.iter().map(|fleet| &fleet.option).find(|id| **id == *option).cloned() {
        return Ok(rates.of_option(&id));
    }
    let mut owning: Vec<&str> = rates.fleets.iter().map(|fleet| fleet.option.as_str()).collect();
    owning.dedup();
    if owning.is_empty() {
        bail!(reason(&RateFileError::NothingOwned));
    }
    match nearest(option, owning.iter().copied()) {
        Some(near) => bail!("--option: no option `{option}` owns servers; did you mean `{near}`?"),
        None => bail!("--option: no option `{option}` owns servers; available options: {}", owning.join(", ")),
    }
}

/// File for a tool.
fn tool_file(tool: RateTool, rates: &Rates, arguments: &Arguments) -> Result<Vec<u8>> {
    let cost = arguments.cost.unwrap_or(RateCost::Levelized);
    write_for(tool, rates, arguments.option.as_deref(), cost).map_err(|why| anyhow!(reason(&why)))
}

/// Reason why a file for a tool cannot be written.
fn reason(why: &RateFileError) -> String {
    match why {
        RateFileError::NothingOwned => "the scenario owns no servers, so there is no owned hour to price".to_owned(),
        RateFileError::Several(all) => {
            format!("OpenCost takes one price per accelerator; select an option with --option: {}", all.join(", "))
        }
        RateFileError::Currency(currency) => {
            format!("SkyPilot compares prices in USD, and the scenario is in {currency}; convert it to USD")
        }
        RateFileError::Accelerator(fleet) => {
            format!("SkyPilot needs the accelerator name of {fleet}; add it, such as `accelerator: H100 SXM`")
        }
        RateFileError::SameName(name) => {
            format!("two options own accelerators that SkyPilot calls {name}; select one with --option")
        }
        RateFileError::NoHour(option) => format!("{option} has no useful hours, so there is no cost per useful hour"),
        RateFileError::NoMarginal => {
            "OpenCost charges every hour in service, busy or not; --cost marginal is only for skypilot".to_owned()
        }
    }
}
