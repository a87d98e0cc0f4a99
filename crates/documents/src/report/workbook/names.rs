//! Names of sheets, cells and inputs: valid and unique.

use std::collections::BTreeSet;

/// Maximum number of characters of a sheet name.
const LONGEST: usize = 31;

/// Unique names, compared without case.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// Sheet name: without forbidden characters, short enough and unique.
    pub(super) fn sheet(&mut self, expected: &str) -> String {
        let is_allowed = |c: char| !c.is_control() && !"[]:*?/\\'".contains(c);
        let cleaned: String = expected.chars().map(|c| if is_allowed(c) { c } else { ' ' }).collect();
        let cleaned = cleaned.trim();
        let cleaned = if cleaned.is_empty() || cleaned.eq_ignore_ascii_case("history") { "sheet" } else { cleaned };
        self.unlike(|number| {
            let ending = if number == 0 { String::new() } else { format!(" {}", number + 1) };
            format!("{}{ending}", within(cleaned, LONGEST - ending.len()))
        })
    }

    /// Name of an input by its path: `own_hgx_node_price`.
    pub(super) fn input(&mut self, path: &str) -> String {
        let word: String = path.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        // a name must not look like a cell, such as `own1`, or begin with a digit
        let word = if word.contains('_') && !word.starts_with(|c: char| c.is_ascii_digit()) {
            word
        } else {
            format!("input_{word}")
        };
        self.unlike(|number| {
            let ending = if number == 0 { String::new() } else { format!("_{}", number + 1) };
            format!("{}{ending}", within(&word, 240))
        })
    }

    fn unlike(&mut self, name: impl Fn(usize) -> String) -> String {
        // one of these is free: there is one more than names taken
        let mut expected = (0..=self.0.len()).map(name);
        let free = expected.find(|name| !self.0.contains(&name.to_lowercase()));
        let free = free.expect("one of more names than are taken is free");
        self.0.insert(free.to_lowercase());
        free
    }
}

/// The start of a text, at most `most` UTF-16 code units, as spreadsheets count.
fn within(text: &str, most: usize) -> String {
    let mut units = 0;
    let fits = |c: &char| {
        units += c.len_utf16();
        units <= most
    };
    text.chars().take_while(fits).collect::<String>().trim_end().to_owned()
}

/// Cell address by row and column, both from zero: `B3`.
pub(super) fn cell(row: u32, column: u16) -> String {
    format!("{}{}", letters(column), row + 1)
}

/// Absolute cell address: `$B$3`.
pub(super) fn fixed_cell(row: u32, column: u16) -> String {
    format!("${}${}", letters(column), row + 1)
}

/// Letters of a column.
pub(super) fn letters(column: u16) -> String {
    let (before, last) = (column / 26, char::from(b'A' + u8::try_from(column % 26).unwrap_or_default()));
    before.checked_sub(1).map_or_else(|| last.to_string(), |before| format!("{}{last}", letters(before)))
}

/// Sheet name quoted for formulas.
pub(super) fn quoted(sheet: &str) -> String {
    format!("'{}'", sheet.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sheets_are_valid_and_none_is_twice() {
        let mut names = Names::default();
        assert_eq!(names.sheet("own.hgx/8: [a]*?"), "own.hgx 8   a");
        let long = "x".repeat(40);
        assert_eq!(names.sheet(&long), "x".repeat(31));
        assert_eq!(names.sheet(&long.to_uppercase()), format!("{} 2", "X".repeat(29)));
        assert_eq!((names.sheet("History"), names.sheet("'")), ("sheet".to_owned(), "sheet 2".to_owned()));
        // an astral character counts as two
        assert_eq!(names.sheet(&"😀".repeat(20)).chars().count(), 15);
    }

    #[test]
    fn names_of_inputs_are_no_cells() {
        let mut names = Names::default();
        assert_eq!(names.input("own.hgx-h100.node.price"), "own_hgx_h100_node_price");
        assert_eq!(names.input("own.hgx_h100.node.price"), "own_hgx_h100_node_price_2");
        assert_eq!((names.input("own1"), names.input("1.a")), ("input_own1".to_owned(), "input_1_a".to_owned()));
    }

    #[test]
    fn columns_have_letters() {
        assert_eq!([0, 25, 26, 701, 702].map(letters), ["A", "Z", "AA", "ZZ", "AAA"]);
        assert_eq!((cell(11, 3), fixed_cell(0, 27)), ("D12".to_owned(), "$AB$1".to_owned()));
    }
}
