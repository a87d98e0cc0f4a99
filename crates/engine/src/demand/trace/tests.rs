//! Tests of traces in memory: curves and errors.

use super::*;
use crate::diagnostic::{Style, render};
use crate::scenario::load;
use std::cell::RefCell;

fn d(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn read(text: &str) -> Trace {
    Trace::read(&mut text.as_bytes()).unwrap_or_else(|fault| panic!("{fault:?}"))
}

/// Line (0 for the file), code and message of an error.
fn fault(text: &str) -> (u64, Code, String) {
    match Trace::read(&mut text.as_bytes()).unwrap_err() {
        TraceError::Unreadable(error) => panic!("{error}"),
        TraceError::File(problem) => (0, problem.code, problem.message),
        TraceError::Row(row) => (row.number, row.problem.code, row.problem.message),
    }
}

fn pairs(levels: &[(&str, &str)]) -> Vec<(Decimal, Decimal)> {
    levels.iter().map(|(level, weight)| (d(level), d(weight))).collect()
}

#[test]
fn samples_hold_until_the_next_and_the_last_for_the_median_gap() {
    // 4 for 60 s, 2.5 for 60 s, 4 for 120 s, 0 for the median gap of 60 s: area 4 · 180 + 2.5 · 60 = 870
    let trace = read("timestamp,accelerators\n0,4\n60,2.5\n120,4\n240,0\n");
    assert_eq!(*trace.levels, pairs(&[("4", "180"), ("2.5", "60"), ("0", "60")]));
    assert_eq!((trace.peak, trace.weight, trace.mean, trace.rows), (d("4"), d("300"), d("2.9"), 4));
}

#[test]
fn comments_stand_above_the_header_alone() {
    let bare = read("accelerators,hours\n4,1\n");
    let trace = read("# allocated accelerators\n#\naccelerators,hours\n4,1\n");
    assert_eq!((&trace.levels, trace.rows), (&bare.levels, 1));
    assert_eq!(fault("accelerators,hours\n# 4\n4,1\n").0, 2);
    assert_eq!(fault("# a comment\n"), (0, Code::TraceFormat, "is empty".into()));
}

#[test]
fn a_ready_made_curve_is_sorted_and_added_up() {
    // area 2 · 600 + 8.5 · 100 = 2,050 of 730 hours
    let trace = read("accelerators,hours\n2,500\n8.50,100\n0,30\n2.0,100\n7,0\n");
    assert_eq!(*trace.levels, pairs(&[("8.5", "100"), ("2", "600"), ("0", "30")]));
    assert_eq!((trace.peak, trace.weight, trace.mean), (d("8.5"), d("730"), d("2050") / d("730")));
}

#[test]
fn what_programs_write_around_a_table_does_not_matter() {
    let plain = read("timestamp,accelerators\n2026-11-01T00:00:00Z,4\n2026-11-01T01:00:00Z,2\n");
    for text in [
        "\u{feff}timestamp,accelerators\n2026-11-01T00:00:00Z,4\n2026-11-01T01:00:00Z,2",
        "timestamp,accelerators\r\n2026-11-01T00:00:00Z,4\r\n2026-11-01T01:00:00Z,2\r\n\r\n",
        "\"timestamp\",\"accelerators\"\n\"2026-11-01T00:00:00Z\",\"4\"\n\"2026-11-01T01:00:00Z\",2\n",
        "timestamp, accelerators\n2026-11-01 01:00:00+01:00, 4.0\n2026-11-01T00:30:00.000-00:30,2.00\n",
        "timestamp,accelerators\n1793491200,4\n1793494800.0,2\n",
    ] {
        let trace = read(text);
        assert_eq!((&trace.levels, trace.rows), (&plain.levels, 2), "{text:?}");
    }
}

#[test]
fn the_fingerprint_is_that_of_the_bytes() {
    // by sha256sum
    let expected = "4c5d1a7185d0e02001b3257f807875dbab5c076a34c9a7737cf8075573d880b5";
    assert_eq!(read("timestamp,accelerators\n0,1\n1,2\n").sha256, expected);
}

#[test]
fn what_is_wrong_is_said_of_its_line() {
    let samples = |rows: &str| fault(&format!("timestamp,accelerators\n{rows}"));
    let format = Code::TraceFormat;
    assert_eq!(fault(""), (0, format, "is empty".into()));
    assert_eq!(fault("timestamp,accelerators\n\n"), (0, format, "has no rows below its header".into()));
    assert_eq!(samples("0,1\n0,2\n"), (3, Code::TraceOrder, "has the same time as the previous row".into()));
    assert_eq!(samples("9,1\n8,2\n"), (3, Code::TraceOrder, "is earlier than the previous row".into()));
    assert_eq!(samples("0,1\n1,-2\n"), (3, Code::TraceNegative, "has -2 accelerators; the minimum is 0".into()));
    assert_eq!(samples("0,1\n1;2\n"), (3, format, "has one cell; a row needs two".into()));
    assert_eq!(samples("0,1\n\n1,2\n"), (4, format, "follows an empty line".into()));
    assert_eq!(samples("0,1\n1,\n"), (3, format, "has no value for `accelerators`".into()));
    assert_eq!(fault("accelerators,hours\n1,0\n"), (0, format, "has no hours: all of them are 0".into()));
    assert_eq!(fault("accelerators,hours\n1,-1\n").1, Code::TraceNegative);
    let one = "has only one sample, so its duration is unknown";
    assert_eq!(samples("0,1\n"), (0, format, one.into()));
    let (line, code, message) = fault("time;gpus\n");
    assert_eq!((line, code), (1, format));
    assert!(message.contains("`timestamp,accelerators`") && message.contains("`accelerators,hours`"), "{message}");
    assert_eq!(fault(&"x".repeat(3 << 20)), (1, format, "is longer than 1 MiB".into()));
}

#[test]
fn the_first_gap_of_more_than_ten_median_ones_is_an_error() {
    let ten = "timestamp,accelerators\n0,1\n1,1\n2,1\n12,1\n13,1\n";
    assert_eq!(read(ten).weight, d("14"));
    // the gaps of 4, 10.5 and 99 rise; the one of 11 does not
    let rows = "timestamp,accelerators\n0,1\n1,1\n2,1\n6,1\n7,1\n17.5,1\n18,1\n29,1\n30,1\n129,1\n";
    let (line, code, message) = fault(rows);
    assert_eq!((line, code), (7, Code::TraceGap));
    assert_eq!(message, "is 10.5 s after the previous row, more than ten times the median gap of 1 s");
}

#[test]
fn too_many_levels_or_gaps_are_refused_and_not_one_fewer() {
    use std::fmt::Write as _;
    let levels = |count: u32| {
        let mut text = "accelerators,hours\n".to_owned();
        (0..count).for_each(|at| writeln!(text, "{}.{:06},1", at / 1_000, at).unwrap());
        text
    };
    assert_eq!(read(&levels(100_000)).levels.len(), 100_000);
    assert_eq!(
        fault(&levels(100_001)),
        (100_002, Code::TraceTooVaried, "exceeds the limit of 100,000 different levels".into())
    );
    let samples = |count: u32| {
        let mut text = "timestamp,accelerators\n".to_owned();
        (0..count).for_each(|at| writeln!(text, "{at},{}.{}", at / 10, at % 10).unwrap());
        text
    };
    assert_eq!(read(&samples(100_000)).levels.len(), 100_000);
    assert_eq!(fault(&samples(100_002)).1, Code::TraceTooVaried);
    let gaps = |count: u64| {
        let mut text = "timestamp,accelerators\n0,1\n".to_owned();
        let mut at = 0;
        for gap in 1..=count {
            at += 20_000_000 + gap;
            writeln!(text, "{at},1").unwrap();
        }
        text
    };
    assert_eq!(read(&gaps(100_000)).rows, 100_001);
    assert_eq!(fault(&gaps(100_002)).2, "exceeds the limit of 100,000 different gaps");
}

/// Chunk boundaries do not matter, even within rows.
#[test]
fn a_file_is_read_in_any_pieces() {
    struct Dribble<'a>(&'a [u8], usize);
    impl Read for Dribble<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.1 == 0 {
                self.1 = 7;
                return Err(io::ErrorKind::Interrupted.into());
            }
            let count = self.1.min(self.0.len()).min(buffer.len());
            let (now, later) = self.0.split_at(count);
            buffer[..count].copy_from_slice(now);
            (self.0, self.1) = (later, self.1 - 1);
            Ok(count)
        }
    }
    let rows: Vec<String> = (0..1_000).map(|at| format!("{},{}", at * 60, at % 17)).collect();
    let text = format!("timestamp,accelerators\n{}", rows.join("\n"));
    assert_eq!(Trace::read(&mut Dribble(text.as_bytes(), 3)).unwrap(), read(&text));
}

