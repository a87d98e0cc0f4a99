use super::super::{
    GapFilling, ImportedTrace, LoadReader, LocalTimes, SkipReason, StepLength, TraceError, TraceRequest,
};
use rust_decimal::Decimal;

const HEADER: &str = "JobID|State|Start|End|ElapsedRaw|Suspended|AllocTRES";

fn request(step: &str) -> TraceRequest {
    TraceRequest {
        step: StepLength::parse(step).unwrap(),
        from: None,
        to: None,
        local_times: LocalTimes::parse("UTC").unwrap(),
        counting: None,
        accelerator: None,
        gaps: GapFilling::Refuse,
    }
}

fn read(request: TraceRequest, files: &[&[&str]]) -> Result<ImportedTrace, TraceError> {
    let mut reader = LoadReader::new(request);
    for (number, rows) in files.iter().enumerate() {
        let text = format!("{HEADER}\n{}\n", rows.join("\n"));
        reader.read(&format!("{}.txt", number + 1), &mut text.as_bytes())?;
    }
    reader.finish()
}

fn levels(load: &ImportedTrace) -> Vec<String> {
    load.steps.iter().map(|step| step.level.map_or("?".to_owned(), |level| level.accelerators().to_string())).collect()
}

fn tally(load: &ImportedTrace, name: &str) -> u64 {
    load.tallies.iter().find(|tally| tally.name == name).unwrap().count
}

#[test]
fn a_job_counts_in_every_hour_for_as_long_as_it_held_its_accelerators() {
    let load = read(
        request("1h"),
        &[&[
            // 30 min of the first hour, all of the second, 15 min of the third: 4 · (0.5, 1, 0.25)
            "1|COMPLETED|2026-11-01T00:30:00|2026-11-01T02:15:00|6300|00:00:00|gres/gpu:a100=4,gres/gpu=4",
            // steps hold the accelerators of their job
            "1.batch|COMPLETED|2026-11-01T00:30:00|2026-11-01T02:15:00|6300|00:00:00|gres/gpu=4",
            "1.0|COMPLETED|2026-11-01T00:31:00|2026-11-01T02:14:00|6180|00:00:00|gres/gpu=4",
            // at the same time: 1 · 1 of the second hour
            "2|FAILED|2026-11-01T01:00:00|2026-11-01T02:00:00|3600|00:00:00|gres/gpu=1",
            // two tasks of an array, each for 6 min of the third hour, and one that never began
            "3_1|COMPLETED|2026-11-01T02:30:00|2026-11-01T02:36:00|360|00:00:00|gres/gpu=2",
            "3_2|COMPLETED|2026-11-01T02:30:00|2026-11-01T02:36:00|360|00:00:00|gres/gpu=2",
            "3_[3-9]|PENDING|Unknown|Unknown|0|00:00:00|",
            // two parts of one job, and one without accelerators
            "4+0|COMPLETED|2026-11-01T03:00:00|2026-11-01T03:30:00|1800|00:00:00|gres/gpu=1",
            "4+1|COMPLETED|2026-11-01T03:00:00|2026-11-01T03:30:00|1800|00:00:00|gres/gpu=1",
            "5|COMPLETED|2026-10-01T00:00:00|2026-11-01T03:30:00|1800|00:00:00|cpu=64",
        ]],
    )
    .unwrap();
    assert_eq!(levels(&load), ["2", "5", "1.4", "1"]);
    // 4 · 1.75 + 1 + 2 · 2 · 0.1 + 2 · 0.5
    assert_eq!(load.measured_accelerator_hours(), Decimal::new(94, 1));
    let counts = ["jobs", "steps", "waiting", "without"].map(|name| tally(&load, name));
    assert_eq!(counts, [6, 2, 1, 1]);
    assert!(load.skipped.is_empty() && load.gaps().is_empty() && load.remarks.is_empty(), "{load:?}");
    let named: Vec<_> = load.by_name.iter().map(|named| (named.name.as_deref(), named.accelerator_hours)).collect();
    assert_eq!(named, [(None, Decimal::new(24, 1)), (Some("a100"), Decimal::from(7))]);
}

#[test]
fn an_hour_without_a_job_is_zero_and_no_gap() {
    let rows = [
        "1|COMPLETED|2026-11-01T00:00:00|2026-11-01T01:00:00|3600||gres/gpu=4",
        "2|COMPLETED|2026-11-01T03:00:00|2026-11-01T04:00:00|3600||gres/gpu=4",
    ];
    assert_eq!(levels(&read(request("1h"), &[&rows]).unwrap()), ["4", "0", "0", "4"]);
    // the requested time beyond is zero too: the file has all jobs of that time
    let moment = |text: &str| super::Moment::parse(text, &LocalTimes::AssumedUtc).ok();
    let wider =
        TraceRequest { from: moment("2026-10-31T23:00:00Z"), to: moment("2026-11-01T05:00:00Z"), ..request("2h") };
    assert_eq!(levels(&read(wider, &[&rows]).unwrap()), ["2", "0", "2"]);
    let narrower =
        TraceRequest { from: moment("2026-11-01T00:30:00Z"), to: moment("2026-11-01T01:30:00Z"), ..request("30m") };
    let load = read(narrower, &[&rows]).unwrap();
    assert_eq!(
        (levels(&load), load.measured_accelerator_hours()),
        (vec!["4".to_owned(), "0".to_owned()], Decimal::from(2))
    );
}

