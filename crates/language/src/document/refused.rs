//! Errors of the YAML parser as diagnostics with a code, a place and what to type.

use super::syntax_hints::slip;
use super::yaml::{YamlSource, quoted};
use crate::diagnostic::{Diagnostic, DocumentCode, Fix, FixSafety, Place, TextEdit};
use serde_yaml::granit_parser::{ErrorKind, Event, Parser, Span};
use serde_yaml::{Error, budget::BudgetBreach};
use std::collections::HashMap;

/// Most duplicates that are reported.
const MOST: usize = 100;

pub(super) fn empty(written: &YamlSource<'_>) -> Diagnostic {
    let place = Some(written.place(0, 0));
    Diagnostic::new(DocumentCode::EmptyFile, String::new(), place, "the file contains no scenario")
        .label("begin with `name: …`")
}

pub(super) fn not_a_map(written: &YamlSource<'_>) -> Diagnostic {
    let first = written.text.char_indices().find(|(_, c)| !c.is_whitespace());
    let (start, length) = first.map_or((0, 0), |(start, c)| (start, c.len_utf8()));
    let place = Some(written.place(start, length));
    Diagnostic::new(DocumentCode::WrongKind, String::new(), place, "a scenario must be a map of keys and values")
        .label("begin with `name: …`")
}

pub(super) fn diagnostics(error: &Error, written: &YamlSource<'_>) -> Vec<Diagnostic> {
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
            let message = "the file contains more than one YAML document; a scenario is one document";
            Diagnostic::new(DocumentCode::SeveralDocuments, String::new(), second_document(written).or(place), message)
                .label("split the file here")
        }
        Error::UnsupportedTag { tag, .. } => {
            at(DocumentCode::UnsupportedTag, format!("the tag {} is not supported", quoted(tag)))
                .label("remove the tag")
        }
        Error::InvalidBinaryBase64 { .. } | Error::BinaryNotUtf8 { .. } => {
            at(DocumentCode::UnsupportedTag, "binary values are not supported".into()).label("remove the tag")
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
            at(DocumentCode::TooComplex, "an alias is used inside its own anchor".into()).label("write the values out")
        }
        Error::MergeValueNotMapOrSeqOfMaps { .. } => {
            at(DocumentCode::InvalidYaml, "`<<` merges a map, and this is not a map".into())
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
            at(DocumentCode::InvalidYaml, format!("the file is not valid YAML: {}", first_line(&other.to_string())))
        }),
    };
    vec![one]
}

/// Error about a base64 value: it could be decoded, but is unreadable for people.
pub(super) fn binary(written: &YamlSource<'_>) -> Option<Diagnostic> {
    if !written.text.contains('!') {
        return None;
    }
    let mut events = Parser::new_from_str(written.text).map_while(Result::ok);
    let (_, span) = events.find(|(event, _)| match event {
        Event::Scalar(_, _, _, Some(tag)) => [tag.handle(), tag.suffix()].concat().ends_with("binary"),
        _ => false,
    })?;
    let place = span.byte_range().map(|range| written.place(range.start, range.len()));
    let message = "binary values are not supported";
    Some(Diagnostic::new(DocumentCode::UnsupportedTag, String::new(), place, message).label("write the text itself"))
}

/// Place of the `---` that begins the second document.
fn second_document(written: &YamlSource<'_>) -> Option<Place> {
    let mut events = Parser::new_from_str(written.text).map_while(Result::ok);
    let (_, span) = events.by_ref().filter(|(event, _)| matches!(event, Event::DocumentStart(..))).nth(1)?;
    span.byte_range().map(|range| written.place(range.start, range.len()))
}

/// The inner error, without the wrappers of the parser.
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
        BudgetBreach::Depth { .. } => ("the file is nested too deeply", "reduce the nesting"),
        BudgetBreach::AliasAnchorRatio { .. } | BudgetBreach::Aliases { .. } | BudgetBreach::Anchors { .. } => {
            ("the file uses too many aliases", "write the values out")
        }
        BudgetBreach::MergeKeys { .. } => ("the file uses `<<` too often", "write the keys out"),
        BudgetBreach::Documents { .. } => {
            ("the file contains more than one YAML document; a scenario is one document", "")
        }
        _ => ("the file contains too many values", ""),
    };
    let code = if matches!(breach, BudgetBreach::Documents { .. }) {
        DocumentCode::SeveralDocuments
    } else {
        DocumentCode::TooComplex
    };
    Diagnostic::new(code, String::new(), place, message).label(label)
}

