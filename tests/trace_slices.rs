//! `rackrent trace` with sliced or shared accelerators: MIG slices, time-sliced pods, two Prometheus servers that scrape the
//! same exporter, and missing samples of an accelerator. Labels are those of the DCGM exporter and kube-state-metrics
//! (NVIDIA/dcgm-exporter, docs of the GPU telemetry; kube-state-metrics `docs/metrics/workload/pod-metrics.md`), Slurm
//! resources those of sacct (`gres/gpu:1g.10gb=1,gres/gpu=1`). Expected hours are hand-calculated next to each test.

use rackrent::telemetry_import::{
    GapFilling, ImportedTrace, LoadReader, LocalTimes, StepLength, TraceError, TraceRequest,
};
use rust_decimal::Decimal;
use serde_json::{Value, json};

/// Start of the series, 2026-11-01T00:00:00Z.
const BEGIN: u64 = 1_793_491_200;
/// Metric of whole accelerators, hourly.
const BUSY: &str = "DCGM_FI_PROF_GR_ENGINE_ACTIVE";

fn request(gaps: GapFilling) -> TraceRequest {
    let (step, local_times) = (StepLength::parse("1h").unwrap(), LocalTimes::parse("UTC").unwrap());
    TraceRequest { step, from: None, to: None, local_times, gaps, counting: None, accelerator: None }
}

