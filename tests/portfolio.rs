//! Several scenarios together, `compare FILES --by owner`: hand-added monthly costs of their winning options, the next
//! reviews, and what is nearest to reversing each verdict.

use crate::support::ONE_SERVER;
use crate::support::program::run;
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;
use unicode_width::UnicodeWidthStr;

/// A folder with four scenarios and another file.
///
/// - `a.yaml`: of team-a, one month: the server costs 600, renting 50 hours at 10 costs 500. Renting wins, 500 a month.
/// - `b.yaml`: of team-b, two months at 70 %: renting costs 2 × 700, the server 600. Owning wins, 300 a month.
/// - `euro.yaml`: in euros, of team-a: renting, 500 a month.
/// - `shared.yaml`: three months, 50 hours of team-a and 10 without an owner, a month. Renting costs 3 × 600 = 1,800, two
///   servers 1,200: 400 a month; team-a has 50 of 60 hours, 333.33, and the rest, 66.67, has no owner.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let owned = |owner: &str| ONE_SERVER.replace("name: One server", &format!("name: Of {owner}\nowner: {owner}"));
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.yaml", &owned("team-a").replace("currency:", "review_by: 2027-06-30\ncurrency:"));
    let b = owned("team-b").replace("horizon_months: 1", "horizon_months: 2").replace("50%", "70%");
    write("b.yaml", &b.replace("currency:", "review_by: [2027-12-31, 2026-12-31]\ncurrency:"));
    write("euro.yaml", &owned("team-a").replace("USD", "EUR"));
    let workloads = "demand:
  workloads:
    chat:
      kind: realtime_inference
      owner: team-a
      tags: { environment: production }
      review_by: 2027-01-31
      accelerators: 1
      utilization: 50%
    batch: { kind: batch_inference, accelerator_hours_per_month: 10 }
";
    let shared = ONE_SERVER.replace("demand: { accelerators: 1, utilization: 50% }\n", workloads);
    write("shared.yaml", &shared.replace("horizon_months: 1", "horizon_months: 3").replace("nodes: 1", "nodes: 2"));
    write("ci.yaml", "steps: [build]\n");
    folder
}

fn portfolio(folder: &TempDir, arguments: &[&str]) -> Value {
    let ran = run(folder.path(), &[&["compare"], arguments, &["--format", "json"]].concat());
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""), "{}", ran.output);
    ran.report()
}

fn per_month(all: &str, own: &str, rent: &str) -> Value {
    json!({ "all": all, "own": own, "rent": rent, "hybrid": "0.00" })
}

#[test]
fn monthly_costs_are_added_by_owner_and_never_across_currencies() {
    let report = portfolio(&folder(), &[".", "--by", "owner"]);
    assert_eq!((&report["schema"], &report["by"]), (&json!("rackrent.portfolio/1"), &json!("owner")));
    let [euro, dollar] = report["currencies"].as_array().unwrap().as_slice() else { panic!("{report}") };
    assert_eq!((&euro["currency"], &euro["scenarios"]), (&json!("EUR"), &json!(1)));
    assert_eq!(euro["per_month"], per_month("500.00", "0.00", "500.00"));
    // 500 + 300 + 400
    assert_eq!((&dollar["currency"], &dollar["scenarios"]), (&json!("USD"), &json!(3)));
    assert_eq!(dollar["per_month"], per_month("1200.00", "700.00", "500.00"));
    let groups = dollar["groups"].as_array().unwrap();
    let printed: Vec<_> =
        groups.iter().map(|group| [&group["group"], &group["scenarios"], &group["per_month"]]).collect();
    let expected = [
        // 500 + 333.33
        [json!("team-a"), json!(["a.yaml", "shared.yaml"]), per_month("833.33", "333.33", "500.00")],
        [json!("team-b"), json!(["b.yaml"]), per_month("300.00", "300.00", "0.00")],
        [json!(null), json!(["shared.yaml"]), per_month("66.67", "66.67", "0.00")],
    ];
    assert_eq!(printed, expected.each_ref().map(<[Value; 3]>::each_ref));
    assert_eq!(groups[1]["share"], json!(0.25));
}

