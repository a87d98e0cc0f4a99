//! `compare`: what does each option cost, which wins, and from which utilization on.

use super::answers::with_cases;
use super::console::Console;
use super::input::{self, StandardInput};
use super::output::{self, Several};
use super::question::{Searched, Written};
use super::values::Values;
use super::{Status, unwritten};
use crate::analysis::cases::CaseStatement;
use crate::analysis::statement::{AskedPairs, By, TimeBasis};
use crate::analysis::{Answer, UnknownOption};
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::report::{Compared, ComparedOrErrors, Errors, Extent, Format, Warnings};
use anyhow::{Context as _, Result, anyhow};
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
    /// Scenarios, compared one after another; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    values: Values,
    #[command(flatten)]
    searched: Searched,
    /// Splits every line over time instead of comparing options side by side.
    #[arg(long, value_name = "PERIOD")]
    by: Option<ByChoice>,
    /// What of a line is split over time.
    #[arg(long, value_name = "BASIS", requires = "by", default_value = "cash")]
    basis: BasisChoice,
    /// Which options are set against each other in pairs, with the demand at which the cheaper one changes.
    #[arg(long, value_name = "PAIRS", default_value = "own-rent")]
    pairs: PairsChoice,
    /// Sets one option against every other, as `own.hgx`; instead of `--pairs`.
    #[arg(long, value_name = "OPTION", conflicts_with = "pairs")]
    against: Option<String>,
    /// Shows people the answer alone: the verdict, what each option costs, what would turn it, and what weighs against it;
    /// JSON and CSV have everything all the same.
    #[arg(long, conflicts_with = "by")]
    brief: bool,
    #[command(flatten)]
    written: Written,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// How finely lines are split.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ByChoice {
    /// Contract years; year 0 is the moment of the decision.
    Year,
    /// Fiscal years of a scenario that says when it starts; the moment of the decision belongs to the first.
    FiscalYear,
    /// Months; month 0 is the moment of the decision.
    Month,
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
    fn split(&self) -> Option<(By, TimeBasis)> {
        let by = match self.by? {
            ByChoice::Year => By::Year,
            ByChoice::FiscalYear => By::FiscalYear,
            ByChoice::Month => By::Month,
        };
        let basis = match self.basis {
            BasisChoice::Cash => TimeBasis::Cash,
            BasisChoice::Amortized => TimeBasis::Amortized,
            BasisChoice::PresentValue => TimeBasis::PresentValue,
        };
        Some((by, basis))
    }

    fn pairs(&self) -> AskedPairs {
        match (&self.against, self.pairs) {
            (Some(option), _) => AskedPairs::Against(option.clone()),
            (None, PairsChoice::All) => AskedPairs::All,
            (None, PairsChoice::OwnRent) => AskedPairs::AcrossSides,
        }
    }

    fn extent(&self) -> Extent {
        if self.brief { Extent::Brief } else { Extent::Whole }
    }

    /// An answer with what of it is asked for.
    ///
    /// # Errors
    /// If it is asked for by fiscal years and the scenario does not say when it starts.
    fn compared<'a>(&self, answer: &'a Answer, cases: &'a [CaseStatement]) -> Result<Compared<'a>> {
        let view = |(by, basis)| {
            let file = answer.loaded.sources.name();
            answer.view(by, basis).with_context(|| {
                format!("{file} does not say when it starts; write `start: 2027-04`, the calendar month of month 1")
            })
        };
        let view = self.split().map(view).transpose()?;
        Ok(Compared::of(answer, self.extent(), view).with_cases(cases))
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
        input::once(&self.files)?;
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
    let canvas = arguments.written.canvas(console.file_canvas());
    for file in arguments.written.output.iter().filter(|file| is_said(file.format)) {
        output::replace(&file.path, |out| output::write(file.format, &compared, several, &canvas, out))?;
    }
    if is_said(arguments.written.format) {
        let canvas = arguments.written.canvas(console.canvas());
        output::write(arguments.written.format, &compared, several, &canvas, &mut console.output).map_err(unwritten)?;
    }
    Ok(status)
}
