//! The rules of a check: all of them on one line each, and the page of one.

use super::super::json::{self, Contract};
use super::RulePages;
use crate::check::rules;
use crate::diagnostic::{Code, Severity};
use crate::report::Canvas;
use crate::report::page::markdown::escape;
use crate::scenario::may_be_allowed;
use serde::Serialize;
use std::io::{self, Write};

/// What there is to know of a kind of finding.
struct Topic {
    code: Code,
    /// The version of the rule set that it came with; none of what is an error in every version.
    since: Option<u32>,
}

/// Everything that can be set aside, the gravest first; then what is always an error. Each in the order of their names.
fn topics() -> Vec<Topic> {
    let mut codes: Vec<Code> = Code::ALL.to_vec();
    codes.sort_by_key(|code| (!code.may_be_set_aside(), code.severity(), code.text()));
    codes.into_iter().map(|code| Topic { code, since: rules::rule(code).map(|rule| rule.since) }).collect()
}

/// Everything a check can find, for people: name, weight, and what it means.
///
/// # Errors
/// If nothing can be written.
pub fn overview(canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let topics = topics();
    let name = topics.iter().map(|topic| topic.code.text().len()).max().unwrap_or_default();
    let weight = Severity::Information.text().len();
    let indent = " ".repeat(name + weight + 4);
    for topic in &topics {
        let code = topic.code;
        let head = format!("{:name$}  {:weight$}  ", code.text(), code.severity().text());
        let width = textwrap::Options::new(canvas.width).initial_indent(&head).subsequent_indent(&indent);
        for line in textwrap::wrap(code.description(), width) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// The same as a table in Markdown, of the rules alone: what is always an error says itself what to type.
///
/// # Errors
/// If nothing can be written.
pub fn markdown(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "| rule | severity | what it finds |\n|:---|:---|:---|")?;
    for topic in topics().iter().filter(|topic| topic.code.may_be_set_aside()) {
        let code = topic.code;
        writeln!(out, "| `{}` | {} | {} |", code.text(), code.severity().text(), escape(code.description()))?;
    }
    Ok(())
}

/// What a check can find.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct WrittenRules {
    /// The version of the rule set: what `rules` in `rackrent.toml` pins.
    version: u32,
    /// Everything that a check can find.
    rules: Vec<Described>,
}

/// A rule, or an error.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Described {
    /// Its lasting name.
    code: &'static str,
    /// How much it weighs.
    #[cfg_attr(feature = "schema", schemars(with = "json::SeverityName"))]
    severity: &'static str,
    /// The version of the rule set that it came with; none of errors, which hold in every version.
    since: Option<u32>,
    /// Whether a scenario may allow it.
    may_be_allowed: bool,
    /// What it means, in one line.
    description: &'static str,
    /// Why it is wrong and how to mend it, in Markdown.
    page: String,
    /// Where that page can be read.
    address: String,
}

impl Described {
    fn of(topic: &Topic, pages: &RulePages) -> Described {
        Described {
            code: topic.code.text(),
            severity: topic.code.severity().text(),
            since: topic.since,
            may_be_allowed: may_be_allowed(topic.code),
            description: topic.code.description(),
            page: rules::page(topic.code),
            address: pages.of(topic.code),
        }
    }
}

/// The same for programs, `rackrent.rules/1`, with their pages; of one alone, where that is asked for.
///
/// # Errors
/// If nothing can be written.
pub fn json(only: Option<Code>, pages: &RulePages, out: &mut dyn Write) -> io::Result<()> {
    let topics = topics().into_iter().filter(|topic| only.is_none_or(|only| topic.code == only));
    let rules = topics.map(|topic| Described::of(&topic, pages)).collect();
    json::write(Contract::Rules, &WrittenRules { version: rules::VERSION, rules }, out)
}

/// The page of a finding in Markdown, with what may be decided about it and where it can be read.
///
/// # Errors
/// If nothing can be written.
pub fn page(code: Code, pages: &RulePages, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n\n<{}>", weighed_page(code), pages.of(code))
}

/// The page of a finding for people: why it is wrong, an example, how to mend it; and what may be decided about it.
///
/// # Errors
/// If nothing can be written.
pub fn detail(code: Code, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(filled(&(weighed_page(code) + "\n"), canvas.width).as_bytes())
}

/// The page of a finding and what may be decided about it, without a line end.
fn weighed_page(code: Code) -> String {
    let weight = match code.severity() {
        Severity::Error => "Always an error: it can be neither allowed nor turned off.".to_owned(),
        Severity::Warning => weight("A warning", code),
        Severity::Information => weight("Information", code),
    };
    format!("{}\n\n{weight}", rules::page(code).trim_end())
}

/// How a rule may be set aside.
fn weight(severity: &str, code: Code) -> String {
    let name = code.text();
    let elsewhere = format!("{severity}, unless `rackrent.toml` says otherwise (`[severity]`, `{name} = \"off\"`)");
    if may_be_allowed(code) {
        format!("{elsewhere} or the scenario does, with its reason (`allow: [{{ rule: {name}, reason: … }}]`).")
    } else {
        format!("{elsewhere}. No scenario can allow it.")
    }
}

/// The text of a page with its paragraphs and the entries of its lists as wide as there is room; headings, tables and blocks
/// of code stay as they are.
fn filled(page: &str, width: usize) -> String {
    let (mut filled, mut paragraph) = (String::new(), String::new());
    let mut is_code = false;
    for line in page.lines() {
        let is_fence = line.starts_with("```");
        let is_entry = line.starts_with(ENTRY);
        let goes_on = paragraph.starts_with(ENTRY) && line.starts_with("  ");
        if is_code || is_fence || !goes_on && (line.is_empty() || line.starts_with([' ', '#', '|', '>'])) {
            flush(&mut paragraph, width, &mut filled);
            filled.push_str(line);
            filled.push('\n');
        } else {
            if is_entry {
                flush(&mut paragraph, width, &mut filled);
            } else if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line.trim_start());
        }
        is_code ^= is_fence;
    }
    flush(&mut paragraph, width, &mut filled);
    filled
}

/// What an entry of a list begins with.
const ENTRY: &str = "- ";

/// Ends a paragraph. Words stay whole: what stands in one is typed as it is.
fn flush(paragraph: &mut String, width: usize, filled: &mut String) {
    if paragraph.is_empty() {
        return;
    }
    let indent = if paragraph.starts_with(ENTRY) { "  " } else { "" };
    let options = textwrap::Options::new(width).subsequent_indent(indent).break_words(false);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    filled.push_str(&textwrap::fill(paragraph, options));
    filled.push('\n');
    paragraph.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_filled_and_code_stays() {
        let page = "# name\n\none two three\nfour five\n\n```yaml\na: one two three four\n```\nsix\n- sev-en eight\n  nine\n- ten\n";
        let expected = "\
# name\n\none two\nthree four\nfive\n\n```yaml\na: one two three four\n```\nsix\n- sev-en\n  eight\n  nine\n- ten\n";
        assert_eq!(filled(page, 10), expected);
    }

    #[test]
    fn a_page_offers_an_allowance_only_where_one_is_read() {
        for code in Code::ALL.iter().filter(|code| code.severity() != Severity::Error) {
            let said = weight("A warning", *code);
            assert_eq!(said.contains("allow: ["), may_be_allowed(*code), "{said}");
        }
        assert!(weight("A warning", Code::UnusedAllowance).ends_with("No scenario can allow it."));
        assert!(weight("A warning", Code::ExpiredAllowance).ends_with("No scenario can allow it."));
    }
}
