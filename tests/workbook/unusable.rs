//! Entries of the inputs sheet that can't be used: their rows say why, and the cover has no verdict.

use super::engines::{FIVE_OPTIONS, edit, recalculate};
use super::{Book, book, written};
use crate::support::program::{system_tool, tool};
use calamine::Data;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

const NOT_A_NUMBER: &str = "can't be used: not a number";
const EMPTY: &str = "can't be used: empty";
const OUTSIDE: &str = "can't be used: outside 0% to 100% (10% is 0.1)";
const NOT_WHOLE: &str = "can't be used: not a whole number";
const NONE: &str = "";

/// Entry of an input by its defined name, and the note that its row must have.
type Entry = (&'static str, Value, &'static str);

fn text(book: &Book, sheet: &str, row: u32, column: u32) -> String {
    book.values.get(&(sheet.to_owned(), row, column)).map(Data::to_string).unwrap_or_default()
}

/// Asserts that a recalculated workbook has these notes, and a verdict only if all entries can be used.
#[track_caller]
fn has(book: &Book, entries: &[Entry]) {
    for (name, entry, note) in entries {
        let row = (8..100).find(|row| text(book, "Inputs", *row, 10) == *name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(text(book, "Inputs", row, 4), *note, "{name}: {entry}");
    }
    let unusable = entries.iter().filter(|(_, _, note)| *note != NONE).count();
    assert_eq!(text(book, "Inputs", 6, 1), unusable.to_string(), "{entries:?}");
    let said = match unusable {
        0 => String::new(),
        1 => "1 entry on the sheet Inputs can't be used, so there is no verdict: see the row marked red".to_owned(),
        _ => format!(
            "{unusable} entries on the sheet Inputs can't be used, so there is no verdict: see the rows marked red"
        ),
    };
    assert_eq!([text(book, "Cover", 2, 0), text(book, "Comparison", 2, 0)], [said.clone(), said], "{entries:?}");
    let has_verdict = unusable == 0;
    assert_eq!(text(book, "Cover", 3, 1) != "no verdict", has_verdict, "{entries:?}");
    assert_eq!(
        ["clear", "too close to call"].contains(&text(book, "Cover", 7, 1).as_str()),
        has_verdict,
        "{entries:?}"
    );
    // the break-even, its bounds, and the winners on both sides
    let found = (3..8).map(|row| text(book, "Break-even", row, 1));
    assert!(has_verdict || found.into_iter().all(|shown| shown == "—"), "{entries:?}");
    for row in 11..16 {
        assert!(text(book, "Cover", row, 0).starts_with(['o', 'r', 'h']), "{entries:?}");
        // rank, present value, cash
        let is_number = |column| text(book, "Cover", row, column).parse::<f64>().is_ok();
        let is_possible = text(book, "Cover", row, 0) != "own.hall (not comparable)";
        assert_eq!([1, 2, 3].map(is_number), [has_verdict && is_possible, has_verdict, has_verdict], "{entries:?}");
    }
    let is_error =
        |((sheet, _, _), value): (&(String, u32, u32), &Data)| sheet == "Cover" && matches!(value, Data::Error(_));
    assert!(!book.values.iter().any(is_error), "{entries:?}");
}

#[test]
fn an_entry_that_cannot_be_used_has_a_note_and_leaves_no_verdict() {
    let skipped = "no spreadsheet marks entries that can't be used";
    let (Some(office), Some(python)) = (system_tool("soffice", skipped), tool("python", skipped)) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (scenario, stated) = (folder.path().join("five.yaml"), folder.path().join("stated.xlsx"));
    fs::write(&scenario, FIVE_OPTIONS).unwrap();
    let ran = written(&scenario, &[], &stated);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    has(&book(&stated), &[]);
    let (price, nodes, rate) = ("own_lab_node_price", "own_lab_nodes", "discount_rate");
    let work = "demand_workloads_chat_utilization";
    let cases: [Vec<Entry>; 7] = [
        // the bounds themselves
        vec![(rate, json!(1), NONE), (work, json!(0.5), NONE), (price, json!(300_000), NONE)],
        vec![(price, json!("300k"), NOT_A_NUMBER)],
        vec![(price, json!("300 000"), NOT_A_NUMBER), (rate, json!("8%"), NOT_A_NUMBER)],
        vec![(price, Value::Null, EMPTY)],
        vec![(rate, json!(10), OUTSIDE), (work, json!(-0.1), OUTSIDE), (nodes, json!(1.5), NOT_WHOLE)],
        vec![(price, json!("=1/0"), NOT_A_NUMBER)],
        vec![("demand_factor", json!("2x"), NOT_A_NUMBER)],
    ];
    fs::create_dir(folder.path().join("computed")).unwrap();
    let edited: Vec<PathBuf> = (0..cases.len()).map(|at| folder.path().join(format!("five-{at}.xlsx"))).collect();
    let job = |(case, to): (&Vec<Entry>, &PathBuf)| {
        let inputs: serde_json::Map<_, _> =
            case.iter().map(|(name, entry, _)| ((*name).to_owned(), entry.clone())).collect();
        json!({ "from": &stated, "to": to, "inputs": inputs })
    };
    edit(&python, &cases.iter().zip(&edited).map(job).collect::<Vec<_>>());
    recalculate(&office, folder.path(), &edited);
    for (case, edited) in cases.iter().zip(&edited) {
        has(&book(&folder.path().join("computed").join(edited.file_name().unwrap())), case);
    }
}
