//! Why a text is not a number, and what to write instead.

use std::fmt;

/// Most significant digits that an amount may be written with.
pub(super) const DIGITS: usize = 28;

/// Why a text is not a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotANumber {
    /// Nothing is written.
    Nothing,
    /// There is something other than digits, with what stands there.
    Characters(char),
    /// Underscores do not stand singly between digits.
    Underscores,
    /// Digits are grouped by commas, spaces or apostrophes; the text without them.
    Grouping(String),
    /// A comma for the point, with how it is written.
    DecimalComma(String),
    /// A dash stands for the minus sign, with how it is written.
    Dash(String),
    /// Two numbers and what is between them.
    Range,
    /// There are no digits on one side of the point, with how it is written.
    BarePoint(String),
    /// There is more than one point.
    Points,
    /// The number begins with zeros, with how it is written.
    LeadingZero(String),
    /// Hexadecimal, octal or binary.
    OtherBase,
    /// Infinity or not a number.
    NotFinite,
    /// The exponent has no whole number.
    Exponent,
    /// More digits than are kept exactly.
    TooManyDigits,
    /// Too large or too small to be kept exactly.
    TooLarge,
    /// A percent sign where no share is expected, with the number before it.
    Percent(String),
    /// A number with its unit, with each of them.
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
            NotANumber::Nothing => f.write_str("it has no digit"),
            NotANumber::Characters(c) => write!(f, "`{c}` is no part of one"),
            NotANumber::Underscores => f.write_str("underscores stand singly between digits"),
            NotANumber::Grouping(_) => f.write_str("digits are grouped by underscores"),
            NotANumber::DecimalComma(_) => f.write_str("decimals follow a point, not a comma"),
            NotANumber::Dash(_) => f.write_str("a minus is written `-`"),
            NotANumber::Range => f.write_str("it is a range, and one number is asked for"),
            NotANumber::BarePoint(_) => f.write_str("a point has digits on both sides"),
            NotANumber::Points => f.write_str("it has more than one point"),
            NotANumber::LeadingZero(_) => f.write_str("it begins with a zero too many"),
            NotANumber::OtherBase => f.write_str("it is not decimal"),
            NotANumber::NotFinite => f.write_str("it is not finite"),
            NotANumber::Exponent => f.write_str("an exponent is a whole number"),
            NotANumber::TooManyDigits => write!(f, "only {DIGITS} digits are kept exactly"),
            NotANumber::TooLarge => f.write_str("it is too large or too small to be kept exactly"),
            NotANumber::Percent(_) => f.write_str("a percentage is a share"),
            NotANumber::WithUnit { unit, .. } => write!(f, "`{unit}` is no part of it"),
        }
    }
}

impl std::error::Error for NotANumber {}

impl NotANumber {
    /// What to write instead, where that is known.
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
