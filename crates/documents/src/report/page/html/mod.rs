//! HTML output in one file without external resources. It works offline, on paper and without scripts.

mod axis;
mod blocks;
mod engine;
mod head;
mod opened;
mod pictures;
mod tables;

pub(in crate::report::page) use head::STYLE;
pub(in crate::report) use opened::Opened;

use super::markup::{embedded, escaped};
use super::svg::DrawingSize;
use super::{Block, Chapter, IllustratedPage, PageContext};
use blocks::Writer;
use engine::engine;
use head::{Head, Script};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A document with the explanations of its figures.
#[derive(Debug)]
pub(in crate::report) struct Part {
    /// Document.
    pub(in crate::report) document: IllustratedPage,
    /// Explanations by figure name.
    pub(in crate::report) explained: BTreeMap<String, Vec<Opened>>,
}

/// Writes a document of one or several parts. `carried` is JSON data of a live page with the scenario; a live page also
/// contains the engine.
///
/// # Errors
/// If writing fails.
pub(in crate::report) fn write(parts: &[Part], carried: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
    let name = match parts {
        [part] => part.document.page.name.clone(),
        parts => parts.iter().map(|part| part.document.page.name.as_str()).collect::<Vec<_>>().join(" · "),
    };
    let engine = carried.and(engine());
    let script = match engine {
        Some(_) => Script::WithEngine,
        None if parts.iter().any(|part| !part.explained.is_empty()) => Script::Alone,
        None => Script::None,
    };
    let head = Head { name: &name, script };
    writeln!(out, "{}<body>", head.text())?;
    if let [_] = parts {
        writeln!(out, "<a class=\"skip\" href=\"#answer\">Skip to the answer</a>")?;
    }
    writeln!(out, "<main>")?;
    if parts.len() > 1 {
        writeln!(out, "{}", contents(parts))?;
    }
    for (at, part) in parts.iter().enumerate() {
        let mut writer = Writer::new(part, prefix(parts, at));
        write_part(part, &mut writer, out)?;
    }
    writeln!(out, "</main>")?;
    if let (Some(engine), Some(carried)) = (engine, carried) {
        writeln!(out, "<script type=\"application/json\" id=\"scenario\">{}</script>", embedded(carried))?;
        writeln!(out, "<script type=\"text/plain\" id=\"engine\">{engine}</script>")?;
    }
    writeln!(out, "{}</body>\n</html>", head.script_element())
}

/// The app: the engine with a start screen.
///
/// # Errors
/// If writing fails.
pub(in crate::report) fn write_app(form: &str, examples: &BTreeMap<&str, &str>, out: &mut dyn Write) -> io::Result<()> {
    let head = Head { name: "rackrent: own or rent?", script: Script::WithEngine };
    let button = |name: &&str| {
        let title = escaped(name.trim_end_matches(".yaml"));
        format!("<button type=\"button\" value=\"{}\">{title}</button>\n", escaped(name))
    };
    let buttons: String = examples.keys().map(button).collect();
    let examples = serde_json::to_string(examples)?;
    writeln!(out, "{}<body>\n<main id=\"app\">", head.text())?;
    writeln!(
        out,
        "<h1>Own or rent?</h1>\n\
         <p>Compares buying AI accelerators with renting them: the cost of each option, and the utilization above which owning is cheaper. \
         Everything is computed in this page; no data leaves it.</p>\n\
         <noscript><p class=\"error\">The app needs JavaScript.</p></noscript>\n\
         <fieldset disabled>\n\
         <section aria-labelledby=\"begin\"><h2 id=\"begin\">Start from a decision</h2>\n{form}\n<p class=\"error\" role=\"alert\"></p></section>\n\
         <section aria-labelledby=\"open\"><h2 id=\"open\">Open a scenario, or drop it here</h2>\n\
         <label class=\"file\">Scenario, and the files it uses <input type=\"file\" accept=\".yaml,.yml,.csv\" multiple></label></section>\n\
         <section aria-labelledby=\"examples-title\"><h2 id=\"examples-title\">Start from an example</h2>\n{buttons}</section>\n\
         </fieldset>\n</main>"
    )?;
    writeln!(out, "<script type=\"application/json\" id=\"examples\">{}</script>", embedded(&examples))?;
    writeln!(out, "<script type=\"text/plain\" id=\"engine\">{}</script>", engine().unwrap_or_default())?;
    writeln!(out, "{}</body>\n</html>", head.script_element())
}

