//! Pages: the content of a result as values. A command builds a page of its result, and every format can write it;
//! content that a format can't show, such as a chart, becomes a list or is left out.

pub(in crate::report) mod base64;
mod canvas;
mod cell;
mod chart;
pub(in crate::report) mod csv;
mod document;
pub(in crate::report) mod html;
mod labelled;
pub(in crate::report) mod markdown;
pub(in crate::report) mod markup;
mod moves;
mod picture;
mod slide;
mod svg;
mod table;
pub(in crate::report) mod terminal;
pub(in crate::report) mod text;
mod wrap;

#[cfg(test)]
mod tests;

pub(in crate::report) use canvas::Meaning;
pub use canvas::{Canvas, Colour, Dialect, PageKind};
pub use cell::{Cell, Notation};
pub use chart::{
    AmountsIn, Axis, AxisSegment, Bar, Bars, Chart, Lead, LineOf, Lines, LoadChart, Map, MapAmounts, MapPoint,
    OptionBar, OptionOutcome, Ruler, Stroke, Tornado, When,
};
pub use document::{Chapter, IllustratedPage};
pub use moves::{Limit, Move, MoveGroup, MoveRows, Moves};
pub use picture::{
    BarGroup, ChartOf, Drawing, GroupBar, Groups, LineChart, LineSeries, Measure, Parts, PartsOf, Picture, PictureMark,
    Spreads, Years,
};
pub(in crate::report) use slide::{ChartError, Slide};
pub use table::{
    Align, CellMark, Column, ColumnWidth, Data, Fold, MapColour, RowsTitle, Table, TableLine, TableRow, Title, Weight,
};

use crate::scenario::Labels;

/// Content of a result, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Name of the scenario.
    pub(in crate::report) name: String,
    /// Conventions of all figures: months, currency and discounting.
    pub(in crate::report) conventions: String,
    /// Request, if it is not the same for every scenario.
    pub(in crate::report) request: Option<String>,
    /// Owner, date and notes of the author.
    pub(in crate::report) notes: Vec<String>,
    /// Where the page is read.
    pub(in crate::report) read: PageContext,
    /// Content.
    pub(in crate::report) blocks: Vec<Block>,
    /// Width of section headings in the margin, in terminal cells.
    pub(in crate::report) margin: usize,
    /// Program version and file.
    pub(in crate::report) footer: String,
    /// Data for programs.
    pub(in crate::report) data: Data,
    /// Labels given by the author.
    pub(in crate::report) labels: Labels,
}

/// Where a page is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageContext {
    /// On its own, with its name as heading.
    Alone,
    /// In a discussion of its subject: the answer first, then sentences, tables, and collapsible tables last.
    InDiscussion,
    /// On one side of paper, by those who decide.
    Board,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Heading of the following blocks.
    Heading(&'static str),
    /// Introductory paragraph.
    Lead(String),
    /// Sentences under headings, most important first.
    Sections(Vec<Section>),
    Table(Table),
    /// Inputs with the values to which they would have to change.
    Moves(Moves),
    Chart(Chart),
    /// Remarks without final periods.
    Remarks(Vec<String>),
    /// Text to copy.
    Snippet(Snippet),
}

/// Headings of the chapters that a workbook has as sheets of formulas.
pub(in crate::report) const INPUTS: &str = "Inputs";
pub(in crate::report) const COSTS_BY_YEAR: &str = "Costs by year";
/// Heading of how often the winner wins in simulations.
pub(in crate::report) const SURE: &str = "Sure";

/// A section with a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub(in crate::report) heading: &'static str,
    /// Meaning of the heading, if it has a colour.
    pub(in crate::report) meaning: Option<Meaning>,
    /// Role on the page.
    pub(in crate::report) role: SectionRole,
    /// Content.
    pub(in crate::report) says: Vec<Say>,
}

/// Role of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionRole {
    /// Answer in whole sentences.
    Answer,
    /// Answer that includes the heading.
    HeadedAnswer,
    /// Detail.
    Detail,
}

