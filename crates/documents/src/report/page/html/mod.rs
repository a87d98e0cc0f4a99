//! A document in one HTML file that loads nothing: opened from a disk it is complete, also on paper and without a script.

mod axis;
mod blocks;
mod head;
mod opened;
mod pictures;
mod tables;

pub(in crate::report::page) use head::STYLE;
pub(in crate::report) use opened::Opened;

use super::markup::{embedded, escaped};
use super::{Block, Chapter, IllustratedPage};
use blocks::Writer;
use head::Head;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A document with what its figures open, and what its script reads.
#[derive(Debug)]
pub(in crate::report) struct Part {
    /// What is said.
    pub(in crate::report) document: IllustratedPage,
    /// By the names of figures, where they come from.
    pub(in crate::report) explained: BTreeMap<String, Vec<Opened>>,
    /// By the identity of the element that holds it, JSON for the script.
    pub(in crate::report) data: Vec<(&'static str, String)>,
}

/// One document of several parts.
///
/// # Errors
/// If nothing can be written.
pub(in crate::report) fn write(parts: &[Part], out: &mut dyn Write) -> io::Result<()> {
    let name = match parts {
        [part] => part.document.page.name.clone(),
        parts => parts.iter().map(|part| part.document.page.name.as_str()).collect::<Vec<_>>().join(" · "),
    };
    let data: Vec<String> = match parts {
        [part] => part.data.iter().map(|(id, json)| data_element(id, json)).collect(),
        _ => Vec::new(),
    };
    let script = parts.iter().any(|part| !part.data.is_empty() || !part.explained.is_empty());
    let head = Head { name: &name, script };
    writeln!(out, "{}<body>\n<main>", head.text())?;
    // where inputs move, there is one part
    let live = if data.is_empty() { "" } else { "<div id=\"live\"></div>\n" };
    if parts.len() > 1 {
        writeln!(out, "{}", contents(parts))?;
    }
    for (at, part) in parts.iter().enumerate() {
        let mut writer = Writer::new(part, prefix(parts, at));
        write_part(part, &mut writer, live, out)?;
    }
    writeln!(out, "</main>")?;
    for element in data {
        writeln!(out, "{element}")?;
    }
    writeln!(out, "{}</body>\n</html>", head.script_element())
}

/// What every identity of a part begins with: nothing where there is one.
fn prefix(parts: &[Part], at: usize) -> String {
    if parts.len() > 1 { format!("s{}-", at + 1) } else { String::new() }
}

/// The parts, for those who are about to read one of them.
fn contents(parts: &[Part]) -> String {
    let entry = |(at, part): (usize, &Part)| {
        let name = escaped(&part.document.page.name);
        format!("<li><a href=\"#{}part\">{name}</a></li>", prefix(parts, at))
    };
    format!("<nav aria-label=\"Parts\"><ol>{}</ol></nav>", parts.iter().enumerate().map(entry).collect::<String>())
}

fn data_element(id: &str, json: &str) -> String {
    format!("<script type=\"application/json\" id=\"{id}\">{}</script>", embedded(json))
}

fn write_part(part: &Part, writer: &mut Writer<'_>, live: &str, out: &mut dyn Write) -> io::Result<()> {
    let IllustratedPage { page, pictures, chapters } = &part.document;
    let prefix = writer.prefix().to_owned();
    writeln!(out, "<article><header><h1 id=\"{prefix}part\">{}</h1>", escaped(&page.name))?;
    writeln!(out, "<p class=\"facts\">{}</p>", escaped(&page.conventions))?;
    for note in page.asked.iter().chain(&page.notes) {
        writeln!(out, "<p class=\"facts\">{}</p>", escaped(note))?;
    }
    writeln!(out, "</header>")?;
    writeln!(out, "<section class=\"answer\" aria-labelledby=\"{}\">", writer.named_by("answer"))?;
    writeln!(out, "<h2 class=\"unseen\" id=\"{prefix}answer\">The answer</h2>")?;
    for block in &page.blocks {
        writeln!(out, "{}", writer.block(block))?;
    }
    write!(out, "</section>\n{live}")?;
    if !pictures.is_empty() {
        writeln!(out, "<section class=\"pictures\" aria-labelledby=\"{}\">", writer.named_by("pictures"))?;
        writeln!(out, "<h2 id=\"{prefix}pictures\">In pictures</h2>")?;
        for picture in pictures {
            writeln!(out, "{}", writer.picture(picture))?;
        }
        writeln!(out, "</section>")?;
    }
    for (at, chapter) in chapters.iter().enumerate() {
        let Chapter { heading, lead, blocks } = chapter;
        let id = format!("{prefix}chapter{}", at + 1);
        let named_by = writer.named_by(&format!("chapter{}", at + 1));
        writeln!(out, "<section class=\"chapter\" aria-labelledby=\"{named_by}\">")?;
        let lead = lead.map(|lead| format!("<p class=\"lead how\">{}</p>", escaped(lead))).unwrap_or_default();
        let (kept, rest) = blocks.split_at(usize::from(blocks.first().is_some_and(Block::is_short)));
        let kept: String = kept.iter().map(|block| writer.block(block)).collect();
        // a heading is on the same paper as what is said first
        writeln!(out, "<div class=\"kept\"><h2 id=\"{id}\">{}</h2>{lead}{kept}</div>", escaped(heading))?;
        for block in rest {
            writeln!(out, "{}", writer.block(block))?;
        }
        writeln!(out, "</section>")?;
    }
    writeln!(out, "<footer><p>{}</p></footer>", escaped(&page.footer))?;
    writeln!(out, "{}</article>", writer.opened_figures())
}
