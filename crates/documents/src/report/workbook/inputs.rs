//! Inputs sheet: every number of the scenario with its source and bounds, and whether it can be changed in the workbook.

use super::canvas::{Printed, SheetWriter};
use super::layout::{INPUT, INPUTS, Layout};
use super::names::{Names, cell, fixed_cell, letters, quoted};
use super::styles::{self, Styles};
use crate::analysis::Answer;
use crate::explain;
use crate::number;
use crate::scenario::document::NodeId;
use crate::scenario::quantity::{NumberForm, QuantityKind};
use crate::sheet::FigureId;
use crate::workbook_import::columns;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use rust_xlsxwriter::{
    ConditionalFormatFormula, DataValidation, DataValidationErrorStyle, DataValidationRule, Formula, Workbook,
    XlsxError,
};

/// Whether an input can be changed in the workbook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputKind {
    /// Changeable: formulas depend on it.
    Live(FigureId),
    /// Fixed: it decides which formulas there are.
    Shape,
    /// Changeable: the verdict compares figures with it.
    Threshold,
    /// Fixed: only the program uses it.
    ProgramOnly,
}

/// Number of the scenario.
#[derive(Debug)]
pub(super) struct InputRow {
    /// Node.
    pub at: NodeId,
    /// Name in formulas.
    pub name: String,
    /// Whether it can be changed.
    pub kind: InputKind,
}

/// Inputs of the scenario: all numbers except those about other numbers, such as uncertainty.
pub(super) fn rows(answer: &Answer) -> Vec<InputRow> {
    let (document, sheet) = (&answer.loaded.document, &answer.evaluated.model.sheet);
    let mut names = Names::default();
    let row = |at: NodeId| InputRow {
        at,
        name: names.input(&document.path(at)),
        kind: match sheet.input(at) {
            _ if sheet.is_structural(at) => InputKind::Shape,
            Some(figure) => InputKind::Live(figure),
            None if judges(&document.path(at)) => InputKind::Threshold,
            None => InputKind::ProgramOnly,
        },
    };
    columns::inputs(document).into_iter().map(row).collect()
}

/// Whether the verdict of the workbook compares figures with this number although no figure depends on it.
fn judges(path: &str) -> bool {
    path == "close_call" || path.ends_with(".available_power_kw")
}

/// Note of a number that decides which formulas there are.
const SHAPES: &str = "changes the structure: use rackrent";
/// Note of a number that no formula uses.
const BESIDE: &str = "no formula uses it: use rackrent";

/// Column heads and widths.
const HEADS: [(&str, u16); 12] = [
    ("input", 48),
    (columns::PATH, 46),
    (columns::VALUE, 16),
    (columns::AS_WRITTEN, 16),
    ("note", 46),
    ("unit", 28),
    ("from", 8),
    ("to", 10),
    ("source", 56),
    ("defined at", 34),
    (columns::NAME, 40),
    ("row", 6),
];
/// Row of the heads.
const HEAD: u32 = INPUTS - 2;
/// Columns; those with numbers have right-aligned heads.
const AS_WRITTEN: u16 = INPUT + 1;
const NOTE: u16 = INPUT + 2;
const UNIT: u16 = INPUT + 3;
const LEAST: u16 = INPUT + 4;
const MOST: u16 = INPUT + 5;
const SOURCE: u16 = INPUT + 6;
const PLACE: u16 = INPUT + 7;
const NAME: u16 = INPUT + 8;
const ORDER: u16 = INPUT + 9;