#[test]
fn nothing_that_a_file_holds_is_a_panic() {
    let good = "timestamp,accelerators\n2026-11-01T00:00:00Z,4\n2026-11-01T01:00:00.5+01:00,\"2.5\"\n";
    let junk = ["", ",", "\"", "\n", "\r", "\u{0}", "é", "-", "9", "99999999999999999999", ".", "e", "+", "Z", ":"];
    for at in good.char_indices().map(|(at, _)| at) {
        for spoilt in junk {
            let text = [&good[..at], spoilt, &good[at + 1..]].concat();
            let _ = Trace::read(&mut text.as_bytes());
        }
    }
    let _ = Trace::read(&mut &b"timestamp,accelerators\n\xff\xfe,\xff\n"[..]);
}

#[test]
fn the_philly_jobs_add_up_to_their_published_hours() {
    let trace = read(include_str!("../../../../../scenarios/traces/philly_jobs.hourly.csv"));
    assert_eq!((trace.rows, trace.peak, trace.weight), (1_752, d("1080"), d("1752") * d("3600")));
    let area: Decimal = trace.levels.iter().map(|(level, seconds)| level * seconds).sum();
    assert_eq!(area / d("3600"), d("805672"));
    assert_eq!(trace.mean, d("805672") / d("1752"));
    assert!(trace.levels.is_sorted_by(|higher, lower| higher.0 > lower.0));
}

