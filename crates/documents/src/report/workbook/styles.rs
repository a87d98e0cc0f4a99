//! How cells look: what may be changed is blue, what is fixed is grey, what wins is green.

use crate::unit::{BaseUnits as _, Unit};
use rust_decimal::Decimal;
use rust_xlsxwriter::{Color, Format, FormatAlign, FormatBorder};

/// The blue of numbers that somebody typed.
const TYPED: Color = Color::RGB(0x00_00_FF);
/// The ground of numbers that may be changed.
const CHANGEABLE: Color = Color::RGB(0xFF_F9_E5);
/// The ground of numbers that somebody has changed.
const CHANGED: Color = Color::RGB(0xFF_D9_66);
/// The ground of what is fixed.
const FIXED: Color = Color::RGB(0xE7_E6_E6);
/// The ground of heads.
const HEAD: Color = Color::RGB(0x1F_3A_5F);
/// The ground of what wins.
pub(super) const WINS: Color = Color::RGB(0xD9_EA_D3);
/// What needs a look.
const WARNS: Color = Color::RGB(0x9C_57_00);

/// The looks of cells.
#[derive(Debug)]
pub(super) struct Styles {
    /// What a sheet is about.
    pub title: Format,
    /// What its figures are.
    pub subtitle: Format,
    /// Above columns.
    pub head: Format,
    /// Above columns of numbers.
    pub head_right: Format,
    /// The same of a factor that columns are computed at.
    pub head_factor: Format,
    /// Above rows of a kind.
    pub section: Format,
    /// Words.
    pub text: Format,
    /// Words in as many lines as they need.
    pub wrapped: Format,
    /// Words that matter less.
    pub faint: Format,
    /// The same beside a number.
    pub faint_beside: Format,
    /// The same in as many lines as they need.
    pub faint_wrapped: Format,
    /// Words beside a number.
    pub beside: Format,
    /// Above columns of numbers that are narrower than their heads.
    pub head_wrapped: Format,
    /// Words that a decision looks at.
    pub strong: Format,
    /// What needs a look.
    pub warning: Format,
    /// Where nothing applies.
    pub absent: Format,
}

impl Styles {
    /// The looks of every cell without a number.
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
            faint_beside: text().set_font_color(Color::Gray).set_align(FormatAlign::Left).set_indent(1),
            faint_wrapped: text()
                .set_font_color(Color::Gray)
                .set_align(FormatAlign::Left)
                .set_indent(1)
                .set_text_wrap(),
            beside: text().set_align(FormatAlign::Left).set_indent(1),
            head_wrapped: head().set_align(FormatAlign::Right).set_text_wrap(),
            strong: text().set_bold(),
            warning: text().set_text_wrap().set_font_color(WARNS),
            absent: text().set_align(FormatAlign::Right).set_font_color(Color::Gray),
        }
    }
}

/// A number in a format.
pub(super) fn plain(format: &str) -> Format {
    Format::new().set_num_format(format).set_align(FormatAlign::Top)
}

/// A number that a decision looks at.
pub(super) fn total(format: &str) -> Format {
    plain(format).set_bold().set_border_top(FormatBorder::Thin)
}

/// A number that may be changed.
pub(super) fn changeable(format: &str) -> Format {
    plain(format).set_font_color(TYPED).set_background_color(CHANGEABLE).set_unlocked()
}

/// How a number looks beside what it was written as, where the two differ.
pub(super) fn changed() -> Format {
    Format::new().set_bold().set_background_color(CHANGED)
}

/// A number that is fixed here.
pub(super) fn fixed(format: &str) -> Format {
    plain(format).set_background_color(FIXED).set_font_color(Color::Gray)
}

/// Grouped by thousands, with so many decimals.
pub(super) fn decimals(count: u32) -> String {
    if count == 0 { "#,##0".to_owned() } else { format!("#,##0.{}", "0".repeat(count as usize)) }
}

/// Amounts with the digits of their currency.
pub(super) fn money(minor_digits: u32) -> String {
    let plain = decimals(minor_digits);
    format!("{plain};[Red]-{plain};\"–\"")
}

/// A figure of workings by what it counts.
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

/// Decimals that an input shows at most.
const MOST_DECIMALS: u32 = 10;

/// A share, with the decimals that its author wrote, and more of them where somebody types more.
pub(super) fn share(value: Decimal) -> String {
    let digits = value.normalize().scale().saturating_sub(2).clamp(1, MOST_DECIMALS) as usize;
    format!("0.{}{}%", "0".repeat(digits), "#".repeat(MOST_DECIMALS as usize - digits))
}

/// A number as its author wrote it, with more decimals where somebody types more. A whole number that is grouped has none: a format that
/// shows decimals only where there are some leaves a point behind, so that [`typed`] shows those.
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

/// Whether a whole number is written with its digits grouped.
pub(super) fn is_grouped(value: Decimal) -> bool {
    value.abs() >= Decimal::ONE_THOUSAND && value.is_integer()
}

/// How a grouped number looks that was whole when the scenario was written and has decimals now: it was changed.
pub(super) fn typed() -> Format {
    changed().set_num_format(format!("#,##0.0{}", "#".repeat(MOST_DECIMALS as usize - 1)))
}
