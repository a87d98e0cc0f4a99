//! Findings, with positions in the scenario text in UTF-16 code units, as JavaScript counts.

use rackrent::diagnostic::{Diagnostic, FixSafety, Place, SourceId, Sources};
use serde::Serialize;

/// A finding.
#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    code: &'static str,
    /// `error`, `warning` or `information`.
    severity: &'static str,
    message: String,
    path: String,
    /// What to write instead.
    label: String,
    help: Option<String>,
    /// Position in the scenario text; absent if it is in another file or in a setting.
    place: Option<TextRange>,
    /// Line of the position, from 1.
    line: Option<usize>,
    /// Fix; absent if it edits another file.
    fix: Option<Fix>,
    /// For a value that was set: what to set instead, if that is likely.
    instead: Option<String>,
}

/// A range of the text.
#[derive(Clone, Copy, Debug, Serialize)]
struct TextRange {
    start: usize,
    end: usize,
}

/// Edits to apply together.
#[derive(Debug, Serialize)]
struct Fix {
    /// Whether the fix keeps the meaning; otherwise it is a guess.
    keeps_meaning: bool,
    edits: Vec<Edit>,
}

#[derive(Debug, Serialize)]
struct Edit {
    #[serde(flatten)]
    at: TextRange,
    text: String,
}

impl Finding {
    pub(crate) fn all(findings: &[Diagnostic], sources: &Sources) -> Vec<Finding> {
        findings.iter().map(|finding| Finding::of(finding, sources)).collect()
    }

    fn of(finding: &Diagnostic, sources: &Sources) -> Finding {
        let text = sources.text();
        let place = finding.place.and_then(|place| range(place, text));
        let fix = finding.fix.as_ref().and_then(|fix| {
            let edits =
                fix.edits.iter().map(|edit| Some(Edit { at: range(edit.place, text)?, text: edit.text.clone() }));
            Some(Fix { keeps_meaning: fix.meaning == FixSafety::Safe, edits: edits.collect::<Option<_>>()? })
        });
        Finding {
            code: finding.code.text(),
            severity: finding.severity.text(),
            message: finding.message.clone(),
            path: finding.path.clone(),
            label: finding.label.clone(),
            help: finding.help.clone(),
            line: finding.place.filter(|_| place.is_some()).map(|at| text[..at.start as usize].lines().count().max(1)),
            place,
            fix,
            instead: instead(finding, sources),
        }
    }
}

/// Value of a setting with its fix applied.
fn instead(finding: &Diagnostic, sources: &Sources) -> Option<String> {
    let [edit] = finding.fix.as_ref()?.edits.as_slice() else { return None };
    let SourceId::Setting(at) = edit.place.source else { return None };
    let setting = sources.settings().nth(at as usize)?.text;
    let (before, after) = (setting.get(..edit.place.start as usize)?, setting.get(edit.place.end()..)?);
    let fixed = format!("{before}{}{after}", edit.text);
    fixed.split_once('=').map(|(_, value)| value.to_owned())
}

/// Position in the scenario text.
fn range(place: Place, text: &str) -> Option<TextRange> {
    if place.source != SourceId::FILE {
        return None;
    }
    let units = |until: usize| text.get(..until).map(|before| before.encode_utf16().count());
    Some(TextRange { start: units(place.start as usize)?, end: units(place.end())? })
}
