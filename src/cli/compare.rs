//! `compare`: what does each option cost, which wins, and from which utilization on.

use super::answers::with_cases;
use super::by::{ByChoice, ByParser, no_such_tag};
use super::console::Console;
use super::input::{self, StandardInput};
use super::output::{self, Several};
use super::question::{PageWritten, Searched, Written};
use super::values::Values;
use super::{Status, portfolio, unwritten};
use crate::analysis::cases::CaseStatement;
use crate::analysis::groups::Grouping;
use crate::analysis::statement::{AskedPairs, TimeBasis};
use crate::analysis::{Answer, UnknownOption};
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::report::{Canvas, Compared, ComparedOrErrors, Errors, Extent, Format, SplitCosts, Warnings};
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use clap::{Args, ValueEnum};
use language::suggest::listed;
use std::path::PathBuf;

/// What each option costs, which one wins, and from which utilization on.
///
/// Use it to decide. The answer comes first: `Verdict` names the option with the least present value, and a bar for each
/// option shows it. `Holds` says how busy the servers must be for that to stay so: on the axis, `┼` is where the winner
/// changes and `●` is the plan. `Turns if` names the nearest prices that would change it, and `Beware` says what weighs
/// against it. Then comes every cost line of every option over the horizon; below the rule are the totals that decide.
/// `Assumed` lists what the scenario does not say and the program had to assume; `Left out` lists usual costs that nobody
/// named.
///
/// Example: rackrent compare quote.yaml --set demand.utilization=45% --output report.md
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenarios, compared one after another; `-` is standard input. By owner or tag also folders of scenarios.
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) values: Values,
    #[command(flatten)]
    pub(super) searched: Searched,
    /// Splits every line over time, or every option by whose work it does, instead of comparing options line by line.
    #[arg(long, value_name = "WHAT", value_parser = ByParser)]
    by: Option<ByChoice>,
    /// What of a line is split over time; `cash` where it is left out.
    #[arg(long, value_name = "BASIS", requires = "by")]
    basis: Option<BasisChoice>,
    /// Which options are set against each other in pairs, with the demand at which the cheaper one changes; `own-rent` where it
    /// is left out.
    #[arg(long, value_name = "PAIRS")]
    pairs: Option<PairsChoice>,
    /// Sets one option against every other, as `own.hgx`; instead of `--pairs`.
    #[arg(long, value_name = "OPTION", conflicts_with = "pairs")]
    against: Option<String>,
    /// Shows people the answer alone: the verdict, what each option costs, what would turn it, and what weighs against it;
    /// JSON and CSV have everything all the same.
    #[arg(long, conflicts_with = "by")]
    brief: bool,
    #[command(flatten)]
    pub(super) written: Written,
    #[command(flatten)]
    page: PageWritten,
    #[command(flatten)]
    pub(super) standard_input: StandardInput,
}

/// What of a line is split.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum BasisChoice {
    /// What is paid when.
    Cash,
    /// Capital spread over its months of service.
    Amortized,
    /// What each payment is worth today.
    PresentValue,
}

/// Which options are set against each other.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PairsChoice {
    /// Owned options and hybrids against rented ones.
    OwnRent,
    /// Every two options that do the same work.
    All,
}

/// An answer with its cases, or why there is none.
type Answered = std::result::Result<(Answer, Vec<CaseStatement>), Errors>;

impl Arguments {
    /// By what work is told apart, where it is.
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

    fn pairs(&self) -> AskedPairs {
        match (&self.against, self.pairs) {
            (Some(option), _) => AskedPairs::Against(option.clone()),
            (None, Some(PairsChoice::All)) => AskedPairs::All,
            (None, None | Some(PairsChoice::OwnRent)) => AskedPairs::AcrossSides,
        }
    }

    fn extent(&self) -> Extent {
        if self.brief { Extent::Brief } else { Extent::Whole }
    }

    /// An answer with what of it is asked for.
    ///
    /// # Errors
    /// If it is asked for by fiscal years and the scenario does not say when it starts, or by a tag that nothing bears.
    fn compared<'a>(&self, answer: &'a Answer, cases: &'a [CaseStatement]) -> Result<Compared<'a>> {
        let split = match &self.by {
            None => None,
            Some(ByChoice::Time(by)) => {
                let view = answer.view(*by, self.basis()).with_context(|| {
                    let file = answer.loaded.sources.name();
                    format!("{file} does not say when it starts; write `start: 2027-04`, the calendar month of month 1")
                });
                Some(SplitCosts::OverTime(view?))
            }
            Some(ByChoice::Work(by)) => {
                Some(SplitCosts::ByGroup(answer.groups(by).map_err(|unknown| no_such_tag(&unknown))?))
            }
        };
        Ok(Compared::of(answer, self.extent(), split).with_cases(cases))
    }

    /// Whether standard output carries the warnings itself.
    fn shows_warnings(&self) -> bool {
        match self.written.format.about().warnings {
            Warnings::Within => true,
            Warnings::Beside => false,
        }
    }

    /// The answer to each file, or why it has none; nothing where the only file has none.
    ///
    /// # Errors
    /// If an option is asked for that one of them does not have.
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
            bail!("{folder} is a folder; name its scenarios, or say what all of them come to by `--by owner`");
        }
        self.written.check(&self.files.iter().map(PathBuf::as_path).collect::<Vec<_>>(), console)
    }
}

/// That there is no option of a name, and which may be meant.
fn no_such_option(unknown: &UnknownOption) -> anyhow::Error {
    let UnknownOption { name, nearest, known } = unknown;
    match nearest {
        Some(nearest) => anyhow!("there is no option `{name}`; did you mean `{nearest}`?"),
        None => anyhow!(
            "there is no option `{name}`; there are {}",
            listed(&known.iter().map(String::as_str).collect::<Vec<_>>(), "and")
        ),
    }
}

/// Compares every file; what cannot be compared is said, and the others are shown all the same.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    input::once(&arguments.files)?;
    if let Some(by) = arguments.grouping() {
        ensure!(
            arguments.basis.is_none(),
            "--basis is of costs over time, as --by year; by owner or tag both are shown"
        );
        if arguments.files.len() > 1 || arguments.files.iter().any(|file| file.is_dir()) {
            ensure!(
                arguments.against.is_none() && arguments.pairs.is_none(),
                "--pairs and --against are of one scenario; by owner or tag several are added up"
            );
            return portfolio::run(arguments, by, console);
        }
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
            let standing: Vec<Diagnostic> = check::standing(&compared.weighing).cloned().collect();
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
