//! Cell formats: changeable numbers are blue, fixed ones grey, the winner green.

use crate::report::page::{CellMark, MapColour};
use crate::unit::{BaseUnits as _, Unit};
use rust_decimal::Decimal;
use rust_xlsxwriter::{Color, Format, FormatAlign, FormatBorder};

/// Font colour of numbers that the user can type.
const TYPED: Color = Color::RGB(0x00_00_FF);
/// Background of changeable numbers.
const CHANGEABLE: Color = Color::RGB(0xFF_F9_E5);
/// Background of changed numbers.
const CHANGED: Color = Color::RGB(0xFF_D9_66);
/// Background of fixed numbers.
const FIXED: Color = Color::RGB(0xE7_E6_E6);
/// Background of heads.
const HEAD: Color = Color::RGB(0x1F_3A_5F);
/// Background of the winner.
pub(super) const WINS: Color = Color::RGB(0xD9_EA_D3);
/// Colour of the winner in charts.
pub(super) const WINNER: Color = Color::RGB(0x38_8E_3C);
/// Backgrounds of the other options: the colours of charts, mixed with white.
const OPTIONS: [Color; 8] = [
    Color::RGB(0xC2_C8_CE),
    Color::RGB(0xDE_D2_BB),
    Color::RGB(0xD8_CD_D7),
    Color::RGB(0xCE_D7_DE),
    Color::RGB(0xEE_E5_CE),
    Color::RGB(0xED_E5_EC),
    Color::RGB(0xE5_EB_EF),
    Color::RGB(0xF8_F3_E6),
];
/// Font and background of entries that can't be used.
const UNUSABLE: [Color; 2] = [Color::RGB(0x9C_00_06), Color::RGB(0xFF_C7_CE)];
/// Font colour of warnings.
const WARNS: Color = Color::RGB(0x9C_57_00);

/// Formats of cells without a number.
#[derive(Debug)]
pub(super) struct Styles {
    /// Title of a sheet.
    pub title: Format,
    /// Line below the title.
    pub subtitle: Format,
    /// Head of a column.
    pub head: Format,
    /// Head of a column of numbers.
    pub head_right: Format,
    /// Head with the factor of a group of columns.
    pub head_factor: Format,
    /// Heading of a group of rows.
    pub section: Format,
    /// Text.
    pub text: Format,
    /// Wrapped text.
    pub wrapped: Format,
    /// Secondary text.
    pub faint: Format,
    /// Secondary text next to a number.
    pub faint_context: Format,
    /// Wrapped secondary text.
    pub faint_wrapped: Format,
    /// Text next to a number.
    pub indented: Format,
    /// Wrapped head of a narrow column of numbers.
    pub head_wrapped: Format,
    /// Emphasized text.
    pub strong: Format,
    /// Warning.
    pub warning: Format,
    /// Placeholder where nothing applies.
    pub absent: Format,
}

impl Styles {
    /// All formats.
    pub(super) fn new() -> Styles {
        let text = || Format::new().set_align(FormatAlign::Top);
        let head = || text().set_bold().set_font_color(Color::White).set_background_color(HEAD);
        Styles {
            title: Format::new().set_bold().set_font_size(16),
            subtitle: Format::new().set_font_color(Color::Gray),
            head: head(),
            head_right: head().set_align(FormatAlign::Right),
            head_factor: head().set_align(FormatAlign::Right).set_num_format("0.000000"),
            section: Format::new().set_bold().set_border_bottom(FormatBorder::Thin),
            text: text(),
            wrapped: text().set_text_wrap(),
            faint: text().set_font_color(Color::Gray),
            faint_context: text().set_font_color(Color::Gray).set_align(FormatAlign::Left).set_indent(1),
            faint_wrapped: text()
                .set_font_color(Color::Gray)
                .set_align(FormatAlign::Left)
                .set_indent(1)
                .set_text_wrap(),
            indented: text().set_align(FormatAlign::Left).set_indent(1),
            head_wrapped: head().set_align(FormatAlign::Right).set_text_wrap(),
            strong: text().set_bold(),
            warning: text().set_text_wrap().set_font_color(WARNS),
            absent: text().set_align(FormatAlign::Right).set_font_color(Color::Gray),
        }
    }
}

