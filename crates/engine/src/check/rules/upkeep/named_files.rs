//! Files that sources name with a SHA-256: whether they are unchanged and contain the price.

use crate::check::named_files::{ListMatch, NamedFile, locked};
use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic, FixSafety};
use crate::scenario::Provenance;
use crate::scenario::document::{Entry, quoted};
use crate::scenario::own::quoted_with_age;

/// Sources whose file has changed, cannot be read, or is a price list without their price.
pub(super) fn source_differs(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let sources = subject.answer.loaded.scenario.sources.iter();
    let named = sources.filter_map(|source| Some((source, subject.named_files.of(&source.name)?)));
    named
        .flat_map(|(source, file)| [of_file(subject, source, file), of_price(subject, source, file)])
        .flatten()
        .collect()
}

/// A file that has changed or cannot be read.
fn of_file(subject: &Subject<'_>, source: &Entry<Provenance>, file: &NamedFile) -> Option<Diagnostic> {
    let (from, stated) = locked(&source.value)?;
    let (name, of) = (quoted(&from.value), quoted_with_age(&source.name));
    let now = match &file.now {
        Ok(now) if *now == stated.value => return None,
        Ok(now) => now,
        Err(why) => {
            let message = format!("cannot read {name}, the source of {of} with a SHA-256: {why}");
            let finding = subject.finding(Code::SourceDiffers, from.at, message);
            return Some(finding.label("write the path of the file, relative to this one, or remove `sha256`"));
        }
    };
    let message = format!("{name} has changed since {of} was read from it");
    let listed = match file.price {
        ListMatch::AtLine(line) => format!(", and the price is at line {line}"),
        ListMatch::Nowhere | ListMatch::Unknown => String::new(),
    };
    let finding = subject
        .finding(Code::SourceDiffers, stated.at, message)
        .label("check that the file still has this value, then update the date and the SHA-256")
        .instead(FixSafety::Unsafe, now.to_string())
        .help(format!("its SHA-256 is now {now}{listed}"));
    Some(finding)
}

/// A price that is not in the list given as its source.
fn of_price(subject: &Subject<'_>, source: &Entry<Provenance>, file: &NamedFile) -> Option<Diagnostic> {
    let (from, _) = locked(&source.value)?;
    match file.price {
        ListMatch::Unknown | ListMatch::AtLine(_) => return None,
        ListMatch::Nowhere => {}
    }
    let document = &subject.answer.loaded.document;
    let at = document.find(&source.name)?;
    let name = quoted(&from.value);
    let written = document.text(at).unwrap_or_default();
    let message = format!("no row of {name} has {written}, although it is the source of that price");
    let finding = subject.finding(Code::SourceDiffers, at, message);
    let label = format!("look up the offer in {name}, and write its price");
    Some(finding.label(label).related(document.place(from.at), "named here"))
}
