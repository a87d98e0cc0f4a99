//! The rules of a check: a list of all, and the page of one.

use super::super::json::{self, Contract};
use super::RulePages;
use crate::check::rules;
use crate::diagnostic::{Code, Severity};
use crate::report::Canvas;
use crate::report::page::markdown::escape;
use crate::scenario::may_be_allowed;
use serde::Serialize;
use std::io::{self, Write};

/// A kind of finding.
struct Topic {
    code: Code,
    /// Version of the rule set that introduced it; none for errors, which exist in every version.
    since: Option<u32>,
}

/// All kinds of findings, sorted by name: configurable rules first, most severe first, then the errors.
fn topics() -> Vec<Topic> {
    let mut codes: Vec<Code> = Code::ALL.to_vec();
    codes.sort_by_key(|code| (!code.may_be_set_aside(), code.severity(), code.text()));
    codes.into_iter().map(|code| Topic { code, since: rules::rule(code).map(|rule| rule.since) }).collect()
}

/// Writes all kinds of findings for people: code, severity and description.
///
/// # Errors
/// If writing fails.
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

/// Writes the configurable rules as a Markdown table. Errors are left out, because their messages say what to type.
///
/// # Errors
/// If writing fails.
pub fn markdown(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "| rule | severity | meaning |\n|:---|:---|:---|")?;
    for topic in topics().iter().filter(|topic| topic.code.may_be_set_aside()) {
        let code = topic.code;
        writeln!(out, "| `{}` | {} | {} |", code.text(), code.severity().text(), escape(code.description()))?;
    }
    Ok(())
}

/// The rules of a check.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct RulesJson {
    /// Version of the rule set, which `rules` in `rackrent.toml` pins.
    version: u32,
    /// All kinds of findings.
    rules: Vec<Described>,
}

/// A rule or an error.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Described {
    /// Stable code.
    code: &'static str,
    /// Severity.
    #[cfg_attr(feature = "schema", schemars(with = "json::SeverityName"))]
    severity: &'static str,
    /// Version of the rule set that introduced it; null for errors, which exist in every version.
    since: Option<u32>,
    /// Whether a scenario can allow it.
    may_be_allowed: bool,
    /// Description in one line.
    description: &'static str,
    /// Explanation and fix, in Markdown.
    page: String,
    /// URL of that page.
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

/// Writes JSON, `rackrent.rules/1`, with the pages; of one rule only, if `only` is given.
///
/// # Errors
/// If writing fails.
pub fn json(only: Option<Code>, pages: &RulePages, out: &mut dyn Write) -> io::Result<()> {
    let topics = topics().into_iter().filter(|topic| only.is_none_or(|only| topic.code == only));
    let rules = topics.map(|topic| Described::of(&topic, pages)).collect();
    json::write(Contract::Rules, &RulesJson { version: rules::VERSION, rules }, out)
}

/// Writes the page of a rule in Markdown, with how to configure it and its URL.
///
/// # Errors
/// If writing fails.
pub fn page(code: Code, pages: &RulePages, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n\n<{}>", documented_page(code), pages.of(code))
}

/// Writes the page of a rule for people: explanation, example, fix, and how to configure it.
///
/// # Errors
/// If writing fails.
pub fn detail(code: Code, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(filled(&(documented_page(code) + "\n"), canvas.width).as_bytes())
}

/// Page of a rule with how to configure it, without a final line break.
fn documented_page(code: Code) -> String {
    let weight = match code.severity() {
        Severity::Error => "Always an error: it can't be allowed or turned off.".to_owned(),
        Severity::Warning => weight("warning", code),
        Severity::Information => weight("information", code),
    };
    format!("{}\n\n{weight}", rules::page(code).trim_end())
}

/// How to configure a rule.
fn weight(severity: &str, code: Code) -> String {
    let name = code.text();
    let elsewhere = format!("Severity: {severity}. Change it in `rackrent.toml` (`[severity]`, `{name} = \"off\"`)");
    if may_be_allowed(code) {
        format!("{elsewhere}, or allow it in the scenario (`allow: [{{ rule: {name}, reason: … }}]`).")
    } else {
        format!("{elsewhere}. A scenario can't allow it.")
    }
}

/// Wraps the paragraphs and list entries of a page to a width; headings, tables and code blocks stay as they are.
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

/// Prefix of a list entry.
const ENTRY: &str = "- ";

/// Ends a paragraph. Words are not broken, because some of them are typed as they are.
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
            let said = weight("warning", *code);
            assert_eq!(said.contains("allow: ["), may_be_allowed(*code), "{said}");
        }
        assert!(weight("warning", Code::UnusedAllowance).ends_with("A scenario can't allow it."));
        assert!(weight("warning", Code::ExpiredAllowance).ends_with("A scenario can't allow it."));
    }
}
