//! Why a text is not a number, and its correction.

use std::fmt;

/// Maximum number of significant digits of an amount.
pub(super) const DIGITS: usize = 28;

/// Why a text is not a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotANumber {
    /// No digits.
    Nothing,
    /// A character that is not allowed.
    Characters(char),
    /// An underscore that is not between two digits.
    Underscores,
    /// Digits grouped by commas, spaces or apostrophes; with the correction.
    Grouping(String),
    /// A comma as the decimal sign; with the correction.
    DecimalComma(String),
    /// A dash as the minus sign; with the correction.
    Dash(String),
    /// Two numbers with a dash between them.
    Range,
    /// No digits on one side of the point; with the correction.
    BarePoint(String),
    /// More than one point.
    Points,
    /// Leading zeros; with the correction.
    LeadingZero(String),
    /// Hexadecimal, octal or binary.
    OtherBase,
    /// Infinity or not a number.
    NotFinite,
    /// The exponent is not an integer.
    Exponent,
    /// More digits than can be stored exactly.
    TooManyDigits,
    /// Too large or too small to be stored exactly.
    TooLarge,
    /// A percent sign on something that is not a share; with the number before it.
    Percent(String),
    /// A number with its unit.
    WithUnit {
        /// The number.
        number: String,
        /// The unit.
        unit: String,
    },
}

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotANumber::Nothing => f.write_str("it has no digits"),
            NotANumber::Characters(c) => write!(f, "`{c}` is not allowed in a number"),
            NotANumber::Underscores => f.write_str("an underscore must be between two digits"),
            NotANumber::Grouping(_) => f.write_str("digits are grouped by underscores"),
            NotANumber::DecimalComma(_) => f.write_str("the decimal sign is a point, not a comma"),
            NotANumber::Dash(_) => f.write_str("the minus sign is `-`"),
            NotANumber::Range => f.write_str("it is a range, and one number is expected"),
            NotANumber::BarePoint(_) => f.write_str("a point needs digits on both sides"),
            NotANumber::Points => f.write_str("it has more than one point"),
            NotANumber::LeadingZero(_) => f.write_str("it has a leading zero"),
            NotANumber::OtherBase => f.write_str("it is not a decimal number"),
            NotANumber::NotFinite => f.write_str("it is not finite"),
            NotANumber::Exponent => f.write_str("the exponent must be a whole number"),
            NotANumber::TooManyDigits => write!(f, "it has more than {DIGITS} significant digits"),
            NotANumber::TooLarge => f.write_str("it is too large or too small to be stored exactly"),
            NotANumber::Percent(_) => f.write_str("only a share can be given in percent"),
            NotANumber::WithUnit { unit, .. } => write!(f, "`{unit}` is not part of the number"),
        }
    }
}

impl std::error::Error for NotANumber {}

impl NotANumber {
    /// The correction, if it is known.
    #[must_use]
    pub fn instead(&self) -> Option<&str> {
        match self {
            NotANumber::Grouping(text)
            | NotANumber::DecimalComma(text)
            | NotANumber::BarePoint(text)
            | NotANumber::Dash(text)
            | NotANumber::LeadingZero(text)
            | NotANumber::Percent(text)
            | NotANumber::WithUnit { number: text, .. } => Some(text),
            NotANumber::Nothing
            | NotANumber::Characters(_)
            | NotANumber::Underscores
            | NotANumber::Range
            | NotANumber::Points
            | NotANumber::OtherBase
            | NotANumber::NotFinite
            | NotANumber::Exponent
            | NotANumber::TooManyDigits
            | NotANumber::TooLarge => None,
        }
    }
}
