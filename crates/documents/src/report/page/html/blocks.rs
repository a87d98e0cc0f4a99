//! Blocks of a page as HTML elements.

use super::super::picture::Drawing;
use super::super::{AmountsIn, Block, Chart, Moves, Say, Section, SectionRole, Snippet, Table, TableLine};
use super::axis;
use super::escaped;
use super::pictures::{bars, drawn_twice};
use super::{Opened, Part};
use crate::report::page::canvas::Meaning;
use std::collections::BTreeMap;

/// Longest name that fits a line on a phone, in characters.
const LONGEST: usize = 26;

/// Writes blocks and collects the figures with an explanation.
#[derive(Debug)]
pub(super) struct Writer<'a> {
    part: &'a Part,
    /// Prefix of all element ids of the part.
    prefix: String,
    /// Explained figures with the id of their popover.
    opened: BTreeMap<&'a str, String>,
    /// Number of ids in use.
    given: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn new(part: &'a Part, prefix: String) -> Writer<'a> {
        Writer { part, prefix, opened: BTreeMap::new(), given: 0 }
    }

    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// `aria-labelledby` of a part of the page: its heading, after that of its scenario if there are several.
    pub(super) fn named_by(&self, id: &str) -> String {
        let prefix = &self.prefix;
        if prefix.is_empty() { id.to_owned() } else { format!("{prefix}part {prefix}{id}") }
    }

    /// A unique element id.
    pub(super) fn identity(&mut self, kind: &str) -> String {
        self.given += 1;
        format!("{}{kind}{}", self.prefix, self.given)
    }

    /// A figure, as a button that opens its explanation if there is one.
    pub(super) fn figure(&mut self, text: &str, name: Option<&str>) -> String {
        let text = escaped(text);
        let Some((name, _)) = name.and_then(|name| self.part.explained.get_key_value(name)) else { return text };
        let known = self.opened.get(name.as_str()).cloned();
        let id = known.unwrap_or_else(|| {
            let id = self.identity("w");
            self.opened.insert(name, id.clone());
            id
        });
        format!("<button type=\"button\" class=\"figure\" popovertarget=\"{id}\">{text}</button>")
    }

    /// Explained figures with the id of their popover.
    pub(super) fn opened(&self) -> impl Iterator<Item = (&str, &str)> {
        self.opened.iter().map(|(name, id)| (*name, id.as_str()))
    }

    /// Explanation of a figure.
    pub(super) fn explained(&self, name: &str) -> &'a [Opened] {
        self.part.explained.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// HTML of a block.
    pub(super) fn block(&mut self, block: &Block) -> String {
        match block {
            Block::Heading(heading) => format!("<h3>{}</h3>", escaped(heading)),
            Block::Lead(text) => format!("<p class=\"lead\">{}</p>", prose(text)),
            Block::Sections(sections) => sections_of(sections),
            Block::Table(table) => self.table(table),
            Block::Moves(moves) => self.moves(moves),
            Block::Chart(chart) => self.chart(chart),
            Block::Remarks(remarks) => list(remarks.iter().map(String::as_str)),
            Block::Snippet(snippet) => snippet_of(snippet),
        }
    }

    fn moves(&mut self, moves: &Moves) -> String {
        if moves.groups.is_empty() {
            return format!("<p>{}</p>", prose(moves.none));
        }
        moves.tables().map(|table| self.table(&table)).collect()
    }

    fn chart(&mut self, chart: &Chart) -> String {
        match chart {
            Chart::Bars(chart) => bars(chart, self),
            Chart::Load(load) => drawn_twice(&Drawing::Load(load.clone()), "Load over a month and its supply", self),
            Chart::Tornado(tornado) => {
                drawn_twice(&Drawing::Tornado(tornado.clone()), "Effect of each input on the difference", self)
            }
            // the page has a table next to the lines
            Chart::Lines(lines) => drawn_twice(&lines.drawing(), &lines.title, self),
            Chart::Map(map) => {
                let table = map.table(AmountsIn::Thousands);
                let table = if map.amounts.is_some() { self.table(&table) } else { self.folded(&table) };
                drawn_twice(&Drawing::Map(map.clone()), &map.title(), self) + &table
            }
        }
    }

    /// Collapsed table of a picture.
    pub(super) fn folded(&mut self, table: &Table) -> String {
        format!("<details class=\"data\"><summary>Data</summary>{}</details>", self.table(table))
    }

    /// Label of a line, with its path.
    pub(super) fn label(line: &TableLine, prefix: Option<&str>) -> String {
        let before = prefix.map(|prefix| format!("<span class=\"unseen\">{}: </span>", escaped(prefix)));
        let path = line.path.as_ref().map(|path| format!(" <code>{}</code>", breakable(path)));
        let remark = line.remark.map(|remark| format!(", {}", escaped(remark)));
        let parts = [before, Some(breakable(&line.label.text())), path, remark];
        parts.into_iter().flatten().collect()
    }
}

