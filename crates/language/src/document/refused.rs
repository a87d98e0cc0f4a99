//! Why a text is not a document, in our words: the parser's errors are mapped to codes, with the place and what to type.

use super::slips::slip;
use super::yaml::{Written, quoted};
use crate::diagnostic::{Diagnostic, DocumentCode, Fix, FixMeaning, Place, TextEdit};
use serde_yaml::granit_parser::{ErrorKind, Event, Parser, Span};
use serde_yaml::{Error, budget::BudgetBreach};
use std::collections::HashMap;

/// Most duplicates that are reported.
const MOST: usize = 100;

pub(super) fn empty(written: &Written<'_>) -> Diagnostic {
    let place = Some(written.place(0, 0));
    Diagnostic::new(DocumentCode::EmptyFile, String::new(), place, "the file holds no scenario")
        .label("begin with `name: …`")
}

pub(super) fn not_a_map(written: &Written<'_>) -> Diagnostic {
    let first = written.text.char_indices().find(|(_, c)| !c.is_whitespace());
    let (start, length) = first.map_or((0, 0), |(start, c)| (start, c.len_utf8()));
    let place = Some(written.place(start, length));
    Diagnostic::new(DocumentCode::WrongKind, String::new(), place, "a scenario is a map of keys with values")
        .label("begin with `name: …`")
}

