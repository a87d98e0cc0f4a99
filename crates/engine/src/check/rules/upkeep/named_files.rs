//! Files that sources name with their SHA-256: whether each is still what it was, and has the price that was taken from it.

use crate::check::named_files::{Listed, NamedFile, locked};
use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic, FixMeaning};
use crate::scenario::Provenance;
use crate::scenario::document::{Entry, quoted};
use crate::scenario::own::quoted_with_age;

/// Sources whose file is another now, cannot be read, or is a price list without their price.
pub(super) fn source_differs(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let sources = subject.answer.loaded.scenario.sources.iter();
    let named = sources.filter_map(|source| Some((source, subject.named_files.of(&source.name)?)));
    named
        .flat_map(|(source, file)| [of_file(subject, source, file), of_price(subject, source, file)])
        .flatten()
        .collect()
}

/// A file that is not the one that was named.
fn of_file(subject: &Subject<'_>, source: &Entry<Provenance>, file: &NamedFile) -> Option<Diagnostic> {
    let (from, stated) = locked(&source.value)?;
    let (name, of) = (quoted(&from.value), quoted_with_age(&source.name));
    let now = match &file.now {
        Ok(now) if *now == stated.value => return None,
        Ok(now) => now,
        Err(why) => {
            let message = format!("cannot read {name}, whose SHA-256 the source of {of} states: {why}");
            let finding = subject.finding(Code::SourceDiffers, from.at, message);
            return Some(finding.label("write the path of the file, relative to this one, or remove `sha256`"));
        }
    };
    let message = format!("{name} is another file than when {of} was read from it");
    let listed = match file.price {
        Listed::AtLine(line) => format!(", and the price stands at line {line} of it"),
        Listed::Nowhere | Listed::Unknown => String::new(),
    };
    let finding = subject
        .finding(Code::SourceDiffers, stated.at, message)
        .label("look in the file whether it still holds, and write its day and its SHA-256")
        .instead(FixMeaning::Guessed, now.to_string())
        .help(format!("its SHA-256 is now {now}{listed}"));
    Some(finding)
}

/// A price that does not stand in the list that it is said to come from.
fn of_price(subject: &Subject<'_>, source: &Entry<Provenance>, file: &NamedFile) -> Option<Diagnostic> {
    let (from, _) = locked(&source.value)?;
    match file.price {
        Listed::Unknown | Listed::AtLine(_) => return None,
        Listed::Nowhere => {}
    }
    let document = &subject.answer.loaded.document;
    let at = document.find(&source.name)?;
    let name = quoted(&from.value);
    let written = document.text(at).unwrap_or_default();
    let message = format!("no row of {name} has {written}, though it is the source of that price");
    let finding = subject.finding(Code::SourceDiffers, at, message);
    let label = format!("look the offer up in {name}, and write the price that it has there");
    Some(finding.label(label).related(document.place(from.at), "named here"))
}
