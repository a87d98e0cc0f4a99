//! API for other programs: from the text of a scenario to its result, without a terminal and without opening files.

use crate::analysis::cases::{CaseResult, cases};
use crate::analysis::{self, Answer, BudgetMultiple, Depth};
use crate::check::{self, Checked, Policy};
use crate::demand::Traces;
use crate::report::FullReport;
use crate::scenario::{self, CellValues, Files, LoadRequest, Loaded, Rejected, Setting};

/// Name of a scenario without one.
const UNNAMED: &str = "scenario.yaml";

/// The text of a scenario with its files, its name in reports, and settings.
///
/// ```
/// use rackrent::{FilesInMemory, ScenarioText, Setting};
///
/// // measured load: an accelerator is busy for half of the hours
/// let files = FilesInMemory::none().with("load.csv", "accelerators,hours\n1,50\n0,50\n");
/// let text = "
/// name: One server
/// currency: USD
/// horizon_months: 1
/// hours_per_month: 100
/// discount_rate: 0%
/// demand: { workloads: { chat: { kind: realtime_inference, trace: load.csv } } }
/// own:
///   lab:
///     node: { price: 600, accelerators: 1 }
///     nodes: 1
///     useful_life_months: 12
///     value_at_horizon: none
/// rent:
///   cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 10 }
/// ";
/// let scenario = ScenarioText::new(text, &files).named("quotes/one-server.yaml");
/// let winner = scenario.compare()?.comparison.verdict.winner;
/// assert_eq!(winner.unwrap().as_str(), "rent.cloud"); // 50 hours · 10 = 500, against 600
///
/// let dearer = scenario.set(&[Setting::parse("rent.cloud.on_demand_per_instance_hour=14")?]);
/// let winner = dearer.compare()?.comparison.verdict.winner;
/// assert_eq!(winner.unwrap().as_str(), "own.lab"); // 50 hours · 14 = 700, against 600
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct ScenarioText<'a> {
    text: &'a str,
    files: &'a dyn Files,
    name: &'a str,
    case: Option<&'a str>,
    settings: Vec<Setting>,
    cells: Option<&'a CellValues>,
    effort: BudgetMultiple,
}

impl<'a> ScenarioText<'a> {
    /// A text; its traces and the files that it extends are read from `files`.
    #[must_use]
    pub fn new(text: &'a str, files: &'a dyn Files) -> ScenarioText<'a> {
        ScenarioText {
            text,
            files,
            name: UNNAMED,
            case: None,
            settings: Vec::new(),
            cells: None,
            effort: BudgetMultiple::USUAL,
        }
    }

    /// The same, by the name that findings and reports give it; otherwise it is `scenario.yaml`.
    #[must_use]
    pub fn named(self, name: &'a str) -> ScenarioText<'a> {
        ScenarioText { name, ..self }
    }

    /// The same in one of its cases, as `--case` does; `stated` is the file as it stands.
    #[must_use]
    pub fn case(self, name: &'a str) -> ScenarioText<'a> {
        ScenarioText { case: Some(name), ..self }
    }

    /// The same with more values replaced, in their order and on top of a case, as `--set` does.
    #[must_use]
    pub fn set(mut self, settings: &[Setting]) -> ScenarioText<'a> {
        self.settings.extend_from_slice(settings);
        self
    }

    /// The same with the values that somebody has changed in a workbook of it, on top of all others.
    #[must_use]
    pub fn edited(self, cells: &'a CellValues) -> ScenarioText<'a> {
        ScenarioText { cells: Some(cells), ..self }
    }

    /// The same with so much effort, as `--effort` does, where an answer is searched for.
    #[must_use]
    pub fn with(self, effort: BudgetMultiple) -> ScenarioText<'a> {
        ScenarioText { effort, ..self }
    }

    /// Scenario and traces, the input of plan, sweep and difference.
    ///
    /// # Errors
    /// If the scenario or a trace is not valid, with everything that was found in it.
    pub fn read(&self) -> Result<(Loaded, Traces), Rejected> {
        let request = LoadRequest { case: self.case, settings: &self.settings, cells: self.cells };
        let loaded = scenario::load_as(self.name, self.text, self.files, request)?;
        let traces = Traces::read(&loaded, self.files)?;
        Ok((loaded, traces))
    }

    /// The scenario and all that it extends as one text that means the same, without the values that are set.
    ///
    /// # Errors
    /// If a file that it extends cannot be read, or cannot be put together with the others.
    pub fn flattened(&self) -> Result<String, Rejected> {
        scenario::flattened(self.name, self.text, self.files)
    }

    /// The comparison: cost of each option, verdict, and the conditions under which it holds.
    ///
    /// # Errors
    /// If the scenario or a trace is not valid, or asks for something impossible: demand that outgrows a fleet.
    pub fn compare(&self) -> Result<Answer, Rejected> {
        let (loaded, traces) = self.read()?;
        Ok(analysis::answer_to(loaded, traces, Depth::Whole, self.effort)?)
    }

    /// Cost of each option and verdict, without the parts of a comparison that take longest:
    /// the input of flips, sensitivity, simulation, rates and explanations.
    ///
    /// # Errors
    /// As [`ScenarioText::compare`].
    pub fn decide(&self) -> Result<Answer, Rejected> {
        let (loaded, traces) = self.read()?;
        Ok(analysis::answer_to(loaded, traces, Depth::Verdict, self.effort)?)
    }

    /// Results of the cases, where `stated` was read as the base case. Empty if it was read as a case.
    #[must_use]
    pub fn cases(&self, base_case: &Loaded) -> Vec<CaseResult> {
        cases(base_case, self.files, Depth::WithoutHorizons).into_iter().map(CaseResult::comparison_only).collect()
    }

    /// The full report: comparison, cases, flips, uncertainty, plan, and the findings of
    /// `check`.
    ///
    /// # Errors
    /// As [`ScenarioText::compare`].
    pub fn report(&self) -> Result<FullReport, Rejected> {
        let answer = self.compare()?;
        let cases = self.cases(&answer.loaded);
        Ok(FullReport::of(answer, cases, self.check(&Policy::default())))
    }

    /// Whether the scenario is valid, sensible, and still says what was decided.
    #[must_use]
    pub fn check(&self, policy: &Policy) -> Checked {
        let policy = Policy { effort: policy.effort.max(self.effort), ..policy.clone() };
        check::check(self.name, self.text, &self.settings, self.files, &policy)
    }
}

/// What each option of a scenario costs, which wins, and what that holds under.
///
/// # Errors
/// As [`ScenarioText::compare`].
pub fn compare(text: &str, files: &dyn Files) -> Result<Answer, Rejected> {
    ScenarioText::new(text, files).compare()
}
