//! A page: what an answer says, as values. A question makes one of its result, and every format writes any page; what a format
//! cannot show, such as a chart, it lists or leaves out.

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
    Axis, AxisStretch, Bar, BarStanding, Bars, Chart, LineOf, Lines, LoadChart, Map, MapPoint, OptionBar, Ruler,
    Stroke, Tornado, When,
};
pub use document::{Chapter, IllustratedPage};
pub use moves::{Limit, Move, MoveGroup, MoveRows, Moves};
pub use picture::{
    BarGroup, ChartOf, Course, Courses, Drawing, GroupBar, Groups, Measure, Parts, PartsOf, Picture, PictureMark,
    Spreads, Years,
};
pub(in crate::report) use slide::{Slide, Unwritten};
pub use table::{Align, Column, Data, Fold, Room, RowsTitle, Table, TableLine, TableRow, Title, Weight};

use crate::scenario::Labels;

/// What an answer says, in the order of a reader who has time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// What it is about: the name of the scenario.
    pub(in crate::report) name: String,
    /// What all figures are: months, currency, and the convention of present values.
    pub(in crate::report) conventions: String,
    /// What was asked, where that is not the same of every scenario.
    pub(in crate::report) asked: Option<String>,
    /// What else belongs to the name: whose it is and of when, and what its author notes.
    pub(in crate::report) notes: Vec<String>,
    /// Where it is read.
    pub(in crate::report) read: FileRead,
    /// What it says.
    pub(in crate::report) blocks: Vec<Block>,
    /// Cells that the headings of sections take where they stand in the margin.
    pub(in crate::report) margin: usize,
    /// Which program said it, of which file.
    pub(in crate::report) footer: String,
    /// What programs get of it.
    pub(in crate::report) data: Data,
    /// What the author calls what it is about.
    pub(in crate::report) labels: Labels,
}

/// Where a page is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRead {
    /// By itself, from its name on.
    Alone,
    /// In a discussion of what it is about: the answer first, then sentences, then tables, and last what may be folded.
    Beside,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// What follows, up to the next of these, stands below this heading.
    Heading(&'static str),
    /// A paragraph that everything else belongs to.
    Lead(String),
    /// Sentences under headings; the first are those that change a reader's mind.
    Sections(Vec<Section>),
    /// A table.
    Table(Table),
    /// Numbers that would have to move.
    Moves(Moves),
    /// A chart.
    Chart(Chart),
    /// Remarks, each without a point at its end.
    Remarks(Vec<String>),
    /// Text that is to be copied.
    Snippet(Snippet),
}

/// What is said under a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub(in crate::report) heading: &'static str,
    /// What the heading means, where that deserves a colour.
    pub(in crate::report) meaning: Option<Meaning>,
    /// What it is to the page.
    pub(in crate::report) role: SectionRole,
    /// What is said.
    pub(in crate::report) says: Vec<Say>,
}

/// What a section is to its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionRole {
    /// The answer, in whole sentences.
    Answer,
    /// The answer, of which the heading is a part.
    HeadedAnswer,
    /// Something else.
    Detail,
}

/// One thing said in a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Say {
    /// A sentence or a list; no-break spaces hold together what belongs together.
    Text(String),
    /// An axis, for formats that can draw it.
    Axis(Axis),
}

/// Text that is to be copied, line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// What to do with it.
    pub(in crate::report) heading: &'static str,
    /// The language it is in, as a name of the field: `yaml`.
    pub(in crate::report) language: &'static str,
    /// The lines; none where there is nothing to copy.
    pub(in crate::report) lines: Vec<String>,
    /// What is said where there is nothing, as the rest of a sentence.
    pub(in crate::report) nothing: String,
}

/// So many rows stand on one sheet of paper.
const SHORT: usize = 16;

impl Table {
    /// Whether it stands on one sheet of paper.
    fn is_short(&self) -> bool {
        self.rows.len() <= SHORT
    }
}

impl Block {
    /// Whether it stands on one sheet of paper with the heading above it.
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
    /// What is said as a detail; nothing where there is nothing to say.
    pub(in crate::report) fn detail(heading: &'static str, texts: Vec<String>) -> Option<Section> {
        let says: Vec<Say> = texts.into_iter().map(Say::Text).collect();
        (!says.is_empty()).then_some(Section { heading, meaning: None, role: SectionRole::Detail, says })
    }

    /// The answer, in whole sentences.
    pub(in crate::report) fn answer(heading: &'static str, meaning: Meaning, texts: Vec<String>) -> Section {
        let says = texts.into_iter().map(Say::Text).collect();
        Section { heading, meaning: Some(meaning), role: SectionRole::Answer, says }
    }

    /// The same with a heading that means something.
    pub(in crate::report) fn meaning(self, meaning: Meaning) -> Section {
        Section { meaning: Some(meaning), ..self }
    }

    /// Whether it is no part of the answer.
    fn is_detail(&self) -> bool {
        match self.role {
            SectionRole::Detail => true,
            SectionRole::Answer | SectionRole::HeadedAnswer => false,
        }
    }

    /// What is said in words.
    pub(in crate::report) fn texts(&self) -> impl Iterator<Item = &str> {
        self.says.iter().filter_map(|say| match say {
            Say::Text(text) => Some(text.as_str()),
            Say::Axis(_) => None,
        })
    }
}

impl Page {
    /// Every section, in the order of the page.
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

    /// What a reader has to know before anything but the answer: what everything belongs to, what was asked, what the figures
    /// are, whose they are.
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
        leads.chain(&self.asked).chain([&self.conventions]).chain(&self.notes).map(String::as_str).collect()
    }

    /// The sentences of the answer.
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
