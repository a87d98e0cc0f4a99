//! The comparison as Markdown: for a merge request, a wiki or a ticket.

use super::words::{self, Heading, Say, Section};
use super::{ABSENT, Compared, rows, split, workloads};
use crate::analysis::statement::{Comparison, OptionStatement, View};
use crate::diagnostic::clean;
use std::io::{self, Write};

/// The verdict first, then the figures as a table, then what they hold under as lists.
///
/// # Errors
/// If nothing can be written.
pub fn write(compared: &Compared<'_>, out: &mut dyn Write) -> io::Result<()> {
    let comparison = compared.comparison;
    let header = &comparison.header;
    writeln!(out, "## {}\n", escape(&header.name))?;
    let sections = words::sections(comparison);
    let (verdict, rest): (Vec<&Section>, Vec<&Section>) =
        sections.iter().partition(|section| section.heading == Heading::Verdict);
    for text in verdict.iter().flat_map(|section| texts(section)) {
        writeln!(out, "**{}**\n", escape(text))?;
    }
    writeln!(out, "{}\n", escape(&words::conventions(comparison)))?;
    for text in words::provenance(comparison).iter().chain(&header.notes) {
        writeln!(out, "{}\n", escape(text))?;
    }
    if let Some(view) = &compared.view {
        view_tables(view, comparison, out)?;
    } else {
        comparison_table(comparison, out)?;
        workload_tables(comparison, out)?;
    }
    for section in rest {
        writeln!(out, "\n**{}**\n", section.heading.text())?;
        texts(section).try_for_each(|text| writeln!(out, "- {}", escape(text)))?;
    }
    writeln!(out, "\n{}", escape(&words::footer(comparison)))
}

fn texts(section: &Section) -> impl Iterator<Item = &str> {
    section.says.iter().filter_map(|say| match say {
        Say::Text(text) => Some(text.as_str()),
        Say::Axis(_) => None,
    })
}

fn comparison_table(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    head(option_names(comparison).into_iter(), out)?;
    for part in rows::lines(comparison) {
        for row in part.rows {
            let label = if part.title == "capital" { row.label } else { format!("{}: {}", part.title, row.label) };
            cells(&escape(&label), &row.cells, out)?;
        }
    }
    rows::totals(comparison)
        .iter()
        .try_for_each(|row| cells(&format!("**{}**", escape(row.label.trim())), &row.cells, out))?;
    let loans = rows::loans(comparison);
    loans.iter().try_for_each(|row| cells(&format!("loan, beside the totals: {}", escape(&row.label)), &row.cells, out))
}

/// The names of the options, that of the winner strong.
fn option_names(comparison: &Comparison) -> Vec<String> {
    let winner = comparison.verdict.winner.as_ref();
    let name = |option: &OptionStatement| {
        let name = escape(&option.name);
        if Some(&option.name) == winner { format!("**{name}**") } else { name }
    };
    comparison.options.iter().map(name).collect()
}

/// What is demanded, and what it costs; nothing in the short form.
fn workload_tables(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    if comparison.workloads.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}\n", sentence(workloads::DEMANDED))?;
    head(workloads::heads(comparison).into_iter(), out)?;
    workloads::demanded(comparison).iter().try_for_each(|row| cells(&escape(&row.label), &row.cells, out))?;
    writeln!(out, "\n{}\n", sentence(workloads::COSTS))?;
    head(option_names(comparison).into_iter(), out)?;
    workloads::costs(comparison).iter().try_for_each(|row| cells(&escape(row.label.trim()), &row.cells, out))
}

/// Text with a capital letter.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn view_tables(view: &View, comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let digits = comparison.header.minor_digits;
    for (at, option) in view.options.iter().enumerate() {
        let gap = if at == 0 { "" } else { "\n" };
        writeln!(out, "{gap}{}\n", escape(&split::title(view, option)))?;
        head(split::heads(view).into_iter(), out)?;
        for (title, rows) in split::parts(option, digits) {
            for row in rows {
                let label = if title == "capital" { row.label } else { format!("{title}: {}", row.label) };
                cells(&escape(&label), &row.cells, out)?;
            }
        }
        cells("**total**", &split::cells(&option.totals, option.total, digits), out)?;
        if let Some(loan) = split::loan(view, option, comparison) {
            cells(&loan.label, &loan.cells, out)?;
        }
    }
    Ok(())
}

pub(super) fn head(names: impl ExactSizeIterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    let rule = "---:|".repeat(names.len());
    let names: Vec<String> = names.map(|name| format!(" {name} |")).collect();
    writeln!(out, "| |{}\n|:---|{rule}", names.concat())
}

pub(super) fn cells(label: &str, cells: &[Option<String>], out: &mut dyn Write) -> io::Result<()> {
    let cells: Vec<String> =
        cells.iter().map(|cell| format!(" {} |", cell.as_deref().map_or(ABSENT.to_owned(), escape))).collect();
    writeln!(out, "| {label} |{}", cells.concat())
}

/// Text of which Markdown makes nothing: no markup, no cell, no HTML, no link, no line.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in clean(text).chars() {
        match character {
            '\u{a0}' => escaped.push(' '),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // a backslash does not keep these from becoming a mention or a bare link
            '@' => escaped.push_str("&#64;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '!' | '$' => {
                escaped.push('\\');
                escaped.push(character);
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use super::*;

    fn written(comparison: &Comparison) -> String {
        let mut out = Vec::new();
        write(&Compared { comparison, view: None }, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_verdict_comes_first_and_every_row_has_all_cells() {
        let comparison = example::comparison(6);
        let text = written(&comparison);
        let mut lines = text.lines().filter(|line| !line.is_empty());
        assert_eq!(lines.next(), Some("## 32 H100s, buy or rent"));
        assert!(lines.next().is_some_and(|line| line.starts_with("**Own")), "{text}");
        let table: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
        assert!(table.len() > 8 && table.iter().all(|row| row.matches('|').count() == 8), "{text}");
        for heading in ["**Holds**", "**Payback**", "**Assumed**", "**Warning**", "**Left out**"] {
            assert!(text.contains(heading), "{heading}\n{text}");
        }
    }

    #[test]
    fn text_of_a_scenario_is_no_markup() {
        let mut comparison = example::comparison(2);
        comparison.header.name = "<b>a</b> | `b` *c* _d_ [e](f)\n# g".to_owned();
        comparison.options[0].lines[0].name = "a|b".to_owned();
        let text = written(&comparison);
        assert!(
            text.starts_with("## &lt;b&gt;a&lt;/b&gt; \\| \\`b\\` \\*c\\* \\_d\\_ \\[e\\](f)\u{fffd}\\# g\n"),
            "{text}"
        );
        assert!(text.contains("| a\\|b, purchase |"), "{text}");
    }
}