const SCENARIO: &str = "\
name: Measured
currency: USD
horizon_months: 36
discount_rate: 9%
demand:
  workloads:
    chat: { kind: realtime_inference, trace: a.csv }
    search: { kind: realtime_inference, trace: a.csv }
    other: { kind: notebooks, accelerators: 2, utilization: 20% }
    code: { kind: realtime_inference, trace: b.csv }
rent:
  cloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 55.04 }
";

/// Files in memory, with a log of opened files.
struct Memory {
    files: Vec<(&'static str, &'static str)>,
    opened: RefCell<Vec<String>>,
}

impl Files for Memory {
    fn open(&self, path: &str) -> io::Result<Box<dyn Read>> {
        self.opened.borrow_mut().push(path.to_owned());
        let found = self.files.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| Box::new(text.as_bytes()) as Box<dyn Read>).ok_or(io::ErrorKind::NotFound.into())
    }
}

fn traces(files: &[(&'static str, &'static str)]) -> (Result<Traces, Rejected>, Vec<String>) {
    let loaded = load("measured.yaml", SCENARIO, &[]).unwrap_or_else(|rejected| panic!("{rejected:?}"));
    let memory = Memory { files: files.to_vec(), opened: RefCell::default() };
    let traces = Traces::read(&loaded, &memory);
    (traces, memory.opened.into_inner())
}

#[test]
fn each_file_is_read_once() {
    let (traces, opened) = traces(&[("a.csv", "accelerators,hours\n1,1\n"), ("b.csv", "accelerators,hours\n2,1\n")]);
    let traces = traces.unwrap();
    assert_eq!(opened, ["a.csv", "b.csv"]);
    let (chat, search) = (traces.get("chat").unwrap(), traces.get("search").unwrap());
    assert!(Arc::ptr_eq(chat, search) && traces.get("other").is_none());
    assert_eq!((chat.peak, traces.get("code").unwrap().peak), (d("1"), d("2")));
    assert_eq!(traces.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["chat", "code", "search"]);
}

#[test]
fn every_file_that_is_wrong_is_said_at_the_place_that_names_it_and_at_its_line() {
    let (traces, _) = traces(&[("b.csv", "timestamp,accelerators\n0,1\n60,x\n")]);
    let rejected = traces.unwrap_err();
    let found: Vec<(Code, &str)> = rejected.diagnostics.iter().map(|found| (found.code, found.path.as_str())).collect();
    let expected =
        [(Code::TraceUnreadable, "demand.workloads.chat.trace"), (Code::TraceFormat, "demand.workloads.code.trace")];
    assert_eq!(found, expected);
    let said = render(&rejected.diagnostics, &rejected.sources, Style::default());
    assert!(said.contains("cannot read `a.csv`: there is no such file in the scenario's folder"), "{said}");
    assert!(said.contains("line 3 of `b.csv` has `x` for `accelerators`, not a number"), "{said}");
    assert!(said.contains("measured.yaml:10:") && said.contains("b.csv:3:4") && said.contains("3 | 60,x"), "{said}");
}
