//! Reports on a scenario, each as its command writes it.

use crate::request::View;
use crate::session::{MovedScenario, NoAnswer};
use rackrent::analysis::flip::Scope;
use rackrent::analysis::plan::plan;
use rackrent::analysis::sensitivity::{EndBreakEvens, Moved, sensitivity};
use rackrent::analysis::simulate::{Sampling, simulate};
use rackrent::analysis::{Answer, BudgetMultiple};
use rackrent::catalog::{ListRequest, OLD_AFTER_DAYS, PriceListError, catalog_offers, read_list};
use rackrent::check;
use rackrent::report::Report;
use rackrent::scan::{ScanRequest, scan};
use rackrent::{Rejected, WithCaveats, reasons};

impl MovedScenario<'_> {
    /// Writes the report of a view.
    ///
    /// # Errors
    /// If the scenario is invalid or the view has no result.
    pub(crate) fn reported<R>(
        &self,
        view: &View,
        write: impl FnOnce(&dyn Report, &Answer) -> Result<R, NoAnswer>,
    ) -> Result<R, NoAnswer> {
        let decided = || self.text().decide();
        match view {
            View::Own if self.is_report() => self.reported(&View::Report, write),
            View::Own | View::Compare => self.whole(|compared, answer| write(compared, answer)),
            View::Report => {
                let full_report = self.text().report()?;
                write(&full_report, full_report.answer().expect("a report has its answer"))
            }
            View::Flip => {
                let answer = decided()?;
                let caveats = check::caveats(&answer);
                let flips = answer.flips(&Scope::default()).with_findings(check::standing(&caveats));
                write(&WithCaveats::of_flips(&flips, caveats), &answer)
            }
            View::Plan => {
                let answer = decided()?;
                let plans = plan(&answer.loaded, &answer.traces, BudgetMultiple::USUAL);
                if plans.pairs.is_empty() {
                    return Err(NoAnswer::Wrong(reasons::nothing_to_plan(&plans)));
                }
                write(&plans, &answer)
            }
            View::Sensitivity => {
                let answer = decided()?;
                let found = sensitivity(&answer, Moved::usual(&answer), EndBreakEvens::Lowest);
                let found = found.ok_or_else(|| NoAnswer::Wrong(reasons::NO_DIFFERENCE.to_owned()))?;
                write(&WithCaveats::of_sensitivity(&answer, &found), &answer)
            }
            View::Simulate => {
                let answer = decided()?;
                match simulate(&answer, Sampling::USUAL, &|_| {}) {
                    Ok(Some(simulation)) => write(&WithCaveats::of(&answer, &simulation), &answer),
                    Ok(None) => Err(NoAnswer::Wrong(reasons::nothing_uncertain(&answer.loaded.document))),
                    Err(why) => {
                        let diagnostics = reasons::unanswered(&answer.loaded, &why);
                        Err(Rejected { diagnostics, sources: answer.loaded.sources.clone() }.into())
                    }
                }
            }
            View::Scan { list } => {
                let answer = decided()?;
                let (mut offers, mut lists) = (Vec::new(), Vec::new());
                match list {
                    Some((name, text)) => {
                        let request = ListRequest { number: 0, name, path: name, as_of: None };
                        let read = read_list(&mut text.as_bytes(), request, &mut |offer| offers.push(offer));
                        lists.push(read.map_err(|fault| NoAnswer::Wrong(format!("{name}: {}", wrong_with(fault))))?);
                    }
                    None => offers.extend(catalog_offers()),
                }
                let request = ScanRequest {
                    like: None,
                    factors: Vec::new(),
                    top: ScanRequest::USUAL_TOP,
                    effort: BudgetMultiple::USUAL,
                    today: None,
                    max_price_age_days: OLD_AFTER_DAYS,
                    max_age: None,
                };
                let scanned = scan((&answer.loaded, &answer.traces), (&lists, offers), &request);
                let scanned =
                    scanned.map_err(|_| NoAnswer::Wrong("the list has no offer of accelerators".to_owned()))?;
                write(&scanned, &answer)
            }
        }
    }
}

/// Error message for a price list.
fn wrong_with(fault: PriceListError) -> String {
    match fault {
        PriceListError::Unreadable(error) => error.to_string(),
        PriceListError::TooLarge => "the list is too large".to_owned(),
        PriceListError::Header(why) => why,
        PriceListError::Rows(faults, more) => {
            let rows: Vec<String> =
                faults.iter().map(|fault| format!("line {}: {}", fault.line, fault.text())).collect();
            let more = if more > 0 { format!("; and {more} more rows") } else { String::new() };
            format!("{}{more}", rows.join("; "))
        }
    }
}