#[test]
fn a_job_that_has_not_ended_counts_until_the_file_was_written() {
    let load = read(
        request("1h"),
        &[&[
            // it has run for 2 h, after half an hour in which it was suspended
            "1|RUNNING|2026-11-01T00:00:00|Unknown|7200|00:30:00|gres/gpu=2",
            // ended, but without an end time
            "2|COMPLETED|2026-11-01T00:00:00|Unknown|7200|00:00:00|gres/gpu=2",
        ]],
    )
    .unwrap();
    assert_eq!(levels(&load), ["2", "2", "1"]);
    assert_eq!((tally(&load, "running"), tally(&load, "suspended")), (1, 1));
    let skipped = &load.skipped[0];
    assert_eq!((skipped.first.as_str(), skipped.rows), ("1.txt:3", 1));
    assert_eq!(skipped.message, "is COMPLETED and has no End");
    // without an elapsed time, until the last time in the file
    let unsaid = [
        "1|RUNNING|2026-11-01T00:00:00|Unknown|||gres/gpu=2",
        "2|COMPLETED|2026-11-01T01:00:00|2026-11-01T03:00:00|||cpu=1",
    ];
    assert_eq!(levels(&read(request("1h"), &[&unsaid]).unwrap()), ["2", "2", "2"]);
}

#[test]
fn a_job_that_two_files_have_counts_once() {
    let first = [
        "1|COMPLETED|2026-11-01T00:00:00|2026-11-01T01:00:00|3600||gres/gpu=1",
        "2|RUNNING|2026-11-01T00:00:00|Unknown|3600||gres/gpu=2",
        "3|RUNNING|2026-11-01T00:00:00|Unknown|3600||gres/gpu=4",
    ];
    let second = [
        "1|COMPLETED|2026-11-01T00:00:00|2026-11-01T01:00:00|3600||gres/gpu=1",
        "2|COMPLETED|2026-11-01T00:00:00|2026-11-01T02:00:00|7200||gres/gpu=2",
        "3|RUNNING|2026-11-01T00:00:00|Unknown|10800||gres/gpu=4",
        // the same job, put into the queue again
        "1|COMPLETED|2026-11-01T02:00:00|2026-11-01T03:00:00|3600||gres/gpu=1",
    ];
    // in either order
    for files in [[&first[..], &second], [&second, &first]] {
        let load = read(request("1h"), &files).unwrap();
        assert_eq!(levels(&load), ["7", "6", "5"]);
        assert_eq!((tally(&load, "jobs"), tally(&load, "repeated")), (4, 3));
    }
}

#[test]
fn rows_that_are_wrong_are_skipped_and_told_with_the_first_place_of_each_kind() {
    let load = read(
        request("1h"),
        &[&[
            "1|COMPLETED|2026-11-01T00:00:00|2026-11-01T01:00:00|3600||gres/gpu=1",
            "2|COMPLETED|2026-11-01T02:00:00|2026-11-01T01:00:00|3600||gres/gpu=1",
            "3|COMPLETED|2026-13-01T00:00:00|2026-11-01T01:00:00|3600||gres/gpu=1",
            "4|COMPLETED|2026-11-01T00:00:00|tomorrow|3600||gres/gpu=1",
            "5|COMPLETED|2026-11-01T00:00:00|2026-11-01T01:00:00|3600||gres/gpu=99999999",
            "6|COMPLETED|a|job|2026-11-01T00:00:00|2026-11-01T01:00:00|3600||gres/gpu=1",
            "7|COMPLETED|2026-11-01T00:0",
        ]],
    )
    .unwrap();
    assert_eq!(levels(&load), ["1"]);
    let said: Vec<_> = load.skipped.iter().map(|it| (it.reason, it.first.as_str(), it.rows)).collect();
    let expected = [
        (SkipReason::Cells, "1.txt:7", 2),
        (SkipReason::Time, "1.txt:4", 2),
        (SkipReason::Reversed, "1.txt:3", 1),
        (SkipReason::Accelerators, "1.txt:6", 1),
    ];
    assert_eq!(said, expected);
    assert_eq!(
        load.skipped[1].message,
        "has `2026-13-01T00:00:00` for Start, which is not a time between 2000 and 2200"
    );
}

#[test]
fn a_type_can_be_asked_for() {
    let rows = [
        "1|COMPLETED|2026-11-01T00:00:00|2026-11-01T01:00:00|3600||gres/gpu:a100=2,gres/gpu=2",
        "2|COMPLETED|2026-11-01T00:00:00|2026-11-01T01:00:00|3600||gres/gpu:h100=4,gres/gpu=4",
    ];
    let of = |name: &str| TraceRequest { accelerator: Some(name.to_owned()), ..request("1h") };
    assert_eq!(levels(&read(of("H100"), &[&rows]).unwrap()), ["4"]);
    let refused = read(of("b200"), &[&rows]).unwrap_err();
    assert_eq!(refused.message, "no job held an accelerator of the type b200");
}

#[test]
fn a_cluster_that_keeps_no_account_of_accelerators_is_refused() {
    let refused =
        read(request("1h"), &[&["1|COMPLETED|2026-11-01T00:00:00|2026-11-01T01:00:00|3600||cpu=8"]]).unwrap_err();
    assert!(refused.instead.contains("AccountingStorageTRES"), "{refused}");
}
