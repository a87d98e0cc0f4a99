//! SQL of the documentation, run by `DuckDB` on a published trace, compared with the program's own reader.
//!
//! `.ci/install-test-tools` installs `DuckDB`; without it the test reports that it is skipped, unless
//! `RACKRENT_TEST_TOOLS=required`, as on CI.

use crate::support::program::tool;
use crate::support::{read_as, text_of};
use rackrent::demand::trace::Trace;
use rust_decimal::Decimal;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

const SCENARIO: &str = "\
name: The same load twice
currency: USD
horizon_months: 36
discount_rate: 9%
demand:
  workloads:
    samples: { kind: realtime_inference, trace: telemetry.csv }
    curve: { kind: realtime_inference, trace: curve.csv }
rent:
  cloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 55.04 }
";

/// The SQL of the documentation.
fn sql() -> String {
    let page = text_of("docs/guide/traces.md");
    let mut blocks = page.split("```sql\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let block = blocks.next().expect("the page shows SQL");
    assert!(blocks.next().is_none(), "the page shows SQL that is not tested");
    block.to_owned()
}

fn run(python: &Path, sql: &str, folder: &Path) {
    let script = "import sys, duckdb; duckdb.sql(sys.argv[1])";
    let ran = Command::new(python).args(["-c", script, sql]).current_dir(folder).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// Both curves: of the samples, read by the program, and of the SQL result.
fn curves(python: &Path, sql: &str, telemetry: &str) -> [Arc<Trace>; 2] {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("telemetry.csv"), telemetry).unwrap();
    run(python, sql, folder.path());
    let scenario = folder.path().join("scenario.yaml").display().to_string();
    let traces = read_as(&scenario, SCENARIO).1;
    ["samples", "curve"].map(|workload| Arc::clone(traces.get(workload).unwrap()))
}

fn assert_equal([samples, curve]: &[Arc<Trace>; 2]) {
    assert_eq!(samples.levels.len(), curve.levels.len());
    let hour = Decimal::from(3_600);
    // DuckDB divides in binary floating point
    let negligible = Decimal::new(1, 9);
    for ((level, seconds), (of_sql, hours)) in samples.levels.iter().zip(curve.levels.iter()) {
        assert_eq!(level, of_sql);
        assert!((seconds / hour - hours).abs() < negligible, "{level} is held for {seconds} s and {hours} h");
    }
}

#[test]
fn the_documented_sql_gives_the_same_curve_as_the_program() {
    let Some(python) = tool("python", "the SQL of the documentation is not run without DuckDB") else { return };
    let sql = sql();
    let philly = text_of("scenarios/traces/philly_jobs.hourly.csv");
    let published = curves(&python, &sql, &philly);
    assert_eq!(published[0].rows, 1_752);
    assert_equal(&published);
    // gaps of 300, 60, 60 and 120 s: the median is the mean of 60 and 120, and rows in any order are sorted
    let uneven = "timestamp,accelerators\n2026-11-01T00:00:00Z,4\n2026-11-01T00:05:00Z,2.5\n2026-11-01T00:06:00Z,4\n\
                  2026-11-01T00:07:00Z,0\n2026-11-01T01:09:00+01:00,7.25\n";
    let uneven = curves(&python, &sql, uneven);
    assert_eq!(uneven[0].levels[0], (Decimal::new(725, 2), Decimal::from(90)));
    assert_equal(&uneven);
}
