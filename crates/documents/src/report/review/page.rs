//! A review as a page: a summary sentence, and a row per scenario.

use super::findings::become_known;
use super::{BaseCommit, FileChange, FileVersion, Importance, Review, ReviewedFile};
use crate::analysis::difference::Difference;
use crate::model::OptionId;
use crate::report::difference::{data, lead};
use crate::report::figures;
use crate::report::page::{
    Block, Cell, Column, ColumnWidth, Data, Meaning, Page, PageContext, Section, Table, TableLine, TableRow,
};
use crate::scenario::Labels;
use std::collections::BTreeSet;

/// Width of section headings in terminal cells.
const MARGIN: usize = 13;
/// Maximum number of scenarios listed with policy effects.
const MOST_JUDGED: usize = 20;
/// Maximum number of scenarios named in a summary.
const NAMED: usize = 3;

/// The page.
pub(super) fn overview(review: &Review) -> Page {
    let meaning = if review.count(Importance::Flipped) > 0 { Meaning::Warning } else { Meaning::Winner };
    let sections = [
        Some(Section::answer("Changes", meaning, vec![summary(review)])),
        Section::detail("No answer", review.files.iter().flat_map(refused).collect()),
        Section::detail("Policy", policy(review).into_iter().chain(judged(review)).collect()),
    ];
    let sections: Vec<Section> = sections.into_iter().flatten().collect();
    Page {
        name: format!("Scenarios since {}", since(&review.base)),
        conventions: "margin: present value of the winner below the runner-up".to_owned(),
        request: None,
        notes: Vec::new(),
        read: PageContext::InDiscussion,
        blocks: [Some(Block::Sections(sections)), table(review).map(Block::Table)].into_iter().flatten().collect(),
        margin: MARGIN,
        footer: concat!("rackrent ", env!("CARGO_PKG_VERSION")).to_owned(),
        data: rows(review),
        labels: Labels::default(),
    }
}

/// A revision with its commit: `main (6c26d34)`.
pub(super) fn since(base: &BaseCommit) -> String {
    let commit = base.commit.get(..7).unwrap_or(&base.commit);
    if base.commit.starts_with(&base.revision) { commit.to_owned() } else { format!("{} ({commit})", base.revision) }
}

/// Summary: the flipped verdicts by name, other changes as counts.
pub(super) fn summary(review: &Review) -> String {
    let flipped = review.files.iter().filter_map(|file| flip(&file.path, file.difference()?));
    let flipped: Vec<String> = flipped.collect();
    let named = flipped.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
    let more = flipped.len().saturating_sub(NAMED);
    let named = if more > 0 { format!("{named}; and {more} more") } else { named };
    let count = |gravity, one: &str, several: &str| {
        let count = review.count(gravity);
        (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { several }))
    };
    let counts = [
        count(Importance::Flipped, "verdict flipped", "verdicts flipped").map(|flips| format!("{flips}: {named}")),
        count(Importance::Unanswered, "has no answer now", "have no answer now"),
        count(Importance::Moved, "has other amounts and the same verdict", "have other amounts and the same verdict"),
        count(Importance::Apart, "is new, removed or not comparable", "are new, removed or not comparable"),
        count(Importance::Judged, "has other findings under its policy", "have other findings under their policies"),
        count(
            Importance::Inputs,
            "has changed inputs without effect on amounts",
            "have changed inputs without effect on amounts",
        ),
        count(Importance::Unmoved, "is reformatted or renamed", "are reformatted or renamed"),
    ];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    match (counts.is_empty(), review.unchanged) {
        (true, 0) => "There are no scenarios before or after the change.".to_owned(),
        (true, _) => "No scenario changed.".to_owned(),
        (false, 0) => format!("{}.", counts.join(" · ")),
        (false, unchanged) => format!("{} · {unchanged} unchanged.", counts.join(" · ")),
    }
}

