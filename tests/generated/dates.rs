//! Equivalent scenarios with dates and weeks instead of months.

use super::{Tree, scalar};

/// Months per year.
const OF_A_YEAR: u32 = 12;

/// The scenario with lead times in weeks and with end dates instead of terms, and whether anything changed. Only scenarios with
/// `start` change. Two kinds of terms stay: those of commitments for bursts, which can begin later, and those of leases whose
/// servers arrive at different times.
pub fn dated(scenario: &Tree) -> (Tree, bool) {
    let mut dated = scenario.clone();
    let Some(start) = scenario.get("start").and_then(Tree::text).map(Start::read) else { return (dated, false) };
    let for_bursts: Vec<String> = scenario.get("own").map(bursts).unwrap_or_default();
    let mut any = false;
    for (side, options) in dated.entries_mut().iter_mut().filter(|(key, _)| key == "own" || key == "rent") {
        for (name, option) in options.entries_mut() {
            if side == "own" {
                any |= date_lease(&start, option);
                any |= lead_in_weeks(option);
            } else {
                any |= !for_bursts.contains(name) && date_commitments(&start, option);
                any |= date_steps(&start, option);
            }
        }
    }
    (dated, any)
}

/// Options that other options name in `burst_to`.
fn bursts(owned: &Tree) -> Vec<String> {
    let options = owned.names().into_iter().filter_map(|name| owned.get(name)?.get("burst_to")?.get("option"));
    options.filter_map(Tree::text).map(str::to_owned).collect()
}

fn date_commitments(start: &Start, option: &mut Tree) -> bool {
    let commitments = option.entries_mut().iter_mut().find(|(key, _)| key == "commitments");
    let Some((_, commitments)) = commitments else { return false };
    let mut any = false;
    for (_, commitment) in commitments.entries_mut() {
        let first = number(commitment, "starts_month").unwrap_or(1);
        any |= date_term(start, commitment, first);
    }
    any
}

fn date_lease(start: &Start, option: &mut Tree) -> bool {
    let first = number(option, "lead_time_months").unwrap_or(0) + 1;
    let at_once = option.get("nodes").is_some();
    let lease = option.entries_mut().iter_mut().find(|(key, _)| key == "lease").filter(|_| at_once);
    lease.is_some_and(|(_, lease)| date_term(start, lease, first))
}

/// Replaces the month of every second price step of an option with its date.
fn date_steps(start: &Start, option: &mut Tree) -> bool {
    let path = option.entries_mut().iter_mut().find(|(key, _)| key == "price_path");
    let Some((_, Tree::List(steps))) = path else { return false };
    for step in steps.iter_mut().step_by(2) {
        let Some(month) = number(step, "month") else { continue };
        step.remove("month");
        step.put("from", scalar(start.date(month)));
    }
    true
}

/// Replaces a lead time in months with whole weeks, rounded down; three months are thirteen weeks.
fn lead_in_weeks(option: &mut Tree) -> bool {
    let Some(months) = number(option, "lead_time_months") else { return false };
    option.remove("lead_time_months");
    option.put("lead_time_weeks", scalar(months * 13 / 3));
    true
}

/// Replaces the term of something that begins in month `first` with its end date.
fn date_term(start: &Start, part: &mut Tree, first: u32) -> bool {
    let Some(months) = number(part, "term_months") else { return false };
    part.remove("term_months");
    part.put("until", scalar(start.date(first + months - 1)));
    true
}

fn number(part: &Tree, key: &str) -> Option<u32> {
    part.get(key)?.text()?.parse().ok()
}

/// First calendar month of a scenario.
struct Start {
    year: u32,
    of_year: u32,
}

impl Start {
    fn read(text: &str) -> Start {
        let (year, of_year) = text.split_once('-').unwrap();
        Start { year: year.parse().unwrap(), of_year: of_year.parse().unwrap() }
    }

    /// Calendar month of a month number.
    fn date(&self, month: u32) -> String {
        let since_january = self.of_year + month - 2;
        format!("{}-{:02}", self.year + since_january / OF_A_YEAR, since_january % OF_A_YEAR + 1)
    }
}
