//! Rates of exchange of no day, which nobody can look up.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::Provenance;
use crate::scenario::document::Entry;
use crate::scenario::exchange::StatedRate;

/// Rates that amounts are converted at and that have no source, or one without a day.
pub(super) fn undated(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let sheet = &subject.answer.evaluated.model.sheet;
    let found = scenario.exchange_rates.iter().filter_map(|entry| {
        let rate = StatedRate::of(entry).rate;
        let path = format!("exchange_rates.{}", entry.name);
        // what no figure follows from is said to have no effect
        sheet.input(rate.at)?;
        let (what, label) = match source(&scenario.sources, &path) {
            None => ("no source says where it comes from, and of which day it is", "{ from: …, date: … }"),
            Some(source) if source.value.date.is_none() => ("its source says no day", "{ from: …, date: … }"),
            Some(_) => return None,
        };
        let message = format!("the exchange rate of {} moves from day to day, and {what}", entry.name);
        let finding = subject.finding(Code::UndatedRate, rate.at, message);
        Some(finding.label(format!("write `{path}: {label}` under `sources`")))
    });
    found.collect()
}

/// The source of a rate: at its path, at what stands in it, or of all rates; the nearest of them.
fn source<'a>(sources: impl IntoIterator<Item = &'a Entry<Provenance>>, path: &str) -> Option<&'a Entry<Provenance>> {
    let is_of = |name: &str| name == path || name == "exchange_rates" || name.strip_suffix(".rate") == Some(path);
    sources.into_iter().filter(|entry| is_of(&entry.name)).max_by_key(|entry| entry.name.len())
}
