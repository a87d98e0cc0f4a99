//! Names of the rows of workings.

use super::{book, examples, name_of, written};
use calamine::Data;
use std::collections::BTreeSet;

/// Rows with a formula have a name. A part of a figure names a figure that has a row of its own.
#[test]
fn every_row_of_workings_says_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut parts = 0;
    for scenario in examples() {
        let name = name_of(&scenario);
        let path = folder.path().join(format!("{name}.xlsx"));
        assert_eq!(written(&scenario, &[], &path).status, 0);
        let book = book(&path);
        let is_workings = |sheet: &str| {
            ["own.", "rent.", "hybrid."].iter().any(|side| sheet.starts_with(side))
                || ["Demand", "Table of demand", "Break-even workings"].contains(&sheet)
        };
        // below the heads
        let rows: BTreeSet<(&str, u32)> = book
            .formulas
            .keys()
            .filter(|(sheet, row, _)| is_workings(sheet) && *row > 5)
            .map(|(sheet, row, _)| (sheet.as_str(), *row))
            .collect();
        let of_row = |(sheet, row): &(&str, u32)| book.values.get(&((*sheet).to_owned(), *row, 0)).map(Data::to_string);
        let names: Vec<String> =
            rows.iter().map(|row| of_row(row).unwrap_or_else(|| panic!("{name}: {row:?}"))).collect();
        let plain = |name: &str| {
            name.split_once(": ")
                .map_or(name, |(option, rest)| if option.contains('.') { rest } else { name })
                .to_owned()
        };
        let known: BTreeSet<String> = names.iter().flat_map(|name| [name.clone(), plain(name)]).collect();
        for row in &names {
            assert!(!row.trim().is_empty() && !row.contains("intermediate"), "{name}: {row}");
            if let Some((what, whole)) = row.rsplit_once(", part of ") {
                assert!(!what.is_empty() && known.contains(&plain(whole)), "{name}: {row}");
                parts += 1;
            }
        }
    }
    assert!(parts > 100, "{parts}");
}