#[test]
fn costs_are_split_by_tag() {
    let folder = folder();
    let report = portfolio(&folder, &[".", "--by", "tag:environment"]);
    let groups = report["currencies"][1]["groups"].as_array().unwrap();
    let printed: Vec<_> = groups.iter().map(|group| (&group["group"], &group["per_month"]["all"])).collect();
    // 500 + 300 + 66.67 have no tag
    assert_eq!(printed, [(&json!("production"), &json!("333.33")), (&json!(null), &json!("866.67"))]);
    let ran = run(folder.path(), &["compare", ".", "--by", "tag:enviroment"]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""));
    assert_eq!(ran.errors, "error: no workload has the tag `enviroment`; did you mean `environment`?\n");
}

#[test]
fn reviews_are_sorted_by_date_and_flips_by_distance() {
    let report = portfolio(&folder(), &[".", "--by", "owner"]);
    let reviews = report["reviews"].as_array().unwrap().iter();
    let printed: Vec<_> = reviews.map(|one| [&one["day"], &one["file"], &one["workload"], &one["owner"]]).collect();
    let expected = [
        [json!("2026-12-31"), json!("b.yaml"), json!(null), json!("team-b")],
        [json!("2027-01-31"), json!("shared.yaml"), json!("chat"), json!("team-a")],
        [json!("2027-06-30"), json!("a.yaml"), json!(null), json!("team-a")],
        [json!("2027-12-31"), json!("b.yaml"), json!(null), json!("team-b")],
    ];
    assert_eq!(printed, expected.each_ref().map(<[Value; 4]>::each_ref));
    let turns = report["turns"].as_array().unwrap().iter();
    let printed: Vec<_> =
        turns.map(|turn| [&turn["scenario"], &turn["flip"]["path"], &turn["flip"]["flips_at"]]).collect();
    // a: the server falls from 600 to 500, which is nearer than renting from 10 to 12; euro likewise; two servers for 1,800
    // are 900 each, and 1,200 of renting are 180 hours at 6.67, which is nearer; b flips at 4.29 an hour and at 1,400, too
    // far away
    let price = json!("own.lab.node.price");
    assert_eq!(printed[0], [&json!("a.yaml"), &price, &json!(500)]);
    assert_eq!(printed[1], [&json!("euro.yaml"), &price, &json!(500)]);
    let [scenario, path, at] = printed[2];
    assert_eq!((scenario, path), (&json!("shared.yaml"), &json!("rent.cloud.on_demand_per_instance_hour")));
    assert!((at.as_f64().unwrap() - 20.0 / 3.0).abs() < 1e-9, "{at}");
    assert_eq!(printed.len(), 3, "{printed:?}");
}

#[test]
fn scenarios_without_an_answer_are_listed_and_the_others_added() {
    let folder = folder();
    fs::write(folder.path().join("a.yaml"), ONE_SERVER.replace("50%", "50")).unwrap();
    let ran = run(folder.path(), &["compare", ".", "absent.yaml", "--by", "owner", "--format", "json"]);
    let report = ran.report();
    assert_eq!(ran.status, 2);
    assert!(ran.errors.contains("a.yaml:7:41") && ran.errors.contains("absent.yaml"), "{}", ran.errors);
    assert_eq!(report["currencies"][1]["per_month"]["all"], "700.00");
    let unanswered = report["unanswered"].as_array().unwrap().iter();
    let printed: Vec<_> = unanswered.map(|one| (&one["file"], &one["errors"][0]["code"])).collect();
    let expected =
        [("a.yaml", "share-above-one"), ("absent.yaml", "unreadable-file")].map(|(a, b)| (json!(a), json!(b)));
    assert_eq!(printed, expected.each_ref().map(|(file, code)| (file, code)));
    let text = run(folder.path(), &["compare", ".", "--by", "owner"]).output;
    assert!(text.contains("1 scenario has no answer.") && text.contains(" No answer  a.yaml: line 7: "), "{text}");
}

#[test]
fn rows_of_csv_add_up_to_the_totals() {
    let ran = run(folder().path(), &["compare", ".", "--by", "owner", "--format", "csv"]);
    let mut lines = ran.output.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let heads = lines.next().unwrap();
    let column = |name: &str| heads.iter().position(|head| *head == name).unwrap();
    let cents = |row: &Vec<&str>| row[column("per_month")].replace('.', "").parse::<i64>().unwrap();
    let rows: Vec<Vec<&str>> = lines.collect();
    let of = |currency: &str| rows.iter().filter(|row| row[column("currency")] == currency).map(cents).sum::<i64>();
    assert_eq!((rows.len(), of("USD"), of("EUR")), (5, 120_000, 50_000), "{}", ran.output);
    let shared: Vec<_> = rows.iter().filter(|row| row[0] == "shared.yaml").map(|row| row[column("group")]).collect();
    assert_eq!(shared, ["team-a", ""]);
}

