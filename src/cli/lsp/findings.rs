//! What was found in a text, as editors show it: findings at their ranges, edits that settle them, and the verdict.

use super::paths::uri_of;
use super::positions::Lines;
use super::texts::OpenText;
use crate::check::mend;
use crate::diagnostic::{Fix, FixChoice, FixMeaning, Place, Severity, SourceId};
use crate::report::check::{CheckedFile, Finding, RulePages, TextSpan, Where};
use crate::report::spoken_verdict;
use crate::scenario::document::{Document, NodeId};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeDescription, CodeLens, Command, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range, TextEdit, Uri,
    WorkspaceEdit,
};
use std::collections::HashMap;
use std::path::Path;

/// What editors call whoever found something.
const SOURCE: &str = "rackrent";
/// Signs of a text that are shown in the title of an edit.
const SHOWN: usize = 40;

/// Where something without a place is shown.
fn beginning() -> Range {
    Range::new(Position::new(0, 0), Position::new(0, 0))
}

/// What was found in a text that was checked, in the order of a report.
pub(super) fn diagnostics(open: &OpenText, path: &Path) -> Vec<Diagnostic> {
    let Some(checked) = open.checked() else { return Vec::new() };
    match &checked.found {
        Ok(Some(typed)) => {
            let lines = Lines::of(&open.text);
            let shown = Shown { open, lines: &lines, file: &typed.file, path };
            typed.file.findings.iter().map(|finding| shown.diagnostic(finding)).collect()
        }
        Ok(None) => Vec::new(),
        Err(reason) => {
            let whole = Diagnostic::new_simple(beginning(), format!("this cannot be checked: {reason}"));
            vec![Diagnostic { source: Some(SOURCE.to_owned()), severity: Some(DiagnosticSeverity::ERROR), ..whole }]
        }
    }
}

/// A text with what was found in it.
struct Shown<'a> {
    open: &'a OpenText,
    lines: &'a Lines<'a>,
    file: &'a CheckedFile,
    path: &'a Path,
}

impl Shown<'_> {
    fn diagnostic(&self, finding: &Finding) -> Diagnostic {
        let one = &finding.diagnostic;
        let advice = [Some(one.label.as_str()).filter(|label| !label.is_empty()), one.help.as_deref()];
        let advice: Vec<String> = advice.into_iter().flatten().map(|advice| format!("\n{advice}")).collect();
        let address = RulePages::default().of(one.code).parse().ok();
        Diagnostic {
            range: self.range(finding),
            severity: Some(match one.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Information => DiagnosticSeverity::INFORMATION,
            }),
            code: Some(NumberOrString::String(one.code.text().to_owned())),
            code_description: address.map(|href| CodeDescription { href }),
            source: Some(SOURCE.to_owned()),
            message: format!("{}{}", one.message, advice.concat()),
            related_information: self.related(finding),
            tags: None,
            data: None,
        }
    }

    /// Its place in the text; of what has none there that of the value that it is about.
    fn range(&self, finding: &Finding) -> Range {
        let one = &finding.diagnostic;
        if let Some(place) = one.place.filter(|place| place.source == SourceId::FILE) {
            return self.lines.of_place(place);
        }
        // what stands in a file that the text extends is shown where it says so
        let extends = |document: &Document| document.place_around(document.member(NodeId::ROOT, "extends")?);
        if matches!(finding.spot, Some(TextSpan { place: Where::Shared(_), .. }))
            && let Some(place) = self.open.last().and_then(extends)
        {
            return self.lines.of_place(place);
        }
        let named = self.open.last().and_then(|document| {
            let at = document.find(&one.path).filter(|at| *at != NodeId::ROOT)?;
            document.place_around(at)
        });
        named.map_or_else(beginning, |place| self.lines.of_place(place))
    }

    /// Other places that belong to it: those in the text, lines of traces, and its own in a file that the text extends.
    fn related(&self, finding: &Finding) -> Option<Vec<DiagnosticRelatedInformation>> {
        let places = finding.diagnostic.related.iter().zip(&finding.related);
        let at = |(place, label): &(Place, String), span: &TextSpan| {
            let location = match &span.place {
                Where::Scenario => Some(Location::new(self.open.uri.clone(), self.lines.of_place(*place))),
                Where::Trace(path) => self.in_trace(path, span),
                Where::Shared(path) => in_shared(path, span),
                Where::Setting(_) => None,
            };
            location.map(|location| DiagnosticRelatedInformation { location, message: label.clone() })
        };
        let own = finding.spot.as_ref().and_then(|span| match &span.place {
            Where::Shared(path) => in_shared(path, span),
            Where::Scenario | Where::Trace(_) | Where::Setting(_) => None,
        });
        let own = own.map(|location| DiagnosticRelatedInformation { location, message: "it stands here".to_owned() });
        let others = places.filter_map(|(related, (span, _))| at(related, span));
        let all: Vec<DiagnosticRelatedInformation> = own.into_iter().chain(others).collect();
        (!all.is_empty()).then_some(all)
    }

    /// A place in a trace, whose name begins with the folder that the name of the scenario does.
    fn in_trace(&self, trace: &str, span: &TextSpan) -> Option<Location> {
        let folder = self.file.path.rfind('/').map_or(0, |slash| slash + 1);
        let uri = uri_of(&self.path.parent()?.join(trace.get(folder..)?))?;
        Some(Location::new(uri, range_of(span)))
    }
}

/// The edits that settle a finding, where they are of the text itself.
fn fix_here(finding: &Finding) -> Option<&Fix> {
    let is_here = |fix: &&Fix| fix.edits.iter().all(|edit| edit.place.source == SourceId::FILE);
    finding.diagnostic.fix.as_ref().filter(is_here)
}