/// The first syntax error.
fn syntax(written: &YamlSource<'_>) -> Option<Diagnostic> {
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
            finding(DocumentCode::InvalidYaml).fix(Fix::new(FixSafety::Safe, vec![space]))
        }
        ErrorKind::UnknownAnchor => no_anchor(written, start).unwrap_or_else(|| finding(DocumentCode::InvalidYaml)),
        // for these the parser is exact
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabAtBlockScalarStart
        | ErrorKind::TabInIndentation
        | ErrorKind::UndeclaredTagHandle => finding(DocumentCode::InvalidYaml),
        _ => slip(written, start).unwrap_or_else(|| finding(DocumentCode::InvalidYaml)),
    })
}

/// Error about an alias without an anchor.
fn no_anchor(written: &YamlSource<'_>, start: usize) -> Option<Diagnostic> {
    let rest = written.text.get(start..)?.strip_prefix('*')?;
    let name = rest.split(|c: char| c.is_whitespace() || matches!(c, ',' | '}' | ']')).next()?;
    let place = Some(written.place(start, name.len() + 1));
    let message = format!("the alias {} has no anchor", quoted(&format!("*{name}")));
    let label =
        format!("define the anchor {} above, or put text that begins with `*` in quotes", quoted(&format!("&{name}")));
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
            ("a key and its value are not placed as YAML expects", "write `key: value`, indented like its neighbours")
        }
        ErrorKind::MappingValueNotAllowed | ErrorKind::InvalidColonPlacement => {
            ("a value contains a colon, or a key above has none", "put text with a colon in quotes")
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
        ErrorKind::RecursionLimitExceeded => ("the file is nested too deeply", "reduce the nesting"),
        ErrorKind::UndeclaredTagHandle => ("tags are not supported", "put text that begins with `!` in quotes"),
        ErrorKind::UnexpectedCharacter { .. } => ("a value cannot begin with this character", "put the text in quotes"),
        ErrorKind::CommentNotSeparated => ("a space is missing before a comment", "write a space before `#`"),
        ErrorKind::UnknownAnchor => {
            ("the alias has no anchor", "define it above with `&name`, or put text that begins with `*` in quotes")
        }
        other => return (format!("the file is not valid YAML: {}", first_line(&other.to_string())), ""),
    };
    (message.to_owned(), label)
}

/// A map or list being parsed: for a map its keys so far, and whether the next event is a key.
enum Open {
    Map { keys: HashMap<String, Span>, at_key: bool },
    List,
}

/// Duplicate keys, at their second place, with the first one.
fn duplicates(written: &YamlSource<'_>) -> Vec<Diagnostic> {
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

/// Alternates between key and value of a map.
fn turn(open: &mut [Open]) {
    if let Some(Open::Map { at_key, .. }) = open.last_mut() {
        *at_key = !*at_key;
    }
}

fn duplicate(written: &YamlSource<'_>, key: &str, first: Span, second: Span) -> Diagnostic {
    let place = |span: Span| span.byte_range().map(|range| written.place(range.start, range.len()));
    Diagnostic::new(DocumentCode::DuplicateKey, String::new(), place(second), format!("{} is given twice", quoted(key)))
        .label("remove one of them")
        .related(place(first), "first given here")
        .fix(place(first).zip(place(second)).and_then(|(first, second)| line_again(written, first, second)))
}

/// Fix that removes a duplicate line which is identical to the first one, if neither has nested lines.
fn line_again(written: &YamlSource<'_>, first: Place, second: Place) -> Option<Fix> {
    // a file may be one line of a thousand keys: do not scan it for each of them
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
    is_again.then(|| Fix::replace(FixSafety::Safe, Some(line), ""))?
}

fn line_text<'t>(written: &'t YamlSource<'_>, place: Place) -> Option<&'t str> {
    let line = written.line(place)?;
    written.from(line)?.get(..line.len as usize)
}

/// Whether the next non-blank line is indented further, and so belongs to the line.
fn goes_on(written: &YamlSource<'_>, place: Place) -> Option<bool> {
    let (line, text) = (written.line(place)?, line_text(written, place)?);
    let indent = |text: &str| text.len() - text.trim_start().len();
    let rest = written.from(Place { start: u32::try_from(line.end()).ok()?, ..line }).unwrap_or_default();
    let next = rest.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    Some(indent(next) > indent(text))
}
