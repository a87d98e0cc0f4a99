//! Tests of a comparison in every format.

use super::super::example;
use super::super::page::Colour;
use super::super::{Canvas, Format, write_several};
use super::{Compared, SplitCosts};
use crate::analysis::statement::{Comparison, TimeBasis, View};
use crate::number;
use rust_decimal::Decimal;
use unicode_width::UnicodeWidthStr;

const PLAIN: Canvas = Canvas::new(100, Colour::Plain);

fn written(comparison: &Comparison, view: Option<View>, format: Format, canvas: &Canvas) -> String {
    let mut out = Vec::new();
    let split = view.map(SplitCosts::OverTime);
    format.write(&Compared { split, ..example::compared(comparison) }, canvas, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn text(comparison: &Comparison, width: usize, colour: Colour) -> String {
    written(comparison, None, Format::Table, &Canvas::new(width, colour))
}

fn markdown(comparison: &Comparison) -> String {
    written(comparison, None, Format::Markdown, &PLAIN)
}

fn csv(comparison: &Comparison, view: Option<View>) -> String {
    written(comparison, view, Format::Csv, &PLAIN)
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
                    let amount = number::grouped(*amount, 2);
                    assert!(text.contains(&amount), "{amount} of {} at {width}:\n{text}", option.name);
                }
            }
        }
    }
}

#[test]
fn amounts_of_a_column_end_at_the_same_place() {
    let text = text(&example::comparison(2), 100, Colour::Plain);
    let table = || text.lines().skip_while(|line| *line != " capital");
    let end = |label: &str| table().find(|line| line.trim_start().starts_with(label)).map(UnicodeWidthStr::width);
    let expected = end("present value");
    assert!(expected.is_some());
    for label in ["nodes, purchase", "electricity", "on-demand", "cash over", "per useful accelerator-hour", "──"] {
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
    comparison.header.file = "a\u{1b}.yaml".to_owned();
    let text = text(&comparison, 100, Colour::Plain);
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
}

#[test]
fn an_option_with_a_long_name_keeps_all_of_it() {
    let mut comparison = example::comparison(2);
    let name = "rent.a-neocloud-with-a-name-that-nobody-can-pronounce-and-that-goes-on";
    comparison.options[1].name = example::id(name);
    let text = text(&comparison, 80, Colour::Plain);
    let head: String = text.lines().skip_while(|line| !line.contains("rent.")).take(6).collect();
    assert!(head.replace(' ', "").replace("own.hgx", "").contains(&name[..20]), "{text}");
    let letters: String = head.split_whitespace().filter(|word| *word != "own.hgx").collect();
    assert!(letters.starts_with(name), "{text}");
}

#[test]
fn the_verdict_comes_first_and_every_row_has_all_cells() {
    let comparison = example::comparison(6);
    let text = markdown(&comparison);
    let mut lines = text.lines().filter(|line| !line.is_empty());
    assert_eq!(lines.next(), Some("## 32 H100s, buy or rent"));
    assert!(lines.next().is_some_and(|line| line.starts_with("**Own")), "{text}");
    let table: Vec<&str> =
        text.split("\n\n").filter(|part| part.starts_with('|')).flat_map(str::lines).skip(8).collect();
    assert!(table.len() > 8 && table.iter().all(|row| row.matches('|').count() == 8), "{text}");
    for heading in ["**Holds**", "**Payback**", "**Caveats**", "**Assumed**", "**Left out**"] {
        assert!(text.contains(heading), "{heading}\n{text}");
    }
}

#[test]
fn text_of_a_scenario_is_no_markup() {
    let mut comparison = example::comparison(2);
    comparison.header.name = "<b>a</b> | `b` *c* _d_ [e](f)\n# g".to_owned();
    comparison.options[0].lines[0].name = "a|b".to_owned();
    let text = markdown(&comparison);
    assert!(
        text.starts_with("## &lt;b&gt;a&lt;/b&gt; \\| \\`b\\` \\*c\\* \\_d\\_ \\[e\\](f)\u{fffd}\\# g\n"),
        "{text}"
    );
    assert!(text.contains("| a\\|b, purchase |"), "{text}");
}

#[test]
fn lines_are_rows_and_amounts_are_numbers() {
    let comparison = example::comparison(2);
    let text = csv(&comparison, None);
    let rows: Vec<&str> = text.lines().collect();
    let columns = "scenario,case,date,currency,option,verdict,figure,group,line,period,amount,present_value,\
                   beside_amount,beside_present_value,option_label,line_label,period_date";
    assert_eq!(rows[0], columns);
    let resale =
        "\"32 H100s, buy or rent\",stated,2026-10-28,USD,own.hgx,wins,line,resale,nodes,,-584080.00,-451011.42,,,,,";
    assert!(rows.contains(&resale), "{text}");
}

#[test]
fn what_stands_beside_the_lines_has_columns_of_its_own() {
    let comparison = example::of_workloads();
    let text = csv(&comparison, None);
    for row in [
        ",own.hgx,wins,workload,,chat,,,,957931.11,944707.17,,,",
        ",own.hgx,wins,waste,,failed,,,,191586.22,,,,",
        ",own.hgx,wins,loan,,interest,,,,39240.00,-9120.00,,,",
    ] {
        assert!(text.lines().any(|line| line.ends_with(row)), "{row}\n{text}");
    }
}

/// Sum of a CSV column over the rows of an option, as in a pivot table.
fn pivot(text: &str, option: &str, column: &str) -> Decimal {
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let at = |name: &str, heads: &csv::StringRecord| heads.iter().position(|head| head == name).unwrap();
    let heads = rows.headers().unwrap().clone();
    let (of, column) = (at("option", &heads), at(column, &heads));
    let of_option = rows.records().map(Result::unwrap).filter(|row| &row[of] == option);
    of_option.filter(|row| !row[column].is_empty()).map(|row| example::d(&row[column])).sum()
}

#[test]
fn a_pivot_by_option_gives_what_the_option_costs() {
    let comparison = example::of_workloads();
    let text = csv(&comparison, None);
    for option in &comparison.options {
        assert_eq!(pivot(&text, option.name.as_str(), "amount"), option.total, "{}", option.name);
        assert_eq!(pivot(&text, option.name.as_str(), "present_value"), option.present_value, "{}", option.name);
    }
}

#[test]
fn no_formula_starts_from_a_name() {
    let mut comparison = example::comparison(2);
    comparison.header.file = "-cmd.yaml".to_owned();
    comparison.options[0].lines[0].name = "=HYPERLINK(\"x\")".to_owned();
    comparison.options[0].label = Some("@own".to_owned());
    let other = example::comparison(1);
    let mut out = Vec::new();
    let both = [&comparison, &other].map(|comparison| Ok(example::compared(comparison)));
    write_several(Format::Csv, &both, &PLAIN, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.starts_with("file,scenario,") && text.contains("\n'-cmd.yaml,"), "{text}");
    let line = ",own.hgx,wins,line,purchase,\"'=HYPERLINK(\"\"x\"\")\",,1192000.00,1192000.00,,,'@own,,";
    assert!(text.contains(line), "{text}");
}

#[test]
fn a_view_has_a_row_for_each_period() {
    let comparison = example::comparison(2);
    let text = csv(&comparison, Some(example::view(TimeBasis::Cash)));
    assert!(text.contains("own.hgx,wins,line,operating,staff,2,190000.00,166000.00,,,,,\n"), "{text}");
    let text = csv(&comparison, Some(example::view(TimeBasis::PresentValue)));
    assert!(text.contains("own.hgx,wins,line,operating,staff,2,,166000.00,,,,,\n"), "{text}");
}
