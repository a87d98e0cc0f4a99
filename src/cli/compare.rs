//! `compare`: the cost of every option, the winner, and the break-even utilization.

use super::answers::with_cases;
use super::by::{ByChoice, ByParser, no_such_tag};
use super::console::Console;
use super::input::{self, StandardInput};
use super::output::{self, Several};
use super::question::{OutputOptions, PageOptions, Searched};
use super::values::Values;
use super::{Status, portfolio, unwritten};
use crate::analysis::cases::CaseResult;
use crate::analysis::groups::Grouping;
use crate::analysis::statement::{RequestedPairs, TimeBasis};
use crate::analysis::{Answer, UnknownOption};
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::report::{Canvas, Compared, ComparedOrErrors, Errors, Extent, Format, SplitCosts, Warnings};
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use clap::{Args, ValueEnum};
use language::suggest::listed;
use std::path::PathBuf;

/// Compare options and find the break-even utilization.
///
/// Use it to decide. The answer comes first: `Verdict` names the option with the lowest present value, with a bar for each
/// option. `Holds` gives the utilization at which this stays true: on the axis, `┼` marks where the winner changes and `●` marks
/// the plan. `Turns if` lists the nearest prices that would change the winner, and `Caveats` lists what speaks against the
/// verdict. A table of every cost line of every option over the horizon follows; the totals below the rule decide. `Assumed`
/// lists inputs that the scenario leaves out and the program had to assume; `Left out` lists usual costs that nobody entered.
///
/// Example: rackrent compare quote.yaml --set demand.utilization=45% --output report.md
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenario files, compared one after another; `-` reads standard input. With `--by owner` or `--by tag:NAME`, also folders
    /// of scenarios; with `--by year`, `fiscal-year` or `quarter`, the cash plan of a folder.
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) values: Values,
    #[command(flatten)]
    pub(super) searched: Searched,
    /// Break down every line over time, or every option by owner or tag of its work, instead of comparing options line by line.
    #[arg(long, value_name = "BREAKDOWN", value_parser = ByParser)]
    by: Option<ByChoice>,
    /// Basis of a breakdown over time; default: `cash`.
    #[arg(long, value_name = "BASIS", requires = "by")]
    basis: Option<BasisChoice>,
    /// Pairs of options for which the break-even demand is computed; default: `own-rent`.
    #[arg(long, value_name = "PAIRS")]
    pairs: Option<PairsChoice>,
    /// Pair one option, such as `own.hgx`, with every other; replaces `--pairs`.
    #[arg(long, value_name = "OPTION", conflicts_with = "pairs")]
    against: Option<String>,
    /// Show only the answer: the verdict, the cost of each option, what would change the winner, and caveats. JSON and CSV remain
    /// complete.
    #[arg(long, conflicts_with = "by")]
    brief: bool,
    #[command(flatten)]
    pub(super) written: OutputOptions,
    #[command(flatten)]
    page: PageOptions,
    #[command(flatten)]
    pub(super) standard_input: StandardInput,
}

/// Basis of a breakdown over time.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum BasisChoice {
    /// Payments in the period in which they occur.
    Cash,
    /// Capital cost spread over its months of service.
    Amortized,
    /// Present value of each payment.
    PresentValue,
}

/// Pairs of options to compare.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PairsChoice {
    /// Owned and hybrid options against rented ones.
    OwnRent,
    /// Every pair of options that do the same work.
    All,
}

/// Result with its cases, or the errors that prevent it.
type Answered = std::result::Result<(Answer, Vec<CaseResult>), Errors>;

impl Arguments {
    /// Breakdown by owner or tag, if requested.
    fn grouping(&self) -> Option<&Grouping> {
        match self.by.as_ref()? {
            ByChoice::Work(grouping) => Some(grouping),
            ByChoice::Time(_) => None,
        }
    }

    fn basis(&self) -> TimeBasis {
        match self.basis {
            None | Some(BasisChoice::Cash) => TimeBasis::Cash,
            Some(BasisChoice::Amortized) => TimeBasis::Amortized,
            Some(BasisChoice::PresentValue) => TimeBasis::PresentValue,
        }
    }

    fn pairs(&self) -> RequestedPairs {
        match (&self.against, self.pairs) {
            (Some(option), _) => RequestedPairs::Against(option.clone()),
            (None, Some(PairsChoice::All)) => RequestedPairs::All,
            (None, None | Some(PairsChoice::OwnRent)) => RequestedPairs::AcrossSides,
        }
    }

    fn extent(&self) -> Extent {
        if self.brief { Extent::Brief } else { Extent::Whole }
    }

    /// Result with the requested breakdown.
    ///
    /// # Errors
    /// If fiscal years are requested and the scenario has no `start`, or if no workload has the requested tag.
    fn compared<'a>(&self, answer: &'a Answer, cases: &'a [CaseResult]) -> Result<Compared<'a>> {
        let split = match &self.by {
            None => None,
            Some(ByChoice::Time(by)) => {
                let view = answer.view(*by, self.basis()).with_context(|| {
                    let file = answer.loaded.sources.name();
                    format!("{file} has no start month: add one, such as `start: 2027-04`")
                });
                Some(SplitCosts::OverTime(view?))
            }
            Some(ByChoice::Work(by)) => {
                Some(SplitCosts::ByGroup(answer.groups(by).map_err(|unknown| no_such_tag(&unknown))?))
            }
        };
        Ok(Compared::of(answer, self.extent(), split).with_cases(cases))
    }

