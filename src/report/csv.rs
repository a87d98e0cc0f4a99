//! The lines as tidy CSV: one row for each option, line and period.

use super::Compared;
use crate::analysis::statement::{Basis, OptionStatement, View, WorkloadStatement};
use crate::number;
use rust_decimal::Decimal;
use std::io::{self, Write};

/// Columns of the file.
const COLUMNS: [&str; 6] = ["option", "group", "line", "period", "amount", "present_value"];

/// Every line of every option: `option, group, line, period, amount, present_value`. Without a view `period` is empty, and
/// after the lines of an option stand figures beside them, which are part of no sum: what each workload costs (group
/// `workload`), what hours cost that are not useful (`waste`, by cause), and the interest of a loan (`loan`).
/// With a view, `period` is the year or month; `amount` is cash or amortized cost, and is empty where the view is of present values.
///
/// # Errors
/// If nothing can be written.
pub fn write(compared: &Compared<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS).map_err(unwritten)?;
    for row in rows(compared) {
        csv.write_record(&row).map_err(unwritten)?;
    }
    csv.flush()
}

/// The same of several scenarios, with the `file` of each before its rows.
///
/// # Errors
/// If nothing can be written.
pub fn write_several(all: &[Compared<'_>], out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(std::iter::once("file").chain(COLUMNS)).map_err(unwritten)?;
    for compared in all {
        let file = text(&compared.comparison.header.file);
        for row in rows(compared) {
            csv.write_record(std::iter::once(&file).chain(&row)).map_err(unwritten)?;
        }
    }
    csv.flush()
}

fn rows(compared: &Compared<'_>) -> Vec<[String; 6]> {
    let digits = compared.comparison.header.minor_digits;
    if let Some(view) = &compared.view {
        return view_rows(view, digits);
    }
    let options = compared.comparison.options.iter();
    options.flat_map(|option| option_rows(option, &compared.comparison.workloads, digits)).collect()
}

/// The lines of an option, and after them what stands beside them.
fn option_rows(option: &OptionStatement, workloads: &[WorkloadStatement], digits: u32) -> Vec<[String; 6]> {
    let name = option.name.as_str();
    let row = |group, line, amounts| row((name, group, line), String::new(), amounts, digits);
    let lines = option
        .lines
        .iter()
        .map(|line| row(line.group.name(), &line.name, (Some(line.total), Some(line.present_value))));
    let costs = workloads.iter().filter_map(|workload| {
        let cost = workload.costs.iter().find(|cost| cost.option == option.name)?;
        Some(row("workload", &workload.name, (cost.total, cost.cost)))
    });
    let waste = option.waste.iter().map(|waste| row("waste", waste.cause.name(), (Some(waste.cost), None)));
    let loan = option.loan.iter().map(|loan| row("loan", "interest", (Some(loan.interest), Some(loan.present_value))));
    lines.chain(costs).chain(waste).chain(loan).collect()
}

fn view_rows(view: &View, digits: u32) -> Vec<[String; 6]> {
    let lines = view.options.iter().flat_map(|option| option.lines.iter().map(move |line| (option, line)));
    let mut rows = Vec::new();
    for (option, line) in lines {
        for (column, amount) in view.columns.iter().zip(&line.amounts) {
            let amounts = match view.basis {
                Basis::Cash | Basis::Amortized => (Some(*amount), None),
                Basis::PresentValue => (None, Some(*amount)),
            };
            rows.push(row((&option.name, line.group.name(), &line.name), column.to_string(), amounts, digits));
        }
    }
    rows
}

fn row(
    (option, group, line): (&str, &str, &str),
    period: String,
    (amount, present_value): (Option<Decimal>, Option<Decimal>),
    digits: u32,
) -> [String; 6] {
    let number = |amount: Option<Decimal>| amount.map(|amount| number::plain(amount, digits)).unwrap_or_default();
    [text(option), group.to_owned(), text(line), period, number(amount), number(present_value)]
}

/// The error of the writer itself, so that a closed pipe is still known as one.
pub(super) fn unwritten(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Text as a cell from which no spreadsheet makes a formula: what would start one is preceded by an apostrophe.
pub(super) fn text(text: &str) -> String {
    let starts_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    if starts_formula { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use super::*;

    fn written(compared: &Compared<'_>) -> String {
        let mut out = Vec::new();
        write(compared, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lines_are_rows_and_amounts_are_numbers() {
        let comparison = example::comparison(2);
        let text = written(&Compared { comparison: &comparison, view: None });
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[0], "option,group,line,period,amount,present_value");
        assert!(rows.contains(&"own.hgx,resale,nodes,,-584080.00,-451011.42"), "{text}");
    }

    #[test]
    fn what_stands_beside_the_lines_has_groups_of_its_own() {
        let comparison = example::of_workloads();
        let text = written(&Compared { comparison: &comparison, view: None });
        for row in [
            "own.hgx,workload,chat,,957931.11,944707.17",
            "own.hgx,waste,failed,,191586.22,",
            "own.hgx,loan,interest,,39240.00,-9120.00",
        ] {
            assert!(text.lines().any(|line| line == row), "{row}\n{text}");
        }
    }

    #[test]
    fn no_formula_starts_from_a_name() {
        let mut comparison = example::comparison(2);
        comparison.header.file = "-cmd.yaml".to_owned();
        comparison.options[0].lines[0].name = "=HYPERLINK(\"x\")".to_owned();
        comparison.options[0].name = "@own".to_owned();
        let other = example::comparison(1);
        let mut out = Vec::new();
        write_several(&[&comparison, &other].map(|comparison| Compared { comparison, view: None }), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with("file,option,"), "{text}");
        assert!(text.contains("'-cmd.yaml,'@own,purchase,\"'=HYPERLINK(\"\"x\"\")\",,1192000.00,"), "{text}");
    }

    #[test]
    fn a_view_has_a_row_for_each_period() {
        let comparison = example::comparison(2);
        let text = written(&Compared { comparison: &comparison, view: Some(example::view(Basis::Cash)) });
        assert!(text.contains("own.hgx,operating,staff,2,190000.00,\n"), "{text}");
        let text = written(&Compared { comparison: &comparison, view: Some(example::view(Basis::PresentValue)) });
        assert!(text.contains("own.hgx,operating,staff,2,,190000.00\n"), "{text}");
    }
}
