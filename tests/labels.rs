//! Labels: text for people shows them, with any content; output for programs and commands keeps the names.

use crate::support::program::run;
use rackrent::report::{Canvas, Colour, Compared, Extent, Format};
use rackrent::{FilesInMemory, ScenarioText};
use serde_json::Value;
use std::fs;
use unicode_width::UnicodeWidthStr;

/// An option whose label looks like markup, a cell and a formula, and one in a script with characters two columns wide.
const LABELLED: &str = r#"
name: One server
currency: USD
horizon_months: 12
hours_per_month: 100
discount_rate: 0%
demand:
  workloads:
    chat: { label: 聊天 <b>, kind: realtime_inference, accelerators: 1, utilization: 50% }
own:
  lab:
    label: "=1+1 | <script>四台</script>"
    node: { price: 600, accelerators: 1 }
    nodes: 1
    useful_life_months: 12
    value_at_horizon: none
    operating:
      staff: { label: "@人员 | x", per_month: 10 }
rent:
  cloud: { label: سحابة, accelerators_per_instance: 1, on_demand_per_instance_hour: 10 }
uncertainty:
  own.lab.node.price: { low: 500, high: 70_000 }
"#;

fn written(format: Format, width: usize) -> String {
    let files = FilesInMemory::none();
    let answer = ScenarioText::new(LABELLED, &files).compare().unwrap();
    let mut out = Vec::new();
    let canvas = Canvas::new(width, Colour::Plain);
    format.write(&Compared::of(&answer, Extent::Whole, None), &canvas, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Output that names an option by its path where it is not meant to be typed; the list of labels has the names to type.
fn named_by_path(text: &str) -> Vec<&str> {
    let in_list = |at: usize| text[..at].ends_with("</script>: ");
    let goes_on = |at: usize| text[at + "own.lab".len()..].starts_with(['.', '`']);
    let places = text.match_indices("own.lab").map(|(at, _)| at).filter(|at| !in_list(*at) && !goes_on(*at));
    places.map(|at| text[..at].lines().last().unwrap_or_default()).collect()
}

#[test]
fn markdown_shows_a_label_as_text() {
    let text = written(Format::Markdown, 100);
    assert!(text.contains("=1+1 \\| &lt;script&gt;四台&lt;/script&gt;"), "{text}");
    assert!(text.contains("| operating: &#64;人员 \\| x |") && text.contains("| 聊天 &lt;b&gt; |"), "{text}");
    assert!(!text.contains("<script>"), "{text}");
    // a row has as many cells as there are options, whatever their labels
    let rows = text.lines().filter(|line| line.starts_with("| operating: ") || line.starts_with("| **present value**"));
    for row in rows {
        assert_eq!(row.replace("\\|", "").matches('|').count(), 4, "{row}");
    }
}

#[test]
fn csv_keeps_names_and_no_label_starts_a_formula() {
    let text = written(Format::Csv, 100);
    let mut lines = text.lines();
    assert!(lines.next().unwrap().ends_with(",option_label,line_label,period_date"));
    let staff = lines.find(|line| line.contains(",staff,")).unwrap();
    assert!(staff.contains(",own.lab,") && staff.contains(",120.00,120.00,"), "{staff}");
    assert!(staff.ends_with(",'=1+1 | <script>四台</script>,'@人员 | x,"), "{staff}");
}

#[test]
fn json_has_labels_and_names() {
    let value: Value = serde_json::from_str(&written(Format::Json, 100)).unwrap();
    assert_eq!(value["options"][0]["name"], "own.lab");
    assert_eq!(value["options"][0]["label"], "=1+1 | <script>四台</script>");
    assert_eq!(value["options"][1]["label"], "سحابة");
    assert_eq!(value["workloads"][0]["label"], "聊天 <b>");
    assert_eq!(value["scenario"]["labels"]["own.lab.operating.staff"], "@人员 | x");
    assert_eq!(value["verdict"]["winner"], "own.lab");
    let without = ScenarioText::new(crate::support::ONE_SERVER, &FilesInMemory::none()).compare().unwrap();
    let without = serde_json::to_value(&without.comparison).unwrap();
    assert!(without["scenario"].get("labels").is_none() && without["options"][0].get("label").is_none());
}

#[test]
fn labels_are_measured_in_terminal_columns() {
    for width in [60, 80, 100, 160] {
        let text = written(Format::Table, width);
        // amounts end at the column of the line above the totals, whatever is above or before them
        let rule = text.lines().find(|line| line.starts_with(" ───")).unwrap().width();
        for row in ["operating", "@人员 | x", "present value", "per useful"] {
            let found =
                text.lines().filter(|line| line.trim_start().starts_with(row) && line.ends_with(char::is_numeric));
            for line in found {
                assert_eq!(line.width(), rule, "{width}: {line}\n{text}");
            }
        }
        assert!(text.lines().all(|line| line.width() <= width), "{text}");
    }
}

#[test]
fn output_for_people_shows_labels_instead_of_paths() {
    let folder = tempfile::tempdir().unwrap();
    let path = "labelled.yaml";
    let cheaper = "cheaper.yaml";
    fs::write(folder.path().join(path), LABELLED).unwrap();
    fs::write(folder.path().join(cheaper), LABELLED.replace("price: 600", "price: 500")).unwrap();
    let commands: [&[&str]; 10] = [
        &["compare", path],
        &["compare", path, "--by", "year"],
        &["flip", path],
        &["sweep", path, "--vary", "own.lab.node.price=500..700:100"],
        &["sensitivity", path],
        &["simulate", path, "--draws", "200"],
        &["diff", path, cheaper],
        &["plan", path],
        &["timing", path, "own.lab"],
        &["timing", path, "own.lab", "--keep"],
    ];
    for arguments in commands {
        for format in ["table", "markdown", "text"] {
            let all = [arguments, &["--format", format]].concat();
            let output = run(folder.path(), &all).output;
            let text = output.replace("&lt;", "<").replace("&gt;", ">").replace("\\|", "|");
            assert!(text.contains("=1+1 | <script>四台</script>") || text.contains("سحابة"), "{all:?}:\n{text}");
            assert_eq!(named_by_path(&text), Vec::<&str>::new(), "{all:?}:\n{text}");
        }
    }
}

#[test]
fn commands_still_accept_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = "labelled.yaml";
    fs::write(folder.path().join(path), LABELLED).unwrap();
    assert!(
        run(folder.path(), &["explain", path, "own.lab.operating.staff"])
            .output
            .starts_with("own.lab.operating.staff\n")
    );
    assert!(
        run(folder.path(), &["compare", path, "--set", "own.lab.label=Four servers"]).output.contains("Four servers")
    );
}
