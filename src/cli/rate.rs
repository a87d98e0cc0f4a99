//! `rate`: what an hour of an owned accelerator costs, also for other tools.

use super::Status;
use super::answers;
use super::choice::{Choice, choice};
use super::console::Console;
use super::input::StandardInput;
use super::output::{self, FileFormat, Output};
use super::values::Values;
use super::written;
use crate::analysis::rate::{Rates, rates};
use crate::diagnostic::{CommandEscape, NoCommands};
use crate::report::{Dialect, Format, RateCost, RateTool, Untold, warning, write_for};
use anyhow::{Result, anyhow, bail, ensure};
use clap::Args;
use clap::builder::PossibleValue;
use language::suggest::nearest;
use std::io::Write;
use std::path::PathBuf;
use std::sync::LazyLock;

/// What an hour of an owned accelerator costs: levelized, at the margin, and by how busy the fleet is.
///
/// Use it to charge those who use a cluster, or to tell a scheduler what your own servers cost beside a cloud. Levelized is all that
/// the fleet costs itself over its hours, both in present values: for each useful hour, and for each hour in service, busy or not.
/// Marginal is what one more useful hour costs on servers that are there: energy above that of idle ones, and lines that are paid by
/// the useful hour. What is rented in the place of the fleet, and what it costs to wait, is not in it.
///
/// `--format skypilot` writes the prices that SkyPilot reads of a Kubernetes cluster, and `--format skypilot-slurm` those of a Slurm
/// cluster, by the cost of a useful hour: SkyPilot charges the hours that somebody holds accelerators. `--format opencost` writes custom
/// pricing of OpenCost, by the cost of an hour in service: OpenCost charges what is held, and shows the rest as idle cost.
///
/// It holds the fleet fixed: a table by utilization shows the same servers with more or less of the same demand.
///
/// Example: rackrent rate cluster.yaml --format skypilot
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scenario; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    values: Values,
    /// The format of standard output.
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = choice::<RateFormat>())]
    format: RateFormat,
    /// How CSV is written.
    #[arg(long, value_name = "DIALECT", default_value = "standard", value_parser = choice::<Dialect>())]
    csv_dialect: Dialect,
    /// Only what this option owns: `own.NAME` or `hybrid.NAME`. Without it every fleet is shown, and a tool is told of those that are
    /// no part of a hybrid.
    #[arg(long, value_name = "OPTION")]
    option: Option<String>,
    /// The cost of an hour that a tool is told, levelized if nothing is said; the other formats show both.
    #[arg(long, value_name = "COST", value_parser = choice::<RateCost>())]
    cost: Option<RateCost>,
    /// The files that are written beside it.
    #[arg(long, value_name = "[FORMAT=]FILE", value_parser = Output::<RateFormat>::parse, help = output::help::<RateFormat>())]
    output: Vec<Output<RateFormat>>,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// A format of rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RateFormat {
    /// What the rates are.
    Report(Format),
    /// What another tool reads.
    Tool(RateTool),
}

static ALL: LazyLock<Vec<RateFormat>> = LazyLock::new(|| {
    let reports = Format::ALL.iter().copied().filter(|format| !format.is_chart()).map(RateFormat::Report);
    reports.chain([RateTool::Skypilot, RateTool::SkypilotSlurm, RateTool::Opencost].map(RateFormat::Tool)).collect()
});

impl RateFormat {
    /// The tool that it is for, if it is for one.
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
                PossibleValue::new("skypilot").help("Prices of a Kubernetes cluster, for ~/.sky/config.yaml")
            }
            RateFormat::Tool(RateTool::SkypilotSlurm) => {
                PossibleValue::new("skypilot-slurm").help("Prices of a Slurm cluster, for ~/.sky/config.yaml")
            }
            RateFormat::Tool(RateTool::Opencost) => {
                PossibleValue::new("opencost").help("Custom pricing of OpenCost, its default.json")
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
            RateCost::Levelized => PossibleValue::new("levelized").help("All costs, spread over the hours"),
            RateCost::Marginal => {
                PossibleValue::new("marginal").help("What follows use, where the servers are there anyway")
            }
        }
    }
}

