//! Data as a spreadsheet program reads it: `LibreOffice`, with a locale that has decimal commas.
//!
//! `.ci/install-test-tools` installs it where permitted; without it the test reports that it is skipped.

use crate::support::program::{RACKRENT, ended, run, system_tool};
use rust_decimal::Decimal;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Import options: fields separated by semicolons, quoted texts, UTF-8, from the first line on, German.
const GERMAN: &str = "Text - txt - csv (StarCalc):59,34,76,1,,1031,false,true";

/// Numbers of a spreadsheet after it has read a data file, in cell order.
fn numbers(office: &Path, data: &str) -> Vec<Decimal> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("data.csv"), data).unwrap();
    let profile = format!("-env:UserInstallation=file://{}/profile", folder.path().display());
    let filter = format!("--infilter={GERMAN}");
    let mut command = Command::new(office);
    command.args([&profile, "--headless", &filter, "--convert-to", "fods", "data.csv"]).current_dir(folder.path());
    let ran = ended(&mut command, "");
    let sheet = fs::read_to_string(folder.path().join("data.fods")).unwrap_or_else(|_| panic!("{}", ran.errors));
    let cells = sheet.split("<table:table-cell").skip(1).map(|rest| rest.split('>').next().unwrap());
    let values = cells.filter_map(|cell| {
        let value = Decimal::from_str_exact(attribute(cell, "office:value")?).unwrap();
        // repeated equal cells are stored once
        let times = attribute(cell, "table:number-columns-repeated").map_or(1, |times| times.parse().unwrap());
        Some(std::iter::repeat_n(value, times))
    });
    values.flatten().collect()
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

#[test]
fn a_spreadsheet_with_a_decimal_comma_reads_every_amount() {
    let Some(office) = system_tool("soffice", "data are not opened without LibreOffice") else { return };
    let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/vendor-quote.yaml").display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let data = |more: &[&str]| {
        let ran = run(folder.path(), &[&["compare", &scenario, "--format", "csv"], more].concat());
        assert_eq!(ran.status, 0, "{RACKRENT}: {}", ran.errors);
        ran.output
    };
    let standard = data(&[]);
    let mut records = csv::Reader::from_reader(standard.as_bytes());
    let fields: Vec<csv::StringRecord> = records.records().map(Result::unwrap).collect();
    let expected: Vec<Decimal> =
        fields.iter().flatten().filter_map(|field| Decimal::from_str_exact(field).ok()).collect();
    assert!(expected.len() > 40, "{standard}");
    assert_eq!(numbers(&office, &data(&["--csv-dialect", "excel-eu"])), expected);
}