/// Writes the sheet and defines the names of its cells.
pub(super) fn write(workbook: &mut Workbook, layout: &Layout<'_>, styles: &Styles) -> Result<(), XlsxError> {
    let sheet = workbook.add_worksheet();
    sheet.set_name(&layout.inputs_sheet)?;
    let mut writer = SheetWriter { sheet };
    let last = row_of(layout.inputs.len().saturating_sub(1));
    write_head(&mut writer, layout, styles, last)?;
    write_factor(&mut writer, layout, styles)?;
    for (at, input) in layout.inputs.iter().enumerate() {
        write_input(&mut writer, layout, styles, input, row_of(at))?;
    }
    let changed = format!("=$C{INPUTS}<>$D{INPUTS}");
    let marked = ConditionalFormatFormula::new().set_rule(changed.as_str()).set_format(styles::changed());
    // some viewers apply only the first of several matching rules
    mark_unusable(&mut writer, last)?;
    show_decimals(&mut writer, layout, last)?;
    writer.sheet.add_conditional_format(INPUTS - 1, INPUT, last, INPUT, &marked)?;
    writer.sheet.set_freeze_panes(HEAD + 1, 1)?;
    // location, name and note are for the screen, not for paper
    let printed: Vec<u16> = HEADS[..=usize::from(SOURCE)].iter().map(|(_, width)| *width).collect();
    writer.print(&Printed { widths: &printed, last_row: last, head: Some(HEAD) })?;
    writer.sheet.autofilter(HEAD, 0, last, ORDER)?;
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

/// Shows the decimals of grouped numbers that are integers in the scenario.
fn show_decimals(writer: &mut SheetWriter<'_>, layout: &Layout<'_>, last: u32) -> Result<(), XlsxError> {
    let whole = |input: &InputRow| {
        let number = layout.answer.loaded.document.number(input.at)?;
        (number.kind.form != NumberForm::Share && styles::is_grouped(number.value)).then_some(())
    };
    let rows: Vec<u32> =
        layout.inputs.iter().enumerate().filter_map(|(at, input)| whole(input).map(|()| row_of(at))).collect();
    let Some(first) = rows.first() else { return Ok(()) };
    let cells: Vec<String> = rows.iter().map(|row| cell(*row, INPUT)).collect();
    let rule = format!("={0}<>TRUNC({0})", format_args!("$C{}", first + 1));
    let decimals = ConditionalFormatFormula::new()
        .set_rule(rule.as_str())
        .set_format(styles::typed())
        .set_multi_range(cells.join(" "));
    writer.sheet.add_conditional_format(*first, INPUT, last, INPUT, &decimals)?;
    Ok(())
}

/// Writes the title, the scenario's name and fingerprint, and the column heads.
fn write_head(writer: &mut SheetWriter<'_>, layout: &Layout<'_>, styles: &Styles, last: u32) -> Result<(), XlsxError> {
    let (loaded, header) = (&layout.answer.loaded, &layout.answer.comparison.header);
    writer.text((0, 0), "Inputs", &styles.title)?;
    let blue = "Blue numbers can be changed; all formulas follow. Grey numbers are fixed.";
    let back = format!(
        "`rackrent diff {} THIS.xlsx` shows the effect of the changes and writes them into the scenario.",
        header.file
    );
    writer.text((1, 0), &format!("{blue} {back}"), &styles.subtitle)?;
    let requested = columns::requested_options(loaded);
    let said = [
        (columns::SCENARIO, &header.name),
        (columns::FINGERPRINT, &header.sha256),
        (columns::REQUESTED_OPTIONS, &requested),
    ];
    for (row, (label, text)) in (2..).zip(said) {
        writer.text((row, 0), label, &styles.faint)?;
        writer.text((row, 1), text, &styles.faint)?;
    }
    writer.text((5, 0), "rows in their order", &styles.faint)?;
    writer.formula((5, 1), &in_order(last), IN_ORDER, &styles.faint)?;
    writer.text((UNUSABLE_COUNT, 0), "entries that can't be used", &styles.faint)?;
    let notes = format!("{}:{}", fixed_cell(INPUTS - 1, NOTE), fixed_cell(last, NOTE));
    let unusable = format!("SUMPRODUCT(--(LEFT({notes},{})=\"{UNUSABLE}\"))", UNUSABLE.len());
    writer.formula((UNUSABLE_COUNT, 1), &unusable, Decimal::ZERO, &styles.faint)?;
    for (column, (head, width)) in (0..).zip(HEADS) {
        let is_number = [INPUT, AS_WRITTEN, LEAST, MOST, ORDER].contains(&column);
        writer.text((HEAD, column), head, if is_number { &styles.head_right } else { &styles.head })?;
        writer.sheet.set_column_width(column, width)?;
    }
    Ok(())
}

/// Result if the rows are in their original order, so that names refer to the right inputs.
const IN_ORDER: &str = "yes";

/// Formula that detects sorted rows: names keep their cells, so formulas would use wrong inputs.
fn in_order(last: u32) -> String {
    let (first, column) = (INPUTS - 1, letters(ORDER));
    let [above, below] = [(first, last.max(first)), (first + 1, last.max(first) + 1)]
        .map(|(from, to)| format!("${column}${}:${column}${}", from + 1, to + 1));
    let falls = format!("SUMPRODUCT(({above}<>\"\")*({below}<>\"\")*({below}<{above}))");
    format!("IF({falls}=0,\"{IN_ORDER}\",\"no: formulas are wrong until you sort by the last column\")")
}

/// Row of an input by its index in the list. The demand factor is above all inputs.
pub(super) fn row_of(at: usize) -> u32 {
    INPUTS + u32::try_from(at).unwrap_or(u32::MAX)
}

/// Writes the demand factor, which multiplies all demand; 1 in the base case.
fn write_factor(writer: &mut SheetWriter<'_>, layout: &Layout<'_>, styles: &Styles) -> Result<(), XlsxError> {
    let row = INPUTS - 1;
    writer.text((row, 0), "demand factor: multiplies all demand (1 = base case)", &styles.text)?;
    writer.number((row, INPUT), Decimal::ONE, &styles::changeable("0.000000"))?;
    writer.number((row, AS_WRITTEN), Decimal::ONE, &styles::plain("0.000000"))?;
    writer.text((row, SOURCE), "only in this workbook; the break-even is a demand factor", &styles.faint_context)?;
    writer.text((row, NAME), &layout.factor_name, &styles.faint)?;
    writer.number((row, ORDER), Decimal::ZERO, &styles::plain("0"))?;
    let (least, most) = (Decimal::ZERO, Decimal::from(MOST_DEMAND));
    writer.number((row, LEAST), least, &styles::plain("General"))?;
    writer.number((row, MOST), most, &styles::plain("General"))?;
    let out_of_bounds = format!("outside {least} to {}", number::grouped(most, 0));
    writer.formula((row, NOTE), &note(row, NumberForm::Number, &out_of_bounds, ""), "", &styles.faint_context)?;
    let rule = DataValidation::new().allow_decimal_number(DataValidationRule::Between(0.0, f64::from(MOST_DEMAND)));
    writer.sheet.add_data_validation(row, INPUT, row, INPUT, &rule)?;
    Ok(())
}

/// Largest demand factor.
const MOST_DEMAND: u32 = 1_000_000;

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
    writer.text((row, 0), leaf.words.as_deref().unwrap_or(&leaf.name), &styles.wrapped)?;
    writer.text((row, 1), &leaf.name, &styles.faint)?;
    writer.number((row, AS_WRITTEN), number.value, &styles::plain(&format))?;
    writer.text((row, UNIT), &number.unit().text(&header.currency, output), &styles.faint_context)?;
    for (column, bound) in [(LEAST, number.kind.minimum()), (MOST, number.kind.maximum())] {
        let is_share = number.kind.form == NumberForm::Share;
        let format = if is_share { styles::share(bound) } else { "General".to_owned() };
        writer.number((row, column), bound, &styles::plain(&format))?;
    }
    writer.text((row, SOURCE), &leaf.source, &styles.faint_wrapped)?;
    let words = leaf.words.as_deref().unwrap_or(&leaf.name);
    writer.lines(row, [(words, HEADS[0].1), (&leaf.source, HEADS[usize::from(SOURCE)].1)])?;
    writer.text((row, PLACE), &leaf.place, &styles.faint)?;
    writer.text((row, NAME), &input.name, &styles.faint)?;
    writer.number((row, ORDER), Decimal::from(row - INPUTS + 1), &styles::plain("0"))?;
    let (rule, value, usable) = match input.kind {
        InputKind::Live(_) | InputKind::Threshold => (within(number.kind)?, styles::changeable(&format), ""),
        InputKind::Shape => (fixed(SHAPES)?, styles::fixed(&format), SHAPES),
        InputKind::ProgramOnly => (fixed(BESIDE)?, styles::fixed(&format), BESIDE),
    };
    writer.number((row, INPUT), number.value, &value)?;
    let out_of_bounds = format!("outside {}{}", number.kind.bounds(), percent_hint(number.kind));
    writer.formula((row, NOTE), &note(row, number.kind.form, &out_of_bounds, usable), usable, &styles.faint_context)?;
    writer.sheet.add_data_validation(row, INPUT, row, INPUT, &rule)?;
    Ok(())
}

