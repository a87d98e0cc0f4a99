//! Report on a scenario in one document: comparison with cases, inputs that change the verdict, uncertainty, number of
//! servers to own, all costs, costs by year, findings and inputs. Each part is the result of another command.

mod board;
mod chapters;
mod found;
mod json;
mod overview;

pub use board::Board;
#[cfg(feature = "schema")]
pub(super) use json::FullReportJson;
pub use overview::{Length, write_several};

use super::compare::{self, Compared, Extent};
use super::errors::Errors;
use super::page::{Block, Chapter, INPUTS, IllustratedPage, Page};
use super::page_scenario::PageOf;
use super::plan::cheaper_than;
use super::uncertain::{Uncertain, simulated};
use super::{Report, WithCaveats};
use crate::analysis::Answer;
use crate::analysis::cases::CaseResult;
use crate::analysis::flip::{Flips, Scope};
use crate::analysis::plan::{Plans, plan};
use crate::analysis::statement::{By, TimeBasis, View};
use crate::check::{self, Checked};
use chapters::read_on;
use std::cell::OnceCell;
use std::io::{self, Write};

/// Report on a scenario.
#[derive(Debug)]
pub struct FullReport {
    answer: Answer,
    cases: Vec<CaseResult>,
    checked: Checked,
    flips: Flips,
    uncertain: Uncertain,
    plans: Plans,
}

/// Report on one of several files, or its errors.
pub type ReportOrErrors = Result<FullReport, Errors>;

impl FullReport {
    /// Report on a result, with its cases and the findings of a check.
    #[must_use]
    pub fn of(answer: Answer, cases: Vec<CaseResult>, checked: Checked) -> FullReport {
        let caveats = check::caveats(&answer);
        FullReport {
            flips: answer.flips(&Scope::default()).with_findings(check::standing(&caveats)),
            uncertain: Uncertain::of(simulated(&answer)),
            plans: plan(&answer.loaded, &answer.traces, answer.effort),
            answer,
            cases,
            checked,
        }
    }

    /// The comparison, with a plan that costs less than the winner, if there is one.
    fn compared(&self) -> Compared<'_> {
        let comparison = &self.answer.comparison;
        let winner = comparison.verdict.winner.as_ref().and_then(|winner| comparison.option(winner));
        let plan = winner.and_then(|winner| cheaper_than(&self.plans, winner));
        let simulation = OnceCell::from(self.uncertain.together.clone());
        let compared = Compared::of(&self.answer, Extent::Whole, None);
        Compared { simulation, ..compared }.with_cases(&self.cases).with_plan(plan)
    }

    /// Costs by fiscal year, or by contract year if the scenario has no start date.
    fn by_year(&self) -> Option<View> {
        let view = |by| self.answer.view(by, TimeBasis::Cash);
        view(By::FiscalYear).or_else(|| view(By::Year))
    }

    fn flips_with_caveats(&self) -> WithCaveats<'_, Flips> {
        WithCaveats::of_flips(&self.flips, check::caveats(&self.answer))
    }

    /// Chapters from other commands.
    fn further(&self, compared: &Compared<'_>) -> compare::ExtraChapters {
        compare::ExtraChapters {
            turns: self.turns(),
            plan: self.plan(),
            years: self.years(),
            found: found::chapter(compared, &self.checked),
        }
    }
}

impl Report for FullReport {
    /// Page of the comparison, followed by the chapters of other commands.
    fn page(&self) -> Page {
        let compared = self.compared();
        let mut page = compared.page();
        let further = self.further(&compared);
        let sure = self.uncertain.chapter(&self.answer);
        let inputs = Chapter::of(INPUTS, None, vec![Block::Remarks(compare::inputs_in_words(&self.answer))]);
        let chapters = [further.turns, sure, further.plan, further.years, further.found, inputs];
        for Chapter { heading, lead: _, blocks } in chapters.into_iter().flatten() {
            page.blocks.push(Block::Heading(heading));
            page.blocks.extend(blocks.into_iter().map(read_on));
        }
        page.margin = chapters::MARGIN;
        page
    }

    fn document(&self) -> IllustratedPage {
        let compared = self.compared();
        compare::illustrated(&compared, compared.brief(), &self.uncertain, self.further(&compared))
    }

    fn answer(&self) -> Option<&Answer> {
        Some(&self.answer)
    }

    fn page_of(&self) -> Option<PageOf> {
        Some(PageOf::Report)
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }
}
