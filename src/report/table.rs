//! The comparison as text for a terminal.

use super::grid::{Grid, Row};
use super::words::{self, Heading, Say, Section};
use super::{Canvas, Compared, Meaning, rows, split, workloads};
use crate::analysis::statement::{Comparison, Header};
use crate::diagnostic::clean;
use std::io::{self, Write};
use textwrap::{Options, WordSplitter};
use unicode_width::UnicodeWidthStr;

/// Cells before the text of a section: the heading stands there.
const MARGIN: usize = 11;

/// The comparison: what it costs, which option wins, and what that holds under; or its lines over time, with the verdict.
///
/// # Errors
/// If nothing can be written.
pub fn write(compared: &Compared<'_>, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let comparison = compared.comparison;
    let grids = match &compared.view {
        Some(view) => split::grids(view, comparison),
        None => std::iter::once((None, grid(comparison))).chain(workload_grids(comparison)).collect(),
    };
    let widths = grids.iter().map(|(_, grid)| grid.width(canvas));
    let mut lines = head(comparison, canvas, widths.max().unwrap_or(canvas.width));
    for (title, grid) in &grids {
        lines.push(String::new());
        lines.extend(title.iter().flat_map(|title| wrap(title, "", canvas)));
        lines.extend(grid.lines(canvas));
    }
    lines.push(String::new());
    for section in words::sections(comparison) {
        if section.heading == Heading::Assumed {
            lines.push(String::new());
        }
        lines.extend(section_lines(&section, canvas));
    }
    lines.extend(wrap(&words::footer(comparison), " ", canvas));
    lines.iter().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}