/// Labels of a series, and its hourly values; none for a missing sample.
type Series<'a> = (Value, &'a [Option<&'a str>]);

/// Response to a range query with an hourly step.
fn answer(series: &[Series<'_>]) -> String {
    let series = series.iter().map(|(labels, values)| {
        let values = (0..).zip(*values).filter_map(|(hour, value)| Some(json!([BEGIN + hour * 3_600, (*value)?])));
        json!({ "metric": labels, "values": values.collect::<Vec<_>>() })
    });
    json!({ "status": "success", "data": { "resultType": "matrix", "result": series.collect::<Vec<_>>() } }).to_string()
}

fn read(gaps: GapFilling, text: &str) -> Result<ImportedTrace, TraceError> {
    let mut reader = LoadReader::new(request(gaps));
    reader.read("given", &mut text.as_bytes())?;
    reader.finish()
}

/// Accelerator-hours of series, and the messages about them.
#[track_caller]
fn counted(series: &[Series<'_>]) -> (Decimal, String) {
    let load = read(GapFilling::Refuse, &answer(series)).unwrap();
    (load.measured_accelerator_hours(), load.remarks.join("\n"))
}

/// Labels of the DCGM exporter, with others.
fn gpu(uuid: &str, more: &Value) -> Value {
    let mut labels = json!({
        "__name__": BUSY, "UUID": uuid, "gpu": "0", "device": "nvidia0", "modelName": "NVIDIA H100 80GB HBM3", "Hostname": "n1",
        "instance": "10.0.0.1:9400"
    });
    labels.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    labels
}

fn slice(uuid: &str, profile: &str, id: &str) -> Value {
    gpu(uuid, &json!({ "GPU_I_PROFILE": profile, "GPU_I_ID": id }))
}

const TWO_HOURS: &[Option<&str>] = &[Some("1"), Some("1")];

/// Seven slices of 1/7 that are busy for two hours are one accelerator for two hours; the accelerator's own samples are not
/// an eighth.
#[test]
fn seven_slices_of_one_accelerator_are_one() {
    let ids = ["7", "8", "9", "10", "11", "12", "13"];
    let slices: Vec<Series<'_>> = ids.iter().map(|id| (slice("GPU-a", "1g.10gb", id), TWO_HOURS)).collect();
    let (hours, printed) = counted(&slices);
    assert_eq!(hours, Decimal::from(2));
    assert!(
        printed.contains("series measure slices of accelerators (7 of them)") && printed.contains("1g.10gb as 1/7"),
        "{printed}"
    );
    let whole = [(gpu("GPU-a", &json!({})), TWO_HOURS)];
    let (hours, printed) = counted(&[&whole[..], &slices].concat());
    assert_eq!(hours, Decimal::from(2));
    assert!(printed.contains("the slices count"), "{printed}");
    // another, whole accelerator, busy half of the time: 2 + 2 · 0.5
    let other: Series<'_> = (gpu("GPU-b", &json!({})), &[Some("0.5"), Some("0.5")]);
    assert_eq!(counted(&[&slices[..], &[other]].concat()).0, Decimal::from(3));
}

/// 3/7 busy half of the time and 4/7 busy all of it, for two hours: 2 · (3/14 + 8/14) = 11/7. An A30 has four: 1/4 + 2/4.
#[test]
fn slices_of_other_sizes_and_accelerators_count_as_their_shares() {
    let half: &[Option<&str>] = &[Some("0.5"), Some("0.5")];
    let (hours, _) = counted(&[(slice("GPU-a", "3g.40gb", "1"), half), (slice("GPU-a", "4g.40gb", "2"), TWO_HOURS)]);
    assert_eq!(hours, Decimal::from(11) / Decimal::from(7));
    let a30 = |profile: &str, id: &str| {
        let mut labels = slice("GPU-c", profile, id);
        labels["modelName"] = json!("NVIDIA A30");
        labels
    };
    let (hours, printed) = counted(&[(a30("1g.6gb", "3"), TWO_HOURS), (a30("2g.12gb", "1"), TWO_HOURS)]);
    assert_eq!(hours, Decimal::new(15, 1));
    assert!(printed.contains("1g.6gb as 1/4, 2g.12gb as 2/4"), "{printed}");
}

/// An accelerator that is split into seven slices after an hour counts as one in both hours.
#[test]
fn an_accelerator_that_is_cut_later_counts_once_in_every_hour() {
    let later: &[Option<&str>] = &[None, Some("1")];
    let ids = ["1", "2", "3", "4", "5", "6", "7"];
    let mut series: Vec<Series<'_>> = ids.iter().map(|id| (slice("GPU-a", "1g.10gb", id), later)).collect();
    series.push((gpu("GPU-a", &json!({})), &[Some("1"), None]));
    assert_eq!(counted(&series).0, Decimal::from(2));
}

#[test]
fn a_slice_of_unknown_size_is_refused() {
    let labels = gpu("GPU-a", &json!({ "GPU_I_ID": "7" }));
    let refused = read(GapFilling::Refuse, &answer(&[(labels, TWO_HOURS)])).unwrap_err().to_string();
    assert!(refused.contains("no label GPU_I_PROFILE") && refused.contains("1g.10gb"), "{refused}");
    let odd = read(GapFilling::Refuse, &answer(&[(slice("GPU-a", "huge", "7"), TWO_HOURS)])).unwrap_err().to_string();
    assert!(odd.contains("the profile huge"), "{odd}");
}

/// Four pods share one accelerator that is busy at 60 % and 80 %: each shows these values, and they are 1.4
/// accelerator-hours, not 5.6.
#[test]
fn an_accelerator_shared_by_pods_counts_once() {
    let values: &[Option<&str>] = &[Some("0.6"), Some("0.8")];
    let of = |label: &str| {
        ["p1", "p2", "p3", "p4"].map(|pod| (gpu("GPU-a", &json!({ label: pod, "namespace": "team" })), values))
    };
    for label in ["pod", "exported_pod"] {
        let (hours, printed) = counted(&of(label));
        assert_eq!(hours, Decimal::new(14, 1), "{label}");
        assert!(printed.contains("(3 of them), as where pods share it by time slicing"), "{printed}");
    }
    // successive pods share nothing
    let (first, second): (&[Option<&str>], &[Option<&str>]) = (&[Some("1"), None], &[None, Some("1")]);
    let pods = [(gpu("GPU-a", &json!({ "pod": "p1" })), first), (gpu("GPU-a", &json!({ "pod": "p2" })), second)];
    assert_eq!(counted(&pods), (Decimal::from(2), String::new()));
}

/// Two servers scrape two accelerators, at 100 % and 50 %, for two hours: 3, not 6. If one of them lacks a sample the other
/// has it.
#[test]
fn a_sample_scraped_by_two_servers_counts_once() {
    let half: &[Option<&str>] = &[Some("0.5"), Some("0.5")];
    let of = |uuid: &str, replica: Value, values| (gpu(uuid, &replica), values);
    let by = |differ: &dyn Fn(&str) -> Value| {
        [
            of("GPU-a", differ("0"), TWO_HOURS),
            of("GPU-b", differ("0"), half),
            of("GPU-a", differ("1"), TWO_HOURS),
            of("GPU-b", differ("1"), half),
        ]
    };
    for label in ["prometheus_replica", "replica", "instance", "__replica__"] {
        let (hours, printed) = counted(&by(&|replica| json!({ label: replica })));
        assert_eq!(hours, Decimal::from(3), "{label}");
        assert!(printed.contains("(2 of them), as where two Prometheus servers scrape it"), "{label}: {printed}");
    }
    let (first, second): (&[Option<&str>], &[Option<&str>]) =
        (&[Some("1"), None, Some("1")], &[Some("1"), Some("1"), Some("1")]);
    let both = [of("GPU-a", json!({ "replica": "0" }), first), of("GPU-a", json!({ "replica": "1" }), second)];
    assert_eq!(counted(&both).0, Decimal::from(3));
    // without a label of the accelerator itself: its host and its index
    let unnamed = |replica: &str, number: &str| json!({ "__name__": BUSY, "Hostname": "n1", "gpu": number, "prometheus_replica": replica });
    let of_two =
        [("0", "0"), ("0", "1"), ("1", "0"), ("1", "1")].map(|(replica, number)| (unnamed(replica, number), TWO_HOURS));
    assert_eq!(counted(&of_two).0, Decimal::from(4));
}

/// Requests of pods: 2 whole accelerators, 3 slices of 1/7, and 4 shares of unknown size.
#[test]
fn slices_requested_by_pods_count_as_their_shares() {
    let asks = |pod: &str, resource: &str, replica: &str| {
        json!({
            "__name__": "kube_pod_container_resource_requests", "namespace": "team", "pod": pod, "container": "main", "uid": pod,
            "node": "n1", "resource": resource, "unit": "integer", "instance": replica, "job": "kube-state-metrics"
        })
    };
    let series: [Series<'_>; 5] = [
        (asks("a", "nvidia_com_gpu", "0"), &[Some("2"), Some("2")]),
        (asks("b", "nvidia_com_mig_1g_10gb", "0"), &[Some("3"), Some("3")]),
        (asks("c", "nvidia_com_gpu_shared", "0"), &[Some("4"), Some("4")]),
        (asks("c", "nvidia_com_mig_1g_10gb_shared", "0"), &[Some("4"), Some("4")]),
        (asks("c", "cpu", "0"), &[Some("8"), Some("8")]),
    ];
    let load = read(GapFilling::Refuse, &answer(&series)).unwrap();
    assert_eq!(load.measured_accelerator_hours(), Decimal::from(4) + Decimal::from(6) / Decimal::from(7));
    let tally = |name: &str| load.tallies.iter().find(|tally| tally.name == name).unwrap().count;
    assert_eq!((tally("slices"), tally("shares"), tally("other_resources")), (1, 2, 1));
    // a second kube-state-metrics, and a pod that was gone for an hour
    let twice: [Series<'_>; 3] = [
        (asks("a", "nvidia_com_gpu", "0"), &[Some("2"), Some("2"), Some("2")]),
        (asks("a", "nvidia_com_gpu", "1"), &[Some("2"), Some("2"), Some("2")]),
        (asks("d", "nvidia_com_gpu", "0"), &[Some("1"), None, Some("1")]),
    ];
    let (hours, printed) = counted(&twice);
    assert_eq!(hours, Decimal::from(8));
    assert!(
        printed.contains("(1 of them), as where two Prometheus servers") && printed.contains("pods are absent"),
        "{printed}"
    );
}

/// Two accelerators for four hours; the second has no samples in the middle two: 4 + 2 if it is 0 there, 4 + 4 if it keeps
/// its level, and 2 + 2 for the remaining two hours if they are left out.
#[test]
fn a_missing_sample_of_an_accelerator_is_a_gap() {
    let all: &[Option<&str>] = &[Some("1"), Some("1"), Some("1"), Some("1")];
    let some: &[Option<&str>] = &[Some("1"), None, None, Some("1")];
    let text = answer(&[(gpu("GPU-a", &json!({})), all), (gpu("GPU-b", &json!({})), some)]);
    let refused = read(GapFilling::Refuse, &text).unwrap_err().to_string();
    let printed = "samples are missing within series, at times that other series have (2 of them), first of GPU-b at 2026-11-01T01:00:00Z: \
                their values are unknown; give files with these samples, or choose --gaps zero, hold or leave-out";
    assert_eq!(refused, printed);
    let hours = |gaps| {
        let load = read(gaps, &text).unwrap();
        (load.totals().accelerator_hours, load.totals().hours, load.remarks.len())
    };
    let of = |accelerator_hours: i64, hours: i64| (Decimal::from(accelerator_hours), Decimal::from(hours), 1);
    assert_eq!(hours(GapFilling::Zero), of(6, 4));
    assert_eq!(hours(GapFilling::Hold), of(8, 4));
    assert_eq!(hours(GapFilling::LeaveOut), of(4, 2));
    // a series that begins later, or ends earlier, has no gap: the accelerator is bought or sold
    let later: &[Option<&str>] = &[None, Some("1"), Some("1"), None];
    let (hours, printed) = counted(&[(gpu("GPU-a", &json!({})), all), (gpu("GPU-b", &json!({})), later)]);
    assert_eq!((hours, printed), (Decimal::from(6), String::new()));
}

/// Jobs with seven slices for two hours, with one for seven, with two whole ones for one, and with shares: 2 + 1 + 2.
#[test]
fn jobs_with_slices_count_as_their_shares() {
    let text = "JobID|Start|End|AllocTRES\n\
        1|2026-11-01T00:00:00|2026-11-01T02:00:00|billing=7,gres/gpu:1g.10gb=7,gres/gpu=7,node=1\n\
        2|2026-11-01T00:00:00|2026-11-01T07:00:00|billing=1,gres/gpu:a100_1g.5gb=1,gres/gpu=1,node=1\n\
        3|2026-11-01T00:00:00|2026-11-01T01:00:00|gres/gpu:a100=2,gres/gpu=2,node=1\n\
        4|2026-11-01T00:00:00|2026-11-01T01:00:00|gres/shard=8,node=1\n";
    let load = read(GapFilling::Refuse, text).unwrap();
    assert_eq!(load.measured_accelerator_hours(), Decimal::from(5));
    let of_types: Vec<_> = load.by_name.iter().map(|of| (of.name.as_deref(), of.accelerator_hours)).collect();
    let expected =
        [("1g.10gb", 2), ("a100", 2), ("a100_1g.5gb", 1)].map(|(name, hours)| (Some(name), Decimal::from(hours)));
    assert_eq!(of_types, expected);
    let printed = "jobs hold slices of accelerators (2 of them); a slice counts as its share of an accelerator: 1g.10gb as 1/7, 1g.5gb as 1/7";
    assert!(load.remarks.contains(&printed.to_owned()), "{:?}", load.remarks);
    let shares = load.tallies.iter().find(|tally| tally.name == "shares").unwrap();
    assert_eq!(shares.count, 1);
    // four quarters of an A30, and one accelerator without a type next to a half of one
    let others = "JobID|Start|End|AllocTRES\n\
        1|2026-11-01T00:00:00|2026-11-01T01:00:00|gres/gpu:a30_1g.6gb=4,gres/gpu=4\n\
        2|2026-11-01T00:00:00|2026-11-01T01:00:00|gres/gpu:2g.12gb=1,gres/gpu=2\n";
    assert_eq!(read(GapFilling::Refuse, others).unwrap().measured_accelerator_hours(), Decimal::new(25, 1));
}