/// Names a flipped verdict with both winners; none if it did not flip.
fn flip(path: &str, difference: &Difference) -> Option<String> {
    let winner = |id: &Option<OptionId>| id.as_ref().map_or("no option".to_owned(), ToString::to_string);
    let [before, after] = [&difference.old, &difference.new].map(|side| winner(&side.choice.winner));
    let said = format!("{path} from {before} to {after}");
    difference.flipped().then(|| difference.new.header.labels.display_text(&said))
}

/// Sentence about changed policies; none without changes.
pub(super) fn policy(review: &Review) -> Option<String> {
    if !review.has_other_policies() {
        return None;
    }
    let effects = review.files.iter().filter_map(|file| file.policy.as_ref());
    let (judged, known) = effects.fold((0, 0), |(judged, known), effect| (judged + 1, known + effect.known.len()));
    let what = match (review.policies.unusable.as_slice(), judged) {
        ([], 0) => "findings are the same".to_owned(),
        ([], 1) => "findings differ in 1 scenario".to_owned(),
        ([], judged) => format!("findings differ in {judged} scenarios"),
        (unusable, _) => format!("findings are not compared: {}", unusable.join("; ")),
    };
    // said first: these findings may be the subject of the change, and they don't fail the check any more
    let what = become_known(known).map(|known| format!("{known}; {what}")).unwrap_or(what);
    Some(format!("{} changed: {what}", review.policies.paths.join(", ")))
}

/// Effects of policies on scenarios, one per line, most severe first, and the number of the others.
fn judged(review: &Review) -> Vec<String> {
    let said = |file: &ReviewedFile| {
        let effect = file.policy.as_ref()?;
        let rules: BTreeSet<&str> = effect.all().map(|(_, finding)| finding.code.text()).collect();
        let rules = rules.into_iter().collect::<Vec<_>>().join(", ");
        let rules = if rules.is_empty() { String::new() } else { format!(" ({rules})") };
        Some(format!("{}: {}{rules}", file.path, effect.in_words()))
    };
    let all: Vec<String> = review.files.iter().filter_map(said).collect();
    let more = all.len().saturating_sub(MOST_JUDGED);
    all.into_iter().take(MOST_JUDGED).chain((more > 0).then(|| format!("and {more} more"))).collect()
}

/// A row per scenario that differs; none without any.
fn table(review: &Review) -> Option<Table> {
    let row = |file: &ReviewedFile| {
        let [before, after] = verdicts(file);
        TableRow::Cells(TableLine::new(display_name(file), [Cell::from(word(file)), before, after]))
    };
    let mut table = Table::new(["change", "before", "after"], review.files.iter().map(row).collect());
    let rooms = [ColumnWidth::Own, ColumnWidth::Shared, ColumnWidth::Shared];
    table.columns = table.columns.into_iter().zip(rooms).map(|(column, room)| Column { room, ..column }).collect();
    (!table.rows.is_empty()).then_some(table)
}

/// Path of a scenario, with the old path.
pub(super) fn display_name(file: &ReviewedFile) -> String {
    match &file.was {
        Some(was) => format!("{} (was {was})", file.path),
        None => file.path.clone(),
    }
}

/// Kind of change of a scenario, in one word.
pub(super) fn word(file: &ReviewedFile) -> &'static str {
    let FileChange::Apart { then, now, .. } = &file.change else {
        return match file.gravity() {
            Importance::Flipped => "flipped",
            Importance::Moved | Importance::Unanswered | Importance::Apart => "moved",
            Importance::Judged => "judged",
            Importance::Inputs => "no amount",
            Importance::Unmoved if file.was.is_some() => "renamed",
            Importance::Unmoved => "rewritten",
        };
    };
    match (then, now) {
        (FileVersion::Absent, FileVersion::Stands(_) | FileVersion::Absent) => "new",
        (_, FileVersion::Absent) => "gone",
        (_, FileVersion::Refused(_)) => "no answer",
        (FileVersion::Refused(_), FileVersion::Stands(_)) => "answered",
        (FileVersion::Stands(_), FileVersion::Stands(_)) => "not comparable",
    }
}

