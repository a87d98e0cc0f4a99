//! The sheet of inputs: what may be changed, where it comes from, and between which bounds.

use super::canvas::SheetWriter;
use super::layout::{INPUT, INPUTS, Layout};
use super::names::{Names, fixed_cell, quoted};
use super::styles::{self, Styles};
use crate::analysis::Answer;
use crate::explain;
use crate::scenario::beside;
use crate::scenario::document::NodeId;
use crate::scenario::quantity::{NumberForm, QuantityKind};
use crate::sheet::FigureId;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use rust_xlsxwriter::{DataValidation, DataValidationErrorStyle, DataValidationRule, Formula, Workbook, XlsxError};

/// Why an input may be changed in the workbook, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputKind {
    /// Formulas follow it.
    Live(FigureId),
    /// It decides which formulas there are.
    Shape,
    /// Figures are judged by it, here as in the program.
    Judges,
    /// The program alone looks at it.
    Beside,
}

/// A number of the scenario.
#[derive(Debug)]
pub(super) struct InputRow {
    /// Its node.
    pub at: NodeId,
    /// Its name in formulas.
    pub name: String,
    /// Whether it may be changed.
    pub kind: InputKind,
}

/// The numbers of the scenario, but for those that speak of others.
pub(super) fn rows(answer: &Answer) -> Vec<InputRow> {
    let (document, sheet) = (&answer.loaded.document, &answer.evaluated.model.sheet);
    let others: Vec<&str> = beside().chain(["cases"]).collect();
    let mut names = Names::default();
    let numbers = document.numbers().into_iter().filter(|number| {
        let path = document.path(number.at);
        !others.contains(&path.split('.').next().unwrap_or_default())
    });
    let row = |at: NodeId| InputRow {
        at,
        name: names.input(&document.path(at)),
        kind: match sheet.input(at) {
            _ if sheet.is_structural(at) => InputKind::Shape,
            Some(figure) => InputKind::Live(figure),
            None if judges(&document.path(at)) => InputKind::Judges,
            None => InputKind::Beside,
        },
    };
    numbers.map(|number| number.at).map(row).collect()
}

/// Whether the verdict of the workbook looks at a number that no figure follows from.
fn judges(path: &str) -> bool {
    path == "close_call" || path.ends_with(".available_power_kw")
}

/// What is said of a number that decides which formulas there are.
const SHAPES: &str = "changes the shape: use the program";
/// What is said of a number that no formula of the workbook looks at.
const BESIDE: &str = "no formula here looks at it: use the program";

/// Writes the sheet and names its cells.
pub(super) fn write(workbook: &mut Workbook, layout: &Layout<'_>, styles: &Styles) -> Result<(), XlsxError> {
    let sheet = workbook.add_worksheet();
    sheet.set_name(&layout.inputs_sheet)?;
    let mut writer = SheetWriter { sheet };
    writer.text((0, 0), "Inputs", &styles.title)?;
    writer.text(
        (1, 0),
        "Blue numbers may be changed, and everything follows. Grey ones are fixed here.",
        &styles.subtitle,
    )?;
    let heads = ["input", "path", "value", "unit", "from", "to", "source", "written at", "name in formulas", ""];
    for (column, head) in (0..).zip(heads) {
        writer.text((3, column), head, if column == INPUT { &styles.head_right } else { &styles.head })?;
    }
    writer.widths(&[46, 46, 18, 24, 12, 12, 46, 34, 40, 36])?;
    write_factor(&mut writer, layout, styles)?;
    for (at, input) in layout.inputs.iter().enumerate() {
        write_input(&mut writer, layout, styles, input, row_of(at))?;
    }
    let last = row_of(layout.inputs.len().saturating_sub(1));
    writer.sheet.set_freeze_panes(4, 1)?;
    writer.sheet.set_landscape().set_print_fit_to_pages(1, 0).set_repeat_rows(3, 3)?;
    writer.sheet.set_print_area(0, 0, last, 9)?;
    writer.sheet.autofilter(3, 0, last, 9)?;
    let inputs = quoted(&layout.inputs_sheet);
    let name = |workbook: &mut Workbook, name: &str, row: u32| {
        workbook.define_name(name, &format!("={inputs}!{}", fixed_cell(row, INPUT))).map(|_| ())
    };
    name(workbook, &layout.factor_name, INPUTS - 1)?;
    for (at, input) in layout.inputs.iter().enumerate() {
        name(workbook, &input.name, row_of(at))?;
    }
    Ok(())
}

