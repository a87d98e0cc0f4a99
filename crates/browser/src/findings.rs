//! Findings, with their places in the text of the scenario as JavaScript counts them: in units of UTF-16.

use rackrent::diagnostic::{Diagnostic, FixMeaning, Place, SourceId, Sources};
use serde::Serialize;

/// A finding.
#[derive(Debug, Serialize)]
pub(crate) struct Found {
    code: &'static str,
    /// `error`, `warning` or `info`.
    severity: &'static str,
    message: String,
    path: String,
    /// What to type.
    label: String,
    help: Option<String>,
    /// Where in the text of the scenario it is, if it is there.
    place: Option<Stretch>,
    /// The line of its place, from 1.
    line: Option<usize>,
    /// What settles it, if all of it is in the text of the scenario.
    fix: Option<Fix>,
}

/// A stretch of the text.
#[derive(Clone, Copy, Debug, Serialize)]
struct Stretch {
    start: usize,
    end: usize,
}

/// Edits that settle a finding, made together.
#[derive(Debug, Serialize)]
struct Fix {
    /// Whether the author can only have meant this.
    keeps_meaning: bool,
    edits: Vec<Edit>,
}

#[derive(Debug, Serialize)]
struct Edit {
    #[serde(flatten)]
    at: Stretch,
    text: String,
}

impl Found {
    pub(crate) fn all(findings: &[Diagnostic], sources: &Sources) -> Vec<Found> {
        findings.iter().map(|finding| Found::of(finding, sources)).collect()
    }

    fn of(finding: &Diagnostic, sources: &Sources) -> Found {
        let text = sources.text();
        let place = finding.place.and_then(|place| stretch(place, text));
        let fix = finding.fix.as_ref().and_then(|fix| {
            let edits =
                fix.edits.iter().map(|edit| Some(Edit { at: stretch(edit.place, text)?, text: edit.text.clone() }));
            Some(Fix { keeps_meaning: fix.meaning == FixMeaning::Kept, edits: edits.collect::<Option<_>>()? })
        });
        Found {
            code: finding.code.text(),
            severity: finding.severity.text(),
            message: finding.message.clone(),
            path: finding.path.clone(),
            label: finding.label.clone(),
            help: finding.help.clone(),
            line: finding.place.filter(|_| place.is_some()).map(|at| text[..at.start as usize].lines().count().max(1)),
            place,
            fix,
        }
    }
}

/// A place in the text of the scenario.
fn stretch(place: Place, text: &str) -> Option<Stretch> {
    if place.source != SourceId::FILE {
        return None;
    }
    let units = |until: usize| text.get(..until).map(|before| before.encode_utf16().count());
    Some(Stretch { start: units(place.start as usize)?, end: units(place.end())? })
}