/// Text in lines, each after the indent. No line ends within a number and its unit, nor at a hyphen of a name.
pub(super) fn wrap(text: &str, indent: &str, canvas: &Canvas) -> Vec<String> {
    let options = Options::new(canvas.width).initial_indent(indent).subsequent_indent(indent);
    let room = canvas.width.saturating_sub(indent.width());
    let together = text.replace(" %", "\u{a0}%");
    // what is too long for a line may end at any space in it
    let words =
        together.split(' ').map(|word| if word.width() > room { word.replace('\u{a0}', " ") } else { word.to_owned() });
    let together = words.collect::<Vec<_>>().join(" ");
    let lines = textwrap::wrap(&together, options.word_splitter(WordSplitter::NoHyphenation));
    lines.iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

/// The name on the left, what the figures are on the right, on one line where there is room.
fn head(comparison: &Comparison, canvas: &Canvas, table: usize) -> Vec<String> {
    let mut lines = titled(&comparison.header, canvas, table);
    let provenance = words::provenance(comparison);
    let notes = comparison.header.notes.as_deref().map(clean);
    lines.extend(provenance.iter().chain(&notes).flat_map(|text| wrap(text, "", canvas)));
    lines
}

/// The same of any answer, without what its author says beside the figures.
pub(super) fn titled(header: &Header, canvas: &Canvas, table: usize) -> Vec<String> {
    let name = clean(&header.name);
    let facts = words::conventions_of(header);
    let together = name.width() + 4 + facts.width();
    if together <= canvas.width {
        let gap = table.max(together).min(canvas.width) - name.width() - facts.width();
        return vec![format!("{name}{}{facts}", " ".repeat(gap))];
    }
    [name, facts].iter().flat_map(|text| wrap(text, "", canvas)).collect()
}

fn grid(comparison: &Comparison) -> Grid {
    let mut found = Vec::new();
    for part in rows::lines(comparison) {
        found.push(Row::Title(format!(" {}", part.title)));
        found.extend(part.rows.into_iter().map(|row| Row::Cells(format!("   {}", clean(&row.label)), row.cells)));
    }
    found.push(Row::Rule);
    let totals = rows::totals(comparison).into_iter();
    found.extend(totals.map(|row| Row::Cells(format!(" {}", clean(&row.label)), row.cells)));
    let loans = rows::loans(comparison);
    if !loans.is_empty() {
        found.push(Row::Title(format!(" {}", rows::LOAN)));
        found.extend(loans.into_iter().map(|row| Row::Cells(format!("   {}", clean(&row.label)), row.cells)));
    }
    of_options(comparison, found)
}

/// A grid with a column for each option.
fn of_options(comparison: &Comparison, rows: Vec<Row>) -> Grid {
    let winner = comparison.verdict.winner.as_ref();
    Grid {
        heads: comparison.options.iter().map(|option| clean(&option.name)).collect(),
        winner: comparison.options.iter().position(|option| Some(&option.name) == winner),
        rows,
    }
}

/// What is demanded, and what it costs; nothing in the short form.
fn workload_grids(comparison: &Comparison) -> Vec<(Option<String>, Grid)> {
    if comparison.workloads.is_empty() {
        return Vec::new();
    }
    let cells = |row: rows::Row| Row::Cells(format!(" {}", clean(&row.label)), row.cells);
    let demanded = Grid {
        heads: workloads::heads(comparison),
        winner: None,
        rows: workloads::demanded(comparison).into_iter().map(cells).collect(),
    };
    let costs = of_options(comparison, workloads::costs(comparison).into_iter().map(cells).collect());
    vec![(Some(workloads::DEMANDED.to_owned()), demanded), (Some(workloads::COSTS.to_owned()), costs)]
}

/// The heading in the margin, and beside it what is said, wrapped below itself.
fn section_lines(section: &Section, canvas: &Canvas) -> Vec<String> {
    let margin = " ".repeat(MARGIN);
    let mut lines: Vec<String> = Vec::new();
    for say in &section.says {
        match say {
            Say::Text(text) => lines.extend(wrap(text, &margin, canvas)),
            Say::Axis(axis) => {
                lines.push(format!("{margin}{}", axis.draw(canvas.width.saturating_sub(MARGIN), canvas.colour)));
            }
        }
    }
    let heading = section.heading.text();
    let shown = match section.heading {
        Heading::Warning | Heading::Disagree => canvas.colour.paint(heading, Meaning::Warning),
        Heading::Verdict => canvas.colour.paint(heading, Meaning::Winner),
        Heading::Hybrid
        | Heading::Shortfall
        | Heading::Excluded
        | Heading::Holds
        | Heading::Payback
        | Heading::Pairs
        | Heading::Committed
        | Heading::Assumed
        | Heading::LeftOut => heading.to_owned(),
    };
    if let Some(first) = lines.first_mut() {
        let rest = first.get(1 + heading.len()..).unwrap_or_default();
        *first = format!(" {shown}{rest}");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::{Colour, example};
    use super::*;
    use crate::number;

    fn text(comparison: &Comparison, width: usize, colour: Colour) -> String {
        let mut out = Vec::new();
        let compared = Compared { comparison, view: None };
        write(&compared, &Canvas { width, colour }, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn no_line_is_wider_than_the_canvas_and_no_amount_is_missing() {
        let comparisons = [1, 2, 6].map(example::comparison).into_iter().chain([example::of_workloads()]);
        for comparison in comparisons {
            for width in [80, 100, 160] {
                let text = text(&comparison, width, Colour::Plain);
                for line in text.lines() {
                    assert!(line.width() <= width, "{} > {width}: {line}", line.width());
                    assert_eq!(line, line.trim_end());
                }
                for option in &comparison.options {
                    let lines = option.lines.iter().map(|line| line.total);
                    for amount in lines.chain([option.total, option.present_value]) {
                        let amount = number::grouped(amount, 2);
                        assert!(text.contains(&amount), "{amount} of {} at {width}:\n{text}", option.name);
                    }
                }
            }
        }
    }

    #[test]
    fn amounts_of_a_column_end_at_the_same_place() {
        let text = text(&example::comparison(2), 100, Colour::Plain);
        let end =
            |label: &str| text.lines().find(|line| line.trim_start().starts_with(label)).map(UnicodeWidthStr::width);
        let expected = end("present value");
        assert!(expected.is_some());
        for label in ["nodes, purchase", "electricity", "on-demand", "cash over", "per useful accelerator-hour", "──"]
        {
            assert_eq!(end(label), expected, "{label}:\n{text}");
        }
    }

    #[test]
    fn colour_changes_no_letter() {
        for options in [1, 2, 6] {
            let comparison = example::comparison(options);
            for width in [80, 160] {
                let coloured = text(&comparison, width, Colour::Ansi);
                let mut plain = String::new();
                for (at, part) in coloured.split('\u{1b}').enumerate() {
                    plain.push_str(if at == 0 { part } else { part.split_once('m').unwrap().1 });
                }
                assert!(coloured.contains("\u{1b}[32m"));
                assert_eq!(plain, text(&comparison, width, Colour::Plain));
            }
        }
    }

    #[test]
    fn text_of_a_scenario_cannot_steer_the_terminal() {
        let mut comparison = example::comparison(2);
        comparison.header.name = "a\u{1b}[2Jb".to_owned();
        comparison.header.set = vec!["name=\u{7}".to_owned()];
        let text = text(&comparison, 100, Colour::Plain);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    }

    #[test]
    fn an_option_with_a_long_name_keeps_all_of_it() {
        let mut comparison = example::comparison(2);
        let name = "rent.a-neocloud-with-a-name-that-nobody-can-pronounce-and-that-goes-on";
        comparison.options[1].name = name.to_owned();
        let text = text(&comparison, 80, Colour::Plain);
        let head: String = text.lines().skip_while(|line| !line.contains("rent.")).take(6).collect();
        assert!(head.replace(' ', "").replace("own.hgx", "").contains(&name[..20]), "{text}");
        let letters: String = head.split_whitespace().filter(|word| *word != "own.hgx").collect();
        assert!(letters.starts_with(name), "{text}");
    }
}
