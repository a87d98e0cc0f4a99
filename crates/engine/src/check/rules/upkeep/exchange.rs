//! Exchange rates without a date.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::Provenance;
use crate::scenario::document::Entry;
use crate::scenario::exchange::LocatedRate;

/// Exchange rates in use without a source, or with a source without a date.
pub(super) fn undated(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let sheet = &subject.answer.evaluated.model.sheet;
    let found = scenario.exchange_rates.iter().filter_map(|entry| {
        let rate = LocatedRate::of(entry).rate;
        let path = format!("exchange_rates.{}", entry.name);
        // a rate that no figure uses is reported by `no-effect`
        sheet.input(rate.at)?;
        let (what, label) = match source(&scenario.sources, &path) {
            None => ("it has no source", "{ from: …, date: … }"),
            Some(source) if source.value.date.is_none() => ("its source has no date", "{ from: …, date: … }"),
            Some(_) => return None,
        };
        let message = format!("the exchange rate of {} changes daily, but {what}", entry.name);
        let finding = subject.finding(Code::UndatedRate, rate.at, message);
        Some(finding.label(format!("write `{path}: {label}` under `sources`")))
    });
    found.collect()
}

/// The closest source of a rate: at its path, at its `rate`, or at all rates.
fn source<'a>(sources: impl IntoIterator<Item = &'a Entry<Provenance>>, path: &str) -> Option<&'a Entry<Provenance>> {
    let is_of = |name: &str| name == path || name == "exchange_rates" || name.strip_suffix(".rate") == Some(path);
    sources.into_iter().filter(|entry| is_of(&entry.name)).max_by_key(|entry| entry.name.len())
}
