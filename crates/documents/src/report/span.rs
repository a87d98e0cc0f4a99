//! Positions as line and column ranges.

use crate::diagnostic::{Place, SourceId, Sources};
use crate::scenario::path_relative_to;

/// A text range in lines and columns from 1. Columns count characters (code points); the end column is exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSpan {
    /// Source.
    pub place: SpanSource,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
}

/// Source of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpanSource {
    /// The scenario.
    Scenario,
    /// A file that it extends, by path.
    Shared(String),
    /// A `--set` of the command line, as written.
    Setting(String),
    /// A trace, by path.
    Trace(String),
}

impl TextSpan {
    pub(in crate::report) fn of(place: Place, sources: &Sources) -> TextSpan {
        let text = sources.slice(place).unwrap_or_default();
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let breaks = number(text.matches('\n').count());
        let last = text.rsplit('\n').next().unwrap_or_default();
        let columns = number(last.chars().count());
        let end_column = if breaks == 0 { place.column.saturating_add(columns) } else { columns.saturating_add(1) };
        TextSpan {
            place: SpanSource::of(place.source, sources),
            line: place.line,
            column: place.column,
            end_line: place.line.saturating_add(breaks),
            end_column,
        }
    }
}

impl SpanSource {
    /// Kind of a source.
    pub(in crate::report) fn of(source: SourceId, sources: &Sources) -> SpanSource {
        match source {
            SourceId::FILE => SpanSource::Scenario,
            SourceId::File(_) => {
                SpanSource::Shared(sources.written(source).map_or_else(String::new, |written| written.name.to_owned()))
            }
            SourceId::Setting(number) => {
                let set = sources.settings().nth(usize::from(number));
                SpanSource::Setting(set.map_or_else(String::new, |set| set.text.to_owned()))
            }
            SourceId::Trace(_) => {
                let trace = sources.written(source).map_or("", |written| written.name);
                SpanSource::Trace(path_relative_to(sources.name(), trace))
            }
        }
    }
}