/// Start of the note of an entry that can't be used.
const UNUSABLE: &str = "can't be used: ";
/// Row of the number of such entries.
const UNUSABLE_COUNT: u32 = 6;

/// Formula for the number of entries that can't be used, on any sheet.
pub(super) fn unusable(layout: &Layout<'_>) -> String {
    format!("{}!{}", quoted(&layout.inputs_sheet), fixed_cell(UNUSABLE_COUNT, 1))
}

/// Formula for a sentence on entries that can't be used; empty if there are none.
pub(super) fn unusable_sentence(layout: &Layout<'_>) -> String {
    let count = unusable(layout);
    let on = format!("on the sheet {} can't be used, so there is no verdict: see", layout.inputs_sheet);
    format!(
        "IF({count}=0,\"\",IF({count}=1,\"1 entry {on} the row marked red\",{count}&\" entries {on} the rows marked red\"))"
    )
}

/// Formula for the note of a row: why its value can't be used, or `usable`. Data validation does not see pasted values.
fn note(row: u32, form: NumberForm, out_of_bounds: &str, usable: &str) -> String {
    let [value, least, most] = [INPUT, LEAST, MOST].map(|column| format!("${}{}", letters(column), row + 1));
    let whole = match form {
        NumberForm::Count => format!("IF({value}<>INT({value}),\"{UNUSABLE}not a whole number\",\"{usable}\")"),
        NumberForm::Number | NumberForm::Share => format!("\"{usable}\""),
    };
    let bounded = format!("IF(OR({value}<{least},{value}>{most}),\"{UNUSABLE}{out_of_bounds}\",{whole})");
    let other = format!("IF(ISBLANK({value}),\"{UNUSABLE}empty\",\"{UNUSABLE}not a number\")");
    format!("IF(ISNUMBER({value}),{bounded},{other})")
}

