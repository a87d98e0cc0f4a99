//! Findings of a text as editors show them: diagnostics with ranges, fixes, and the verdict.

use super::paths::uri_of;
use super::positions::Lines;
use super::texts::OpenText;
use crate::check::fixed_text;
use crate::diagnostic::{Fix, FixChoice, FixSafety, Place, Severity, SourceId};
use crate::report::check::{CheckedFile, Finding, RulePages, SpanSource, TextSpan};
use crate::report::verdict_text;
use crate::scenario::document::{Document, NodeId};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeDescription, CodeLens, Command, Diagnostic,
    DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range, TextEdit, Uri,
    WorkspaceEdit,
};
use std::collections::HashMap;
use std::path::Path;

/// Source name of the diagnostics.
const SOURCE: &str = "rackrent";
/// Characters of a text that the title of a fix shows.
const SHOWN: usize = 40;

/// Range for findings without a location.
fn beginning() -> Range {
    Range::new(Position::new(0, 0), Position::new(0, 0))
}

/// Diagnostics of a checked text, in the order of a report.
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
            let whole = Diagnostic::new_simple(beginning(), format!("cannot check this file: {reason}"));
            vec![Diagnostic { source: Some(SOURCE.to_owned()), severity: Some(DiagnosticSeverity::ERROR), ..whole }]
        }
    }
}

/// Text with its findings.
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

    /// Range of a finding in the text; without one, the range of the value that it refers to.
    fn range(&self, finding: &Finding) -> Range {
        let one = &finding.diagnostic;
        if let Some(place) = one.place.filter(|place| place.source == SourceId::FILE) {
            return self.lines.of_place(place);
        }
        // a finding in a shared file is shown at the key `extends`
        let extends = |document: &Document| document.place_around(document.member(NodeId::ROOT, "extends")?);
        if matches!(finding.spot, Some(TextSpan { place: SpanSource::Shared(_), .. }))
            && let Some(place) = self.open.last_document().and_then(extends)
        {
            return self.lines.of_place(place);
        }
        let named = self.open.last_document().and_then(|document| {
            let at = document.find(&one.path).filter(|at| *at != NodeId::ROOT)?;
            document.place_around(at)
        });
        named.map_or_else(beginning, |place| self.lines.of_place(place))
    }

    /// Related locations: in the text, in traces, and that of a finding in a shared file.
    fn related(&self, finding: &Finding) -> Option<Vec<DiagnosticRelatedInformation>> {
        let places = finding.diagnostic.related.iter().zip(&finding.related);
        let at = |(place, label): &(Place, String), span: &TextSpan| {
            let location = match &span.place {
                SpanSource::Scenario => Some(Location::new(self.open.uri.clone(), self.lines.of_place(*place))),
                SpanSource::Trace(path) => self.in_trace(path, span),
                SpanSource::Shared(path) => in_shared(path, span),
                SpanSource::Setting(_) => None,
            };
            location.map(|location| DiagnosticRelatedInformation { location, message: label.clone() })
        };
        let own = finding.spot.as_ref().and_then(|span| match &span.place {
            SpanSource::Shared(path) => in_shared(path, span),
            SpanSource::Scenario | SpanSource::Trace(_) | SpanSource::Setting(_) => None,
        });
        let own =
            own.map(|location| DiagnosticRelatedInformation { location, message: "the finding is here".to_owned() });
        let others = places.filter_map(|(related, (span, _))| at(related, span));
        let all: Vec<DiagnosticRelatedInformation> = own.into_iter().chain(others).collect();
        (!all.is_empty()).then_some(all)
    }

    /// Location in a trace. The name of the trace starts with the same folder as the name of the scenario.
    fn in_trace(&self, trace: &str, span: &TextSpan) -> Option<Location> {
        let folder = self.file.path.rfind('/').map_or(0, |slash| slash + 1);
        let uri = uri_of(&self.path.parent()?.join(trace.get(folder..)?))?;
        Some(Location::new(uri, range_of(span)))
    }
}

/// Fix of a finding, if it edits only this text.
fn fix_here(finding: &Finding) -> Option<&Fix> {
    let is_here = |fix: &&Fix| fix.edits.iter().all(|edit| edit.place.source == SourceId::FILE);
    finding.diagnostic.fix.as_ref().filter(is_here)
}

/// Location in a file that the text extends, by the path that opens it.
fn in_shared(path: &str, span: &TextSpan) -> Option<Location> {
    let uri = uri_of(&std::path::absolute(path).ok()?)?;
    Some(Location::new(uri, range_of(span)))
}

/// Range in another file; each character is counted as one UTF-16 unit.
fn range_of(span: &TextSpan) -> Range {
    let position = |line: u32, column: u32| Position::new(line.saturating_sub(1), column.saturating_sub(1));
    Range::new(position(span.line, span.column), position(span.end_line, span.end_column))
}

/// Fixes of the findings within a range, and one action that applies all fixes that keep the meaning, as `check --fix` does.
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
            // equal fixes of one place are offered once
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

/// Whether a kind of action is requested: a kind includes all its subkinds.
fn wants(only: Option<&[CodeActionKind]>, kind: &CodeActionKind) -> bool {
    let is_of = |requested: &CodeActionKind| {
        let rest = kind.as_str().strip_prefix(requested.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || requested.as_str().is_empty())
    };
    only.is_none_or(|only| only.iter().any(is_of))
}

fn meet(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

fn quick_fix(shown: &Shown<'_>, finding: &Finding, fix: &Fix) -> CodeAction {
    let is_sure = fix.meaning == FixSafety::Safe;
    let guess = if is_sure { "" } else { " (a guess: may change the meaning)" };
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

/// Title of a fix.
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
        (false, false) => format!("Replace {} with {}", quoted(before), quoted(&edit.text)),
    }
}

/// Action with the edits that `check --fix` would make.
fn fix_all(shown: &Shown<'_>) -> Option<CodeAction> {
    let fixes: Vec<&Fix> = shown.file.findings.iter().filter_map(|finding| finding.diagnostic.fix.as_ref()).collect();
    let fixed = fixed_text(&shown.open.text, &fixes, FixChoice::Sure);
    let edits = fixed.edits.iter().map(|edit| TextEdit::new(shown.lines.of_place(edit.place), edit.text.clone()));
    let edits: Vec<TextEdit> = edits.collect();
    (!edits.is_empty()).then(|| CodeAction {
        title: format!("Apply all fixes that keep the meaning ({})", fixed.made),
        kind: Some(CodeActionKind::SOURCE_FIX_ALL),
        edit: Some(edit(&shown.open.uri, edits)),
        ..CodeAction::default()
    })
}

fn edit(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit::new(HashMap::from([(uri.clone(), edits)]))
}

/// Code lens above the first line: the verdict, or the number of errors that prevent one; none for a text that is not a scenario.
pub(super) fn lenses(open: &OpenText) -> Vec<CodeLens> {
    let Some(Ok(Some(typed))) = open.checked().map(|checked| &checked.found) else { return Vec::new() };
    let is_error = |finding: &&Finding| finding.diagnostic.severity == Severity::Error;
    // an error that a baseline lists prevents a verdict too
    let all = typed.file.findings.iter().chain(&typed.file.known);
    let title = match (all.filter(is_error).count(), &typed.answer) {
        (0, Some(answer)) => verdict_text(&answer.comparison),
        (1, _) => "1 error".to_owned(),
        (errors, _) => format!("{errors} errors"),
    };
    // a command without a name is text that cannot be clicked
    let command = Command { title, command: String::new(), arguments: None };
    vec![CodeLens { range: beginning(), command: Some(command), data: None }]
}
