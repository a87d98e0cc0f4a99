//! Places in lines and columns, as reports say them.

use crate::diagnostic::{Place, SourceId, Sources};
use crate::scenario::path_beside;

/// A stretch of text in lines and columns from 1; columns count characters (code points), the last is the one after the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSpan {
    /// In what.
    pub place: Where,
    /// Its first line.
    pub line: u32,
    /// Its first column.
    pub column: u32,
    /// Its last line.
    pub end_line: u32,
    /// The column after its last.
    pub end_column: u32,
}

/// What a place is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// The scenario.
    Scenario,
    /// A file that it extends, with its path.
    Shared(String),
    /// A `--set` of the command line, as it was written.
    Setting(String),
    /// A trace, with its path.
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
            place: Where::of(place.source, sources),
            line: place.line,
            column: place.column,
            end_line: place.line.saturating_add(breaks),
            end_column,
        }
    }
}

impl Where {
    /// What a source of a file is.
    pub(in crate::report) fn of(source: SourceId, sources: &Sources) -> Where {
        match source {
            SourceId::FILE => Where::Scenario,
            SourceId::File(_) => {
                Where::Shared(sources.written(source).map_or_else(String::new, |written| written.name.to_owned()))
            }
            SourceId::Setting(number) => {
                let set = sources.settings().nth(usize::from(number));
                Where::Setting(set.map_or_else(String::new, |set| set.text.to_owned()))
            }
            SourceId::Trace(_) => {
                let trace = sources.written(source).map_or("", |written| written.name);
                Where::Trace(path_beside(sources.name(), trace))
            }
        }
    }
}