pub(super) fn diagnostics(error: &Error, written: &Written<'_>) -> Vec<Diagnostic> {
    let place = error.location().and_then(|location| written.located(location));
    let at = |code, message: String| Diagnostic::new(code, String::new(), place, message);
    let one = match root(error) {
        Error::DuplicateMappingKey { key, .. } => {
            let found = duplicates(written);
            if !found.is_empty() {
                return found;
            }
            let key = key.as_deref().unwrap_or_default();
            at(DocumentCode::DuplicateKey, format!("{} is given twice", quoted(key))).label("remove one of them")
        }
        Error::Eof { .. } => empty(written),
        Error::MultipleDocuments { .. } => {
            let message = "the file holds more than one document; a scenario is one file";
            Diagnostic::new(DocumentCode::SeveralDocuments, String::new(), second_document(written).or(place), message)
                .label("split the file here")
        }
        Error::UnsupportedTag { tag, .. } => {
            at(DocumentCode::UnsupportedTag, format!("the tag {} means nothing here", quoted(tag)))
                .label("remove the tag")
        }
        Error::InvalidBinaryBase64 { .. } | Error::BinaryNotUtf8 { .. } => {
            at(DocumentCode::UnsupportedTag, "binary values mean nothing here".into()).label("remove the tag")
        }
        Error::Budget { breach, .. } => too_complex(breach, place),
        Error::AliasReplayCounterOverflow { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => {
            at(DocumentCode::TooComplex, "the aliases of the file expand to too many values".into())
                .label("write the values out")
        }
        Error::RecursiveReferencesRequireWeakTypes { .. } => {
            at(DocumentCode::TooComplex, "an alias is used within what it stands for".into())
                .label("write the values out")
        }
        Error::MergeValueNotMapOrSeqOfMaps { .. } => {
            at(DocumentCode::InvalidYaml, "`<<` takes the keys of a map, and this is none".into())
                .label("write an alias of a map, `<<: *name`")
        }
        Error::NullIntoString { .. }
        | Error::SerdeInvalidType { .. }
        | Error::TaggedScalarCannotDeserializeIntoString { .. }
        | Error::Unexpected { .. }
        | Error::UnexpectedSequenceEnd { .. }
        | Error::UnexpectedMappingEnd { .. } => at(DocumentCode::KeyNotText, "a key must be a word".into())
            .label("write a word, such as `name`, before the colon"),
        other => syntax(written).unwrap_or_else(|| {
            at(DocumentCode::InvalidYaml, format!("the file is not YAML: {}", first_line(&other.to_string())))
        }),
    };
    vec![one]
}

/// A value in base 64: it would be read, and nobody who looks at the file sees what it says.
pub(super) fn binary(written: &Written<'_>) -> Option<Diagnostic> {
    if !written.text.contains('!') {
        return None;
    }
    let mut events = Parser::new_from_str(written.text).map_while(Result::ok);
    let (_, span) = events.find(|(event, _)| match event {
        Event::Scalar(_, _, _, Some(tag)) => [tag.handle(), tag.suffix()].concat().ends_with("binary"),
        _ => false,
    })?;
    let place = span.byte_range().map(|range| written.place(range.start, range.len()));
    let message = "binary values mean nothing here";
    Some(Diagnostic::new(DocumentCode::UnsupportedTag, String::new(), place, message).label("write the text itself"))
}

/// Where the second document of a text begins: at its `---`.
fn second_document(written: &Written<'_>) -> Option<Place> {
    let mut events = Parser::new_from_str(written.text).map_while(Result::ok);
    let (_, span) = events.by_ref().filter(|(event, _)| matches!(event, Event::DocumentStart(..))).nth(1)?;
    span.byte_range().map(|range| written.place(range.start, range.len()))
}

/// The error itself, without what the parser wraps around it.
fn root(error: &Error) -> &Error {
    match error {
        Error::AliasError { error, .. } | Error::WithSnippet { error, .. } => root(error),
        other => other,
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

fn too_complex(breach: &BudgetBreach, place: Option<Place>) -> Diagnostic {
    let (message, label) = match breach {
        BudgetBreach::Depth { .. } => ("the file is nested deeper than any scenario", "no part lies this deep"),
        BudgetBreach::AliasAnchorRatio { .. } | BudgetBreach::Aliases { .. } | BudgetBreach::Anchors { .. } => {
            ("the file uses aliases more often than any scenario", "write the values out")
        }
        BudgetBreach::MergeKeys { .. } => ("the file uses `<<` more often than any scenario", "write the keys out"),
        BudgetBreach::Documents { .. } => ("the file holds more than one document; a scenario is one file", ""),
        _ => ("the file holds more values than any scenario", ""),
    };
    let code = if matches!(breach, BudgetBreach::Documents { .. }) {
        DocumentCode::SeveralDocuments
    } else {
        DocumentCode::TooComplex
    };
    Diagnostic::new(code, String::new(), place, message).label(label)
}

/// The first error of syntax in the text.
fn syntax(written: &Written<'_>) -> Option<Diagnostic> {
    let error = Parser::new_from_str(written.text).find_map(Result::err)?;
    let start = error.marker().byte_offset().unwrap_or(0);
    let length = written.text.get(start..).and_then(|rest| rest.chars().next()).filter(|c| !c.is_control());
    let place = Some(written.place(start, length.map_or(0, char::len_utf8)));
    let (message, label) = syntax_words(error.kind());
    let finding = |code| Diagnostic::new(code, String::new(), place, message).label(label);
    Some(match error.kind() {
        ErrorKind::RecursionLimitExceeded => finding(DocumentCode::TooComplex),
        ErrorKind::CommentNotSeparated => {
            let space = TextEdit::new(written.place(start, 0), " ");
            finding(DocumentCode::InvalidYaml).fix(Fix::new(FixMeaning::Kept, vec![space]))
        }
        ErrorKind::UnknownAnchor => no_anchor(written, start).unwrap_or_else(|| finding(DocumentCode::InvalidYaml)),
        // the parser is exact about these
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabAtBlockScalarStart
        | ErrorKind::TabInIndentation
        | ErrorKind::UndeclaredTagHandle => finding(DocumentCode::InvalidYaml),
        _ => slip(written, start).unwrap_or_else(|| finding(DocumentCode::InvalidYaml)),
    })
}

/// An alias of nothing, by its name.
fn no_anchor(written: &Written<'_>, start: usize) -> Option<Diagnostic> {
    let rest = written.text.get(start..)?.strip_prefix('*')?;
    let name = rest.split(|c: char| c.is_whitespace() || matches!(c, ',' | '}' | ']')).next()?;
    let place = Some(written.place(start, name.len() + 1));
    let message = format!("the alias {} stands for nothing", quoted(&format!("*{name}")));
    let label = format!(
        "write {} before the part that it stands for, further up; or put text that begins with `*` in quotes",
        quoted(&format!("&{name}"))
    );
    Some(Diagnostic::new(DocumentCode::InvalidYaml, String::new(), place, message).label(label))
}

fn syntax_words(kind: &ErrorKind) -> (String, &'static str) {
    let (message, label) = match kind {
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabAtBlockScalarStart
        | ErrorKind::TabInIndentation => ("the line is indented with a tab", "indent with spaces"),
        ErrorKind::InvalidIndentation
        | ErrorKind::InvalidSimpleKey
        | ErrorKind::SimpleKeyExpected
        | ErrorKind::ExpectedBlockMappingKey
        | ErrorKind::ExpectedBlockSequenceEntry
        | ErrorKind::BlockSequenceEntryNotAllowed
        | ErrorKind::InvalidFlowScalarIndent => {
            ("a key and its value do not stand as YAML expects", "write `key: value`, indented like the keys beside it")
        }
        ErrorKind::MappingValueNotAllowed | ErrorKind::InvalidColonPlacement => {
            ("a value has a colon in it, or a key has none above", "put text with a colon in quotes")
        }
        ErrorKind::UnclosedQuotedScalar
        | ErrorKind::InvalidQuotedScalarIndent
        | ErrorKind::DocumentIndicatorInQuotedScalar => {
            ("a quotation mark is not closed before this", "close the quotation")
        }
        ErrorKind::UnclosedFlowCollection { .. }
        | ErrorKind::UnexpectedEofFlowSequence
        | ErrorKind::UnexpectedEofFlowMapping
        | ErrorKind::UnexpectedEofImplicitFlowMapping => ("a bracket is not closed", "close it with `}` or `]`"),
        ErrorKind::ExpectedFlowMappingSeparator | ErrorKind::ExpectedFlowSequenceSeparator => (
            "a comma or a closing bracket is missing before this",
            "write `,` between entries and `}` or `]` at the end",
        ),
        ErrorKind::MisplacedFlowCollectionEnd | ErrorKind::MismatchedFlowCollectionEnd { .. } => {
            ("a closing bracket has no opening one", "remove it, or open it before")
        }
        ErrorKind::RecursionLimitExceeded => ("the file is nested deeper than any scenario", "no part lies this deep"),
        ErrorKind::UndeclaredTagHandle => ("a tag means nothing here", "put text that begins with `!` in quotes"),
        ErrorKind::UnexpectedCharacter { .. } => ("a value cannot begin with this character", "put the text in quotes"),
        ErrorKind::CommentNotSeparated => {
            ("a comment is not set off from what is before it", "write a space before `#`")
        }
        ErrorKind::UnknownAnchor => (
            "the alias stands for nothing",
            "define it before with `&name`, or put text that begins with `*` in quotes",
        ),
        other => return (format!("the file is not YAML: {}", first_line(&other.to_string())), ""),
    };
    (message.to_owned(), label)
}

/// A map or list that is being read: of a map its keys so far, and whether the next event is a key.
enum Open {
    Map { keys: HashMap<String, Span>, at_key: bool },
    List,
}

/// Every key that is given twice in one map, at the second place, with the first.
fn duplicates(written: &Written<'_>) -> Vec<Diagnostic> {
    let (mut open, mut found): (Vec<Open>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    for event in Parser::new_from_str(written.text) {
        let Ok((event, span)) = event else { break };
        if found.len() == MOST {
            break;
        }
        match event {
            Event::MappingStart(..) => {
                turn(&mut open);
                open.push(Open::Map { keys: HashMap::new(), at_key: true });
            }
            Event::SequenceStart(..) => {
                turn(&mut open);
                open.push(Open::List);
            }
            Event::MappingEnd | Event::SequenceEnd => {
                open.pop();
            }
            Event::Scalar(text, ..) => {
                if let Some(Open::Map { keys, at_key: true }) = open.last_mut() {
                    match keys.get(text.as_ref()) {
                        Some(first) => found.push(duplicate(written, &text, *first, span)),
                        None => drop(keys.insert(text.into_owned(), span)),
                    }
                }
                turn(&mut open);
            }
            Event::Alias(_) => turn(&mut open),
            _ => {}
        }
    }
    found
}

/// After a node within a map, the next is a value if it was a key, and the other way round.
fn turn(open: &mut [Open]) {
    if let Some(Open::Map { at_key, .. }) = open.last_mut() {
        *at_key = !*at_key;
    }
}

fn duplicate(written: &Written<'_>, key: &str, first: Span, second: Span) -> Diagnostic {
    let place = |span: Span| span.byte_range().map(|range| written.place(range.start, range.len()));
    Diagnostic::new(DocumentCode::DuplicateKey, String::new(), place(second), format!("{} is given twice", quoted(key)))
        .label("remove one of them")
        .related(place(first), "first given here")
        .fix(place(first).zip(place(second)).and_then(|(first, second)| line_again(written, first, second)))
}

/// Takes out the line of a key that says word for word what the line of the first one says, where nothing belongs to either but
/// the value beside it.
fn line_again(written: &Written<'_>, first: Place, second: Place) -> Option<Fix> {
    // a file may be one line of a thousand keys, and is not to be read for each of them
    let before = written.before(second)?.trim_end_matches(' ');
    if !before.is_empty() && !before.ends_with('\n') {
        return None;
    }
    let rest = |place: Place| written.from(place)?.split('\n').next().map(str::trim_end);
    let (said, again) = (rest(first)?, rest(second)?);
    let (_, value) = said.split_once(": ")?;
    let is_alone = !value.trim().is_empty() && !value.contains(['#', '|', '>', '&', '[', '{', '"', '\'']);
    let (line, begins_line) = (written.line(second)?, line_text(written, second)?.trim_start().starts_with(again));
    let is_again = said == again && is_alone && begins_line && !goes_on(written, first)? && !goes_on(written, second)?;
    is_again.then(|| Fix::replace(FixMeaning::Kept, Some(line), ""))?
}

fn line_text<'t>(written: &'t Written<'_>, place: Place) -> Option<&'t str> {
    let line = written.line(place)?;
    written.from(line)?.get(..line.len as usize)
}

/// Whether the next line that says anything is further in, and so belongs to the line of a place.
fn goes_on(written: &Written<'_>, place: Place) -> Option<bool> {
    let (line, text) = (written.line(place)?, line_text(written, place)?);
    let indent = |text: &str| text.len() - text.trim_start().len();
    let rest = written.from(Place { start: u32::try_from(line.end()).ok()?, ..line }).unwrap_or_default();
    let next = rest.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    Some(indent(next) > indent(text))
}