/// A statement in a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Say {
    /// A sentence or a list; no-break spaces keep words together.
    Text(String),
    /// An axis, for formats that can draw it.
    Axis(Axis),
}

/// Lines of text to copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// Instruction.
    pub(in crate::report) heading: &'static str,
    /// Language name for code blocks: `yaml`.
    pub(in crate::report) language: &'static str,
    /// Lines; empty if there is nothing to copy.
    pub(in crate::report) lines: Vec<String>,
    /// Text if there is nothing to copy, as a part of a sentence.
    pub(in crate::report) nothing: String,
}

/// Maximum number of rows that fit one sheet of paper.
const SHORT: usize = 16;

impl Table {
    /// Whether it fits one sheet of paper.
    fn is_short(&self) -> bool {
        self.rows.len() <= SHORT
    }
}

impl Block {
    /// Whether it fits one sheet of paper with the heading above it.
    fn is_short(&self) -> bool {
        match self {
            Block::Lead(_) => true,
            Block::Sections(sections) => sections.iter().any(|section| !section.is_detail()),
            Block::Table(table) => table.is_short(),
            Block::Heading(_) | Block::Moves(_) | Block::Chart(_) | Block::Remarks(_) | Block::Snippet(_) => false,
        }
    }
}

impl Section {
    /// A section with details; none without texts.
    pub(in crate::report) fn detail(heading: &'static str, texts: Vec<String>) -> Option<Section> {
        let says: Vec<Say> = texts.into_iter().map(Say::Text).collect();
        (!says.is_empty()).then_some(Section { heading, meaning: None, role: SectionRole::Detail, says })
    }

    /// The answer in whole sentences.
    pub(in crate::report) fn answer(heading: &'static str, meaning: Meaning, texts: Vec<String>) -> Section {
        let says = texts.into_iter().map(Say::Text).collect();
        Section { heading, meaning: Some(meaning), role: SectionRole::Answer, says }
    }

    /// Sets the meaning of the heading.
    pub(in crate::report) fn meaning(self, meaning: Meaning) -> Section {
        Section { meaning: Some(meaning), ..self }
    }

    /// Whether it is not part of the answer.
    fn is_detail(&self) -> bool {
        match self.role {
            SectionRole::Detail => true,
            SectionRole::Answer | SectionRole::HeadedAnswer => false,
        }
    }

    /// Texts of the section.
    pub(in crate::report) fn texts(&self) -> impl Iterator<Item = &str> {
        self.says.iter().filter_map(|say| match say {
            Say::Text(text) => Some(text.as_str()),
            Say::Axis(_) => None,
        })
    }
}

impl Page {
    /// All sections of the page.
    fn sections(&self) -> impl Iterator<Item = &Section> {
        self.blocks.iter().flat_map(|block| match block {
            Block::Sections(sections) => sections.as_slice(),
            Block::Heading(_)
            | Block::Lead(_)
            | Block::Table(_)
            | Block::Moves(_)
            | Block::Chart(_)
            | Block::Remarks(_)
            | Block::Snippet(_) => &[],
        })
    }

    /// Facts that precede all details: leads, request, conventions and notes.
    fn facts(&self) -> Vec<&str> {
        let leads = self.blocks.iter().filter_map(|block| match block {
            Block::Lead(text) => Some(text),
            Block::Heading(_)
            | Block::Sections(_)
            | Block::Table(_)
            | Block::Moves(_)
            | Block::Chart(_)
            | Block::Remarks(_)
            | Block::Snippet(_) => None,
        });
        leads.chain(&self.request).chain([&self.conventions]).chain(&self.notes).map(String::as_str).collect()
    }

    /// Sentences of the answer.
    pub(in crate::report) fn answers(&self) -> Vec<String> {
        let said = self.sections().flat_map(|section| {
            section.texts().filter_map(|text| match section.role {
                SectionRole::Answer => Some(text.to_owned()),
                SectionRole::HeadedAnswer => Some(format!("{}: {text}", section.heading)),
                SectionRole::Detail => None,
            })
        });
        said.collect()
    }
}