/// The answer as large text, followed by the other sections as a definition list.
fn sections_of(sections: &[Section]) -> String {
    let (answers, details): (Vec<&Section>, Vec<&Section>) = sections.iter().partition(|section| !section.is_detail());
    let answers = answers.into_iter().flat_map(|section| {
        section.texts().map(move |text| match section.role {
            SectionRole::HeadedAnswer => format!("<p class=\"verdict\"><b>{}</b> {}</p>", section.heading, prose(text)),
            SectionRole::Answer | SectionRole::Detail => format!("<p class=\"verdict\">{}</p>", prose(text)),
        })
    });
    let answers: String = answers.collect();
    if details.is_empty() {
        return answers;
    }
    format!("{answers}<dl class=\"said\">{}</dl>", details.into_iter().map(section_of).collect::<String>())
}

fn section_of(section: &Section) -> String {
    let class = match section.meaning {
        Some(Meaning::Warning) => " class=\"warning\"",
        Some(Meaning::Winner) => " class=\"winner\"",
        Some(Meaning::Crossing) | None => "",
    };
    let say = |say: &Say| match say {
        Say::Text(text) => format!("<dd>{}</dd>", prose(text)),
        Say::Axis(shown) => format!("<dd class=\"axis\">{}</dd>", axis::both(shown)),
    };
    format!("<div{class}><dt>{}</dt>{}</div>", section.heading, section.says.iter().map(say).collect::<String>())
}

fn list<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let item = |text: &str| format!("<li>{}</li>", prose(text));
    let items: String = texts.map(item).collect();
    if items.is_empty() { items } else { format!("<ul class=\"remarks\">{items}</ul>") }
}

fn snippet_of(snippet: &Snippet) -> String {
    let Snippet { heading, language: _, lines, nothing } = snippet;
    let said = if lines.is_empty() {
        format!("<p>{}.</p>", prose(nothing))
    } else {
        format!("<pre tabindex=\"0\">{}</pre>", lines.iter().map(|line| escaped(line)).collect::<Vec<_>>().join("\n"))
    };
    format!("<h3>{}</h3>{said}", escaped(heading))
}

/// HTML of a sentence: backticks become code, and no-break spaces are kept.
pub(super) fn prose(text: &str) -> String {
    let escaped = escaped(text).replace('\u{a0}', "&nbsp;").replace(" %", "&nbsp;%");
    let pieces: Vec<&str> = escaped.split('`').collect();
    if pieces.len().is_multiple_of(2) {
        // an unpaired backtick was written by the author
        return escaped;
    }
    let piece = |(at, piece): (usize, &&str)| if at % 2 == 1 { format!("<code>{piece}</code>") } else { whole(piece) };
    pieces.iter().enumerate().map(piece).collect()
}

/// Keeps short words with hyphens, such as names of options, on one line.
fn whole(text: &str) -> String {
    let word = |word: &str| {
        let name = word.trim_end_matches([',', '.', ':', ';', ')']);
        let is_whole = name.contains('-') && name.len() <= LONGEST && !name.contains(['&', '(']);
        if is_whole { format!("<span class=\"whole\">{name}</span>{}", &word[name.len()..]) } else { word.to_owned() }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A name with break opportunities between its parts.
pub(super) fn breakable(name: &str) -> String {
    let mut text = String::new();
    for character in escaped(name).chars() {
        text.push(character);
        if matches!(character, '.' | '-' | '_' | '/') {
            text.push_str("<wbr>");
        }
    }
    text
}