/// Says what an hour costs.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    output::check(&arguments.output, std::slice::from_ref(&arguments.file))?;
    let is_shown = match arguments.format {
        RateFormat::Report(format) => format.is_text() || !console.is_looked_at(),
        RateFormat::Tool(_) => true,
    };
    ensure!(is_shown, "this format is not for a terminal; write a file, as --output rates.xlsx");
    let formats: Vec<RateFormat> =
        arguments.output.iter().map(|output| output.format).chain([arguments.format]).collect();
    let tools = || formats.iter().filter_map(|format| format.tool());
    ensure!(
        arguments.cost.is_none() || tools().next().is_some(),
        "--cost is what --format skypilot and opencost tell a tool; the other formats show both costs, so leave it out"
    );
    let Some(answer) = answers::answer(&arguments.file, &arguments.standard_input, &arguments.values, console) else {
        return Ok(Status::NoAnswer);
    };
    let rates = of_option(rates(&answer), arguments.option.as_deref())?;
    // what a tool is told is worked out before anything is written
    for tool in tools() {
        told(tool, &rates, arguments)?;
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
            let told = told(*tool, &rates, arguments).map_err(std::io::Error::other)?;
            NoCommands::to(out, escape).write_all(&told)
        }
    };
    let dialect = |canvas: crate::report::Canvas| crate::report::Canvas { dialect: arguments.csv_dialect, ..canvas };
    let place = dialect(place);
    output::write_files(&arguments.output, &console.files_read, |format, out| write(format, &place, out))?;
    let canvas = dialect(console.canvas());
    written(write(&arguments.format, &canvas, &mut console.output))?;
    Ok(Status::Fine)
}

/// The rates of one option, or of all.
///
/// # Errors
/// If no option of the name owns anything, with the one that may be meant or those that do.
fn of_option(rates: Rates, option: Option<&str>) -> Result<Rates> {
    let Some(option) = option else { return Ok(rates) };
    let mut owning: Vec<&str> = rates.fleets.iter().map(|fleet| fleet.option.as_str()).collect();
    owning.dedup();
    if owning.is_empty() {
        bail!(said(&Untold::NothingOwned));
    }
    if !owning.contains(&option) {
        match nearest(option, owning.iter().copied()) {
            Some(near) => bail!("--option names no option that owns: `{option}`; did you mean `{near}`?"),
            None => bail!("--option names no option that owns: `{option}`; there is {}", owning.join(", ")),
        }
    }
    Ok(rates.of_option(option))
}

/// The file of a tool.
fn told(tool: RateTool, rates: &Rates, arguments: &Arguments) -> Result<Vec<u8>> {
    let cost = arguments.cost.unwrap_or(RateCost::Levelized);
    write_for(tool, rates, arguments.option.as_deref(), cost).map_err(|why| anyhow!(said(&why)))
}

/// Why a tool cannot be told.
fn said(why: &Untold) -> String {
    match why {
        Untold::NothingOwned => "nothing is owned here, so that there is no hour of one's own to price".to_owned(),
        Untold::Several(all) => {
            format!("OpenCost takes one price of an accelerator; say whose by --option: {}", all.join(", "))
        }
        Untold::Currency(currency) => {
            format!("SkyPilot compares with prices in USD, and the scenario is in {currency}; state it in USD")
        }
        Untold::Accelerator(fleet) => {
            format!("SkyPilot asks for the accelerators of {fleet} by name; say which they are: `accelerator: H100 SXM`")
        }
        Untold::SameName(name) => {
            format!("two options own accelerators that SkyPilot calls {name}; say whose price it is by --option")
        }
        Untold::NoHour(option) => format!("{option} does no useful hour, so that there is no cost of one"),
        Untold::NoMarginal => {
            "OpenCost charges every hour in service, which costs what it costs without any use; --cost marginal is for skypilot"
                .to_owned()
        }
    }
}