/// A place in a file that the text extends, by the path that opens it.
fn in_shared(path: &str, span: &TextSpan) -> Option<Location> {
    let uri = uri_of(&std::path::absolute(path).ok()?)?;
    Some(Location::new(uri, range_of(span)))
}

/// A stretch of another file, whose signs are taken to have one unit each.
fn range_of(span: &TextSpan) -> Range {
    let position = |line: u32, column: u32| Position::new(line.saturating_sub(1), column.saturating_sub(1));
    Range::new(position(span.line, span.column), position(span.end_line, span.end_column))
}

/// The edits that settle what is found within a range, and one that makes all which keep the meaning, as `check --fix` does.
pub(super) fn actions(
    open: &OpenText,
    path: &Path,
    range: Range,
    only: Option<&[CodeActionKind]>,
) -> Vec<CodeActionOrCommand> {
    let Some(Ok(Some(typed))) = open.checked().map(|checked| &checked.found) else { return Vec::new() };
    let lines = Lines::of(&open.text);
    let shown = Shown { open, lines: &lines, file: &typed.file, path };
    let mut actions: Vec<CodeAction> = Vec::new();
    if wants(only, &CodeActionKind::QUICKFIX) {
        let met = typed.file.findings.iter().filter(|finding| meet(shown.range(finding), range));
        for (finding, fix) in met.filter_map(|finding| Some((finding, fix_here(finding)?))) {
            let action = quick_fix(&shown, finding, fix);
            // what is said twice of one place is mended once
            if actions.iter().all(|other| other.title != action.title || other.edit != action.edit) {
                actions.push(action);
            }
        }
    }
    if wants(only, &CodeActionKind::SOURCE_FIX_ALL) {
        actions.extend(fix_all(&shown));
    }
    actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// Whether a kind of action is asked for: a kind stands for all that begin with it.
fn wants(only: Option<&[CodeActionKind]>, kind: &CodeActionKind) -> bool {
    let is_of = |asked: &CodeActionKind| {
        let rest = kind.as_str().strip_prefix(asked.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || asked.as_str().is_empty())
    };
    only.is_none_or(|only| only.iter().any(is_of))
}

fn meet(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn quick_fix(shown: &Shown<'_>, finding: &Finding, fix: &Fix) -> CodeAction {
    let is_sure = fix.meaning == FixMeaning::Kept;
    let guess = if is_sure { "" } else { " (a guess: it may change what is meant)" };
    let edits = fix.edits.iter().map(|edit| TextEdit::new(shown.lines.of_place(edit.place), edit.text.clone()));
    CodeAction {
        title: format!("{}{guess}", title(shown.open, finding, fix)),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![shown.diagnostic(finding)]),
        edit: Some(edit(&shown.open.uri, edits.collect())),
        is_preferred: Some(is_sure),
        ..CodeAction::default()
    }
}

/// What an edit does, in a few words.
fn title(open: &OpenText, finding: &Finding, fix: &Fix) -> String {
    let quoted = |text: &str| {
        let line: String =
            text.trim().chars().map(|sign| if sign.is_control() { ' ' } else { sign }).take(SHOWN).collect();
        if line.len() < text.trim().len() { format!("`{line}…`") } else { format!("`{line}`") }
    };
    let [edit] = fix.edits.as_slice() else { return finding.diagnostic.label.clone() };
    let before = open.text.get(edit.place.start as usize..edit.place.end()).unwrap_or_default();
    match (before.trim().is_empty(), edit.text.trim().is_empty()) {
        (true, true) => finding.diagnostic.label.clone(),
        (true, false) => format!("Insert {}", quoted(&edit.text)),
        (false, true) => format!("Remove {}", quoted(before)),
        (false, false) => format!("Replace {} by {}", quoted(before), quoted(&edit.text)),
    }
}

/// The text that `check --fix` would write.
fn fix_all(shown: &Shown<'_>) -> Option<CodeAction> {
    let fixes: Vec<&Fix> = shown.file.findings.iter().filter_map(|finding| finding.diagnostic.fix.as_ref()).collect();
    let mended = mend(&shown.open.text, &fixes, FixChoice::Sure);
    let edits = mended.edits.iter().map(|edit| TextEdit::new(shown.lines.of_place(edit.place), edit.text.clone()));
    let edits: Vec<TextEdit> = edits.collect();
    (!edits.is_empty()).then(|| CodeAction {
        title: format!("Mend all that keeps its meaning ({})", mended.made),
        kind: Some(CodeActionKind::SOURCE_FIX_ALL),
        edit: Some(edit(&shown.open.uri, edits)),
        ..CodeAction::default()
    })
}

fn edit(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit::new(HashMap::from([(uri.clone(), edits)]))
}

/// What stands above the first line: the verdict, or how many errors stand before one; nothing of what is no scenario.
pub(super) fn lenses(open: &OpenText) -> Vec<CodeLens> {
    let Some(Ok(Some(typed))) = open.checked().map(|checked| &checked.found) else { return Vec::new() };
    let is_error = |finding: &&Finding| finding.diagnostic.severity == Severity::Error;
    // one that a baseline knows stands before a verdict too
    let all = typed.file.findings.iter().chain(&typed.file.known);
    let title = match (all.filter(is_error).count(), &typed.answer) {
        (0, Some(answer)) => spoken_verdict(&answer.comparison),
        (1, _) => "1 error".to_owned(),
        (errors, _) => format!("{errors} errors"),
    };
    // a command without a name is a text that nobody can press
    let command = Command { title, command: String::new(), arguments: None };
    vec![CodeLens { range: beginning(), command: Some(command), data: None }]
}