/// Number.
pub(super) fn plain(format: &str) -> Format {
    Format::new().set_num_format(format).set_align(FormatAlign::Top)
}

/// Total.
pub(super) fn total(format: &str) -> Format {
    plain(format).set_bold().set_border_top(FormatBorder::Thin)
}

/// Changeable number.
pub(super) fn changeable(format: &str) -> Format {
    plain(format).set_font_color(TYPED).set_background_color(CHANGEABLE).set_unlocked()
}

/// Changed number: differs from the value in the scenario.
pub(super) fn changed() -> Format {
    Format::new().set_bold().set_background_color(CHANGED)
}

/// Entry that can't be used.
pub(super) fn unusable() -> Format {
    let [font, background] = UNUSABLE;
    Format::new().set_bold().set_font_color(font).set_background_color(background)
}

/// Sentence on entries that can't be used.
pub(super) fn problem() -> Format {
    Format::new().set_bold().set_font_color(UNUSABLE[0])
}

/// Fixed number.
pub(super) fn fixed(format: &str) -> Format {
    plain(format).set_background_color(FIXED).set_font_color(Color::Gray)
}

/// Number of an option that wins there: its mark before the number, on its colour.
pub(super) fn with_mark(mark: &CellMark, number_format: &str) -> Format {
    let prefix = format!("\"{}  \"", mark.text.replace('"', ""));
    let format = plain(&format!("{prefix}{number_format};{prefix}-{number_format}"));
    match mark.colour {
        None => format,
        Some(MapColour::Winner) => format.set_background_color(WINS),
        Some(MapColour::Other(at)) => format.set_background_color(OPTIONS[at % OPTIONS.len()]),
    }
}

/// Number format grouped by thousands, with `count` decimals.
pub(super) fn decimals(count: u32) -> String {
    if count == 0 { "#,##0".to_owned() } else { format!("#,##0.{}", "0".repeat(count as usize)) }
}

/// Number format of amounts with the digits of their currency.
pub(super) fn money(minor_digits: u32) -> String {
    let plain = decimals(minor_digits);
    format!("{plain};[Red]-{plain};\"–\"")
}

/// Number format of a figure by its unit.
pub(super) fn of_unit(unit: Unit, minor_digits: u32) -> String {
    if unit == Unit::MONEY {
        money(minor_digits)
    } else if unit.is_of_money() {
        "#,##0.0000".to_owned()
    } else if unit == Unit::ONE {
        "#,##0.000000".to_owned()
    } else {
        "#,##0.00".to_owned()
    }
}

/// Maximum number of decimals of an input.
const MOST_DECIMALS: u32 = 10;

/// Number format of a share: the decimals in the scenario, and more if the user types more.
pub(super) fn share(value: Decimal) -> String {
    let digits = value.normalize().scale().saturating_sub(2).clamp(1, MOST_DECIMALS) as usize;
    format!("0.{}{}%", "0".repeat(digits), "#".repeat(MOST_DECIMALS as usize - digits))
}

/// Number format of a number: the decimals in the scenario, and more if the user types more. A grouped integer has none, because
/// a format with optional decimals leaves a trailing point; [`typed`] shows its decimals.
pub(super) fn as_written(value: Decimal) -> String {
    let digits = value.normalize().scale().min(MOST_DECIMALS);
    if digits > 0 {
        format!("{}{}", decimals(digits), "#".repeat((MOST_DECIMALS - digits) as usize))
    } else if is_grouped(value) {
        decimals(0)
    } else {
        "General".to_owned()
    }
}

/// Whether an integer is written with grouped digits.
pub(super) fn is_grouped(value: Decimal) -> bool {
    value.abs() >= Decimal::ONE_THOUSAND && value.is_integer()
}

/// Format of a grouped number that is an integer in the scenario and was changed to a fraction.
pub(super) fn typed() -> Format {
    changed().set_num_format(format!("#,##0.0{}", "#".repeat(MOST_DECIMALS as usize - 1)))
}