    /// Whether the format of standard output includes the warnings.
    fn shows_warnings(&self) -> bool {
        match self.written.format.about().warnings {
            Warnings::Within => true,
            Warnings::Separate => false,
        }
    }

    /// Result of each file, or its errors; `None` if the only file has no result.
    ///
    /// # Errors
    /// If one of the files lacks the requested option.
    fn answers(&self, several: Several, console: &mut Console<'_>) -> Result<Option<Vec<Answered>>> {
        let mut answers = Vec::new();
        for file in &self.files {
            match (with_cases(file, &self.standard_input, &self.values, self.searched.effort(), console), several) {
                (Some((answer, cases)), _) => {
                    let answer = answer.with_pairs(self.pairs()).map_err(|unknown| no_such_option(&unknown))?;
                    answers.push(Ok((answer, cases)));
                }
                (None, Several::Yes) => answers.push(Err(console.unanswered())),
                (None, Several::No) => return Ok(None),
            }
        }
        Ok(Some(answers))
    }

    fn check(&self, console: &Console<'_>) -> Result<()> {
        if let Some(folder) = self.files.iter().find(|file| file.is_dir()) {
            let folder = folder.display();
            bail!(
                "{folder} is a folder; name its scenario files, or aggregate them with `--by owner` or `--by fiscal-year`"
            );
        }
        self.written.check(&self.files.iter().map(PathBuf::as_path).collect::<Vec<_>>(), console)
    }
}

/// Error for an unknown option, with suggestions.
pub(super) fn no_such_option(unknown: &UnknownOption) -> anyhow::Error {
    let UnknownOption { name, nearest, known } = unknown;
    match nearest {
        Some(nearest) => anyhow!("there is no option `{name}`; did you mean `{nearest}`?"),
        None => anyhow!(
            "there is no option `{name}`; available options: {}",
            listed(&known.iter().map(String::as_str).collect::<Vec<_>>(), "and")
        ),
    }
}

/// Compares every file; files without a result are reported, and the others are shown.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    input::once(&arguments.files)?;
    if let Some(by) = arguments.grouping() {
        ensure!(
            arguments.basis.is_none(),
            "--basis applies to costs over time, such as --by year; --by owner and tag show cash and present value"
        );
        if arguments.files.len() > 1 || arguments.files.iter().any(|file| file.is_dir()) {
            ensure!(
                arguments.against.is_none() && arguments.pairs.is_none(),
                "--pairs and --against apply to one scenario; by owner or tag, several scenarios are added up"
            );
            return portfolio::run(arguments, by, console);
        }
    }
    if let Some(by) = arguments.by.as_ref().and_then(ByChoice::plan_period)
        && arguments.files.iter().any(|file| file.is_dir())
    {
        ensure!(
            matches!(arguments.basis, None | Some(BasisChoice::Cash))
                && arguments.against.is_none()
                && arguments.pairs.is_none(),
            "the cash plan of a folder is in cash; --basis, --pairs and --against apply to one scenario"
        );
        return portfolio::run_cash_plan(arguments, by, console);
    }
    arguments.check(console)?;
    let several = if arguments.files.len() > 1 { Several::Yes } else { Several::No };
    let Some(answers) = arguments.answers(several, console)? else { return Ok(Status::NoAnswer) };
    let status = if answers.iter().all(Result::is_ok) { Status::Fine } else { Status::NoAnswer };
    let compared = answers.iter().map(|answer| match answer {
        Ok((answer, cases)) => arguments.compared(answer, cases).map(Ok),
        Err(errors) => Ok(Err(errors)),
    });
    let compared: Vec<ComparedOrErrors<'_>> = compared.collect::<Result<_>>()?;
    if !arguments.shows_warnings() {
        for ((answer, _), compared) in answers.iter().flatten().zip(compared.iter().flatten()) {
            let standing: Vec<Diagnostic> = check::standing(&compared.caveats).cloned().collect();
            console.tell(&standing, &answer.loaded.sources);
        }
    }
    let is_said = |format: Format| format == Format::Json || compared.iter().any(Result::is_ok);
    let page = arguments.page.kind();
    let canvas = Canvas { page, ..arguments.written.canvas(console.file_canvas()) };
    let files = arguments.written.output.iter().filter(|file| is_said(file.format));
    output::write_files(files, &console.files_read, |format, out| {
        output::write(*format, &compared, several, &canvas, out)
    })?;
    if is_said(arguments.written.format) {
        let canvas = Canvas { page, ..arguments.written.canvas(console.canvas()) };
        output::write(arguments.written.format, &compared, several, &canvas, &mut console.output).map_err(unwritten)?;
    }
    Ok(status)
}