/// Winner with margin before and after.
fn verdicts(file: &ReviewedFile) -> [Cell; 2] {
    let sides = match &file.change {
        FileChange::Compared(difference) => [Some(&difference.old), Some(&difference.new)],
        FileChange::Apart { then, now, .. } => [then.stands(), now.stands()],
    };
    sides.map(|side| {
        let Some(side) = side else { return Cell::Absent };
        let share = side.choice.saving_share.map_or(String::new(), |share| format!(" by {}", figures::share(*share)));
        let winner = side.choice.winner.as_ref().map_or("no option", OptionId::as_str);
        Cell::from(side.header.labels.display_text(&format!("{winner}{share}")))
    })
}

/// Errors of a scenario before and after.
fn refused(file: &ReviewedFile) -> Vec<String> {
    let FileChange::Apart { then, now, currencies } = &file.change else { return Vec::new() };
    let was = file.was.as_deref().unwrap_or(&file.path);
    let said = |(when, path): (&str, &str), version: &FileVersion| match version {
        FileVersion::Refused(errors) => Some(format!("{}, {when}: {}", file.path, errors.in_a_line(path))),
        FileVersion::Absent | FileVersion::Stands(_) => None,
    };
    let apart = currencies.map(|currencies| format!("{}: {currencies}", file.path));
    [said(("before", was), then), said(("now", &file.path), now), apart].into_iter().flatten().collect()
}

/// Description of a scenario that can't be compared.
pub(super) fn apart(file: &ReviewedFile, then: &FileVersion, now: &FileVersion) -> String {
    let was = file.was.as_deref().unwrap_or(&file.path);
    let said = |(version, path): (&FileVersion, &str)| match version {
        FileVersion::Absent => "none".to_owned(),
        FileVersion::Stands(side) => side.header.labels.display_text(&lead(&side.choice)),
        FileVersion::Refused(errors) => errors.in_a_line(path),
    };
    let [then, now] = [(then, was), (now, file.path.as_str())].map(said);
    match word(file) {
        "new" => format!("New: {now}"),
        "gone" => format!("Removed; before: {then}"),
        "not comparable" => format!("In another currency: {now}; before: {then}"),
        "answered" => format!("Result now: {now}; before: {then}"),
        _ => format!("No result now: {now}; before: {then}"),
    }
}

/// Columns `file, was, what, currency, winner_before, winner_after, margin_before, margin_after`, then those of `diff`
/// for two files: a row per change and option, and one row for a scenario without attributed changes.
fn rows(review: &Review) -> Data {
    let own = ["file", "was", "what", "currency", "winner_before", "winner_after", "margin_before", "margin_after"];
    let columns = ["change", "before", "after", "line_before", "line_after", "option", "present_value", "option_label"];
    let of_file = |file: &ReviewedFile| {
        let sides = match &file.change {
            FileChange::Compared(difference) => [Some(&difference.old), Some(&difference.new)],
            FileChange::Apart { then, now, .. } => [then.stands(), now.stands()],
        };
        let [before, after] = sides;
        let winner = |at: usize| Cell::from(sides[at].and_then(|side| side.choice.winner.as_ref()));
        let margin = |at: usize| Cell::ratio(sides[at].and_then(|side| side.choice.saving_share));
        let currency = after.or(before).map(|side| side.header.currency.clone());
        let head = [file.path.clone().into(), file.was.clone().into(), word(file).into(), currency.into()];
        let head = head.into_iter().chain([winner(0), winner(1), margin(0), margin(1)]).collect::<Vec<Cell>>();
        let changes = file.difference().map(data).map(|data| data.rows).unwrap_or_default();
        let changes = if changes.is_empty() { vec![vec![Cell::Absent; columns.len()]] } else { changes };
        changes.into_iter().map(|row| head.iter().cloned().chain(row).collect()).collect::<Vec<Vec<Cell>>>()
    };
    Data::new(own.into_iter().chain(columns), review.files.iter().flat_map(of_file))
}