/// How to type a share, for which `10` means 1,000 %.
fn percent_hint(kind: &QuantityKind) -> &'static str {
    if kind.form == NumberForm::Share { " (10% is 0.1)" } else { "" }
}

/// Marks entries that can't be used.
fn mark_unusable(writer: &mut SheetWriter<'_>, last: u32) -> Result<(), XlsxError> {
    let rule = format!("=LEFT(${}{INPUTS},{})=\"{UNUSABLE}\"", letters(NOTE), UNUSABLE.len());
    let marked = ConditionalFormatFormula::new().set_rule(rule.as_str()).set_format(styles::unusable());
    writer.sheet.add_conditional_format(INPUTS - 1, 0, last, NOTE, &marked.set_stop_if_true(true))?;
    Ok(())
}

/// Number format of an input.
fn format_of(kind: &QuantityKind, value: Decimal) -> String {
    match kind.form {
        NumberForm::Share => styles::share(value),
        NumberForm::Number | NumberForm::Count => styles::as_written(value),
    }
}

/// Validation rule: a number within the bounds of its kind.
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

/// Validation rule that rejects every change.
fn fixed(why: &str) -> Result<DataValidation, XlsxError> {
    let rule =
        DataValidation::new().allow_custom(Formula::new("=FALSE")).set_error_style(DataValidationErrorStyle::Stop);
    rule.set_error_title("Fixed in this workbook")?.set_error_message(why)
}
