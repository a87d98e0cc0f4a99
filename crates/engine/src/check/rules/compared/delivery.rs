//! Options that are not available in time.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::PartModel;
use crate::number::counted;
use crate::scenario::Requires;
use crate::scenario::document::Located;
use crate::scenario::quantities::Months;

/// Options that are available later than required, and therefore can't be chosen.
pub(super) fn too_late(subject: &Subject<'_>) -> Vec<Diagnostic> {
    // the options of a hybrid are checked on their own
    let options = subject.answer.evaluated.model.options.iter();
    let alone = options.filter_map(|option| option.parts.iter().find(|part| part.option == option.id));
    alone.filter_map(|part| late(subject, part)).collect()
}

fn late(subject: &Subject<'_>, part: &PartModel) -> Option<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let own = scenario.own.iter().find(|entry| entry.at == part.at);
    if own.is_some_and(|entry| entry.value.available_after() == 0) {
        return None;
    }
    let own = own.map(|entry| entry.value.lead_time());
    let rent = scenario.rent.iter().find(|entry| entry.at == part.at).map(|entry| entry.value.available_after_months);
    let (after, label) = match own {
        Some(lead_time) => (lead_time, "order earlier, or relax the requirement"),
        None => (
            rent.map(|months| Located { value: months.value.count(), at: months.at })?,
            "ask for capacity sooner or elsewhere, or relax the requirement",
        ),
    };
    let within = |requires: Option<&Requires>| requires.and_then(|requires| requires.available_within_months);
    let of_workloads = subject.served(part.at).into_iter().map(|entry| within(entry.value.requires.as_ref()));
    let all = of_workloads.chain([within(scenario.requires.as_ref())]).flatten();
    let soonest: Located<Months> = all.min_by_key(|within| within.value.count())?;
    if after.value <= soonest.value.count() {
        return None;
    }
    let message = format!(
        "{} is available after {}, but required within {}: it can't be chosen",
        part.option,
        counted(after.value, "month"),
        soonest.value.count()
    );
    let required = subject.answer.loaded.document.place(soonest.at);
    let finding = subject.finding(Code::DeliveryTooLate, after.at, message);
    Some(finding.label(label).related(required, "required here"))
}