/// A single scenario costs the same as in its comparison, with the same parts as `--by` for one file.
#[test]
fn a_single_scenario_agrees_with_its_comparison() {
    let file = "scenarios/shared-platform.yaml";
    let root = std::path::Path::new(".");
    let compared = run(root, &["compare", file, "--by", "owner", "--format", "json"]).report();
    let folder = TempDir::new().unwrap();
    fs::copy(file, folder.path().join("one.yaml")).unwrap();
    let report = portfolio(&folder, &[".", "--by", "owner"]);
    let winner = &report["scenarios"][0]["winner"];
    let option = &compared["options"][0];
    for field in ["name", "total", "present_value", "per_month", "kind"] {
        assert_eq!(winner[field], option[field], "{field}");
    }
    assert_eq!(report["turns"].as_array().unwrap().len(), compared["flips"].as_array().unwrap().len().min(1));
    let names = |groups: &Value| -> Vec<Value> {
        groups.as_array().unwrap().iter().map(|group| group["group"].clone()).collect()
    };
    assert_eq!(names(&winner["groups"]), names(&compared["groups"]["options"][0]["groups"]));
}

#[test]
fn texts_of_authors_are_escaped() {
    let folder = TempDir::new().unwrap();
    let owner = "\"=1+1 | <script>team</script>\"";
    let text = ONE_SERVER.replace("name: One server", &format!("name: One server\nowner: {owner}"));
    fs::write(folder.path().join("a.yaml"), text).unwrap();
    let printed = |format: &str| run(folder.path(), &["compare", ".", "--by", "owner", "--format", format]).output;
    let markdown = printed("markdown");
    assert!(markdown.contains("| =1+1 \\| &lt;script&gt;team&lt;/script&gt; |"), "{markdown}");
    assert!(printed("csv").contains(",'=1+1 | <script>team</script>,"), "{}", printed("csv"));
    assert!(!printed("html").contains("<script>team"));
    let one = run(folder.path(), &["compare", "a.yaml", "--by", "owner", "--format", "markdown"]).output;
    assert!(one.contains("| =1+1 \\| &lt;script&gt;team&lt;/script&gt; |"), "{one}");
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for width in ["80", "100", "160"] {
        let ran = run(std::path::Path::new("."), &["compare", "scenarios", "--by", "owner", "--width", width]);
        assert_eq!((ran.status, ran.errors.as_str()), (0, ""));
        let wide: Vec<&str> = ran.output.lines().filter(|line| line.width() > width.parse().unwrap()).collect();
        assert!(wide.is_empty(), "{width}: {wide:#?}");
    }
}

#[test]
fn options_for_a_single_scenario_are_refused() {
    let folder = folder();
    let refused = |arguments: &[&str]| {
        let ran = run(folder.path(), &[&["compare"], arguments].concat());
        assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{arguments:?}");
        ran.errors
    };
    let folder_alone =
        "error: . is a folder; name its scenario files, or aggregate them with `--by owner` or `--by fiscal-year`\n";
    assert_eq!(refused(&["."]), folder_alone);
    assert_eq!(refused(&[".", "--by", "month"]), folder_alone);
    let basis = refused(&[".", "--by", "owner", "--basis", "cash"]);
    assert_eq!(
        basis,
        "error: --basis applies to costs over time, such as --by year; --by owner and tag show cash and present value\n"
    );
    let against = refused(&["a.yaml", "b.yaml", "--by", "owner", "--against", "own.lab"]);
    let pairs = refused(&["a.yaml", "b.yaml", "--by", "owner", "--pairs", "all"]);
    let several =
        "error: --pairs and --against apply to one scenario; by owner or tag, several scenarios are added up\n";
    assert_eq!((against.as_str(), pairs.as_str()), (several, several));
    assert_eq!(
        refused(&["a.yaml", "--by", "tag:"]).lines().next(),
        Some("error: `--by tag:` is not a valid tag name; write, for example, `--by tag:environment`")
    );
    fs::create_dir(folder.path().join("empty")).unwrap();
    assert_eq!(refused(&["empty", "--by", "owner"]), "error: there is no scenario in empty\n");
}
