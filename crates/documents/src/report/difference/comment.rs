//! Comment of a difference for the reviewer of a change: the verdict before and after, the largest causes with links to their
//! lines, and everything else collapsed.

use super::links::LinkBase;
use super::words::{self, ScenarioSide};
use crate::amount::Amount;
use crate::analysis::difference::{ChangeKind, Chosen, Difference, Effect, InputChange, InputValue};
use crate::diagnostic::SourceId;
use crate::model::OptionId;
use crate::number;
use crate::report::page::markdown::{escape, strong, without_answers};
use crate::report::page::{Block, Cell, Fold, Table};
use crate::report::{Report, figures};
use rust_decimal::Decimal;
use std::cmp::Reverse;

/// Maximum causes shown above the collapsed part.
const LARGEST: usize = 5;
/// Maximum changed inputs listed.
const MOST: usize = 100;
/// Maximum characters of a sentence; a longer one is truncated.
const LONGEST: usize = 400;

/// A difference as a comment.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Comment<'a> {
    /// The difference.
    pub(in crate::report) difference: &'a Difference,
    /// The path of the new file.
    pub(in crate::report) file: &'a str,
    /// The base of links.
    pub(in crate::report) links: &'a LinkBase,
}

impl Comment<'_> {
    /// The verdict before and after, in one sentence without a full stop: the winners and their margins.
    pub(in crate::report) fn headline(&self) -> String {
        let said = if self.difference.flipped() {
            let [before, after] = [&self.difference.old, &self.difference.new].map(|side| lead(&side.choice));
            format!("Flipped: from {before} to {after}")
        } else {
            words::verdict(self.difference).trim_end_matches('.').to_owned()
        };
        cut(&self.display_text(&said))
    }

    /// The whole comment.
    pub(in crate::report) fn whole(&self) -> String {
        [self.brief(), self.folded()].join("\n\n")
    }

    /// The part that is not collapsed: verdict, facts, largest causes, and changed options.
    pub(in crate::report) fn brief(&self) -> String {
        let headline = strong(&escape(&self.headline()));
        let options = words::options(self.difference).into_iter();
        let options: Vec<String> =
            options.map(|said| format!("- {}", escape(&cut(&self.display_text(&said))))).collect();
        let parts = [Some(headline), Some(self.facts()), self.causes(), Some(options.join("\n"))];
        parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
    }

    /// The file, the name, the currency and the horizon.
    fn facts(&self) -> String {
        let (old, new) = (&self.difference.old.header, &self.difference.new.header);
        let months = number::counted(new.horizon_months, "month");
        let before = match old.horizon_months {
            same if same == new.horizon_months => String::new(),
            other => format!("{other} → "),
        };
        let about = format!("{} · {} · {before}{months}", cut(&new.name), new.currency);
        format!("{} · {}", self.links.to(self.file, self.file, None), escape(&about))
    }

    /// Table of the changes that moved the difference between the two decisive options most; `None` if none did.
    fn causes(&self) -> Option<String> {
        let between = candidates(self.difference);
        let mut causes: Vec<(Decimal, &Effect)> =
            self.difference.effects.iter().map(|effect| (moved(effect, &between), effect)).collect();
        causes.retain(|(moved, _)| !moved.is_zero());
        // a stable sort: ties stay in the order of the file
        causes.sort_by_key(|(moved, _)| Reverse(*moved));
        let names = between.iter().map(|at| escape(&self.display_text(self.difference.options[*at].name.as_str())));
        let heads = names.map(|name| format!(" effect on {name} |")).collect::<Vec<_>>().concat();
        let rules = "---:|".repeat(between.len());
        let head = format!("| largest causes | before | after |{heads} line |\n|:---|---:|---:|{rules}---:|");
        let rows = causes.iter().take(LARGEST).map(|(_, effect)| self.cause(effect, &between));
        let table = std::iter::once(head).chain(rows).collect::<Vec<_>>().join("\n");
        let more = causes.len().saturating_sub(LARGEST);
        let more = if more > 0 { format!("\n\nand {more} smaller") } else { String::new() };
        (!causes.is_empty()).then(|| table + &more)
    }

    fn cause(&self, effect: &Effect, between: &[usize]) -> String {
        let digits = self.difference.new.header.minor_digits;
        let first = effect.group.changes.first().and_then(|at| self.difference.changes.get(*at));
        let single = first.filter(|_| effect.group.changes.len() == 1);
        let [before, after] = [ScenarioSide::Old, ScenarioSide::New].map(|side| value_text(single, side));
        let name = escape(&cut(&self.display_text(&words::effect(self.difference, &effect.group))));
        let amount = |at: &usize| Cell::added(effect.amounts[*at].map(Decimal::from), digits).text();
        let amounts = between.iter().map(|at| format!(" {} |", escape(&amount(at)))).collect::<Vec<_>>().concat();
        let line = first.map_or(String::new(), |change| self.line(change));
        format!("| {name} | {before} | {after} |{amounts} {line} |")
    }

    /// Link to the line of a change; for a removed input the line in the old file, without a link.
    fn line(&self, change: &InputChange) -> String {
        let line = |side: &Option<InputValue>| {
            let stated = side.as_ref()?;
            let place = stated.place.filter(|place| matches!(place.source, SourceId::File(_)))?;
            Some((stated.file.clone(), place.line))
        };
        match (line(&change.old), line(&change.new)) {
            (_, Some((file, line))) => {
                let said = words::in_shared(file.as_deref(), line);
                self.links.to(&said, file.as_deref().unwrap_or(self.file), Some(line))
            }
            (Some((file, line)), None) if change.what == ChangeKind::Removed => {
                format!("{} before", escape(&words::in_shared(file.as_deref(), line)))
            }
            (Some(_) | None, None) => escape(&words::lines(change)),
        }
    }

    /// The collapsed part: every changed input, the effects, and the remaining sections.
    fn folded(&self) -> String {
        let mut page = self.difference.page();
        let lists_inputs = |block: &Block| matches!(block, Block::Table(Table { fold: Fold::Folded, .. }));
        page.blocks.retain(|block| !lists_inputs(block));
        let page = page.labelled();
        let inputs: Vec<&InputChange> = words::shown(self.difference).collect();
        let count = number::counted(inputs.len(), "changed input");
        let parts = self.changes(&inputs).into_iter().chain(without_answers(&page)).chain([escape(&page.footer)]);
        let parts = parts.collect::<Vec<_>>().join("\n\n");
        format!("<details><summary>{count}, their effects, and details</summary>\n\n{parts}\n\n</details>")
    }

    /// Table of the changed inputs; `None` without any.
    fn changes(&self, inputs: &[&InputChange]) -> Option<String> {
        let row = |change: &&InputChange| {
            let display_name = self.display_text(&words::display_name(self.difference, change));
            let path = if display_name == change.path { String::new() } else { format!(" ({})", change.path) };
            let name = escape(&cut(&format!("{display_name}{path}")));
            let [before, after] = [ScenarioSide::Old, ScenarioSide::New].map(|side| value_text(Some(change), side));
            format!("| {name} | {before} | {after} | {} |", self.line(change))
        };
        let rows: Vec<String> = inputs.iter().take(MOST).map(row).collect();
        let more = inputs.len().saturating_sub(MOST);
        let more = if more > 0 { format!("\n\nand {more} more") } else { String::new() };
        let head = "| changed input | before | after | line |\n|:---|---:|---:|---:|";
        (!rows.is_empty()).then(|| format!("{head}\n{}{more}", rows.join("\n")))
    }

    fn display_text(&self, text: &str) -> String {
        self.difference.new.header.labels.display_text(text)
    }
}