/// Writes the `article` element of a document with one part.
///
/// # Errors
/// If writing fails.
pub(in crate::report) fn write_article(part: &Part, out: &mut dyn Write) -> io::Result<()> {
    write_part(part, &mut Writer::new(part, String::new()), out)
}

/// Prefix of all element ids of a part; empty if there is one part.
fn prefix(parts: &[Part], at: usize) -> String {
    if parts.len() > 1 { format!("s{}-", at + 1) } else { String::new() }
}

/// Table of contents of several parts.
fn contents(parts: &[Part]) -> String {
    let entry = |(at, part): (usize, &Part)| {
        let name = escaped(&part.document.page.name);
        format!("<li><a href=\"#{}part\">{name}</a></li>", prefix(parts, at))
    };
    format!("<nav aria-label=\"Parts\"><ol>{}</ol></nav>", parts.iter().enumerate().map(entry).collect::<String>())
}

/// Links to the charts and chapters of a document; empty without any.
fn sections(IllustratedPage { pictures, chapters, .. }: &IllustratedPage, prefix: &str) -> String {
    let link = |id: &str, heading: &str| format!("<li><a href=\"#{prefix}{id}\">{}</a></li>", escaped(heading));
    let charts = (!pictures.is_empty()).then(|| link("pictures", "Charts"));
    let chapters =
        chapters.iter().enumerate().map(|(at, chapter)| link(&format!("chapter{}", at + 1), chapter.heading));
    let links: String = charts.into_iter().chain(chapters).collect();
    let label = if prefix.is_empty() {
        "aria-label=\"Sections\"".to_owned()
    } else {
        format!("aria-labelledby=\"{prefix}part\"")
    };
    if links.is_empty() { links } else { format!("<nav class=\"sections\" {label}><ul>{links}</ul></nav>") }
}

/// Writes the section `answer` of a document with one part.
///
/// # Errors
/// If writing fails.
pub(in crate::report) fn write_answer(part: &Part, out: &mut dyn Write) -> io::Result<()> {
    write_verdict(part, &mut Writer::new(part, String::new()), out)
}

fn write_verdict(part: &Part, writer: &mut Writer<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<section class=\"answer\" aria-labelledby=\"{}\">", writer.named_by("answer"))?;
    writeln!(out, "<h2 class=\"unseen\" id=\"{}answer\">The answer</h2>", writer.prefix())?;
    for block in &part.document.page.blocks {
        writeln!(out, "{}", writer.block(block))?;
    }
    writeln!(out, "</section>")
}

fn write_part(part: &Part, writer: &mut Writer<'_>, out: &mut dyn Write) -> io::Result<()> {
    let IllustratedPage { page, pictures, chapters } = &part.document;
    let prefix = writer.prefix().to_owned();
    let class = if page.read == PageContext::Board { " class=\"board\"" } else { "" };
    writeln!(out, "<article{class}><header><h1 id=\"{prefix}part\">{}</h1>", escaped(&page.name))?;
    writeln!(out, "<p class=\"facts\">{}</p>", escaped(&page.conventions))?;
    for note in page.request.iter().chain(&page.notes) {
        writeln!(out, "<p class=\"facts\">{}</p>", escaped(note))?;
    }
    writeln!(out, "</header>{}", sections(&part.document, &prefix))?;
    write_verdict(part, writer, out)?;
    if !pictures.is_empty() {
        writeln!(out, "<section class=\"pictures\" aria-labelledby=\"{}\">", writer.named_by("pictures"))?;
        writeln!(out, "<h2 id=\"{prefix}pictures\">Charts</h2>")?;
        for (at, picture) in pictures.iter().enumerate() {
            let size = if at == 0 { DrawingSize::Full } else { DrawingSize::Wide };
            writeln!(out, "{}", writer.picture(picture, size))?;
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
        // keeps a heading and the first content on the same page of paper
        writeln!(out, "<div class=\"kept\"><h2 id=\"{id}\">{}</h2>{lead}{kept}</div>", escaped(heading))?;
        for block in rest {
            writeln!(out, "{}", writer.block(block))?;
        }
        writeln!(out, "</section>")?;
    }
    writeln!(out, "<footer><p>{}</p></footer>", escaped(&page.footer))?;
    writeln!(out, "{}</article>", writer.opened_figures())
}
