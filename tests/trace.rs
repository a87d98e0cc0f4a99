//! `rackrent trace`: cluster measurements as a trace. Expected hours are hand-calculated from files that tools have printed
//! (`tests/measured/README.md`).

use crate::generated::cases;
use crate::support::program::{RACKRENT, Ran, run, run_with_input};
use crate::support::{read_as, text_of};
use proptest::prelude::*;
use rackrent::telemetry_import::{
    GapFilling, ImportedTrace, Level, LoadReader, LocalTimes, Moment, StepLength, TraceError, TraceRequest,
};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

#[track_caller]
fn trace(arguments: &[&str]) -> Ran {
    run(Path::new("tests/measured"), &[&["trace"], arguments].concat())
}

/// Rows of a trace, without its comment and header.
fn rows(ran: &Ran) -> Vec<&str> {
    assert_eq!(ran.status, 0, "{}", ran.errors);
    ran.output.lines().skip_while(|line| line.starts_with('#')).skip(1).collect()
}

#[track_caller]
fn summary(arguments: &[&str]) -> Value {
    let ran = trace(&[arguments, &["--format", "json"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.errors);
    ran.report()
}

fn request(step: &str) -> TraceRequest {
    let (step, local_times) = (StepLength::parse(step).unwrap(), LocalTimes::parse("UTC").unwrap());
    let gaps = GapFilling::Refuse;
    TraceRequest { step, from: None, to: None, local_times, gaps, counting: None, accelerator: None }
}

fn read(request: TraceRequest, texts: &[&str]) -> Result<ImportedTrace, TraceError> {
    let mut reader = LoadReader::new(request);
    for text in texts {
        reader.read("given", &mut text.as_bytes())?;
    }
    reader.finish()
}

#[test]
fn the_output_of_sacct_agrees_with_a_hand_count() {
    // accelerators · seconds: job 1 of 07:40:54 to 07:41:54 2 · 60; job 3 to 07:43:36 1 · 162; job 5 of 07:41:25 4 · 20; three tasks
    // of array 2 1 · 30; task 6_2 of 07:43:36, which still ran after 60 s, 4 · 60. In Berlin it was an hour later than in UTC
    let ran = trace(&["sacct-berlin.txt", "--time-zone", "Europe/Berlin", "--step", "1min"]);
    // 06:40: the last 6 s of it, in which 2 + 1 + 3 accelerators were held. 06:41: job 1 for 54 s, job 3 all 60, tasks for 24,
    // job 5 for 20: 108 + 60 + 72 + 80 = 320 s. 06:42: job 3. 06:43: job 3 for 36, task 6_2 for 24. 06:44: task 6_2 for 36
    let expected = [
        "2026-11-23T06:40:00Z,0.6",
        "2026-11-23T06:41:00Z,5.333333",
        "2026-11-23T06:42:00Z,1",
        "2026-11-23T06:43:00Z,2.2",
        "2026-11-23T06:44:00Z,2.4",
    ];
    assert_eq!(rows(&ran), expected);
    assert!(ran.output.starts_with("# allocated accelerators"), "{}", ran.output);
    assert!(!ran.errors.contains("UTC ("), "{}", ran.errors);
    let summary = summary(&["sacct-berlin.txt"]);
    // 692 s
    assert_eq!(summary["measured_accelerator_hours"], json!(0.192_222_222_222));
    assert_eq!((&summary["counts"], &summary["format"]), (&json!("allocated"), &json!("slurm")));
    let of_types: Vec<_> = summary["accelerators"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| (of["name"].clone(), of["accelerator_hours"].clone()))
        .collect();
    // 120 + 162 + 240 and 80 + 90 s
    assert_eq!(of_types, [(json!("a100"), json!(0.145)), (json!("h100"), json!(0.047_222_222_222_2))]);
    assert!(summary["remarks"][0].as_str().unwrap().contains("read as UTC"), "{summary}");
}

#[test]
fn times_are_read_as_they_are_written() {
    let of =
        |file: &str, zone: &str| rows(&trace(&[file, "--time-zone", zone, "--to", "2026-11-23T06:43:00Z"])).join("\n");
    // seconds since 1970 have no time zone, and the other file has a semicolon between its cells and at the end of its rows
    let expected = of("sacct-berlin.txt", "Europe/Berlin");
    // until 06:43: 120 + 126 + 80 + 90 s in the requested 43 minutes of that hour
    assert_eq!(expected, "2026-11-23T06:00:00Z,0.16124");
    assert_eq!(of("sacct-seconds.txt", "America/New_York"), expected);
    assert_eq!(of("sacct-semicolons.txt", "+01:00"), expected);
}

#[test]
fn a_suspended_job_that_still_runs_counts_from_its_start() {
    // 6_2 has run for 428 s after 31 s of suspension: 4 · 459; 3, in its second run, 1 · 327
    let summary = summary(&["sacct-suspended.txt", "--from", "2026-11-23T07:43:36"]);
    assert_eq!(summary["measured_accelerator_hours"], json!(0.600_833_333_333));
}

#[test]
fn responses_of_prometheus_agree_with_a_hand_count() {
    // shares of three accelerators at eight instants, a minute apart: 8 · (95 + 80) + 99 + 59 + 19 + 79 + 39 + 99 + 59 + 19 = 1872 %;
    // the fourth does nothing, and has no sample at three instants within its series
    let refused = trace(&["prometheus-dcgm.json"]);
    assert!(
        refused.status == 2 && refused.errors.contains("first of GPU-0003 at 2026-11-23T06:45:23Z"),
        "{}",
        refused.errors
    );
    let busy = summary(&["prometheus-dcgm.json", "--gaps", "zero"]);
    assert_eq!(
        (&busy["counts"], &busy["measured_accelerator_hours"], &busy["mean"]),
        (&json!("busy"), &json!(0.312), &json!(2.34))
    );
    assert!(busy["remarks"][0].as_str().unwrap().contains("(3 of them)"), "{busy}");
    // 2 at eight instants and 1 at four, a minute each; not the requested processors and memory
    let requested = summary(&["prometheus-kube.json"]);
    assert_eq!(
        (&requested["counts"], &requested["measured_accelerator_hours"]),
        (&json!("requested"), &json!(0.333_333_333_333))
    );
    // the sum of the first, divided by 100, carries no further information
    let printed = trace(&["prometheus-sum.json"]);
    assert!(printed.status == 2 && printed.errors.contains("use --counts"), "{}", printed.errors);
    assert_eq!(summary(&["prometheus-sum.json", "--counts", "busy"])["measured_accelerator_hours"], json!(0.312));
    let wrong = trace(&["prometheus-dcgm.json", "--gaps", "zero", "--counts", "allocated"]);
    assert!(wrong.errors.contains("count busy accelerators, not allocated"), "{}", wrong.errors);
    let model = trace(&[
        "prometheus-dcgm.json",
        "--gaps",
        "hold",
        "--accelerator",
        "nvidia h100 80gb hbm3",
        "--format",
        "json",
    ]);
    assert_eq!(model.report()["measured_accelerator_hours"], json!(0.312));
}

#[test]
fn overlapping_files_are_parts_of_one_measurement() {
    let answer = |values: &str| {
        format!(
            r#"{{"status":"success","data":{{"resultType":"matrix","result":[{{"metric":{{"__name__":"slurm_gpus_alloc"}},"values":[{values}]}}]}}}}"#
        )
    };
    // 4 from 00:00, 6 from 00:30 (in both files), 8 from 01:00 for the usual half hour
    let first = answer(r#"[1793491200,"4"],[1793493000,"6"]"#);
    let second = answer(r#"[1793493000,"6"],[1793494800,"8"]"#);
    let load = read(request("1h"), &[&first, &second]).unwrap();
    assert_eq!(load.measured_accelerator_hours(), Decimal::from(9));
    assert!(load.remarks.is_empty(), "{:?}", load.remarks);
    let third = answer(r#"[1793493000,"7"],[1793494800,"8"]"#);
    let remarks = read(request("1h"), &[&first, &third]).unwrap().remarks;
    assert!(remarks.len() == 1 && remarks[0].starts_with("two files differ"), "{remarks:?}");
    let refused = read(request("1h"), &[&first, "JobID|Start|End|AllocTRES\n"]).unwrap_err();
    assert_eq!(refused.message, "it is from slurm, but the file before it is from prometheus");
}

#[test]
fn a_gap_is_not_zero() {
    // by hand: 4 + 1 in half of the first hour, 2 in the second, the third unknown, 2 in the measured half of the fourth
    let refused = trace(&["opencost.json"]);
    assert!(refused.status == 2 && refused.output.is_empty(), "{}", refused.output);
    assert!(
        refused.errors.contains("nothing was measured in 1 of 4 steps, first at 2026-11-01T02:00:00Z"),
        "{}",
        refused.errors
    );
    let levels = |gaps: &str| -> Vec<String> {
        let ran = trace(&["opencost.json", "--gaps", gaps]);
        rows(&ran).iter().map(|row| row.split(',').nth(1).unwrap().to_owned()).collect()
    };
    assert_eq!(levels("zero"), ["4.5", "2", "0", "2"]);
    assert_eq!(levels("hold"), ["4.5", "2", "2", "2"]);
    let curve = trace(&["opencost.json", "--gaps", "leave-out", "--format", "curve"]);
    assert_eq!(rows(&curve), ["4.5,1", "2,2"]);
    let samples = trace(&["opencost.json", "--gaps", "leave-out"]);
    assert!(samples.status == 2 && samples.errors.contains("--format curve"), "{}", samples.errors);
    let summary = summary(&["opencost.json"]);
    // 4 + 0.5 + 2 + 1 gpuHours, without __idle__; the row without them is reported
    assert_eq!((&summary["measured_accelerator_hours"], &summary["measured_hours"]), (&json!(7.5), &json!(2.5)));
    assert_eq!(summary["gaps"], json!([{ "from": "2026-11-01T02:00:00Z", "steps": 1 }]));
    assert_eq!(summary["skipped"][0]["first"], json!("opencost.json, window 2, `broken`"));
}

/// A range of one metric: two accelerators at the same instants, a minute apart from `from` to before `to`, each busy for a
/// share.
fn utilizations(stretches: &[(u64, u64, u32)]) -> String {
    let instants = stretches.iter().flat_map(|(from, to, share)| (*from..*to).map(move |minute| (minute, share)));
    let values: Vec<_> =
        instants.map(|(minute, share)| json!([1_793_491_200 + minute * 60, share.to_string()])).collect();
    let series =
        ["0", "1"].map(|gpu| json!({ "metric": { "__name__": "DCGM_FI_DEV_GPU_UTIL", "gpu": gpu }, "values": values }));
    json!({ "status": "success", "data": { "resultType": "matrix", "result": series } }).to_string()
}

/// 2 · 100 % for 30 minutes of the first hour, unknown for 70, 2 · 50 % for the last 20 of the second: 2 and 1 are the means
/// of the measured parts of the steps, so the trace has 3 accelerator-hours in 2 h. Measured was 2 · 0.5 + 1 · 1/3 = 4/3 in
/// 5/6 of an hour: 1.6.
#[test]
fn the_mean_includes_gaps_and_the_measured_mean_is_separate() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("range.json"), utilizations(&[(0, 30, 100), (100, 120, 50)])).unwrap();
    let ran = run(folder.path(), &["trace", "range.json", "--output", "load.csv"]);
    let printed = "Load      3 accelerator-hours in 2 h; 1.5 on average, 2 at the peak\n\
                Measured  1.33333 accelerator-hours in 0.833333 h; 1.6 on average\n";
    assert!(ran.output.contains(printed), "{}{}", ran.output, ran.errors);
    // all series are missing at once, so none of them counts as 0
    assert!(
        ran.output.contains("2 steps were measured only in part") && !ran.output.contains("counts as 0"),
        "{}",
        ran.output
    );
    let path = folder.path().join("scenario.yaml").display().to_string();
    let mean = read_as(&path, MEASURED).1.get("jobs").unwrap().mean;
    assert_eq!(mean, Decimal::new(15, 1));
    let of = run(folder.path(), &["trace", "range.json", "--format", "json"]).report();
    let written = ["hours", "accelerator_hours", "mean", "peak"].map(|name| of[name].clone());
    assert_eq!(written, [json!(2), json!(3), json!(1.5), json!(2)]);
    let measured = ["measured_hours", "measured_accelerator_hours", "measured_mean"].map(|name| of[name].clone());
    assert_eq!(measured, [json!(0.833_333_333_333), json!(1.333_333_333_33), json!(1.6)]);
    // 4.5, 2, nothing and 2: values in the gap count
    let with = |gaps: &str| {
        let of = summary(&["opencost.json", "--gaps", gaps]);
        [of["hours"].clone(), of["mean"].clone(), of["measured_mean"].clone()]
    };
    assert_eq!(with("zero"), [json!(4), json!(2.125), json!(3)]);
    assert_eq!(with("hold"), [json!(4), json!(2.625), json!(3)]);
    assert_eq!(with("leave-out"), [json!(3), json!(2.833_333_333_33), json!(3)]);
    assert_eq!(with("refuse"), with("leave-out"));
}

#[test]
fn periods_without_data_are_reported() {
    // one job from 01:00 that still ran at 04:00, one without accelerators from 00:30 to 02:00
    let jobs = "JobID|State|Start|End|ElapsedRaw|AllocTRES\n\
        1|RUNNING|2026-11-01T01:00:00Z|Unknown|10800|gres/gpu=8\n\
        2|COMPLETED|2026-11-01T00:30:00Z|2026-11-01T02:00:00Z|5400|cpu=4\n";
    let remarks = |text: &str, from: Option<&str>, to: Option<&str>| {
        let moment = |text: Option<&str>| text.map(|text| Moment::parse(text, &request("1h").local_times).unwrap());
        let load = read(TraceRequest { from: moment(from), to: moment(to), ..request("1h") }, &[text]).unwrap();
        let is_of_time = |remark: &String| remark.contains("nothing was measured") || remark.contains("is unknown");
        load.remarks.into_iter().filter(is_of_time).collect::<Vec<_>>()
    };
    let none = Vec::<String>::new();
    let after = "no row has a time after 2026-11-01T04:00:00Z: the load from then until 2026-11-01T08:00:00Z is unknown; the trace has 0 \
                 there, which is too low if jobs without an end continued (1 of them)";
    assert_eq!(remarks(jobs, None, Some("2026-11-01T08:00:00Z")), [after]);
    let before = "no row has a time before 2026-11-01T00:30:00Z: the load from 2026-10-31T00:00:00Z until then is unknown; the trace has 0 \
                  there, which is right if sacct covered the time from 2026-10-31T00:00:00Z on (-S)";
    assert_eq!(remarks(jobs, Some("2026-10-31"), None), [before]);
    assert_eq!(remarks(jobs, Some("2026-11-01T00:30:00Z"), Some("2026-11-01T04:00:00Z")), none);
    assert_eq!(remarks(jobs, None, None), none);
    let ended =
        jobs.replace("RUNNING|2026-11-01T01:00:00Z|Unknown", "COMPLETED|2026-11-01T01:00:00Z|2026-11-01T04:00:00Z");
    let printed = remarks(&ended, None, Some("2026-11-01T08:00:00Z")).join(" ");
    assert!(printed.ends_with("which is right if sacct covered the time until 2026-11-01T08:00:00Z (-E)"), "{printed}");
    // samples from 00:00 to 02:00, which are not 0 elsewhere: the trace is shorter
    let range = utilizations(&[(0, 120, 50)]);
    let both = remarks(&range, Some("2026-10-31T22:00:00Z"), Some("2026-11-01T08:00:00Z"));
    let expected = [
        "nothing was measured from 2026-10-31T22:00:00Z to 2026-11-01T00:00:00Z; the trace begins at 2026-11-01T00:00:00Z",
        "nothing was measured from 2026-11-01T02:00:00Z to 2026-11-01T08:00:00Z; the trace ends at 2026-11-01T02:00:00Z",
    ];
    assert_eq!(both, expected);
    assert_eq!(remarks(&range, Some("2026-11-01"), Some("2026-11-01T02:00:00Z")), none);
}

#[test]
fn a_file_without_jobs_is_reported_with_its_content() {
    let printed = |rows: &str| {
        let text = format!("JobID|State|Start|End|AllocTRES\n{rows}");
        read(request("1h"), &[&text]).unwrap_err().message
    };
    assert_eq!(printed(""), "there are no rows below the header: sacct found no job");
    assert_eq!(
        printed("1|COMPLETED|yesterday|2026-11-01T02:00:00Z|gres/gpu=8\n"),
        "every row is invalid; the first: given:2 has `yesterday` for Start, which is not a time between 2000 and 2200"
    );
    let without = "1|COMPLETED|2026-11-01T01:00:00Z|2026-11-01T02:00:00Z|cpu=8\n";
    assert_eq!(printed(without), "no job held an accelerator for any time (1 ran without one)");
    let waiting = "2|PENDING|Unknown|Unknown|\n";
    assert_eq!(printed(waiting), "no job held an accelerator for any time (1 never began)");
    let instant = "1|FAILED|2026-11-01T01:00:00Z|2026-11-01T01:00:00Z|gres/gpu=8\n";
    assert_eq!(printed(instant), "no job held an accelerator for any time");
}

/// A scenario that reads `load.csv` from its folder.
const MEASURED: &str = "name: Measured\ncurrency: USD\nhorizon_months: 36\ndiscount_rate: 9%\n\
    demand: { workloads: { jobs: { kind: training, flexible: false, trace: load.csv } } }\n\
    rent: { cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 2 } }\n";

#[test]
fn a_printed_trace_can_be_used_by_a_scenario() {
    let folder = tempfile::tempdir().unwrap();
    let files = std::env::current_dir().unwrap().join("tests/measured/sacct-berlin.txt").display().to_string();
    for (format, output) in [("csv", "load.csv"), ("curve", "curve=load.csv")] {
        let ran = run(folder.path(), &["trace", &files, "--step", "1min", "--output", output]);
        assert!(ran.status == 0 && ran.output.starts_with("Counts"), "{format}: {}{}", ran.output, ran.errors);
        let path = folder.path().join("scenario.yaml").display().to_string();
        let traces = read_as(&path, MEASURED).1;
        let read = traces.get("jobs").unwrap();
        // 692 s over five minutes, with levels rounded to six decimals
        assert_eq!(read.peak, Decimal::new(5_333_333, 6));
        assert_eq!(read.mean.round_dp(5), Decimal::new(230_667, 5), "{format}");
        std::fs::write(&path, MEASURED).unwrap();
        let compared = run(folder.path(), &["compare", "scenario.yaml", "--format", "json"]);
        assert_eq!(compared.status, 0, "{}", compared.errors);
    }
}

#[test]
fn no_input_is_overwritten_and_no_file_is_partial() {
    let folder = tempfile::tempdir().unwrap();
    let jobs = folder.path().join("jobs.csv");
    std::fs::write(&jobs, text_of("tests/measured/sacct-berlin.txt")).unwrap();
    let refused = run(folder.path(), &["trace", "jobs.csv", "--output", "jobs.csv"]);
    assert!(refused.status == 2 && refused.errors.contains("is an input of this command"), "{}", refused.errors);
    let refused = run(folder.path(), &["trace", "jobs.csv", "none.txt", "--output", "new.csv"]);
    assert!(refused.status == 2 && !folder.path().join("new.csv").exists(), "{}", refused.errors);
}

proptest! {
    #![proptest_config(cases(64))]

    /// The accelerator-hours of a trace are those of the jobs, whatever its step, and whatever the order of the jobs.
    #[test]
    fn no_accelerator_hour_is_lost(
        jobs in prop::collection::vec((0_i64..2_000_000, 1_i64..500_000, 1_i64..64), 1..40),
        step in prop::sample::select(vec!["1h", "7min", "1d", "30s"]),
    ) {
        let row = |(number, (start, length, gpus)): (usize, &(i64, i64, i64))| {
            format!("{number}|{}|{}|gres/gpu={gpus}\n", 1_793_491_200 + start, 1_793_491_200 + start + length)
        };
        let header = "JobID|Start|End|AllocTRES\n".to_owned();
        let text = jobs.iter().enumerate().map(row).fold(header.clone(), |text, row| text + &row);
        let backwards = jobs.iter().enumerate().rev().map(row).fold(header, |text, row| text + &row);
        let load = read(request(step), &[&text]).unwrap();
        let seconds: i64 = jobs.iter().map(|(_, length, gpus)| length * gpus).sum();
        prop_assert_eq!(load.measured_accelerator_hours(), Decimal::from(seconds) / Decimal::from(3_600));
        prop_assert_eq!(&read(request(step), &[&backwards]).unwrap().steps, &load.steps);
        // and its rows have the same hours, except for rounding
        let rows: Decimal = load.steps.iter().filter_map(|step| step.level).map(Level::accelerators).sum();
        let of_rows = rows * Decimal::from(load.step_seconds);
        let most = Decimal::new(5, 7) * Decimal::from(load.steps.len() as u64 * u64::try_from(load.step_seconds).unwrap());
        prop_assert!((of_rows - Decimal::from(seconds)).abs() <= most);
    }

    /// Any file content is rejected or read, without a panic.
    #[test]
    fn no_bytes_crash_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..400), cut in 0_usize..4_000, with in any::<u8>()) {
        let mut reader = LoadReader::new(request("1h"));
        let _ = reader.read("given", &mut bytes.as_slice()).and_then(|()| reader.finish());
        for file in ["sacct-berlin.txt", "prometheus-dcgm.json", "opencost.json"] {
            let mut text = text_of(format!("tests/measured/{file}")).into_bytes();
            let at = cut % text.len();
            text[at] = with;
            for given in [&text[..], &text[..at]] {
                let mut reader = LoadReader::new(request("1h"));
                let _ = reader.read("given", &mut &*given).and_then(|()| reader.finish());
            }
        }
    }
}

fn zero() -> TraceRequest {
    TraceRequest { gaps: GapFilling::Zero, ..request("1h") }
}

/// An interrupted download is not read as a shorter measurement, wherever it was cut.
#[test]
fn every_truncated_response_is_refused() {
    for file in ["prometheus-dcgm.json", "opencost.json"] {
        let text = text_of(format!("tests/measured/{file}"));
        let whole = text.trim_end();
        assert!(read(zero(), &[whole]).is_ok(), "{file}");
        for end in (0..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
            assert!(read(zero(), &[&whole[..end]]).is_err(), "{file} to {end}");
        }
    }
}

#[test]
fn hostile_files_are_refused_with_clear_messages() {
    let printed = |text: &str| read(request("1h"), &[text]).unwrap_err().to_string();
    let job = |rest: &str| format!("JobID|Start|End|AllocTRES\n1|{rest}\n");
    let first = |text: &str| printed(text).split("; ").next().unwrap().to_owned();
    assert_eq!(first(""), "given: it is empty");
    assert_eq!(first("\n\n"), "given: it is empty");
    assert_eq!(first("{}"), "given: it has no `data`, so it is not an answer of Prometheus or OpenCost");
    assert_eq!(first("[1]").split(": invalid").next(), Some("given:1:1: it is not a valid answer in JSON"));
    assert_eq!(first(r#"{"data":{"resultType":"matrix","result":[{"metric":{"#), "given:1:52: the JSON is incomplete");
    assert_eq!(first(r#"{"data":{"resultType":"matrix","result":[]}}"#), "the query returned no samples");
    assert_eq!(first(r#"{"data":[]}"#), "nothing was measured in the requested time");
    assert_eq!(first("timestamp,accelerators\n"), "given:1: it is already a trace: `timestamp,accelerators`");
    assert_eq!(
        first("# HELP DCGM_FI_DEV_GPU_UTIL x\n"),
        "given:1: it is the output of an exporter at one instant: `# HELP DCGM_FI_DEV_GPU_UTIL x`"
    );
    assert_eq!(
        first("JobID     Start\n"),
        "given:1: these columns may be cut off: they are from sacct without --parsable2"
    );
    // a century of minutes
    let long = TraceRequest { step: StepLength::parse("1min").unwrap(), ..request("1h") };
    let century = job("2001-01-01T00:00:00|2101-01-01T00:00:00|gres/gpu=1");
    assert_eq!(read(long, &[&century]).unwrap_err().message, "the trace would have more than 1,000,000 steps");
    // a million accelerators twice
    let huge = format!(
        "{}2|2026-11-01T00:00:00|2026-11-02T00:00:00|gres/gpu=1000000\n",
        job("2026-11-01T00:00:00|2026-11-02T00:00:00|gres/gpu=1000000")
    );
    assert_eq!(first(&huge), "there are more than 1,000,000 accelerators at 2026-11-01T00:00:00Z");
    // nested deeper than a recursive parser supports
    let deep = format!("{{\"data\":{}", "[".repeat(100_000));
    assert!(printed(&deep).contains("it is not a valid answer in JSON"), "{}", printed(&deep));
}

/// Feeds a beginning and then the same bytes forever, until the program has ended.
fn endless(beginning: &str, filling: &[u8]) -> Ran {
    let mut child = Command::new(RACKRENT)
        .args(["trace", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(beginning.as_bytes()).unwrap();
    let piece = filling.repeat(1 << 16);
    // it rejects the input after a mebibyte, so most of a gibibyte is never read
    let taken = (0..1 << 14).take_while(|_| input.write_all(&piece).is_ok()).count();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(taken < 1 << 10, "{taken} pieces were taken");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { status: output.status.code().unwrap(), output: text(output.stdout), errors: text(output.stderr) }
}

#[test]
fn endless_lines_and_texts_are_refused() {
    let line = endless("JobID|Start|End|AllocTRES\n", b"x");
    assert!(line.status == 2 && line.errors.contains("stdin:2: the line is longer than 1 MiB"), "{}", line.errors);
    let text = endless("{\"data\":{\"resultType\":\"", b"x");
    assert!(text.status == 2 && text.errors.contains("a string longer than 1 MiB"), "{}", text.errors);
    let number = endless(
        "{\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":{\"__name__\":\"slurm_gpus_alloc\"},\"values\":[[",
        b"[",
    );
    assert_eq!(number.status, 2, "{}", number.errors);
}

#[test]
fn terminal_control_sequences_are_not_printed() {
    let text = "JobID|Start|End|AllocTRES\n1|2026-11-01T00:00:00|2026-11-01T01:00:00|gres/gpu=1\n2|\u{1b}[31m|2026-11-01T01:00:00|gres/gpu=1\n";
    let ran = run_with_input(Path::new("."), &["trace", "-"], text);
    assert!(ran.status == 0 && ran.errors.contains('\u{fffd}') && !ran.errors.contains('\u{1b}'), "{}", ran.errors);
}

#[test]
fn a_long_file_is_read_in_a_stream() {
    // 25 jobs of 8 accelerators begin in each of 4,000 hours, and last for one; each has two steps, which hold the same
    // accelerators as the job
    let mut text = "JobID|State|Start|End|AllocTRES\n".to_owned();
    for job in 0..100_000_u64 {
        let start = 1_767_225_600 + job / 25 * 3_600;
        for step in ["", ".batch", ".0"] {
            writeln!(text, "{job}{step}|COMPLETED|{start}|{}|gres/gpu=8", start + 3_600).unwrap();
        }
    }
    let load = read(request("1h"), &[&text]).unwrap();
    assert_eq!(load.steps.len(), 4_000);
    assert!(load.steps.iter().all(|step| step.level.is_some_and(|level| level.accelerators() == Decimal::from(200))));
}
