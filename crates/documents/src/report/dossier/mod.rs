//! Everything about a scenario in one document: the comparison with its cases, what would turn it, how sure it is, how many to
//! own, every cost and every cost by year, what was found, and every input. Each part is what its own question says of it.

mod chapters;
mod found;
mod json;
mod overview;

#[cfg(feature = "schema")]
pub(super) use json::WrittenDossier;
pub use overview::write_several;

use super::compare::{self, Compared, Extent};
use super::errors::Errors;
use super::page::{Block, Chapter, IllustratedPage, Page};
use super::page_scenario::PageOf;
use super::plan::cheaper_than;
use super::uncertain::Uncertain;
use super::{Report, Weighed};
use crate::analysis::Answer;
use crate::analysis::cases::CaseStatement;
use crate::analysis::flip::{Flips, Scope};
use crate::analysis::plan::{Plans, plan};
use crate::analysis::statement::{By, TimeBasis, View};
use crate::check::{self, Checked};
use chapters::read_on;
use std::io::{self, Write};

/// Everything that is said of a scenario.
#[derive(Debug)]
pub struct Dossier {
    answer: Answer,
    cases: Vec<CaseStatement>,
    checked: Checked,
    flips: Flips,
    uncertain: Uncertain,
    plans: Plans,
}

/// The dossier of one of several files, or why there is none.
pub type DossierOrErrors = Result<Dossier, Errors>;

impl Dossier {
    /// Everything that is said of an answer, beside each of its cases and what a check of its file found.
    #[must_use]
    pub fn of(answer: Answer, cases: Vec<CaseStatement>, checked: Checked) -> Dossier {
        let weighing = check::weighing(&answer);
        Dossier {
            flips: answer.flips(&Scope::default()).beside(check::standing(&weighing)),
            uncertain: Uncertain::of(&answer),
            plans: plan(&answer.loaded, &answer.traces, answer.effort),
            answer,
            cases,
            checked,
        }
    }

    /// The comparison that everything is about, with the plan that costs less than what wins, if there is one.
    fn compared(&self) -> Compared<'_> {
        let comparison = &self.answer.comparison;
        let winner = comparison.verdict.winner.as_deref().and_then(|name| comparison.option(name));
        let plan = winner.and_then(|winner| cheaper_than(&self.plans, winner));
        Compared::of(&self.answer, Extent::Whole, None).with_cases(&self.cases).with_plan(plan)
    }

    /// The costs by fiscal year, or by contract year where the scenario does not say when it starts.
    fn by_year(&self) -> Option<View> {
        let view = |by| self.answer.view(by, TimeBasis::Cash);
        view(By::FiscalYear).or_else(|| view(By::Year))
    }

    fn weighed_flips(&self) -> Weighed<'_, Flips> {
        Weighed::of_flips(&self.flips, check::weighing(&self.answer))
    }

    /// What other questions say, for a document.
    fn further(&self, compared: &Compared<'_>) -> compare::Further {
        compare::Further {
            turns: self.turns(),
            plan: self.plan(),
            years: self.years(),
            found: found::chapter(compared, &self.checked),
        }
    }
}

impl Report for Dossier {
    /// The comparison as it is, and below headings what other questions say.
    fn page(&self) -> Page {
        let compared = self.compared();
        let mut page = compared.page();
        let further = self.further(&compared);
        let sure = self.uncertain.chapter(&self.answer);
        let inputs = Chapter::of("Inputs", None, vec![Block::Remarks(compare::inputs_in_words(&self.answer))]);
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
