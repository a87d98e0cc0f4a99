//! What else is asked of a scenario than what its page shows.

use crate::question::View;
use crate::session::{Asked, NoAnswer};
use rackrent::analysis::flip::Scope;
use rackrent::analysis::plan::plan;
use rackrent::analysis::sensitivity::{Moved, sensitivity};
use rackrent::analysis::simulate::{Sampling, simulate};
use rackrent::analysis::{Answer, Effort};
use rackrent::catalog::{ListAsked, ListFault, Offer, catalog_offers, read_list};
use rackrent::check;
use rackrent::report::Report;
use rackrent::scan::{ScanAsked, scan};
use rackrent::{Rejected, Weighed, reasons};
use std::num::NonZeroUsize;

/// As many offers are ranked.
const OFFERS: NonZeroUsize = NonZeroUsize::new(20).expect("it is not zero");
/// As many draws are made as by `simulate` where nobody says how many.
const DRAWS: usize = 100_000;

impl Asked<'_> {
    /// What a view of the scenario says.
    ///
    /// # Errors
    /// If the scenario has no answer, or none of this kind.
    pub(crate) fn viewed<R>(
        &self,
        view: &View,
        write: impl FnOnce(&dyn Report, &Answer) -> Result<R, NoAnswer>,
    ) -> Result<R, NoAnswer> {
        let scenario = self.scenario();
        if *view == View::Report {
            let dossier = scenario.report()?;
            let answer = dossier.answer().ok_or_else(|| NoAnswer::Wrong("a report has its answer".to_owned()))?;
            return write(&dossier, answer);
        }
        let answer = scenario.decide()?;
        match view {
            View::Own | View::Report => self.compared(crate::Depth::Whole, |compared| write(compared, &answer)),
            View::Flip => {
                let weighing = check::weighing(&answer);
                let flips = answer.flips(&Scope::default()).beside(check::standing(&weighing));
                write(&Weighed::of_flips(&flips, weighing), &answer)
            }
            View::Plan => {
                let plans = plan(&answer.loaded, &answer.traces, Effort::USUAL);
                match (plans.pairs.is_empty(), plans.left_out.first()) {
                    (false, _) => write(&plans, &answer),
                    (true, Some(pair)) => Err(NoAnswer::Wrong(format!(
                        "there is nothing to plan: {} with {}: {}",
                        pair.own,
                        pair.rent,
                        reasons::not_planned(&pair.because)
                    ))),
                    (true, None) => Err(NoAnswer::Wrong("a plan needs an option to own and one to rent".to_owned())),
                }
            }
            View::Sensitivity => {
                let moved = if answer.loaded.scenario.uncertainty.is_empty() {
                    Moved::Every(rackrent::Decimal::new(1, 1))
                } else {
                    Moved::Uncertain
                };
                let found = sensitivity(&answer, moved);
                let found =
                    found.ok_or_else(|| NoAnswer::Wrong("it needs an option to own and one to rent".to_owned()))?;
                write(&Weighed::of(&answer, &found), &answer)
            }
            View::Simulate => match simulate(&answer, Sampling { draws: DRAWS, seed: 1 }, &|_| {}) {
                Ok(Some(simulation)) => write(&Weighed::of(&answer, &simulation), &answer),
                Ok(None) => Err(NoAnswer::Wrong(
                    "nothing in the scenario is uncertain; say between which values numbers lie".to_owned(),
                )),
                Err(why) => {
                    let diagnostics = reasons::unanswered(&answer.loaded, &why);
                    Err(Rejected { diagnostics, sources: answer.loaded.sources.clone() }.into())
                }
            },
            View::Scan { name, list } => {
                let mut offers: Vec<Offer> = Vec::new();
                let mut lists = Vec::new();
                if let Some(name) = name {
                    let asked = ListAsked { number: 0, name, path: name, as_of: None };
                    lists.push(read_list(&mut list.as_bytes(), asked, &mut |offer| offers.push(offer)).map_err(said)?);
                } else {
                    offers.extend(catalog_offers());
                }
                let asked =
                    ScanAsked { like: None, factors: Vec::new(), top: OFFERS, effort: Effort::USUAL, today: None };
                let scanned = scan((&answer.loaded, &answer.traces), (&lists, offers), &asked);
                let scanned =
                    scanned.map_err(|_| NoAnswer::Wrong("the list has no offer of accelerators".to_owned()))?;
                write(&scanned, &answer)
            }
        }
    }
}

/// What is wrong with a price list.
fn said(fault: ListFault) -> NoAnswer {
    NoAnswer::Wrong(match fault {
        ListFault::Unreadable(error) => error.to_string(),
        ListFault::TooLarge => "the list is too large".to_owned(),
        ListFault::Header(why) => why,
        ListFault::Rows(faults, _) => {
            faults.first().map_or_else(String::new, |fault| format!("line {}: {}", fault.line, fault.said()))
        }
    })
}