/// The row of the input at a place in the list; the demand factor stands above all.
pub(super) fn row_of(at: usize) -> u32 {
    INPUTS + u32::try_from(at).unwrap_or(u32::MAX)
}

/// What multiplies all demand: 1 as stated.
fn write_factor(writer: &mut SheetWriter<'_>, layout: &Layout<'_>, styles: &Styles) -> Result<(), XlsxError> {
    let row = INPUTS - 1;
    writer.text((row, 0), "demand factor: multiplies all demand, 1 as stated", &styles.text)?;
    writer.number((row, INPUT), Decimal::ONE, &styles::changeable("0.000000"))?;
    writer.text((row, 6), "of this workbook; the program finds break-evens with it", &styles.faint)?;
    writer.text((row, 8), &layout.factor_name, &styles.faint)?;
    let rule = DataValidation::new().allow_decimal_number(DataValidationRule::Between(0.0, 1e6));
    writer.sheet.add_data_validation(row, INPUT, row, INPUT, &rule)?;
    Ok(())
}

fn write_input(
    writer: &mut SheetWriter<'_>,
    layout: &Layout<'_>,
    styles: &Styles,
    input: &InputRow,
    row: u32,
) -> Result<(), XlsxError> {
    let (answer, header) = (layout.answer, &layout.answer.comparison.header);
    let Some(number) = answer.loaded.document.number(input.at) else { return Ok(()) };
    let leaf = explain::input(answer, input.at);
    let output = header.output_unit.as_deref().unwrap_or("unit");
    let format = format_of(number.kind, number.value);
    writer.text((row, 0), leaf.words.as_deref().unwrap_or(&leaf.name), &styles.text)?;
    writer.text((row, 1), &leaf.name, &styles.faint)?;
    writer.text((row, 3), &number.unit().text(&header.currency, output), &styles.faint)?;
    writer.number((row, 4), number.kind.minimum(), &styles::plain("General"))?;
    writer.number((row, 5), number.kind.maximum(), &styles::plain("General"))?;
    writer.text((row, 6), &leaf.source, &styles.faint)?;
    writer.text((row, 7), &leaf.place, &styles.faint)?;
    writer.text((row, 8), &input.name, &styles.faint)?;
    let (rule, note) = match input.kind {
        InputKind::Live(_) | InputKind::Judges => {
            writer.number((row, INPUT), number.value, &styles::changeable(&format))?;
            (within(number.kind)?, None)
        }
        InputKind::Shape => (fixed(SHAPES)?, Some(SHAPES)),
        InputKind::Beside => (fixed(BESIDE)?, Some(BESIDE)),
    };
    if let Some(note) = note {
        writer.number((row, INPUT), number.value, &styles::fixed(&format))?;
        writer.text((row, 9), note, &styles.faint)?;
    }
    writer.sheet.add_data_validation(row, INPUT, row, INPUT, &rule)?;
    Ok(())
}

/// How a number is shown.
fn format_of(kind: &QuantityKind, value: Decimal) -> String {
    match kind.form {
        NumberForm::Share => styles::share(value),
        NumberForm::Number | NumberForm::Count => styles::as_written(value),
    }
}

/// A number within the bounds of its kind.
fn within(kind: &QuantityKind) -> Result<DataValidation, XlsxError> {
    let (least, most) = (kind.minimum(), kind.maximum());
    let rule = match kind.form {
        NumberForm::Count => {
            let whole = |bound: Decimal| bound.to_i32().unwrap_or(i32::MAX);
            DataValidation::new().allow_whole_number(DataValidationRule::Between(whole(least), whole(most)))
        }
        NumberForm::Number | NumberForm::Share => {
            let float = |bound: Decimal| bound.to_f64().unwrap_or_default();
            DataValidation::new().allow_decimal_number(DataValidationRule::Between(float(least), float(most)))
        }
    };
    let message = format!("{} to {}", kind.minimum(), kind.maximum());
    rule.set_error_title("Out of bounds")?.set_error_message(message)
}

/// A number that stays as it is.
fn fixed(why: &str) -> Result<DataValidation, XlsxError> {
    let rule =
        DataValidation::new().allow_custom(Formula::new("=FALSE")).set_error_style(DataValidationErrorStyle::Stop);
    rule.set_error_title("Fixed in this workbook")?.set_error_message(why)
}