/// The value of a change on one side; empty for a group of changes.
fn value_text(change: Option<&InputChange>, side: ScenarioSide) -> String {
    change.map_or(String::new(), |change| escape(&Cell::from(words::value(change, side)).text()))
}

/// The winner with its margin: `rent.nebius (by 293,874.55, 23 %)`.
pub(in crate::report) fn lead(choice: &Chosen) -> String {
    let Some(winner) = &choice.winner else { return "no option".to_owned() };
    let share = choice.saving_share.map_or(String::new(), |share| format!(", {}", figures::share(*share)));
    let by = choice.saving.map_or(String::new(), |saving| format!(" (by {}{share})", saving.grouped()));
    format!("{winner}{by}")
}

/// Indices of the two decisive options, if changes are attributed to both: the old and the new winner, or the winner and the
/// runner-up; else the first attributed options, at most two.
fn candidates(difference: &Difference) -> Vec<usize> {
    let (old, new) = (&difference.old.choice, &difference.new.choice);
    let named = if difference.flipped() { [&old.winner, &new.winner] } else { [&new.winner, &new.runner_up] };
    let attributed = |at: &usize| difference.options[*at].change.is_some();
    let place = |id: &Option<OptionId>| {
        let id = id.as_ref()?;
        difference.options.iter().position(|option| option.name == *id).filter(attributed)
    };
    match named.map(place) {
        [Some(one), Some(other)] => vec![one, other],
        [_, _] => (0..difference.options.len()).filter(attributed).take(2).collect(),
    }
}

/// The effect of changes on the difference between two options, or on the cost of the only one.
fn moved(effect: &Effect, between: &[usize]) -> Decimal {
    let amount = |at: &usize| effect.amounts[*at].map(|amount: Amount| Decimal::from(amount)).unwrap_or_default();
    match between {
        [one, other] => (amount(one) - amount(other)).abs(),
        others => others.iter().map(|at| amount(at).abs()).max().unwrap_or_default(),
    }
}

/// A sentence, truncated if it is long.
pub(in crate::report) fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
